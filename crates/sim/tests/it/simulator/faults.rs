//! Faults happen at their time, the same each time, and the round reports them.

use narrows_model::Machine;
use narrows_sim::{
    HeatModel, PartEnding, PartResult, RoundTiming, SimFault, SimFaultKind, SimObserver, SimPart,
    Simulator,
};
use narrows_topology::Id;
use narrows_units::{LinkWidth, Nanos};
use narrows_workload::issuer::{Errno, TargetRegion, WorkloadMisfit};
use narrows_workload::profile;

use super::bed;

fn fault(what: &str, from_ms: u64, until_ms: Option<u64>, kind: SimFaultKind) -> SimFault {
    let (from, until) = (Nanos::millis(from_ms), until_ms.map(Nanos::millis));
    SimFault { what: Id::new(what), from, until, kind }
}

/// 128 KiB read in sequence from drives of 2,000 MB/s behind 7,174.
fn run(
    machine: &Machine,
    faults: &[SimFault],
    drives: &[&str],
    timing: &RoundTiming,
) -> Vec<PartResult> {
    let workload = profile("seq-read-128k-q8").expect("a profile");
    let parts: Vec<SimPart> = drives.iter().map(|drive| bed::part(drive, &workload)).collect();
    let ran = Simulator::new(machine, faults, 1).run(&parts, timing, &());
    ran.into_iter().map(|ran| ran.expect("it fits")).collect()
}

fn between(ran: &PartResult, from_ms: u64, to_ms: u64) -> f64 {
    bed::mb_s_between(ran, Nanos::millis(from_ms), Nanos::millis(to_ms))
}

#[track_caller]
fn near(rate: f64, wanted: f64) {
    assert!((rate / wanted - 1.0).abs() < 0.03, "{rate}, not {wanted}");
}

#[test]
fn some_requests_fail_or_move_half() {
    let machine = bed::machine((3, 8), &["a", "b"]);
    let kinds = [
        SimFaultKind::Errors { errno: Errno::ENOSPC, every: 100 },
        SimFaultKind::Short { every: 100 },
    ];
    let faults = [fault("a", 10, Some(30), kinds[0]), fault("b", 10, Some(30), kinds[1])];
    let ran = run(&machine, &faults, &["a", "b"], &bed::timing(0, 50));
    // 20 ms at 15,259 requests a second are 305.
    let [failed, short] = [&ran[0].threads[0].tally, &ran[1].threads[0].tally];
    assert_eq!((failed.errors, failed.short), (3, 0));
    assert_eq!(failed.first_error.map(|it| it.errno), Some(Errno::ENOSPC));
    assert_eq!((short.errors, short.short), (0, 3));
    assert_eq!([ran[0].ending, ran[1].ending], [PartEnding::Done; 2]);
}

/// Nothing is answered for 20 ms; then everything goes on. A stall without end shows when the
/// patience is over, 500 ms after the end.
#[test]
fn a_drive_stalls_for_a_time_and_for_ever() {
    let machine = bed::machine((3, 8), &["a", "b"]);
    let faults =
        [fault("a", 20, Some(40), SimFaultKind::Stall), fault("b", 20, None, SimFaultKind::Stall)];
    let ran = run(&machine, &faults, &["a", "b"], &bed::timing(0, 60));
    assert_eq!(between(&ran[0], 21, 40), 0.0);
    near(between(&ran[0], 42, 60), 2000.0);
    assert_eq!([ran[0].ending, ran[1].ending], [PartEnding::Done, PartEnding::Stalled]);
    assert_eq!(ran[1].ended, Nanos::millis(60), "it was polled until then");
}

#[test]
fn a_drive_drops_out() {
    let machine = bed::machine((3, 8), &["a", "b"]);
    let faults = [fault("a", 20, None, SimFaultKind::Dropout)];
    let ran = run(&machine, &faults, &["a", "b"], &bed::timing(0, 50));
    assert_eq!([ran[0].ending, ran[1].ending], [PartEnding::Errors, PartEnding::Done]);
    assert_eq!(ran[0].threads[0].tally.first_error.map(|it| it.errno), Some(Errno(19)));
    assert!(ran[0].ended < Nanos::millis(30), "given up after 64 errors: {}", ran[0].ended);
    near(between(&ran[1], 25, 50), 2000.0);
}

/// A drive's own link from PCIe 4.0 x4 (7,174 MB/s) to PCIe 3.0 x1 (897 MB/s) and back; and the uplink
/// that two drives share, from 7,174 to 1,794.
#[test]
fn links_train_down_and_up() {
    let machine = bed::machine((3, 8), &["a", "b"]);
    let own = SimFaultKind::Link { lanes: Some(1), gts: Some(8.0) };
    let ran = run(&machine, &[fault("a", 20, Some(40), own)], &["a", "b"], &bed::timing(0, 60));
    near(between(&ran[0], 5, 20), 2000.0);
    near(between(&ran[0], 25, 40), 897.0);
    near(between(&ran[0], 45, 60), 2000.0);
    near(between(&ran[1], 25, 40), 2000.0);
    let links: Vec<_> =
        ran[0].around.links.iter().map(|link| (link.at, Some(link.width))).collect();
    let widths = [LinkWidth::new(4, 4), LinkWidth::new(3, 1), LinkWidth::new(4, 4)];
    assert_eq!(links.len(), 3);
    assert!(
        links
            .iter()
            .zip([0, 20, 40].map(Nanos::millis))
            .zip(widths)
            .all(|((link, at), width)| *link == (at, width))
    );
    assert_eq!(ran[1].around.links.len(), 1);
    let shared = SimFaultKind::Link { lanes: Some(2), gts: None };
    let faults = [fault("chipset", 20, None, shared)];
    let ran = run(&machine, &faults, &["a", "b"], &bed::timing(0, 60));
    near(between(&ran[0], 5, 20), 2000.0);
    near(between(&ran[0], 30, 60), 897.0);
    near(between(&ran[1], 30, 60), 897.0);
}

