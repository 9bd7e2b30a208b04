//! One round: parts that run at once, from event to event.
//!
//! A request enters all its servers at the time of its submission and is through when the last of
//! them is done with it, as data flows through drive and links at once. Then come its waits. A
//! server of one part alone serves in order, so that its end is known at once; only shared servers,
//! the threads and rare changes make events.

pub(crate) mod build;
mod finish;
mod serve;
mod steady;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use narrows_array::{ArrayLayout, Extent};
use narrows_topology::Id;
use narrows_units::{LinkWidth, Nanos};
use narrows_workload::issuer::IoSubmission;

use self::steady::SteadySearch;
use crate::chance::NoiseSource;
use crate::cost_table::{BillLine, Bills, CostTable, RequestBill};
use crate::event_queue::EventQueue;
use crate::flight::Flights;
use crate::picos::Picos;
use crate::runner::{ThreadCost, ThreadRunner};
use crate::server::{OwnServer, SharedServer};
use crate::unit::DriveUnit;
use crate::{PartMonitoring, SimObserver};

/// Events between two calls of the observer: about 10 ms.
const LOOK_EVERY: u64 = 1 << 16;

/// How many times as long a round may be that is to be shortened but does not become steady.
const LONGER: u64 = 8;

/// A part with its members.
pub(crate) struct SimTarget {
    /// For each member the number of its unit, and its name.
    members: Vec<(u32, Id)>,
    layout: Option<ArrayLayout>,
    /// Bytes per request.
    block: f64,
    random: bool,
    /// Whether a RAID card is in between, so that the cost of extents depends on the whole request.
    on_card: bool,
    /// The bills of whole requests to its first member, by direction.
    bills: [Bills; 2],
    /// The bills of shared resources, by direction.
    programs: [RequestBill; 2],
    costs: [ThreadCost; 2],
    turn: u64,
    memory: Option<ArrayMemory>,
    /// The time from a write's entry into the memory to its acknowledgement.
    acknowledged_after: Picos,
    moved: u64,
    helpers: Picos,
    around: PartMonitoring,
    /// Requests after which its figures hardly change any more; `None` if its state may change
    /// however long it runs.
    enough: Option<f64>,
    /// Repeated from fewer than `enough`.
    shortened: bool,
}

/// An array's memory that acknowledges writes.
struct ArrayMemory {
    most: u32,
    out: u32,
    waiting: VecDeque<(u32, IoSubmission)>,
}

struct TrafficCard {
    lines: Vec<BillLine>,
    every: Picos,
    out: u32,
}

/// A link that trains down and up, with its capacity then.
struct Training {
    from: Picos,
    until: Picos,
    width: LinkWidth,
    /// The numbers of the parts that report this link as their own.
    seen_by: Vec<usize>,
    usual: Option<LinkWidth>,
    /// For each limit, the factor by which it is slower.
    slower: Vec<(usize, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RareEvent {
    /// A drive or link becomes slower or faster.
    Change,
    /// A step of a drive's temperature.
    Warm {
        unit: u32,
    },
    /// The reads that must precede a write have completed.
    Write {
        flight: u32,
    },
    Room {
        unit: u32,
    },
    /// An array's memory has room for a write.
    Memory {
        task: u32,
    },
    /// A card moves its next data.
    Card {
        card: u32,
    },
}

pub(crate) struct SimRound<'a> {
    pub(crate) cost_table: CostTable<'a>,
    own: Vec<OwnServer>,
    shared: Vec<SharedServer>,
    pub(crate) units: Vec<DriveUnit>,
    pub(crate) unit_ids: BTreeMap<Id, u32>,
    targets: Vec<SimTarget>,
    runners: Vec<ThreadRunner>,
    cards: Vec<TrafficCard>,
    trainings: Vec<Training>,
    flights: Flights,
    agenda: BinaryHeap<Reverse<(Picos, RareEvent)>>,
    /// Threads, then shared servers, then the agenda.
    event_queue: EventQueue,
    chance: NoiseSource,
    submissions: Vec<IoSubmission>,
    extents: Vec<Extent>,
    running: usize,
    steady: SteadySearch,
}

impl SimRound<'_> {
    /// Runs to the end; returns the number of events. Where `in_full`, every request is simulated;
    /// after `most` events the round is shortened.
    pub fn run(
        &mut self,
        finish_at: Nanos,
        in_full: bool,
        most: Option<u64>,
        watch: &dyn SimObserver,
    ) -> u64 {
        let mut events = 0u64;
        // A round without repetition must end, too.
        let last = most.map(|most| most.saturating_mul(LONGER));
        if !in_full {
            self.seek_steady(finish_at);
        }
        while self.running > 0 {
            let (now, source) = self.event_queue.first();
            if now == Picos::NEVER {
                break;
            }
            if self.steady.is_due(now) {
                self.look_for_steady();
                continue;
            }
            if events.is_multiple_of(LOOK_EVERY) {
                let share = now.nanos().as_secs() / finish_at.as_secs().max(1e-9);
                watch.progress(share.min(1.0));
                self.tell(now.nanos(), watch);
                if watch.is_cancelled() {
                    self.cancel(now.nanos());
                }
            }
            events += 1;
            // From here on the stretch that has run is repeated; a round that does not allow that
            // ends much later.
            if Some(events) == most {
                self.steady.hurry(now.nanos());
            }
            if Some(events) == last {
                self.steady.cut = true;
                self.cancel(now.nanos());
            }
            let runners = self.runners.len();
            if source < runners {
                self.step(now, source);
            } else if source < runners + self.shared.len() {
                self.pass(now, source - runners);
            } else {
                self.agenda_due(now);
            }
        }
        events
    }

