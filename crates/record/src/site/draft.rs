//! Free slots of a machine whose board nobody knows: those that most boards with its chipset have,
//! without those in use.
//!
//! For: `plan` on a capture, so that "add two drives to this machine" has an answer, and what `learn` asks
//! about. Nothing here was
//! observed; the site's notes say so and name the slots, and each has the basis *assumed*.
//!
//! Not here: what the board really has (`--board`, a board file).

use narrows_catalog::board::{CHIPSET, CPU, Device, Form};
use narrows_catalog::chipset::{self, Chipset};
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_plan::piece::Piece;
use narrows_plan::placement::Spot;
use narrows_plan::site::{Seat, Site};
use narrows_topology::graph::{Door, Node, NodeKind, Note};
use narrows_topology::{Id, Topology};

use super::of_chipset;

/// A card with so many lanes is in a slot of the processor.
const WIDE: u8 = 8;

/// The site with the free slots that its board may have. As it is where the chipset is not known, or
/// its lanes are not: then nothing can be said.
pub fn drafted(site: Site) -> Site {
    let Some((chipset, free)) = free(&site) else { return site };
    let free: Vec<Seat> = free.into_iter().filter_map(|seat| placed(&site, seat)).collect();
    if free.is_empty() {
        return site;
    }
    with_free(site, free, &chipset.name)
}

/// The free slots that its board may have, on `cpu` and `chipset`; none where nothing can be said.
pub fn usual_free(site: &Site) -> Vec<Seat> {
    free(site).map(|(_, free)| free).unwrap_or_default()
}

fn free(site: &Site) -> Option<(&'static Chipset, Vec<Seat>)> {
    let topology = &site.fixed.topology;
    let chipset = chipset::likeliest(topology.chipset.as_deref()?, chipsets(topology).count())?;
    let mut free = of_chipset(chipset).ok()?.seats;
    for kind in in_use(site) {
        kind.take(&mut free);
    }
    Some((chipset, free))
}

fn with_free(mut site: Site, free: Vec<Seat>, chipset: &str) -> Site {
    let names: Vec<&str> = free.iter().map(|seat| seat.id.as_str()).collect();
    let text =
        Message::new("seen-drafted").with("chipset", chipset).with("slots", names.join(", "));
    site.fixed.topology.notes.push(Note { about: None, text });
    site.seats.extend(free);
    site.with_lanes()
}

/// The slot on the nodes of this machine, under a name that nothing else has.
fn placed(site: &Site, seat: Seat) -> Option<Seat> {
    let topology = &site.fixed.topology;
    let on =
        if seat.on.as_str() == CHIPSET { chipset_of(topology) } else { processor_of(topology) };
    let is_taken =
        |name: &str| site.seat(name).is_some() || topology.nodes.contains_key(&Id::new(name));
    let id = if is_taken(&seat.id) { format!("free {}", seat.id) } else { seat.id };
    Some(Seat { id, on: on?.clone(), ..seat })
}

fn processor_of(topology: &Topology) -> Option<&Id> {
    topology.nodes.iter().find(|(_, node)| node.kind == NodeKind::Processor).map(|(id, _)| id)
}

/// The chipset nearest to the processor: others hang on it.
fn chipset_of(topology: &Topology) -> Option<&Id> {
    chipsets(topology).min_by_key(|id| topology.path(id).count())
}

fn chipsets(topology: &Topology) -> impl Iterator<Item = &Id> {
    let chipsets = topology.nodes.iter().filter(|(_, node)| node.kind == NodeKind::Chipset);
    chipsets.map(|(id, _)| id)
}

/// What something takes away from the usual slots.
struct InUse {
    on: &'static str,
    /// The forms that it may be in, the likeliest first.
    forms: &'static [Form],
}

impl InUse {
    /// One slot fewer, of the first form of which one is left.
    fn take(&self, free: &mut Vec<Seat>) {
        let found = self.forms.iter().find_map(|form| {
            let is_it = |seat: &Seat| seat.on.as_str() == self.on && seat.form == Some(*form);
            free.iter().position(is_it)
        });
        if let Some(at) = found {
            free.remove(at);
        }
    }
}

/// What is in the machine: pieces where they are today, and devices soldered to ports of the chipset.
fn in_use(site: &Site) -> Vec<InUse> {
    let whole = site.machine(&site.pieces, &site.today, &[]).unwrap_or_default();
    let seated = site.pieces.iter().zip(&site.today.spots).filter_map(|(piece, spot)| {
        let Spot::Seat(seat) = spot else { return None };
        let seat = site.seats.get(*seat)?;
        Some(of_piece(piece, door(&whole, &seat.on)))
    });
    let empty = site
        .seats
        .iter()
        .enumerate()
        .filter(|(index, _)| !site.today.spots.contains(&Spot::Seat(*index)));
    let empty = empty.map(|(_, seat)| of_port(seat, door(&whole, &seat.on)));
    let soldered = site.fixed.topology.nodes.iter().filter(|(_, node)| is_soldered(node));
    let soldered = soldered.map(|(id, node)| of_lanes(door(&whole, id), lanes(node)));
    seated.chain(empty).chain(soldered).collect()
}

fn door(machine: &Machine, id: &Id) -> &'static str {
    let is_chipset = |node: &Node| node.kind == NodeKind::Chipset || node.door == Door::Chipset;
    if machine.topology.path(id).any(|(_, node)| is_chipset(node)) { CHIPSET } else { CPU }
}

fn of_piece(piece: &Piece, on: &'static str) -> InUse {
    if piece.device == Device::Sata {
        return InUse { on: CHIPSET, forms: &[Form::Sata, Form::Sata3g] };
    }
    match piece.link.map(|link| link.lanes.get()) {
        _ if piece.is_graphics() => InUse { on, forms: &[Form::X16] },
        Some(WIDE..) => InUse { on, forms: &[Form::X16] },
        _ if piece.drive().is_some() => InUse { on, forms: &[Form::M2, Form::X16] },
        lanes => of_lanes(on, lanes),
    }
}

fn of_port(seat: &Seat, on: &'static str) -> InUse {
    of_lanes(on, seat.link.map(|link| link.lanes.get()))
}

fn of_lanes(on: &'static str, lanes: Option<u8>) -> InUse {
    match lanes {
        Some(WIDE..) => InUse { on, forms: &[Form::X16, Form::M2] },
        Some(2..) => InUse { on, forms: &[Form::M2, Form::X16] },
        _ => InUse { on, forms: &[Form::X1] },
    }
}

/// A device of its own on lanes, other than a bridge or a function inside processor or chipset.
fn is_soldered(node: &Node) -> bool {
    let is_device = matches!(
        node.kind,
        NodeKind::Network | NodeKind::Usb | NodeKind::Storage(_) | NodeKind::Other | NodeKind::Gpu
    );
    let is_first = node.address.is_none_or(|address| address == address.first_function());
    is_device && is_first && node.link.as_ref().is_some_and(|link| !link.internal)
}

fn lanes(node: &Node) -> Option<u8> {
    let link = node.link.as_ref()?;
    link.current.or(link.possible).map(|link| link.lanes.get())
}
