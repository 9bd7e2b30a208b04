//! From the engine's counts to the document's rows.

use narrows_engine::{RunOutcome, SetResult, TargetResult, ThreadUse, VerifiedReads};
use narrows_record::run::{
    ChecksumResult, IssuingThread, Latency, MeasuringMethod, RateCourse, Samples,
    TargetMeasurement, WorkloadParameters,
};
use narrows_units::stats::Timeline;
use narrows_units::{Bytes, BytesPerSec, Nanos};

use super::round::{RoundPart, RoundPlan};

/// All that the engine itself knows of a target's run.
pub fn measured(
    part: &RoundPart,
    amount: Option<Bytes>,
    set: &SetResult,
    result: &TargetResult,
) -> TargetMeasurement {
    let micros = |time: Option<Nanos>| time.map(Nanos::as_micros);
    let course = RateCourse::of(&result.timeline, set.window.start, set.window.end);
    TargetMeasurement {
        target: result.name.clone(),
        workload: part.workload.name.clone(),
        direction: part.workload.direction().into(),
        asked: parameters(part, amount),
        mb_s: result.rate.as_mb_s(),
        read_mb_s: result.read.as_mb_s(),
        write_mb_s: result.written.as_mb_s(),
        iops: result.iops.get(),
        latency_us: latency(result),
        cpu_us_per_io: micros(set.process_cpu_per_op()),
        system_cpu_us_per_io: micros(set.system_cpu_per_op()),
        thread_cpu: result.thread_share(),
        user_cpu_us_per_io: user_cpu_us_per_io(result),
        threads: result.threads.iter().map(thread).collect(),
        skew_us: result.skew.as_micros(),
        window_s: set.window.length().as_secs(),
        done_s: result.ended.as_secs(),
        ops: result.ops,
        errors: result.errors,
        simulated: false,
        // Errors near the end come too late to end the round, and say the same of its figures.
        partial: result.outcome != RunOutcome::Whole || result.errors > 0,
        method: result.method.as_ref().map(method).unwrap_or_default(),
        timeline_mb_s: course.timeline_mb_s,
        steady: course.steady,
        changes: course.changes,
        verified: result.verified.as_ref().map(verified),
        ..TargetMeasurement::default()
    }
}

pub fn parameters(part: &RoundPart, amount: Option<Bytes>) -> WorkloadParameters {
    let workload = &part.workload;
    WorkloadParameters {
        pattern: workload.pattern.into(),
        read_percent: workload.read_percent,
        block_bytes: workload.block.get(),
        depth: workload.depth,
        jobs: workload.jobs,
        limit_mb_s: part.limit.map(BytesPerSec::as_mb_s),
        amount_bytes: amount.map(Bytes::get),
        start_after_s: part.start_after.as_secs(),
        shape: part.shape.options.clone(),
    }
}

/// Over all issuing threads. A few nanoseconds, so not in whole ones.
fn user_cpu_us_per_io(result: &TargetResult) -> Option<f64> {
    let cores: f64 = result.threads.iter().map(|thread| thread.user_share()).sum();
    (result.iops.get() > 0.0).then(|| cores / result.iops.get() * 1e6)
}

fn thread(used: &ThreadUse) -> IssuingThread {
    IssuingThread { cpu: used.cpu, user: used.user_share(), system: used.system_share() }
}

fn verified(checked: &VerifiedReads) -> ChecksumResult {
    ChecksumResult {
        blocks: checked.blocks,
        wrong: checked.wrong,
        first_wrong: checked.first.map(|(at, _)| at),
        why: checked.first.map(|(_, wrong)| wrong.as_str().to_owned()),
    }
}

fn latency(result: &TargetResult) -> Latency {
    let at = |quantile| result.latency.quantile(quantile).map(Nanos::as_micros);
    Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), p9999: at(0.9999) }
}

fn method(method: &narrows_engine::IoMethod) -> MeasuringMethod {
    MeasuringMethod {
        engine: method.engine.as_str().to_owned(),
        direct: method.direct,
        caching: method.caching.as_str().into_owned(),
        registered_buffers: method.registered_buffers,
        registered_files: method.registered_files,
        deferred_taskrun: method.deferred_taskrun,
        polled: method.polled,
        kernel_thread: method.kernel_thread,
        batch: method.batch,
        huge_pages: method.huge_pages,
        no_cow: method.no_cow,
        file_system: method.file_system.map(str::to_owned),
        region: method.region,
    }
}

/// The raw counts to keep, in slots of about `slot`.
pub fn samples(round: &RoundPlan, part: &RoundPart, result: &TargetResult, slot: Nanos) -> Samples {
    let (slot, slot_bytes) = coarse(&result.timeline, slot);
    Samples {
        target: result.name.clone(),
        workload: part.workload.name.clone(),
        set: round.set.clone(),
        repeat: round.repeat,
        started_us: result.started.as_micros(),
        ended_us: result.ended.as_micros(),
        slot_us: slot.as_micros(),
        slot_bytes,
        latency_ns: result.latency.buckets().map(|(at, count)| (at.get(), count)).collect(),
    }
}

/// The timeline's slots, merged so that none is shorter than `slot`.
fn coarse(timeline: &Timeline, slot: Nanos) -> (Nanos, Vec<u64>) {
    let fine = timeline.slot().get().max(1);
    let together = slot.get().div_ceil(fine).max(1);
    let bytes: Vec<u64> = timeline.bytes().map(Bytes::get).collect();
    let sums = bytes.chunks(together as usize).map(|slots| slots.iter().sum());
    (Nanos::new(fine * together), sums.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_taken_together_and_nothing_is_lost() {
        let mut timeline = Timeline::new(Nanos::millis(1), Nanos::millis(7));
        (0..7).for_each(|at| timeline.record(Nanos::millis(at), Bytes::new(at + 1), 1));
        let (slot, bytes) = coarse(&timeline, Nanos::millis(3));
        assert_eq!((slot, bytes), (Nanos::millis(3), vec![1 + 2 + 3, 4 + 5 + 6, 7]));
        let (slot, bytes) = coarse(&timeline, Nanos::micros(10));
        assert_eq!((slot, bytes.len()), (Nanos::millis(1), 7));
    }
}
