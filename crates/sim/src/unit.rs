//! A drive: its stations, its mix of reads and writes, its write cache, its heat, its faults.

use std::collections::VecDeque;

use narrows_model::lower::mixed;
use narrows_model::{DriveFigures, WriteCache};
use narrows_workload::Direction;
use narrows_workload::issuer::Errno;

use crate::chance::NoiseSource;
use crate::cost_table::RequestBill;
use crate::fault_state::FaultState;
use crate::heat::DriveTemperature;
use crate::picos::Picos;

/// Stations for each request in the drive at its full rate: few enough for requests to collide by
/// chance, many enough not to limit.
const STATIONS_EACH: f64 = 8.0;
const STATIONS_MAX: f64 = 8192.0;
/// The weight of the past in a drive's mix of reads and writes.
const REMEMBERED: f64 = 1.0 - 1.0 / 512.0;

/// A cache is full or empty up to this part of its size: single writes come and go.
const SETTLED: f64 = 1e-3;

#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheContent {
    pub bytes: f64,
    cache: WriteCache,
    /// When the last write ended.
    idle_since: Picos,
}

impl CacheContent {
    pub fn new(cache: WriteCache, bytes: f64) -> Self {
        Self { bytes, cache, idle_since: Picos::ZERO }
    }

    /// Its content in bytes at a time, if nothing has been written since its last write.
    pub fn after(mut self, now: Picos) -> f64 {
        self.drain(now - self.idle_since);
        self.bytes
    }

    /// The increase in content over `before`; `None` if nothing was written since.
    fn more_than(&self, before: &Self) -> Option<f64> {
        (self.idle_since != before.idle_since).then_some(self.bytes - before.bytes)
    }

    /// How often its input since `before` can be repeated before it is full or empty; unlimited if that
    /// does not change its level, or if it has been full or empty all the while.
    pub fn repeats_left(&self, before: &Self) -> u64 {
        let more = self.more_than(before).unwrap_or_default();
        let size = self.cache.size.as_f64();
        let room = |it: &Self| if more > 0.0 { size - it.bytes } else { it.bytes };
        let is_settled = room(self).max(room(before)) <= size * SETTLED;
        if more == 0.0 || is_settled { u64::MAX } else { (room(self) / more.abs()) as u64 }
    }

    /// Repeats its input since `before` this many times, in this time.
    pub fn repeat(&mut self, before: &Self, times: u64, by: Picos) {
        if let Some(more) = self.more_than(before) {
            let bytes = self.bytes + more * times as f64;
            self.bytes = bytes.clamp(0.0, self.cache.size.as_f64());
            self.idle_since = self.idle_since + by;
        }
    }

    /// Drains while nothing is written, at the rate of writes to a full cache.
    fn drain(&mut self, idle: Picos) {
        self.bytes = (self.bytes - idle.as_secs() * self.cache.after.value.get()).max(0.0);
    }
}

