//! Experiments that tell explanations apart and only read: run as far as time allows, one after
//! another, because each may make the next needless.
//!
//! Not here: the available experiments and their conclusions (`narrows-verdict`), and those that
//! need privileges or hands, which are only named.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_record::see::DocumentNote;
use narrows_record::sharing::{SharedLimit, SharingExperiment};
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::causes::{self, ProposedExperiment};
use narrows_verdict::sharing::sharing;

use super::SharingInquiry;
use crate::measuring::rounds::{RoundPart, RoundPlan, RoundSettings};
use crate::measuring::{CampaignContext, NextRounds};

/// Time limit of all experiments without a budget.
const TIME: Nanos = Nanos::millis(30_000);
/// Their limit in virtual time, which passes faster.
const VIRTUAL_TIME: Nanos = Nanos::millis(600_000);
/// More would make too long a document.
const MOST: usize = 8;

/// Time limit of all experiments together without a budget.
pub fn time(is_virtual: bool) -> Nanos {
    if is_virtual { VIRTUAL_TIME } else { TIME }
}

/// Experiments one after another, within the inquiry's budget.
#[derive(Default)]
pub struct ExperimentQueue {
    /// Time left for them; `None` before the first.
    left: Option<Nanos>,
    done: Vec<FinishedExperiment>,
    running: Option<(ProposedExperiment, RoundPlan)>,
    /// One came to nothing, so that no more are run.
    is_over: bool,
}

impl ExperimentQueue {
    /// The next that separates the explanations in the run; none after one that came to nothing.
    pub fn next(
        &mut self,
        inquiry: &SharingInquiry,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds> {
        let usual = inquiry.left.unwrap_or(time(stage.backend.is_virtual()));
        let left = self.left.unwrap_or(usual);
        self.take(inquiry, run);
        if self.is_over || self.done.len() >= MOST {
            return None;
        }
        let (trial, round) = next(inquiry, &stage.how, run, left)?;
        let left = left - stage.how.duration(&round).min(left);
        self.left = Some(left);
        let what = Message::new("trial-running").text("what", &trial.experiment.text);
        stage.output.remark(&what);
        self.running = Some((trial, round.clone()));
        Some(NextRounds { rounds: vec![round], after: left })
    }

    /// Draws the conclusion of the latest one.
    fn take(&mut self, inquiry: &SharingInquiry, run: &mut RunDocument) {
        let Some((trial, round)) = self.running.take() else { return };
        let Some(mb_s) = outcome(run, &trial, &round) else {
            self.is_over = true;
            return;
        };
        let known = run.sharing.as_ref().map(|it| it.causes.as_slice()).unwrap_or_default();
        let ran = causes::conclude(&trial.experiment, known, mb_s);
        self.done.push(FinishedExperiment::of(
            SharingExperiment { ran: Some(ran), ..trial.experiment },
            run,
        ));
        conclude(inquiry, run, &self.done);
    }

    /// Takes the last one, and says of which limits there are none any more.
    pub fn conclude(&mut self, inquiry: &SharingInquiry, run: &mut RunDocument) {
        self.take(inquiry, run);
        // Experiments on limits now gone, so that they do not just vanish.
        let limits =
            run.sharing.as_ref().map(|sharing| sharing.limits.as_slice()).unwrap_or_default();
        let gone = self.done.iter().filter(|one| one.carried(limits).is_none());
        let note = |one: &FinishedExperiment| {
            let drives = one.drives.as_deref().unwrap_or_default().join(", ");
            let what = Message::new("explain-trial-moot").text("what", &one.experiment.text);
            DocumentNote::of(None, &what.with("drives", drives))
        };
        let moot: Vec<DocumentNote> = gone.map(note).collect();
        run.notes.extend(moot);
    }
}

/// An experiment that ran, with whom it is about: limits are inferred anew after each one, so that
/// their places in the list say nothing later.
struct FinishedExperiment {
    experiment: SharingExperiment,
    /// Drives of the bottleneck; `None` if it is a drive's own.
    drives: Option<Vec<String>>,
}

impl FinishedExperiment {
    fn of(experiment: SharingExperiment, document: &RunDocument) -> Self {
        let limit = document.sharing.as_ref().zip(experiment.limit);
        let limit = limit.and_then(|(sharing, at)| sharing.limits.get(at));
        let drives = limit.map(|limit| limit.drives.clone());
        Self { experiment, drives }
    }

