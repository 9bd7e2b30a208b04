//! The array compared with the same drives used separately: for one job at a time, and for several
//! jobs at once on separate drives.

use narrows_messages::{DocumentText, Message};
use narrows_record::run::RunFinding;
use narrows_record::stripe::{ArrayVersusSeparate, CandidateLevel, StripeCandidate, StripeRecord};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::figures::{CandidateReading, ConcurrentRate, SWEEP, StripeFigures};
use super::finding::{LISTED, finding, label, times};
use super::scatter::{RoundScatter, ScoreUncertainty};
use super::{StripeSweepPlan, candidates, jobs, ranking};
use crate::thresholds::stripe::{JOB_TOLD, WORTH};

/// Most jobs named in a report: the first ones.
const MOST_TOLD: usize = 3;

/// One job on the array and on the drives.
struct JobComparison<'a> {
    job: &'a Workload,
    weight: f64,
    array: CandidateReading,
    single: CandidateReading,
    /// The members while all drives run side by side; `None` if one is missing.
    all: Option<ConcurrentRate>,
    usual: RoundScatter,
}

#[derive(Clone, Copy)]
struct SpeedupInterval {
    times: f64,
    low: f64,
    high: f64,
}

impl SpeedupInterval {
    fn of(log: f64, doubt: ScoreUncertainty) -> Self {
        let half = doubt.half_width();
        let [times, low, high] = [log, log - half, log + half].map(libm::exp);
        Self { times, low, high }
    }
}

/// The array and the drives, job by job.
pub(super) struct ArrayVersusDrives<'a> {
    array: &'a StripeCandidate,
    pairs: Vec<JobComparison<'a>>,
}

impl<'a> ArrayVersusDrives<'a> {
    pub fn of(plan: &'a StripeSweepPlan, stripe: &StripeRecord, of: &'a StripeCandidate) -> Self {
        let figures = StripeFigures::of(plan, stripe, SWEEP);
        let weights = ranking::weights(plan, stripe);
        let pair = |(job, weight): (&'a Workload, f64)| {
            let singles = stripe.candidates.iter().filter(|one| candidates::is_single(one));
            let known = singles.filter_map(|one| figures.reading(one, job));
            let single = known.max_by(|a, b| a.worth.total_cmp(&b.worth))?;
            let array = figures.reading(of, job)?;
            let all = figures.together(&of.members, &job.name);
            let usual = ranking::usual(stripe, &figures, job);
            Some(JobComparison { job, weight, array, single, all, usual })
        };
        let pairs = plan.workloads.iter().zip(weights).filter_map(pair).collect();
        Self { array: of, pairs }
    }

