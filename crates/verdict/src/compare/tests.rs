//! Pairs of runs and their expected results.

use narrows_infer::trial::SplitMix64;
use narrows_record::compare::{ComparisonPair, IntervalSource, JoinKey};
use narrows_record::run::{Latency, WorkloadParameters};
use narrows_record::see::{DriveRecord, LinkState, SeeDocument};
use proptest::prelude::*;

use super::*;

fn compare(a: &RunDocument, b: &RunDocument, allowed: Option<f64>) -> CompareDocument {
    super::compare(std::slice::from_ref(a), std::slice::from_ref(b), allowed).unwrap()
}

/// Separate runs of one drive, one figure each.
fn runs(figures: &[f64]) -> Vec<RunDocument> {
    figures.iter().map(|mb_s| one(*mb_s)).collect()
}

const WORKLOAD: &str = "seq-read-128k-q32";

fn drive(id: &str, model: &str, serial: &str) -> DriveRecord {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    DriveRecord {
        id: id.to_owned(),
        model: text(model),
        serial: text(serial),
        ..DriveRecord::default()
    }
}

/// 3 s of steps that go up and down by `ripple` MB/s about `mb_s`, in no order.
fn steps(mb_s: f64, ripple: f64) -> Vec<f64> {
    let sign = |at: usize| if ((at * 7) % 11).is_multiple_of(2) { 1.0 } else { -1.0 };
    (0..30).map(|at| mb_s + ripple * sign(at)).collect()
}

fn result(target: &str, mb_s: f64, repeat: u32) -> TargetMeasurement {
    TargetMeasurement {
        target: target.to_owned(),
        workload: WORKLOAD.to_owned(),
        set: "alone".into(),
        together: vec![target.to_owned()],
        repeat,
        mb_s,
        iops: mb_s * 8.0,
        ops: 1000,
        window_s: 3.0,
        timeline_mb_s: steps(mb_s, mb_s / 100.0),
        latency_us: Latency { p99: Some(500.0), ..Latency::default() },
        cpu_us_per_io: Some(4.0),
        ..TargetMeasurement::default()
    }
}

fn run(drives: Vec<DriveRecord>, results: Vec<TargetMeasurement>) -> RunDocument {
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: "0.1.0".to_owned(),
        id: "x".to_owned(),
        started: "2026-01-01T00:00:00Z".to_owned(),
        machine: SeeDocument { drives, ..SeeDocument::default() },
        results,
        ..RunDocument::default()
    }
}

/// One drive, one figure.
fn one(mb_s: f64) -> RunDocument {
    run(vec![drive("sda", "M", "S1")], vec![result("sda", mb_s, 1)])
}

#[test]
fn drives_are_joined_by_serial_although_their_names_were_exchanged() {
    let both =
        |first: &str, second: &str| vec![drive("sda", "M", first), drive("sdb", "M", second)];
    let all = |target: &str, mb_s| TargetMeasurement {
        set: "all".into(),
        together: vec!["sda".to_owned(), "sdb".to_owned()],
        ..result(target, mb_s, 1)
    };
    let a = run(both("S1", "S2"), vec![all("sda", 100.0), all("sdb", 200.0)]);
    let b = run(both("S2", "S1"), vec![all("sda", 200.0), all("sdb", 100.0)]);
    let found = compare(&a, &b, None);
    let names: Vec<_> =
        found.rows.iter().map(|row| (row.target.as_str(), row.target_a.as_str())).collect();
    assert_eq!(names, [("sda", "sdb"), ("sdb", "sda")]);
    assert!(found.rows.iter().all(|row| row.joined_by == JoinKey::Serial));
    assert!(found.rows.iter().all(|row| row.mb_s.unwrap().ratio == Some(1.0)));
    assert!(found.only_a.is_empty() && found.only_b.is_empty());
}

