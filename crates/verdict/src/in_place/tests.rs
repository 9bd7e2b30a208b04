//! Arrays drawn with members that scatter: real effects are found, and no others.

use narrows_record::in_place::{ArrayInPlace, InPlaceMember};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;
use proptest::prelude::*;

use super::*;

const WORKLOAD: &str = "seq-read-128k-q32";

/// An array of members at these rates, of which its layer keeps so much.
#[derive(Clone, Debug)]
struct RandomArray {
    level: &'static str,
    rates: Vec<f64>,
    keeps: f64,
    passes: u32,
    /// How far figures scatter, as a part.
    scatter: f64,
    seed: u64,
}

impl RandomArray {
    fn healthy(level: &'static str, members: usize) -> Self {
        let rates = vec![1000.0; members];
        Self { level, rates, keeps: 1.0, passes: 6, scatter: 0.005, seed: 1 }
    }

    fn array(&self) -> ArrayInPlace {
        let member = |at| InPlaceMember { id: format!("d{at}"), drive: Some(format!("d{at}")) };
        ArrayInPlace {
            id: "md0".to_owned(),
            target: "md0".to_owned(),
            engine: "md".to_owned(),
            level: Some(self.level.to_owned()),
            chunk: Some(512 << 10),
            copies: 2,
            members: (0..self.rates.len()).map(member).collect(),
            missing: Some(0),
            ..ArrayInPlace::default()
        }
    }

    fn run(&self) -> RunDocument {
        let array = self.array();
        let mut state = self.seed;
        // Knuth's generator: only that figures differ from pass to pass.
        let mut shake = |rate: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let part = (state >> 33) as f64 / (1u64 << 31) as f64 * 2.0 - 1.0;
            rate * (1.0 + self.scatter * part)
        };
        let mut results = Vec::new();
        let least = self.rates.iter().copied().fold(f64::INFINITY, f64::min);
        let does = width(&array).unwrap() * least * self.keeps;
        for repeat in 1..=self.passes {
            results.push(row("md0", TargetSet::Array, repeat, shake(does)));
            for (at, rate) in self.rates.iter().enumerate() {
                let id = format!("d{at}");
                results.push(row(&id, TargetSet::Alone, repeat, shake(*rate)));
                results.push(row(&id, TargetSet::All, repeat, shake(*rate)));
                let share = TargetMeasurement {
                    workload: "seq-read-128k-q8".to_owned(),
                    ..row(&id, TargetSet::from(MEMBERS), repeat, shake(*rate))
                };
                results.push(share);
            }
        }
        run(Some(array), results)
    }

    fn said(&self) -> Vec<&'static str> {
        said(&self.run())
    }
}

fn said(run: &RunDocument) -> Vec<&'static str> {
    conclusions(run).iter().map(|found| found.what.id()).collect()
}

fn row(target: &str, set: TargetSet, repeat: u32, mb_s: f64) -> TargetMeasurement {
    TargetMeasurement {
        target: target.to_owned(),
        workload: WORKLOAD.to_owned(),
        set,
        repeat,
        mb_s,
        ops: 1,
        ..TargetMeasurement::default()
    }
}

fn run(array: Option<ArrayInPlace>, results: Vec<TargetMeasurement>) -> RunDocument {
    RunDocument { results, array, ..RunDocument::default() }
}

#[test]
fn nothing_is_found_in_a_healthy_array() {
    for level in ["raid0", "raid1", "raid10", "raid5"] {
        assert_eq!(RandomArray::healthy(level, 4).said(), ["in-place-nothing"], "{level}");
    }
}

#[test]
fn a_slow_member_is_named_and_its_loss_is_not_the_layers() {
    let mut drawn = RandomArray::healthy("raid0", 4);
    drawn.rates[2] = 400.0;
    let run = drawn.run();
    assert_eq!(said(&run), ["in-place-slow-stripe", "in-place-layer-free"]);
    assert_eq!(conclusions(&run)[0].targets, ["d2"]);
    let compared = compared(&run).unwrap();
    let slow: Vec<bool> = compared.rows[0].members.iter().map(|member| member.is_slow).collect();
    assert_eq!(slow, [false, false, true, false]);
    assert!(
        compared.findings[0].text.in_english().contains("4.0"),
        "{:?}",
        compared.findings[0].text
    );
}

#[test]
fn a_layer_that_costs_is_told_with_its_interval() {
    let drawn = RandomArray { keeps: 0.8, ..RandomArray::healthy("raid0", 4) };
    let run = drawn.run();
    assert_eq!(said(&run), ["in-place-layer-costs"]);
    let cost = compared(&run).unwrap().rows[0].cost.unwrap();
    assert!((cost.percent - 20.0).abs() < 2.0 && cost.is_certain, "{cost:?}");
    assert!(cost.low_percent < cost.percent && cost.percent < cost.high_percent);
    assert!((cost.mb_s - 800.0).abs() < 80.0, "{cost:?}");
}

/// A tenth of cost drowns in passes that scatter by a third; two passes give no interval at all.
#[test]
fn what_the_figures_do_not_carry_is_not_said() {
    let scattered = RandomArray { scatter: 0.35, keeps: 0.9, ..RandomArray::healthy("raid0", 4) };
    assert_eq!(scattered.said(), ["in-place-layer-open"]);
    let mut few = RandomArray { passes: 2, ..RandomArray::healthy("raid0", 4) };
    few.rates[1] = 100.0;
    assert_eq!(few.said(), ["in-place-layer-few"]);
}

