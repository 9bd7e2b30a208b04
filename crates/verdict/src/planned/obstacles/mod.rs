//! Why there is no arrangement: needs of unplaced devices, arrays that nothing makes, and where
//! each constraint to blame could be met.
//!
//! Not here: the firmware's verdict on arrays and booting (`blame`).

mod arrays;
mod constraints;
mod crowd;

use narrows_messages::{DocumentText, Message, each_once};
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_plan::request::{ArrayConstraint, PlacementRequest};
use narrows_plan::result::{PlanCandidate, PlanConflict};
use narrows_plan::search::{self, SearchEffort};

use super::says;

/// Most lines of reasons; the rest are counted.
const MOST_LINES: usize = 5;
/// Most names in a list; the rest are counted.
const MOST_NAMES: usize = 6;
/// Arrangements to look at for an answer: any that is possible will do.
const PLACEMENTS: u64 = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InfeasibilityCause {
    /// Nothing was found, but not everything was looked at.
    Unfinished,
    /// These constraints contradict each other.
    Constraints,
    /// Nothing makes these arrays, by their index.
    Arrays(Vec<usize>),
    /// These devices find no place.
    Devices(Vec<usize>),
}

/// Looks for why.
#[derive(Clone, Copy)]
pub(super) struct ObstacleSearch<'a> {
    pub(super) inventory: &'a SlotInventory,
    pub(super) devices: &'a [MovableDevice],
    pub(super) ask: &'a PlacementRequest,
}

/// Why not, in words: at most a handful of lines.
pub fn stands_against(
    inventory: &SlotInventory,
    (devices, ask): (&[MovableDevice], &PlacementRequest),
    impossible: &PlanConflict,
) -> Vec<DocumentText> {
    let obstacles = ObstacleSearch { inventory, devices, ask };
    let blame = obstacles.blame(impossible);
    match &blame {
        InfeasibilityCause::Arrays(arrays) => vec![obstacles.unmade(arrays).into()],
        _ => obstacles.lines(&blame, impossible),
    }
}

