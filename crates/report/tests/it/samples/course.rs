//! A run in which much happens: a cache runs full, a drive gets hot, a pair with a limit.

use narrows_record::run::{
    ChecksumResult, IssuingThread, LinkReading, RateChange, RunDocument, RunFinding, SteadyState,
    TargetMeasurement, TemperatureReading, WorkloadParameters,
};
use narrows_record::see::LinkState;

use super::{SEQ, measured, z170};

const WRITE: &str = "seq-write-128k-q32";

/// Twenty seconds at one rate and then at another, with a saw of 3 %.
fn course(levels: [(f64, usize); 2]) -> Vec<f64> {
    let steps = levels.iter().flat_map(|&(mb_s, steps)| vec![mb_s; steps]);
    steps.enumerate().map(|(at, mb_s)| mb_s * (0.985 + 0.005 * (at * 5 % 7) as f64)).collect()
}

fn written(target: &str, levels: [(f64, usize); 2]) -> TargetMeasurement {
    let [(from_mb_s, before), (to_mb_s, after)] = levels;
    let at_s = before as f64 / 10.0;
    let mean = (from_mb_s * before as f64 + to_mb_s * after as f64) / 200.0;
    let steady =
        SteadyState { from_s: at_s, length_s: 20.0 - at_s, mb_s: to_mb_s, range: 0.01, slope: 0.0 };
    TargetMeasurement {
        direction: "write".into(),
        window_s: 20.0,
        timeline_mb_s: course(levels),
        changes: vec![RateChange {
            at_s,
            after_bytes: (from_mb_s * (at_s + 0.2) * 1e6) as u64,
            from_mb_s,
            to_mb_s,
        }],
        steady: Some(steady),
        ..measured(target, "alone", WRITE, mean)
    }
}

fn temperatures(celsius: &[i32]) -> Vec<TemperatureReading> {
    let each = celsius.iter().enumerate();
    each.map(|(at, &celsius)| TemperatureReading { at_s: at as f64, celsius }).collect()
}

/// 1,500 MB/s for 8.5 s, with the ramp of 0.2 s 13.05 GB; 1,500 to 1,200 MB/s after 12 s at 84 °C.
fn writes() -> [TargetMeasurement; 2] {
    let mut full = written("nvme0n1", [(1500.0, 85), (300.0, 115)]);
    full.watched.temperatures = temperatures(&[41, 48]);
    full.place.layers = vec!["crypt".into()];
    full.verified = Some(ChecksumResult { blocks: 1_572_864, ..ChecksumResult::default() });
    let mut hot = written("nvme1n1", [(1500.0, 120), (1200.0, 80)]);
    hot.watched.temperatures = temperatures(&[43, 84, 79]);
    hot.place.fill_percent = Some(91.0);
    [full, hot]
}

/// One drive flat out beside one that is held to 500 MB/s; its thread is busy, its link gave way.
fn pair() -> [TargetMeasurement; 2] {
    let together = vec!["nvme0n1".to_owned(), "nvme1n1".to_owned()];
    let one = |target: &str, mb_s: f64| TargetMeasurement {
        set: "slot or uplink".into(),
        together: together.clone(),
        ..measured(target, "alone", SEQ, mb_s)
    };
    let mut free = one("nvme0n1", 2100.0);
    free.threads = vec![IssuingThread { cpu: Some(2), user: 0.31, system: 0.65 }];
    let look = |at_s, lanes| LinkReading { at_s, link: Some(LinkState { gts: 8.0, lanes }) };
    free.watched.links = vec![look(0.0, 4), look(2.5, 2)];
    let mut held = one("nvme1n1", 500.0);
    held.asked = WorkloadParameters {
        limit_mb_s: Some(500.0),
        start_after_s: 0.5,
        ..WorkloadParameters::default()
    };
    (held.read_mb_s, held.write_mb_s) = (350.0, 150.0);
    [free, held]
}

/// Writes of the sample machine, and reads in a pair.
pub fn run() -> RunDocument {
    let finding = |id: &str, target: &str, text: &str| RunFinding {
        id: id.into(),
        targets: vec![target.into()],
        text: text.into(),
        limit: None,
    };
    let mut results = writes().to_vec();
    results.extend(["nvme0n1", "nvme1n1"].map(|drive| measured(drive, "alone", SEQ, 2310.0)));
    results.extend(pair());
    RunDocument {
        machine: z170(),
        predictions: Vec::new(),
        results,
        findings: vec![
            finding(
                "finding-cache-exhausted",
                "nvme0n1",
                "nvme0n1 (seq-write-128k-q32): cache exhausted after 13.1 GB: 1500 MB/s → 300 MB/s. What it can sustain is the lower figure.",
            ),
            finding(
                "finding-fell-hot",
                "nvme1n1",
                "nvme1n1 (seq-write-128k-q32) fell after 18.3 GB (12.0 s): 1500 MB/s → 1200 MB/s, at 84 °C. Heat is the likely reason; the drive counted no throttling, or does not say.",
            ),
        ],
        ..super::run()
    }
}
