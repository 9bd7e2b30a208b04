//! Cache modes on the array that is recommended: what each is worth, what a power cut then loses,
//! and what must be set first.
//!
//! Two families: what Linux has, on a kernel's devices, and what the chipset's Windows driver has,
//! on virtual hardware only, for no kernel here can switch it.

mod figures;
mod mode;

use std::fmt::Display;

use narrows_messages::{Message, Speaker};
use narrows_record::run::Finding;
use narrows_record::stripe::{CacheFigure, Candidate, Figure, Stripe};
use narrows_topology::Id;
use narrows_workload::Workload;

pub use self::mode::{Base, Mode};
use super::finding::{finding, label, times};
use super::{Ask, DIRECT, Plan, jobs};

/// Rounds of each mode and job, at full length.
const REPEATS: [u32; 2] = [2, 3];
/// From here on a mode is told to be faster, or slower.
const TOLD: f64 = 0.1;

/// The modes of these names; `all` for the usual ones. `simulated` says on which ground.
///
/// # Errors
/// A name that is no mode, or a mode of the other ground.
pub fn modes(names: &[String], simulated: bool) -> Result<Vec<Mode>, Message> {
    let mut modes: Vec<Mode> = Vec::new();
    for name in names {
        let named = if name == "all" { usual(simulated) } else { vec![mode(name, simulated)?] };
        for mode in named {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
    }
    Ok(modes)
}

/// The modes that are worth comparing, the plain one first. One that sends no flushes endangers
/// whatever else the drives hold for as long as it lasts: it must be named.
pub fn usual(simulated: bool) -> Vec<Mode> {
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
    names.iter().filter_map(|name| Mode::named(name)).collect()
}

fn mode(name: &str, simulated: bool) -> Result<Mode, Message> {
    let known = usual(simulated).iter().map(Mode::to_string).collect::<Vec<_>>().join(", ");
    let slip = |id| Message::new(id).with("name", name).with("known", &known);
    let mode = Mode::named(name).ok_or_else(|| slip("stripe-cache-unknown"))?;
    match (mode.is_of_driver(), simulated) {
        (true, false) => Err(slip("stripe-cache-of-driver")),
        (false, true) if mode != Mode::default() => Err(slip("stripe-cache-of-kernel")),
        _ => Ok(mode),
    }
}

/// The array under a mode: what is measured, with an id of its own. The plain mode is the array
/// itself, which the sweep has measured.
pub fn candidate(of: &Candidate, mode: &Mode) -> Candidate {
    if *mode == Mode::default() {
        return of.clone();
    }
    Candidate { id: format!("{}+{mode}", of.id), cache: mode.to_string(), ..of.clone() }
}

/// What is to be measured of the modes, after what `stripe` holds: each job twice at full length,
/// the order turned round in between; nothing that failed twice. `of` is the array recommended.
/// Adds the candidates to `stripe`.
pub fn asks(plan: &Plan, stripe: &mut Stripe, of: &Candidate, modes: &[Mode]) -> Vec<Ask> {
    let plain = |mode: &&Mode| **mode != Mode::default();
    let candidates: Vec<Candidate> =
        modes.iter().filter(plain).map(|mode| candidate(of, mode)).collect();
    for one in &candidates {
        if !stripe.candidates.iter().any(|known| known.id == one.id) {
            stripe.candidates.push(one.clone());
        }
    }
    let mut asks = Vec::new();
    for repeat in REPEATS {
        let mut of_repeat: Vec<Ask> = Vec::new();
        for job in &plan.workloads {
            let wanted = candidates.iter().filter(|one| jobs::is_asked(one, job));
            let open = wanted.filter(|one| figures::is_open(stripe, one, job, repeat));
            let ask = |one: &Candidate| Ask {
                targets: vec![Id::new(&one.id)],
                set: "array",
                workload: job.clone(),
                repeat,
                time: plan.round,
            };
            of_repeat.extend(open.map(ask));
        }
        if repeat % 2 == 1 {
            of_repeat.reverse();
        }
        asks.extend(of_repeat);
    }
    asks
}

/// For a mode that could not be tried, and why: the caller puts it into `stripe.caches`.
pub fn not_tried(mode: &Mode, why: impl Display, speaker: &Speaker) -> CacheFigure {
    CacheFigure { not_tried: Some(why.to_string()), ..entry(mode, Vec::new(), speaker) }
}

fn entry(mode: &Mode, figures: Vec<Figure>, speaker: &Speaker) -> CacheFigure {
    CacheFigure {
        mode: mode.to_string(),
        figures,
        loses: speaker.say(&mode.loses()),
        needs: mode.needs().map(|needs| speaker.say(&needs)),
        not_tried: None,
    }
}

/// Fills in `stripe.caches` from the rows; what could not be tried stays. A sentence for each mode that
/// is faster or slower than the plain one.
pub(super) fn conclude(plan: &Plan, stripe: &mut Stripe, speaker: &Speaker) -> Vec<Finding> {
    let modes = figures::of_modes(plan, stripe);
    let untried = std::mem::take(&mut stripe.caches);
    if modes.is_empty() {
        stripe.caches = untried.into_iter().filter(|one| one.not_tried.is_some()).collect();
        return Vec::new();
    }
    let measured = modes.iter().map(|(_, mode, figures)| entry(mode, figures.clone(), speaker));
    stripe.caches = measured.collect();
    let is_new = |one: &CacheFigure| {
        one.not_tried.is_some() && !stripe.caches.iter().any(|known| known.mode == one.mode)
    };
    let untried: Vec<CacheFigure> = untried.into_iter().filter(is_new).collect();
    stripe.caches.extend(untried);
    sentences(plan, stripe, &modes, speaker)
}

/// A mode with the array under it and its figures.
type OfMode = (Candidate, Mode, Vec<Figure>);

fn sentences(plan: &Plan, stripe: &Stripe, modes: &[OfMode], speaker: &Speaker) -> Vec<Finding> {
    let is_plain = |(_, mode, _): &&OfMode| mode.is_plain();
    let Some((_, base, plain)) = modes.iter().find(is_plain) else { return Vec::new() };
    let rest = modes.iter().filter(|(_, mode, _)| mode != base);
    let sentence = |(candidate, mode, figures): &OfMode| {
        let (job, ratio) = furthest(plan, figures, plain)?;
        let what = compared(mode, base, (job, ratio), speaker);
        let what = what.with("array", candidate.title(&stripe.drives));
        Some(finding(&what, &candidate.members, None, speaker))
    };
    rest.filter_map(sentence).collect()
}

/// The job in which a mode is furthest from the plain one, and how many times as fast; a gain
/// before a loss. None within what is not told.
fn furthest<'a>(
    plan: &'a Plan,
    figures: &[Figure],
    plain: &[Figure],
) -> Option<(&'a Workload, f64)> {
    let ratio = |job: &'a Workload| {
        let of =
            |figures: &[Figure]| figures.iter().find(|it| it.job == job.name).map(|it| it.share);
        let (own, other) = (of(figures)?, of(plain)?);
        (other > 0.0).then(|| (job, own / other))
    };
    let ratios = || plan.workloads.iter().filter_map(ratio);
    let most = ratios().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let least = ratios().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let is_told = |one: &(&Workload, f64)| (one.1 - 1.0).abs() >= TOLD;
    [most, least].into_iter().find(is_told)
}

fn compared(
    mode: &Mode,
    base: &Mode,
    (job, ratio): (&Workload, f64),
    speaker: &Speaker,
) -> Message {
    let id = match (ratio > 1.0, mode.needs().is_some()) {
        (true, false) => "stripe-cache-faster",
        (true, true) => "stripe-cache-faster-needs",
        (false, _) => "stripe-cache-slower",
    };
    let needs = mode.needs().map(|needs| speaker.say(&needs)).unwrap_or_default();
    Message::new(id)
        .with("mode", mode)
        .with("base", base)
        .with("job", label(job, speaker))
        .with("times", times(ratio))
        .with("loses", speaker.say(&mode.loses()))
        .with("needs", needs)
}

/// The name under which the sweep's own mode stands.
fn is_sweep(candidate: &Candidate) -> bool {
    candidate.cache == DIRECT
}
