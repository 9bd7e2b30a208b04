//! A round on virtual drives, in virtual time.
//!
//! The simulation steps the same issuers as the engine, so that its counts go the same way: into
//! the engine's result of a set, cut to the common window.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{
    Gauge, IoMethod, IssuerCounts, IssuerTally, RunError, RunOutcome, RunSettings, Schedule,
    SetResult, TargetResult, ThreadUse, WorkloadMisfit,
};
use narrows_messages::Message;
use narrows_record::run::{
    DriveMonitoring, LinkReading, TemperatureReading, ThrottleEvent, WriteContext,
};
use narrows_record::see::LinkState;
use narrows_sim::{PartEnding, PartResult, RoundTiming, SimObserver};
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::Workload;

use super::{
    FinishedRound, OtherTraffic, PartSurroundings, RoundObserver, RoundOutcome, RoundPart,
    RoundPlan, RoundSettings,
};
use crate::measuring::backend::{VirtualMachine, virtual_place};
use crate::measuring::watch::{TargetReadings, WatchedSurroundings};

/// Runs a round; parts whose target the machine does not have are left out.
pub(super) fn run(
    round: &RoundPlan,
    machine: &VirtualMachine<'_>,
    how: &RoundSettings,
    cancel: &AtomicBool,
    onlooker: &dyn RoundObserver,
) -> RoundOutcome {
    let regions = round.parts.iter().filter_map(|part| Some((part, machine.region(&part.drive)?)));
    let regions: Vec<_> = regions.collect();
    let parts: Vec<&RoundPart> = regions.iter().map(|(part, _)| *part).collect();
    let sim_parts: Vec<narrows_sim::SimPart> = regions
        .iter()
        .map(|(part, region)| narrows_sim::SimPart {
            target: part.drive.clone(),
            workload: part.workload.clone(),
            limit: part.limit,
            start_after: part.start_after,
            region: part.zone.map_or(*region, |zone| zone.within(*region)),
        })
        .collect();
    let watcher = SimulationObserver::new(cancel, onlooker, &parts);
    // The same as the engine's own.
    let timing = RoundTiming {
        ramp: how.count_from(round),
        time: round.time,
        ops_max: None,
        bytes_max: round.amount,
        patience: RunSettings::default().patience,
    };
    let ran = machine.run(&sim_parts, &timing, &watcher);
    let (targets, cpu): (Vec<TargetResult>, Vec<CpuUse>) = sim_parts
        .iter()
        .zip(&ran)
        .map(|(part, ran)| (result(part, ran, how, round), cpu(ran)))
        .unzip();
    let set = together(targets, &parts, &cpu, how, round);
    let over = FinishedRound { round, how, parts, set, simulated: true };
    let joined = sim_parts.iter().zip(&ran).zip(&regions);
    over.done(joined.map(|((part, ran), (_, whole))| PartSurroundings {
        whole: *whole,
        ..beside(part, ran.as_ref().ok(), how, round)
    }))
}

/// Whom the simulation asks and tells.
struct SimulationObserver<'a> {
    cancel: &'a AtomicBool,
    onlooker: &'a dyn RoundObserver,
    /// In the order of the parts.
    targets: Vec<(&'a Id, Option<Gauge>)>,
}

impl<'a> SimulationObserver<'a> {
    fn new(
        cancel: &'a AtomicBool,
        onlooker: &'a dyn RoundObserver,
        parts: &[&'a RoundPart],
    ) -> Self {
        let target = |part: &&'a RoundPart| (&part.drive, onlooker.gauge(&part.drive));
        Self { cancel, onlooker, targets: parts.iter().map(target).collect() }
    }
}

impl SimObserver for SimulationObserver<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn progress(&self, share: f64) {
        self.onlooker.passed(share);
    }

    fn counted(&self, part: usize, thread: u32, counts: IssuerCounts) {
        if let Some((_, Some(gauge))) = self.targets.get(part) {
            gauge.put(thread, counts);
        }
    }

    fn readings(&self, part: usize, around: &narrows_sim::PartMonitoring) {
        let Some((target, _)) = self.targets.get(part) else { return };
        if self.onlooker.wants_surroundings() {
            let link = around.links.last().map(|look| LinkState::of(look.width));
            let temperature_c = around.temperatures.last().map(|(_, celsius)| *celsius);
            let is_throttled = !around.throttles.is_empty();
            self.onlooker.readings(target, TargetReadings { link, temperature_c, is_throttled });
        }
    }
}

#[derive(Clone, Copy, Default)]
struct CpuUse {
    own: Nanos,
    helpers: Nanos,
    span: Nanos,
}

fn cpu(ran: &Result<PartResult, WorkloadMisfit>) -> CpuUse {
    let Ok(ran) = ran else { return CpuUse::default() };
    let own = ran.threads.iter().fold(Nanos::ZERO, |sum, it| sum + it.user + it.system);
    let span = ran.threads.iter().map(|thread| thread.span).max().unwrap_or_default();
    CpuUse { own, helpers: ran.around.helpers, span }
}

