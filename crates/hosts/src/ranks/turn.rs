//! One order and its answers.

use std::collections::BTreeSet;

use narrows_record::hosts::exchange::{ExchangeError, RankAnswer, RankOrder, RankTask};
use narrows_record::hosts::{RankFault, RankFaultKind};
use narrows_units::Nanos;

use crate::ranks::letter::RankLetter;
use crate::ranks::wire::Wire;

/// The contents of [`RankLetter::Pong`].
#[derive(Clone, Copy)]
pub struct Pong {
    pub number: u32,
    pub received: Nanos,
    pub sent: Nanos,
    pub wall: Nanos,
}

pub struct PendingOrder<'a> {
    order: &'a RankOrder,
    /// Who has a part in the round, but for rank 0.
    starters: BTreeSet<u32>,
    ready: BTreeSet<u32>,
    answers: Vec<Option<RankAnswer>>,
    /// The start is set; who is ready only now is too late.
    begun: bool,
    /// The last pong, with who sent it.
    pub pong: Option<(u32, Pong)>,
}

impl<'a> PendingOrder<'a> {
    pub fn new(order: &'a RankOrder, ranks: u32) -> Self {
        let answers = (0..ranks).map(|_| None).collect();
        let starters = starters(order).into_iter().filter(|rank| *rank != 0).collect();
        Self { order, starters, ready: BTreeSet::new(), answers, begun: false, pong: None }
    }

    pub fn take(&mut self, from: u32, letter: RankLetter, wire: &mut dyn Wire) {
        match letter {
            RankLetter::Answer(bytes) => {
                // An answer to an order that was given up before is of no use any more.
                let answer = match RankAnswer::decode(&bytes) {
                    Ok(answer) if answer.number == self.order.number => {
                        RankAnswer { rank: from, ..answer }
                    }
                    Ok(_) => return,
                    Err(refused) => RankAnswer::failed(self.order, from, fault(&refused)),
                };
                if let Some(slot) = self.answers.get_mut(from as usize) {
                    // The first answer stands: a rank that was given up may still send another.
                    slot.get_or_insert(answer);
                }
            }
            RankLetter::Ready(number) if number == self.order.number && !self.begun => {
                self.ready.insert(from);
            }
            // Whoever comes late waits for a start that is past.
            RankLetter::Ready(number) => wire.send(from, &RankLetter::Start { number, at: None }),
            RankLetter::Pong { number, received, sent, wall } => {
                self.pong = Some((from, Pong { number, received, sent, wall }));
            }
            RankLetter::Order(_)
            | RankLetter::Ping(_)
            | RankLetter::Start { .. }
            | RankLetter::End { .. } => {}
        }
    }

    pub fn take_own(&mut self, answer: RankAnswer) {
        self.answers[0] = Some(answer);
    }

    /// Who does not answer for this reason.
    pub fn fail(&mut self, rank: u32, kind: RankFaultKind) {
        self.starters.remove(&rank);
        self.ready.remove(&rank);
        let answer = RankAnswer::failed(self.order, rank, RankFault::new(kind, ""));
        if let Some(slot) = self.answers.get_mut(rank as usize) {
            slot.get_or_insert(answer);
        }
    }

    fn has_answered(&self, rank: u32) -> bool {
        self.answers.get(rank as usize).is_some_and(Option::is_some)
    }

    /// Who has a part and neither is ready nor has answered.
    pub fn not_ready(&self) -> Vec<u32> {
        let waits = |rank: &&u32| !self.ready.contains(rank) && !self.has_answered(**rank);
        self.starters.iter().filter(waits).copied().collect()
    }

    /// Who can start: a rank that answered already has nothing to start any more.
    pub fn ready(&self) -> Vec<u32> {
        self.ready.iter().filter(|rank| !self.has_answered(**rank)).copied().collect()
    }

    /// From now on the start is set.
    pub fn begin(&mut self) {
        self.begun = true;
    }

    /// Whether a round is still to be started.
    pub fn is_to_start(&self) -> bool {
        !self.begun && !starters(self.order).is_empty()
    }

    pub fn missing(&self) -> Vec<u32> {
        let ranks = 0..self.answers.len() as u32;
        ranks.filter(|rank| !self.has_answered(*rank)).collect()
    }

    /// All answers; a missing one is a host that hangs.
    pub fn into_answers(self) -> Vec<RankAnswer> {
        let order = self.order;
        let hung = |rank| RankAnswer::failed(order, rank, RankFault::new(RankFaultKind::Hung, ""));
        let answers = self.answers.into_iter().zip(0..);
        answers.map(|(answer, rank)| answer.unwrap_or_else(|| hung(rank))).collect()
    }
}

fn starters(order: &RankOrder) -> BTreeSet<u32> {
    match &order.task {
        RankTask::Round(round) => {
            let parts = round.parts.iter().map(|part| part.rank);
            parts.chain(round.watchers.iter().copied()).collect()
        }
        RankTask::Watch { ranks, .. } => ranks.iter().copied().collect(),
        _ => BTreeSet::new(),
    }
}

fn fault(refused: &ExchangeError) -> RankFault {
    match refused {
        ExchangeError::Other(build) => RankFault::new(RankFaultKind::OtherBuild, build),
        ExchangeError::Unreadable(why) => RankFault::new(RankFaultKind::Failed, why),
    }
}
