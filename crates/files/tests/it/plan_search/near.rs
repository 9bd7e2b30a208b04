//! Machines with more placements than a search visits, with drives of different rates: the reach of one
//! move, and that nothing near the best is better than the next best.

use std::fmt::Write;

use narrows_files::inventory::of_file;
use narrows_files::machine_file;
use narrows_plan::evaluate::{PlacementJudge, PlacementRank, PlacementView, RatesMemo};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::moves::fewest;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{PlacementRequest, PlanObjective};
use narrows_plan::search::{SearchEffort, best};

use super::draw::Draw;
use super::sequential;

const MACHINES: u64 = 12;
const SLOTS: usize = 18;
const DRIVES: usize = 12;

/// Eighteen slots on the processor and behind a chipset and a switch, and twelve drives somewhere in them.
fn machine(seed: u64) -> SlotInventory {
    let mut draw = Draw::new(seed);
    let mut text = "schema = \"narrows.machine/1\"\nname = \"drawn\"\n\
                    [[chipset]]\nid = \"chipset\"\nlink = \"3.0 x4\"\n\
                    [[switch]]\nid = \"switch\"\non = \"cpu\"\nlink = \"4.0 x4\"\n"
        .to_owned();
    for slot in 0..SLOTS {
        let on = ["cpu", "chipset", "switch"][draw.below(3)];
        let link = ["3.0 x4", "4.0 x4", "4.0 x2"][draw.below(3)];
        write!(text, "[[slot]]\nid = \"S{slot}\"\non = \"{on}\"\nlink = \"{link}\"\n")
            .expect("a string takes it");
    }
    let mut free: Vec<usize> = (0..SLOTS).collect();
    for drive in 0..DRIVES {
        let slot = free.remove(draw.below(free.len()));
        let read = 500 + draw.below(6500);
        let entry = format!("id = \"d{drive}\"\nslot = \"S{slot}\"\nread = \"{read} MB/s\"\n");
        write!(text, "[[drive]]\nlink = \"4.0 x4\"\n{entry}").expect("a string takes it");
    }
    let file = machine_file::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    of_file(&file)
}

/// Ranks of all placements with one drive moved, or two swapped.
fn ranks_near(judge: &PlacementJudge<'_>, at: &Placement) -> Vec<PlacementRank> {
    let mut memo = RatesMemo::new();
    let mut ranks = Vec::new();
    for drive in 0..DRIVES {
        for slot in 0..SLOTS {
            let to = DeviceLocation::Slot(slot);
            let mut next = at.clone();
            if let Some(other) = at.locations.iter().position(|it| *it == to) {
                next.locations[other] = at.locations[drive];
            }
            next.locations[drive] = to;
            let view = PlacementView::new(judge, &next).expect("every drive fits everywhere");
            ranks.push(judge.worth(&view, &mut memo).expect("there is no other constraint").rank);
        }
    }
    ranks
}

fn on_each_machine(check: impl Fn(&PlacementJudge<'_>, &str)) {
    let ask = PlacementRequest {
        objectives: vec![PlanObjective::Together(sequential())],
        ..PlacementRequest::default()
    };
    for seed in 0..MACHINES {
        let inventory = machine(seed);
        let judge = PlacementJudge::new(&inventory, &inventory.devices, &ask, false);
        check(&judge, &format!("machine {seed}"));
    }
}

#[test]
fn one_move_reaches_the_best_of_all_single_moves() {
    on_each_machine(|judge, name| {
        let reached = fewest(judge, 1);
        let most = ranks_near(judge, &judge.inventory.today).into_iter().max();
        assert_eq!(reached.last().map(|it| it.worth.rank.clone()), most, "{name}");
        assert!(reached.iter().all(|it| it.exact), "{name}");
    });
}

/// A hundred and more placements are one move away, of which the 48 best are gone on from.
#[test]
fn what_was_left_out_on_the_way_is_not_called_exact() {
    on_each_machine(|judge, name| {
        let reached = fewest(judge, 3);
        assert!(reached.windows(2).all(|pair| pair[0].worth.rank < pair[1].worth.rank));
        let exact: Vec<usize> = reached.iter().filter(|it| it.exact).map(|it| it.moves).collect();
        assert!(exact.iter().all(|moves| *moves <= 1), "{name}: {exact:?}");
        assert!(reached.last().is_some_and(|it| it.moves > 1), "{name}: one move is enough");
    });
}

#[test]
fn nothing_near_the_best_is_better_than_the_next_best() {
    on_each_machine(|judge, name| {
        let PlacementJudge { inventory, devices, request, .. } = judge;
        let result = best(inventory, devices, request, &SearchEffort::default()).expect("one");
        let of = |at: &Placement| {
            let view = PlacementView::new(judge, at).expect("it is possible");
            judge.worth(&view, &mut RatesMemo::new()).expect("it is possible").rank.objectives
        };
        let kept: Vec<_> = result.candidates.iter().map(|it| of(&it.placement)).collect();
        let near = ranks_near(judge, &result.candidates[0].placement).into_iter();
        let mut near: Vec<_> = near.map(|it| it.objectives).collect();
        near.sort_by(|one, other| other.cmp(one));
        assert!(near[0] <= kept[0], "{name}");
        let next = near.iter().find(|it| **it < kept[0]).expect("some drive is faster elsewhere");
        assert!(*next <= kept[1], "{name}: {next:?} {kept:?}");
    });
}
