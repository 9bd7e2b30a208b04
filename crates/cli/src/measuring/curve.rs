//! Rates by position: rounds over equal parts of a target, and their results as one.
//!
//! Not here: which workloads are measured so; drawing the curve.

use std::sync::atomic::AtomicBool;

use narrows_engine::single_reads;
use narrows_record::run::{CurveAccess, Latency, Samples, TargetMeasurement};
use narrows_units::Nanos;
use narrows_units::stats::Histogram;

use super::rounds::{RoundPart, RoundPlan, Zone};
use super::targets::Prepared;

/// Single reads all over a target: as many as a drawing can show apart, in two seconds even on a disk.
const READS: u32 = 128;

/// The rounds, each of a workload with positions once for each of them, in their order.
pub fn by_position(
    rounds: Vec<RoundPlan>,
    positions: &dyn Fn(&str) -> Option<u32>,
) -> Vec<RoundPlan> {
    let apart = |round: RoundPlan| {
        let of = round.parts.iter().find_map(|part| positions(&part.workload.name));
        let zones: Vec<Option<Zone>> = match of {
            Some(of) => (0..of).map(|at| Some(Zone { at, of })).collect(),
            None => vec![None],
        };
        let with = move |zone: Option<Zone>| {
            let part = |part: &RoundPart| RoundPart { zone, ..part.clone() };
            RoundPlan { parts: round.parts.iter().map(part).collect(), ..round.clone() }
        };
        zones.into_iter().map(with).collect::<Vec<_>>()
    };
    rounds.into_iter().flat_map(apart).collect()
}

/// The results of a curve as one, and so its samples. `name` gives the name of a workload that was measured
/// by position; `None` for others.
pub fn joined(
    (results, samples): (Vec<TargetMeasurement>, Vec<Samples>),
    name: &dyn Fn(&str) -> Option<String>,
) -> (Vec<TargetMeasurement>, Vec<Samples>) {
    let mut curves: Vec<(TargetMeasurement, Samples)> = Vec::new();
    let (mut whole, mut beside) = (Vec::new(), Vec::new());
    // A round that came to nothing has samples and no result.
    let mut left = samples.into_iter().map(Some).collect::<Vec<_>>();
    for row in results {
        let own = |samples: &&mut Option<Samples>| {
            samples.as_ref().is_some_and(|it| {
                it.target == row.target
                    && it.workload == row.workload
                    && it.set == row.set
                    && it.repeat == row.repeat
            })
        };
        let Some(name) = name(&row.workload) else {
            whole.push(row);
            continue;
        };
        let Some(samples) = left.iter_mut().find(own).and_then(Option::take) else { continue };
        let same = |known: &&mut (TargetMeasurement, Samples)| {
            let known = &known.0;
            known.target == row.target
                && known.workload == name
                && known.set == row.set
                && known.repeat == row.repeat
        };
        match curves.iter_mut().find(same) {
            Some(known) => add(known, row, samples),
            None => {
                let samples = Samples { workload: name.clone(), ..samples };
                curves.push((TargetMeasurement { workload: name, ..row }, samples));
            }
        }
    }
    // Samples by position without a row belong to zones that brought no result; a curve has no
    // point for them, so they go.
    beside.extend(left.into_iter().flatten().filter(|samples| name(&samples.workload).is_none()));
    for (mut row, samples) in curves {
        // Totals of all points: the mean of their rates, and the latencies of all requests.
        let rates = row.curve.as_ref().map(|curve| curve.rates()).unwrap_or_default();
        row.mb_s = rates.iter().sum::<f64>() / rates.len().max(1) as f64;
        row.iops = row.mb_s * 1e6 / row.asked.block_bytes.max(1) as f64;
        row.method.region =
            row.curve.as_ref().map_or(row.method.region, |curve| curve.length_bytes);
        let mut latencies = Histogram::new();
        let buckets = samples.latency_ns.iter();
        buckets.for_each(|(nanos, count)| latencies.record_many(Nanos::new(*nanos), *count));
        let at = |quantile| latencies.quantile(quantile).map(Nanos::as_micros);
        row.latency_us = Latency {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            p9999: at(0.9999),
        };
        // A series over positions is no course over time.
        (row.steady, row.timeline_mb_s) = (None, Vec::new());
        row.changes.clear();

        whole.push(row);
        beside.push(samples);
    }
    (whole, beside)
}

