//! Devices that have more in their observed place than they would get elsewhere, links of which
//! nothing is known, and rules between places that look the same.

use narrows_files::inventory::{devices_named, of_file};
use narrows_files::machine_file;
use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::{PlacementJudge, PlacementView, RatesMemo};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::OptimalityProof;
use narrows_plan::search::{SearchEffort, best, most};
use narrows_topology::capacity::{LinkDirection, usable};
use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{FactBasis, NodeLink};
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use super::sequential;

fn slot(id: &str, on: &str, link: &str, form: &str) -> String {
    format!("[[slot]]\nid = \"{id}\"\non = \"{on}\"\nlink = \"{link}\"\nform = \"{form}\"\n")
}

fn inventory(entries: &str) -> SlotInventory {
    let text = format!(
        "schema = \"narrows.machine/1\"\n[host]\nmax_payload = \"128 B\"\n[[root_complex]]\n\
         id = \"rc0\"\nsocket = 0\n{entries}"
    );
    of_file(&machine_file::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}")))
}

/// Two slots on the same root complex that offer the same.
fn twins() -> SlotInventory {
    inventory(&[slot("A", "rc0", "3.0 x4", "x16"), slot("B", "rc0", "3.0 x4", "x16")].concat())
}

/// The device as observed in the slot, with packets of 4 KiB, the largest that there are.
fn seen_in(inventory: &SlotInventory, slot: usize, device: &mut MovableDevice) {
    let slot = &inventory.slots[slot];
    let possible = device.link.or(slot.link).expect("a link");
    let (_, root) = device.body.nodes.first_mut().expect("a node");
    root.parent = Some(slot.on.clone());
    root.slot = Some((slot.id.clone(), SlotSource::User));
    root.link = Some(NodeLink {
        name: None,
        port: None,
        current: slot.link.map(|link| link.common(possible)),
        possible: Some(possible),
        port_possible: slot.link,
        internal: false,
        max_payload: Some(Bytes::kib(4)),
        degraded: None,
        basis: FactBasis::Observed,
    });
}

fn at(slots: &[usize]) -> Placement {
    let locations = slots.iter().copied().map(DeviceLocation::Slot).collect();
    Placement { locations, ..Placement::default() }
}

fn together() -> PlacementRequest {
    PlacementRequest {
        objectives: vec![PlanObjective::Together(sequential())],
        ..PlacementRequest::default()
    }
}

/// A drive of 3,500 MB/s on four lanes of 8 GT/s: packets of 128 bytes limit it, those of 4 KiB do
/// not.
fn fast(inventory: &SlotInventory, slots: &[usize]) -> Vec<MovableDevice> {
    let list = vec!["samsung-960-pro-512gb"; slots.len()].join(", ");
    let mut devices = devices_named(&list).expect("a known model");
    devices.iter_mut().zip(slots).for_each(|(device, slot)| seen_in(inventory, *slot, device));
    devices
}

#[test]
fn the_bound_of_a_drive_left_where_it_was_seen_has_its_own_packets() {
    let (inventory, ask) = (twins(), together());
    let devices = fast(&inventory, &[1]);
    let judge = PlacementJudge::new(&inventory, &devices, &ask, true);
    let score = |slot| judge.candidate(&at(&[slot])).expect("possible").scores[0];
    assert!(score(1) > score(0) * 1.02, "{} {}", score(0), score(1));
    for part in [Some(DeviceLocation::Slot(1)), None] {
        let bound = most(&judge, &[part]).expect("an aim");
        assert!(bound >= score(1), "{part:?}: {bound} < {}", score(1));
    }
    let result = best(&inventory, &devices, &ask, &SearchEffort::default()).expect("two slots");
    assert_eq!(
        (result.proof, &result.candidates[0].placement),
        (OptimalityProof::Exact, &at(&[1]))
    );
}

/// Two of one model, each observed in its own slot, are not equal: swapped, both are placed anew.
#[test]
fn drives_seen_with_packets_of_their_own_are_not_exchanged() {
    let (inventory, ask) = (twins(), together());
    for slots in [[0, 1], [1, 0]] {
        let devices = fast(&inventory, &slots);
        let result = best(&inventory, &devices, &ask, &SearchEffort::default()).expect("two slots");
        assert_eq!(result.candidates[0].placement, at(&slots));
    }
}

