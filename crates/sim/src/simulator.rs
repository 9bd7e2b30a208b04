//! A machine that is switched on: its clock, and its state from round to round.

use std::collections::BTreeMap;

use narrows_model::Machine;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::issuer::{IssuerCounts, NoiseStream, WorkloadMisfit};

use crate::heat::DriveTemperature;
use crate::picos::Picos;
use crate::round::SimRound;
use crate::round::build::{ReadyPart, RoundStart, ready};
use crate::unit::CacheContent;
use crate::{PartMonitoring, PartResult, RoundTiming, SimFault, SimObserver, SimPart};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CarriedDriveState {
    /// Bytes in its write cache.
    pub held: f64,
    pub warmth: Option<DriveTemperature>,
}

/// A machine in virtual time. Keeps its state between rounds: clock, write caches, heat, faults.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    machine: &'a Machine,
    faults: Vec<SimFault>,
    noise: NoiseStream,
    now: Nanos,
    remembered: BTreeMap<Id, CarriedDriveState>,
    in_full: bool,
    /// Events that may still be simulated before rounds are shortened; `None` if unlimited.
    left: Option<u64>,
}

/// Events that a round may always have, which are enough for the figures of a part by itself.
const FEWEST_EVENTS: u64 = 500_000;

impl<'a> Simulator<'a> {
    /// A machine that has just been switched on, with its faults to come. The same seed gives the
    /// same results, bit for bit. Faults of devices that the machine does not have are ignored.
    pub fn new(machine: &'a Machine, faults: &[SimFault], seed: u64) -> Self {
        let (faults, remembered) = (faults.to_vec(), BTreeMap::new());
        let (noise, now) = (NoiseStream::new(seed), Nanos::ZERO);
        Self { machine, faults, noise, now, remembered, in_full: false, left: None }
    }

    /// The same, with every request of every round simulated. Otherwise a round is simulated until
    /// each part has some 100,000 requests and nothing changes any more, and the counts of that
    /// stretch are extended to the rest of it.
    #[must_use]
    pub fn in_full(self) -> Self {
        Self { in_full: true, ..self }
    }

    /// The same with a bound for the work: once all rounds together have had this many events, each further one is
    /// repeated from its state after half a million ([`PartResult::shortened`] marks estimates from few requests),
    /// and ended if it cannot be repeated. Otherwise a drive that answers once a day beside one that answers a
    /// million times a second would be simulated for hours.
    #[must_use]
    pub fn within(self, events: u64) -> Self {
        Self { left: Some(events), ..self }
    }

    /// Virtual time since it was switched on.
    pub fn now(&self) -> Nanos {
        self.now
    }

    /// Lets time pass without requests: caches drain, drives cool down.
    pub fn rest(&mut self, time: Nanos) {
        for (id, drive) in &mut self.remembered {
            let figures = self.machine.figures.get(id);
            if let Some(cache) = figures.and_then(|figures| figures.cache) {
                drive.held = CacheContent::new(cache, drive.held).after(Picos::from(time));
            }
            if let Some(warmth) = &mut drive.warmth {
                // `NEVER` lies outside every fault, and without requests nothing heats a drive.
                warmth.follow(Picos::NEVER, Picos::from(time));
            }
        }
        self.now = self.now + time;
    }

    /// Runs `parts` at once and returns the result of each, in order. A part whose workload does
    /// not fit its region is refused; the others run.
    pub fn run(
        &mut self,
        parts: &[SimPart],
        timing: &RoundTiming,
        watch: &dyn SimObserver,
    ) -> Vec<Result<PartResult, WorkloadMisfit>> {
        let seed = self.noise.next();
        let mut threads = 0u64;
        let mut ready_parts: Vec<Result<ReadyPart<'_>, WorkloadMisfit>> =
            Vec::with_capacity(parts.len());
        for part in parts {
            ready_parts.push(ready(self.machine, part, timing, seed.wrapping_add(threads)));
            // Refused parts count, too, so that the streams of the others do not depend on them.
            threads += u64::from(part.workload.jobs.max(1));
        }
        let refused: Vec<Option<WorkloadMisfit>> =
            ready_parts.iter().map(|ready| ready.as_ref().err().copied()).collect();
        let fit: Vec<ReadyPart<'_>> = ready_parts.into_iter().filter_map(Result::ok).collect();
        let running = (0..parts.len()).filter(|at| refused[*at].is_none()).collect();
        let watch = RenumberingObserver { watch, running };
        let mut ran = self.run_ready(fit, seed, timing, &watch).into_iter();
        let result = |refused: Option<WorkloadMisfit>| match refused {
            Some(unfit) => Some(Err(unfit)),
            None => ran.next().map(Ok),
        };
        refused.into_iter().filter_map(result).collect()
    }

    fn run_ready(
        &mut self,
        parts: Vec<ReadyPart<'_>>,
        seed: u64,
        timing: &RoundTiming,
        watch: &dyn SimObserver,
    ) -> Vec<PartResult> {
        let start = RoundStart {
            machine: self.machine,
            faults: &self.faults,
            remembered: &self.remembered,
            now: self.now,
            seed,
        };
        let mut round = SimRound::new(&start, parts, timing.patience);
        let most = self.left.map(|left| left.max(FEWEST_EVENTS));
        let events = round.run(timing.finish_at(), self.in_full, most, watch);
        self.left = self.left.map(|left| left.saturating_sub(events));
        let (over, remembered) = (round.over(), round.remembered());
        let ran = round.into_ran();
        // The drives that took no part had that time to themselves.
        self.rest(over);
        self.remembered.extend(remembered);
        ran
    }
}

/// Tells an observer the numbers that parts have in the whole round, refused ones counted.
struct RenumberingObserver<'a> {
    watch: &'a dyn SimObserver,
    running: Vec<usize>,
}

impl SimObserver for RenumberingObserver<'_> {
    fn is_cancelled(&self) -> bool {
        self.watch.is_cancelled()
    }

    fn progress(&self, share: f64) {
        self.watch.progress(share);
    }

    fn counted(&self, part: usize, thread: u32, counts: IssuerCounts) {
        if let Some(part) = self.running.get(part) {
            self.watch.counted(*part, thread, counts);
        }
    }

    fn readings(&self, part: usize, around: &PartMonitoring) {
        if let Some(part) = self.running.get(part) {
            self.watch.readings(*part, around);
        }
    }
}
