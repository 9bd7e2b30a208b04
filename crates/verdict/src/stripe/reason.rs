//! The reason for a candidate: its gains and losses.

use narrows_messages::{DocumentText, Message};
use narrows_model::{Machine, RaidEngine};
use narrows_record::stripe::{CandidateFigure, RankedCandidate, StripeCandidate, StripeRecord};
use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::Workload;

use super::finding::{LISTED, label, percent};
use super::ranking::{CandidateRanking, arrays, close};
use super::{StripeSweepPlan, jobs};
use crate::thresholds::stripe::{GAIN_TOLD, UNNOTICED};

const MOST_TOLD: usize = 3;

/// The recommended candidate, and others that are equally good.
pub(super) struct StripeChoice<'a> {
    pub taken: &'a RankedCandidate,
    pub candidate: &'a StripeCandidate,
    pub ties: Vec<&'a StripeCandidate>,
    /// Whether it is the RAID engine's own default, rather than only the nearest to it among ties.
    is_default: bool,
    /// The RAID engine's own default.
    default: u64,
}

/// The best array; of equally good ones the engine's default chunk size, else the nearest to it.
pub(super) fn choose<'a>(
    stripe: &'a StripeRecord,
    ranking: &'a CandidateRanking,
    machine: &Machine,
) -> Option<StripeChoice<'a>> {
    let placed = arrays(stripe, &ranking.placed);
    let of =
        |one: &RankedCandidate| stripe.candidates.iter().find(|known| known.id == one.candidate);
    let best = of(placed.first()?)?;
    let close: Vec<(&RankedCandidate, &StripeCandidate)> =
        close(&placed).into_iter().filter_map(|one| Some((one, of(one)?))).collect();
    let alike: Vec<&(&RankedCandidate, &StripeCandidate)> =
        close.iter().filter(|(_, one)| is_alike(one, best)).collect();
    let default = default_chunk(machine, best);
    // The one with the chunk size nearest to the engine's default, by ratio; a power of two is
    // preferred, and of two equally near ones the larger, which cuts less.
    let far = |chunk: u64| libm::fabs(libm::log2(chunk.max(1) as f64 / default.max(1) as f64));
    let rank = |one: &StripeCandidate| {
        // In millionths: floats have no total order, and the key needs one.
        let chunk = one.chunk.unwrap_or(default);
        (!chunk.is_power_of_two(), (far(chunk) * 1e6) as u64, std::cmp::Reverse(chunk))
    };
    let nearest = alike.iter().copied().min_by_key(|(_, one)| rank(one))?;
    let (taken, candidate) = *nearest;
    let is_default = candidate.chunk == Some(default);
    let is_tie = |one: &&StripeCandidate| {
        one.id != candidate.id && close.iter().any(|(_, close)| close.id == one.id)
    };
    let ties = stripe.candidates.iter().filter(is_tie).collect();
    Some(StripeChoice { taken, candidate, ties, is_default, default })
}

/// Whether they differ in the chunk size only.
fn is_alike(one: &StripeCandidate, other: &StripeCandidate) -> bool {
    one.level == other.level && one.members == other.members
}

/// The default of the RAID engine that the machine has for it; Linux md's if it has none.
fn default_chunk(machine: &Machine, candidate: &StripeCandidate) -> u64 {
    let planned = machine.arrays.get(&Id::new(&candidate.id));
    planned.map_or(RaidEngine::default(), |plan| plan.engine).default_chunk().get()
}

