//! Machines as large as people build them: how much the search looks at, and that it ends with proof.

use narrows_files::inventory::{devices_named, of_board, of_file};
use narrows_files::machine_file;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::{OptimalityProof, SearchResult};
use narrows_plan::search::{SearchEffort, best};
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::{Direction, Pattern, Workload};

use super::sequential;

fn random() -> Workload {
    Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 32)
}

/// All slots of an ATX board: two graphics cards, a network card, an SSD 750, three M.2 drives.
const FULL_ATX: &str = "2x amd-radeon-r9-nano, intel-x540-t2, intel-ssd-750-400gb@aic, \
    3x plextor-px-256m8pe@m2";

fn atx() -> SlotInventory {
    let board = narrows_catalog::board::board("asrock-z170-oc-formula").expect("a known board");
    of_board(board).unwrap()
}

fn server() -> SlotInventory {
    let text = include_str!("server-24-bays.toml");
    of_file(&machine_file::read(text).expect("a machine file"))
}

fn show(what: &str, result: &SearchResult) {
    let scores = result.candidates.iter().map(|it| &it.scores);
    println!(
        "{what}: {} tried, {:?}, {:?}",
        result.tried,
        result.proof,
        scores.collect::<Vec<_>>()
    );
}

fn together() -> PlacementRequest {
    let objectives = vec![PlanObjective::Together(sequential()), PlanObjective::Together(random())];
    PlacementRequest { objectives, ..PlacementRequest::default() }
}

#[test]
fn a_full_atx_board_takes_few_placements() {
    let devices = devices_named(FULL_ATX).expect("known models");
    let result = best(&atx(), &devices, &together(), &SearchEffort::default()).expect("they fit");
    show("full ATX board", &result);
    assert_eq!(result.proof, OptimalityProof::Exact);
    assert!(result.tried < 5_000, "{}", result.tried);
}

/// Three M.2 slots with four lanes each leave no SATA port of this chipset, and the four cards are
/// in the four slots that would take an M.2 drive with an adapter. One SATA drive needs two ports'
/// lanes back: without one card, one M.2 drive can go into its slot. The slots of one lane, which
/// take an M.2 drive on a card, are left out.
#[test]
fn sata_drives_beside_three_m2_drives_find_no_place() {
    let list = format!("{FULL_ATX}, samsung-850-evo-250gb");
    let devices = devices_named(&list).expect("known models");
    let mut board = atx();
    board.slots.retain(|slot| slot.link.is_none_or(|link| link.lanes.get() > 1));
    let why =
        best(&board, &devices, &together(), &SearchEffort::default()).expect_err("no port is left");
    assert_eq!(why.constraints, Vec::<usize>::new());
    assert_eq!(why.devices.len(), 1);
    assert!(!why.clashes.is_empty());
}

#[test]
fn a_server_with_24_bays_takes_few_placements() {
    let inventory = server();
    let cards = "4x nvidia-a100-pcie, 2x mellanox-connectx-5-dual-100g";
    let full = format!("{cards}, 24x samsung-pm9a3-960gb-u-2");
    let mixed = format!("{cards}, 8x samsung-pm9a3-960gb-u-2, 8x solidigm-d7-p5520-1920gb");
    let network = BytesPerSec::mb_s(10_000.0);
    let constraints = vec![
        Constraint::FullLink(0),
        Constraint::LineRate(4, network),
        Constraint::LineRate(5, network),
    ];
    let cases = [("24 bays full", full, 1_000), ("16 in 24 bays, of two models", mixed, 1_600)];
    for (what, list, tried) in cases {
        let devices = devices_named(&list).expect("known models");
        let ask = PlacementRequest { constraints: constraints.clone(), ..together() };
        let result = best(&inventory, &devices, &ask, &SearchEffort::default()).expect("they fit");
        show(what, &result);
        assert_eq!(result.proof, OptimalityProof::Exact, "{what}");
        assert!(result.tried <= tried, "{what}: {}", result.tried);
        // Four uplinks of 16 lanes, or as many drives as there are.
        assert!(result.candidates[0].scores[0] > 94_000.0);
    }
}

/// Six drives of 6.5 GB/s and less fill the card's link, wherever they are below its switch.
#[test]
fn drives_for_a_graphics_card_fill_its_link() {
    let inventory = server();
    let list = "4x nvidia-a100-pcie, 2x mellanox-connectx-5-dual-100g, 6x samsung-pm9a3-960gb-u-2";
    let devices = devices_named(list).expect("known models");
    let ask = PlacementRequest {
        objectives: vec![PlanObjective::ToCard(0, sequential())],
        ..PlacementRequest::default()
    };
    let result = best(&inventory, &devices, &ask, &SearchEffort::default()).expect("they fit");
    show("drives to a card", &result);
    assert_eq!(result.proof, OptimalityProof::Exact);
}

/// All are exchanged for each other: there is one placement, and a change of it is none.
#[test]
fn hundreds_of_equal_drives_in_equal_slots_are_one_placement() {
    let slots = (0..300)
        .map(|slot| format!("[[slot]]\nid = \"S{slot}\"\non = \"cpu\"\nlink = \"4.0 x4\"\n"));
    let head = "schema = \"narrows.machine/1\"\nname = \"equal\"\n".to_owned();
    let file = machine_file::read(&(head + &slots.collect::<String>())).expect("a machine file");
    let devices = devices_named("200x samsung-950-pro-256gb").expect("a known model");
    let result =
        best(&of_file(&file), &devices, &together(), &SearchEffort::default()).expect("they fit");
    show("equal drives", &result);
    assert_eq!(result.proof, OptimalityProof::Exact);
    assert!(result.tried < 10, "{}", result.tried);
}
