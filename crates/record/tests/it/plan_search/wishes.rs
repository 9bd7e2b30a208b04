//! Wishes about RAID and starting, and wishes that contradict each other.

use narrows_catalog::board;
use narrows_model::Level;
use narrows_plan::ask::{Aim, ArrayWish, Ask, Wish};
use narrows_plan::feasibility::Means;
use narrows_plan::found::Search;
use narrows_plan::placement::Spot;
use narrows_plan::search::{Effort, best};
use narrows_plan::site::Site;
use narrows_record::site::{of_board, pieces_named};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

fn site() -> Site {
    of_board(board::board("asrock-z170-oc-formula").expect("a known board")).unwrap()
}

fn stripe(wishes: Vec<Wish>) -> Ask {
    let sequential = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32);
    let (level, members, means) = (Level::Stripe, vec![0, 1], Vec::new());
    let arrays = vec![ArrayWish { id: "fast".to_owned(), level, members, means }];
    Ask { wishes, aims: vec![Aim::Together(sequential)], arrays }
}

fn search(ask: &Ask) -> Search {
    let pieces = pieces_named("2x samsung-950-pro-256gb, gpu").expect("known models");
    best(&site(), &pieces, ask, &Effort { allow_unknown: true, ..Effort::default() })
}

fn seats(spots: &[Spot]) -> Vec<String> {
    let name = |spot: &Spot| match spot {
        Spot::Seat(seat) => site().seats[*seat].id.clone(),
        bay @ Spot::Bay(..) => panic!("{bay:?}"),
    };
    spots.iter().map(name).collect()
}

/// The chipset's RAID takes its own slots only; on the processor's lanes two such drives bring
/// more than the chipset's uplink carries.
#[test]
fn a_firmware_array_is_on_the_chipset_and_a_free_one_on_the_processor() {
    let found = search(&stripe(vec![Wish::FirmwareArray("fast".to_owned())])).expect("M.2 slots");
    let firmware = &found.candidates[0];
    assert_eq!(firmware.means["fast"], Means::Rst);
    assert!(seats(&firmware.placement.spots[..2]).iter().all(|id| id.starts_with("M2_")));
    assert_eq!(firmware.answers.len(), 1);
    let found = search(&stripe(Vec::new())).expect("adapters");
    let free = &found.candidates[0];
    assert!(!free.means["fast"].is_firmware());
    assert!(free.scores[0] > firmware.scores[0] * 1.2);
}

#[test]
fn of_wishes_that_contradict_each_other_the_fewest_are_named() {
    let why = search(&stripe(vec![
        Wish::FreeSata(0),
        Wish::FirmwareArray("fast".to_owned()),
        Wish::FullLink(2),
        Wish::OnProcessor(0),
    ]));
    let why = why.expect_err("members are on the chipset");
    assert_eq!(why.wishes, [1, 3]);
    let why = search(&stripe(vec![Wish::NoAdapters, Wish::OnProcessor(1), Wish::Lanes(2, 32)]));
    // No card has 32 lanes, whatever else is wished.
    assert_eq!(why.expect_err("32 lanes").wishes, [2]);
}

/// An array that only a means could make which is not there is to blame itself: its members are
/// named.
#[test]
fn an_array_that_nothing_makes_names_its_drives() {
    let mut ask = stripe(Vec::new());
    ask.arrays[0].means = vec![Means::Raidxpert2];
    let why = search(&ask).expect_err("AMD's on an Intel chipset");
    assert_eq!((why.wishes, why.pieces), (Vec::new(), vec![0, 1]));
}