impl StripeChoice<'_> {
    /// The reason, in a sentence or two.
    pub fn reason(
        &self,
        plan: &StripeSweepPlan,
        stripe: &StripeRecord,
        ranking: &CandidateRanking,
    ) -> DocumentText {
        let rivals = self.alike(stripe, &ranking.placed);
        let why = match self.trade(plan, &rivals) {
            _ if rivals.is_empty() => Message::new(self.without_rivals(stripe)),
            Some(trade) => trade.message(plan, stripe),
            None => Message::new("stripe-reason-best"),
        };
        let level = StripeCandidate { chunk: None, ..self.candidate.clone() };
        let why = why.with("candidate", self.candidate.title(&stripe.drives));
        let why = why.with("level", level.title(&level.members));
        let tie = self.tie(stripe).map(DocumentText::from);
        let said = [Some(DocumentText::from(why)), tie].into_iter().flatten();
        DocumentText::list("plan-between-sentences", said)
    }

    /// Those of `ranked` that differ from it only in the chunk size. Short rounds of dropped
    /// candidates are not compared with full ones.
    fn alike<'b>(
        &self,
        stripe: &'b StripeRecord,
        ranked: &'b [RankedCandidate],
    ) -> Vec<(&'b RankedCandidate, &'b StripeCandidate)> {
        let of = |one: &'b RankedCandidate| {
            let of = stripe.candidates.iter().find(|known| known.id == one.candidate)?;
            Some((one, of))
        };
        let is_rival = |(_, of): &(&RankedCandidate, &StripeCandidate)| {
            of.id != self.candidate.id && is_alike(of, self.candidate)
        };
        ranked.iter().filter_map(of).filter(is_rival).collect()
    }

    /// Why it is the only one ranked.
    fn without_rivals(&self, stripe: &StripeRecord) -> &'static str {
        let is_rival = |one: &&StripeCandidate| {
            let is_array = super::candidates::is_array(one);
            is_array && one.id != self.candidate.id && is_alike(one, self.candidate)
        };
        let mut rivals = stripe.candidates.iter().filter(is_rival).peekable();
        let is_alone = rivals.peek().is_none();
        match rivals.all(|one| one.dropped_for.is_some()) {
            true if !is_alone => "stripe-reason-others-dropped",
            _ => "stripe-reason-only",
        }
    }

    fn tie(&self, stripe: &StripeRecord) -> Option<Message> {
        let names: Vec<String> = self.ties.iter().map(|one| one.title(&stripe.drives)).collect();
        let alike = self.ties.iter().filter(|one| is_alike(one, self.candidate)).count();
        let id = match (alike, self.is_default) {
            _ if names.is_empty() => return None,
            (1.., true) => "stripe-reason-tie-default",
            (1.., false) => "stripe-reason-tie-nearest",
            (0, _) => "stripe-reason-tie",
        };
        let default = Bytes::new(self.default);
        Some(Message::new(id).with("ties", names.join(", ")).with("default", default))
    }

    /// The job with the greatest loss, the winner in it, and the gains over that one; none without
    /// a noticeable loss.
    fn trade<'b>(
        &self,
        plan: &StripeSweepPlan,
        rivals: &[(&'b RankedCandidate, &'b StripeCandidate)],
    ) -> Option<RivalComparison<'b>> {
        let ratios = |rival: &'b RankedCandidate| {
            let of = |job: &Workload| ratio(self.taken, rival, &job.name);
            plan.workloads.iter().map(of).collect::<Vec<Option<f64>>>()
        };
        let trades = rivals.iter().map(|(rival, of)| (ratios(rival), *of, rival.score));
        let least = |ratios: &[Option<f64>]| {
            let known = ratios.iter().enumerate().filter_map(|(at, it)| Some((at, (*it)?)));
            known.min_by(|(_, a), (_, b)| a.total_cmp(b))
        };
        let worst = trades.filter_map(|(ratios, rival, better)| {
            let (job, left) = least(&ratios)?;
            let is_better = better > self.taken.score;
            Some(RivalComparison { rival, ratios, job, left, still: self.taken.clone(), is_better })
        });
        let worst = worst.min_by(|a, b| a.left.total_cmp(&b.left))?;
        (worst.left < 1.0 - UNNOTICED).then_some(worst)
    }
}

/// The ratio of two candidates' figures of a job.
fn ratio(one: &RankedCandidate, other: &RankedCandidate, job: &str) -> Option<f64> {
    let share =
        |of: &RankedCandidate| of.figures.iter().find(|it| it.job == job).map(|it| it.share);
    let (own, theirs) = (share(one)?, share(other)?);
    (theirs > 0.0).then(|| own / theirs)
}

struct RivalComparison<'a> {
    rival: &'a StripeCandidate,
    /// For each job, the ratio of the recommended candidate to the rival.
    ratios: Vec<Option<f64>>,
    job: usize,
    left: f64,
    still: RankedCandidate,
    /// Whether the rival's score is better, though not beyond scatter.
    is_better: bool,
}

impl RivalComparison<'_> {
    fn message(&self, plan: &StripeSweepPlan, stripe: &StripeRecord) -> Message {
        let job = plan.workloads.get(self.job);
        let figure = job.and_then(|job| self.still.figures.iter().find(|it| it.job == job.name));
        let figure = figure.zip(job).map(|(figure, job)| said(figure, job)).unwrap_or_default();
        let gains = self.gains(plan);
        let id = match (gains.is_empty(), self.is_better) {
            (true, true) => "stripe-reason-within",
            (true, false) => "stripe-reason-close",
            (false, _) => "stripe-reason-trade",
        };
        Message::new(id)
            .with("rival", self.rival.title(&stripe.drives))
            .with("loss", percent(1.0 - self.left))
            .text("job", job.map(label).unwrap_or_default())
            .with("figure", figure)
            .list_with_last("gains", LISTED, gains)
    }

    /// The greatest gains, greatest first.
    fn gains(&self, plan: &StripeSweepPlan) -> Vec<DocumentText> {
        let known = self.ratios.iter().zip(&plan.workloads);
        let mut gains: Vec<(f64, &Workload)> =
            known.filter_map(|(ratio, job)| Some(((*ratio)? - 1.0, job))).collect();
        gains.retain(|(gain, _)| *gain >= GAIN_TOLD);
        gains.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let told = gains.iter().take(MOST_TOLD).map(|(gain, job)| {
            let gain = Message::new("stripe-reason-gain").with("gain", percent(*gain));
            DocumentText::from(gain.text("job", label(job)))
        });
        told.collect()
    }
}

/// `1.62 GB/s`, or `84.2 µs` for a job compared by latency.
pub(super) fn said(figure: &CandidateFigure, job: &Workload) -> String {
    let waited = figure.latency_us.filter(|_| jobs::by_latency(job));
    let rate = || BytesPerSec::mb_s(figure.mb_s).to_string();
    waited.map_or_else(rate, |us| Nanos::secs(us / 1e6).to_string())
}
