//! Constraints about RAID and starting, and constraints that contradict each other.

use narrows_catalog::board;
use narrows_files::inventory::{devices_named, of_board};
use narrows_model::RaidLevel;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::DeviceLocation;
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::Search;
use narrows_plan::search::{SearchEffort, best};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

fn inventory() -> SlotInventory {
    of_board(board::board("asrock-z170-oc-formula").expect("a known board")).unwrap()
}

fn stripe(constraints: Vec<Constraint>) -> PlacementRequest {
    let sequential = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let (level, members, means) = (RaidLevel::Stripe, vec![0, 1], Vec::new());
    let arrays = vec![ArrayConstraint { id: "fast".to_owned(), level, members, means }];
    PlacementRequest { constraints, objectives: vec![PlanObjective::Together(sequential)], arrays }
}

fn search(ask: &PlacementRequest) -> Search {
    let devices = devices_named("2x samsung-950-pro-256gb, gpu").expect("known models");
    best(
        &inventory(),
        &devices,
        ask,
        &SearchEffort { allow_unknown: true, ..SearchEffort::default() },
    )
}

fn slots(locations: &[DeviceLocation]) -> Vec<String> {
    let name = |location: &DeviceLocation| match location {
        DeviceLocation::Slot(slot) => inventory().slots[*slot].id.clone(),
        bay @ DeviceLocation::Bay(..) => panic!("{bay:?}"),
    };
    locations.iter().map(name).collect()
}

/// The chipset's RAID accepts only its own slots; on the processor's lanes two such drives exceed
/// what the chipset's uplink carries.
#[test]
fn a_firmware_array_is_on_the_chipset_and_a_free_one_on_the_processor() {
    let result =
        search(&stripe(vec![Constraint::FirmwareArray("fast".to_owned())])).expect("M.2 slots");
    let firmware = &result.candidates[0];
    assert_eq!(firmware.means["fast"], RaidEngineKind::Rst);
    assert!(slots(&firmware.placement.locations[..2]).iter().all(|id| id.starts_with("M2_")));
    assert_eq!(firmware.answers.len(), 1);
    let result = search(&stripe(Vec::new())).expect("adapters");
    let free = &result.candidates[0];
    assert!(!free.means["fast"].is_firmware());
    assert!(free.scores[0] > firmware.scores[0] * 1.2);
}

#[test]
fn of_constraints_that_contradict_each_other_the_fewest_are_named() {
    let why = search(&stripe(vec![
        Constraint::FreeSata(0),
        Constraint::FirmwareArray("fast".to_owned()),
        Constraint::FullLink(2),
        Constraint::OnProcessor(0),
    ]));
    let why = why.expect_err("members are on the chipset");
    assert_eq!(why.constraints, [1, 3]);
    let why = search(&stripe(vec![
        Constraint::NoAdapters,
        Constraint::OnProcessor(1),
        Constraint::Lanes(2, 32),
    ]));
    // No card has 32 lanes, whatever else is wished.
    assert_eq!(why.expect_err("32 lanes").constraints, [2]);
}

/// An array that only a means could make which is not there is to blame itself: its members are
/// named.
#[test]
fn an_array_that_nothing_makes_names_its_drives() {
    let mut ask = stripe(Vec::new());
    ask.arrays[0].means = vec![RaidEngineKind::Raidxpert2];
    let why = search(&ask).expect_err("AMD's on an Intel chipset");
    assert_eq!((why.constraints, why.devices), (Vec::new(), vec![0, 1]));
}