#[test]
fn the_same_name_with_another_serial_is_another_drive() {
    let a = run(vec![drive("sda", "M", "S1")], vec![result("sda", 100.0, 1)]);
    let b = run(vec![drive("sda", "M", "S2")], vec![result("sda", 100.0, 1)]);
    let found = compare(&a, &b, None);
    assert!(found.rows.is_empty());
    assert_eq!((found.only_a.len(), found.only_b.len()), (1, 1));
    // If one of the two has no serial, nothing contradicts the name.
    let c = run(vec![drive("sda", "M", "")], vec![result("sda", 100.0, 1)]);
    assert_eq!(compare(&a, &c, None).rows[0].joined_by, JoinKey::Name);
    // Nor is a file one with another model of that name.
    let d = run(vec![drive("sda", "N", "")], vec![result("sda", 100.0, 1)]);
    assert!(compare(&a, &d, None).rows.is_empty());
}

#[test]
fn what_ran_together_makes_another_figure() {
    let mut b = one(100.0);
    b.results[0].together.push("sdb".to_owned());
    let found = compare(&one(100.0), &b, None);
    assert!(found.rows.is_empty());
    assert_eq!(found.only_b[0].together, ["sda", "sdb"]);
}

/// A tenth slower with samples that agree to a percent: still one run beside one.
#[test]
fn fewer_than_three_runs_a_side_say_nothing() {
    for (a, b) in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 9)] {
        let (a, b) = (runs(&[1000.0, 1001.0, 999.0][..a]), runs(&[900.0; 9][..b]));
        let compared = super::compare(&a, &b, Some(0.05)).unwrap();
        let row = &compared.rows[0];
        let pair = row.mb_s.unwrap();
        assert_eq!(pair.outcome, RatioOutcome::Unknown);
        assert!(row.slower.is_empty() && compared.confidence.is_none());
        assert_eq!(row.open, ["mb_s", "iops", "p99_us"]);
        assert_ne!(pair.interval_from, Some(IntervalSource::Runs));
        assert!(pair.low.is_some(), "what its samples tell is shown nevertheless");
    }
    // Three repeats within one run are one run.
    let repeated = run(
        vec![drive("sda", "M", "S1")],
        (1..).zip([900.0, 901.0, 899.0]).map(|(at, mb_s)| result("sda", mb_s, at)).collect(),
    );
    let row = compare(&repeated, &one(1000.0), None).rows.remove(0);
    assert_eq!((row.repeats_a, row.runs_a), (3, 1));
    assert_eq!(row.mb_s.unwrap().outcome, RatioOutcome::Unknown);
}

#[test]
fn a_difference_is_one_beyond_what_changes_from_run_to_run() {
    // Three runs that scatter by 0.1 %, and latencies that never do: two figures are judged (a
    // result without processor time would be one), each at 0.5 %.
    let a = runs(&[1000.0, 1001.0, 999.0]);
    let outcome = |mb_s: f64| {
        let b = runs(&[mb_s, mb_s + 1.0, mb_s - 1.0]);
        let row = super::compare(&a, &b, Some(0.05)).unwrap().rows.remove(0);
        let pair = row.mb_s.unwrap();
        assert_eq!((pair.interval_from, row.runs_b), (Some(IntervalSource::Runs), 3));
        (pair.outcome, row.slower.join(" "))
    };
    assert_eq!(outcome(1000.0), (RatioOutcome::Same, String::new()));
    assert_eq!(outcome(1002.0), (RatioOutcome::Same, String::new()));
    assert_eq!(outcome(1100.0), (RatioOutcome::More, String::new()));
    assert_eq!(outcome(980.0), (RatioOutcome::Less, String::new()));
    assert_eq!(outcome(900.0), (RatioOutcome::Less, "mb_s iops".to_owned()));
    // 5.1 % slower, but its interval reaches to under 5 %: noise does not fail.
    assert_eq!(outcome(949.0), (RatioOutcome::Less, String::new()));
    // One run that was disturbed on one side: it may be slower, and more runs would tell.
    let disturbed = runs(&[1000.0, 1001.0, 500.0]);
    let row = super::compare(&a, &disturbed, Some(0.05)).unwrap().rows.remove(0);
    let pair = row.mb_s.unwrap();
    assert_eq!(
        (pair.outcome, row.open),
        (RatioOutcome::Undecided, vec!["mb_s".into(), "iops".into()])
    );
    assert!(pair.more_runs.is_some());
}

