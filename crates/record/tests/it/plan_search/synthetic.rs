//! Small machines that no catalogue has, with everything that can be asked: the search finds what
//! trying every placement finds, and no part's bound is below what the whole brings.

use std::fmt::Write;

use narrows_model::Level;
use narrows_plan::ask::{Aim, ArrayWish, Ask, Wish};
use narrows_plan::evaluate::{Judge, Rank, View};
use narrows_plan::feasibility::Means;
use narrows_plan::found::Proof;
use narrows_plan::piece::{Piece, Shape, Thickness};
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::search::{Effort, best, most};
use narrows_plan::site::Site;
use narrows_record::machine_file;
use narrows_record::site::{of_file, pieces_named};
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
fn site(draw: &mut Draw) -> Site {
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
    let seats = 5 + draw.below(3);
    for seat in 0..seats {
        let on = &places[draw.below(places.len())];
        let is_twin = twins && seat < 4;
        let on = if is_twin { &places[3 + seat % 2] } else { on };
        let (link, form) =
            [("3.0 x4", "m2"), ("3.0 x4", "u2"), ("3.0 x16", "x16"), ("3.0 x8", "x16")]
                [if is_twin { draw.below(4) / 4 + seat / 2 } else { draw.below(4) }];
        let entry = match if is_twin { 1 } else { draw.below(6) } {
            0 => format!(
                "id = \"S{seat}\"\non = \"chipset\"\nform = \"sata\"\ndevices = [\"sata\"]\n"
            ),
            _ => format!("id = \"S{seat}\"\non = \"{on}\"\nlink = \"{link}\"\nform = \"{form}\"\n"),
        };
        write!(text, "[[slot]]\n{entry}").expect("a string takes it");
    }
    for _ in 0..draw.below(3) {
        text.push_str(&rule(draw, seats, &places));
    }
    let file = machine_file::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let mut site = of_file(&file);
    for seat in &mut site.seats {
        // What only boards of the catalogue say: rows, and splits of the widest slots.
        seat.row = [None, Some(1), Some(2), Some(3), Some(4)][draw.below(5)];
        let is_wide = seat.link.is_some_and(|link| link.lanes.get() == 16);
        let split: &[&[u8]] = match draw.below(3) {
            0 if is_wide => &[&[4, 4, 4, 4]],
            1 if is_wide => &[&[8, 8]],
            _ => &[],
        };
        let lanes = |way: &&[u8]| way.iter().filter_map(|&lanes| Lanes::new(lanes)).collect();
        seat.splits = split.iter().map(lanes).collect();
    }
    site
}

fn rule(draw: &mut Draw, seats: usize, places: &[String]) -> String {
    let (of, then) = (draw.below(seats), draw.below(seats));
    let when = match draw.below(3) {
        0 => "setting = [\"Mode = B\"]".to_owned(),
        1 => format!("when = [\"S{of}\"]"),
        _ => format!("when = [\"S{of}\"]\nsetting = [\"Mode = A\"]"),
    };
    let on = format!("on = \"{}\"", places[1 + draw.below(places.len() - 1)]);
    let effect = ["off = true", "link = \"3.0 x2\"", on.as_str()][draw.below(3)];
    format!("[[rule]]\n{when}\nthen = [{{ slot = \"S{then}\", {effect} }}]\n")
}

