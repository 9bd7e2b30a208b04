//! Small machines that no catalogue has, with every kind of request: the search finds the same as
//! trying every placement, and no part's bound is below the value of the whole.

use std::fmt::Write;

use narrows_files::inventory::{devices_named, of_file};
use narrows_files::machine_file;
use narrows_model::RaidLevel;
use narrows_plan::device::{DeviceShape, MovableDevice, Thickness};
use narrows_plan::evaluate::{PlacementJudge, PlacementRank, PlacementView};
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::OptimalityProof;
use narrows_plan::search::{SearchEffort, best, most};
use narrows_units::{Bytes, BytesPerSec, Lanes};
use narrows_workload::{Direction, Pattern, Workload};

use super::draw::Draw;

/// Machines to draw; `NARROWS_PLAN_MACHINES` raises it.
const MACHINES: usize = 150;

/// Cards with and without a switch that carry drives, cards, and drives of three kinds.
const KINDS: [&str; 9] = [
    "samsung-950-pro-256gb",
    "samsung-pm9a3-960gb-u-2",
    "samsung-950-pro-256gb",
    "samsung-pm9a3-960gb-u-2",
    "intel-ssd-750-400gb@aic",
    "samsung-850-evo-250gb",
    "gpu",
    "intel-x540-t2",
    "mellanox-connectx-5-dual-100g",
];

/// Two root complexes, a chipset and up to two switches, five to seven slots with links and forms of
/// their own or the same, up to two rules.
fn inventory(draw: &mut Draw) -> SlotInventory {
    let mut text = String::from(
        "schema = \"narrows.machine/1\"\nname = \"drawn\"\n[host]\nchipset = \"intel-z170\"\n\
         cores = 4\nmemory = \"25 GB/s\"\nmax_payload = \"256 B\"\n[[root_complex]]\nid = \"rc0\"\n\
         socket = 0\n[[root_complex]]\nid = \"rc1\"\nsocket = 1\n",
    );
    let twins = draw.below(3) == 0;
    let switches = if twins { 2 } else { draw.below(3) };
    let (same_on, same_width) = (draw.below(2), draw.below(2));
    let mut places = vec!["rc0".to_owned(), "rc1".to_owned(), "chipset".to_owned()];
    for switch in 0..switches {
        let drawn = (draw.below(2), draw.below(2));
        let (on, width) = if twins { (same_on, same_width) } else { drawn };
        let (on, width) = (&places[on], ["3.0 x4", "3.0 x8"][width]);
        let entry = format!("[[switch]]\nid = \"sw{switch}\"\non = \"{on}\"\nlink = \"{width}\"\n");
        text.push_str(&entry);
        places.push(format!("sw{switch}"));
    }
    let slots = 5 + draw.below(3);
    for slot in 0..slots {
        let on = &places[draw.below(places.len())];
        let is_twin = twins && slot < 4;
        let on = if is_twin { &places[3 + slot % 2] } else { on };
        let (link, form) =
            [("3.0 x4", "m2"), ("3.0 x4", "u2"), ("3.0 x16", "x16"), ("3.0 x8", "x16")]
                [if is_twin { draw.below(4) / 4 + slot / 2 } else { draw.below(4) }];
        let entry = match if is_twin { 1 } else { draw.below(6) } {
            0 => format!(
                "id = \"S{slot}\"\non = \"chipset\"\nform = \"sata\"\ndevices = [\"sata\"]\n"
            ),
            _ => format!("id = \"S{slot}\"\non = \"{on}\"\nlink = \"{link}\"\nform = \"{form}\"\n"),
        };
        write!(text, "[[slot]]\n{entry}").expect("a string takes it");
    }
    for _ in 0..draw.below(3) {
        text.push_str(&rule(draw, slots, &places));
    }
    let file = machine_file::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let mut inventory = of_file(&file);
    for slot in &mut inventory.slots {
        // Properties that only boards of the catalogue have: rows, and splits of the widest slots.
        slot.row = [None, Some(1), Some(2), Some(3), Some(4)][draw.below(5)];
        let is_wide = slot.link.is_some_and(|link| link.lanes.get() == 16);
        let split: &[&[u8]] = match draw.below(3) {
            0 if is_wide => &[&[4, 4, 4, 4]],
            1 if is_wide => &[&[8, 8]],
            _ => &[],
        };
        let lanes = |way: &&[u8]| way.iter().filter_map(|&lanes| Lanes::new(lanes)).collect();
        slot.splits = split.iter().map(lanes).collect();
    }
    inventory
}

