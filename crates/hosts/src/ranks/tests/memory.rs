//! A wire of memory, whose hosts have clocks that are hours apart.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use narrows_record::hosts::exchange::{RankAnswer, RankFigure, RankOrder, RankReply, RankTask};
use narrows_units::Nanos;

use crate::cluster::OrderWorker;
use crate::ranks::letter::RankLetter;
use crate::ranks::wire::Wire;
use crate::ranks::{RankHosts, RankTimeouts, serve};

pub struct Memory {
    rank: u32,
    to: Vec<Sender<(u32, Vec<u8>)>>,
    from: Receiver<(u32, Vec<u8>)>,
    ahead: Nanos,
    pub abandoned: Arc<AtomicBool>,
}

/// Of all clocks together.
fn true_time() -> Nanos {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    Nanos::new(BEGAN.get_or_init(Instant::now).elapsed().as_nanos() as u64)
}

/// How far a rank's clock is ahead of the true time: hours, rank 0 the most.
pub fn ahead(rank: u32) -> Nanos {
    Nanos::secs(100_000.0 - 7200.0 * f64::from(rank))
}

/// Converts a host's clock to true time.
pub fn as_true(rank: u32, there: Nanos) -> Nanos {
    there - ahead(rank)
}

pub fn wires(ranks: u32) -> Vec<Memory> {
    let (to, from): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
    let wire = |(rank, from)| Memory {
        rank,
        to: to.clone(),
        from,
        ahead: ahead(rank),
        abandoned: Arc::default(),
    };
    (0..ranks).zip(from).map(wire).collect()
}

impl Wire for Memory {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn ranks(&self) -> u32 {
        self.to.len() as u32
    }

    fn send(&mut self, to: u32, letter: &RankLetter) {
        // Who left hears nothing any more.
        let _ = self.to[to as usize].send((self.rank, letter.encode()));
    }

    fn poll(&mut self) -> Option<(u32, RankLetter)> {
        let (from, bytes) = self.from.try_recv().ok()?;
        Some((from, RankLetter::decode(&bytes)?))
    }

    fn is_sent(&mut self, _: u32) -> bool {
        true
    }

    fn abandon(&mut self) {
        self.abandoned.store(true, Ordering::Relaxed);
    }

    fn now(&self) -> Nanos {
        true_time() + self.ahead
    }

    /// Correct on all hosts but the last, where it is a minute ahead.
    fn wall(&self) -> Nanos {
        let is_last = self.rank as usize + 1 == self.to.len();
        true_time() + Nanos::secs(if is_last { 1e9 + 60.0 } else { 1e9 })
    }
}

/// A host's behaviour on an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Starts with the others and reports when, on its own clock.
    Sound,
    /// Answers a round before it starts.
    Unable,
    /// Never gets ready for the order of this number.
    HangsBefore(u32),
    /// Starts, but never answers the order of this number.
    HangsAfter(u32),
}

pub struct Host {
    pub rank: u32,
    pub way: Way,
    /// Whoever hangs ends with it.
    pub over: Arc<AtomicBool>,
}

impl Host {
    fn hang(&self) {
        while !self.over.load(Ordering::Relaxed) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    fn figure(at: Option<Nanos>) -> RankReply {
        // Microseconds on its own clock: exact in f64.
        let done_s = at.map_or(-1.0, Nanos::as_secs);
        RankReply::Figures { figures: vec![RankFigure { done_s, ..RankFigure::default() }] }
    }
}

impl OrderWorker for Host {
    fn answer(
        &mut self,
        order: &RankOrder,
        start: &mut dyn FnMut() -> Option<Nanos>,
    ) -> RankAnswer {
        let RankTask::Round(round) = &order.task else {
            return RankAnswer::to(order, self.rank, RankReply::Marker { found: self.rank > 0 });
        };
        if !round.parts.iter().any(|part| part.rank == self.rank) || self.way == Way::Unable {
            return RankAnswer::to(order, self.rank, RankReply::Nothing);
        }
        if self.way == Way::HangsBefore(order.number) {
            self.hang();
        }
        let at = start();
        if self.way == Way::HangsAfter(order.number) {
            self.hang();
        }
        RankAnswer::to(order, self.rank, Self::figure(at))
    }
}

struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Has rank 0 do something with all hosts, each in its way.
pub fn with_hosts(ways: &[Way], work: impl FnOnce(&mut RankHosts<'_>, &Arc<AtomicBool>)) {
    let over = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let host = |rank, way: &Way| Host { rank, way: *way, over: Arc::clone(&over) };
    let mut wires = wires(ways.len() as u32).into_iter();
    let first = wires.next().unwrap();
    std::thread::scope(|scope| {
        for (mut wire, (way, rank)) in wires.zip(ways[1..].iter().zip(1..)) {
            let mut host = host(rank, way);
            let never = AtomicBool::new(false);
            scope.spawn(move || serve(&mut wire, &mut host, &never));
        }
        let own = Box::new(host(0, &ways[0]));
        let patience = RankTimeouts {
            ready: Nanos::millis(700),
            answer: Nanos::millis(700),
            ..RankTimeouts::default()
        };
        let mut ranks = RankHosts::new(Box::new(first), own, patience, Arc::clone(&interrupted));
        // Also when the work panics: a hanging host would be waited for.
        let _over = Over(Arc::clone(&over));
        work(&mut ranks, &interrupted);
    });
}
