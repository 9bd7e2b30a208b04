//! Advice on places, over the boards of the catalogue with drives and cards anywhere on them: it names
//! no place that is taken and stays so, and no gain that the planner does not find.

use std::collections::BTreeSet;

use narrows_catalog::board;
use narrows_files::inventory::{devices_named, of_board};
use narrows_plan::better::{self, BetterArrangement};
use narrows_plan::evaluate::{PlacementJudge, never};
use narrows_plan::graphics;
use narrows_plan::growth::{DriveGrowth, grown};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::narrow::narrow;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::search::{PlacementSearch, SearchEffort};
use narrows_plan::words;
use narrows_record::predict::LimitRecordKind;
use narrows_record::sharing::{
    CapacityRange, CauseRemedy, SharedLimit, SharingCause, SharingRecord,
};
use narrows_verdict::advice;

const DRIVES: [&str; 3] =
    ["samsung-950-pro-256gb", "intel-ssd-750-400gb@aic", "plextor-px-256m8pe"];

/// Numbers from 0 to 1, by Lehmer.
struct Random(u64);

impl Random {
    fn part(&mut self) -> f64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 as f64 / 2_147_483_647.0
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.part() * count as f64) as usize).min(count.saturating_sub(1))
    }
}

/// Drives of the catalogue; those not in it under these names are left out.
fn devices(random: &mut Random) -> Vec<narrows_plan::device::MovableDevice> {
    let count = 2 + random.below(3);
    let names: Vec<&str> = (0..count).map(|_| DRIVES[random.below(DRIVES.len())]).collect();
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let mut list: Vec<String> =
        counts.iter().map(|(name, count)| format!("{count}x {name}")).collect();
    list.extend((random.part() < 0.6).then(|| "gpu".to_owned()));
    devices_named(&list.join(",")).unwrap()
}

/// The board with some drives, each in any slot that it fits; `None` if they find no slots.
fn populated(board: &board::Board, random: &mut Random) -> Option<SlotInventory> {
    let mut inventory = of_board(board).unwrap();
    let mut today = Placement::default();
    for device in devices(random) {
        inventory.devices.push(device);
        let mut slots: Vec<usize> = (0..inventory.slots.len()).collect();
        let mut found = false;
        while !slots.is_empty() && !found {
            let slot = slots.swap_remove(random.below(slots.len()));
            today.locations.push(DeviceLocation::Slot(slot));
            found = inventory.places(&inventory.devices, &today).is_ok();
            if !found {
                today.locations.pop();
            }
        }
        if !found {
            inventory.devices.pop();
        }
    }
    inventory.today = today;
    (inventory.devices.len() > 1).then(|| inventory.with_lanes())
}

fn machines() -> impl Iterator<Item = SlotInventory> {
    let boards = board::all().iter().enumerate();
    boards.filter_map(|(at, board)| populated(board, &mut Random(7919 * (at as u64 + 1))))
}

/// A little effort finds the same on boards of a few places.
fn effort() -> SearchEffort {
    SearchEffort::default()
}

/// Who is in a slot today.
fn in_slot(inventory: &SlotInventory, slot: DeviceLocation) -> Option<usize> {
    inventory.today.locations.iter().position(|location| *location == slot)
}

fn check(inventory: &SlotInventory, found: &BetterArrangement) {
    let name = &inventory.name;
    let moved: BTreeSet<usize> =
        found.moves.iter().flat_map(|it| &it.carried).map(|it| it.device).collect();
    for carried in found.moves.iter().flat_map(|it| &it.carried) {
        let there = in_slot(inventory, carried.to).filter(|device| !moved.contains(device));
        assert_eq!(there, None, "{name}: {carried:?} goes where something is and stays");
    }
    inventory.places(&inventory.devices, &found.best.placement).unwrap();
    let ask = words::read([], inventory, &inventory.devices).unwrap();
    let judge = PlacementJudge::new(inventory, &inventory.devices, &ask, false);
    let brings = judge.candidate(&found.best.placement).unwrap();
    assert_eq!(brings.scores, found.best.scores, "{name}");
    // The result of `narrows plan`, with graphics cards in good slots.
    let search =
        PlacementSearch { inventory, devices: &inventory.devices, request: &ask, effort: effort() };
    let (kept, plan) = graphics::best(&search).unwrap();
    let judge = PlacementJudge::new(inventory, &inventory.devices, &kept, false);
    assert!(judge.candidate(&found.best.placement).is_ok(), "{name}: the planner refuses it");
    // Sums of the same rates in another order differ in their last digits.
    let most = plan.candidates[0].scores.iter().zip(&found.best.scores);
    for (most, found) in most {
        assert!((most - found).abs() <= most.abs() * 1e-12, "{name}: not what the planner finds");
    }
    match found.moves.is_empty() {
        true => {
            let (best, today) = (found.best.scores[0], found.today.scores[0]);
            assert!(best <= today * (1.0 + better::WORTH), "{name}: {today} {best}");
        }
        false => assert!(found.best.scores > found.today.scores, "{name}"),
    }
}

