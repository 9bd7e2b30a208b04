//! Which slots thick cards cover.
//!
//! A card that is two slots thick covers the row after its own. Boards say in which rows their slots
//! are; if they do not, nothing is concluded.

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::DeviceLocation;

/// A card in a slot that another card covers. Both by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObstructedCard {
    /// The card for which there is no room.
    pub card: usize,
    /// The card that covers its slot.
    pub by: usize,
    /// Rows from that to it: a card this many slots thick leaves it room.
    pub rows: u8,
}

struct StandingCard {
    device: usize,
    /// `None` if the slot's row is unknown.
    row: Option<u8>,
}

impl SlotInventory {
    /// The cards in slots that others cover; unplaced devices cover nothing.
    pub fn covered(
        &self,
        devices: &[MovableDevice],
        locations: &[Option<DeviceLocation>],
    ) -> Vec<ObstructedCard> {
        let standing = self.standing(locations);
        let mut covered = Vec::new();
        for by in &standing {
            let Some((row, device)) = by.row.zip(devices.get(by.device)) else { continue };
            let rows = self.rows_covered(by.device, device);
            let is_below = |other: &&StandingCard| {
                other.row.is_some_and(|other| other > row && other - row <= rows)
            };
            let below = standing.iter().filter(is_below);
            covered.extend(below.map(|other| ObstructedCard {
                card: other.device,
                by: by.device,
                rows: other.row.map_or(0, |other| other - row),
            }));
        }
        covered
    }

    /// The slots for cards that a card in another row covers, each with that card. Both by their index.
    pub fn slots_covered(
        &self,
        devices: &[MovableDevice],
        at: &[Option<DeviceLocation>],
    ) -> Vec<(usize, usize)> {
        let slots = self.slots.iter().enumerate().filter(|(_, slot)| slot.is_for_cards());
        let slots: Vec<(usize, u8)> =
            slots.filter_map(|(index, slot)| Some((index, slot.row?))).collect();
        let mut covered = Vec::new();
        for by in self.standing(at) {
            let Some((row, device)) = by.row.zip(devices.get(by.device)) else { continue };
            let last = row.saturating_add(self.rows_covered(by.device, device));
            let below = slots.iter().filter(|(_, other)| *other > row && *other <= last);
            covered.extend(below.map(|(slot, _)| (*slot, by.device)));
        }
        covered
    }

    /// Thick cards beside others, if the distance of their slots is unknown: empty if all rows are
    /// known, or all of them are there today.
    pub fn clearance_unknown(
        &self,
        devices: &[MovableDevice],
        locations: &[Option<DeviceLocation>],
    ) -> Vec<usize> {
        let standing = self.standing(locations);
        let is_thick = |it: &StandingCard| {
            devices.get(it.device).is_some_and(|device| self.rows_covered(it.device, device) > 0)
        };
        let is_moved = |it: &StandingCard| {
            self.today.locations.get(it.device).copied() != locations[it.device]
        };
        let is_open = standing.iter().any(|it| it.row.is_none()) && standing.iter().any(is_moved);
        match standing.len() > 1 && is_open && standing.iter().any(is_thick) {
            true => standing.iter().filter(|it| is_thick(it)).map(|it| it.device).collect(),
            false => Vec::new(),
        }
    }

    /// Cards beside others whose thickness is only assumed, and keeps rows free.
    pub fn assumed_thick(
        &self,
        devices: &[MovableDevice],
        locations: &[Option<DeviceLocation>],
    ) -> Vec<usize> {
        let standing = self.standing(locations);
        let is_assumed = |it: &&StandingCard| {
            let device = devices.get(it.device).filter(|device| device.thickness().is_assumed);
            it.row.is_some()
                && device.is_some_and(|device| self.rows_covered(it.device, device) > 0)
        };
        let all = standing.iter().filter(is_assumed).map(|it| it.device);
        if standing.len() > 1 { all.collect() } else { Vec::new() }
    }

    /// Occupants of slots for cards: cards, and drives on cards.
    fn standing(&self, locations: &[Option<DeviceLocation>]) -> Vec<StandingCard> {
        let standing = locations.iter().enumerate().filter_map(|(device, location)| {
            let Some(DeviceLocation::Slot(slot)) = location else { return None };
            let slot = self.slots.get(*slot).filter(|slot| slot.is_for_cards())?;
            Some(StandingCard { device, row: slot.row })
        });
        standing.collect()
    }

    /// Rows after its own that a device covers. The machine's arrangement today bounds the thickness of
    /// a card, if unknown.
    fn rows_covered(&self, index: usize, device: &MovableDevice) -> u8 {
        let thickness = device.thickness();
        let rows = thickness.rows_covered();
        // A card that is not in the machine yet has no neighbours of today.
        if rows == 0 || !thickness.is_assumed || index >= self.today.locations.len() {
            return rows;
        }
        let today: Vec<Option<DeviceLocation>> =
            self.today.locations.iter().copied().map(Some).collect();
        let standing = self.standing(&today);
        let own = standing.iter().find(|it| it.device == index).and_then(|it| it.row);
        let Some(own) = own else { return rows };
        let below = standing.iter().filter_map(|it| it.row?.checked_sub(own + 1));
        below.min().map_or(rows, |free| rows.min(free))
    }
}