fn add((known, kept): &mut (TargetMeasurement, Samples), row: TargetMeasurement, samples: Samples) {
    let points = row.curve.into_iter().flat_map(|curve| curve.points);
    if let Some(curve) = &mut known.curve {
        curve.points.extend(points);
    }
    known.ops += row.ops;
    known.errors += row.errors;
    known.partial |= row.partial;
    known.window_s += row.window_s;
    known.done_s += row.done_s;
    // One zone that was not looked at leaves the whole unknown.
    let both = known.other_io_bytes.zip(row.other_io_bytes);
    known.other_io_bytes = both.map(|(known, of_zone)| known.saturating_add(of_zone));
    // Each zone has its own start.
    known.other_io_span_s = None;
    // Zones run one after the other: the busiest thread of any may have been the limit.
    known.thread_cpu = known.thread_cpu.max(row.thread_cpu);
    // Zones come in order: the last one's state is that at the end.
    (known.temperature_c, known.link_during) = (row.temperature_c, row.link_during);
    known.watched.throttles.extend(row.watched.throttles);
    kept.ended_us += samples.ended_us;
    kept.slot_bytes.extend(samples.slot_bytes);
    kept.latency_ns.extend(samples.latency_ns);
}

/// Reads single blocks all over each target that has a curve alone, until it is cancelled.
pub fn read_singly(results: &mut [TargetMeasurement], prepared: &[Prepared], cancel: &AtomicBool) {
    let alone = |row: &&mut TargetMeasurement| row.curve.is_some() && row.together.len() < 2;
    for row in results.iter_mut().filter(alone) {
        let Some(opened) = prepared.iter().find(|it| it.drive.as_str() == row.target) else {
            continue;
        };
        let reads = single_reads(&opened.target, READS, u64::from(row.repeat), cancel);
        let access =
            |(at_bytes, time): (u64, Nanos)| CurveAccess { at_bytes, us: time.as_micros() };
        if let Some(curve) = &mut row.curve {
            curve.accesses = reads.into_iter().map(access).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_record::run::{CurvePoint, PositionCurve};
    use narrows_topology::Id;
    use narrows_workload::profile;

    use super::*;

    const NAME: &str = "seq-read-1m-q4";

    fn name(workload: &str) -> Option<String> {
        (workload == NAME).then(|| format!("{workload}-by-position"))
    }

    fn row(at_bytes: u64, mb_s: f64) -> TargetMeasurement {
        let points = vec![CurvePoint { at_bytes, mb_s }];
        TargetMeasurement {
            target: "a".to_owned(),
            workload: NAME.to_owned(),
            mb_s,
            ops: 1,
            window_s: 0.5,
            curve: Some(PositionCurve {
                from_bytes: 0,
                length_bytes: 100,
                points,
                accesses: Vec::new(),
            }),
            ..TargetMeasurement::default()
        }
    }

    fn samples(latency: u64) -> Samples {
        Samples {
            target: "a".to_owned(),
            workload: NAME.to_owned(),
            set: TargetMeasurement::default().set,
            repeat: 0,
            started_us: 0.0,
            ended_us: 1.0,
            slot_us: 1.0,
            slot_bytes: vec![1],
            latency_ns: vec![(latency, 10)],
        }
    }

    /// Each of two drives at three positions: six rounds, each of a third.
    #[test]
    fn a_workload_with_positions_is_a_round_for_each() {
        let workload = profile(NAME).unwrap();
        let other = profile("rand-read-4k-q1").unwrap();
        let rounds = [("a", &workload), ("b", &workload), ("a", &other)]
            .map(|(id, it)| RoundPlan::of("alone", &[Id::new(id)], it, Nanos::millis(100)));
        let rounds_by_position = by_position(rounds.to_vec(), &|it| (it == NAME).then_some(3));
        let zones: Vec<_> = rounds_by_position.iter().map(|round| round.parts[0].zone).collect();
        let third = |at| Some(Zone { at, of: 3 });
        let thirds = [third(0), third(1), third(2)];
        assert_eq!(zones, [&thirds[..], &thirds[..], &[None]].concat());
        let last =
            Zone { at: 2, of: 3 }.within(narrows_engine::TargetRegion { offset: 10, len: 99 });
        assert_eq!((last.offset, last.len), (76, 33));
    }

    /// 200 and 100 MB/s are 150 in the mean; 20 requests have a median and nothing rarer.
    #[test]
    fn points_become_one_result_with_their_mean() {
        let other = TargetMeasurement { workload: "other".to_owned(), curve: None, ..row(0, 7.0) };
        let came = (vec![row(0, 200.0), other, row(50, 100.0)], vec![samples(1000), samples(3000)]);
        let (rows, beside) = joined(came, &name);
        let [plain, curve] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((plain.workload.as_str(), plain.mb_s), ("other", 7.0));
        assert_eq!((curve.workload.as_str(), curve.mb_s), ("seq-read-1m-q4-by-position", 150.0));
        assert_eq!((curve.ops, curve.window_s), (2, 1.0));
        assert_eq!(curve.curve.as_ref().unwrap().rates(), [200.0, 100.0]);
        assert!(curve.latency_us.p50.is_some() && curve.latency_us.p99.is_none());
        assert_eq!((beside.len(), beside[0].slot_bytes.len()), (1, 2));
    }
}
