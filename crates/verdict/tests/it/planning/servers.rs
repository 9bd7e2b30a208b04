//! Machines whose drives feed graphics cards or a network.

use narrows_files::{inventory, machine_file};
use narrows_model::LimitKind;

use narrows_plan::placement::Placement;
use narrows_plan::serving::{ServingRate, serving};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::profile;

use super::bed::{Case, same};

const DRIVE: &str = "samsung-pm9a3-3840gb-u-2@u2";

fn loader(devices: &str) -> Case {
    let text = include_str!("two-sockets.toml");
    let file = machine_file::read(text).unwrap();
    Case::at(inventory::of_file(&file), &devices.replace("DRIVE", DRIVE))
}

/// The number of a slot's switch: `G2` and `B21` are below the third.
fn switch(slot: &str) -> &str {
    &slot[1..2]
}

/// Four drives of 6,800 MB/s that feed one card: below the card's own switch nothing passes an
/// uplink, and all 27,200 arrive. From another switch they would share two uplinks of eight lanes.
#[test]
fn drives_go_below_the_switch_of_the_card_that_they_feed() {
    let case = loader("d1=DRIVE, d2=DRIVE, d3=DRIVE, d4=DRIVE, gpu");
    let best = case.best("to=gpu");
    assert!(same(best.score(), 4.0 * 6800.0), "{}", best.score());
    let card = best.slot("gpu");
    for drive in ["d1", "d2", "d3", "d4"] {
        assert_eq!(switch(&best.slot(drive)), switch(&card), "{drive}");
    }
}

/// The same across the root complexes: the drives' bays are described as below the first switch,
/// the card's slot below the third. One uplink of eight lanes of 16 GT/s limits the rate, 14,200
/// MB/s at most, and less for going through two processors.
#[test]
fn across_the_root_complexes_the_uplinks_limit() {
    let case = loader("d1=DRIVE, d2=DRIVE, d3=DRIVE, d4=DRIVE, gpu");
    let far = case.best("to=gpu, d1@B00, d2@B01, d3@B02, d4@B03, gpu@G2");
    assert!((8_000.0..14_300.0).contains(&far.score()), "{}", far.score());
    assert_eq!(far.limit(), LimitKind::Uplink);
}

/// Eight drives and four cards, two drives near each card, which is below one switch or one root
/// complex: no pair is split across processors. All drives deliver all they can, as 13,600 pass
/// each uplink if each switch has two drives; with three below one of them 20,400 would not pass
/// its 14,200.
#[test]
fn four_cards_keep_their_drives_on_their_side() {
    let case = loader(
        "d1=DRIVE, d2=DRIVE, d3=DRIVE, d4=DRIVE, d5=DRIVE, d6=DRIVE, d7=DRIVE, d8=DRIVE, \
         g1=gpu, g2=gpu, g3=gpu, g4=gpu",
    );
    let words = "seq-read-128k-q32, near=d1+g1, near=d2+g1, near=d3+g2, near=d4+g2, near=d5+g3, \
                 near=d6+g3, near=d7+g4, near=d8+g4";
    let best = case.best(words);
    assert!(same(best.score(), 8.0 * 6800.0), "{}", best.score());
    let side = |device: &str| matches!(switch(&best.slot(device)), "2" | "3");
    for (card, drives) in [("g1", ["d1", "d2"]), ("g2", ["d3", "d4"]), ("g4", ["d7", "d8"])] {
        for drive in drives {
            assert_eq!(side(drive), side(card), "{drive}, {card}");
        }
    }
    let drives = (1..=8).map(|number| best.slot(&format!("d{number}")));
    let mut below: Vec<String> = drives.map(|slot| switch(&slot).to_owned()).collect();
    below.sort();
    assert_eq!(below, ["0", "0", "1", "1", "2", "2", "3", "3"]);
}

