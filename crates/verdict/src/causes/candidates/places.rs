//! Locations of the topology that have exactly these drives below them.

use narrows_messages::Message;
use narrows_record::predict::{Limit, LimitKind};
use narrows_record::see::{Basis, Hop};
use narrows_record::sharing::{Agreement, CandidateLocation};
use narrows_record::word::Unit;

use super::super::candidate::{Candidate, UNSEEN, USUAL};
use super::super::nature::Nature;
use super::super::subject::{About, Subject};
use super::super::weight::{Clue, Foreseen, Weight};
use super::super::{names, rate};
use crate::thresholds::causes::ROOM;

pub(super) fn of(subject: &Subject<'_>) -> Vec<Candidate> {
    let About::Shared(at) = subject.about else { return Vec::new() };
    let found = subject.sharing.limits.get(at).and_then(|limit| limit.place.as_ref());
    let Some(place) = found else { return unseen(subject).into_iter().collect() };
    let others = place.others.iter().filter_map(|id| hop(subject, id));
    let others = others.filter(|hop| hop.address != place.limit.id);
    std::iter::once(matched(subject, place)).chain(others.map(|hop| other(subject, hop))).collect()
}

/// A link or controller that no topology shows: figures of other programs come without any. Most drives
/// that share a limit share one of these, so that it is not left out for not being seen.
fn unseen(subject: &Subject<'_>) -> Option<Candidate> {
    let is_seen = |drive: &String| subject.storage(drive).is_some_and(|it| !it.hops.is_empty());
    let what = Message::new("cause-unseen")
        .with("drives", names(&subject.drives))
        .with("rate", rate(subject.found.value));
    let found = Candidate::new(LimitKind::Uplink, UNSEEN, what, USUAL);
    let is_one = !subject.drives.iter().all(is_seen);
    is_one.then(|| found.of(Nature::Bytes(subject.found.value)))
}

fn hop<'a>(subject: &Subject<'a>, id: &str) -> Option<&'a Hop> {
    let mut hops = subject.run.machine.storage.iter().flat_map(|storage| &storage.hops);
    hops.find(|hop| hop.address == id && !hop.link.internal)
}

fn is_seen(subject: &Subject<'_>, id: &str) -> bool {
    hop(subject, id).is_some_and(|hop| hop.link.basis == Basis::Observed)
}

fn matched(subject: &Subject<'_>, place: &CandidateLocation) -> Candidate {
    let clue = match place.agrees {
        Agreement::Agrees => Some((Weight::Speaks, true, "clue-capacity-fits")),
        Agreement::LowerThanDocumented => Some((Weight::Speaks, false, "clue-capacity-below")),
        Agreement::HigherThanDocumented => Some((Weight::Tells, false, "clue-capacity-above")),
        Agreement::NotDocumented => None,
    };
    let foreseen = carries(subject, place.limit.capacity);
    let clue = clue.map(|(weight, supports, id)| {
        let what = capacities(subject, id, place.limit.capacity);
        match supports {
            true => Clue::supporting(weight, what).about(foreseen),
            // An observed link has its observed capacity; a documented one may be wrong.
            false if is_seen(subject, &place.limit.id) => Clue::off(foreseen, weight, what),
            false => Clue::against(weight, what),
        }
    });
    named(subject, &place.limit).with(clue)
}

fn carries(subject: &Subject<'_>, documented: f64) -> Foreseen {
    Foreseen { expected: documented, measured: subject.found.value }
}

fn capacities(subject: &Subject<'_>, id: &'static str, documented: f64) -> Message {
    Message::new(id).with("found", rate(subject.found.value)).with("documented", rate(documented))
}

fn named(subject: &Subject<'_>, limit: &Limit) -> Candidate {
    let what = Message::new("cause-place")
        .text("place", &limit.name)
        .with("rate", rate(subject.found.value));
    let just_these = Message::new("clue-just-these")
        .text("place", &limit.name)
        .with("drives", names(&subject.drives));
    let id = format!("{}:{}", word(limit.kind), limit.id);
    let nature = Nature::Bytes(subject.found.value);
    let clue = Clue::supporting(Weight::Hints, just_these);
    Candidate::new(limit.kind, id, what, USUAL).of(nature).with([clue])
}

/// Another link on the path of all of these. Most carry far more than the one that matched.
fn other(subject: &Subject<'_>, hop: &Hop) -> Candidate {
    let usable = hop.link.usable_mb_s;
    let name = hop.name.clone().unwrap_or_else(|| hop.address.clone());
    let limit = Limit {
        kind: LimitKind::Uplink,
        id: hop.address.clone(),
        name: name.into(),
        load: subject.found.value,
        capacity: usable.unwrap_or_default(),
        unit: Unit::MbS,
    };
    let roomy = usable.filter(|&usable| usable > ROOM * subject.found.value);
    let clue = roomy.map(|usable| {
        let what = capacities(subject, "clue-capacity-below", usable);
        Clue::off(carries(subject, usable), Weight::Tells, what)
    });
    named(subject, &limit).with(clue)
}

/// The name of a kind in JSON.
fn word(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Link => "link",
        LimitKind::Uplink => "uplink",
        LimitKind::RootComplex => "root_complex",
        LimitKind::Controller => "controller",
        LimitKind::Drive | LimitKind::DriveIops => "drive",
        _ => "place",
    }
}
