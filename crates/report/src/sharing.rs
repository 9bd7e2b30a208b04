//! Shared limits in words, for the terminal page and the HTML report alike.

use std::collections::BTreeSet;

use narrows_messages::{DocumentText, Localizer, Message, each_once, sureness};
use narrows_record::predict::LimitRecordKind;
use narrows_record::sentence;
use narrows_record::sharing::{
    CapacityAgreement, CapacityRange, CauseEvidence, DriveContradiction, ExperimentNeeds,
    SharedLimit, SharingCause, SharingExperiment, SharingRecord, UndecidedPoint, UnmetPrediction,
};

use crate::{MOST_ROWS, words};

/// Explanations less likely than this are in the JSON only, unless nothing else is.
const LIKELY_MIN: f64 = 0.02;
/// An explanation that is at least as likely as all others together belongs to the answer.
const LIKELY: f64 = 0.5;

/// Less, in percent, is as good as none.
const SCATTER_MIN: f64 = 0.05;

/// Id prefix of points that rule out an answer, or one on who shares.
const INCOMPLETE: &str = "sharing-untold";
/// Figures that were left out, rather than such as do not fit.
const LEFT_OUT: &str = "sharing-left";

/// A limit and how deep it lies within others.
pub(crate) struct NestedLimit<'a> {
    /// Its place in the document's `limits`.
    pub(crate) at: usize,
    pub(crate) limit: &'a SharedLimit,
    pub(crate) depth: usize,
}

/// The limits as a tree, outer ones before those inside, dearest first. Whatever a document says
/// of `inside`, each is shown once.
pub(crate) fn nested(sharing: &SharingRecord) -> Vec<NestedLimit<'_>> {
    let mut nested = Vec::new();
    inside(sharing, None, &mut nested);
    let rest = 0..sharing.limits.len();
    let rest: Vec<usize> = rest.filter(|at| nested.iter().all(|one| one.at != *at)).collect();
    nested.extend(
        rest.into_iter()
            .filter_map(|at| Some(NestedLimit { at, limit: sharing.limits.get(at)?, depth: 0 })),
    );
    nested
}

fn inside<'a>(
    sharing: &'a SharingRecord,
    outer: Option<(usize, usize)>,
    nested: &mut Vec<NestedLimit<'a>>,
) {
    let limits = sharing.limits.iter().enumerate();
    let wanted = outer.map(|(at, _)| at);
    let mut here: Vec<(usize, &SharedLimit)> =
        limits.filter(|(_, limit)| limit.inside == wanted).collect();
    here.sort_by(|(_, a), (_, b)| b.cost_percent.total_cmp(&a.cost_percent));
    for (at, limit) in here {
        // A damaged document may put a limit inside itself.
        if nested.iter().any(|one| one.at == at) {
            continue;
        }
        let depth = outer.map_or(0, |(_, depth)| depth + 1);
        nested.push(NestedLimit { at, limit, depth });
        inside(sharing, Some((at, depth)), nested);
    }
}

/// `3.59 GB/s (3.51 – 3.65)`, in the unit of the value.
pub(crate) fn range(range: CapacityRange) -> String {
    let value = words::rate(range.value);
    let scale = if value.ends_with("GB/s") { 1e3 } else { 1.0 };
    let [low, high] = [range.low, range.high].map(|end| words::number(end / scale));
    format!("{value} ({low} – {high})")
}

/// The answer in one sentence.
pub(crate) fn headline(sharing: &SharingRecord, localizer: &Localizer) -> String {
    let mut limits: Vec<&SharedLimit> = sharing.limits.iter().collect();
    limits.sort_by(|a, b| b.cost_percent.total_cmp(&a.cost_percent));
    let Some(first) = limits.first() else {
        if let Some(heat) = heat(sharing) {
            return words::sentence(&heat.text, localizer);
        }
        if let Some(incomplete) = incomplete(sharing) {
            return words::sentence(incomplete, localizer);
        }
        let names = sharing.private.iter().map(|private| private.drive.as_str());
        let none = Message::new(if !sharing.undecided.is_empty() || sharing.runs == 0 {
            "sharing-none-yet"
        } else {
            "sharing-none"
        });
        return localizer.say(&none.with("drives", words::drives(names)));
    };
    let names = first.drives.iter().map(String::as_str);
    let place = first.place.as_ref().map(|place| words::sentence(&place.limit.name, localizer));
    // The evidence may point elsewhere than to the location that fits.
    let at = sharing.limits.iter().position(|limit| std::ptr::eq(limit, *first));
    let cause = sharing.causes.iter().find(|cause| cause.limit == at && at.is_some());
    let at_place = |cause: &&SharingCause| {
        let place = first.place.as_ref().map(|place| format!(":{}", place.limit.id));
        place.is_some_and(|place| cause.id.ends_with(&place))
    };
    let is_likely = |cause: &&SharingCause| {
        cause.likelihood >= LIKELY && cause.kind != LimitRecordKind::Unknown
    };
    // A place in another state than described is news, too.
    let is_news = |cause: &&SharingCause| {
        let is_state = cause.text.id() == Some(sentence::PLACE_STATE);
        !at_place(cause) || is_state || !cause.also.is_empty()
    };
    let other = cause.filter(is_likely).filter(is_news);
    let id = match (&place, other) {
        (_, Some(_)) => "cause-headline",
        (Some(_), None) => "sharing-headline-place",
        (None, None) => "sharing-headline",
    };
    let what = Message::new(id)
        .with("drives", words::drives(names))
        .with(
            "cause",
            other.map(|cause| words::sentence(&cause.text, localizer)).unwrap_or_default(),
        )
        .with("place", place.unwrap_or_default())
        .with("capacity", words::rate(first.capacity_mb_s.value));
    localizer.say(&what)
}

