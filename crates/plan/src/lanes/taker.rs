//! Who takes lanes of a provider, or would.

use std::collections::BTreeSet;

use narrows_catalog::board::{LaneUser, SlotBus};
use narrows_catalog::chipset;
use narrows_topology::Id;
use narrows_topology::graph::{FactBasis, Node, NodeKind};

use super::view::LaneView;
use super::{LaneTaker, LaneTakerKind, SataPortBudget};
use crate::device::MovableDevice;
use crate::inventory::InventorySlot;

/// All that take lanes of this provider, present devices first. `None` for those below no provider.
pub(super) fn of(view: &LaneView<'_>, provider: Option<&Id>) -> Vec<LaneTaker> {
    // Devices with a link, switches first. Functions of one device share its link and count once.
    let nodes = &view.machine.topology.nodes;
    let mut with_link: Vec<(&Id, &Node)> =
        nodes.iter().filter(|(_, node)| takes_lanes(node) || view.hides_its_link(node)).collect();
    // Switches first: of several functions behind one port the switch stands for all.
    with_link.sort_by_key(|(_, node)| node.kind != NodeKind::Switch);
    let mut ports = BTreeSet::new();
    let own = |node: &Node| node.parent.as_ref().and_then(|above| view.provider(above));
    let mine = with_link.into_iter().filter(|(_, node)| own(node).as_ref() == provider);
    let once = mine.filter(|(_, node)| {
        let port = node.link.as_ref().and_then(|link| link.port.clone());
        port.is_none_or(|port| ports.insert(port))
    });
    let mut takers: Vec<(usize, LaneTaker)> = once
        .map(|(id, node)| {
            (view.slot(id).map_or(usize::MAX, |(index, _)| index), taker(view, id, node))
        })
        .collect();
    takers.sort_by_key(|(slot, _)| *slot);
    let mut takers: Vec<LaneTaker> = takers.into_iter().map(|(_, taker)| taker).collect();
    takers.extend(on_board(view, provider));
    takers.sort_by_key(|taker| taker.kind);
    takers.extend(empty(view, provider));
    takers
}

fn takes_lanes(node: &Node) -> bool {
    let is_end = !matches!(
        node.kind,
        NodeKind::Processor | NodeKind::RootComplex | NodeKind::RootPort | NodeKind::DownstreamPort
    );
    let link = node.link.as_ref().filter(|link| !link.internal);
    is_end && link.is_some_and(|link| link.current.is_some()) && !is_hidden_uplink(node)
}

/// A chipset whose uplink takes none of the processor's PCIe lanes: Intel's DMI.
fn is_hidden_uplink(node: &Node) -> bool {
    let is_shown = |name: &str| {
        let uplink = chipset::named(name).and_then(|chipset| chipset.uplink.as_ref());
        uplink.is_some_and(|uplink| uplink.shown)
    };
    let is_visible = node.address.is_some() || node.name.as_deref().is_some_and(is_shown);
    node.kind == NodeKind::Chipset && !is_visible
}

fn taker(view: &LaneView<'_>, id: &Id, node: &Node) -> LaneTaker {
    let link = node.link.as_ref();
    let current = link.and_then(|link| link.current);
    let now = current.map(|current| u32::from(current.lanes.get()));
    let device = view.device(id);
    let slot = view.slot(id).filter(|_| device.is_some_and(|device| is_root(device, id)));
    let kind = match node.kind {
        _ if device.is_some() => LaneTakerKind::Device,
        NodeKind::Switch | NodeKind::Chipset => LaneTakerKind::Uplink,
        _ => LaneTakerKind::OnBoard,
    };
    LaneTaker {
        id: called(view, id),
        name: name_of(view, id, node),
        slot: node.slot.as_ref().map(|(slot, _)| slot.clone()),
        kind,
        now,
        filled: slot.and_then(|(_, slot)| filled(view, slot, now)).or(now),
        link: current,
        basis: link.map_or(FactBasis::Assumed, |link| link.basis),
    }
}

/// Lanes that a slot takes when all are in use. The capability of an observed port does not show
/// how its lanes are split, so that its current width counts, or less if a rule says so.
fn filled(view: &LaneView<'_>, slot: &InventorySlot, now: Option<u32>) -> Option<u32> {
    let offer = view.filled.get(&slot.id)?.as_ref()?;
    let lanes = u32::from(offer.link?.lanes.get());
    if slot.basis == FactBasis::Observed { now.map(|now| now.min(lanes)) } else { Some(lanes) }
}