impl ObstacleSearch<'_> {
    pub(super) fn blame(&self, impossible: &PlanConflict) -> InfeasibilityCause {
        if !impossible.constraints.is_empty() {
            return InfeasibilityCause::Constraints;
        }
        if !impossible.proven {
            return InfeasibilityCause::Unfinished;
        }
        let homeless = crowd::homeless(self);
        if !homeless.is_empty() {
            return InfeasibilityCause::Devices(homeless);
        }
        if !self.ask.arrays.is_empty()
            && self.found(self.devices, &PlacementRequest::default()).is_some()
        {
            return InfeasibilityCause::Arrays(self.arrays());
        }
        InfeasibilityCause::Devices(impossible.devices.clone())
    }

    /// The lines that say why.
    pub(super) fn lines(
        &self,
        blame: &InfeasibilityCause,
        impossible: &PlanConflict,
    ) -> Vec<DocumentText> {
        let lines = match blame {
            InfeasibilityCause::Unfinished | InfeasibilityCause::Arrays(_) => Vec::new(),
            InfeasibilityCause::Constraints => {
                // Constraints to blame, and the arrays that they cannot come true beside.
                let arrays = self.arrays_against(&impossible.constraints);
                let arrays: Vec<ArrayConstraint> =
                    arrays.into_iter().filter_map(|at| self.ask.arrays.get(at).cloned()).collect();
                let of_arrays: Vec<Message> =
                    arrays.iter().filter_map(|it| self.of_array(it)).collect();
                of_arrays
                    .into_iter()
                    .chain(self.of_constraints(&impossible.constraints, &arrays))
                    .collect()
            }
            InfeasibilityCause::Devices(devices) => self.of_devices(devices, impossible),
        };
        // Each line once, and a handful of them.
        let mut all = each_once(lines.into_iter().map(DocumentText::from));
        let more = all.len().saturating_sub(MOST_LINES);
        if more > 0 {
            all.truncate(MOST_LINES);
            all.push(Message::new("plan-more-lines").count("count", more).into());
        }
        all
    }

    fn of_devices(&self, devices: &[usize], impossible: &PlanConflict) -> Vec<Message> {
        let mut lines = self.of_cards_cut_short(devices);
        let crowds = crowd::lines(self);
        if !crowds.is_empty() {
            lines.extend(crowds);
            return lines;
        }
        for &device in devices {
            lines.extend(self.of_device(device, devices));
        }
        if lines.is_empty() {
            let has_slot = |clash: &&PlacementClash| !matches!(clash, PlacementClash::NoFit(..));
            let said = impossible.clashes.iter().filter(has_slot);
            lines.extend(said.map(|it| says::clash(it, self.inventory, self.devices, &[])));
        }
        lines
    }

    /// Cards with a bay for any of these, of whose bays no slot here serves all.
    fn of_cards_cut_short(&self, devices: &[usize]) -> Vec<Message> {
        let has_bay = |card: &MovableDevice| {
            devices.iter().any(|at| self.devices[*at].fit_in_bay(card).is_some())
        };
        let cards = self.devices.iter().filter(|card| card.bays > 0 && has_bay(card));
        cards.filter_map(|card| self.sockets_cut(card)).collect()
    }

    /// That no slot serves all bays of a card, if so.
    fn sockets_cut(&self, card: &MovableDevice) -> Option<Message> {
        let most = self.inventory.most_sockets(card);
        let message = Message::new("plan-obstacle-sockets").with("card", &card.id);
        (card.needs_split() && most < usize::from(card.bays))
            .then(|| message.with("bays", card.bays).count("count", most))
    }

    /// Why one finds no place while all but `out` have theirs.
    fn of_device(&self, device: usize, out: &[usize]) -> Vec<Message> {
        let kept = self.devices.iter().enumerate().filter(|(at, _)| !out.contains(at));
        let mut devices: Vec<MovableDevice> = kept.map(|(_, device)| device.clone()).collect();
        let Some(rest) = self.found(&devices, &PlacementRequest::default()) else {
            return Vec::new();
        };
        let (locations, own) = (rest.placement.locations, devices.len());
        devices.push(self.devices[device].clone());
        let mut taken: Vec<Message> = Vec::new();
        let mut lines: Vec<Message> = Vec::new();
        for at in self.fitting(device) {
            if let Some(by) =
                locations.iter().position(|location| *location == DeviceLocation::Slot(at))
            {
                let message = Message::new("plan-put").with("piece", &devices[by].id);
                taken.push(message.with("slot", &self.inventory.slots[at].id));
                continue;
            }
            let locations: Vec<DeviceLocation> =
                locations.iter().copied().chain([DeviceLocation::Slot(at)]).collect();
            let placement = Placement { locations, settings: rest.placement.settings.clone() };
            let clashes = self.inventory.places(&devices, &placement).err().unwrap_or_default();
            // Rather an objection to this device than to one that it switches off.
            let clash = clashes.iter().find(|it| about(it) == own).or(clashes.first());
            let said = |it| says::clash(it, self.inventory, &devices, &placement.locations);
            lines.extend(clash.map(said));
        }
        if !taken.is_empty() {
            let message =
                Message::new("plan-obstacle-taken").with("piece", &self.devices[device].id);
            lines.push(message.text("puts", list(taken)));
        }
        lines
    }

    /// The slots whose form takes a device.
    fn fitting(&self, device: usize) -> Vec<usize> {
        let slots = self.inventory.slots.iter().enumerate();
        let fits = slots.filter(|(_, slot)| {
            self.devices[device].fit_at_all(slot.form, &slot.devices).is_some()
        });
        fits.map(|(at, _)| at).collect()
    }

    /// The arrays that nothing makes each by itself; all, if each alone could be.
    fn arrays(&self) -> Vec<usize> {
        let all = 0..self.ask.arrays.len();
        let is_impossible = |at: &usize| {
            let arrays = vec![self.ask.arrays[*at].clone()];
            self.found(self.devices, &PlacementRequest { arrays, ..PlacementRequest::default() })
                .is_none()
        };
        let blamed: Vec<usize> = all.clone().filter(is_impossible).collect();
        if blamed.is_empty() { all.collect() } else { blamed }
    }

    /// Any arrangement of these devices that meets the request.
    fn found(&self, devices: &[MovableDevice], ask: &PlacementRequest) -> Option<PlanCandidate> {
        let effort = SearchEffort {
            placements: PLACEMENTS,
            top: 1,
            allow_unknown: true,
            ..SearchEffort::default()
        };
        search::best(self.inventory, devices, ask, &effort).ok()?.candidates.into_iter().next()
    }

    /// The names of devices, the first few if they are many.
    pub(super) fn names(&self, devices: &[usize]) -> DocumentText {
        let names = devices.iter().filter_map(|&at| self.devices.get(at));
        list(names.map(|device| device.id.as_str()))
    }
}

/// The first few in a row, if they are many.
fn list<T: Into<DocumentText>>(names: impl IntoIterator<Item = T>) -> DocumentText {
    let mut names: Vec<DocumentText> = names.into_iter().map(Into::into).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    match more {
        0 => DocumentText::list("between-names", names),
        more => {
            let message = Message::new("plan-and-more").list("names", "between-names", names);
            message.count("count", more).into()
        }
    }
}

fn about(clash: &PlacementClash) -> usize {
    match *clash {
        PlacementClash::NoFit(at, _)
        | PlacementClash::Taken(at, _)
        | PlacementClash::Off(at, _)
        | PlacementClash::NoLanes(at)
        | PlacementClash::NoSplit(at)
        | PlacementClash::NoBay(at) => at,
    }
}

#[cfg(test)]
mod tests;
