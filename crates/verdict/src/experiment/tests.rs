use narrows_record::experiment::{ExperimentDrive, ExperimentPhase, PhaseMeasurement};
use narrows_record::run::TargetMeasurement;

use super::*;

fn round(phase: ExperimentPhase, cycle: u32, repeat: u32, mb_s: f64) -> PhaseMeasurement {
    let result = TargetMeasurement {
        target: "sda".to_owned(),
        workload: "seq-read-128k-q32".to_owned(),
        repeat,
        mb_s,
        ..TargetMeasurement::default()
    };
    PhaseMeasurement { phase, cycle, result }
}

/// Before, changed, before again, `repeat` rounds each, at equal distances in time; `rate` gives
/// the measurement for a time, with or without the change.
fn rounds(cycles: u32, repeat: u32, rate: impl Fn(f64, bool) -> f64) -> Vec<PhaseMeasurement> {
    let mut at = 0.0;
    let mut rounds = Vec::new();
    for cycle in 1..=cycles {
        for phase in [ExperimentPhase::Before, ExperimentPhase::Changed, ExperimentPhase::Again] {
            for repeat in 1..=repeat {
                rounds.push(round(
                    phase,
                    cycle,
                    repeat,
                    rate(at, phase == ExperimentPhase::Changed),
                ));
                at += 1.0;
            }
        }
    }
    rounds
}

fn experiment(
    kind: ExperimentKind,
    factor: Option<f64>,
    rounds: &[PhaseMeasurement],
) -> ExperimentDocument {
    ExperimentDocument {
        kind,
        factor,
        before: "8 GT/s".to_owned(),
        changed: Some("5 GT/s".to_owned()),
        figures: figures(rounds),
        ..ExperimentDocument::default()
    }
}

fn ids(experiment: &ExperimentDocument) -> Vec<&'static str> {
    conclude(experiment).iter().map(|conclusion| conclusion.what.id()).collect()
}

/// A drive that slows by 1 MB/s each round, halved by the change. Trio j of a cycle that begins at
/// s is at s + j, s + j + 2, s + j + 4 (two repeats), so the mean of the outer two is the rate at
/// the middle one, and every ratio is 0.5 exactly.
#[test]
fn a_steady_drift_cancels_out_and_is_told() {
    let rate = |at: f64, changed| (1000.0 - at) * if changed { 0.5 } else { 1.0 };
    let rounds = rounds(3, 2, rate);
    let figure = &figures(&rounds)[0];
    assert!((figure.ratio.median - 0.5).abs() < 1e-12, "{figure:?}");
    assert!((figure.ratio.high.unwrap() - 0.5).abs() < 1e-12, "{figure:?}");
    assert_eq!((figure.ratio.pairs, figure.effect), (6, ChangeEffect::Less));
    // The first trio: again is 4 rounds later, 996 / 1000.
    assert!((figure.drift.unwrap().high.unwrap() - 0.996).abs() < 1e-12, "{figure:?}");
    let experiment = experiment(ExperimentKind::Scheduler, None, &rounds);
    assert_eq!(ids(&experiment), ["experiment-less", "experiment-drift"]);
}

/// 6 pairs are the fewest for an interval of 95 %: 2 / 2^5 = 6.25 % lie outside the range of five.
#[test]
fn five_pairs_tell_a_ratio_but_no_difference() {
    let five = rounds(5, 1, |_, changed| if changed { 500.0 } else { 1000.0 });
    let figure = &figures(&five)[0];
    assert_eq!((figure.ratio.median, figure.ratio.low), (0.5, None));
    assert_eq!(
        ids(&experiment(ExperimentKind::LinkSpeed, Some(0.5), &five)),
        ["experiment-unknown"]
    );
}

/// From 8 to 5 GT/s the line code changes too: 8 * 128/130 = 7.877 to 5 * 8/10 = 4 Gbit/s a lane,
/// a factor of 0.508.
#[test]
fn a_rate_that_follows_the_link_is_limited_by_it() {
    let said = |ratio: f64| {
        let rate = move |at: f64, changed| (1000.0 + at % 2.0) * if changed { ratio } else { 1.0 };
        ids(&experiment(ExperimentKind::LinkSpeed, Some(0.508), &rounds(3, 2, rate)))
    };
    assert_eq!(said(0.51), ["experiment-less", "experiment-link-is-the-limit"]);
    assert_eq!(said(0.8), ["experiment-less", "experiment-link-is-in-part"]);
    let scatter = |at: f64, _| 1000.0 + (at * 7.0) % 5.0;
    let same = experiment(ExperimentKind::CpuClock, Some(0.5), &rounds(3, 2, scatter));
    assert_eq!(ids(&same), ["experiment-same", "experiment-clock-is-no-limit"]);
}

