//! Cache modes of the recommended array: the gain of each, the data lost in a power cut, and
//! settings needed first.
//!
//! There are two families: Linux' modes, on devices of the kernel, and those of the chipset's
//! Windows driver, only on virtual hardware, because no kernel here can switch them.

mod figures;
mod mode;

use std::ops::RangeInclusive;

use narrows_messages::{DocumentText, Message, each_once};
use narrows_model::ArrayCacheMode;
use narrows_record::run::RunFinding;
use narrows_record::stripe::{CacheModeFigures, CandidateFigure, StripeCandidate, StripeRecord};
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_workload::Workload;

pub use self::mode::{RequestMode, WriteCacheMode};
use super::figures::{CandidateReading, SWEEP};
use super::finding::{finding, label, times};
use super::scatter::{RoundScatter, ScoreUncertainty};
use super::{StripeSweepPlan, SweepRound, jobs};
use crate::thresholds::stripe::CACHE_TOLD;

/// The passes that compare modes, at full length: after those of the sweep.
pub const REPEATS: RangeInclusive<u32> = *SWEEP.end() + 1..=*SWEEP.end() + 3;
/// The factor for the largest of several deviations: one of ten jobs exceeds 2.0 standard errors
/// now and then; for 5 % in all it takes 2.8 of them (C. E. Bonferroni's inequality).
const FURTHEST_OF_MANY: f64 = 1.4;

/// The modes of these names, the plain one, with which the others are compared, first; `all` for
/// the usual ones. `simulated` is the backend.
///
/// # Errors
/// A name that is not a mode, or a mode of the other backend.
pub fn modes(names: &[String], simulated: bool) -> Result<Vec<WriteCacheMode>, Message> {
    let mut modes: Vec<WriteCacheMode> = Vec::new();
    for name in names {
        modes.extend(if name == "all" { usual(simulated) } else { vec![mode(name, simulated)?] });
    }
    let mut modes = each_once(modes);
    let of_driver = WriteCacheMode {
        base: RequestMode::Driver(ArrayCacheMode::None),
        ..WriteCacheMode::default()
    };
    let is_of_driver = modes.iter().any(WriteCacheMode::is_of_driver);
    let plain = if is_of_driver { of_driver } else { WriteCacheMode::default() };
    modes.retain(|mode| *mode != plain);
    modes.splice(0..0, (!names.is_empty()).then_some(plain));
    Ok(modes)
}

/// The modes that are worth comparing, the plain one first. One without flushes endangers other
/// data on the drives as long as it lasts: it must be named.
pub fn usual(simulated: bool) -> Vec<WriteCacheMode> {
    let names: &[&str] = match simulated {
        true => &["driver-none", "driver-read-only", "driver-write-through", "driver-write-back"],
        false => &[
            "direct",
            "write-through",
            "flush-every-32",
            "page-cache",
            "page-cache-through",
            "write-through+drive-cache-off",
        ],
    };
    names.iter().filter_map(|name| WriteCacheMode::named(name)).collect()
}

fn mode(name: &str, simulated: bool) -> Result<WriteCacheMode, Message> {
    let known =
        usual(simulated).iter().map(WriteCacheMode::to_string).collect::<Vec<_>>().join(", ");
    let slip = |id| Message::new(id).with("name", name).with("known", &known);
    let mode = WriteCacheMode::named(name).ok_or_else(|| slip("stripe-cache-unknown"))?;
    match (mode.is_of_driver(), simulated) {
        (true, false) => Err(slip("stripe-cache-of-driver")),
        (false, true) if mode != WriteCacheMode::default() => Err(slip("stripe-cache-of-kernel")),
        _ => Ok(mode),
    }
}

/// The array under a mode, as a candidate with its own id. The plain mode is the array itself,
/// which the sweep has measured.
pub fn candidate(of: &StripeCandidate, mode: &WriteCacheMode) -> StripeCandidate {
    if *mode == WriteCacheMode::default() {
        return of.clone();
    }
    StripeCandidate { id: format!("{}+{mode}", of.id), cache: mode.to_string(), ..of.clone() }
}

/// The measurements of the modes in one of [`REPEATS`], each job at full length, every other pass
/// in the opposite order; none that failed twice. `of` is the recommended array, which the plain
/// mode measures again, so that it is close to the others in time. Adds the candidates to `stripe`.
pub fn asks(
    plan: &StripeSweepPlan,
    stripe: &mut StripeRecord,
    of: &StripeCandidate,
    modes: &[WriteCacheMode],
    repeat: u32,
) -> Vec<SweepRound> {
    let candidates: Vec<StripeCandidate> = modes.iter().map(|mode| candidate(of, mode)).collect();
    for one in &candidates {
        if !stripe.candidates.iter().any(|known| known.id == one.id) {
            stripe.candidates.push(one.clone());
        }
    }
    let mut asks = Vec::new();
    for job in &plan.workloads {
        let wanted = candidates.iter().filter(|one| jobs::is_asked(one, job));
        let open = wanted.filter(|one| figures::is_open(stripe, one, job, repeat));
        let ask = |one: &StripeCandidate| SweepRound {
            targets: vec![Id::new(&one.id)],
            set: TargetSet::Array,
            workload: job.clone(),
            repeat,
            time: plan.round,
        };
        let mut of_job: Vec<SweepRound> = open.map(ask).collect();
        if repeat % 2 == 1 {
            of_job.reverse();
        }
        asks.extend(of_job);
    }
    asks
}

