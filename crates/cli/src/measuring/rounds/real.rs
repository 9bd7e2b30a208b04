//! A round on this machine's drives, each watched from outside while it runs.

use std::sync::atomic::AtomicBool;

use narrows_engine::{IoTarget, RunSettings, TargetJob, TargetRegion, TargetResult, run_set_from};
use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_messages::Message;
use narrows_units::Nanos;

use super::others::{DeviceCounters, OtherTraffic, TargetDevices};
use super::pinning::ThreadPinning;
use super::{
    FinishedRound, PartSurroundings, RoundObserver, RoundOutcome, RoundPart, RoundPlan,
    RoundSettings,
};
use crate::measuring::targets::Prepared;
use crate::measuring::watch::{DriveWatch, TargetReadings, WatchedSurroundings};
use crate::measuring::writes;
use crate::measuring::writes::flush::Flushed;

/// Slower flushes are reported.
const LATE: Nanos = Nanos::millis(1000);

struct RoundMember<'a> {
    part: &'a RoundPart,
    prepared: &'a Prepared,
    cpus: Vec<u32>,
}

/// Runs a round from the start that `agree` gives ([`run_set_from`]); parts whose target is not prepared
/// are left out.
pub fn run_from(
    round: &RoundPlan,
    prepared: &[Prepared],
    how: &RoundSettings,
    cancel: &AtomicBool,
    onlooker: &dyn RoundObserver,
    agree: &mut dyn FnMut() -> Option<Nanos>,
) -> RoundOutcome {
    let members = members(round, prepared, &how.pinning);
    let jobs: Vec<TargetJob> = members.iter().map(|member| member.job(onlooker)).collect();
    let drives: Vec<_> = members.iter().flat_map(|one| one.prepared.watched()).collect();
    // The watch comes first: it waits for the first answers of drives, and that time must not lie
    // between the counters and the start.
    let watch = DriveWatch::new(&drives);
    let counters = DeviceCounters::before(members.iter().flat_map(|one| &one.prepared.levels));
    let look = |share| {
        watch.look(share);
        counters.look();
        onlooker.passed(share);
        if onlooker.wants_surroundings() {
            // Reports the latest readings around each target.
            let mut latest = watch.latest().into_iter();
            for member in &members {
                let of_it = latest.by_ref().take(member.prepared.watched().len());
                onlooker.readings(&member.part.drive, TargetReadings::of_all(of_it));
            }
        }
    };
    let set = run_set_from(&jobs, &settings(how, round), cancel, &look, agree);
    // Counted before the flush, whose writes would pass for those of others.
    let carried: Vec<TargetDevices<'_>> = members.iter().map(RoundMember::carried).collect();
    let others = counters.others(&carried, &set.targets);
    let flushed = writes::flush::after(&jobs, how.preconditioned);
    let mut watched = watch.finish().into_iter();
    let around = members.iter().map(|one| {
        WatchedSurroundings::of_all(watched.by_ref().take(one.prepared.watched().len()).collect())
    });
    let around: Vec<WatchedSurroundings> = around.collect();
    let parts = members.iter().map(|member| member.part).collect();
    let over = FinishedRound { round, how, parts, set, simulated: false };
    let around = around.into_iter().zip(others);
    let joined = members.iter().zip(&over.set.targets).zip(around).zip(flushed);
    let beside = joined
        .map(|(((member, result), around), flushed)| member.beside(result, around, flushed, how));
    over.done(beside)
}

fn settings(how: &RoundSettings, round: &RoundPlan) -> RunSettings {
    RunSettings {
        time: round.time,
        ramp: how.count_from(round),
        engine: how.engine,
        poll: how.poll,
        kernel_thread: how.kernel_thread,
        huge_pages: how.huge_pages,
        bytes_max: round.amount,
        verify: how.verify,
        system_cpu: Some(|| Some(Sampler::new(&Root::live()).cpu()?.busy)),
        ..RunSettings::default()
    }
}

fn members<'a>(
    round: &'a RoundPlan,
    prepared: &'a [Prepared],
    pinning: &ThreadPinning,
) -> Vec<RoundMember<'a>> {
    let opened = round.parts.iter().filter_map(|part| {
        let prepared = prepared.iter().find(|prepared| prepared.drive == part.drive)?;
        Some((part, prepared))
    });
    let opened: Vec<(&RoundPart, &Prepared)> = opened.collect();
    let wants: Vec<(u32, &[u32])> = opened
        .iter()
        .map(|(part, prepared)| (part.workload.jobs, prepared.local_cpus.as_slice()))
        .collect();
    let cpus = pinning.share_out(&wants);
    let joined = opened.into_iter().zip(cpus);
    joined.map(|((part, prepared), cpus)| RoundMember { part, prepared, cpus }).collect()
}

impl RoundMember<'_> {
    fn job(&self, onlooker: &dyn RoundObserver) -> TargetJob {
        TargetJob {
            gauge: onlooker.gauge(&self.part.drive),
            limit: self.part.limit,
            start_after: self.part.start_after,
            cpus: if self.part.cpus.is_empty() {
                self.cpus.clone()
            } else {
                self.part.cpus.clone()
            },
            caching: self.part.caching,
            shape: self.part.shape.clone(),
            ..TargetJob::new(self.target(), self.part.workload.clone())
        }
    }

    fn target(&self) -> IoTarget {
        let mut whole = self.prepared.target.clone();
        if let Some(TargetRegion { offset, len }) = self.part.stretch {
            let offset = whole.region().offset.saturating_add(offset);
            whole = whole.within(TargetRegion { offset, len });
        }
        match self.part.zone {
            Some(zone) => {
                let part = zone.within(whole.region());
                whole.within(part)
            }
            None => whole,
        }
    }

    fn beside(
        &self,
        result: &TargetResult,
        (around, others): (WatchedSurroundings, OtherTraffic),
        (written, unflushed): Flushed,
        how: &RoundSettings,
    ) -> PartSurroundings {
        let partial = unflushed.is_some();
        let misread = writes::misread(&self.part.drive, result);
        let late = written.as_ref().and_then(|written| {
            // Data still in the page cache is no part of the rate, and may be most of the writes.
            let took = Nanos::secs(written.flush_s?);
            let is_told = self.part.caching.is_buffered() && took > LATE;
            let what = Message::new("caches-flush-took").with("target", &self.part.drive);
            is_told.then(|| what.with("time", took))
        });
        // If the driver has no queues for it, every polled request fails.
        let nothing_came = how.poll && result.ops == 0 && result.errors > 0;
        let unpolled = (nothing_came && !self.prepared.place.polled_queues)
            .then(|| Message::new("measure-no-polled-queues").with("drive", &self.part.drive));
        let remarks = unflushed.into_iter().chain(misread).chain(unpolled);
        let remarks = remarks.chain(late).collect();
        let (place, whole) = (self.prepared.place.clone(), self.prepared.target.region());
        PartSurroundings { around, others, place, whole, written, remarks, partial }
    }

    fn carried(&self) -> TargetDevices<'_> {
        TargetDevices {
            levels: &self.prepared.levels,
            reads_only: self.part.workload.read_percent == 100,
            buffered: self.part.caching.is_buffered(),
        }
    }
}
