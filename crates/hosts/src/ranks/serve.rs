//! Every rank but 0: carries out orders until there are none.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_record::hosts::exchange::{ExchangeError, RankAnswer, RankOrder, RankReply, RankTask};
use narrows_record::hosts::{RankFault, RankFaultKind};
use narrows_units::Nanos;

use crate::cluster::OrderWorker;
use crate::ranks::letter::RankLetter;
use crate::ranks::nap::Nap;
use crate::ranks::wire::Wire;

/// How long an interrupted rank waits for rank 0's leave.
const INTERRUPTED: Nanos = Nanos::millis(5_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveReason {
    Ended,
    /// We were interrupted, and rank 0 sent nothing more.
    Interrupted,
}

/// Carries out rank 0's orders until it has none.
pub fn serve(
    wire: &mut dyn Wire,
    worker: &mut dyn OrderWorker,
    interrupted: &AtomicBool,
) -> LeaveReason {
    let mut desk = RankInbox { wire, early: VecDeque::new(), interrupted };
    loop {
        match desk.next() {
            Some(RankLetter::Order(bytes)) => {
                let rank = desk.wire.rank();
                let answer = match RankOrder::decode(&bytes) {
                    Ok(order) => {
                        let number = order.number;
                        let answer = worker.answer(&order, &mut || desk.start(number));
                        RankAnswer { rank, ..answer }
                    }
                    Err(refused) => {
                        let (kind, why) = match &refused {
                            ExchangeError::Other(build) => (RankFaultKind::OtherBuild, build),
                            ExchangeError::Unreadable(why) => (RankFaultKind::Failed, why),
                        };
                        let end = RankOrder::new(0, RankTask::End);
                        let mut answer = RankAnswer::to(&end, rank, RankReply::Nothing);
                        answer.faults.push(RankFault::new(kind, why));
                        answer
                    }
                };
                desk.wire.send(0, &RankLetter::Answer(answer.encode()));
            }
            Some(RankLetter::End { alone }) => {
                if alone {
                    desk.wire.abandon();
                }
                return LeaveReason::Ended;
            }
            Some(_) => {}
            None => {
                desk.wire.abandon();
                return LeaveReason::Interrupted;
            }
        }
    }
}

struct RankInbox<'a> {
    wire: &'a mut dyn Wire,
    /// Letters that came during another wait.
    early: VecDeque<RankLetter>,
    interrupted: &'a AtomicBool,
}

impl RankInbox<'_> {
    /// The next letter from rank 0 but pings; `None` if we were interrupted before.
    fn next(&mut self) -> Option<RankLetter> {
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
    fn look(&mut self, nap: &mut Nap) -> Option<RankLetter> {
        let (from, letter) = self.wire.poll()?;
        if let RankLetter::Ping(number) = letter {
            let received = self.wire.now();
            // In this order, `sent` is as close as can be to when the letter leaves.
            let (wall, sent) = (self.wire.wall(), self.wire.now());
            let pong = RankLetter::Pong { number, received, sent, wall };
            self.wire.send(from, &pong);
            *nap = Nap::default();
            return None;
        }
        (from == 0).then_some(letter)
    }

    /// Says that all is ready, and waits for the start.
    fn start(&mut self, number: u32) -> Option<Nanos> {
        self.wire.send(0, &RankLetter::Ready(number));
        let mut nap = Nap::default();
        loop {
            match self.look(&mut nap) {
                Some(RankLetter::Start { number: of, at }) if of == number => return at,
                // Rank 0 has given us up, or has ended.
                Some(letter @ (RankLetter::Order(_) | RankLetter::End { .. })) => {
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