    fn cancel(&mut self, now: Nanos) {
        for at in 0..self.runners.len() {
            self.runners[at].cancel(now);
            self.set_runner(at);
        }
    }

    /// Reports all counts and observations so far.
    fn tell(&self, now: Nanos, watch: &dyn SimObserver) {
        let mut threads = vec![0; self.targets.len()];
        for runner in &self.runners {
            let Some(thread) = threads.get_mut(runner.task) else { continue };
            watch.counted(runner.task, *thread, runner.counted(now));
            *thread += 1;
        }
        self.targets.iter().enumerate().for_each(|(at, target)| watch.readings(at, &target.around));
    }

    /// A thread takes in completions and submits more.
    #[inline]
    fn step(&mut self, now: Picos, at: usize) {
        // Taken out while the round serves them; its capacity is kept for the next step.
        let mut submissions = std::mem::take(&mut self.submissions);
        submissions.clear();
        self.runners[at].step(now, &mut submissions);
        for submission in &submissions {
            self.submit(now, at, *submission);
        }
        self.submissions = submissions;
        if self.runners[at].is_over() {
            self.running -= 1;
        }
        self.set_runner(at);
    }

    /// A shared server is done with a request.
    #[inline]
    fn pass(&mut self, now: Picos, place: usize) {
        let passed = self.shared[place].pop(now);
        self.set_shared(place);
        let Some(passed) = passed else { return };
        let flight = passed.flight;
        self.arrive(flight, passed.unit, now + passed.delay);
        if self.flights.get(flight).left == 0 {
            self.settle(flight);
        }
    }

    fn agenda_due(&mut self, now: Picos) {
        let Some(Reverse((_, due))) = self.agenda.pop() else { return };
        self.set_agenda();
        match due {
            RareEvent::Change => self.change(now),
            RareEvent::Warm { unit } => self.warm(now, unit),
            RareEvent::Write { flight } => self.write_after_read(now, flight),
            RareEvent::Room { unit } => self.room(now, unit),
            RareEvent::Memory { task } => self.memory_has_room(now, task),
            RareEvent::Card { card } => self.card_moves(now, card),
        }
    }

    fn later(&mut self, at: Picos, due: RareEvent) {
        if at < Picos::NEVER {
            self.agenda.push(Reverse((at, due)));
            self.set_agenda();
        }
    }

    fn set_agenda(&mut self) {
        let at = self.agenda.peek().map_or(Picos::NEVER, |Reverse((at, _))| *at);
        self.event_queue.set(self.runners.len() + self.shared.len(), at);
    }

    #[inline]
    fn set_runner(&mut self, at: usize) {
        self.event_queue.set(at, self.runners[at].next());
    }

    #[inline]
    fn set_shared(&mut self, at: usize) {
        self.event_queue.set(self.runners.len() + at, self.shared[at].next());
    }
}