fn rule(draw: &mut Draw, slots: usize, places: &[String]) -> String {
    let (of, then) = (draw.below(slots), draw.below(slots));
    let when = match draw.below(3) {
        0 => "setting = [\"Mode = B\"]".to_owned(),
        1 => format!("when = [\"S{of}\"]"),
        _ => format!("when = [\"S{of}\"]\nsetting = [\"Mode = A\"]"),
    };
    let on = format!("on = \"{}\"", places[1 + draw.below(places.len() - 1)]);
    let effect = ["off = true", "link = \"3.0 x2\"", on.as_str()][draw.below(3)];
    format!("[[rule]]\n{when}\nthen = [{{ slot = \"S{then}\", {effect} }}]\n")
}

fn devices(draw: &mut Draw, carriers: bool) -> Vec<MovableDevice> {
    let count = 2 + draw.below(3);
    let mut list: Vec<&str> = (0..count).map(|_| KINDS[draw.below(KINDS.len())]).collect();
    if carriers {
        list.truncate(3);
        list.push(CARRIERS[draw.below(CARRIERS.len())]);
    }
    let mut devices = devices_named(&list.join(", ")).expect("models of the catalogue");
    let cards = devices.iter_mut().filter(|device| matches!(device.shape, DeviceShape::Card(_)));
    for card in cards {
        let slots = [1.0, 2.0, 2.5, 4.0][draw.below(4)];
        card.thickness = Some(Thickness { slots, is_assumed: false }).filter(|_| draw.below(3) > 0);
    }
    devices
}

/// Cards that pass lanes on to drives and to cards, one with a switch, and a controller.
const CARRIERS: [&str; 4] = ["quad-m2", "highpoint-ssd7540", "riser-x8x8", "m2-asm1166"];

fn workload(draw: &mut Draw) -> Workload {
    let (pattern, block, depth) = match draw.below(2) {
        0 => (Pattern::Sequential, Bytes::kib(128), 32),
        _ => (Pattern::Random, Bytes::kib(4), 32),
    };
    let read_percent = [100, 0, 70][draw.below(3)];
    Workload { read_percent, ..Workload::new(pattern, Direction::Read, block, depth) }
}

fn objective(draw: &mut Draw, devices: &[MovableDevice]) -> PlanObjective {
    let workload = workload(draw);
    let device = draw.below(devices.len());
    let cards: Vec<usize> =
        (0..devices.len()).filter(|&at| devices[at].body.drives.is_empty()).collect();
    match (draw.below(9), devices[device].drive(), cards.first()) {
        (0 | 1, ..) => PlanObjective::Together(workload),
        (2, ..) => PlanObjective::Each(workload),
        (3, Some(drive), _) => PlanObjective::Of(drive.to_string(), workload),
        (4, _, Some(&card)) => PlanObjective::ToCard(card, workload),
        (5, Some(_), _) => PlanObjective::Latency(device),
        (6, ..) => PlanObjective::FewMoves,
        (7, ..) => PlanObjective::LanesOf(device),
        (8, ..) => PlanObjective::FreeSata,
        _ => PlanObjective::Together(workload),
    }
}

fn constraint(draw: &mut Draw, devices: &[MovableDevice]) -> Constraint {
    let (one, other) = (draw.below(devices.len()), draw.below(devices.len()));
    let cards: Vec<usize> =
        (0..devices.len()).filter(|&at| devices[at].line_rate().is_some()).collect();
    match (draw.below(9), cards.first()) {
        (0..=2, Some(&card)) => {
            Constraint::LineRate(card, BytesPerSec::mb_s([1000.0, 2500.0, 5000.0][draw.below(3)]))
        }
        (0, _) => Constraint::Lanes(one, 4),
        (1, _) => Constraint::FullLink(one),
        (2, _) => Constraint::OnProcessor(one),
        (3, _) => Constraint::OnChipset(one),
        (4 | 5, _) if one != other => Constraint::Near(one, other),
        (6, _) => Constraint::At(one, "S2".to_owned()),
        (7, _) => Constraint::Stays(one),
        (8, _) if draw.below(2) == 0 => Constraint::Risers,
        (8, _) => Constraint::NoAdapters,
        _ => Constraint::FreeSata(1),
    }
}