#[test]
fn figures_of_an_array_that_is_not_whole_are_said_to_be_of_that_state() {
    let mut run = RandomArray { keeps: 0.5, ..RandomArray::healthy("raid5", 4) }.run();
    run.array.as_mut().unwrap().missing = Some(1);
    assert_eq!(said(&run), ["in-place-degraded"]);
    let array = run.array.as_mut().unwrap();
    (array.missing, array.sync) = (Some(0), Some("recover".to_owned()));
    assert_eq!(said(&run), ["in-place-syncing"]);
}

#[test]
fn read_ahead_below_a_stripe_is_told() {
    let mut run = RandomArray::healthy("raid0", 4).run();
    run.array.as_mut().unwrap().read_ahead = Some(128 << 10);
    assert_eq!(said(&run), ["in-place-read-ahead", "in-place-layer-free"]);
    run.array.as_mut().unwrap().read_ahead = Some(2 << 20);
    assert_eq!(said(&run), ["in-place-nothing"]);
    assert_eq!(said(&RandomArray::healthy("raid1", 2).run()), ["in-place-nothing"]);
}

/// The rate of Narrows itself, cutting the same requests, counts before the arithmetic; if even that is far
/// below the members' combined rate, the chunks are reported.
#[test]
fn what_was_measured_without_the_layer_counts() {
    let mut run = RandomArray { keeps: 0.6, ..RandomArray::healthy("raid0", 4) }.run();
    run.array.as_mut().unwrap().without_layer = Some("md0-members".to_owned());
    let cut = (1..=6).map(|repeat| row("md0-members", TargetSet::Array, repeat, 2400.0));
    run.results.extend(cut);
    assert_eq!(said(&run), ["in-place-chunks", "in-place-layer-free"]);
}

#[test]
fn a_kind_without_arithmetic_gets_no_verdict() {
    let mut run = RandomArray::healthy("raid0", 4).run();
    run.array.as_mut().unwrap().level = None;
    assert_eq!(said(&run), ["in-place-layer-unknown"]);
    assert_eq!(conclusions(&super::tests::run(None, Vec::new())), []);
}

/// 32 requests of 128 KiB are eight chunks of 512 KiB: fewer than ten members, so that two have nothing to do.
#[test]
fn what_keeps_only_some_members_busy_is_not_calculated() {
    assert_eq!(RandomArray::healthy("raid0", 10).said(), ["in-place-layer-workload"]);
    assert_eq!(RandomArray::healthy("raid1", 10).said(), ["in-place-nothing"]);
}

/// Four members on a thread each, half busy: one thread serves half of their rate.
#[test]
fn what_one_thread_can_do_is_no_cost_of_the_layer() {
    let thread = narrows_record::run::IssuingThread { cpu: None, user: 0.25, system: 0.25 };
    let mut run = RandomArray { keeps: 0.5, ..RandomArray::healthy("raid0", 4) }.run();
    assert_eq!(said(&run), ["in-place-layer-costs"]);
    let shares = run.results.iter_mut().filter(|row| row.set.as_str() == MEMBERS);
    shares.for_each(|row| row.threads = vec![thread]);
    assert_eq!(said(&run), ["in-place-nothing"]);
}

fn drawn() -> impl Strategy<Value = RandomArray> {
    let level = prop::sample::select(vec!["raid0", "raid1", "raid10", "raid5", "raid6"]);
    let counts = (4usize..9, 6u32..9, 0.0f64..0.01, any::<u64>());
    (level, counts).prop_map(|(level, (members, passes, scatter, seed))| {
        let rates = vec![1000.0; members];
        RandomArray { level, rates, keeps: 1.0, passes, scatter, seed }
    })
}

proptest! {
    /// No layer is blamed and no member is called slow if there is neither.
    #[test]
    fn nothing_is_made_up(drawn in drawn()) {
        let said = drawn.said();
        prop_assert!(!said.contains(&"in-place-layer-costs"), "{said:?}");
        prop_assert!(!said.iter().any(|id| id.starts_with("in-place-slow")), "{said:?}");
    }

    /// One member at most at four fifths of the others is named, and no other; a stripe's loss from it is
    /// not the layer's.
    #[test]
    fn the_slow_one_is_found(
        mut drawn in drawn(),
        at in any::<prop::sample::Index>(),
        part in 0.2f64..0.8,
    ) {
        let at = at.index(drawn.rates.len());
        drawn.rates[at] *= part;
        let found = conclusions(&drawn.run());
        let slow: Vec<_> = found.iter().filter(|it| it.what.id().starts_with("in-place-slow")).collect();
        prop_assert_eq!(slow.len(), 1);
        prop_assert_eq!(&slow[0].targets, &[format!("d{at}")]);
        prop_assert!(!found.iter().any(|it| it.what.id() == "in-place-layer-costs"));
    }

    /// A layer that keeps at most nine tenths is found, with an interval that contains its real cost.
    #[test]
    fn a_cost_is_found(mut drawn in drawn(), keeps in 0.3f64..0.9) {
        drawn.keeps = keeps;
        let run = drawn.run();
        prop_assert!(said(&run).contains(&"in-place-layer-costs"), "{:?}", said(&run));
        let compared = compared(&run).unwrap();
        let cost = compared.rows[0].cost.unwrap();
        prop_assert!((cost.percent - (1.0 - keeps) * 100.0).abs() < 3.0, "{cost:?}");
    }
}