    /// The same with the current index of its bottleneck; `None` if that is no longer shared.
    fn carried(&self, limits: &[SharedLimit]) -> Option<SharingExperiment> {
        let Some(drives) = &self.drives else { return Some(self.experiment.clone()) };
        let members: BTreeSet<&String> = drives.iter().collect();
        let is_same = |limit: &SharedLimit| limit.drives.iter().collect::<BTreeSet<_>>() == members;
        let limit = Some(limits.iter().position(is_same)?);
        Some(SharingExperiment { limit, ..self.experiment.clone() })
    }
}

/// The cheapest experiment that only reads and fits the time.
fn next(
    inquiry: &SharingInquiry,
    how: &RoundSettings,
    document: &RunDocument,
    left: Nanos,
) -> Option<(ProposedExperiment, RoundPlan)> {
    let trials = causes::trials(document, document.sharing.as_ref()?);
    let rounds = trials.into_iter().filter_map(|trial| {
        let round = round(inquiry, document, trial.round.as_ref()?);
        Some((trial, round))
    });
    rounds.into_iter().find(|(_, round)| how.duration(round) <= left)
}

fn round(
    inquiry: &SharingInquiry,
    document: &RunDocument,
    wanted: &causes::ExperimentRound,
) -> RoundPlan {
    let part = |drive: &String| {
        let limit = wanted.limit.as_ref().filter(|(held, _)| held == drive);
        let limit = limit.map(|(_, rate)| *rate);
        RoundPart { limit, ..RoundPart::new(Id::new(drive), wanted.workload.clone()) }
    };
    let set = match wanted.limit {
        Some(_) => format!("{}-held", wanted.drives.join("+")).into(),
        None => inquiry.name(document, &wanted.drives),
    };
    let repeat = document.results.iter().filter(|row| {
        row.set == set
            && row.workload == wanted.workload.name
            && wanted.counts.contains(&row.target)
    });
    let repeat = repeat.map(|row| row.repeat).max().unwrap_or_default() + 1;
    let parts = wanted.drives.iter().map(part).collect();
    RoundPlan { set, parts, time: Nanos::secs(wanted.time_s), repeat, amount: None }
}

/// Total of the drives that count; `None` if one of them failed or was cut short. Of a long round
/// its end counts: any drop in its course has happened by then.
fn outcome(document: &RunDocument, trial: &ProposedExperiment, round: &RoundPlan) -> Option<f64> {
    let wanted = trial.round.as_ref()?;
    let name = &wanted.workload.name;
    let of = |drive: &String| {
        let mut rows = document.results.iter().rev();
        let row = rows.find(|row| {
            let is_it = row.target == *drive && row.workload == *name;
            is_it && row.set == round.set && row.repeat == round.repeat
        })?;
        let last = row.changes.last().map_or(row.mb_s, |change| change.to_mb_s);
        (!row.partial && row.errors == 0).then_some(last)
    };
    let rates: Option<Vec<f64>> = wanted.counts.iter().map(of).collect();
    Some(rates?.into_iter().sum())
}

/// Conclusion from all figures and experiments so far.
fn conclude(inquiry: &SharingInquiry, document: &mut RunDocument, done: &[FinishedExperiment]) {
    let mut inferred = sharing(document, Some(&inquiry.workload.name));
    if let Some(inferred) = &mut inferred {
        let carried = done.iter().filter_map(|one| one.carried(&inferred.limits));
        inferred.experiments = carried.collect();
        causes::rank(document, inferred);
    }
    document.sharing = inferred;
}

#[cfg(test)]
mod tests {
    use narrows_record::sharing::ExperimentNeeds;

    use super::*;

    fn experiment(limit: Option<usize>) -> SharingExperiment {
        SharingExperiment {
            id: "longer".to_owned(),
            text: "run it for longer".into(),
            limit,
            drive: None,
            between: [String::new(), String::new()],
            cost_s: 1.0,
            predicted: Vec::new(),
            command: None,
            needs: ExperimentNeeds::Nothing,
            ran: None,
        }
    }

    fn limits(sets: &[&[&str]]) -> Vec<SharedLimit> {
        let limit = |set: &&[&str]| SharedLimit {
            drives: set.iter().map(|&drive| drive.to_owned()).collect(),
            ..SharedLimit::default()
        };
        sets.iter().map(limit).collect()
    }

    /// A smaller limit that comes first moves the others on; one of other drives is another one.
    #[test]
    fn what_ran_stays_with_its_drives() {
        let of = |drives: &[&str]| FinishedExperiment {
            experiment: experiment(Some(0)),
            drives: Some(drives.iter().map(|&drive| drive.to_owned()).collect()),
        };
        let now = limits(&[&["c", "d"], &["b", "a"], &["a", "b", "c"]]);
        let place =
            |done: &FinishedExperiment| done.carried(&now).map(|experiment| experiment.limit);
        assert_eq!(place(&of(&["a", "b"])), Some(Some(1)));
        assert_eq!(place(&of(&["c", "d"])), Some(Some(0)));
        assert_eq!(place(&of(&["a", "c"])), None);
        assert_eq!(of(&["a", "b"]).carried(&[]), None);
        let own = FinishedExperiment { experiment: experiment(None), drives: None };
        assert_eq!(place(&own), Some(None));
    }
}