fn ask(draw: &mut Draw, devices: &[MovableDevice]) -> PlacementRequest {
    let objectives = (0..1 + draw.below(2)).map(|_| objective(draw, devices)).collect();
    let constraints = (0..draw.below(3)).map(|_| constraint(draw, devices)).collect();
    let drives: Vec<usize> =
        (0..devices.len()).filter(|&at| devices[at].drive().is_some()).collect();
    let level = [RaidLevel::Stripe, RaidLevel::Mirror][draw.below(2)];
    let array = |members: Vec<usize>| ArrayConstraint {
        id: "r".to_owned(),
        level,
        members,
        means: vec![RaidEngineKind::LinuxMd],
    };
    let with_array = draw.below(4) == 0 && drives.len() > 1;
    let arrays = with_array.then(|| array(drives[..2].to_vec())).into_iter().collect();
    PlacementRequest { constraints, objectives, arrays }
}

/// Every placement there is: every location for every device, every choice of settings.
fn all(inventory: &SlotInventory, devices: &[MovableDevice]) -> Vec<Placement> {
    let slots = (0..inventory.slots.len()).map(DeviceLocation::Slot);
    let bays = devices
        .iter()
        .enumerate()
        .flat_map(|(at, card)| (0..card.bays.min(3)).map(move |bay| DeviceLocation::Bay(at, bay)));
    let locations: Vec<DeviceLocation> = slots.chain(bays).collect();
    let mut made: Vec<Vec<DeviceLocation>> = vec![Vec::new()];
    for _ in devices {
        let longer = |taken: &Vec<DeviceLocation>| {
            let free = locations.iter().filter(|location| !taken.contains(location));
            free.map(|location| [taken.as_slice(), &[*location]].concat()).collect::<Vec<_>>()
        };
        made = made.iter().flat_map(longer).collect();
    }
    let mut settings = vec![Default::default()];
    for (name, values) in inventory.choices() {
        let set = |value: &str| {
            narrows_catalog::board::Settings::from([(name.to_owned(), value.to_owned())])
        };
        settings.extend(values.into_iter().map(set));
    }
    let with = |locations: Vec<DeviceLocation>| {
        let at = |settings: &narrows_catalog::board::Settings| Placement {
            locations: locations.clone(),
            settings: settings.clone(),
        };
        settings.iter().map(at).collect::<Vec<_>>()
    };
    made.into_iter().flat_map(with).collect()
}

/// Values of all placements that satisfy all constraints.
fn tried(
    judge: &PlacementJudge<'_>,
    all: &[Placement],
) -> Vec<(Placement, PlacementRank, Vec<f64>)> {
    let mut memo = Default::default();
    let worth = |at: &Placement| {
        let view = PlacementView::new(judge, at).ok()?;
        let worth = judge.worth(&view, &mut memo).ok()?;
        Some((at.clone(), worth.rank, worth.scores))
    };
    all.iter().filter_map(worth).collect()
}

fn machines() -> usize {
    let machines_text = std::env::var("NARROWS_PLAN_MACHINES").ok();
    machines_text.and_then(|most| most.parse().ok()).unwrap_or(MACHINES)
}

#[test]
fn the_search_finds_what_trying_every_placement_of_a_drawn_machine_finds() {
    let (mut compared, mut impossible) = (0, 0);
    for seed in 0..machines() {
        let mut draw = Draw::new(seed as u64 + 1000);
        let mut inventory = inventory(&mut draw);
        let devices = devices(&mut draw, seed % 10 == 0);
        let all = all(&inventory, &devices);
        put_some_today(&mut draw, &mut inventory, &devices, &all);
        let ask = ask(&mut draw, &devices);
        match is_found(&mut draw, (&inventory, &devices), &ask, &all, seed) {
            true => compared += 1,
            false => impossible += 1,
        }
    }
    println!("{compared} compared, {impossible} impossible");
    assert!(compared >= machines() / 3 && impossible >= machines() / 20);
}