impl crate::inventory::InventorySlot {
    /// A card stands in it upright.
    pub fn is_for_cards(&self) -> bool {
        self.form.is_some_and(|form| crate::adapter::length(form).is_some())
    }
}

#[cfg(test)]
mod tests {
    use narrows_catalog::board::SlotForm;
    use narrows_units::LinkWidth;

    use super::*;
    use crate::device::Thickness;
    use crate::inventory::InventorySlot;
    use crate::placement::Placement;
    use crate::placement::tests::{card, slot};

    /// Slots in rows 1, 2, 4 and one whose row is unknown.
    fn inventory() -> SlotInventory {
        let row = |row: Option<u8>| InventorySlot { row, ..slot() };
        let rows = [Some(1), Some(2), Some(4), None];
        SlotInventory { slots: rows.into_iter().map(row).collect(), ..SlotInventory::default() }
    }

    fn at(slots: &[usize]) -> Vec<Option<DeviceLocation>> {
        slots.iter().map(|slot| Some(DeviceLocation::Slot(*slot))).collect()
    }

    fn thick(slots: f64) -> MovableDevice {
        MovableDevice { thickness: Some(Thickness { slots, is_assumed: false }), ..card("t", 16) }
    }

    fn thin() -> MovableDevice {
        thick(1.0)
    }

    /// From row 1 a card of two slots covers row 2, one of 2.5 or three rows 2 and 3, one of 3.5 row 4
    /// as well; it covers nothing above itself.
    #[test]
    fn a_thick_card_covers_the_rows_after_its_own() {
        let covers = |slots: f64, own: usize, other: usize| {
            !inventory().covered(&[thick(slots), thin()], &at(&[own, other])).is_empty()
        };
        assert!(covers(2.0, 0, 1) && !covers(2.0, 0, 2) && !covers(1.0, 0, 1));
        assert!(covers(2.5, 0, 1) && !covers(3.0, 0, 2) && covers(3.5, 0, 2));
        assert!(!covers(3.5, 2, 1));
        let covered = inventory().covered(&[thick(2.0), thin()], &at(&[0, 1]));
        assert_eq!(covered, [ObstructedCard { card: 1, by: 0, rows: 1 }]);
    }

    /// A slot is covered whether or not it is occupied.
    #[test]
    fn slots_are_covered_whatever_is_in_them() {
        let covered = |devices: &[MovableDevice], slots: &[usize]| {
            inventory().slots_covered(devices, &at(slots))
        };
        assert_eq!(covered(&[thick(3.5)], &[0]), [(1, 0), (2, 0)]);
        assert_eq!(covered(&[thick(2.0), thin()], &[0, 1]), [(1, 0)]);
        assert!(covered(&[thin()], &[0]).is_empty());
        assert!(covered(&[thick(3.5)], &[3]).is_empty());
    }

    /// If a slot's row is unknown, nothing is covered, and that is reported.
    #[test]
    fn nothing_is_concluded_of_slots_in_unknown_rows() {
        let devices = [thick(4.0), thin()];
        for slots in [[0, 3], [3, 0]] {
            assert!(inventory().covered(&devices, &at(&slots)).is_empty());
            assert_eq!(inventory().clearance_unknown(&devices, &at(&slots)), [0]);
        }
        assert!(inventory().clearance_unknown(&devices, &at(&[0, 1])).is_empty());
        assert!(inventory().clearance_unknown(&devices[..1], &at(&[3])).is_empty());
    }

    /// A module flat on the board is below a card and not in its way.
    #[test]
    fn what_is_no_card_is_not_covered() {
        let mut inventory = inventory();
        inventory.slots[1].form = Some(SlotForm::M2);
        assert!(inventory.covered(&[thick(3.0), thin()], &at(&[0, 1])).is_empty());
    }

    /// Two cards are in rows 1 and 2 today: the first is one slot thick, whatever such cards usually are.
    #[test]
    fn what_stands_there_today_shows_how_thick_a_card_is_at_most() {
        let link = LinkWidth::new(4, 16);
        let graphics = MovableDevice { thickness: None, link, ..card("g", 16) };
        let devices = [graphics, thin()];
        assert!(!inventory().covered(&devices, &at(&[0, 1])).is_empty());
        assert_eq!(inventory().assumed_thick(&devices, &at(&[0, 1])), [0]);
        let today = Placement {
            locations: vec![DeviceLocation::Slot(0), DeviceLocation::Slot(1)],
            ..Placement::default()
        };
        let observed = SlotInventory { today, ..inventory() };
        assert!(observed.covered(&devices, &at(&[0, 1])).is_empty());
        assert!(observed.assumed_thick(&devices, &at(&[0, 1])).is_empty());
        assert_eq!(observed.covered(&[thick(2.0), thin()], &at(&[0, 1])).len(), 1);
    }
}
