//! Round after round, as the verdict asks for them, until it knows enough or time is used up.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::run::{Measured, Samples};
use narrows_record::see::Note;
use narrows_record::stripe::Stripe;
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::stripe::{Ask, Plan, next};

use crate::measuring;
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{self, How, Part, Round};
use crate::output::Output;

/// How often a round is tried that comes to nothing.
const TRIES: u32 = 2;

/// What is tried, on what, and for how long at most.
pub struct Sweep<'a, 'g> {
    pub plan: &'a Plan,
    pub backend: &'a Backend<'g>,
    pub how: &'a How,
    /// What all rounds together may take.
    pub budget: Option<Nanos>,
    pub spent: &'a Cell<Nanos>,
    pub cancel: &'a AtomicBool,
    pub output: &'a Output,
}

/// What is said of a target that does not answer any more.
const STALLED: [&str; 2] = ["cli-stalled", "ground-stalled"];

const SPENT: &str = "stripe-verb-budget-spent";

/// What tells one round from another.
type Key = (Vec<Id>, Set, String, u32);

impl Sweep<'_, '_> {
    pub fn on<'b>(&'b self, backend: &'b Backend<'b>) -> Sweep<'b, 'b> {
        Sweep { backend, ..*self }
    }

    /// Measures into the document until enough is known.
    pub fn run(&self, stripe: &mut Stripe) -> Vec<Samples> {
        let mut samples = Vec::new();
        let mut tried: BTreeMap<Key, u32> = BTreeMap::new();
        while !self.cancel.load(Ordering::Relaxed) {
            let mut asks = next(self.plan, stripe);
            asks.retain(|ask| is_worth_a_try(ask, &mut tried));
            let is_over = asks.is_empty() || self.is_spent(stripe);
            if is_over {
                break;
            }
            samples.extend(self.measure_within(asks.iter().map(round).collect(), stripe));
        }
        samples
    }

    /// Measures those that the budget has room for.
    pub fn measure_within(&self, mut rounds: Vec<Round>, stripe: &mut Stripe) -> Vec<Samples> {
        let count = rounds.iter().take_while(|round| self.has_room(round)).count();
        if count < rounds.len() && !self.is_spent(stripe) {
            let what = Message::new(SPENT).with("time", measuring::minutes(self.spent.get()));
            stripe.notes.push(self.note(&what));
        }
        rounds.truncate(count);
        self.measure(&rounds, stripe)
    }

    /// Whether the budget has room for the round, which then has it.
    fn has_room(&self, round: &Round) -> bool {
        let then = self.spent.get() + self.how.duration(round);
        let fits = self.budget.is_none_or(|budget| then <= budget);
        self.spent.set(if fits { then } else { self.spent.get() });
        fits
    }

    fn is_spent(&self, stripe: &Stripe) -> bool {
        stripe.notes.iter().any(|note| note.id == SPENT)
    }

    fn note(&self, what: &Message) -> Note {
        Note::of(None, what)
    }

    fn measure(&self, rounds: &[Round], stripe: &mut Stripe) -> Vec<Samples> {
        let asked: Vec<Round> = rounds.iter().filter(|it| !is_hung(it, stripe)).cloned().collect();
        let known = measuring::Known { machine: Some(&stripe.machine), ..Default::default() };
        let means = (self.backend, self.how);
        let came = measuring::run_rounds(&asked, means, known, self.cancel, self.output);
        let silent = self.silent(rounds, &came.results);
        stripe.partial |= came.partial || came.results.iter().any(|row| row.partial);
        stripe.results.extend(came.results);
        stripe.results.extend(silent);
        for note in came.notes {
            if !stripe.notes.contains(&note) {
                stripe.notes.push(note);
            }
        }
        came.samples
    }

    /// Rows of what gave no answer at all, so that no one waits for it for ever. What an interruption
    /// left out has none.
    fn silent(&self, rounds: &[Round], results: &[Measured]) -> Vec<Measured> {
        if self.cancel.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let parts = rounds.iter().flat_map(|round| round.parts.iter().map(move |p| (round, p)));
        let is_there = |(round, part): &(&Round, &Part)| {
            results.iter().any(|row| {
                let is_part = row.target == part.drive.as_str() && row.set == round.set;
                is_part && row.workload == part.workload.name && row.repeat == round.repeat
            })
        };
        let missing = parts.filter(|one| !is_there(one));
        missing.map(|(round, part)| self.nothing(round, part)).collect()
    }

    fn nothing(&self, round: &Round, part: &Part) -> Measured {
        Measured {
            target: part.drive.to_string(),
            workload: part.workload.name.clone(),
            direction: part.workload.direction().into(),
            asked: rounds::asked(part, None),
            set: round.set.clone(),
            together: round.parts.iter().map(|part| part.drive.to_string()).collect(),
            repeat: round.repeat,
            simulated: self.backend.is_virtual(),
            partial: true,
            ..Measured::default()
        }
    }
}

/// What came to nothing is asked for again, which a drive that is gone never answers.
fn is_worth_a_try(ask: &Ask, tried: &mut BTreeMap<Key, u32>) -> bool {
    let key = (ask.targets.clone(), ask.set.clone(), ask.workload.name.clone(), ask.repeat);
    let count = tried.entry(key).or_default();
    *count += 1;
    *count <= TRIES
}

/// Whether one of its targets, or a drive of one, stopped answering before: it would only be waited
/// for again.
fn is_hung(round: &Round, stripe: &Stripe) -> bool {
    let stalled = stripe.notes.iter().filter(|note| STALLED.contains(&note.id.as_str()));
    let hung: Vec<&str> = stalled.filter_map(|note| note.about.as_deref()).collect();
    let members = |id: &Id| {
        let known = stripe.candidates.iter().find(|candidate| candidate.id == id.as_str());
        known.map(|candidate| candidate.members.clone()).unwrap_or_default()
    };
    let is_hung = |part: &Part| {
        let has = |id: &str| hung.contains(&id);
        has(part.drive.as_str()) || members(&part.drive).iter().any(|member| has(member))
    };
    round.parts.iter().any(is_hung)
}

pub fn round(ask: &Ask) -> Round {
    let round = Round::of(ask.set.clone(), &ask.targets, &ask.workload, ask.time);
    Round { repeat: ask.repeat, ..round }
}
