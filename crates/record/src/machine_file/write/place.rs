//! What other things hang on: root complexes, chipsets, switches, controllers, cables, cards.

use narrows_catalog::chipset;
use narrows_model::{Ceiling, Demand, LimitKind};
use narrows_topology::Id;
use narrows_topology::graph::{Node, NodeKind, StorageKind};
use narrows_units::{BytesPerSec, GbitPerSec, LinkWidth};

use super::text::{Exact, Table, is_name, link};
use super::{At, alone};

/// A place that hangs on another; none for one that a machine file has no word for, such as a port.
pub(crate) fn place(
    id: &Id,
    node: &Node,
    on: &str,
    ceilings: &[Ceiling],
    demand: Option<&Demand>,
) -> Option<Table> {
    let own_link = node.link.as_ref().filter(|link| !link.internal);
    let own_link = own_link.and_then(|link| link.current.or(link.possible));
    match node.kind {
        NodeKind::RootComplex => Some(root_complex(id, on, ceilings)),
        NodeKind::Chipset => Some(of_chipset(id, node, on, own_link, ceilings)),
        NodeKind::Tunnel => Some(cable(cables(), id, on, ceilings)),
        NodeKind::NetworkLink => Some(network(id, on, ceilings)),
        _ => seated_place(id, node, (own_link, &At::On(on.to_owned())), ceilings, demand),
    }
}

/// A place that can be in a slot: a switch, a controller or a card.
pub(crate) fn seated_place(
    id: &Id,
    node: &Node,
    (own_link, at): (Option<LinkWidth>, &At),
    ceilings: &[Ceiling],
    demand: Option<&Demand>,
) -> Option<Table> {
    let table = match node.kind {
        NodeKind::Switch => Table::new("[[switch]]").says("id", id),
        NodeKind::Storage(kind) => {
            Table::new("[[controller]]").says("id", id).says("kind", controller(kind)?)
        }
        NodeKind::Gpu => card(id, node, "gpu"),
        NodeKind::Network => card(id, node, "network"),
        NodeKind::Usb => card(id, node, "usb"),
        NodeKind::Other => card(id, node, "other"),
        _ => return None,
    };
    let table = table.may_say("link", own_link.map(link));
    let table = match at {
        At::Slot(slot) => table.says("slot", slot),
        At::On(on) => table.says("on", on),
    };
    let moves = |rate: BytesPerSec| (rate > BytesPerSec::ZERO).then(|| rate.exact());
    let table = table
        .may_say("sends", demand.and_then(|demand| moves(demand.sends)))
        .may_say("receives", demand.and_then(|demand| moves(demand.receives)));
    Some(self::ceilings(table, ceilings))
}

/// A processor's own part, by its socket, or a part of another part.
fn root_complex(id: &Id, on: &str, ceilings: &[Ceiling]) -> Table {
    let table = Table::new("[[root_complex]]").says("id", id);
    let socket = on.strip_prefix("cpu").filter(|number| number.parse::<u32>().is_ok());
    let table = match socket {
        Some(socket) => table.raw("socket", socket),
        None => table.says("on", on),
    };
    self::ceilings(table, ceilings)
}

fn card(id: &Id, node: &Node, kind: &str) -> Table {
    let name = node.name.as_ref().filter(|name| is_name(name));
    Table::new("[[card]]").says("id", id).says("kind", kind).may_say("name", name)
}

fn controller(kind: StorageKind) -> Option<&'static str> {
    match kind {
        StorageKind::Ahci | StorageKind::Ide => Some("sata"),
        StorageKind::Sas | StorageKind::Scsi => Some("sas"),
        StorageKind::Raid => Some("raid"),
        StorageKind::Usb => Some("usb"),
        StorageKind::Nvme => Some("nvme"),
        StorageKind::Virtio | StorageKind::Loop | StorageKind::Other => None,
    }
}

