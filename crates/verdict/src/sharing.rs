//! Which drives share a bottleneck, from the rates of chosen sets.
//!
//! For: passing a run's figures to `narrows-infer`, which knows no topology, and matching the
//! results with locations of the machine's topology. Measured comes first: a set of drives that no
//! location explains is reported all the same, and a documented limit that the figures contradict
//! is reported as contradicted.
//!
//! Not here: the inference itself, a bottleneck's cause (`causes`), running anything.

mod felt;
pub(crate) mod figures;
mod gaps;
mod lost;
mod merge;
mod open;
mod own;
mod place;
pub(crate) mod places;
mod unmet;

pub use narrows_infer::RunGuide;
use narrows_infer::{
    Inference, InferenceSettings, RateInterval, SharedBottleneck, UndecidedQuestion,
};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::sentence;
use narrows_record::sharing::{CapacityRange, DriveContradiction, SharedLimit, SharingRecord};
use narrows_record::word::TargetSet;

use self::figures::WorkloadFigures;
use self::lost::LostSets;
pub use self::merge::{MergeConflict, merged};
use self::places::PathLocations;
use crate::thresholds::sharing::{BRIEF_S, IN_DOUBT, SETTLED, SURE_IN_BRIEF};
use crate::{causes, explain};

/// Most drives that are analysed together: the search time grows with more than their square, and
/// people wait for it.
pub const MOST_DRIVES: usize = 64;

/// The conclusions from a run's figures about shared limits; `None` if no workload's figures are
/// evidence.
///
/// `workload` selects the figures; without it, those of the long sequential read with most sets.
/// With more than [`MOST_DRIVES`] drives only that is reported.
pub fn sharing(run: &RunDocument, workload: Option<&str>) -> Option<SharingRecord> {
    let figures = WorkloadFigures::of(run, workload, None)?;
    if figures.drives.len() < 2 {
        return None;
    }
    if figures.drives.len() > MOST_DRIVES {
        return Some(far_too_many(&figures));
    }
    let places = PathLocations::of(run, &figures);
    let settings = settings(&figures, &places);
    let mut inference = narrows_infer::conclude(&figures.observations, &settings);
    if !figures.silent.is_empty() {
        gaps::without_guesses(&mut inference);
    }
    let found = InferredSharing { run, figures: &figures, inference: &inference };
    let mut sharing = found.sharing(&places, &settings);
    causes::rank(run, &mut sharing);
    Some(sharing)
}

/// Settings of the inference: locations that cannot carry the individual rates of their drives are
/// likelier limits than sets that no document knows. Data passing an otherwise unknown location is
/// no reason to expect a limit there.
fn settings(figures: &WorkloadFigures<'_>, places: &PathLocations<'_>) -> InferenceSettings {
    let number = |drive: &&str| figures.drives.iter().position(|known| known == drive);
    let numbers = |location: &places::PathLocation<'_>| -> Vec<usize> {
        let mut numbers: Vec<usize> = location.drives.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    };
    let alone = |location: &places::PathLocation<'_>| -> f64 {
        location.drives.iter().filter_map(|drive| figures.alone(drive)).sum()
    };
    let is_narrow = |location: &&places::PathLocation<'_>| {
        location
            .capacity
            .is_some_and(|capacity| capacity * location.band.0 < IN_DOUBT * alone(location))
    };
    let several = places.locations.iter().filter(|location| location.drives.len() > 1);
    let likely = several.filter(is_narrow).map(numbers).collect();
    InferenceSettings { likely, ..InferenceSettings::of(figures.drives.len()) }
}

/// That there are too many drives, and nothing else: every other question takes time with their square.
fn far_too_many(figures: &WorkloadFigures<'_>) -> SharingRecord {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    SharingRecord {
        workload: figures.workload.to_owned(),
        runs: count(figures.observations.len()),
        runs_most: count(most_runs(figures.asked())),
        undecided: vec![open::far_too_many(figures)],
        ..SharingRecord::default()
    }
}

/// Whether there is any conclusion about shared bottlenecks.
pub fn says_something(sharing: &SharingRecord) -> bool {
    const UNTOLD: [&str; 3] =
        [sentence::UNTOLD_FIGURES, sentence::UNTOLD_ALONE, sentence::UNTOLD_TOGETHER];
    let is_untold = |id: &str| UNTOLD.contains(&id);
    sharing.runs > 0 && sharing.undecided.iter().all(|open| !is_untold(&open.id))
}