fn result(
    part: &narrows_sim::SimPart,
    ran: &Result<PartResult, WorkloadMisfit>,
    how: &RoundSettings,
    round: &RoundPlan,
) -> TargetResult {
    let (name, workload) = (part.target.as_str(), &part.workload);
    let mut tally = IssuerTally::new(schedule(how, round).finish_at, workload);
    let ran = match ran {
        Ok(ran) => ran,
        Err(unfit) => {
            let outcome = RunOutcome::Failed(RunError::Unfit(*unfit));
            return TargetResult::new(name, workload, outcome, tally);
        }
    };
    ran.threads.iter().for_each(|thread| tally.merge(&thread.tally));
    let mut result = TargetResult::new(name, workload, outcome(&ran.ending), tally);
    result.ended = ran.ended;
    result.method = Some(IoMethod::simulated(part.region.len));
    result.threads = ran
        .threads
        .iter()
        .map(|thread: &narrows_sim::SimThreadResult| {
            let (user, system, span) = (thread.user, thread.system, thread.span);
            ThreadUse { cpu: None, user, system, helpers: Nanos::ZERO, span }
        })
        .collect();
    result
}

fn outcome(ending: &PartEnding) -> RunOutcome {
    match ending {
        PartEnding::Done => RunOutcome::Whole,
        PartEnding::Cancelled => RunOutcome::Cancelled,
        PartEnding::Errors => RunOutcome::Errors,
        PartEnding::Stalled => RunOutcome::Stalled,
    }
}

fn schedule(how: &RoundSettings, round: &RoundPlan) -> Schedule {
    let count_from = how.count_from(round);
    let finish_at = count_from + round.time;
    Schedule { begin_at: Nanos::ZERO, count_from, finish_at, ops_max: None }
}

/// The common window, and the processor time of all: that of the issuing threads as this process's,
/// and with it that of the layers below as the system's.
fn together(
    targets: Vec<TargetResult>,
    parts: &[&RoundPart],
    cpu: &[CpuUse],
    how: &RoundSettings,
    round: &RoundPlan,
) -> SetResult {
    let starts: Vec<Nanos> = parts.iter().map(|part| part.start_after).collect();
    let sum = |of: fn(&CpuUse) -> Nanos| cpu.iter().map(of).fold(Nanos::ZERO, |sum, it| sum + it);
    let own = sum(|it| it.own);
    SetResult {
        process_cpu: own,
        system_cpu: Some(own + sum(|it| it.helpers)),
        cpu_span: cpu.iter().map(|it| it.span).max().unwrap_or_default(),
        ..SetResult::cut(targets, &starts, schedule(how, round))
    }
}

fn beside(
    part: &narrows_sim::SimPart,
    ran: Option<&PartResult>,
    how: &RoundSettings,
    round: &RoundPlan,
) -> PartSurroundings {
    PartSurroundings {
        around: ran.map(|ran| around(part, ran, how, round)).unwrap_or_default(),
        // Virtual hardware has no other users.
        others: OtherTraffic {
            bytes: Some(0),
            on: vec![part.target.to_string()],
            ..OtherTraffic::default()
        },
        place: virtual_place(),
        whole: part.region,
        written: written(&part.workload),
        remarks: ran.and_then(|ran| shortened(part, ran)).into_iter().collect(),
        partial: false,
    }
}

/// That a round was shortened, and on how little a part's figures rest.
fn shortened(part: &narrows_sim::SimPart, ran: &PartResult) -> Option<Message> {
    let ops: u64 = ran.threads.iter().map(|thread| thread.tally.ops).sum();
    let what = Message::new("ground-shortened").with("drive", &part.target);
    ran.shortened.then(|| what.count("count", usize::try_from(ops).unwrap_or(usize::MAX)))
}

/// Virtual blocks hold nothing, so that there is nothing to flush or to fill before.
fn written(workload: &Workload) -> Option<WriteContext> {
    let writes = workload.read_percent < 100;
    writes.then_some(WriteContext { flush_s: None, filled: true, preconditioned: false })
}

/// Observations of the simulation around a target. It has no other load, so nothing else moved.
fn around(
    part: &narrows_sim::SimPart,
    ran: &PartResult,
    how: &RoundSettings,
    round: &RoundPlan,
) -> WatchedSurroundings {
    let around = &ran.around;
    let look = |at: Nanos, celsius| TemperatureReading { at_s: at.as_secs(), celsius };
    // In the middle, as on real drives: an idle link clocks down at the ends.
    let middle = Nanos::new(schedule(how, round).finish_at.get() / 2);
    let links = around.links.iter();
    let link = links.clone().take_while(|look| look.at <= middle).last().or(around.links.first());
    WatchedSurroundings {
        watched: DriveMonitoring {
            links: links
                .map(|look| LinkReading {
                    at_s: look.at.as_secs(),
                    link: Some(LinkState::of(look.width)),
                })
                .collect(),
            temperatures: around.temperatures.iter().map(|&(at, it)| look(at, it)).collect(),
            temperature_limit_c: around.temperature_limit_c,
            throttles: around.throttles.iter().map(|throttle| throttled(part, *throttle)).collect(),
            ..DriveMonitoring::default()
        },
        link: link.map(|look| LinkState::of(look.width)),
        temperature_c: around.temperatures.last().map(|(_, celsius)| *celsius),
        ..WatchedSurroundings::default()
    }
}

