//! Every board, with 2 to 8 drives and cards: the search finds what trying every placement finds.

use narrows_catalog::board;
use narrows_plan::ask::{Aim, Ask, Wish};
use narrows_plan::evaluate::{Judge, Rank, View};
use narrows_plan::found::{Candidate, Proof};
use narrows_plan::piece::Piece;
use narrows_plan::search::{Effort, best};
use narrows_plan::site::{Seat, Site};
use narrows_record::site::{of_board, pieces_named};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::sequential;

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

/// Sets to compare for each board and count.
const SAMPLES: usize = 1;

/// Sets drawn at most for that.
const DRAWS: usize = 400;

/// Of them so many at most may find no place.
const CASES: usize = 30;

/// So many placements are tried in the ordinary test for one set at most; `NARROWS_PLAN_ORACLE`
/// raises it.
const MOST: u64 = 2_000;

fn most() -> u64 {
    let asked = std::env::var("NARROWS_PLAN_ORACLE").ok();
    asked.and_then(|most| most.parse().ok()).unwrap_or(MOST)
}

/// Drives and a card of all kinds; of few kinds one of any beside SATA drives, which boards with few
/// slots take more of.
fn pieces(draw: &mut Draw, count: usize, few_kinds: bool) -> Vec<Piece> {
    let mut list: Vec<&str> = (0..count).map(|_| KINDS[draw.below(KINDS.len())]).collect();
    if few_kinds {
        list[1..].fill(KINDS[1]);
    }
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
    let Rank { makeshifts, moves, card_lanes, adapters, settings, free_sata, .. } = rank;
    (makeshifts, rank.aims, [moves, card_lanes, adapters, settings, free_sata])
}

/// What one set comes to.
enum Case {
    Compared,
    Impossible,
    /// There are too many placements to try.
    TooMany,
}

fn case(site: &Site, id: &str, seed: u64, (count, few_kinds): (usize, bool)) -> Case {
    let mut draw = Draw::new(seed);
    let (pieces, ask) = (pieces(&mut draw, count, few_kinds), ask(&mut draw));
    let oracle = Oracle::new(site, &pieces, &ask, most());
    if oracle.size(most()) >= most() {
        return Case::TooMany;
    }
    let expected = oracle.best().expect("few placements");
    let found = best(site, &pieces, &ask, &Effort::default());
    let what = || {
        let names: Vec<&str> = pieces.iter().map(|piece| piece.model.as_str()).collect();
        format!("{id} with {names:?}, {:?} {:?}", ask.wishes, ask.aims)
    };
    match (expected, found) {
        (None, Err(_)) => Case::Impossible,
        (Some(expected), Ok(found)) => {
            assert_eq!(found.proof, Proof::Exact, "{}", what());
            let reached = worth(site, &pieces, &ask, &found.candidates[0]);
            assert_eq!(reached, expected, "{}", what());
            Case::Compared
        }
        (expected, found) => panic!("{}: {expected:?}, not {found:?}", what()),
    }
}

#[test]
fn the_search_finds_what_trying_every_placement_finds() {
    let (mut compared, mut impossible, mut skipped) = (0, 0, 0);
    for (nth, board) in board::all().iter().enumerate() {
        let site = of_board(board).unwrap();
        for count in 2..=8 {
            let seeds = (0..DRAWS).map(|again| ((nth * 16 + count) * DRAWS + again) as u64);
            let mut left = CASES;
            let (mut here, mut too_many) = (0, 0);
            for seed in seeds {
                if left == 0 || here == SAMPLES {
                    break;
                }
                match case(&site, &board.id, seed, (count, left <= CASES / 2)) {
                    Case::Compared => here += 1,
                    Case::Impossible => (impossible, left) = (impossible + 1, left - 1),
                    Case::TooMany => too_many += 1,
                }
            }
            compared += here;
            // A set that fills a board to the last slot is hardly ever drawn; on the largest boards
            // there are too many placements to try, but for sets that find no place.
            let is_judged = here > 0 || left < CASES || too_many == DRAWS;
            assert!(is_judged || usable(&site) <= count, "{}: {count}", board.id);
            skipped += too_many;
        }
    }
    println!("{compared} compared, {impossible} impossible, {skipped} too many to try");
    assert!(compared > 6 * board::all().len(), "{compared}");
}

/// Slots that any of the kinds fits.
fn usable(site: &Site) -> usize {
    let kinds = pieces_named(&KINDS.join(", ")).expect("models of the catalogue");
    let fits = |seat: &&Seat| kinds.iter().any(|it| it.fit(seat.form, &seat.devices).is_some());
    site.seats.iter().filter(fits).count()
}
