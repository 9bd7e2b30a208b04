//! Every board with 2 to 8 drives and cards: search and trying every placement agree.

use std::collections::BTreeMap;

use narrows_catalog::board::{self, SlotForm};
use narrows_files::inventory::{devices_named, of_board};
use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::{PlacementJudge, PlacementRank, PlacementView};
use narrows_plan::inventory::{InventorySlot, SlotInventory};
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::{OptimalityProof, PlanCandidate};
use narrows_plan::search::{PlacementSearch, SearchEffort};
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::draw::Draw;
use super::oracle::{Oracle, Worth};
use super::sequential;

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

/// At most this many may find no place.
const CASES: usize = 30;

/// Placements tried for one set in the ordinary test; `NARROWS_PLAN_ORACLE` raises it.
const MOST: u64 = 2_000;

fn most() -> u64 {
    let most_text = std::env::var("NARROWS_PLAN_ORACLE").ok();
    most_text.and_then(|most| most.parse().ok()).unwrap_or(MOST)
}

const LARGEST: usize = 8;

/// Enough devices of each kind for every set: looking models up takes longest.
struct Shelf(BTreeMap<&'static str, Vec<MovableDevice>>);

impl Shelf {
    fn new() -> Self {
        let of = |kind| devices_named(&format!("{LARGEST}x{kind}")).expect("a model");
        Self(KINDS.iter().map(|&kind| (kind, of(kind))).collect())
    }

    /// Drives and a card of all kinds; of few kinds one of any beside SATA drives, which boards with
    /// few slots take more of.
    fn devices(&self, draw: &mut Draw, count: usize, few_kinds: bool) -> Vec<MovableDevice> {
        let mut kinds: Vec<&str> = (0..count).map(|_| KINDS[draw.below(KINDS.len())]).collect();
        if few_kinds {
            kinds[1..].fill(KINDS[1]);
        }
        let before = |nth: usize| kinds[..nth].iter().filter(|kind| **kind == kinds[nth]).count();
        (0..count).map(|nth| self.0[kinds[nth]][before(nth)].clone()).collect()
    }

    /// Slots that any of the kinds fits.
    fn usable(&self, inventory: &SlotInventory) -> usize {
        let fits = |slot: &&InventorySlot| {
            self.0.values().any(|it| it[0].fit(slot.form, &slot.devices).is_some())
        };
        inventory.slots.iter().filter(fits).count()
    }
}

fn ask(draw: &mut Draw) -> PlacementRequest {
    let random = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 32);
    let objectives = match draw.below(5) {
        0 => vec![PlanObjective::Together(sequential())],
        1 => vec![PlanObjective::Together(sequential()), PlanObjective::Together(random)],
        2 => vec![PlanObjective::Each(sequential()), PlanObjective::FreeSata],
        3 => vec![PlanObjective::LanesOf(0), PlanObjective::Together(sequential())],
        _ => vec![PlanObjective::FreeSata, PlanObjective::Together(sequential())],
    };
    let constraints = match draw.below(6) {
        0 => vec![Constraint::FreeSata(2)],
        1 => vec![Constraint::OnProcessor(0)],
        2 => vec![Constraint::OnChipset(0)],
        3 => vec![Constraint::Lanes(0, 4)],
        _ => Vec::new(),
    };
    PlacementRequest { constraints, objectives, arrays: Vec::new() }
}

fn worth(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    result: &PlanCandidate,
) -> Worth {
    let judge = PlacementJudge::new(inventory, devices, ask, false);
    let view = PlacementView::new(&judge, &result.placement).expect("possible");
    let rank = judge.worth(&view, &mut Default::default()).expect("wishes come true").rank;
    let PlacementRank { makeshifts, moves, card_lanes, adapters, settings, free_sata, .. } = rank;
    (makeshifts, rank.objectives, [moves, card_lanes, adapters, settings, free_sata])
}

enum Case {
    Compared,
    Impossible,
    /// There are not even slots for all, whatever the constraints.
    NoSlots,
    TooMany,
}

fn case(
    inventory: &SlotInventory,
    id: &str,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    knows_no_slots: bool,
) -> Case {
    let oracle = Oracle::new(inventory, devices, ask, most());
    let size = oracle.size(most());
    if size >= most() {
        return Case::TooMany;
    }
    if size == 0 && knows_no_slots {
        return Case::NoSlots;
    }
    let expected = oracle.best().expect("few placements");
    // Why there is none takes longer to find out than that there is none.
    let search =
        PlacementSearch { inventory, devices, request: ask, effort: SearchEffort::default() };
    let result = search.best_beside(&[]);
    let what = || {
        let names: Vec<&str> = devices.iter().map(|device| device.model.as_str()).collect();
        format!("{id} with {names:?}, {:?} {:?}", ask.constraints, ask.objectives)
    };
    match (expected, result) {
        (None, None) if size == 0 => Case::NoSlots,
        (None, None) => Case::Impossible,
        (Some(expected), Some(result)) => {
            assert_eq!(result.proof, OptimalityProof::Exact, "{}", what());
            let reached = worth(inventory, devices, ask, &result.candidates[0]);
            assert_eq!(reached, expected, "{}", what());
            Case::Compared
        }
        (expected, result) => panic!("{}: {expected:?}, not {result:?}", what()),
    }
}

#[test]
fn the_search_finds_what_trying_every_placement_finds() {
    let shelf = Shelf::new();
    let (mut compared, mut impossible, mut no_slots, mut skipped) = (0, 0, 0, 0);
    for (nth, board) in board::all().iter().enumerate() {
        let inventory = of_board(board).unwrap();
        for count in 2..=LARGEST {
            let seeds = (0..DRAWS).map(|again| ((nth * 16 + count) * DRAWS + again) as u64);
            let mut left = CASES;
            let (mut here, mut too_many, mut unfit) = (0, 0, 0);
            for seed in seeds {
                if left == 0 || here == SAMPLES {
                    break;
                }
                let mut draw = Draw::new(seed);
                let devices = shelf.devices(&mut draw, count, left <= CASES / 2);
                match case(&inventory, &board.id, &devices, &ask(&mut draw), unfit > 0) {
                    Case::Compared => here += 1,
                    Case::Impossible => (impossible, left) = (impossible + 1, left - 1),
                    Case::NoSlots => (unfit, left) = (unfit + 1, left - 1),
                    Case::TooMany => too_many += 1,
                }
            }
            compared += here;
            // A set that fills a board to the last slot is hardly ever drawn; on the largest boards
            // there are too many placements to try, but for sets that find no place.
            let is_judged = here > 0 || left < CASES || too_many == DRAWS;
            assert!(is_judged || shelf.usable(&inventory) <= count, "{}: {count}", board.id);
            (no_slots, skipped) = (no_slots + unfit, skipped + too_many);
        }
    }
    println!(
        "{compared} compared, {impossible} impossible, {no_slots} without slots, {skipped} too many to try"
    );
    // Half of what is drawn is for SATA: of boards that list no ports most sets find no place.
    let has_sata = |board: &&board::Board| board.slots.iter().any(|it| it.form == SlotForm::Sata);
    let with_sata = board::all().iter().filter(has_sata).count();
    assert!(compared > 6 * with_sata, "{compared}, {with_sata}");
}
