//! Possible causes of each bottleneck found, with their likelihoods, and experiments that
//! distinguish them.
//!
//! For: causes ranked by their evidence ([`rank`]), experiments with each cause's prediction of
//! their outcome ([`trials`]), and conclusions from an outcome ([`conclude`]).
//!
//! How likelihoods are calculated. Each cause has a prior (`candidate::prior`) and predicts figures: the
//! capacity found, and the rates in every other situation that was measured (other sets, blocks, depths,
//! threads, rate limits). Each figure multiplies it by how many times as likely the figure is with the cause
//! as without one (`weight`); facts such as a throttling counter have one of four factors. The products, as
//! shares of their sum, are the likelihoods. Situations of one kind are not independent witnesses: `n` of them
//! count as the square root of `n`. `unknown` predicts nothing and is never 0. How often the first cause is
//! right is judged by `cargo xtask causes`.
//!
//! Not here: which drives share a bottleneck (`sharing`), how to measure, how to draw.

mod alike;
pub(crate) mod candidate;
mod candidates;
mod compare;
mod conclude;
mod links;
mod nature;
mod remedy;
mod simulated;
mod situation;
mod states;
mod subject;
mod trial;
pub(crate) mod weight;
mod wording;

use narrows_messages::{DocumentText, Message};
use narrows_record::run::RunDocument;
use narrows_record::sharing::{
    CauseEvidence, CauseRemedy, ExperimentOutcome, SharingCause, SharingExperiment, SharingRecord,
};

use self::alike::CauseAnswer;
use self::candidate::CauseCandidate;
pub use self::candidate::prior;
pub use self::conclude::conclude;
pub(crate) use self::nature::fill;
use self::situation::MeasuredSituation;
use self::subject::{BottleneckIndex, BottleneckSubject};
pub use self::trial::ExperimentRound;
use self::trial::{CausePrediction, ProposedChange};
pub use self::weight::{Clue, EvidenceWeight, as_documented, likelihoods, outcome};
use self::wording::{names, rate};
use crate::sharing::figures::WorkloadFigures;
use crate::sharing::places::PathLocations;
use crate::thresholds::causes::{CLOSE, CLOSE_TO_A_ROUND};

/// An experiment, with its round if that only reads.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedExperiment {
    pub experiment: SharingExperiment,
    /// The round to run; `None` if the experiment needs rights or hardware changes.
    pub round: Option<ExperimentRound>,
}

/// Fills `causes` and `experiments` from the figures of a run. Completed experiments stay.
pub fn rank(run: &RunDocument, sharing: &mut SharingRecord) {
    let found = explanations(run, sharing);
    let mut experiments: Vec<SharingExperiment> =
        sharing.experiments.drain(..).filter(|known| known.ran.is_some()).collect();
    for trial in found.iter().flat_map(|it| &it.trials) {
        let same = |known: &&SharingExperiment| is_same(known, &trial.experiment);
        if !experiments.iter().any(|known| same(&known)) {
            experiments.push(trial.experiment.clone());
        }
    }
    sharing.causes = found.into_iter().flat_map(|it| it.causes).collect();
    sharing.experiments = experiments;
}

/// Experiments that distinguish the causes that are close to each other, cheapest first.
pub fn trials(run: &RunDocument, sharing: &SharingRecord) -> Vec<ProposedExperiment> {
    let mut all: Vec<ProposedExperiment> = Vec::new();
    for trial in explanations(run, sharing).into_iter().flat_map(|it| it.trials) {
        let mut done = sharing.experiments.iter().filter(|known| known.ran.is_some());
        if !done.any(|known| is_same(known, &trial.experiment)) {
            all.push(trial);
        }
    }
    all.sort_by(|a, b| {
        let (a, b) = (&a.experiment, &b.experiment);
        trial::rank(a.needs).cmp(&trial::rank(b.needs)).then(a.cost_s.total_cmp(&b.cost_s))
    });
    all
}

fn is_same(a: &SharingExperiment, b: &SharingExperiment) -> bool {
    a.id == b.id && a.limit == b.limit && a.drive == b.drive
}

struct BottleneckCauses {
    causes: Vec<SharingCause>,
    trials: Vec<ProposedExperiment>,
}

fn explanations(run: &RunDocument, sharing: &SharingRecord) -> Vec<BottleneckCauses> {
    let situations = MeasuredSituation::all(run);
    let figures = WorkloadFigures::of(run, Some(&sharing.workload), None);
    let places =
        figures.as_ref().map(|figures| PathLocations::of(run, figures)).unwrap_or_default();
    let known = (situations.as_slice(), &places);
    let shared = (0..sharing.limits.len())
        .filter_map(|at| BottleneckSubject::shared(run, sharing, at, known));
    let own =
        (0..sharing.private.len()).filter_map(|at| BottleneckSubject::own(run, sharing, at, known));
    shared.chain(own).map(|subject| explain(&subject)).collect()
}

