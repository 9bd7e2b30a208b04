//! How firmware splits a slot for a card that passes its lanes on, and how many of the card's bays
//! then have lanes.
//!
//! Each bay is wired to lanes of its own: the second M.2 socket of a carrier to the slot's
//! lanes 4 to 7. It works if a part of the split begins at its first lane.

use narrows_catalog::{board, chipset, cpu};
use narrows_units::{Lanes, LinkWidth};

use super::{DeviceLocation, Placement};
use crate::device::{DeviceShape, MovableDevice};
use crate::inventory::{InventorySlot, SlotInventory, SlotPart};

/// A slot that must be split for the devices in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededSplit {
    pub slot: String,
    /// Index of the card that passes its lanes on; `None` for a connector that takes several drives by
    /// one cable.
    pub card: Option<usize>,
    pub way: Vec<Lanes>,
    /// The firmware's name for the setting; `None` if unknown.
    pub setting: Option<String>,
    /// The card's bays, or the connector's parts, that have lanes then, counted from 0.
    pub working: Vec<u8>,
    /// Bays that the card has, or parts.
    pub bays: u8,
    pub used: usize,
    pub is_known: bool,
}

/// Lanes that a slot gives the bays of a card without a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BaySockets {
    /// The parts, in lanes; only one if it is not split.
    pub way: Vec<Lanes>,
    /// The card's bays that have lanes, counted from 0.
    pub working: Vec<u8>,
}

impl InventorySlot {
    /// Whether anybody says how firmware splits it.
    pub fn says_splits(&self) -> bool {
        !self.splits.is_empty()
    }

    /// Returns the split of this link that gives lanes to most of the card's bays. If the firmware's splits
    /// are unknown, it is one that the processor supports; if those are unknown too, every bay is on its own.
    pub(super) fn sockets(&self, offered: LinkWidth, card: &MovableDevice) -> BaySockets {
        let wired = match card.shape {
            DeviceShape::Card(lanes) => lanes.min(offered.lanes.get()),
            _ => offered.lanes.get(),
        };
        let whole = vec![offered.lanes];
        let own = match (self.splits.as_slice(), self.may_split.as_slice()) {
            ([], []) => {
                let parts = wired.checked_div(card.bay.lanes).unwrap_or_default();
                vec![(0..parts).filter_map(|_| Lanes::new(card.bay.lanes)).collect()]
            }
            ([], possible) => possible.to_vec(),
            (known, _) => known.to_vec(),
        };
        let ways = std::iter::once(whole).chain(own);
        let all = ways.map(|way| BaySockets { working: working(&way, wired, card), way });
        // Only more working bays replace a way, and the link in one piece comes first: no split is
        // asked for without a gain.
        let better = |best: BaySockets, other: BaySockets| {
            if other.working.len() > best.working.len() { other } else { best }
        };
        all.fold(BaySockets { way: Vec::new(), working: Vec::new() }, better)
    }
}

/// The bays at whose first lane a part begins that is wide enough.
fn working(way: &[Lanes], wired: u8, card: &MovableDevice) -> Vec<u8> {
    let lanes = card.bay.lanes.max(1);
    let mut begins = 0_u8;
    let mut working = Vec::new();
    for part in way {
        let (bay, rest) = (begins / lanes, begins % lanes);
        let fits = begins.saturating_add(lanes) <= wired && part.get() >= lanes;
        if rest == 0 && fits && bay < card.bays {
            working.push(bay);
        }
        begins = begins.saturating_add(part.get());
    }
    working
}

impl SlotInventory {
    /// How many bays of a card that passes its lanes on have lanes in the slot where most of them do.
    pub fn most_sockets(&self, card: &MovableDevice) -> usize {
        let of_slot = |slot: &InventorySlot| {
            card.fit(slot.form, &slot.devices)?;
            Some(slot.sockets(slot.link?, card).working.len())
        };
        self.slots.iter().filter_map(of_slot).max().unwrap_or_default()
    }

    /// The slots that must be split in a placement: those with a card that passes lanes on to more
    /// than its first bay, and connectors with a part other than the first in use.
    pub fn splits(&self, devices: &[MovableDevice], at: &Placement) -> Vec<NeededSplit> {
        let offers = self.offers(devices, at);
        let carriers = devices.iter().enumerate().filter(|(_, device)| device.needs_split());
        let of_card = |(card, device): (usize, &MovableDevice)| {
            let Some(&DeviceLocation::Slot(index)) = at.locations.get(card) else { return None };
            let slot = self.slots.get(index)?;
            let link = offers.get(&slot.id)?.as_ref()?.link?;
            let bays = at.locations.iter().filter_map(|location| match *location {
                DeviceLocation::Bay(of, bay) if of == card => Some(bay),
                _ => None,
            });
            let bays: Vec<u8> = bays.collect();
            let BaySockets { way, working } = slot.sockets(link, device);
            // The first bay begins at the slot's first lane and works without a split.
            bays.iter().any(|bay| *bay > 0).then(|| NeededSplit {
                slot: slot.id.clone(),
                card: Some(card),
                way: within(way, link),
                setting: slot.split_setting.clone(),
                working,
                bays: device.bays,
                used: bays.len(),
                is_known: slot.says_splits(),
            })
        };
        carriers.filter_map(of_card).chain(self.split_connectors(at)).collect()
    }

