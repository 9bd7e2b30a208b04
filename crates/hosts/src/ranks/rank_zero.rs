//! Rank 0: gives orders, starts rounds, gathers answers. It is a host itself, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_record::hosts::RankFaultKind;
use narrows_record::hosts::exchange::{RankAnswer, RankOrder, RankTask};
use narrows_units::Nanos;

use crate::cluster::{Clock, HostsDriver, OrderWorker};
use crate::ranks::clocks::{ClockExchange, Offset};
use crate::ranks::letter::RankLetter;
use crate::ranks::nap::Nap;
use crate::ranks::turn::PendingOrder;
use crate::ranks::wire::Wire;

/// Letters there and back before each start: the quickest of them confines the clock.
const PINGS: u32 = 6;
/// From the last clock exchange to the start: all must have heard of it and gone to sleep until then.
const LEAD: Nanos = Nanos::millis(10);
const LEAD_PER_HOST: Nanos = Nanos::micros(100);

#[derive(Clone, Copy, Debug)]
pub struct RankTimeouts {
    /// For a greeting, for which hosts write their scratch files, and for a topology.
    pub greeting: Nanos,
    /// Until a host is ready for a round: its threads, rings and buffers exist.
    pub ready: Nanos,
    /// For an answer, beyond the time of its round.
    pub answer: Nanos,
    pub pong: Nanos,
    /// For all of it after an interrupt: the launcher kills soon.
    pub interrupted: Nanos,
}

impl Default for RankTimeouts {
    fn default() -> Self {
        Self {
            // A slow drive may take four times the ten seconds that a scratch file should take.
            greeting: Nanos::millis(60_000),
            // The engine gives its threads ten seconds.
            ready: Nanos::millis(12_000),
            answer: Nanos::millis(20_000),
            pong: Nanos::millis(2_000),
            interrupted: Nanos::millis(500),
        }
    }
}

pub struct RankHosts<'a> {
    others: RemoteRanks,
    own: Box<dyn OrderWorker + 'a>,
}

/// Offsets of a host's two clocks from rank 0's.
#[derive(Clone, Copy)]
struct Clocks {
    monotonic: Offset,
    wall: Offset,
}

struct RemoteRanks {
    wire: Box<dyn Wire>,
    /// By rank, the offsets of CLOCK_MONOTONIC there, and of the wall clock; `None` until read.
    clocks: Vec<Option<Clocks>>,
    /// By rank: who did not answer the last time is not waited for again until it speaks.
    silent: Vec<bool>,
    patience: RankTimeouts,
    interrupted: Arc<AtomicBool>,
    ended: bool,
}

impl<'a> RankHosts<'a> {
    /// Rank 0, with the worker for its own part. Once `interrupted` is set, no rank is waited for
    /// longer than a moment.
    pub fn new(
        wire: Box<dyn Wire>,
        own: Box<dyn OrderWorker + 'a>,
        patience: RankTimeouts,
        interrupted: Arc<AtomicBool>,
    ) -> Self {
        let ranks = wire.ranks() as usize;
        let (clocks, silent) = (vec![None; ranks], vec![false; ranks]);
        let others = RemoteRanks { wire, clocks, silent, patience, interrupted, ended: false };
        Self { others, own }
    }
}

impl HostsDriver for RankHosts<'_> {
    fn ranks(&self) -> u32 {
        self.others.wire.ranks()
    }

    fn ask(&mut self, order: &RankOrder) -> Vec<RankAnswer> {
        let (others, own) = (&mut self.others, &mut self.own);
        let mut turn = PendingOrder::new(order, others.wire.ranks());
        // Takes letters that came since the last order: a rank that answers takes part again.
        while let Some((from, letter)) = others.wire.poll() {
            others.silent[from as usize] = false;
            turn.take(from, letter, others.wire.as_mut());
        }
        let bytes = order.encode();
        for rank in 1..others.wire.ranks() {
            if others.silent[rank as usize] {
                // Whether it is gone or hangs cannot be known.
                turn.fail(rank, RankFaultKind::Hung);
            } else {
                others.wire.send(rank, &RankLetter::Order(bytes.clone()));
            }
        }
        let mine = own.answer(order, &mut || others.start(order, &mut turn));
        turn.take_own(mine);
        if turn.is_to_start() {
            // Rank 0 has no part in it, or could not begin its own.
            others.start(order, &mut turn);
        }
        let takes = match &order.task {
            RankTask::Round(round) => Nanos::secs(round.ramp_s + round.time_s),
            RankTask::Greet { .. } | RankTask::See | RankTask::Introduce => {
                others.patience.greeting
            }
            _ => Nanos::ZERO,
        };
        others.wait(&mut turn, takes + others.patience.answer, &|turn| turn.missing().is_empty());
        for rank in turn.missing() {
            others.give_up(rank, &mut turn);
        }
        match order.task {
            RankTask::Greet { .. } | RankTask::Introduce => {
                // Looks at the clocks of all that answered, when nothing is to be measured at once.
                others.clocks[0] = Some(Clocks { monotonic: Offset::OWN, wall: Offset::OWN });
                for rank in 1..others.wire.ranks() {
                    if !others.silent[rank as usize] {
                        others.clocks[rank as usize] = others.look_at_clock(rank, &mut turn);
                    }
                }
            }
            RankTask::End => others.end(),
            _ => {}
        }
        turn.into_answers()
    }

    fn clock(&self, rank: u32) -> Option<Clock> {
        self.others.clocks.get(rank as usize)?.map(|clocks| clocks.wall.clock())
    }

    fn is_virtual(&self) -> bool {
        false
    }
}

