//! Every board, with 2 to 8 drives and cards: the search finds what trying every placement finds.

use narrows_catalog::board;
use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::evaluate::{Judge, View};
use narrows_plan::found::{Candidate, Proof};
use narrows_plan::piece::Piece;
use narrows_plan::search::{Effort, best};
use narrows_plan::site::Site;
use narrows_record::site::{of_board, pieces_named};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::draw::Draw;
use super::oracle::{Oracle, Worth};

/// Drives and cards of every kind that boards take differently, the usual ones more often.
const KINDS: [&str; 12] = [
    "samsung-950-pro-256gb",
    "samsung-850-evo-250gb",
    "amd-radeon-r9-nano",
    "samsung-850-evo-250gb",
    "plextor-px-256m8pe",
    "samsung-950-pro-256gb",
    "samsung-850-evo-250gb",
    "intel-x540-t2",
    "intel-ssd-750-400gb@aic",
    "samsung-850-evo-250gb",
    "samsung-960-pro-512gb",
    "samsung-850-evo-250gb",
];

/// Sets drawn for each board and count.
const SAMPLES: usize = 3;

/// So many placements are tried in the ordinary test for one set at most; `NARROWS_PLAN_ORACLE`
/// raises it.
const MOST: u64 = 5_000;

fn most() -> u64 {
    let asked = std::env::var("NARROWS_PLAN_ORACLE").ok();
    asked.and_then(|most| most.parse().ok()).unwrap_or(MOST)
}

fn sequential() -> Workload {
    Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32)
}

fn pieces(draw: &mut Draw, count: usize) -> Vec<Piece> {
    let list: Vec<&str> = (0..count).map(|_| KINDS[draw.below(KINDS.len())]).collect();
    pieces_named(&list.join(", ")).expect("models of the catalogue")
}

fn ask(draw: &mut Draw) -> Ask {
    let random = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 32);
    let aims = match draw.below(5) {
        0 => vec![Aim::Together(sequential())],
        1 => vec![Aim::Together(sequential()), Aim::Together(random)],
        2 => vec![Aim::Each(sequential()), Aim::FreeSata],
        3 => vec![Aim::LanesOf(0), Aim::Together(sequential())],
        _ => vec![Aim::FreeSata, Aim::Together(sequential())],
    };
    let wishes = match draw.below(6) {
        0 => vec![Wish::FreeSata(2)],
        1 => vec![Wish::OnProcessor(0)],
        2 => vec![Wish::OnChipset(0)],
        3 => vec![Wish::Lanes(0, 4)],
        _ => Vec::new(),
    };
    Ask { wishes, aims, arrays: Vec::new() }
}

fn worth(site: &Site, pieces: &[Piece], ask: &Ask, found: &Candidate) -> Worth {
    let judge = Judge::new(site, pieces, ask, false);
    let view = View::new(&judge, &found.placement).expect("possible");
    let rank = judge.worth(&view, &mut Default::default()).expect("wishes come true").rank;
    (rank.aims, [rank.moves, rank.card_lanes, rank.adapters, rank.settings])
}

#[test]
fn the_search_finds_what_trying_every_placement_finds() {
    let (mut compared, mut impossible, mut skipped) = (0, 0, 0);
    for (nth, board) in board::all().iter().enumerate() {
        let site = of_board(board);
        for (count, again) in (2..=8).flat_map(|count| (0..SAMPLES).map(move |it| (count, it))) {
            let mut draw = Draw::new(((nth * 16 + count) * SAMPLES + again) as u64);
            let (pieces, ask) = (pieces(&mut draw, count), ask(&mut draw));
            let Ok(expected) = Oracle::new(&site, &pieces, &ask, most()).best() else {
                skipped += 1;
                continue;
            };
            let found = best(&site, &pieces, &ask, &Effort::default());
            let what = || {
                let names: Vec<&str> = pieces.iter().map(|piece| piece.model.as_str()).collect();
                format!("{} with {names:?}, {:?} {:?}", board.id, ask.wishes, ask.aims)
            };
            match (expected, found) {
                (None, Err(_)) => impossible += 1,
                (Some(expected), Ok(found)) => {
                    assert_eq!(found.proof, Proof::Exact, "{}", what());
                    let reached = worth(&site, &pieces, &ask, &found.candidates[0]);
                    assert_eq!(reached, expected, "{}", what());
                    compared += 1;
                }
                (expected, found) => panic!("{}: {expected:?}, not {found:?}", what()),
            }
        }
    }
    println!("{compared} compared, {impossible} impossible, {skipped} too many to try");
    assert!(compared >= 30, "{compared}");
}