#[test]
fn what_is_known_of_one_slot_is_not_taken_for_its_twin() {
    let (inventory, ask) = (twins(), together());
    let devices = fast(&inventory, &[1]);
    let judge = PlacementJudge::new(&inventory, &devices, &ask, true);
    let mut memo = RatesMemo::new();
    let mut score = |slot| {
        let at = at(&[slot]);
        let view = PlacementView::new(&judge, &at).expect("possible");
        judge.worth(&view, &mut memo).expect("no wishes").scores[0]
    };
    assert!(score(0) * 1.02 < score(1));
}

/// A line rate between the throughputs of 128-byte and 4 KiB packets on four lanes of 5 GT/s is
/// reached in the slot where the card was observed, and only there.
#[test]
fn a_card_left_where_it_was_seen_may_have_its_line_rate() {
    let inventory = twins();
    let mut devices = devices_named("intel-x540-t2").expect("a known model");
    seen_in(&inventory, 1, &mut devices[0]);
    let link = LinkWidth::new(2, 4).expect("a link");
    let carries = |payload| {
        usable(link, payload, LinkDirection::Up).min(usable(link, payload, LinkDirection::Down))
    };
    let rate = (carries(Bytes::new(128)).as_mb_s() + carries(Bytes::kib(4)).as_mb_s()) / 2.0;
    let ask = PlacementRequest {
        constraints: vec![Constraint::LineRate(0, BytesPerSec::mb_s(rate))],
        ..together()
    };
    let result = best(&inventory, &devices, &ask, &SearchEffort::default()).expect("it stays");
    assert_eq!(result.candidates[0].placement, at(&[1]));
}

/// The links of the card and of its possible slots are unknown: they limit nothing, and a drive
/// delivers all it can.
#[test]
fn an_unknown_link_to_a_card_bounds_nothing() {
    let mut inventory = twins();
    let mut devices = devices_named("gpu, intel-ssd-750-400gb@aic").expect("known models");
    inventory.slots.push(narrows_plan::inventory::InventorySlot {
        id: "C".to_owned(),
        ..inventory.slots[0].clone()
    });
    inventory.slots.iter_mut().for_each(|slot| slot.link = None);
    devices.iter_mut().for_each(|device| device.link = None);
    let ask = PlacementRequest {
        objectives: vec![PlanObjective::ToCard(0, sequential())],
        ..PlacementRequest::default()
    };
    let judge = PlacementJudge::new(&inventory, &devices, &ask, true);
    let score = judge.candidate(&at(&[0, 1])).expect("possible").scores[0];
    assert!(score > 1_000.0, "{score}");
    let bound = most(&judge, &[None, None]).expect("an aim");
    assert!(bound >= score, "{bound} < {score}");
}

/// The card in Z hangs the U.2 slot below switch N, whose uplink then carries one drive's rate for
/// two. M looks like N and comes after it, but nothing hangs on it: the M.2 drive goes there.
#[test]
fn a_switch_on_which_a_rule_hangs_a_slot_is_not_folded_with_its_twin() {
    let switch = |id: &str| format!("[[switch]]\nid = \"{id}\"\non = \"rc0\"\nlink = \"3.0 x4\"\n");
    let entries = [
        switch("N"),
        switch("M"),
        slot("X", "rc0", "3.0 x4", "u2"),
        slot("A", "N", "3.0 x4", "m2"),
        slot("B", "M", "3.0 x4", "m2"),
        slot("Z", "rc0", "3.0 x16", "x16"),
        "[[rule]]\nwhen = [\"Z\"]\nthen = [{ slot = \"X\", on = \"N\" }]\n".to_owned(),
    ];
    let inventory = inventory(&entries.concat());
    let devices =
        devices_named("samsung-pm9a3-960gb-u-2, samsung-960-pro-512gb, gpu").expect("known models");
    let constraints = vec![Constraint::At(0, "X".to_owned()), Constraint::At(2, "Z".to_owned())];
    let ask = PlacementRequest {
        constraints: [constraints, vec![Constraint::NoAdapters]].concat(),
        ..together()
    };
    // A quarter of more effort would go into exchanges that know nothing of folding.
    let effort = SearchEffort { placements: 7, top: 1, ..SearchEffort::default() };
    let result = best(&inventory, &devices, &ask, &effort).expect("each has its slot");
    assert_eq!(result.proof, OptimalityProof::Exact);
    assert_eq!(result.candidates[0].placement, at(&[0, 2, 3]));
}