/// For a mode that could not be tried, with the reason: the caller puts it into `stripe.caches`.
pub fn not_tried(mode: &WriteCacheMode, why: impl Into<DocumentText>) -> CacheModeFigures {
    CacheModeFigures { not_tried: Some(why.into()), ..entry(mode, Vec::new()) }
}

fn entry(mode: &WriteCacheMode, figures: Vec<CandidateFigure>) -> CacheModeFigures {
    CacheModeFigures {
        mode: mode.to_string(),
        figures,
        loses: DocumentText::from(mode.loses()),
        needs: mode.needs().map(DocumentText::from),
        not_tried: None,
    }
}

/// Fills in `stripe.caches` from the rows; modes that could not be tried stay. A sentence for each
/// mode that is faster or slower than the plain one.
pub(super) fn conclude(plan: &StripeSweepPlan, stripe: &mut StripeRecord) -> Vec<RunFinding> {
    let modes = figures::of_modes(plan, stripe);
    let untried = std::mem::take(&mut stripe.caches);
    if modes.is_empty() {
        stripe.caches = untried.into_iter().filter(|one| one.not_tried.is_some()).collect();
        return Vec::new();
    }
    let measured = modes.iter().map(|one| entry(&one.mode, one.figures.clone()));
    stripe.caches = measured.collect();
    // A mode measured since is no longer untried.
    let is_new = |one: &CacheModeFigures| {
        one.not_tried.is_some() && !stripe.caches.iter().any(|known| known.mode == one.mode)
    };
    let untried: Vec<CacheModeFigures> = untried.into_iter().filter(is_new).collect();
    stripe.caches.extend(untried);
    let Some(plain) = modes.iter().find(|one| one.mode.is_plain()) else { return Vec::new() };
    let rest = modes.iter().filter(|one| one.mode != plain.mode);
    let sentence = |one: &ModeFigures| {
        let (job, ratio) = furthest(plan, &modes, (one, plain), true)?;
        let what = compared(&one.mode, &plain.mode, (job, ratio));
        let what = what.with("array", one.candidate.title(&stripe.drives));
        let found = finding(&what, &one.candidate.members, None);
        // A mode that gains much in one job may lose in another.
        let worst = furthest(plan, &modes, (one, plain), false).filter(|(_, worst)| *worst < 1.0);
        let but = worst.filter(|_| ratio > 1.0).map(|(job, worst)| {
            let what = Message::new("stripe-cache-but").with("times", times(worst));
            DocumentText::from(what.text("job", label(job)))
        });
        let said = [Some(found.text), but].into_iter().flatten();
        let text = DocumentText::list("plan-between-sentences", said);
        Some(RunFinding { text, ..found })
    };
    rest.filter_map(sentence).collect()
}

/// A mode with its array and its figures, job by job of the plan if there are readings.
struct ModeFigures {
    candidate: StripeCandidate,
    mode: WriteCacheMode,
    figures: Vec<CandidateFigure>,
    readings: Vec<Option<CandidateReading>>,
}

/// The job in which a mode differs most from the plain one, and the ratio; with `gains_first`, a
/// loss only if there is no gain. `None` if the difference is too small or within scatter.
fn furthest<'a>(
    plan: &'a StripeSweepPlan,
    modes: &[ModeFigures],
    (one, plain): (&ModeFigures, &ModeFigures),
    gains_first: bool,
) -> Option<(&'a Workload, f64)> {
    let told = |(at, job): (usize, &'a Workload)| {
        let ratio = told(modes, at, (one, plain))?;
        Some((job, ratio))
    };
    let told = || plan.workloads.iter().enumerate().filter_map(told);
    let most =
        told().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, ratio)| gains_first && *ratio > 1.0);
    most.or_else(|| told().min_by(|a, b| a.1.total_cmp(&b.1)))
}

/// The ratio, if it is large enough and beyond the scatter of both.
fn told(
    modes: &[ModeFigures],
    at: usize,
    (one, plain): (&ModeFigures, &ModeFigures),
) -> Option<f64> {
    let reading = |of: &ModeFigures| of.readings.get(at)?.clone();
    let (own, other) = (reading(one)?, reading(plain)?);
    let usual = RoundScatter::of(modes.iter().filter_map(|of| Some(reading(of)?.repeats)));
    let doubt =
        ScoreUncertainty::default().with(1.0, own.repeats, usual).with(1.0, other.repeats, usual);
    let ratio = own.worth / other.worth;
    let is_beyond = libm::log(ratio).abs() > FURTHEST_OF_MANY * doubt.half_width();
    ((ratio - 1.0).abs() >= CACHE_TOLD && is_beyond).then_some(ratio)
}

fn compared(
    mode: &WriteCacheMode,
    base: &WriteCacheMode,
    (job, ratio): (&Workload, f64),
) -> Message {
    let id = match (ratio > 1.0, mode.needs().is_some()) {
        (true, false) => "stripe-cache-faster",
        (true, true) => "stripe-cache-faster-needs",
        (false, _) => "stripe-cache-slower",
    };
    let needs = mode.needs().map(DocumentText::from).unwrap_or_default();
    Message::new(id)
        .with("mode", mode)
        .with("base", base)
        .text("job", label(job))
        .with("times", times(ratio))
        .text("loses", mode.loses())
        .text("needs", needs)
}