fn explain(subject: &BottleneckSubject<'_>) -> BottleneckCauses {
    let mut all = candidates::of(subject);
    compare::weigh(subject, &mut all);
    let weights: Vec<f64> = all.iter().map(CauseCandidate::weight).collect();
    let mut ranked: Vec<(CauseCandidate, f64)> =
        all.into_iter().zip(likelihoods(&weights)).collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let trials = told_apart(subject, &ranked);
    let answers = alike::joined(subject, &ranked);
    let mut causes: Vec<SharingCause> =
        answers.iter().map(|answer| cause(subject, answer)).collect();
    if let Some(first) = causes.first_mut().filter(|it| !it.evidence.iter().any(|it| it.supports)) {
        // Evidence for a first cause without evidence of its own: more contradicts the others.
        let what = Message::new("clue-nothing-else");
        let nothing_else = CauseEvidence {
            id: what.id().to_owned(),
            text: DocumentText::from(what),
            supports: true,
        };
        first.evidence.push(nothing_else);
    }
    BottleneckCauses { causes, trials }
}

fn about(subject: &BottleneckSubject<'_>) -> (Option<usize>, Option<String>) {
    match subject.about {
        BottleneckIndex::Shared(at) => (Some(at), None),
        BottleneckIndex::Own(_) => (None, subject.drives.first().cloned()),
    }
}

fn cause(
    subject: &BottleneckSubject<'_>,
    CauseAnswer { first, also, share }: &CauseAnswer<'_>,
) -> SharingCause {
    let (limit, drive) = about(subject);
    let remedy = remedy::of(subject, first).map(|change| CauseRemedy {
        id: change.what.id().to_owned(),
        text: DocumentText::from(&change.what),
        gain_mb_s: change.gain_mb_s.map(f64::round),
    });
    let mut evidence: Vec<CauseEvidence> = first.clues.iter().map(Clue::told).collect();
    evidence.sort_by_key(|it| !it.supports);
    let either = |text: Message, other: &&CauseCandidate| {
        Message::new("cause-either").text("first", text).text("second", &other.what)
    };
    SharingCause {
        limit,
        drive,
        kind: first.kind,
        id: first.id.clone(),
        also: also.iter().map(|other| other.id.clone()).collect(),
        text: DocumentText::from(also.iter().fold(first.what.clone(), either)),
        likelihood: *share,
        evidence,
        remedy,
    }
}

/// For each cause that is close to the likeliest, the cheapest experiment that distinguishes the
/// two; an experiment that distinguishes several is listed once.
fn told_apart(
    subject: &BottleneckSubject<'_>,
    ranked: &[(CauseCandidate, f64)],
) -> Vec<ProposedExperiment> {
    let Some(((likeliest, most), rest)) = ranked.split_first() else { return Vec::new() };
    let mut trials: Vec<ProposedExperiment> = Vec::new();
    for (other, share) in rest {
        let Some(change) = trial::between(subject, likeliest, other) else { continue };
        let close = if change.is_a_round(subject) { CLOSE_TO_A_ROUND } else { CLOSE };
        if share * close <= *most {
            continue;
        }
        let trial = told(subject, [likeliest, other], &change);
        if !trials.iter().any(|known| is_same(&known.experiment, &trial.experiment)) {
            trials.push(trial);
        }
    }
    trials
}

fn told(
    subject: &BottleneckSubject<'_>,
    pair: [&CauseCandidate; 2],
    change: &ProposedChange,
) -> ProposedExperiment {
    let (limit, drive) = about(subject);
    let foreseen = |candidate: &CauseCandidate| {
        let says = trial::outcome(subject, candidate, change);
        let (mb_s, most_mb_s) = match says {
            CausePrediction::Sum(sum) if sum.high > sum.low => {
                (Some(sum.low.round()), Some(sum.high.round()))
            }
            CausePrediction::Sum(sum) => (Some(sum.low.round()), None),
            CausePrediction::Falls | CausePrediction::Nothing => (None, None),
        };
        let what = match (mb_s, most_mb_s) {
            (Some(mb_s), None) => Message::new("trial-outcome").with("rate", rate(mb_s)),
            (Some(mb_s), Some(most)) => Message::new("trial-outcome-between")
                .with("rate", rate(mb_s))
                .with("most", rate(most)),
            (None, _) => Message::new("trial-outcome-falls"),
        };
        let what =
            what.with("drives", names(&change.counts(subject))).text("cause", &candidate.what);
        ExperimentOutcome {
            cause: candidate.id.clone(),
            mb_s,
            most_mb_s,
            text: DocumentText::from(what),
        }
    };
    let experiment = SharingExperiment {
        id: change.id().to_owned(),
        text: DocumentText::from(change.what(subject, pair)),
        limit,
        drive,
        between: pair.map(|candidate| candidate.id.clone()),
        cost_s: change.cost_s(),
        predicted: pair.map(foreseen).to_vec(),
        command: change.command(subject),
        needs: change.needs(subject),
        ran: None,
    };
    ProposedExperiment { experiment, round: change.round(subject) }
}

#[cfg(test)]
mod tests;