/// Six ratios, of which the interval is the range. From 0.45 to 1.05 neither a link that halves the
/// rate nor one that does not matter is ruled out; from 0.5 to 0.9 the drive may well do 0.508 times
/// as much; and a drive that is faster on a slower link is not limited by it in part.
#[test]
fn what_scatter_leaves_open_is_not_concluded() {
    let said = |ratios: [f64; 6]| {
        // Two repeats to a cycle: the changed rounds are the third and fourth of six.
        let rate = move |at: f64, changed| {
            let at = at as usize;
            if changed { 1000.0 * ratios[at / 6 * 2 + at % 6 - 2] } else { 1000.0 }
        };
        ids(&experiment(ExperimentKind::LinkSpeed, Some(0.508), &rounds(3, 2, rate)))
    };
    assert_eq!(said([0.45, 0.5, 0.55, 0.6, 0.7, 1.05]), ["experiment-same"]);
    assert_eq!(said([0.5, 0.6, 0.7, 0.8, 0.85, 0.9]), ["experiment-less"]);
    assert_eq!(said([1.3, 1.3, 1.3, 1.3, 1.3, 1.3]), ["experiment-more"]);
}

#[test]
fn what_was_cut_short_compares_what_is_whole() {
    let mut rounds = rounds(2, 2, |_, changed| if changed { 2.0 } else { 1.0 });
    rounds.truncate(9);
    rounds[2].result.partial = true;
    // Of the first cycle the first repeat's changed round is partial, the second cycle ends before
    // its change is taken back: one trio is left.
    let figure = &figures(&rounds)[0];
    assert_eq!((figure.ratio.pairs, figure.ratio.median), (1, 2.0));
    assert!(figures(&rounds[..2]).is_empty(), "nothing was changed yet");
}

#[test]
fn a_moved_drive_is_compared_without_going_back() {
    let mut rounds = rounds(1, 6, |_, changed| if changed { 1950.0 } else { 1000.0 });
    rounds.retain(|round| round.phase != ExperimentPhase::Again);
    let figure = &figures(&rounds)[0];
    assert_eq!((figure.again, figure.drift, figure.effect), (None, None, ChangeEffect::More));
    assert_eq!(figure.ratio.median, 1.95);
}

fn drive(id: &str, serial: &str, place: &str) -> ExperimentDrive {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    ExperimentDrive {
        id: id.to_owned(),
        serial: some(serial),
        place: some(place),
        ..ExperimentDrive::default()
    }
}

fn found(now: &[ExperimentDrive]) -> (Option<String>, bool, Vec<&'static str>) {
    let before = [drive("nvme0n1", "A", "00:1b.4"), drive("nvme1n1", "B", "00:1b.0")];
    let DriveRecognition { drive, has_moved, remarks } = recognise(&before[0], &before, now);
    (drive.map(|drive| drive.id), has_moved, remarks.iter().map(Message::id).collect())
}

#[test]
fn a_drive_is_recognised_by_its_serial_number_wherever_it_is() {
    let moved = [drive("nvme1n1", "A", "00:01.0"), drive("nvme0n1", "B", "00:1b.0")];
    assert_eq!(found(&moved), (Some("nvme1n1".into()), true, vec![]));
    let swapped = [drive("nvme1n1", "A", "00:1b.0"), drive("nvme0n1", "B", "00:1b.4")];
    assert_eq!(found(&swapped), (Some("nvme1n1".into()), true, vec!["experiment-other-moved"]));
    let still = [drive("nvme0n1", "A", "00:1b.4"), drive("nvme1n1", "B", "00:1b.0")];
    assert_eq!(found(&still), (Some("nvme0n1".into()), false, vec!["experiment-not-moved"]));
    let gone = [drive("nvme0n1", "C", "00:1b.4"), drive("loop0", "", "")];
    let remarks = vec!["experiment-gone", "experiment-other-gone", "experiment-other-new"];
    assert_eq!(found(&gone), (None, false, remarks));
}

#[test]
fn two_drives_of_one_name_are_not_guessed_between() {
    let twins = [drive("nvme0n1", "A", "00:1b.4"), drive("nvme1n1", "A", "00:01.0")];
    let (drive, has_moved, remarks) = found(&twins);
    assert_eq!((drive, has_moved), (None, false));
    assert!(remarks.contains(&"experiment-twins"));
}