/// Three runs a side that scatter by 5 % and differ by 2 % at most: with t = 5.6 (0.5 %, four degrees of freedom)
/// and a standard error of 5 % sqrt(2 / 3) = 4.1 % the interval reaches to some 23 % to either side.
#[test]
fn no_difference_is_said_only_where_a_tenth_is_excluded() {
    let side = |middle: f64| runs(&[0.95 * middle, middle, 1.05 * middle]);
    let pair = |a: f64, b: f64| {
        super::compare(&side(a), &side(b), None).unwrap().rows.remove(0).mb_s.unwrap()
    };
    let open = pair(1000.0, 1020.0);
    assert_eq!(open.outcome, RatioOutcome::Undecided);
    assert!(open.low.unwrap() < 0.85 && open.high.unwrap() > 1.15, "{open:?}");
    // To leave out 1.1 / 1.02, which is 7.5 %, takes a standard error of 7.5 % / 3.2 (t at 0.5 %
    // with many runs), 2.3 %: 5 % sqrt(2 / n) with n = 10 is 2.2 %.
    assert!((5..=9).contains(&open.more_runs.unwrap()), "{open:?}");
    // Which side is named first changes nothing but the direction.
    let (there, back) = (pair(1000.0, 600.0), pair(600.0, 1000.0));
    assert_eq!((there.outcome, back.outcome), (RatioOutcome::Less, RatioOutcome::More));
    let product = there.ratio.unwrap() * back.ratio.unwrap();
    assert!(
        (product - 1.0).abs() < 1e-9
            && (there.low.unwrap() * back.high.unwrap() - 1.0).abs() < 1e-9
    );
}

/// Five drawn runs a side, of which the second side is slower by a known part: at most one unchanged pair in a hundred
/// has any figure that is called different (with the standard error of 500 pairs, 0.44 %, twice), a tenth is found in
/// nine of ten, half always, and nothing is called the same whose interval reaches a tenth. A latency scatters by twice
/// as much as the rate.
#[test]
fn known_differences_between_drawn_runs() {
    const PAIRS: usize = 500;
    let mut chance = SplitMix64::new(48);
    for scatter in [0.002, 0.01, 0.02] {
        for slower in [0.0, 0.03, 0.1, 0.5] {
            let mut side = |mb_s: f64| -> Vec<RunDocument> {
                let mut drawn =
                    |middle: f64, scatter: f64| middle * (scatter * chance.normal()).exp();
                let mut run = || {
                    let mut run = one(drawn(mb_s, scatter));
                    run.results[0].latency_us.p99 = Some(drawn(5e5 / mb_s, 2.0 * scatter));
                    run.results[0].cpu_us_per_io = Some(drawn(4.0, scatter));
                    run
                };
                (0..5).map(|_| run()).collect()
            };
            let (mut alarms, mut found) = (0, 0);
            for _ in 0..PAIRS {
                let (a, b) = (side(1000.0), side(1000.0 * (1.0 - slower)));
                let row = super::compare(&a, &b, Some(0.05)).unwrap().rows.remove(0);
                let pairs = [row.mb_s, row.p99_us, row.cpu_us_per_io].map(Option::unwrap);
                let is = |pair: &ComparisonPair, outcome: RatioOutcome| pair.outcome == outcome;
                let differs = |pair: &ComparisonPair| {
                    is(pair, RatioOutcome::More) || is(pair, RatioOutcome::Less)
                };
                alarms += usize::from(pairs.iter().any(differs));
                found += usize::from(is(&pairs[0], RatioOutcome::Less));
                for same in pairs.iter().filter(|pair| is(pair, RatioOutcome::Same)) {
                    assert!(same.low.unwrap() > 0.9 && same.high.unwrap() < 1.1, "{same:?}");
                }
                // What may be slower by more than is allowed is never passed over.
                let is_told = !row.slower.is_empty() || !row.open.is_empty();
                assert!(is_told || pairs[0].low.unwrap() >= 0.95, "{row:?}");
            }
            let least = if slower == 0.1 { PAIRS * 9 / 10 } else { PAIRS };
            assert!(slower < 0.1 || found >= least, "{scatter} {slower}: {found}");
            assert!(slower > 0.0 || alarms * 1000 <= PAIRS * 19, "{scatter}: {alarms}");
        }
    }
}