/// Controllers with ports and cards with bays beside drives for them, and constraints that name the card,
/// one of its ports, or a neighbour on it.
#[test]
fn the_search_fills_ports_and_bays_as_trying_every_placement_does() {
    let (mut compared, mut impossible, mut on_ports) = (0, 0, 0);
    // 123: drives in a card's own bays, whose rate to it no link bounds.
    // 195: a drive that stays in the second bay.
    for seed in (0..machines() / 6).chain([123, 195]) {
        let mut draw = Draw::new(seed as u64 + 7000);
        let mut inventory = inventory(&mut draw);
        let card = ["lsi-sas-9300-8i", "m2-asm1166", "quad-m2"][draw.below(3)];
        let list = format!("card={card}, a=samsung-850-evo-250gb, b=samsung-850-evo-250gb");
        let third = ["seagate-ironwolf-8tb", "samsung-950-pro-256gb"][draw.below(2)];
        let devices = devices_named(&format!("{list}, c={third}")).expect("models");
        let all = all(&inventory, &devices);
        put_some_today(&mut draw, &mut inventory, &devices, &all);
        let mut ask = ask(&mut draw, &devices);
        let drive = 1 + draw.below(3);
        ask.constraints.extend(match draw.below(4) {
            0 => Some(Constraint::On(drive, 0)),
            1 => Some(Constraint::At(drive, format!("S{}/{}", draw.below(5), 1 + draw.below(3)))),
            2 => Some(Constraint::Near(drive, 0)),
            _ => None,
        });
        let is_on_card = |at: &Placement| at.locations.contains(&DeviceLocation::Bay(0, 0));
        match is_found(&mut draw, (&inventory, &devices), &ask, &all, seed) {
            true => compared += 1,
            false => impossible += 1,
        }
        let judge = PlacementJudge::new(&inventory, &devices, &ask, true);
        on_ports += usize::from(tried(&judge, &all).iter().any(|(at, ..)| is_on_card(at)));
    }
    println!("{compared} compared, {impossible} impossible, {on_ports} with drives on the card");
    assert!(compared >= machines() / 18 && on_ports >= machines() / 24);
}

/// Places devices today where they could be.
fn put_some_today(
    draw: &mut Draw,
    inventory: &mut SlotInventory,
    devices: &[MovableDevice],
    all: &[Placement],
) {
    let nothing = PlacementRequest::default();
    let free = PlacementJudge::new(inventory, devices, &nothing, true);
    let some: Vec<&Placement> =
        all.iter().filter(|at| PlacementView::new(&free, at).is_ok()).collect();
    if !some.is_empty() {
        let today = some[draw.below(some.len())].locations.clone();
        inventory.today = Placement { locations: today, ..Placement::default() };
    }
}

/// Checks that the search finds the best placement, or names fewest constraints if there is none;
/// whether there is one.
fn is_found(
    draw: &mut Draw,
    (inventory, devices): (&SlotInventory, &[MovableDevice]),
    ask: &PlacementRequest,
    all: &[Placement],
    seed: usize,
) -> bool {
    let judge = PlacementJudge::new(inventory, devices, ask, true);
    let tried = tried(&judge, all);
    let effort = SearchEffort { allow_unknown: true, ..SearchEffort::default() };
    let result = best(inventory, devices, ask, &effort);
    let is_found = result.is_ok();
    match (tried.iter().map(|(_, rank, _)| rank).max(), result) {
        (None, Err(why)) => {
            assert!(why.proven, "{seed}");
            let blamed = ask.only(&why.constraints);
            let blamed = PlacementJudge::new(inventory, devices, &blamed, true);
            assert!(self::tried(&blamed, all).is_empty(), "{seed}: {why:?} {ask:?}");
            none_is_blamed_in_vain(inventory, devices, ask, (&why.constraints, all));
        }
        (Some(expected), Ok(result)) => {
            assert_eq!(result.proof, OptimalityProof::Exact, "{seed}");
            let at = &result.candidates[0].placement;
            let view = PlacementView::new(&judge, at).expect("possible");
            let rank = judge.worth(&view, &mut Default::default()).expect("wishes").rank;
            assert_eq!(rank, *expected, "{seed}: {ask:?}");
        }
        (expected, result) => panic!("{seed}: {expected:?}, not {result:?}; {ask:?}"),
    }
    bounds_hold(draw, &judge, &tried, seed);
    is_found
}

/// Without any one of the constraints that are to blame the others come true.
fn none_is_blamed_in_vain(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
    (blamed, all): (&[usize], &[Placement]),
) {
    for constraint in blamed {
        let others: Vec<usize> =
            blamed.iter().copied().filter(|other| other != constraint).collect();
        let without = ask.only(&others);
        let judge = PlacementJudge::new(inventory, devices, &without, true);
        assert!(!tried(&judge, all).is_empty(), "{constraint} of {blamed:?}, {ask:?}");
    }
}

/// Parts of twenty placements: their bounds are not below the placements' values.
fn bounds_hold(
    draw: &mut Draw,
    judge: &PlacementJudge<'_>,
    tried: &[(Placement, PlacementRank, Vec<f64>)],
    seed: usize,
) {
    for _ in 0..tried.len().min(20) {
        let (at, _, scores) = &tried[draw.below(tried.len())];
        let part: Vec<Option<DeviceLocation>> =
            at.locations.iter().map(|location| (draw.below(2) == 0).then_some(*location)).collect();
        let bound = most(judge, &part).expect("an aim");
        assert!(bound >= scores[0], "{seed}: {bound} < {} {part:?} {:?}", scores[0], judge.request);
    }
}