/// Network storage on write-up 000's board: both ports of an X540-T2 move 2,500 MB/s, and the card
/// runs 5 GT/s. Eight lanes of that carry it, the four of the chipset's slot do not (1,805 as
/// measured in write-up 003): the card goes on the processor's first slot, and the drives keep the
/// uplink to themselves.
#[test]
fn a_network_card_at_line_rate_takes_eight_lanes_of_the_processor() {
    let case = Case::on("asrock-z170-oc-formula", "3x plextor-px-256m8pe, nic=intel-x540-t2");
    let best = case.best("seq-read-128k-q32, nic=line-rate");
    assert_eq!(best.slot("nic"), "PCIE1");
    let slots = case.slots(&best.candidate.placement);
    assert!(!slots.contains(&"PCIE3".to_owned()) || best.score() > 5000.0, "{slots:?}");
    let blamed = case.blamed("seq-read-128k-q32, nic=line-rate, nic@PCIE3");
    assert_eq!(blamed.len(), 2, "{blamed:?}");
}

/// The rate that the network card sends of the drives' sum, its ports carrying `ports` MB/s.
fn served(case: &Case, at: &Placement, ports: f64) -> ServingRate {
    let machine = case.inventory.machine(&case.devices, at, &[]).unwrap();
    let workload = profile("seq-read-128k-q32").unwrap();
    serving(&machine, &Id::new("nic"), BytesPerSec::mb_s(ports), &workload).unwrap()
}

/// The same card in the chipset's slot beside three drives in the M.2 slots. Up the uplink come
/// 3,554 MB/s and down it goes the rate of the card's four lanes of 5 GT/s, 1,805: each way has the
/// uplink to itself, and the card's link is the limit. On the processor's eight lanes the ports'
/// own 2,500 are.
#[test]
fn what_a_network_gets_is_the_least_of_drives_uplink_and_card() {
    let case = Case::on("asrock-z170-oc-formula", "3x plextor-px-256m8pe, nic=intel-x540-t2");
    let near = case.placed(&["M2_1", "M2_2", "M2_3", "PCIE3"]);
    let on_chipset = served(&case, &near, 2500.0);
    assert!((on_chipset.rate.as_mb_s() / 1805.0 - 1.0).abs() < 0.02, "{on_chipset:?}");
    assert_eq!(on_chipset.limit.unwrap().kind, LimitKind::Link);
    let far = case.placed(&["M2_1", "M2_2", "M2_3", "PCIE1"]);
    let on_processor = served(&case, &far, 2500.0);
    assert!(same(on_processor.rate.as_mb_s(), 2500.0), "{on_processor:?}");
    assert_eq!(on_processor.limit, None);
    // With ports of 100 Gbit/s in that slot the drives' uplink is the limit.
    let drives = served(&Case { devices: wide(&case), ..case }, &far, 12_500.0);
    assert!((drives.rate.as_mb_s() / 3554.0 - 1.0).abs() < 0.012, "{drives:?}");
    assert_eq!(drives.limit.unwrap().kind, LimitKind::Uplink);
}

/// The same devices with a network card of sixteen lanes of 8 GT/s.
fn wide(case: &Case) -> Vec<narrows_plan::device::MovableDevice> {
    let mut devices = case.devices.clone();
    for device in devices.iter_mut().filter(|device| device.id == "nic") {
        device.link = narrows_units::LinkWidth::new(3, 16);
    }
    devices
}

/// Two drives of 6,800 MB/s on the second processor and a card on the first, everything on its own
/// lanes: 13,600 arrive either way by known limits. The card goes to the drives' processor, because
/// only one of the paths is through both.
#[test]
fn a_card_is_on_the_processor_of_the_drives_that_feed_it() {
    let slot = |id: &str, on: &str, lanes: u8, form: &str| {
        format!(
            "[[slot]]\nid = \"{id}\"\non = \"{on}\"\nlink = \"4.0 x{lanes}\"\nform = \"{form}\"\n"
        )
    };
    let text = [
        "schema = \"narrows.machine/1\"\n[[root_complex]]\nid = \"rc0\"\nsocket = 0\n\
         [[root_complex]]\nid = \"rc1\"\nsocket = 1\n"
            .to_owned(),
        slot("A", "rc0", 16, "x16"),
        slot("B", "rc1", 16, "x16"),
        slot("U1", "rc1", 4, "u2"),
        slot("U2", "rc1", 4, "u2"),
    ];
    let file = machine_file::read(&text.concat()).unwrap();
    let devices = format!("g=gpu, d1={DRIVE}, d2={DRIVE}");
    let case = Case::at(inventory::of_file(&file), &devices);
    let best = case.best("to=g");
    assert!(same(best.score(), 2.0 * 6800.0), "{}", best.score());
    assert_eq!(best.slot("g"), "B");
}