#[test]
fn repeats_are_means_of_their_run_and_judge_latencies_too() {
    let repeated = |middle: f64, p99: f64| {
        let results = (1..).zip([0.9, 1.0, 1.1]).map(|(repeat, part)| {
            let p99 = Some(p99 + f64::from(repeat));
            TargetMeasurement {
                latency_us: Latency { p99, ..Latency::default() },
                ..result("sda", middle * part, repeat)
            }
        });
        run(vec![drive("sda", "M", "S1")], results.collect())
    };
    let side = |middle: f64, p99| [0.0, 1.0, 2.0].map(|more| repeated(middle + more, p99 + more));
    let row = super::compare(&side(1000.0, 500.0), &side(950.0, 600.0), Some(0.05)).unwrap();
    let row = row.rows[0].clone();
    let pair = row.mb_s.unwrap();
    // Each run's repeats scatter by a tenth, their means by a thousandth.
    assert_eq!(
        (pair.interval_from, pair.outcome),
        (Some(IntervalSource::Runs), RatioOutcome::Less)
    );
    assert!((pair.a - 1001.0).abs() < 1e-3 && (pair.b - 951.0).abs() < 1e-3);
    assert_eq!((row.repeats_a, row.runs_a), (9, 3));
    // 603 against 503, with runs that differ by 1.
    assert_eq!(row.slower, ["p99_us"]);
}

/// The same drive under another name in a later run of one side.
#[test]
fn runs_of_a_side_are_joined_by_serial_too() {
    let called = |name: &str, mb_s| run(vec![drive(name, "M", "S1")], vec![result(name, mb_s, 1)]);
    let a = [called("sda", 100.0), called("sdb", 100.0), called("sdc", 100.0)];
    let b = [called("sdc", 50.0), called("sda", 50.0), called("sdc", 50.0)];
    let found = super::compare(&a, &b, None).unwrap();
    let row = &found.rows[0];
    assert_eq!((row.target.as_str(), row.target_a.as_str()), ("sdc", "sda"));
    assert_eq!((row.runs_a, row.runs_b, row.mb_s.unwrap().outcome), (3, 3, RatioOutcome::Less));
    assert_eq!((found.a.runs.len(), found.confidence), (3, Some(0.99)));
    // A run of another drive repeats nothing.
    let other = run(vec![drive("sda", "M", "S2")], vec![result("sda", 1.0, 1)]);
    let found = super::compare(&[a[0].clone(), other], &b, None).unwrap();
    assert_eq!(found.rows[0].runs_a, 1);
    assert!(super::compare(&[], &b, None).is_none());
}

