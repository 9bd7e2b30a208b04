//! Makeshifts of a placement: cards in slots that others cover, cards on riser cables, and splits that
//! the firmware is not known to offer. A placement without is preferred to any with them, whatever
//! their results.

use crate::clearance::ObstructedCard;
use crate::device::MovableDevice;
use crate::evaluate::PlacementJudge;
use crate::placement::DeviceLocation;
use crate::request::Constraint;

/// Something that a placement makes do with. Devices by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlacementMakeshift {
    /// A card in a slot that another card covers.
    Covered(ObstructedCard),
    Riser(usize),
    /// A card with more than one bay in use, whose slot the firmware is not known to split.
    Split(usize),
}

/// All makeshifts of a placement; unplaced devices add none, so that there are no fewer in any
/// placement that goes on from here.
pub fn of(
    judge: &PlacementJudge<'_>,
    locations: &[Option<DeviceLocation>],
) -> Vec<PlacementMakeshift> {
    let covered = judge
        .inventory
        .covered(judge.devices, locations)
        .into_iter()
        .map(PlacementMakeshift::Covered);
    let devices = judge.devices.iter().enumerate();
    let risers =
        devices.clone().filter(|(index, device)| is_on_riser(judge, device, locations[*index]));
    let risers = risers.map(|(index, _)| PlacementMakeshift::Riser(index));
    let risers = risers.filter(|_| !judge.request.constraints.contains(&Constraint::Risers));
    let splits =
        devices.filter(|(index, device)| is_split_unsure(judge, (*index, device), locations));
    covered.chain(risers).chain(splits.map(|(index, _)| PlacementMakeshift::Split(index))).collect()
}

/// The makeshifts of a placement, as one number: less is better.
///
/// Graphics cards closer than their assumed thickness are common where many of them are in one
/// machine: two-slot and single-slot cards, or riser cables from the long slots in an open frame.
/// One on a riser from an M.2 socket has a quarter of its lanes, and is the last resort. Whoever
/// takes riser cables has one from a covered slot as well, with all of its lanes.
pub fn cost(judge: &PlacementJudge<'_>, locations: &[Option<DeviceLocation>]) -> usize {
    let takes_risers = judge.request.constraints.contains(&Constraint::Risers);
    let is_free =
        |it: &PlacementMakeshift| takes_risers && matches!(it, PlacementMakeshift::Covered(_));
    let all = of(judge, locations).into_iter().filter(|it| !is_free(it));
    all.map(|it| weight(judge.devices, &it)).sum()
}

/// Impossible if the facts are as stated.
const PLAIN: usize = 3;
/// Of graphics cards: two slots are enough, and many have no more.
const CLOSE: usize = 1;
/// For graphics cards: more than one of them can cover and be covered by, so that none is put on a
/// riser while it fits in a slot.
const GRAPHICS_RISER: usize = 8 * PLAIN;

fn weight(devices: &[MovableDevice], makeshift: &PlacementMakeshift) -> usize {
    let device = |at: usize| devices.get(at);
    let is_graphics = |at: usize| device(at).is_some_and(MovableDevice::is_graphics);
    match *makeshift {
        PlacementMakeshift::Covered(ObstructedCard { card, by, rows }) => {
            let is_assumed = device(by).is_some_and(|by| by.thickness().is_assumed);
            let is_close = is_assumed && rows > 1 && is_graphics(card) && is_graphics(by);
            if is_close { CLOSE } else { PLAIN }
        }
        PlacementMakeshift::Riser(card) if is_graphics(card) => GRAPHICS_RISER,
        PlacementMakeshift::Riser(_) | PlacementMakeshift::Split(_) => PLAIN,
    }
}

fn is_on_riser(
    judge: &PlacementJudge<'_>,
    device: &MovableDevice,
    location: Option<DeviceLocation>,
) -> bool {
    let Some(DeviceLocation::Slot(slot)) = location else { return false };
    let Some(slot) = judge.inventory.slots.get(slot) else { return false };
    let fit = device.fit_at_all(slot.form, &slot.devices);
    fit.and_then(|fit| fit.adapter()).is_some_and(|adapter| adapter.is_riser())
}

fn is_split_unsure(
    judge: &PlacementJudge<'_>,
    (card, device): (usize, &MovableDevice),
    locations: &[Option<DeviceLocation>],
) -> bool {
    let Some(DeviceLocation::Slot(slot)) = locations[card].filter(|_| device.needs_split()) else {
        return false;
    };
    let is_unsure = judge.inventory.slots.get(slot).is_some_and(|slot| !slot.says_splits());
    // The first bay works without a split.
    is_unsure
        && locations
            .iter()
            .any(|location| matches!(location, Some(DeviceLocation::Bay(of, 1..)) if *of == card))
}
