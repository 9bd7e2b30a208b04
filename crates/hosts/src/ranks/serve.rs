//! Every rank but 0: carries out orders until there are none.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_record::hosts::exchange::{Answer, Order, Refused, Said, Task};
use narrows_record::hosts::{Fault, FaultKind};
use narrows_units::Nanos;

use crate::cluster::Worker;
use crate::ranks::letter::Letter;
use crate::ranks::nap::Nap;
use crate::ranks::wire::Wire;

/// How long an interrupted rank waits for rank 0's leave.
const INTERRUPTED: Nanos = Nanos::millis(5_000);

/// Why a rank leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Rank 0 has no more orders.
    Ended,
    /// We were interrupted, and rank 0 sent nothing more.
    Interrupted,
}

/// Carries out rank 0's orders until it has none.
pub fn serve(wire: &mut dyn Wire, worker: &mut dyn Worker, interrupted: &AtomicBool) -> Left {
    let mut desk = Desk { wire, early: VecDeque::new(), interrupted };
    loop {
        match desk.next() {
            Some(Letter::Order(bytes)) => desk.carry_out(&bytes, worker),
            Some(Letter::End { alone }) => {
                if alone {
                    desk.wire.abandon();
                }
                return Left::Ended;
            }
            Some(_) => {}
            None => {
                desk.wire.abandon();
                return Left::Interrupted;
            }
        }
    }
}

struct Desk<'a> {
    wire: &'a mut dyn Wire,
    /// What came while something else was waited for.
    early: VecDeque<Letter>,
    interrupted: &'a AtomicBool,
}

impl Desk<'_> {
    /// The next letter from rank 0 that is no ping; none where we were interrupted and none comes.
    fn next(&mut self) -> Option<Letter> {
        if let Some(letter) = self.early.pop_front() {
            return Some(letter);
        }
        let mut nap = Nap::default();
        let mut until = None;
        loop {
            if let Some(letter) = self.look(&mut nap) {
                return Some(letter);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                let now = self.wire.now();
                if now > *until.get_or_insert(now + INTERRUPTED) {
                    return None;
                }
            }
            nap.take();
        }
    }

    /// A letter that has come. Pings are answered at once, also by ranks that have nothing to do; others follow,
    /// so that `nap` begins anew.
    fn look(&mut self, nap: &mut Nap) -> Option<Letter> {
        let (from, letter) = self.wire.poll()?;
        if let Letter::Ping(number) = letter {
            let received = self.wire.now();
            let (wall, sent) = (self.wire.wall(), self.wire.now());
            let pong = Letter::Pong { number, received, sent, wall };
            self.wire.send(from, &pong);
            *nap = Nap::default();
            return None;
        }
        (from == 0).then_some(letter)
    }

    fn carry_out(&mut self, bytes: &[u8], worker: &mut dyn Worker) {
        let rank = self.wire.rank();
        let answer = match Order::decode(bytes) {
            Ok(order) => {
                let number = order.number;
                let answer = worker.answer(&order, &mut || self.start(number));
                Answer { rank, ..answer }
            }
            Err(refused) => refusal(&refused, rank),
        };
        self.wire.send(0, &Letter::Answer(answer.encode()));
    }

    /// Says that all is ready, and waits for the start.
    fn start(&mut self, number: u32) -> Option<Nanos> {
        self.wire.send(0, &Letter::Ready(number));
        let mut nap = Nap::default();
        loop {
            match self.look(&mut nap) {
                Some(Letter::Start { number: of, at }) if of == number => return at,
                // Rank 0 has given us up, or has ended.
                Some(letter @ (Letter::Order(_) | Letter::End { .. })) => {
                    self.early.push_back(letter);
                    return None;
                }
                Some(_) => {}
                None if self.interrupted.load(Ordering::Relaxed) => return None,
                None => nap.take(),
            }
        }
    }
}

/// To an order of another build: what it is called there, its answer says by itself.
fn refusal(refused: &Refused, rank: u32) -> Answer {
    let (kind, why) = match refused {
        Refused::Other(found) => (FaultKind::OtherBuild, found),
        Refused::Unreadable(why) => (FaultKind::Failed, why),
    };
    let mut answer = Answer::to(&Order::new(0, Task::End), rank, Said::Nothing);
    answer.faults.push(Fault::new(kind, why));
    answer
}
