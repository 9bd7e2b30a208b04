//! Round after round, as the verdict asks for them, until it knows enough or time is used up.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::DocumentNote;
use narrows_record::stripe::StripeRecord;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::stripe::{StripeSweepPlan, SweepRound, conclude, next};

use crate::failure::{ProgramExit, Result};
use crate::measuring::campaign::usual;
use crate::measuring::rounds::{self, RoundPart, RoundPlan};
use crate::measuring::{self, Campaign, CampaignContext, CombinedResults, NextRounds};
use crate::output::CliOutput;

/// How often a round is tried that comes to nothing.
const TRIES: u32 = 2;

/// Remarks on a target that has stopped responding.
const STALLED: [&str; 2] = ["cli-stalled", "ground-stalled"];

const SPENT: &str = "stripe-verb-budget-spent";

/// Identity of a round.
type Key = (Vec<Id>, TargetSet, String, u32);

pub struct StripeSweep<'a> {
    plan: &'a StripeSweepPlan,
    machine: &'a Machine,
    budget: Option<Nanos>,
    /// Their time if little can be dropped.
    most: Nanos,
    spent: Nanos,
    tried: BTreeMap<Key, u32>,
    next: RoundSource,
    running: Vec<RoundPlan>,
}

enum RoundSource {
    OfPlan,
    /// A pass of cache modes.
    These(Vec<RoundPlan>),
}

impl<'a> StripeSweep<'a> {
    pub fn new(
        plan: &'a StripeSweepPlan,
        machine: &'a Machine,
        (budget, most): (Option<Nanos>, Nanos),
    ) -> Self {
        Self {
            plan,
            machine,
            budget,
            most: budget.map_or(most, |budget| budget.min(most)),
            spent: Nanos::ZERO,
            tried: BTreeMap::new(),
            next: RoundSource::OfPlan,
            running: Vec::new(),
        }
    }

    pub fn only(&mut self, rounds: Vec<RoundPlan>) -> &mut Self {
        self.next = RoundSource::These(rounds);
        self
    }

    pub fn rank(&self, run: &mut RunDocument) {
        with_results(run, |stripe| conclude(self.plan, stripe, self.machine));
    }
}

impl Campaign for StripeSweep<'_> {
    fn next(
        &mut self,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds> {
        let mut planned = match &mut self.next {
            RoundSource::OfPlan if run.notes.iter().any(|note| note.id == SPENT) => return None,
            RoundSource::OfPlan => {
                // The plan's next rounds that are worth a try.
                let mut asks = with_results(run, |stripe| next(self.plan, stripe));
                asks.retain(|ask| {
                    // Failed rounds are requested again, which a missing drive never answers.
                    let key = (
                        ask.targets.clone(),
                        ask.set.clone(),
                        ask.workload.name.clone(),
                        ask.repeat,
                    );
                    let count = self.tried.entry(key).or_default();
                    *count += 1;
                    *count <= TRIES
                });
                asks.iter().map(round).collect()
            }
            RoundSource::These(rounds) => std::mem::take(rounds),
        };
        // Those that fit the budget, which is then reserved for them.
        let mut has_room = |round: &&RoundPlan| {
            let then = self.spent + stage.how.duration(round);
            let fits = self.budget.is_none_or(|budget| then <= budget);
            self.spent = if fits { then } else { self.spent };
            fits
        };
        let count = planned.iter().take_while(&mut has_room).count();
        if count < planned.len() && !run.notes.iter().any(|note| note.id == SPENT) {
            let what = Message::new(SPENT).with("time", measuring::minutes(self.spent));
            run.notes.push(DocumentNote::of(None, &what));
        }
        planned.truncate(count);
        let rounds: Vec<RoundPlan> =
            planned.iter().filter(|it| !is_hung(it, run)).cloned().collect();
        self.running = planned;
        let after = self.most - self.spent;
        (!self.running.is_empty()).then_some(NextRounds { rounds, after })
    }

    /// Adds rows for rounds without an answer, but not for those that an interruption left out.
    fn join(&self, stage: &CampaignContext<'_, '_>, came: &mut CombinedResults) {
        if stage.cancel.load(Ordering::Relaxed) {
            return;
        }
        let parts =
            self.running.iter().flat_map(|round| round.parts.iter().map(move |it| (round, it)));
        let is_there = |(round, part): &(&RoundPlan, &RoundPart)| {
            came.results.iter().any(|row| {
                let is_part = row.target == part.drive.as_str() && row.set == round.set;
                is_part && row.workload == part.workload.name && row.repeat == round.repeat
            })
        };
        let missing: Vec<(&RoundPlan, &RoundPart)> = parts.filter(|one| !is_there(one)).collect();
        came.results.extend(missing.into_iter().map(|(round, part)| TargetMeasurement {
            target: part.drive.to_string(),
            workload: part.workload.name.clone(),
            direction: part.workload.direction().into(),
            asked: rounds::parameters(part, None),
            set: round.set.clone(),
            together: round.parts.iter().map(|part| part.drive.to_string()).collect(),
            repeat: round.repeat,
            simulated: stage.backend.is_virtual(),
            partial: true,
            ..TargetMeasurement::default()
        }));
    }

    fn conclude(&mut self, _: &CampaignContext<'_, '_>, run: &mut RunDocument) {
        self.rank(run);
    }

    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        usual(run, output)?;
        let is_answered = run.stripe.as_ref().is_some_and(|stripe| stripe.recommendation.is_some());
        Ok(if is_answered { ProgramExit::Ok } else { ProgramExit::Partial })
    }
}

/// Lends the results to the sweep's part of the run, which ranks by them.
pub fn with_results<T>(run: &mut RunDocument, ask: impl FnOnce(&mut StripeRecord) -> T) -> T {
    let mut stripe = run.stripe.take().unwrap_or_default();
    stripe.results = std::mem::take(&mut run.results);
    stripe.findings = std::mem::take(&mut run.findings);
    let answer = ask(&mut stripe);
    run.results = std::mem::take(&mut stripe.results);
    run.findings = std::mem::take(&mut stripe.findings);
    run.stripe = Some(stripe);
    answer
}

/// Whether one of its targets or their drives stopped answering before.
fn is_hung(round: &RoundPlan, run: &RunDocument) -> bool {
    let stalled = run.notes.iter().filter(|note| STALLED.contains(&note.id.as_str()));
    let hung: Vec<&str> = stalled.filter_map(|note| note.about.as_deref()).collect();
    let candidates = run.stripe.iter().flat_map(|stripe| &stripe.candidates);
    let members = |id: &Id| {
        let known = candidates.clone().find(|candidate| candidate.id == id.as_str());
        known.map(|candidate| candidate.members.clone()).unwrap_or_default()
    };
    let is_hung = |part: &RoundPart| {
        let has = |id: &str| hung.contains(&id);
        has(part.drive.as_str()) || members(&part.drive).iter().any(|member| has(member))
    };
    round.parts.iter().any(is_hung)
}

pub fn round(ask: &SweepRound) -> RoundPlan {
    let round = RoundPlan::of(ask.set.clone(), &ask.targets, &ask.workload, ask.time);
    RoundPlan { repeat: ask.repeat, ..round }
}