    fn split_connectors(&self, at: &Placement) -> Vec<NeededSplit> {
        let used = at.locations.iter().filter_map(|location| match *location {
            DeviceLocation::Slot(index) => self.slots.get(index),
            DeviceLocation::Bay(..) => None,
        });
        let mut splits: Vec<NeededSplit> = Vec::new();
        for (slot, part) in used.clone().filter_map(|slot| Some((slot, slot.part.as_ref()?))) {
            match splits.iter_mut().find(|split| split.slot == part.slot) {
                Some(split) => split.used += 1,
                None => splits.push(of_connector(slot, part)),
            }
        }
        // As on a card, the first part works without a split.
        let beyond_first = used.filter_map(|slot| slot.part.as_ref()).filter(|it| it.index > 0);
        splits.retain(|split| beyond_first.clone().any(|part| part.slot == split.slot));
        splits
    }

    /// Fills in unknown firmware splits of slots from the splits of their processor.
    #[must_use]
    pub fn with_splits(mut self) -> Self {
        let board = self.board.as_deref().and_then(board::board);
        let chipset = board.and_then(|board| chipset::chipset(board.chipset.as_deref()?));
        let by_name = || self.fixed.topology.chipset.as_deref().and_then(chipset::named);
        let chipset = chipset.or_else(by_name);
        let named = self.fixed.topology.host.cpu.as_deref().and_then(cpu::of_name);
        let cpu = named.map(|known| known.row).or_else(|| chipset.and_then(cpu::of_chipset));
        let mut ways = cpu.map(cpu::Cpu::ways).unwrap_or_default();
        // Some chipsets allow fewer splits than the processor has, or none.
        if let Some(chipset) = chipset.filter(|it| !it.splits.is_empty()) {
            let by_chipset = cpu::ways(&chipset.splits);
            ways.retain(|way| by_chipset.contains(way));
        }
        let topology = &self.fixed.topology;
        for slot in &mut self.slots {
            let is_wide = slot.link.is_some_and(|link| link.lanes.get() == cpu::SHARED_LANES);
            let is_open = slot.splits.is_empty() && !topology.is_below_chipset(&slot.on);
            slot.may_split = if is_wide && is_open { ways.clone() } else { Vec::new() };
        }
        self
    }
}

/// The parts that begin within a link.
fn within(way: Vec<Lanes>, link: LinkWidth) -> Vec<Lanes> {
    let mut begins = 0_u8;
    let is_within = |part: &Lanes| {
        let is_within = begins < link.lanes.get();
        begins = begins.saturating_add(part.get());
        is_within
    };
    way.into_iter().take_while(is_within).collect()
}

fn of_connector(slot: &InventorySlot, part: &SlotPart) -> NeededSplit {
    let parts = u8::try_from(part.way.len()).unwrap_or(u8::MAX);
    NeededSplit {
        slot: part.slot.clone(),
        card: None,
        way: part.way.clone(),
        setting: slot.split_setting.clone(),
        working: (0..parts).collect(),
        bays: parts,
        used: 1,
        is_known: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::CardBay;
    use narrows_catalog::board::{SlotBus, SlotForm};

    fn ways(ways: &[&[u8]]) -> Vec<Vec<Lanes>> {
        let lanes = |way: &&[u8]| way.iter().filter_map(|&lanes| Lanes::new(lanes)).collect();
        ways.iter().map(lanes).collect()
    }

    /// The bays that have lanes, for a card with sixteen lanes in a slot with this many.
    fn bays(splits: &[&[u8]], lanes: u8, (count, bay): (u8, CardBay)) -> Vec<u8> {
        let card = MovableDevice { bays: count, bay, ..super::super::tests::carrier(16) };
        let slot = InventorySlot { splits: ways(splits), ..super::super::tests::slot() };
        slot.sockets(LinkWidth::new(4, lanes).unwrap(), &card).working
    }

    const QUAD: (u8, CardBay) = (4, CardBay { form: SlotForm::M2, bus: SlotBus::Pcie, lanes: 4 });
    const PAIR: (u8, CardBay) = (2, CardBay { form: SlotForm::X16, bus: SlotBus::Pcie, lanes: 8 });

    /// Parts of eight lanes begin at lanes 0 and 8, where the first and the third socket are wired.
    #[test]
    fn a_socket_works_where_a_part_begins() {
        assert_eq!(bays(&[&[4, 4, 4, 4]], 16, QUAD), [0, 1, 2, 3]);
        assert_eq!(bays(&[&[8, 8]], 16, QUAD), [0, 2]);
        assert_eq!(bays(&[&[8, 4, 4], &[8, 8]], 16, QUAD), [0, 2, 3]);
        assert_eq!(bays(&[&[4, 4, 4, 4]], 8, QUAD), [0, 1]);
        assert_eq!(bays(&[&[8, 8]], 8, QUAD), [0]);
        assert_eq!(bays(&[], 16, QUAD), [0, 1, 2, 3]);
        // The firmware is known to leave it in one piece.
        assert_eq!(bays(&[&[16]], 16, QUAD), [0]);
    }

    /// Two cards of eight lanes each take halves, not quarters.
    #[test]
    fn a_riser_for_two_cards_takes_halves() {
        assert_eq!(bays(&[&[8, 8]], 16, PAIR), [0, 1]);
        assert_eq!(bays(&[&[4, 4, 4, 4]], 16, PAIR), [0]);
        assert_eq!(bays(&[&[8, 8]], 8, PAIR), [0]);
    }

    /// A card for two drives has eight lanes: a part that begins at lane 8 does not reach it.
    #[test]
    fn a_short_card_has_only_the_first_lanes_of_a_slot() {
        let card = MovableDevice { bays: 2, ..super::super::tests::carrier(8) };
        let in_slot = |splits: &[&[u8]]| {
            let slot = InventorySlot { splits: ways(splits), ..super::super::tests::slot() };
            slot.sockets(LinkWidth::new(4, 16).unwrap(), &card).working
        };
        assert_eq!(in_slot(&[&[8, 8]]), [0]);
        assert_eq!(in_slot(&[&[4, 4, 8]]), [0, 1]);
    }
}
