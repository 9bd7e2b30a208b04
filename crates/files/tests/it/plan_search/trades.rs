//! The trade curve on every board: trying every placement finds none that is better than all of it, and its
//! words bring it.

use narrows_catalog::board;
use narrows_files::inventory::{devices_named, of_board};
use narrows_plan::better::WORTH;
use narrows_plan::device::MovableDevice;
use narrows_plan::graphics;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::PlanCandidate;
use narrows_plan::search::{PlacementSearch, SearchEffort, best};
use narrows_plan::trade::{TradeCurve, curve};

use super::oracle::Oracle;
use super::sequential;

/// Placements to try for one set at most.
const MOST: u64 = 2_000;
/// A graphics card beside drives of PCIe and SATA, the most drives first: the first set that fits a board
/// and has few enough placements to try is taken.
const SETS: [&str; 4] = [
    "gpu=nvidia-geforce-rtx-4090, 3x samsung-990-pro-2000gb, samsung-850-evo-250gb",
    "gpu=nvidia-geforce-rtx-4090, 2x samsung-990-pro-2000gb, samsung-850-evo-250gb",
    "gpu=nvidia-geforce-rtx-4090, 2x samsung-990-pro-2000gb",
    "gpu=nvidia-geforce-rtx-4090, samsung-990-pro-2000gb",
];
/// Factor by which rounding changes figures of one placement.
const ROUNDED: f64 = 1.003;

/// Rate in MB/s, the card's lanes, free SATA ports.
type Figures = (f64, u8, usize);

fn ask() -> PlacementRequest {
    PlacementRequest {
        objectives: vec![PlanObjective::Together(sequential())],
        ..PlacementRequest::default()
    }
}

