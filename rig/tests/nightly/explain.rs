//! Which drives share a limit, inferred in emulated machines from nothing but the rates of sets that ran
//! together: the sets must be those of the machine's description, every time.
//!
//! `NARROWS_REPEATS` gives the repeats of each machine, 20 by default.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use crate::machine_bed::{Results, list, median};

const JOB: &str = include_str!("../rigs/machine_bed/explain.sh");

/// A set of drives by serial, and the capacity of their shared limit, MB/s.
type Set = (&'static [&'static str], f64);

/// 2.5 GT/s x2, and 5 GT/s x1, with payloads of 128 bytes: see `rig.rs`.
const UPLINK_MB_S: f64 = 419.4;

fn repeats() -> u32 {
    let text = std::env::var("NARROWS_REPEATS").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// Its repeats between two starts of the machine, which may not run for ever.
const AT_ONCE: u32 = 3;

/// Runs `explain` on the machine, of this total capacity, MB/s, again and again, and compares the
/// findings with the truth.
fn check(machine: &str, carries: f64, wanted: &[Set]) {
    for from in (0..repeats()).step_by(AT_ONCE as usize) {
        check_some((machine, carries), wanted, AT_ONCE.min(repeats() - from));
    }
}

fn check_some((machine, carries): (&str, f64), wanted: &[Set], repeats: u32) {
    let (name, job) = (format!("{machine}-explain"), format!("repeats={repeats}\n{JOB}"));
    let Some(results) = Results::of_steady_job(machine, &name, &job, carries) else { return };
    let see = results.json("see.json");
    let mut capacities = vec![Vec::new(); wanted.len()];
    for repeat in 1..=repeats {
        let name = format!("explain-{repeat}.json");
        let output = results.text(&format!("{name}.said"));
        assert_eq!(results.exit_code(&name), 0, "{machine}, {name}: {output}");
        check_one(&see, &results.json(&name)["sharing"], wanted, &mut capacities);
    }
    for ((_, wanted), measured) in wanted.iter().zip(capacities) {
        let median = median(&measured);
        assert!((median / *wanted - 1.0).abs() < WITHIN, "{median} MB/s, not {wanted}");
    }
}

/// How near the median of the repeats must come to a limit.
const WITHIN: f64 = 0.05;
/// How near each must come: single repeats may be higher, because the emulator's limiter lets up to a
/// tenth of a second's worth through at once if the host had been busy.
const EACH_WITHIN: Range<f64> = 0.95..1.1;

fn check_one(see: &Value, sharing: &Value, wanted: &[Set], capacities: &mut [Vec<f64>]) {
    // Below a tenth nothing is promised, and the emulator's own processors cost some percent.
    let costs = |limit: &&Value| limit["cost_percent"].as_f64() >= Some(10.0);
    let limits: Vec<&Value> = list(sharing, "limits").iter().filter(costs).collect();
    let sets: BTreeSet<BTreeSet<&str>> = limits.iter().map(|limit| serials(see, limit)).collect();
    let expected = wanted.iter().map(|(drives, _)| drives.iter().copied().collect());
    assert_eq!(sets, expected.collect(), "{sharing}");
    for limit in limits {
        let is_it = |(set, _): &Set| serials(see, limit).contains(set[0]);
        let at = wanted.iter().position(is_it).unwrap();
        let capacity = limit["capacity_mb_s"]["value"].as_f64().unwrap();
        assert!(EACH_WITHIN.contains(&(capacity / wanted[at].1)), "{capacity} MB/s: {limit}");
        capacities[at].push(capacity);
    }
}

/// The drives of a limit by serial: kernel names follow the order in which drives answer.
fn serials<'a>(see: &'a Value, limit: &Value) -> BTreeSet<&'a str> {
    let drives = list(limit, "drives").iter();
    let serial = |drive: &Value| {
        let known = list(see, "drives").iter().find(|known| known["id"] == *drive);
        known.and_then(|known| known["serial"].as_str()).unwrap_or_else(|| panic!("{drive}"))
    };
    drives.map(serial).collect()
}

#[test]
fn three_drives_on_one_uplink() {
    check("z170-trio", UPLINK_MB_S, &[(&["TRIO-M2-1", "TRIO-M2-2", "TRIO-M2-3"], UPLINK_MB_S)]);
}

#[test]
fn four_of_eight_drives_on_one_uplink() {
    let bays = 4.0 * 40.0;
    check(
        "two-socket-8",
        bays + UPLINK_MB_S,
        &[(&["BAY-5", "BAY-6", "BAY-7", "BAY-8"], UPLINK_MB_S)],
    );
}

/// Each has its own limit: the port's lanes, and the link that came up with one.
#[test]
fn narrow_slots_are_no_sharing() {
    check("x2-slot", 1.5 * UPLINK_MB_S, &[]);
}

#[test]
fn drives_apart_share_nothing() {
    check("pair-on-cpu", 2.0 * 200.0, &[]);
    check("pair-split", 200.0 + UPLINK_MB_S / 2.0, &[]);
}

#[test]
fn sata_links_are_no_sharing() {
    check("sata-trio", 3.0 * 140.0, &[]);
}

/// One of them slower than the others, which is no sharing either.
#[test]
fn six_bays_share_nothing() {
    check("six-bays", 5.0 * 100.0 + 40.0, &[]);
}