/// One limit of all drives, with a cause that asks for another place.
fn sharing(inventory: &SlotInventory) -> SharingRecord {
    let drives: Vec<String> =
        inventory.devices.iter().filter_map(|it| it.drive()).map(ToString::to_string).collect();
    let remedy =
        CauseRemedy { id: "remedy-shared".into(), text: String::new().into(), gain_mb_s: None };
    let cause = SharingCause {
        limit: Some(0),
        drive: None,
        kind: LimitRecordKind::Uplink,
        id: "uplink:chipset".into(),
        also: Vec::new(),
        text: String::new().into(),
        likelihood: 1.0,
        evidence: Vec::new(),
        remedy: Some(remedy),
    };
    let range = CapacityRange { value: 1000.0, low: 1000.0, high: 1000.0 };
    let limit = SharedLimit { drives, capacity_mb_s: range, ..SharedLimit::default() };
    SharingRecord {
        workload: "seq-read-128k-q32".into(),
        limits: vec![limit],
        causes: vec![cause],
        ..SharingRecord::default()
    }
}

/// On every board the advice is feasible and brings the planner's gain.
#[test]
fn no_taken_place_and_no_gain_that_the_planner_does_not_find() {
    let (mut advised, mut looked, mut narrowed) = (0, 0, 0);
    for inventory in machines() {
        let Some(found) = advice::better(&inventory, None, never) else { continue };
        check(&inventory, &found);
        let mut sharing = sharing(&inventory);
        advice::on_places(&mut sharing, &inventory, never);
        let remedy = sharing.causes[0].remedy.clone().unwrap();
        looked += 1;
        match remedy.id.as_str() {
            "remedy-plan" => {
                advised += 1;
                assert!(!found.moves.is_empty() && remedy.gain_mb_s > Some(0.0), "{remedy:?}");
                let narrow = |of: &Placement| narrow(&inventory, &inventory.devices, of);
                let today = narrow(&found.today.placement);
                for card in narrow(&found.best.placement) {
                    let told = format!("(x{} of x{})", card.1, card.2);
                    let is_new = !today.contains(&card);
                    assert!(!is_new || remedy.text.in_english().contains(&told), "{remedy:?}");
                    narrowed += usize::from(is_new);
                }
            }
            "remedy-as-is" => assert_eq!(remedy.gain_mb_s, None),
            other => {
                assert!(other == "remedy-shared" && !found.is_proven, "{}: {other}", inventory.name)
            }
        }
        let elsewhere = advice::behind_chipset(&inventory, never);
        assert!(elsewhere.is_none() || !found.moves.is_empty(), "{}", inventory.name);
    }
    assert!(looked > 10 && advised > 0 && advised < looked, "{advised} of {looked}");
    assert!(narrowed > 0, "no graphics card gave lanes up");
}

/// Devices already where the planner would put them need no advice: tested on the best arrangements
/// above.
#[test]
fn the_best_arrangement_is_left_as_it_is() {
    for mut inventory in machines() {
        let Some(found) = advice::better(&inventory, None, never) else { continue };
        inventory.today = found.best.placement.clone();
        let mut sharing = sharing(&inventory);
        advice::on_places(&mut sharing, &inventory, never);
        let remedy = sharing.causes[0].remedy.clone().unwrap();
        let expected = if found.is_proven { "remedy-as-is" } else { "remedy-shared" };
        assert_eq!(remedy.id, expected, "{}: {:?}", inventory.name, remedy.text);
        assert_eq!(advice::behind_chipset(&inventory, never), None, "{}", inventory.name);
    }
}

/// More drives like an existing one: each in its own slot of the board, and exactly as many as it
/// reports.
#[test]
fn there_are_as_many_more_drives_as_there_are_places() {
    for inventory in machines() {
        let like = inventory.devices[0].drive().unwrap().clone();
        let DriveGrowth::Full(most) = grown(&inventory, &like, inventory.slots.len()) else {
            panic!("{}: more drives than seats", inventory.name)
        };
        assert!(most + inventory.devices.len() <= inventory.slots.len(), "{}", inventory.name);
        let DriveGrowth::Grown(machine, drives) = grown(&inventory, &like, most) else {
            panic!("{}: {most} had places", inventory.name)
        };
        assert_eq!(drives.len(), most, "{}", inventory.name);
        assert!(
            drives.iter().all(|id| machine.topology.drives.contains_key(id)),
            "{}",
            inventory.name
        );
        assert_eq!(
            grown(&inventory, &like, most + 1),
            DriveGrowth::Full(most),
            "{}",
            inventory.name
        );
    }
}