/// The most informative set of `drives` to run under `workload`; `None` if enough is known, or
/// there are more drives than [`MOST_DRIVES`].
///
/// `most` is the highest number of runs in all, existing ones included; usually [`most_runs`]. A
/// set that failed is repeated once, then replaced by another. `vain` are sets that ran without a
/// single row in the document, one entry per run. `guide` keeps the results before the last run.
pub fn next_set(
    run: &RunDocument,
    workload: &str,
    drives: &[String],
    most: usize,
    vain: &[Vec<String>],
    guide: &mut RunGuide,
) -> Option<Vec<String>> {
    let figures = WorkloadFigures::of(run, Some(workload), Some(drives))?;
    let lost = LostSets::of(&figures, vain);
    let tried = figures.observations.len() + figures.left_out.len() + vain.len();
    if tried >= most || figures.drives.len() > MOST_DRIVES {
        return None;
    }
    let just_ran = run.results.last().map(|row| row.together.as_slice());
    let set = lost.to_repeat(just_ran, &figures.drives).or_else(|| {
        let known = lost.beside(&figures.observations);
        // The number of runs is limited above.
        let places = PathLocations::of(run, &figures);
        let settings = InferenceSettings { runs_max: usize::MAX, ..settings(&figures, &places) };
        let set = guide.next(&known, &settings)?;
        lost.instead(set, &figures.observations)
    });
    Some(figures.names(&set?).into_iter().map(str::to_owned).collect())
}

/// The most runs of a full inference: 3n + 8 for n drives.
pub fn most_runs(drives: usize) -> usize {
    InferenceSettings::of(drives).runs_max
}

/// Drives that failed requests, in the words of the run's own conclusions.
fn failing(run: &RunDocument) -> impl Iterator<Item = DriveContradiction> {
    explain::failing(run).into_iter().map(|failing| DriveContradiction {
        id: failing.what.id().to_owned(),
        drives: failing.targets,
        set: TargetSet::default(),
        text: failing.what.into(),
    })
}

/// Results, beside their source.
struct InferredSharing<'a> {
    run: &'a RunDocument,
    figures: &'a WorkloadFigures<'a>,
    inference: &'a Inference,
}

impl InferredSharing<'_> {
    fn sharing(&self, places: &PathLocations<'_>, settings: &InferenceSettings) -> SharingRecord {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let shared = 0..self.inference.shared.len();
        let limit = |at| self.limit(at, places);
        let limits: Vec<SharedLimit> = shared.filter_map(limit).collect();
        let (figures, inference) = (self.figures, self.inference);
        let open = open::OpenQuestions { figures, inference, places };
        // Whether nothing is open that costs enough, or as many sets ran as a full inference takes.
        let tried = self.inference.runs + self.figures.left_out.len();
        let is_settled = |shared: &SharedBottleneck| {
            shared.confidence >= SETTLED || shared.cost < settings.least_cost
        };
        let is_told = |open: &UndecidedQuestion| !matches!(open, UndecidedQuestion::Hidden { .. });
        let nothing_open = !self.inference.undecided.iter().any(is_told);
        let is_known = nothing_open && self.inference.shared.iter().all(is_settled);
        let complete = is_known || tried >= settings.runs_max;
        let mut unmet = unmet::slower_alone(self.run, figures, &limits);
        unmet.extend(unmet::unmet(figures, places, &limits));
        SharingRecord {
            workload: self.figures.workload.to_owned(),
            runs: count(self.inference.runs),
            runs_most: count(most_runs(self.figures.asked())),
            complete,
            noise_percent: rounded(self.scatter(settings) * 100.0, 100.0),
            private: own::limits(self.run, self.figures, &self.inference.private),
            undecided: open.undecided(),
            contradictions: failing(self.run)
                .chain(open::contradictions(self.figures, &self.inference.contradictions))
                .collect(),
            unmet,
            limits,
            ..SharingRecord::default()
        }
    }

    /// From repeats; else from the fit, if that is more than assumed; 0 without evidence.
    fn scatter(&self, settings: &InferenceSettings) -> f64 {
        let fitted = Some(self.inference.noise).filter(|noise| *noise > settings.noise);
        self.figures.scatter().or(fitted).unwrap_or_default()
    }

    fn limit(&self, at: usize, places: &PathLocations<'_>) -> Option<SharedLimit> {
        let shared = self.inference.shared.get(at)?;
        let drives = self.figures.names(&shared.members);
        let place = place::of(self.figures, places, &drives, shared.capacity);
        let felt = felt::cost(self.figures, places, &drives, shared.capacity.value);
        // The most confidence that these rounds give: brief ones see neither heat nor a cache that
        // runs full.
        let is_of_several = |row: &&TargetMeasurement| {
            row.workload == self.figures.workload && row.together.len() > 1 && row.window_s > 0.0
        };
        let rows = self.run.results.iter().filter(is_of_several);
        let shortest = rows.map(|row| row.window_s).fold(f64::INFINITY, f64::min);
        let most_sure = if shortest < BRIEF_S { SURE_IN_BRIEF } else { 1.0 };
        Some(SharedLimit {
            drives: drives.into_iter().map(str::to_owned).collect(),
            capacity_mb_s: range(shared.capacity),
            confidence: rounded(shared.confidence.min(most_sure), 1000.0),
            cost_percent: rounded(shared.cost.min(felt) * 100.0, 10.0),
            inside: shared.inside,
            shares: shared.shares.iter().map(|share| rounded(*share, 1000.0)).collect(),
            place,
        })
    }
}

/// Rounded to a tenth of a MB/s.
fn range(interval: RateInterval) -> CapacityRange {
    let [value, low, high] =
        [interval.value, interval.low, interval.high].map(|figure| rounded(figure, 10.0));
    CapacityRange { value, low, high }
}

fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

#[cfg(test)]
mod tests;