/// The commands that a drive accepts at a time, and those that wait.
#[derive(Clone, Debug)]
pub(crate) struct CommandGate {
    pub most: u32,
    pub out: u32,
    pub waiting: VecDeque<ArrivingExtent>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrivingExtent {
    pub flight: u32,
    pub unit: u32,
    pub bills: [u32; 2],
    pub direction: Direction,
    pub bytes: u64,
    pub random: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct DriveUnit {
    stations: Vec<Picos>,
    turn: usize,
    /// Time lately spent on reads and on writes.
    lately: [f64; 2],
    pub held: Option<CacheContent>,
    pub gate: Option<CommandGate>,
    pub warmth: Option<DriveTemperature>,
    pub fault_state: FaultState,
    /// The factor by which it takes longer than planned, because of heat or faults.
    pub slower: f64,
}

impl DriveUnit {
    /// A drive with the state of its cache and heat.
    pub fn new(
        figures: Option<&DriveFigures>,
        held: f64,
        warmth: Option<DriveTemperature>,
        fault_state: FaultState,
        in_flight: u32,
    ) -> Self {
        let cache = figures.and_then(|figures| figures.cache);
        let most = figures.and_then(|figures| figures.max_depth);
        let gate = |most| CommandGate { most, out: 0, waiting: VecDeque::new() };
        Self {
            stations: Vec::new(),
            turn: 0,
            lately: [0.0; 2],
            held: cache.map(|cache| CacheContent::new(cache, held)),
            // Without more requests than it takes, nothing would ever wait at the gate.
            gate: most.filter(|most| (1..in_flight).contains(most)).map(gate),
            warmth,
            fault_state,
            slower: 1.0,
        }
    }

    /// Which of its two bills a request gets: the second if it writes into a full cache.
    #[inline]
    pub fn bill_of(&mut self, now: Picos, entering: &ArrivingExtent) -> u32 {
        if let Some(warmth) = &mut self.warmth {
            warmth.moved(entering.bytes);
        }
        let is_full = match &mut self.held {
            Some(held) if entering.direction == Direction::Write => {
                // Adds a write that arrives now; true if there was no room for it.
                let bytes = entering.bytes as f64;
                // While writes are in flight `idle_since` lies ahead, and the difference saturates
                // at zero.
                held.drain(now - held.idle_since);
                let size = held.cache.size.as_f64();
                let is_full = held.bytes + bytes > size;
                held.bytes = (held.bytes + bytes).min(size);
                is_full
            }
            _ => false,
        };
        entering.bills[usize::from(is_full)]
    }

    /// The factor by which a transfer of this length takes longer because the drive alternates
    /// between reads and writes.
    #[inline]
    pub fn mix(&mut self, direction: Direction, transfer: f64) -> f64 {
        let [reading, writing] = &mut self.lately;
        (*reading, *writing) = (*reading * REMEMBERED, *writing * REMEMBERED);
        match direction {
            Direction::Read => *reading += transfer,
            Direction::Write => *writing += transfer,
        }
        if *reading == 0.0 || *writing == 0.0 { 1.0 } else { mixed(*reading, *writing) }
    }

    /// When a request that was transferred at `from` has also finished its wait.
    #[inline]
    pub fn wait(
        &mut self,
        from: Picos,
        mean: Picos,
        random: bool,
        chance: &mut NoiseSource,
    ) -> Picos {
        if mean == Picos::ZERO {
            return from;
        }
        let (wait, station) = chance.wait_and_below(mean, self.stations.len() as u64);
        let station = if random {
            station as usize
        } else {
            self.turn = if self.turn + 1 >= self.stations.len() { 0 } else { self.turn + 1 };
            self.turn
        };
        let wait = if self.slower == 1.0 { wait } else { wait.times(self.slower) };
        let Some(free) = self.stations.get_mut(station) else { return from + wait };
        *free = (*free).max(from) + wait;
        *free
    }

    /// Adds stations for requests of this kind.
    pub fn prepare_for(&mut self, bill: &RequestBill) {
        let service = bill.lines.iter().map(|line| line.time.as_secs()).fold(0.0, f64::max);
        let waiting = bill.wait.as_secs() / service.max(1e-12);
        let count = (waiting * STATIONS_EACH).clamp(STATIONS_EACH, STATIONS_MAX) as usize;
        if count > self.stations.len() {
            self.stations.resize(count, Picos::ZERO);
        }
    }

    pub fn move_on(&mut self, by: Picos) {
        self.stations.iter_mut().for_each(|free| *free = *free + by);
    }

    /// Records the end of a request; until then writes leave the cache alone.
    #[inline]
    pub fn ended(&mut self, at: Picos, direction: Direction) {
        if let Some(held) = self.held.as_mut().filter(|_| direction == Direction::Write) {
            held.idle_since = held.idle_since.max(at);
        }
    }

    /// When a request that would end at `at` ends, and with which error.
    #[inline]
    pub fn meets(&self, at: Picos) -> (Picos, Option<Errno>) {
        if self.fault_state.is_none() { (at, None) } else { self.fault_state.meets(at) }
    }
}