fn figures(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Option<Figures> {
    let result =
        best(inventory, devices, ask, &SearchEffort { top: 1, ..SearchEffort::default() }).ok()?;
    Oracle::new(inventory, devices, ask, 1).figures(&result.candidates.first()?.placement)
}

/// Devices for which all placements can be tried, with their figures.
fn case(inventory: &SlotInventory) -> Option<(Vec<MovableDevice>, Vec<Figures>)> {
    SETS.iter().find_map(|set| {
        let devices = devices_named(set).expect("models of the catalogue");
        let ask = ask();
        let oracle = Oracle::new(inventory, &devices, &ask, MOST);
        let all = if oracle.size(MOST) < MOST { oracle.all().ok()? } else { return None };
        (!all.is_empty()).then_some((devices, all))
    })
}

fn of_board_with(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
) -> (PlanCandidate, Option<TradeCurve>) {
    let (request, effort) = (ask(), SearchEffort::default());
    let search = PlacementSearch { inventory, devices, request: &request, effort };
    let best = search.best().expect("it fits").candidates.remove(0);
    let curve = curve(&search, &best, &[]);
    (best, curve)
}

#[test]
fn no_placement_is_better_than_all_of_the_curve_and_its_words_bring_it() {
    let (mut compared, mut curves) = (0, 0);
    for board in board::all() {
        let inventory = of_board(board).unwrap();
        let Some((devices, all)) = case(&inventory) else { continue };
        let (best, curve) = of_board_with(&inventory, &devices);
        compared += 1;
        let rows: Vec<Figures> = match &curve {
            Some(curve) => {
                curves += 1;
                let points = curve.points.iter();
                points.map(|it| (it.brings, it.lanes[0], it.free_sata)).collect()
            }
            None => Vec::new(),
        };
        let has_no_less = |one: &Figures, other: &Figures| one.1 >= other.1 && one.2 >= other.2;
        for one in &all {
            let covers =
                |row: &Figures| has_no_less(row, one) && row.0 * (1.0 + WORTH) * ROUNDED >= one.0;
            // With nothing to choose, one placement is as good as any in everything.
            let is_alone = || rows.is_empty() && all.iter().any(covers);
            assert!(rows.iter().any(covers) || is_alone(), "{}: {one:?} {rows:?}", board.id);
        }
        for row in &rows {
            let is_above = |one: &&Figures| has_no_less(one, row) && one.0 > row.0 * ROUNDED;
            assert_eq!(all.iter().find(is_above), None, "{}: {row:?}", board.id);
        }
        for point in curve.iter().flat_map(|curve| &curve.points) {
            let constraints: Vec<Constraint> = point.constraints.clone();
            let (mb_s, lanes, free) =
                figures(&inventory, &devices, &PlacementRequest { constraints, ..ask() }).unwrap();
            let what = format!("{} {:?}", board.id, point.constraints);
            assert!((mb_s / point.brings - 1.0).abs() < 0.002, "{what}: {mb_s}");
            assert_eq!((lanes, free), (point.lanes[0], point.free_sata), "{what}");
            assert!(point.is_proven, "{what}");
        }
        let is_best = |it: &&narrows_plan::trade::TradePoint| it.is_best;
        let marked = curve.iter().flat_map(|curve| &curve.points).filter(is_best);
        for point in marked {
            assert!((point.brings / best.scores[0] - 1.0).abs() < 0.002, "{}", board.id);
        }
    }
    println!("{compared} compared, {curves} with a choice");
    assert!(compared > 60 && curves > 20, "{compared} {curves}");
}

/// Four drives of 7,175 MB/s on PCIe 4.0 x4 and a board with one M.2 slot on the processor, three on the
/// chipset, whose DMI 4.0 x8 carries 14,350, and one slot for cards on the processor that cannot be split:
/// 7,175 + 14,350 with all sixteen lanes; 14,350 on processor lanes and as much on the chipset where a drive
/// has the card's slot, and the card four lanes of the chipset.
#[test]
fn the_slot_of_the_card_is_worth_one_drive() {
    let board = board::board("asus-rog-strix-z790-a-gaming-wifi").expect("a board");
    let inventory = of_board(board).unwrap();
    let devices = devices_named("gpu, 4x samsung-990-pro-2000gb").unwrap();
    let (_, curve) = of_board_with(&inventory, &devices);
    let points = curve.expect("a choice").points;
    let figures: Vec<(f64, u8)> =
        points.iter().map(|it| ((it.brings / 10.0).round() / 100.0, it.lanes[0])).collect();
    assert_eq!(figures, [(21.53, 16), (28.7, 4)]);
    assert_eq!(points.iter().map(|it| it.is_best).collect::<Vec<_>>(), [false, true]);
}

/// A board with one M.2 slot of the processor, and drives enough for it: nothing is to be chosen.
#[test]
fn where_nothing_is_gained_there_is_no_curve() {
    let board = board::board("asus-rog-strix-z790-a-gaming-wifi").expect("a board");
    let inventory = of_board(board).unwrap();
    let devices = devices_named("gpu, samsung-990-pro-2000gb").unwrap();
    assert_eq!(of_board_with(&inventory, &devices).1, None);
}

/// Behind DMI 3.0 x4, which carries 3,587.5 MB/s, an M.2 drive of 3,500 and a hard disk of 190 lose 2.8 %: less than a
/// tenth is not worth half of the card's lanes. Two M.2 drives of 3,400 lose 47 %, and eight lanes are enough for the card.
#[test]
fn a_graphics_card_keeps_all_lanes_where_that_costs_less_than_a_tenth() {
    let inventory = of_board(board::board("asus-prime-z390-a").expect("a board")).unwrap();
    let drives = [
        ("samsung-970-evo-1000gb, seagate-barracuda-4tb", 16),
        ("samsung-960-pro-512gb, seagate-barracuda-4tb", 16),
        ("2x samsung-970-evo-1000gb", 8),
    ];
    for (drives, lanes) in drives {
        let devices = devices_named(&format!("gpu, {drives}")).unwrap();
        let effort = SearchEffort { top: 1, ..SearchEffort::default() };
        let request = ask();
        let search =
            PlacementSearch { inventory: &inventory, devices: &devices, request: &request, effort };
        let (_, result) = graphics::best(&search).expect("it fits");
        let places = inventory.places(&devices, &result.candidates[0].placement).unwrap();
        assert_eq!(places[0].offered.unwrap().lanes.get(), lanes, "{drives}");
    }
}