    pub fn rows(&self) -> Vec<ArrayVersusSeparate> {
        let row = |pair: &JobComparison<'_>| ArrayVersusSeparate {
            job: pair.job.name.clone(),
            array_mb_s: pair.array.mb_s,
            best_single_mb_s: pair.single.mb_s,
            all_separate_mb_s: pair.all.map(|all| all.mb_s),
            array_latency_us: pair.array.latency_us,
            single_latency_us: pair.single.latency_us,
        };
        self.pairs.iter().map(row).collect()
    }

    /// The ratio to the best drive, weighted by the objective; `None` if no job that counts was
    /// measured on both.
    fn gain(&self) -> Option<SpeedupInterval> {
        let sum: f64 = self.pairs.iter().map(|pair| pair.weight).sum();
        let weighed = |pair: &JobComparison<'_>| (pair.weight / sum, libm::log(pair.ratio()));
        let log = self.pairs.iter().map(weighed).map(|(weight, log)| weight * log).sum();
        let with = |doubt: ScoreUncertainty, pair: &JobComparison<'_>| {
            pair.doubt(doubt, pair.weight / sum)
        };
        let doubt = self.pairs.iter().fold(ScoreUncertainty::default(), with);
        (sum > 0.0).then(|| SpeedupInterval::of(log, doubt))
    }

    /// The ratio of all drives side by side to the array, weighted by the objective; `None` if no
    /// rate of both was measured.
    fn more(&self) -> Option<SpeedupInterval> {
        let known = || self.pairs.iter().filter_map(|pair| Some((pair, pair.rate_of_all()?)));
        let sum: f64 = known().map(|(pair, _)| pair.weight).sum();
        let log = |(pair, all): (&JobComparison<'_>, ConcurrentRate)| {
            pair.weight / sum * libm::log(all.mb_s / pair.array.mb_s)
        };
        let with = |doubt: ScoreUncertainty, (pair, all): (&JobComparison<'_>, ConcurrentRate)| {
            let weight = pair.weight / sum;
            let doubt = doubt.with(weight, pair.array.repeats, pair.usual);
            doubt.with(weight, all.repeats, pair.usual)
        };
        let doubt = known().fold(ScoreUncertainty::default(), with);
        (sum > 0.0).then(|| SpeedupInterval::of(known().map(log).sum(), doubt))
    }

    /// Whether it is worth it for one job at a time, beyond scatter.
    pub fn is_worth_it(&self) -> bool {
        self.gain().is_some_and(|gain| gain.low >= WORTH)
    }

    /// Whether it is worth it, the drives' rates side by side, its risks.
    pub fn findings(&self, stripe: &StripeRecord) -> Vec<RunFinding> {
        let title = self.array.title(&stripe.drives);
        let sentences = [self.worth(), self.side_by_side(stripe), Some(self.risk())];
        let say = |what: Message| finding(&what.with("array", &title), &self.array.members, None);
        sentences.into_iter().flatten().map(say).collect()
    }

    /// The jobs in which it is much faster, or slower, than one drive: the first of them, largest
    /// difference first.
    fn told(&self, faster: bool) -> Vec<DocumentText> {
        let by = |pair: &JobComparison<'_>| if faster { pair.ratio() } else { 1.0 / pair.ratio() };
        let mut told: Vec<&JobComparison<'_>> =
            self.pairs.iter().filter(|pair| by(pair) >= 1.0 + JOB_TOLD).collect();
        told.sort_by(|a, b| by(b).total_cmp(&by(a)));
        let say = |pair: &&JobComparison<'_>| {
            let what = Message::new("stripe-worth-job").with("times", times(pair.ratio()));
            DocumentText::from(what.text("job", label(pair.job)))
        };
        told.iter().take(MOST_TOLD).map(say).collect()
    }

    fn worth(&self) -> Option<Message> {
        let gain = self.gain()?;
        let (faster, slower) = (self.told(true), self.told(false));
        let is_unclear = gain.low < WORTH && gain.high >= WORTH;
        let id = match (self.is_worth_it(), faster.is_empty(), slower.is_empty()) {
            _ if is_unclear => "stripe-worth-unclear",
            (true, _, true) => "stripe-worth",
            (true, _, false) => "stripe-worth-slower",
            (false, false, true) => "stripe-not-worth",
            (false, false, false) => "stripe-not-worth-slower",
            (false, true, true) => "stripe-no-gain",
            (false, true, false) => "stripe-no-gain-slower",
        };
        let what = Message::new(id).with("gain", times(gain.times)).with("worth", times(WORTH));
        let what = what.with("low", times(gain.low)).with("high", times(gain.high));
        let what = what.list_with_last("faster", LISTED, faster);
        Some(what.list_with_last("slower", LISTED, slower))
    }

    /// The result for the job with the highest weight among those compared by rate.
    fn side_by_side(&self, stripe: &StripeRecord) -> Option<Message> {
        let known = self.pairs.iter().filter_map(|pair| Some((pair, pair.rate_of_all()?)));
        let counts = |pair: &JobComparison<'_>| pair.weight * pair.array.mb_s;
        let (pair, all) =
            known.reduce(|best, one| if counts(one.0) > counts(best.0) { one } else { best })?;
        let more = self.more();
        let is_more = more.is_some_and(|more| more.low >= WORTH);
        let id = match (self.array.members.len() < stripe.drives.len(), is_more) {
            // The other drives took part, and may have used some of a shared bottleneck.
            (true, _) => "stripe-side-by-side-fewer",
            (false, true) => "stripe-side-by-side-more",
            (false, false) => "stripe-side-by-side",
        };
        let what = Message::new(id).text("job", label(pair.job));
        let what = what.with("times", more.map(|more| times(more.times)).unwrap_or_default());
        Some(what.with("all", rate(all.mb_s)).with("one", rate(pair.array.mb_s)))
    }

    fn risk(&self) -> Message {
        let id = match self.array.level {
            CandidateLevel::Raid1 => "stripe-risk-mirror",
            CandidateLevel::Raid10 => "stripe-risk-mirrored-stripe",
            CandidateLevel::Raid5 | CandidateLevel::Raid6 | CandidateLevel::RaidZ3 => {
                "stripe-risk-parity"
            }
            CandidateLevel::Jbod => "stripe-risk-jbod",
            _ => "stripe-risk-stripe",
        };
        Message::new(id).with("count", self.array.members.len())
    }
}

impl JobComparison<'_> {
    /// The ratio of the array to the best drive.
    fn ratio(&self) -> f64 {
        self.array.worth / self.single.worth
    }

    /// With the uncertainty of that ratio added.
    fn doubt(&self, doubt: ScoreUncertainty, weight: f64) -> ScoreUncertainty {
        let doubt = doubt.with(weight, self.array.repeats, self.usual);
        doubt.with(weight, self.single.repeats, self.usual)
    }

    /// The sum of all side by side, for jobs compared by rate: jobs compared by latency are no
    /// slower beside others, and their sum is no gain.
    fn rate_of_all(&self) -> Option<ConcurrentRate> {
        self.all.filter(|_| !jobs::by_latency(self.job))
    }
}

fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}