#[test]
fn short_or_broken_runs_are_not_judged() {
    let mut short = one(500.0);
    short.results[0].timeline_mb_s.truncate(3);
    let row = compare(&one(1000.0), &short, Some(0.05)).rows.remove(0);
    assert!(row.mb_s.unwrap().outcome == RatioOutcome::Unknown && row.slower.is_empty());
    assert_eq!(row.mb_s.unwrap().ratio, Some(0.5));

    let mut cut = one(500.0);
    cut.results[0].partial = true;
    let found = compare(&one(1000.0), &cut, Some(0.05));
    assert!(found.rows[0].partial);
    assert_eq!(found.rows[0].mb_s.unwrap().outcome, RatioOutcome::Unknown);
    assert!(found.differences.iter().any(|difference| difference.what == "partial"));
    // A whole repeat beside the one that was cut short suffices.
    cut.results.push(result("sda", 1000.0, 2));
    let row = compare(&one(1000.0), &cut, Some(0.05)).rows.remove(0);
    assert!(!row.partial);
    assert_eq!(row.mb_s.unwrap().b, 1000.0);

    let mut nothing = one(0.0);
    nothing.results[0].ops = 0;
    let row = compare(&one(1000.0), &nothing, Some(0.05)).rows.remove(0);
    assert!(row.mb_s.is_none());
}

#[test]
fn what_may_explain_is_told_and_what_is_not_known_is_not() {
    let a = one(1000.0);
    let mut b = one(1000.0);
    let link = |lanes| Some(LinkState { gts: 8.0, lanes });
    b.machine.host.kernel = Some("6.13".to_owned());
    b.results[0].link_during = link(2);
    b.results[0].method.file_system = Some("btrfs".to_owned());
    b.results[0].asked =
        WorkloadParameters { pattern: "sequential".into(), ..WorkloadParameters::default() };
    assert_eq!(compare(&a, &b, None).differences, [], "the first knows none of it");

    let mut a = b.clone();
    a.machine.host.kernel = Some("6.12".to_owned());
    a.results[0].link_during = link(4);
    b.results[0].other_io_bytes = Some(1 << 30);
    let texts: Vec<String> = compare(&a, &b, None)
        .differences
        .iter()
        .map(|d| {
            format!(
                "{:?} {} {:?} {:?}",
                d.about.as_deref(),
                d.what,
                d.was.as_deref(),
                d.is.as_deref()
            )
        })
        .collect();
    assert_eq!(
        texts,
        [
            r#"None kernel Some("6.12") Some("6.13")"#,
            r#"Some("sda") link Some("8 GT/s x4") Some("8 GT/s x2")"#,
            r#"Some("sda") other_io None Some("yes")"#,
        ]
    );
}

#[test]
fn a_held_figure_is_not_compared_with_a_free_one() {
    let (a, mut b) = (one(1000.0), one(500.0));
    assert_eq!(compare(&a, &b, Some(0.05)).rows.len(), 1);
    b.results[0].asked.limit_mb_s = Some(500.0);
    let compared = compare(&a, &b, Some(0.05));
    assert_eq!((compared.rows.len(), compared.only_a.len(), compared.only_b.len()), (0, 1, 1));
}

proptest! {
    /// A document has finite figures; any computed from them stay so, or are left out.
    #[test]
    fn figures_stay_numbers(
        before in prop::collection::vec(any_figure(), 1..5),
        after in prop::collection::vec(any_figure(), 1..5),
    ) {
        let side = |figures: &[f64]| -> Vec<RunDocument> { runs(figures) };
        let Some(found) = super::compare(&side(&before), &side(&after), Some(0.05)) else {
            return Ok(());
        };
        for row in &found.rows {
            let pairs = [&row.mb_s, &row.iops, &row.p99_us, &row.cpu_us_per_io];
            for pair in pairs.into_iter().flatten() {
                let numbers = [Some(pair.a), Some(pair.b), pair.ratio, pair.low, pair.high];
                prop_assert!(numbers.into_iter().flatten().all(f64::is_finite), "{pair:?}");
            }
        }
    }
}

fn any_figure() -> impl Strategy<Value = f64> {
    let ends = prop::sample::select(&[0.0, f64::MIN_POSITIVE, 5e-324, 1e308, f64::MAX][..]);
    prop_oneof![ends, 0.0..1e4_f64, any::<f64>().prop_filter("finite", |it| it.is_finite())]
}