/// A node's name in results: the device that it is the root of, else its only drive.
pub(super) fn called(view: &LaneView<'_>, id: &Id) -> String {
    if let Some(device) = view.device(id).filter(|device| is_root(device, id)) {
        return device.id.clone();
    }
    match view.drives_on(id) {
        [only] => only.to_string(),
        _ => id.to_string(),
    }
}

fn is_root(device: &MovableDevice, id: &Id) -> bool {
    device.body.nodes.first().is_some_and(|(root, _)| root == id)
}

/// The common name of a node, or of the only drive on it; `None` if that is its id. A controller with
/// several drives goes by its own name.
pub(super) fn name_of(view: &LaneView<'_>, id: &Id, node: &Node) -> Option<String> {
    let drives = view.drives_on(id);
    let model = drives.first().and_then(|id| view.machine.topology.drives.get(id)?.model.clone());
    let own = node.name.clone();
    let name = if drives.len() > 1 { own.or(model) } else { model.or(own) };
    name.filter(|name| name != id.as_str())
}

/// On-board devices that the board's entry lists, where the machine shows none of its own.
///
/// A listing has them all, and a machine file that names one is its author's count: the same chip under another name
/// would count twice.
fn on_board(view: &LaneView<'_>, provider: Option<&Id>) -> Vec<LaneTaker> {
    let nodes = &view.machine.topology.nodes;
    let is_own = |(id, node): (&Id, &Node)| {
        let is_shared = matches!(node.kind, NodeKind::Switch | NodeKind::Chipset);
        let is_elsewhere = view.slot(id).is_some() || !view.drives_on(id).is_empty();
        takes_lanes(node) && !is_shared && !is_elsewhere
    };
    if nodes.iter().any(is_own) {
        return Vec::new();
    }
    let users = view.board.into_iter().flat_map(|board| &board.users);
    let mine = users.filter(|user| view.named(&user.on).as_ref() == provider);
    let mine = mine.filter(|user| user.lanes != Some(0));
    let of_user = |user: &LaneUser| LaneTaker {
        id: user.name.clone(),
        name: None,
        slot: None,
        kind: LaneTakerKind::OnBoard,
        now: user.lanes.map(u32::from),
        filled: user.lanes.map(u32::from),
        link: None,
        basis: FactBasis::Documented,
    };
    let mut takers: Vec<LaneTaker> = mine.map(of_user).collect();
    takers.sort_by_key(|taker| std::cmp::Reverse(taker.now));
    takers
}

/// Empty slots that have lanes.
fn empty(view: &LaneView<'_>, provider: Option<&Id>) -> Vec<LaneTaker> {
    let free = view.slots().filter(|(slot, device)| device.is_none() && slot.link.is_some());
    let mine = free.filter(|(slot, _)| {
        let offer = view.now.get(&slot.id).and_then(Option::as_ref);
        let on = offer.map_or_else(|| slot.on.clone(), |offer| Id::new(&offer.on));
        view.provider(&on).as_ref() == provider
    });
    let mut takers: Vec<LaneTaker> = mine.map(|(slot, _)| empty_slot(view, slot)).collect();
    takers.sort_by_key(|taker| taker.kind);
    takers
}

fn empty_slot(view: &LaneView<'_>, slot: &InventorySlot) -> LaneTaker {
    let offer = |offers: &narrows_catalog::board::Offers| {
        offers.get(&slot.id).and_then(Option::as_ref).and_then(|offer| offer.link)
    };
    let (now, filled) = (offer(&view.now), offer(&view.filled));
    let lanes = filled.filter(|_| now.is_some()).map(|link| u32::from(link.lanes.get()));
    LaneTaker {
        id: slot.id.clone(),
        name: None,
        slot: Some(slot.id.clone()),
        kind: if now.is_some() { LaneTakerKind::Empty } else { LaneTakerKind::Off },
        now: Some(0),
        filled: lanes,
        link: now,
        basis: slot.basis,
    }
}

pub(super) fn sata(view: &LaneView<'_>) -> SataPortBudget {
    let mut ports = SataPortBudget::default();
    for (slot, device) in view.slots() {
        if slot.link.is_some() || !slot.devices.contains(&SlotBus::Sata) {
            continue;
        }
        let is_on = view.now.get(&slot.id).is_some_and(Option::is_some);
        let list = match (device, is_on) {
            (Some(_), _) => &mut ports.taken,
            (None, true) => &mut ports.free,
            (None, false) => &mut ports.off,
        };
        list.push(slot.id.clone());
    }
    ports
}
