//! A request's path: from its thread through its servers to its completion.

use narrows_array::{Extent, LogicalRequest};
use narrows_workload::Direction;
use narrows_workload::issuer::IoSubmission;

use super::{RareEvent, SimRound};
use crate::cost_table::{BillLine, LimitStation, LineWorker, MemberRequestKind};
use crate::flight::{CompletionOwner, Flight};
use crate::picos::Picos;
use crate::server::WaitingRequest;
use crate::unit::ArrivingExtent;

/// Most extents of a card that wait; any beyond that are lost.
const CARD_WINDOW: u32 = 8;

#[inline]
pub(super) fn way(direction: Direction) -> usize {
    usize::from(direction == Direction::Write)
}

impl SimRound<'_> {
    /// A thread submits a request.
    #[inline]
    pub(super) fn submit(&mut self, now: Picos, runner: usize, submission: IoSubmission) {
        let task = self.runners[runner].task;
        let target = &mut self.targets[task];
        let way = way(submission.direction);
        self.runners[runner].pay(now, target.costs[way]);
        if self.runners[runner].counts(now) {
            target.helpers = target.helpers + target.programs[way].layer;
        }
        if submission.direction == Direction::Write && target.memory.is_some() {
            self.keep(now, runner as u32, submission);
            return;
        }
        let slot = submission.slot;
        let flight = self.runners[runner].base + slot;
        self.flights.get(flight).owner = CompletionOwner::Slot { runner: runner as u32, slot };
        self.begin(now, flight, submission);
    }

    /// A request starts.
    #[inline]
    fn begin(&mut self, now: Picos, at: u32, submission: IoSubmission) {
        let flight = self.flights.get(at);
        let task = flight.task as usize;
        let target = &mut self.targets[task];
        target.turn += 1;
        *flight = Flight {
            direction: submission.direction,
            offset: submission.offset,
            len: submission.len,
            turn: target.turn,
            finish: now,
            ..Flight::new(flight.owner, flight.task)
        };
        let program = &target.programs[way(submission.direction)];
        // A drive alone needs no cut and no list of extents.
        let is_plain = target.layout.is_none() && !target.members.is_empty();
        if is_plain && program.lines.is_empty() {
            // Sends a whole request to its only drive.
            let IoSubmission { direction, len, .. } = submission;
            let (target, bytes) = (&mut self.targets[task], u64::from(len));
            target.moved += bytes;
            let (unit, bills) = (target.members[0].0, target.bills[way(direction)]);
            let random = target.random;
            self.enter(now, ArrivingExtent { flight: at, unit, bills, direction, bytes, random });
        } else {
            self.pass_program(now, at, task);
            self.cut(now, at, task);
        }
        if self.flights.get(at).left == 0 {
            self.settle(at);
        }
    }

    /// Serves a request at shared resources.
    fn pass_program(&mut self, now: Picos, at: u32, task: usize) {
        let direction = self.flights.get(at).direction;
        // Taken out and put back below, because serving needs all of the round.
        let lines = std::mem::take(&mut self.targets[task].programs[way(direction)].lines);
        let mut through = now;
        for line in &lines {
            through = through.max(self.take(now, line, 1.0));
        }
        for line in &lines {
            let waiting = WaitingRequest { flight: at, unit: None, delay: Picos::ZERO };
            self.share(now, line, 1.0, waiting);
        }
        self.targets[task].programs[way(direction)].lines = lines;
        let flight = self.flights.get(at);
        flight.finish = flight.finish.max(through);
    }

    /// Cuts a request into extents and sends them to their members.
    fn cut(&mut self, now: Picos, at: u32, task: usize) {
        let flight = self.flights.get(at);
        let Flight { direction, offset, len, turn, owner, .. } = *flight;
        let stream = match owner {
            CompletionOwner::Slot { runner, .. } => self.runners[runner as usize].stream,
            _ => 0,
        };
        let request = LogicalRequest { direction, offset, len: u64::from(len), stream, turn };
        let mut extents = std::mem::take(&mut self.extents);
        extents.clear();
        let target = &self.targets[task];
        match &target.layout {
            Some(layout) => {
                // The second time the reads are done, and the writes follow.
                let reads_first = layout.reads_first(&request) && !flight.reads_first;
                layout.cut(&request, reads_first, &mut extents);
                flight.reads_first = reads_first;
            }
            None => extents.push(Extent { member: 0, direction, offset, bytes: request.len }),
        }
        let before = flight.reads_first;
        // Reads before a write stay below the card.
        let requested = if target.on_card && !before {
            f64::from(len) / extents.len().max(1) as f64
        } else {
            0.0
        };
        for extent in &extents {
            self.send(now, at, task, *extent, requested);
        }
        self.extents = extents;
    }

    fn send(&mut self, now: Picos, flight: u32, task: usize, extent: Extent, requested: f64) {
        let Extent { member, direction, bytes, .. } = extent;
        let target = &mut self.targets[task];
        target.moved += bytes;
        let random = target.random;
        let Some((unit, drive)) = target.members.get(member) else { return };
        let unit = *unit;
        let bills = self.cost_table.extent(
            task,
            member,
            drive,
            MemberRequestKind { direction, bytes, requested },
        );
        self.enter(now, ArrivingExtent { flight, unit, bills, direction, bytes, random });
    }

    /// An extent arrives at its drive, which may have no room for it yet.
    #[inline]
    fn enter(&mut self, now: Picos, entering: ArrivingExtent) {
        if let Some(gate) = &mut self.units[entering.unit as usize].gate {
            // Counted while it waits at the gate: otherwise the request could be settled without
            // it.
            self.flights.get(entering.flight).left += 1;
            if gate.out >= gate.most {
                gate.waiting.push_back(entering);
                return;
            }
            gate.out += 1;
        }
        self.serve(now, entering);
    }

    #[inline]
    fn serve(&mut self, now: Picos, entering: ArrivingExtent) {
        let unit = &mut self.units[entering.unit as usize];
        // Faults of single requests count these as they arrive; stalls and dropouts matter where
        // one would end.
        if !unit.fault_state.is_none() {
            let fate = unit.fault_state.fate(now);
            let flight = self.flights.get(entering.flight);
            flight.error = flight.error.or(fate.error);
            flight.is_short |= fate.is_short;
        }
        let number = unit.bill_of(now, &entering) as usize;
        let lines = std::mem::take(&mut self.cost_table.bills[number].lines);
        let (mut through, mut is_shared, mut mix) = (now, false, 1.0);
        for line in &lines {
            let slower = match line.worker {
                LineWorker::Way => 1.0,
                LineWorker::Operation => self.units[entering.unit as usize].slower,
                LineWorker::Transfer => {
                    let unit = &mut self.units[entering.unit as usize];
                    mix = unit.mix(entering.direction, line.time.get());
                    unit.slower * mix
                }
            };
            is_shared |= matches!(line.place, LimitStation::Shared(_));
            through = through.max(self.take(now, line, slower));
        }
        let unit = &mut self.units[entering.unit as usize];
        let wait = self.cost_table.bills[number].wait;
        let end = unit.wait(through, wait, entering.random, &mut self.chance);
        let slower = unit.slower;
        // The end at a shared server is not known yet: the rest of the way is carried along as a
        // delay.
        if is_shared {
            let waiting = WaitingRequest {
                flight: entering.flight,
                unit: Some(entering.unit),
                delay: end - through,
            };
            for line in &lines {
                let slower = match line.worker {
                    LineWorker::Way => 1.0,
                    LineWorker::Operation => slower,
                    LineWorker::Transfer => slower * mix,
                };
                self.share(now, line, slower, waiting);
            }
        }
        self.cost_table.bills[number].lines = lines;
        // The servers of one part alone are done with an extent at a known time.
        let unit = &mut self.units[entering.unit as usize];
        let (end, error) = unit.meets(end);
        unit.ended(end, entering.direction);
        let is_gated = unit.gate.is_some();
        let flight = self.flights.get(entering.flight);
        flight.finish = flight.finish.max(end);
        flight.error = flight.error.or(error);
        // What `enter` added for the gate; its place becomes free at `end`.
        if is_gated {
            flight.left -= 1;
            self.later(end, RareEvent::Room { unit: entering.unit });
        }
    }

    /// When a server that is not shared is done with a request; `now` for a shared one.
    #[inline]
    fn take(&mut self, now: Picos, line: &BillLine, slower: f64) -> Picos {
        let time = if slower == 1.0 { line.time } else { line.time.times(slower) };
        match line.place {
            LimitStation::Own(own) => self.own[own as usize].serve(now, time),
            LimitStation::Pass => now + time,
            LimitStation::Shared(_) | LimitStation::Nothing => now,
        }
    }

    /// Queues a request at a shared server.
    #[inline]
    fn share(&mut self, now: Picos, line: &BillLine, slower: f64, waiting: WaitingRequest) {
        let LimitStation::Shared(place) = line.place else { return };
        let time = if slower == 1.0 { line.time } else { line.time.times(slower) };
        self.flights.get(waiting.flight).left += 1;
        self.shared[place as usize].push(now, line.class as usize, time, waiting);
        self.set_shared(place as usize);
    }

    /// A shared server is done, and the remaining delay is known.
    #[inline]
    pub(super) fn arrive(&mut self, at: u32, unit: Option<u32>, end: Picos) {
        let (end, error) = unit.map_or((end, None), |unit| self.units[unit as usize].meets(end));
        let flight = self.flights.get(at);
        flight.left -= 1;
        flight.finish = flight.finish.max(end);
        flight.error = flight.error.or(error);
    }

    /// All of a request is known: starts its writes after its reads, or completes it.
    #[inline]
    pub(super) fn settle(&mut self, at: u32) {
        let flight = *self.flights.get(at);
        // Without its old data a write has no parity to write: the error completes it.
        if flight.reads_first && flight.error.is_none() {
            self.later(flight.finish, RareEvent::Write { flight: at });
            return;
        }
        match flight.owner {
            CompletionOwner::Slot { runner, slot } => {
                let target = &self.targets[flight.task as usize];
                let wait = target.programs[way(flight.direction)].wait;
                let (runner, at) = (runner as usize, flight.finish + wait);
                let at = self.runners[runner].answer(at, slot, flight.result());
                self.event_queue.no_later(runner, at);
            }
            CompletionOwner::Memory { task } => {
                self.flights.give_back(at);
                self.later(flight.finish, RareEvent::Memory { task });
            }
            CompletionOwner::Card { card } => {
                self.flights.give_back(at);
                self.cards[card as usize].out -= 1;
            }
        }
    }

    pub(super) fn write_after_read(&mut self, now: Picos, at: u32) {
        let task = self.flights.get(at).task as usize;
        self.cut(now, at, task);
        if self.flights.get(at).left == 0 {
            self.settle(at);
        }
    }

    /// A drive has completed a command and takes the next.
    pub(super) fn room(&mut self, now: Picos, unit: u32) {
        let Some(gate) = &mut self.units[unit as usize].gate else { return };
        let Some(next) = gate.waiting.pop_front() else {
            gate.out -= 1;
            return;
        };
        // It takes over the place, so that `out` stays.
        self.serve(now, next);
        if self.flights.get(next.flight).left == 0 {
            self.settle(next.flight);
        }
    }

    /// Puts a write into the array's memory as soon as that has room.
    fn keep(&mut self, now: Picos, runner: u32, submission: IoSubmission) {
        let task = self.runners[runner as usize].task;
        let Some(memory) = &mut self.targets[task].memory else { return };
        if memory.out >= memory.most {
            memory.waiting.push_back((runner, submission));
            return;
        }
        memory.out += 1;
        self.acknowledge(now, runner, submission);
    }

    fn acknowledge(&mut self, now: Picos, runner: u32, submission: IoSubmission) {
        let task = self.runners[runner as usize].task as u32;
        let target = &self.targets[task as usize];
        let answer = now + target.acknowledged_after + target.programs[1].wait;
        let at = self.runners[runner as usize].answer(answer, submission.slot, Ok(submission.len));
        self.event_queue.no_later(runner as usize, at);
        let flight = self.flights.take(Flight::new(CompletionOwner::Memory { task }, task));
        self.begin(now, flight, submission);
    }

    pub(super) fn memory_has_room(&mut self, now: Picos, task: u32) {
        let Some(memory) = &mut self.targets[task as usize].memory else { return };
        match memory.waiting.pop_front() {
            Some((runner, submission)) => self.acknowledge(now, runner, submission),
            None => memory.out -= 1,
        }
    }

    /// A card moves the data of one step over its shared servers.
    pub(super) fn card_moves(&mut self, now: Picos, card: u32) {
        let (every, out) = (self.cards[card as usize].every, self.cards[card as usize].out);
        self.later(now + every, RareEvent::Card { card });
        if out >= CARD_WINDOW {
            return;
        }
        self.cards[card as usize].out += 1;
        // The task does not matter: only the owner is asked at the end.
        let flight = self.flights.take(Flight::new(CompletionOwner::Card { card }, 0));
        let lines = std::mem::take(&mut self.cards[card as usize].lines);
        for line in &lines {
            let waiting = WaitingRequest { flight, unit: None, delay: Picos::ZERO };
            self.share(now, line, 1.0, waiting);
        }
        self.cards[card as usize].lines = lines;
    }
}
