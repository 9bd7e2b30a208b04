//! A placement as a machine file, which predicts the same and which other commands take unchanged.
//!
//! A board of the catalogue that is as the catalogue has it stands there by its id; every other
//! site has its slots, rules and places written out. Ports have no word in a machine file: what
//! hangs on one hangs on what the port is on.

mod layout;
mod slots;

use std::collections::BTreeMap;

use narrows_catalog::board::Board;
use narrows_model::{Arbitration, Machine};
use narrows_plan::ask::ArrayWish;
use narrows_plan::feasibility::Means;
use narrows_plan::piece::Piece;
use narrows_plan::placement::{Clash, Placement, Spot};
use narrows_plan::site::Site;
use narrows_topology::Id;
use narrows_topology::graph::{Node, NodeKind};
use narrows_units::LinkWidth;

use self::layout::Layout;
use crate::machine_file::write::{self, At, Exact, Table};
use crate::schema;

/// What each plan's machine file begins with, by which it is known to be one of Narrows.
pub const PLAN_MARK: &str = "# narrows plan";

/// The machine file of a placement, with arrays, each by its means. The remarks stand at its head as
/// comments: what to set in the firmware, for instance.
///
/// Of a machine that was seen, what a machine file has no word for is left out: disks of a
/// hypervisor, loop devices, what a capture knows of wear and temperature.
///
/// # Errors
/// What stands against the placement; see [`Site::places`].
pub fn plan_file(
    site: &Site,
    pieces: &[Piece],
    at: &Placement,
    arrays: &[(&ArrayWish, Means)],
    remarks: &[String],
) -> Result<String, Vec<Clash>> {
    let machine = site.machine(pieces, at, arrays)?;
    let writer = Writer {
        board: layout::as_the_catalogue_has_it(site),
        layout: Layout::of(site, pieces, at, &machine),
        machine: &machine,
        site,
        pieces,
        at,
    };
    Ok(writer.file(remarks))
}

struct Writer<'a> {
    site: &'a Site,
    pieces: &'a [Piece],
    at: &'a Placement,
    machine: &'a Machine,
    /// The board, where it says slots and rules by itself.
    board: Option<&'static Board>,
    layout: Layout,
}