/// Drives that throttled: the answer, where no limit was inferred.
pub(crate) fn heat(sharing: &SharingRecord) -> Option<&DriveContradiction> {
    let ids = [sentence::HEAT, sentence::HEAT_SHARED];
    let mut heat = sharing.contradictions.iter().filter(|one| ids.contains(&one.id.as_str()));
    heat.next().filter(|_| sharing.limits.is_empty())
}

/// Drives that failed requests: before everything that the others share.
pub(crate) fn failed(sharing: &SharingRecord) -> impl Iterator<Item = &DriveContradiction> {
    sharing.contradictions.iter().filter(|one| is_failed(one))
}

fn is_failed(one: &DriveContradiction) -> bool {
    sentence::FAILED_REQUESTS.contains(&one.id.as_str())
}

/// Drives that are slower by themselves than predicted.
pub(crate) fn slower_alone(sharing: &SharingRecord) -> impl Iterator<Item = &UnmetPrediction> {
    sharing.unmet.iter().filter(|unmet| is_slower_alone(unmet))
}

pub(crate) fn is_slower_alone(unmet: &UnmetPrediction) -> bool {
    let ids = [sentence::SLOWER_ALONE, sentence::SLOWER_ALIKE];
    unmet.text.id().is_some_and(|id| ids.contains(&id))
}

/// Missing data reported in the headline if no limit was inferred.
pub(crate) fn incomplete(sharing: &SharingRecord) -> Option<&DocumentText> {
    let mut incomplete = sharing.undecided.iter().filter(|open| is_incomplete(open));
    incomplete.next().filter(|_| sharing.limits.is_empty()).map(|open| &open.text)
}

fn is_incomplete(open: &UndecidedPoint) -> bool {
    open.id.starts_with(INCOMPLETE)
}

/// Open points other than those at the top: the headline, and widely scattered rates.
pub(crate) fn open(sharing: &SharingRecord) -> Vec<&DocumentText> {
    let is_headline = |open: &UndecidedPoint| sharing.limits.is_empty() && is_incomplete(open);
    let first = sharing.undecided.iter().position(is_headline);
    let all = sharing.undecided.iter().enumerate();
    let rest = all.filter(|(at, open)| Some(*at) != first && open.id != sentence::OPEN_NOISE);
    rest.map(|(_, open)| &open.text).collect()
}

/// Contradictions, and rates that scatter too much for conclusions.
pub(crate) fn contradictions(sharing: &SharingRecord) -> Vec<&DocumentText> {
    let headline = heat(sharing).map(|heat| &heat.text);
    let odd = sharing.contradictions.iter().filter(|odd| !odd.id.starts_with(LEFT_OUT));
    let odd = odd.filter(|odd| Some(&odd.text) != headline && !is_failed(odd));
    let wild = sharing.undecided.iter().filter(|open| open.id == sentence::OPEN_NOISE);
    odd.map(|odd| &odd.text).chain(wild.map(|open| &open.text)).collect()
}

/// Figures that were left out, each set once; not those throttled by an experiment.
pub(crate) fn left_out(sharing: &SharingRecord) -> Vec<&DocumentText> {
    let is_own = |odd: &&DriveContradiction| {
        odd.id == sentence::LEFT_HELD && sharing.chosen.contains(&odd.set)
    };
    let left = sharing.contradictions.iter().filter(|odd| odd.id.starts_with(LEFT_OUT));
    each_once(left.filter(|odd| !is_own(odd)).map(|odd| &odd.text))
}

/// Which figures it rests on.
pub(crate) fn method(sharing: &SharingRecord, localizer: &Localizer) -> String {
    let what = Message::new("sharing-method")
        .count("runs", sharing.runs as usize)
        .with("most", sharing.runs_most)
        .with("workload", words::workload(&sharing.workload, localizer));
    let noise = format!("{:.1}", sharing.noise_percent);
    let is_seen = sharing.noise_percent >= SCATTER_MIN;
    let scatter = is_seen.then(|| Message::new("sharing-scatter").with("noise", noise));
    let parts = [Some(what), scatter].into_iter().flatten();
    words::dotted(parts.map(|message| localizer.say(&message)))
}