fn of_chipset(
    id: &Id,
    node: &Node,
    on: &str,
    own_link: Option<LinkWidth>,
    ceilings: &[Ceiling],
) -> Table {
    let known = chipset::all().iter().find(|known| node.name.as_ref() == Some(&known.name));
    let uplink = known.and_then(|known| Some(known.uplink.as_ref()?.link));
    let own = own_link.filter(|own| uplink != Some(*own));
    let table = Table::new("[[chipset]]").says("id", id).says("on", on);
    let table = table.may_say("model", known.map(|known| &known.id)).may_say("link", own.map(link));
    self::ceilings(table, ceilings)
}

/// What it carries beside its link and its cable.
fn ceilings(table: Table, ceilings: &[Ceiling]) -> Table {
    let is_own = |ceiling: &&Ceiling| ceiling.wait.is_none();
    let Some(own) = ceilings.iter().find(is_own) else { return table };
    let rate =
        |figure: Option<narrows_model::Figure<BytesPerSec>>| figure.map(|it| it.value.exact());
    table
        .may_say("read", rate(own.read))
        .may_say("write", rate(own.write))
        .may_say("both", rate(own.both))
        .may_say("operations", own.operations.map(|it| it.value.exact()))
}

/// A cable that a machine file has a word for: its table, its kind and the link inside.
type Cable = (&'static str, &'static str, Option<String>);

/// Every tunnel, the widest of its kind and with narrower links inside; and every hub.
fn cables() -> Vec<Cable> {
    const USB: [&str; 4] = ["usb2", "usb3-5", "usb3-10", "usb3-20"];
    const PCIE: [&str; 3] = ["thunderbolt3", "thunderbolt4", "thunderbolt5"];
    let inside = (1..=4).flat_map(|generation| [1, 2, 4].map(|lanes| (generation, lanes)));
    let inside: Vec<String> =
        inside.map(|(generation, lanes)| format!("{generation}.0 x{lanes}")).collect();
    let hubs = USB.into_iter().map(|kind| ("[[hub]]", kind, None));
    let whole = USB.into_iter().chain(PCIE).map(|kind| ("[[tunnel]]", kind, None));
    let narrow = PCIE
        .into_iter()
        .flat_map(|kind| inside.iter().map(move |link| ("[[tunnel]]", kind, Some(link.clone()))));
    hubs.chain(whole).chain(narrow).collect()
}

/// The cable of these that carries what this one does, else the first that carries no less.
fn cable(kinds: Vec<Cable>, id: &Id, on: &str, ceilings: &[Ceiling]) -> Table {
    let table = |(title, kind, link): &Cable| {
        let table = Table::new(title).says("id", id).says("kind", kind);
        table.may_say("link", link.as_ref())
    };
    let carried = ceilings.iter().find(|ceiling| ceiling.kind == LimitKind::Link);
    let is_it = |kind: &&Cable| {
        let made = alone(&table(kind).says("on", "cpu")).ceilings.remove(id);
        made.is_some_and(|made| made.first() == carried)
    };
    let found = kinds.iter().find(is_it).or(kinds.last());
    let table = found.map_or_else(|| Table::new("[[tunnel]]").says("id", id), table);
    self::ceilings(table.says("on", on), ceilings)
}

/// A network link by what it carries; its frames are taken to be of 1,500 bytes.
fn network(id: &Id, on: &str, ceilings: &[Ceiling]) -> Table {
    let table = |protocol: &str, rate: GbitPerSec| {
        let table = Table::new("[[network]]").says("id", id).says("rate", rate.exact());
        table.says("protocol", protocol)
    };
    let unit = GbitPerSec::new(1.0);
    let carried = ceilings.iter().find(|ceiling| ceiling.wait.is_some());
    let made = |protocol: &str| {
        let made = alone(&table(protocol, unit).says("on", "cpu")).ceilings.remove(id)?;
        made.into_iter().next()
    };
    let likely = ["nvme-tcp", "nvme-rdma", "nfs", "smb"].into_iter().find_map(|protocol| {
        let made = made(protocol).filter(|made| Some(made.wait) == carried.map(|it| it.wait))?;
        let wanted = carried?.read?.value.get();
        Some((protocol, GbitPerSec::new(wanted / made.read?.value.get())))
    });
    let (protocol, rate) = likely.unwrap_or(("nvme-tcp", unit));
    self::ceilings(table(protocol, rate).says("on", on), ceilings)
}