impl Writer<'_> {
    fn file(&self, remarks: &[String]) -> String {
        let mut text = format!("{PLAN_MARK}\n");
        for line in remarks.iter().flat_map(|remark| remark.lines()) {
            let line: String = line.chars().filter(|c| !c.is_control()).collect();
            text.push_str(format!("# {line}").trim_end());
            text.push('\n');
        }
        text.push_str(&format!("schema = \"{}\"\n", schema::MACHINE));
        if write::is_name(&self.site.name) {
            text.push_str(&format!("name = {}\n", write::quoted(&self.site.name)));
        }
        let mut tables: Vec<Table> = self.host().into_iter().chain(self.sockets()).collect();
        tables.extend(self.places(false));
        tables.extend(self.slots());
        tables.extend(self.rules());
        tables.extend(self.settings());
        tables.extend(self.places(true));
        tables.extend(self.empty_carriers());
        let drives = self.machine.topology.drives.keys();
        let drives: BTreeMap<&Id, Table> =
            drives.filter_map(|id| Some((id, self.drive(id)?))).collect();
        tables.extend(drives.values().cloned());
        tables.extend(self.arrays(&drives));
        tables.iter().for_each(|table| text.push_str(table.text()));
        text
    }

    fn host(&self) -> Option<Table> {
        let topology = &self.machine.topology;
        let host = &self.machine.host;
        let table = Table::new("[host]");
        let table = match self.board {
            Some(board) => table.says("board", &board.id),
            None => {
                let board = topology.host.board.as_ref().filter(|it| write::is_name(it));
                let chipset = layout::host_chipset(self.machine);
                table.may_say("board", board).may_say("chipset", chipset.map(|it| &it.id))
            }
        };
        let cpu = topology.host.cpu.as_ref().filter(|cpu| write::is_name(cpu));
        let table = table.may_say("cpu", cpu);
        let table = match host.cores {
            Some(cores) => table.raw("cores", cores),
            None => table,
        };
        let memory = host.memory.map(|memory| memory.value.exact());
        let by_port = (host.arbitration == Arbitration::PerPort).then_some("port");
        table
            .may_say("clock", host.clock.map(|clock| format!("{} GHz", clock.get())))
            .may_say("memory", memory)
            .may_say("max_payload", self.site.max_payload.map(Exact::exact))
            .may_say("arbitration", by_port)
            .unless_empty()
    }

    /// Further processors, which a file has once a root complex is said to be theirs.
    fn sockets(&self) -> Vec<Table> {
        let nodes = &self.machine.topology.nodes;
        let is_said = |socket: u32| {
            let mut parts = nodes.values().filter(|node| node.kind == NodeKind::RootComplex);
            parts.any(|node| node.package == Some(socket))
        };
        let processors = nodes.values().filter(|node| node.kind == NodeKind::Processor);
        let sockets = processors.filter_map(|node| node.package.filter(|socket| *socket > 0));
        let silent = sockets.filter(|socket| !is_said(*socket));
        let table = |socket| Table::new("[[root_complex]]").says("id", format!("socket{socket}"));
        silent.map(|socket| table(socket).raw("socket", socket)).collect()
    }

    /// Places in seats, or the others.
    fn places(&self, seated: bool) -> Vec<Table> {
        let nodes = self.machine.topology.nodes.iter();
        let here = nodes.filter(|(id, _)| self.layout.seat_of(id).is_some() == seated);
        here.filter_map(|(id, node)| self.place(id, node)).collect()
    }

    /// A place of its own: none for what the host brings along, for drives, and for ports.
    fn place(&self, id: &Id, node: &Node) -> Option<Table> {
        if !self.layout.is_written(id) {
            return None;
        }
        let none = Vec::new();
        let ceilings = self.machine.ceilings.get(id).unwrap_or(&none);
        let demand = self.machine.demands.iter().find(|demand| demand.node == *id);
        match self.layout.seat_of(id) {
            Some((slot, link)) => {
                let (link, at) = (as_it_runs(node, *link), At::Slot(slot.clone()));
                write::seated_place(id, node, (link, &at), ceilings, demand)
            }
            None => write::place(id, node, &self.layout.on(node.parent.as_ref()), ceilings, demand),
        }
    }

    fn drive(&self, id: &Id) -> Option<Table> {
        let table = self.plain_drive(id)?;
        Some(write::behind(table, self.machine.drivers.get(id)))
    }

    fn plain_drive(&self, id: &Id) -> Option<Table> {
        let drive = self.machine.topology.drives.get(id)?;
        let controller = drive.controller.as_ref()?;
        let figures = self.machine.figures.get(id);
        let node = self.machine.topology.nodes.get(controller);
        if let Some((slot, link)) = self.layout.seat_of(id).or(self.layout.seat_of(controller)) {
            let link = node.map_or(*link, |node| as_it_runs(node, *link));
            return write::drive(id, drive, (link, &At::Slot(slot.clone())), figures);
        }
        let own = node.filter(|_| self.layout.is_drives_own(controller));
        let link = own.and_then(|node| node.link.as_ref()).filter(|link| !link.internal);
        let link: Option<LinkWidth> = link.and_then(|link| link.current.or(link.possible));
        let on = match own {
            Some(node) => self.layout.on(node.parent.as_ref()),
            None => self.layout.on(Some(controller)),
        };
        write::drive(id, drive, (link, &At::On(on)), figures)
    }

    /// A carrier without drives takes its slot all the same.
    fn empty_carriers(&self) -> Vec<Table> {
        let spots = self.at.spots.iter();
        let used: Vec<usize> = spots
            .filter_map(|spot| match spot {
                Spot::Bay(carrier, _) => Some(*carrier),
                Spot::Seat(_) => None,
            })
            .collect();
        let pieces = self.pieces.iter().zip(&self.at.spots).enumerate();
        let empty =
            pieces.filter(|(index, (piece, _))| piece.needs_split() && !used.contains(index));
        empty
            .filter_map(|(_, (piece, spot))| {
                let Spot::Seat(seat) = spot else { return None };
                let slot = self.layout.slot_name(&self.site.seats.get(*seat)?.id);
                let card = Table::new("[[card]]").says("id", &piece.id).says("kind", "other");
                Some(card.says("slot", slot))
            })
            .collect()
    }

    fn arrays(&self, drives: &BTreeMap<&Id, Table>) -> Vec<Table> {
        let arrays = self.machine.arrays.iter();
        let whole =
            arrays.filter(|(_, plan)| plan.members.iter().all(|it| drives.contains_key(it)));
        whole.map(|(id, plan)| write::array(id, plan)).collect()
    }

    fn settings(&self) -> Option<Table> {
        let asked: BTreeMap<&str, ()> = self
            .site
            .rules
            .iter()
            .flat_map(|rule| &rule.settings)
            .map(|it| (it.name.as_str(), ()))
            .collect();
        let settings = self.site.all_settings(self.at);
        let known: Vec<_> =
            settings.iter().filter(|(name, _)| asked.contains_key(name.as_str())).collect();
        if known.is_empty() {
            return None;
        }
        let table = Table::new("[settings]");
        Some(
            known
                .into_iter()
                .fold(table, |table, (name, value)| table.says(&write::quoted(name), value)),
        )
    }
}

/// The link that something says of itself, unless it was seen to run less than it and its slot can do.
fn as_it_runs(node: &Node, said: Option<LinkWidth>) -> Option<LinkWidth> {
    let Some(link) = &node.link else { return said };
    let both = link.possible.map(|own| link.port_possible.map_or(own, |port| own.common(port)));
    if link.current.is_some() && link.current != both { link.current } else { said }
}