#[test]
fn a_drive_becomes_slow() {
    let machine = bed::machine((3, 8), &["a"]);
    let faults = [fault("a", 20, Some(40), SimFaultKind::Slow { factor: 0.25 })];
    let ran = run(&machine, &faults, &["a"], &bed::timing(0, 60));
    near(between(&ran[0], 25, 40), 500.0);
    near(between(&ran[0], 45, 60), 2000.0);
}

/// From 40 degrees towards 40 + 2 x 30 with a time constant of 100 ms: 70 degrees are reached after
/// 69 ms (ln 2). Then it moves 500 MB/s, which leads to 55; below 60 it goes on.
#[test]
fn a_drive_gets_too_hot() {
    let machine = bed::machine((3, 8), &["a"]);
    let heat = HeatModel {
        start_c: 40.0,
        per_gb_s: 30.0,
        tau: Nanos::millis(100),
        limit_c: 70.0,
        factor: 0.25,
        resume_c: 60.0,
    };
    let faults = [fault("a", 0, None, SimFaultKind::Heat(heat))];
    let ran = run(&machine, &faults, &["a"], &bed::timing(0, 400));
    near(between(&ran[0], 10, 65), 2000.0);
    near(between(&ran[0], 80, 160), 500.0);
    let around = &ran[0].around;
    assert_eq!(around.temperature_limit_c, Some(70));
    let (first, _) = around.throttles[0];
    assert!((Nanos::millis(65)..Nanos::millis(75)).contains(&first), "{first}");
    // Down from 70 to 60 towards 55: 100 ms x ln 3; up again towards 100: 100 ms x ln(40/30).
    assert_eq!(around.throttles.iter().map(|it| it.1).collect::<Vec<_>>(), [1, 2, 3]);
    let hottest = around.temperatures.iter().map(|it| it.1).max();
    assert!(hottest.is_some_and(|celsius| (70..=71).contains(&celsius)), "{hottest:?}");
    // After a minute it is cold again, and a new round begins at 40 degrees.
    let parts = [bed::part("a", &profile("seq-read-128k-q8").expect("a profile"))];
    let mut simulator = Simulator::new(&machine, &faults, 1);
    simulator.run(&parts, &bed::timing(0, 60), &()).remove(0).expect("it fits");
    simulator.rest(Nanos::millis(60_000));
    let again = simulator.run(&parts, &bed::timing(0, 60), &()).remove(0).expect("it fits");
    assert!(again.around.temperatures[0].1 <= 42, "{:?}", again.around.temperatures[0]);
}

/// Faults are at times of the simulator, not of a round.
#[test]
fn a_fault_meets_the_round_that_runs_then() {
    let machine = bed::machine((3, 8), &["a"]);
    let faults = [fault("a", 130, Some(150), SimFaultKind::Slow { factor: 0.5 })];
    let parts = [bed::part("a", &profile("seq-read-128k-q8").expect("a profile"))];
    let mut simulator = Simulator::new(&machine, &faults, 1);
    let first = simulator.run(&parts, &bed::timing(0, 50), &()).remove(0).expect("it fits");
    near(between(&first, 5, 50), 2000.0);
    simulator.rest(Nanos::millis(120) - simulator.now());
    let second = simulator.run(&parts, &bed::timing(0, 50), &()).remove(0).expect("it fits");
    near(between(&second, 12, 30), 1000.0);
    near(between(&second, 33, 50), 2000.0);
}

struct Cancelled;

impl SimObserver for Cancelled {
    fn is_cancelled(&self) -> bool {
        true
    }

    fn progress(&self, share: f64) {
        assert!((0.0..=1.0).contains(&share));
    }
}

#[test]
fn somebody_stops_it_and_parts_that_do_not_fit_are_refused() {
    let machine = bed::machine((3, 8), &["a", "b"]);
    let workload = profile("seq-read-128k-q8").expect("a profile");
    let small = SimPart { region: TargetRegion::whole(4096), ..bed::part("b", &workload) };
    let parts = [bed::part("a", &workload), small];
    let ran = Simulator::new(&machine, &[], 1).run(&parts, &bed::timing(0, 1000), &Cancelled);
    assert!(matches!(&ran[0], Ok(ran) if ran.ending == PartEnding::Cancelled));
    assert!(matches!(&ran[1], Err(WorkloadMisfit::Region { .. })));
}
