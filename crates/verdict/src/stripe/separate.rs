//! The array beside the same drives used separately: whether it is worth it.

use narrows_messages::{Message, Speaker};
use narrows_record::run::Finding;
use narrows_record::stripe::{Beside, Candidate, Stripe};
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use super::figures::{Figures, Reading};
use super::finding::{finding, label, listed, times};
use super::{Plan, candidates, ranking};

/// An array that is not faster by this on the whole is not worth what it risks.
const WORTH: f64 = 1.1;
/// From here on a job is told as faster, or slower.
const TOLD: f64 = 0.1;
/// Of the jobs that are told so the first ones are named.
const MOST_TOLD: usize = 3;

/// One job of the array and of the drives.
struct Pair<'a> {
    job: &'a Workload,
    weight: f64,
    array: Reading,
    single: Reading,
    /// All drives side by side, MB/s in sum; none where one is missing.
    all: Option<f64>,
}

/// Array and drives, job by job.
pub(super) struct Separate<'a> {
    array: &'a Candidate,
    pairs: Vec<Pair<'a>>,
}

impl<'a> Separate<'a> {
    pub fn of(plan: &'a Plan, stripe: &Stripe, array: &'a Candidate) -> Self {
        let figures = Figures::of(plan, stripe, u32::MAX);
        let weights = ranking::weights(plan, stripe);
        let pair = |(job, weight): (&'a Workload, f64)| {
            let singles = stripe.candidates.iter().filter(|one| candidates::is_single(one));
            let known = singles.filter_map(|one| figures.reading(one, job));
            let single = known.max_by(|a, b| a.worth.total_cmp(&b.worth))?;
            let array = figures.reading(array, job)?;
            let all = figures.all_mb_s(&stripe.drives, &job.name);
            Some(Pair { job, weight, array, single, all })
        };
        let pairs = plan.workloads.iter().zip(weights).filter_map(pair).collect();
        Self { array, pairs }
    }

    /// For the document.
    pub fn rows(&self) -> Vec<Beside> {
        let row = |pair: &Pair<'_>| Beside {
            job: pair.job.name.clone(),
            array_mb_s: pair.array.mb_s,
            best_single_mb_s: pair.single.mb_s,
            all_separate_mb_s: pair.all,
            array_latency_us: pair.array.latency_us,
            single_latency_us: pair.single.latency_us,
        };
        self.pairs.iter().map(row).collect()
    }

    /// How many times as fast as the best drive, by the objective; none where no job that counts
    /// was measured on both.
    fn gain(&self) -> Option<f64> {
        let logs = self.pairs.iter().map(|pair| (pair.weight, libm::log(pair.ratio())));
        let (sum, log) = logs.fold((0.0, 0.0), |(sum, all), (w, log)| (sum + w, all + w * log));
        (sum > 0.0).then(|| libm::exp(log / sum))
    }

    pub fn is_worth_it(&self) -> bool {
        self.gain().is_some_and(|gain| gain >= WORTH)
    }

    /// Whether it is worth it, what the drives do side by side, what it risks.
    pub fn findings(&self, stripe: &Stripe, speaker: &Speaker) -> Vec<Finding> {
        let title = self.array.title(&stripe.drives);
        let sentences = [self.worth(speaker), self.side_by_side(speaker), Some(self.risk())];
        let say = |what: Message| {
            finding(&what.with("array", &title), &self.array.members, None, speaker)
        };
        sentences.into_iter().flatten().map(say).collect()
    }

    /// The jobs in which it is much faster, or slower, than one drive: the first of them, furthest
    /// away first.
    fn told(&self, faster: bool, speaker: &Speaker) -> String {
        let by = |pair: &Pair<'_>| if faster { pair.ratio() } else { 1.0 / pair.ratio() };
        let mut told: Vec<&Pair<'_>> =
            self.pairs.iter().filter(|pair| by(pair) >= 1.0 + TOLD).collect();
        told.sort_by(|a, b| by(b).total_cmp(&by(a)));
        let say = |pair: &&Pair<'_>| {
            let what = Message::new("stripe-worth-job").with("times", times(pair.ratio()));
            speaker.say(&what.with("job", label(pair.job, speaker)))
        };
        let told: Vec<String> = told.iter().take(MOST_TOLD).map(say).collect();
        listed(&told, speaker)
    }

    fn worth(&self, speaker: &Speaker) -> Option<Message> {
        let gain = self.gain()?;
        let (faster, slower) = (self.told(true, speaker), self.told(false, speaker));
        let id = match (self.is_worth_it(), faster.is_empty(), slower.is_empty()) {
            (true, _, true) => "stripe-worth",
            (true, _, false) => "stripe-worth-slower",
            (false, false, true) => "stripe-not-worth",
            (false, false, false) => "stripe-not-worth-slower",
            (false, true, true) => "stripe-no-gain",
            (false, true, false) => "stripe-no-gain-slower",
        };
        let what = Message::new(id).with("gain", times(gain));
        Some(what.with("faster", faster).with("slower", slower))
    }

    /// Of the job that counts most among those in which a rate is compared.
    fn side_by_side(&self, speaker: &Speaker) -> Option<Message> {
        let known = self.pairs.iter().filter_map(|pair| Some((pair, pair.all?)));
        let (pair, all) = known.reduce(|best, one| {
            if one.0.weight * one.0.array.mb_s > best.0.weight * best.0.array.mb_s {
                one
            } else {
                best
            }
        })?;
        let what = Message::new("stripe-side-by-side").with("job", label(pair.job, speaker));
        Some(what.with("all", rate(all)).with("one", rate(pair.array.mb_s)))
    }

    fn risk(&self) -> Message {
        let id = match self.array.level.as_str() {
            "raid1" => "stripe-risk-mirror",
            "raid10" => "stripe-risk-mirrored-stripe",
            "raid5" | "raid6" | "raidz3" => "stripe-risk-parity",
            "jbod" => "stripe-risk-jbod",
            _ => "stripe-risk-stripe",
        };
        Message::new(id).with("count", self.array.members.len())
    }
}

impl Pair<'_> {
    /// Array to best drive.
    fn ratio(&self) -> f64 {
        self.array.worth / self.single.worth
    }
}

fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}