impl RemoteRanks {
    /// Waits until all that take part are ready, checks their clocks and sets the start, on rank 0's
    /// clock; `None` if we were interrupted.
    fn start(&mut self, order: &RankOrder, turn: &mut PendingOrder<'_>) -> Option<Nanos> {
        self.wait(turn, self.patience.ready, &|turn| turn.not_ready().is_empty());
        for rank in turn.not_ready() {
            self.give_up(rank, turn);
        }
        // Anew for each start, because clocks drift.
        for rank in turn.ready() {
            match self.look_at_clock(rank, turn) {
                Some(clocks) => self.clocks[rank as usize] = Some(clocks),
                None => self.give_up(rank, turn),
            }
        }
        turn.begin();
        // Read once, so that all ranks get the same word.
        let is_on = !self.interrupted.load(Ordering::Relaxed);
        let per_host = LEAD_PER_HOST.get() * u64::from(self.wire.ranks());
        let at = self.wire.now() + LEAD + Nanos::new(per_host);
        for rank in turn.ready() {
            let there = self.clocks[rank as usize].filter(|_| is_on);
            let there = there.map(|clocks| clocks.monotonic.there(at));
            self.wire.send(rank, &RankLetter::Start { number: order.number, at: there });
        }
        // Sees letters on their way before they are left alone for a while.
        let until = self.wire.now() + self.patience.interrupted;
        let mut nap = Nap::default();
        // Letters for a rank that is gone are never collected: rank 0 would start late.
        let started = turn.ready();
        while !started.iter().all(|rank| self.wire.is_sent(*rank)) && self.wire.now() < until {
            match self.wire.poll() {
                Some((from, letter)) => turn.take(from, letter, self.wire.as_mut()),
                None => nap.take(),
            }
        }
        is_on.then_some(at)
    }

    fn give_up(&mut self, rank: u32, turn: &mut PendingOrder<'_>) {
        // Interrupted, we did not wait long enough to say anything of a host.
        self.silent[rank as usize] = !self.interrupted.load(Ordering::Relaxed);
        turn.fail(rank, RankFaultKind::Hung);
    }

    fn look_at_clock(&mut self, rank: u32, turn: &mut PendingOrder<'_>) -> Option<Clocks> {
        // The first that does not come back ends it: a hanging rank would cost all six waits.
        let exchanges: Vec<ClockExchange> =
            (0..PINGS).map_while(|number| self.exchange(rank, number, turn)).collect();
        let monotonic = Offset::of_all(&exchanges)?;
        // Both clocks of a host were read at one moment, here as well as there.
        let ahead = |wall: Nanos, now: Nanos| wall.get().wrapping_sub(now.get()) as i64;
        let there = turn.pong.map(|(_, pong)| ahead(pong.wall, pong.sent))?;
        let here = ahead(self.wire.wall(), self.wire.now());
        Some(Clocks { monotonic, wall: monotonic.of_other(there, here) })
    }

    fn exchange(
        &mut self,
        rank: u32,
        number: u32,
        turn: &mut PendingOrder<'_>,
    ) -> Option<ClockExchange> {
        let sent = self.wire.now();
        turn.pong = None;
        self.wire.send(rank, &RankLetter::Ping(number));
        let is_it = |turn: &PendingOrder<'_>| {
            turn.pong.is_some_and(|(from, pong)| (from, pong.number) == (rank, number))
        };
        self.wait(turn, self.patience.pong, &is_it);
        let back = self.wire.now();
        let (_, pong) = turn.pong.filter(|_| is_it(turn))?;
        Some(ClockExchange { sent, received: pong.received, replied: pong.sent, back })
    }

    /// Takes letters until `done`, for so long at most; interrupted, only for a moment.
    fn wait(
        &mut self,
        turn: &mut PendingOrder<'_>,
        long: Nanos,
        done: &dyn Fn(&PendingOrder<'_>) -> bool,
    ) {
        let mut until = self.wire.now() + long;
        let mut nap = Nap::default();
        while !done(turn) {
            match self.wire.poll() {
                Some((from, letter)) => {
                    self.silent[from as usize] = false;
                    turn.take(from, letter, self.wire.as_mut());
                }
                None => nap.take(),
            }
            let now = self.wire.now();
            if now > until {
                break;
            }
            if self.interrupted.load(Ordering::Relaxed) {
                until = until.min(now + self.patience.interrupted);
            }
        }
    }

    /// Whether nothing is on its way any more to a rank that answers.
    fn is_heard(&mut self) -> bool {
        let answering = (1..self.wire.ranks()).filter(|rank| !self.silent[*rank as usize]);
        let answering: Vec<u32> = answering.collect();
        answering.into_iter().all(|rank| self.wire.is_sent(rank))
    }

    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let alone = self.silent.iter().any(|silent| *silent);
        // Including those that were given up: one that only hung comes back to it.
        for rank in 1..self.wire.ranks() {
            self.wire.send(rank, &RankLetter::End { alone });
        }
        let until = self.wire.now() + self.patience.pong;
        let mut nap = Nap::default();
        while !self.is_heard() && self.wire.now() < until {
            nap.take();
        }
        if alone {
            self.wire.abandon();
        }
    }
}

/// A command that ends early lets the others go all the same.
impl Drop for RemoteRanks {
    fn drop(&mut self) {
        self.end();
    }
}