fn throttled(part: &narrows_sim::SimPart, (at, count): (Nanos, u64)) -> ThrottleEvent {
    ThrottleEvent {
        at_s: at.as_secs(),
        what: part.target.to_string(),
        count,
        counter: COUNTER.to_owned(),
    }
}

/// A virtual drive's counter, as NVMe drives name it: how often it slowed down.
const COUNTER: &str = "Thermal Management Temperature 1 Transition Count";

#[cfg(test)]
mod tests {
    use narrows_engine::TargetRegion;
    use narrows_sim::{LinkObservation, PartMonitoring as Seen, SimThreadResult};
    use narrows_units::{Bytes, LinkWidth};
    use narrows_workload::profile;

    use super::*;
    use crate::measuring::rounds::pinning::ThreadPinning;

    fn how() -> RoundSettings {
        RoundSettings { ramp: Nanos::ZERO, ..RoundSettings::pinned(ThreadPinning::Free) }
    }

    fn round() -> RoundPlan {
        let workload = profile("seq-read-128k-q32").unwrap();
        RoundPlan::of("alone", &[Id::new("a")], &workload, Nanos::millis(1000))
    }

    fn sim_part() -> narrows_sim::SimPart {
        narrows_sim::SimPart {
            target: Id::new("a"),
            workload: profile("seq-read-128k-q32").unwrap(),
            limit: None,
            start_after: Nanos::ZERO,
            region: TargetRegion::whole(1 << 30),
        }
    }

    fn issued(user: u64, system: u64) -> SimThreadResult {
        SimThreadResult {
            tally: IssuerTally::new(Nanos::millis(1000), &sim_part().workload),
            user: Nanos::millis(user),
            system: Nanos::millis(system),
            span: Nanos::millis(1000),
        }
    }

    fn ran(ending: PartEnding) -> PartResult {
        let link = |at, generation, lanes| LinkObservation {
            at: Nanos::millis(at),
            width: LinkWidth::new(generation, lanes).unwrap(),
        };
        let around = Seen {
            links: vec![link(0, 3, 4), link(400, 3, 2), link(900, 1, 1)],
            temperatures: vec![(Nanos::ZERO, 40), (Nanos::millis(500), 71)],
            temperature_limit_c: Some(70),
            throttles: vec![(Nanos::millis(500), 2)],
            moved: Bytes::ZERO,
            helpers: Nanos::millis(100),
        };
        let threads = vec![issued(100, 200), issued(50, 50)];
        PartResult { ending, threads, ended: Nanos::millis(1000), around, shortened: false }
    }

    #[test]
    fn what_was_seen_around_it_becomes_what_a_real_watch_tells() {
        let around = around(&sim_part(), &ran(PartEnding::Done), &how(), &round());
        // 500 ms is the middle: after the second look at the link, before the third.
        assert_eq!(around.link.map(|link| (link.gts, link.lanes)), Some((8.0, 2)));
        assert_eq!(around.watched.links.len(), 3);
        assert_eq!(
            (around.temperature_c, around.watched.temperature_limit_c),
            (Some(71), Some(70))
        );
        let throttle = &around.watched.throttles[0];
        assert_eq!((throttle.what.as_str(), throttle.at_s, throttle.count), ("a", 0.5, 2));
    }

    /// 400 ms of the issuing threads, and 100 more of the layer below.
    #[test]
    fn processor_time_of_threads_and_layers_is_told_apart() {
        let (how, round) = (how(), round());
        let whole = Ok(ran(PartEnding::Done));
        let target = result(&sim_part(), &whole, &how, &round);
        let set = together(vec![target], &[&round.parts[0]], &[cpu(&whole)], &how, &round);
        let (own, system) = (set.process_cpu, set.system_cpu);
        assert_eq!((own, system), (Nanos::millis(400), Some(Nanos::millis(500))));
        assert_eq!(set.cpu_span, Nanos::millis(1000));
        assert!((set.targets[0].thread_share() - 0.3).abs() < 1e-9);
    }

    #[test]
    fn endings_are_the_engines_outcomes() {
        let outcome_of = |ran| result(&sim_part(), &ran, &how(), &round()).outcome;
        assert_eq!(outcome_of(Ok(ran(PartEnding::Done))), RunOutcome::Whole);
        assert_eq!(outcome_of(Ok(ran(PartEnding::Stalled))), RunOutcome::Stalled);
        let unfit = WorkloadMisfit::Depth { depth: 0 };
        assert_eq!(outcome_of(Err(unfit)), RunOutcome::Failed(RunError::Unfit(unfit)));
    }
}