fn pieces(draw: &mut Draw, carriers: bool) -> Vec<Piece> {
    let count = 2 + draw.below(3);
    let mut list: Vec<&str> = (0..count).map(|_| KINDS[draw.below(KINDS.len())]).collect();
    if carriers {
        list.truncate(3);
        list.push(CARRIERS[draw.below(CARRIERS.len())]);
    }
    let mut pieces = pieces_named(&list.join(", ")).expect("models of the catalogue");
    let cards = pieces.iter_mut().filter(|piece| matches!(piece.shape, Shape::Card(_)));
    for card in cards {
        let slots = [1.0, 2.0, 2.5, 4.0][draw.below(4)];
        card.thickness = Some(Thickness { slots, is_assumed: false }).filter(|_| draw.below(3) > 0);
    }
    pieces
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

fn aim(draw: &mut Draw, pieces: &[Piece]) -> Aim {
    let workload = workload(draw);
    let piece = draw.below(pieces.len());
    let cards: Vec<usize> =
        (0..pieces.len()).filter(|&at| pieces[at].body.drives.is_empty()).collect();
    match (draw.below(9), pieces[piece].drive(), cards.first()) {
        (0 | 1, ..) => Aim::Together(workload),
        (2, ..) => Aim::Each(workload),
        (3, Some(drive), _) => Aim::Of(drive.to_string(), workload),
        (4, _, Some(&card)) => Aim::ToCard(card, workload),
        (5, Some(_), _) => Aim::Latency(piece),
        (6, ..) => Aim::FewMoves,
        (7, ..) => Aim::LanesOf(piece),
        (8, ..) => Aim::FreeSata,
        _ => Aim::Together(workload),
    }
}

fn wish(draw: &mut Draw, pieces: &[Piece]) -> Wish {
    let (one, other) = (draw.below(pieces.len()), draw.below(pieces.len()));
    let cards: Vec<usize> =
        (0..pieces.len()).filter(|&at| pieces[at].line_rate().is_some()).collect();
    match (draw.below(9), cards.first()) {
        (0..=2, Some(&card)) => {
            Wish::LineRate(card, BytesPerSec::mb_s([1000.0, 2500.0, 5000.0][draw.below(3)]))
        }
        (0, _) => Wish::Lanes(one, 4),
        (1, _) => Wish::FullLink(one),
        (2, _) => Wish::OnProcessor(one),
        (3, _) => Wish::OnChipset(one),
        (4 | 5, _) if one != other => Wish::Near(one, other),
        (6, _) => Wish::At(one, "S2".to_owned()),
        (7, _) => Wish::Stays(one),
        (8, _) if draw.below(2) == 0 => Wish::Risers,
        (8, _) => Wish::NoAdapters,
        _ => Wish::FreeSata(1),
    }
}

fn ask(draw: &mut Draw, pieces: &[Piece]) -> Ask {
    let aims = (0..1 + draw.below(2)).map(|_| aim(draw, pieces)).collect();
    let wishes = (0..draw.below(3)).map(|_| wish(draw, pieces)).collect();
    let drives: Vec<usize> = (0..pieces.len()).filter(|&at| pieces[at].drive().is_some()).collect();
    let level = [Level::Stripe, Level::Mirror][draw.below(2)];
    let array = |members: Vec<usize>| ArrayWish {
        id: "r".to_owned(),
        level,
        members,
        means: vec![Means::LinuxMd],
    };
    let with_array = draw.below(4) == 0 && drives.len() > 1;
    let arrays = with_array.then(|| array(drives[..2].to_vec())).into_iter().collect();
    Ask { wishes, aims, arrays }
}

/// Every placement there is: every spot for every piece, every choice of settings.
fn all(site: &Site, pieces: &[Piece]) -> Vec<Placement> {
    let seats = (0..site.seats.len()).map(Spot::Seat);
    let bays = pieces
        .iter()
        .enumerate()
        .flat_map(|(at, card)| (0..card.bays.min(3)).map(move |bay| Spot::Bay(at, bay)));
    let spots: Vec<Spot> = seats.chain(bays).collect();
    let mut made: Vec<Vec<Spot>> = vec![Vec::new()];
    for _ in pieces {
        let longer = |taken: &Vec<Spot>| {
            let free = spots.iter().filter(|spot| !taken.contains(spot));
            free.map(|spot| [taken.as_slice(), &[*spot]].concat()).collect::<Vec<_>>()
        };
        made = made.iter().flat_map(longer).collect();
    }
    let mut settings = vec![Default::default()];
    for (name, values) in site.choices() {
        let set = |value: &str| {
            narrows_catalog::board::Settings::from([(name.to_owned(), value.to_owned())])
        };
        settings.extend(values.into_iter().map(set));
    }
    let with = |spots: Vec<Spot>| {
        let at = |settings: &narrows_catalog::board::Settings| Placement {
            spots: spots.clone(),
            settings: settings.clone(),
        };
        settings.iter().map(at).collect::<Vec<_>>()
    };
    made.into_iter().flat_map(with).collect()
}

/// What every placement in which all wishes come true comes to.
fn tried(judge: &Judge<'_>, all: &[Placement]) -> Vec<(Placement, Rank, Vec<f64>)> {
    let mut memo = Default::default();
    let worth = |at: &Placement| {
        let view = View::new(judge, at).ok()?;
        let worth = judge.worth(&view, &mut memo).ok()?;
        Some((at.clone(), worth.rank, worth.scores))
    };
    all.iter().filter_map(worth).collect()
}

fn machines() -> usize {
    let asked = std::env::var("NARROWS_PLAN_MACHINES").ok();
    asked.and_then(|most| most.parse().ok()).unwrap_or(MACHINES)
}

#[test]
fn the_search_finds_what_trying_every_placement_of_a_drawn_machine_finds() {
    let (mut compared, mut impossible) = (0, 0);
    for seed in 0..machines() {
        let mut draw = Draw::new(seed as u64 + 1000);
        let mut site = site(&mut draw);
        let pieces = pieces(&mut draw, seed % 10 == 0);
        let all = all(&site, &pieces);
        let nothing = Ask::default();
        let free = Judge::new(&site, &pieces, &nothing, true);
        let some: Vec<&Placement> = all.iter().filter(|at| View::new(&free, at).is_ok()).collect();
        if !some.is_empty() {
            let today = some[draw.below(some.len())].spots.clone();
            site.today = Placement { spots: today, ..Placement::default() };
        }
        let ask = ask(&mut draw, &pieces);
        let judge = Judge::new(&site, &pieces, &ask, true);
        let tried = tried(&judge, &all);
        let effort = Effort { allow_unknown: true, ..Effort::default() };
        let found = best(&site, &pieces, &ask, &effort);
        match (tried.iter().map(|(_, rank, _)| rank).max(), found) {
            (None, Err(why)) => {
                assert!(why.proven, "{seed}");
                let blamed = ask.only(&why.wishes);
                let blamed = Judge::new(&site, &pieces, &blamed, true);
                assert!(self::tried(&blamed, &all).is_empty(), "{seed}: {why:?} {ask:?}");
                none_is_blamed_in_vain(&site, &pieces, &ask, (&why.wishes, &all));
                impossible += 1;
            }
            (Some(expected), Ok(found)) => {
                assert_eq!(found.proof, Proof::Exact, "{seed}");
                let at = &found.candidates[0].placement;
                let view = View::new(&judge, at).expect("possible");
                let rank = judge.worth(&view, &mut Default::default()).expect("wishes").rank;
                assert_eq!(rank, *expected, "{seed}: {ask:?}");
                compared += 1;
            }
            (expected, found) => panic!("{seed}: {expected:?}, not {found:?}; {ask:?}"),
        }
        bounds_hold(&mut draw, &judge, &tried, seed);
    }
    println!("{compared} compared, {impossible} impossible");
    assert!(compared >= machines() / 3 && impossible >= machines() / 20);
}

/// Without any one of the wishes that are to blame the others come true.
fn none_is_blamed_in_vain(
    site: &Site,
    pieces: &[Piece],
    ask: &Ask,
    (blamed, all): (&[usize], &[Placement]),
) {
    for wish in blamed {
        let others: Vec<usize> = blamed.iter().copied().filter(|other| other != wish).collect();
        let without = ask.only(&others);
        let judge = Judge::new(site, pieces, &without, true);
        assert!(!tried(&judge, all).is_empty(), "{wish} of {blamed:?}, {ask:?}");
    }
}

/// Parts of twenty placements: their bounds are not below what these come to.
fn bounds_hold(
    draw: &mut Draw,
    judge: &Judge<'_>,
    tried: &[(Placement, Rank, Vec<f64>)],
    seed: usize,
) {
    for _ in 0..tried.len().min(20) {
        let (at, _, scores) = &tried[draw.below(tried.len())];
        let part: Vec<Option<Spot>> =
            at.spots.iter().map(|spot| (draw.below(2) == 0).then_some(*spot)).collect();
        let bound = most(judge, &part).expect("an aim");
        assert!(bound >= scores[0], "{seed}: {bound} < {} {part:?} {:?}", scores[0], judge.ask);
    }
}