/// Details below a limit's drives and capacity.
pub(crate) fn facts(limit: &SharedLimit, localizer: &Localizer) -> String {
    let percent = |value: f64| format!("{value:.0}");
    let sure = Message::new("sharing-sure");
    let sure = sure.with("percent", sureness(limit.confidence));
    let cost = Message::new("sharing-cost").with("percent", percent(limit.cost_percent));
    let shares: Vec<String> = limit.shares.iter().map(|share| format!("{share:.2}")).collect();
    let shares = (!shares.is_empty())
        .then(|| Message::new("sharing-shares").with("shares", shares.join(" : ")));
    let parts = [Some(sure), Some(cost), shares].into_iter().flatten();
    words::dotted(parts.map(|message| localizer.say(&message)))
}

/// The place, and how its documented capacity compares.
pub(crate) fn place(limit: &SharedLimit, localizer: &Localizer) -> String {
    let Some(place) = &limit.place else { return localizer.text("sharing-no-place") };
    let id = match place.agrees {
        CapacityAgreement::Agrees => "sharing-agrees",
        CapacityAgreement::LowerThanDocumented => "sharing-lower",
        CapacityAgreement::HigherThanDocumented => "sharing-higher",
        CapacityAgreement::NotDocumented => "sharing-undocumented",
    };
    let what = Message::new(id)
        .with("place", words::sentence(&place.limit.name, localizer))
        .with("capacity", words::rate(place.limit.capacity));
    let others = (!place.others.is_empty())
        .then(|| Message::new("sharing-others").with("others", words::list(&place.others)));
    let parts = [Some(what), others].into_iter().flatten();
    words::dotted(parts.map(|message| localizer.say(&message)))
}

/// The explanations of a limit that are worth telling, the likeliest first.
pub(crate) fn causes_of(sharing: &SharingRecord, limit: usize) -> Vec<&SharingCause> {
    likely(sharing.causes.iter().filter(|cause| cause.limit == Some(limit)).collect())
}

/// Explanations of a drive's individual result.
pub(crate) fn causes_of_drive<'a>(
    sharing: &'a SharingRecord,
    drive: &str,
) -> Vec<&'a SharingCause> {
    let own =
        |cause: &&SharingCause| cause.limit.is_none() && cause.drive.as_deref() == Some(drive);
    likely(sharing.causes.iter().filter(own).collect())
}

fn likely(mut causes: Vec<&SharingCause>) -> Vec<&SharingCause> {
    causes.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
    let likely = causes.iter().take_while(|cause| cause.likelihood >= LIKELY_MIN).count();
    causes.truncate(likely.max(1));
    causes
}

/// `87 %`.
pub(crate) fn likelihood(cause: &SharingCause) -> String {
    format!("{} %", sureness(cause.likelihood))
}

/// The recommended change and its gain.
pub(crate) fn remedy(cause: &SharingCause, localizer: &Localizer) -> Option<String> {
    let remedy = cause.remedy.as_ref()?;
    let gain = remedy.gain_mb_s.filter(|gain| *gain > 0.0);
    let gain = gain.map(|gain| Message::new("sharing-gain").with("gain", words::rate(gain)));
    let gain = gain.map(|gain| localizer.say(&gain)).unwrap_or_default();
    Some(words::dotted([words::sentence(&remedy.text, localizer), gain]))
}

/// Duration and requirements of an experiment.
pub(crate) fn effort(experiment: &SharingExperiment, localizer: &Localizer) -> String {
    let needs = match experiment.needs {
        ExperimentNeeds::Nothing => "sharing-needs-nothing",
        ExperimentNeeds::Root => "sharing-needs-root",
        ExperimentNeeds::Hands => "sharing-needs-hands",
    };
    let time = (experiment.cost_s > 0.0).then(|| words::duration(experiment.cost_s));
    words::dotted([time.unwrap_or_default(), localizer.text(needs)])
}

/// Experiments to show: all on shared limits and all that were run; of those on individual drives
/// one of each kind, as the others only repeat it for another drive.
pub(crate) fn experiments(sharing: &SharingRecord) -> Vec<&SharingExperiment> {
    let mut shown: Vec<&SharingExperiment> = Vec::new();
    for experiment in &sharing.experiments {
        let is_own = experiment.limit.is_none() && experiment.ran.is_none();
        let is_known = shown.iter().any(|one| one.limit.is_none() && one.id == experiment.id);
        if !(is_own && is_known) {
            shown.push(experiment);
        }
    }
    shown
}

/// A limit's explanations, each with the evidence that no likelier one has shown already.
pub(crate) fn with_news<'a>(
    causes: Vec<&'a SharingCause>,
) -> Vec<(&'a SharingCause, Vec<&'a CauseEvidence>)> {
    let mut texts: BTreeSet<&DocumentText> = BTreeSet::new();
    let news = |cause: &'a SharingCause| {
        let news = cause.evidence.iter().filter(|one| texts.insert(&one.text)).take(MOST_ROWS);
        (cause, news.collect())
    };
    causes.into_iter().map(news).collect()
}
