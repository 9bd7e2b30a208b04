//! Constraints that are not met, judging by places alone.

use narrows_topology::Id;
use narrows_topology::graph::{AttachmentPoint, Node, NodeKind};

use super::PlacementView;
use crate::device::MovableDevice;
use crate::placement::DeviceLocation;
use crate::request::Constraint;

/// The constraints that do not come true, by their index. Those about arrays and line rates are judged
/// where means are chosen.
pub fn broken(view: &PlacementView<'_>) -> Vec<usize> {
    let constraints = view.judge.request.constraints.iter().enumerate();
    constraints.filter(|(_, it)| !view.fulfils(it)).map(|(index, _)| index).collect()
}

impl PlacementView<'_> {
    fn fulfils(&self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Lanes(device, lanes) => {
                self.link(*device).is_some_and(|link| link.lanes.get() >= *lanes)
            }
            Constraint::FullLink(device) => {
                let lanes = self.judge.devices.get(*device).and_then(MovableDevice::lanes);
                lanes.is_none_or(|lanes| {
                    self.link(*device).is_some_and(|link| link.lanes.get() >= lanes)
                })
            }
            Constraint::Starts(device) => self.starts(*device),
            Constraint::StartsFromAny(devices) => devices.iter().any(|&device| self.starts(device)),
            Constraint::FreeSata(ports) => self.free_sata >= *ports,
            Constraint::OnProcessor(device) => {
                attachment(&self.above(*device)) == AttachmentPoint::Cpu
            }
            Constraint::OnChipset(device) => self.on_chipset(*device),
            Constraint::Near(one, other) => self.near(*one, *other),
            Constraint::At(device, name) => self.places.get(*device).is_some_and(|place| {
                // `PCIE1` also means its parts, `PCIE1/1` and `PCIE1/2`.
                let whole = place.slot.split_once('/').map(|(whole, _)| whole);
                place.slot == *name || whole == Some(name.as_str())
            }),
            Constraint::On(device, card) => self.carrier(*device) == Some(*card),
            Constraint::Stays(device) => {
                let today: Option<&DeviceLocation> =
                    self.judge.inventory.today.locations.get(*device);
                today.is_some() && today == self.at.locations.get(*device)
            }
            Constraint::NoAdapters => !self.places.iter().any(|place| place.fit.is_adapted()),
            // Line rate is judged by the model, booting and RAID with the engine; risers only
            // spare a makeshift.
            Constraint::LineRate(..)
            | Constraint::ArrayStarts(_)
            | Constraint::FirmwareArray(_)
            | Constraint::Risers => true,
        }
    }

    fn starts(&self, device: usize) -> bool {
        self.placed(device).is_some_and(|placed| {
            self.judge.accepts(&self.judge.inventory.situation.starts(&placed))
        })
    }

    pub(super) fn on_chipset(&self, device: usize) -> bool {
        attachment(&self.above(device)) == AttachmentPoint::Chipset
    }

    fn carrier(&self, device: usize) -> Option<usize> {
        match self.at.locations.get(device)? {
            DeviceLocation::Bay(card, _) => Some(*card),
            DeviceLocation::Slot(_) => None,
        }
    }

    /// They are on one card, or one on the other; or the nearest place above both is a switch, or a
    /// processor or one of its root complexes that no chipset lies before.
    fn near(&self, one: usize, other: usize) -> bool {
        let is_on = |card: Option<usize>, of: usize| card.is_some_and(|card| card == of);
        let (with, beside) = (self.carrier(one), self.carrier(other));
        if is_on(with, other) || is_on(beside, one) || (with.is_some() && with == beside) {
            return true;
        }
        let (one, other) = (self.above(one), self.above(other));
        // Paths lead upwards: the first node that both have is the nearest.
        let is_shared = |(id, _): &&(&Id, &Node)| other.iter().any(|(at, _)| at == id);
        let Some((_, meet)) = one.iter().find(is_shared) else { return false };
        match meet.kind {
            NodeKind::Switch => true,
            NodeKind::Processor | NodeKind::RootComplex => {
                attachment(&one) != AttachmentPoint::Chipset
                    && attachment(&other) != AttachmentPoint::Chipset
            }
            _ => false,
        }
    }
}

/// Through which attachment a path leads.
pub fn attachment(path: &[(&Id, &Node)]) -> AttachmentPoint {
    let leads = |kind| path.iter().any(|(_, node)| node.kind == kind);
    let says = path.first().map_or(AttachmentPoint::Unknown, |(_, node)| node.attachment);
    match says {
        _ if leads(NodeKind::Chipset) => AttachmentPoint::Chipset,
        AttachmentPoint::Unknown if leads(NodeKind::Processor) => AttachmentPoint::Cpu,
        says => says,
    }
}
