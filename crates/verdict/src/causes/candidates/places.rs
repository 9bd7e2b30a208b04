//! Locations of the topology that drives share: as described, in another state, with their own ceiling,
//! beside other traffic; and those missing from the description.

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::see::{DeviceKind, EvidenceBasis, Hop, PortKind, StorageKind};
use narrows_record::sharing::CapacityRange;

use super::super::candidate::{CauseCandidate, UNSEEN, prior};
use super::super::nature::CapacityKind;
use super::super::states::{self, CapacityMatch};
use super::super::subject::BottleneckSubject;
use super::super::weight::{Clue, EvidenceWeight, capacity};
use super::super::{names, rate};
use crate::sharing::places::PathLocation;
use crate::thresholds::causes::{CEILING_LEAST, LESS, ROOT_COMPLEX_LEAST};

/// The fraction of their link that older SAS adapters and RAID cards pass on, and newer ones, as in
/// `narrows-model`.
const ADAPTER: (f64, f64) = (0.85, 0.92);

/// How much rarer more than a link carries is than less: no reason gives more, a mistake in a document does.
const MORE: f64 = 1.0 / 20.0;
/// How much rarer than any unknown cause it is that a processor moves less than all of them do.
const NO_PROCESSOR: f64 = 0.1;
/// How often an unseen part is a PCIe link; else it carries any rate.
const UNSEEN_IS_LINK: f64 = 0.8;

pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    let mut all = Vec::new();
    all.extend(undocumented(subject));
    for location in &subject.places.locations {
        if is_exact(subject, location) {
            all.extend(as_described(subject, location));
            all.extend(ceiling(subject, location));
            all.extend(traffic(subject, location));
        } else {
            all.extend(elsewhere(subject, location));
        }
    }
    all.push(unseen(subject));
    all
}

fn is_exact(subject: &BottleneckSubject<'_>, location: &PathLocation<'_>) -> bool {
    let all = location.drives.iter().all(|drive| subject.drives.iter().any(|it| it == drive));
    all && location.drives.len() == subject.drives.len()
}

fn hop<'a>(subject: &BottleneckSubject<'a>, id: &str) -> Option<&'a Hop> {
    let mut hops = subject.run.machine.storage.iter().flat_map(|storage| &storage.hops);
    hops.find(|hop| hop.address == id && !hop.link.internal)
}

/// The parts of a location's likelihood: it carries its documented rate, its link is in another state,
/// or it carries less otherwise.
pub(super) fn parts(basis: EvidenceBasis) -> [f64; 3] {
    match basis {
        // Registers do not lie; the other end behind a bridge may still differ.
        EvidenceBasis::Observed => [0.968, 0.002, 0.03],
        _ => [0.8, 0.15, 0.05],
    }
}

/// These parts, weighted by their fit to the found capacity.
pub(super) fn weighed(
    [as_said, in_another, less]: [f64; 3],
    found: CapacityRange,
    said: f64,
    other: Option<&CapacityMatch>,
) -> [f64; 3] {
    let in_another = in_another * other.map_or(0.0, |other| other.ratio);
    [
        as_said * capacity(found, said),
        in_another,
        if found.value < said { less } else { less * MORE },
    ]
}

/// Locations without a documented capacity: nothing can distinguish one from the other, so that they are one
/// cause with all their names.
fn undocumented(subject: &BottleneckSubject<'_>) -> Option<CauseCandidate> {
    let found = subject.found.value;
    let locations = subject.places.locations.iter();
    let all: Vec<&PathLocation<'_>> =
        locations.filter(|it| is_exact(subject, it) && documented(it).is_none()).collect();
    let first = all.first()?;
    let prior = match first.kind {
        // No processor moves less.
        LimitRecordKind::RootComplex if found < ROOT_COMPLEX_LEAST => prior::UNKNOWN * NO_PROCESSOR,
        LimitRecordKind::RootComplex => prior::PROCESSOR_CEILING,
        _ => prior::HIDDEN,
    };
    let places: Vec<String> = all.iter().map(|location| location.id.to_owned()).collect();
    let mut what = Message::new("cause-place").text("place", &first.name).with("rate", rate(found));
    if all.len() > 1 {
        what =
            Message::new("cause-places").with("places", names(&places)).with("rate", rate(found));
    }
    let candidate = CauseCandidate::new(first.kind, id(first), what, prior);
    Some(candidate.of(CapacityKind::Bytes(found)).with([just_these(subject, first)]))
}

fn documented(location: &PathLocation<'_>) -> Option<f64> {
    location.capacity.filter(|capacity| *capacity > 0.0)
}

fn just_these(subject: &BottleneckSubject<'_>, location: &PathLocation<'_>) -> Clue {
    let what = Message::new("clue-just-these")
        .text("place", &location.name)
        .with("drives", names(&subject.drives));
    Clue::supporting(EvidenceWeight::Hints, what)
}

fn as_described(
    subject: &BottleneckSubject<'_>,
    location: &PathLocation<'_>,
) -> Option<CauseCandidate> {
    let found = subject.found;
    let documented = documented(location)?;
    let candidate = |what: Message, clue: Clue| {
        CauseCandidate::new(location.kind, id(location), what, prior::USUAL)
            .of(CapacityKind::Bytes(found.value))
            .with([just_these(subject, location), clue])
    };
    let plain = || {
        Message::new("cause-place").text("place", &location.name).with("rate", rate(found.value))
    };
    let hop = hop(subject, location.id);
    let basis = hop.map_or(EvidenceBasis::Documented, |hop| hop.link.basis);
    let of_hop = hop.and_then(|hop| {
        let usable = hop.link.usable_mb_s.filter(|usable| *usable > 0.0)?;
        if !is_adapter(subject, location) {
            return states::other(hop.link.current?, usable, found);
        }
        let passed = documented.min(ADAPTER.1 * usable);
        // The part that an adapter passes is known from 0.85 to 0.92 only, which widens the
        // interval.
        let (low, high) = (found.low * ADAPTER.0 / ADAPTER.1, found.high * ADAPTER.1 / ADAPTER.0);
        states::other(hop.link.current?, passed, CapacityRange { low, high, ..found })
    });
    let port = subject.run.machine.ports.iter().find(|port| port.id == location.id);
    let other = match port.map(|port| &port.kind) {
        Some(PortKind::NetworkLink) => states::other_network(documented, found),
        Some(PortKind::Tunnel) => states::other_cable(documented, found),
        _ => of_hop,
    };
    let [as_documented, in_another, less] =
        weighed(parts(basis), found, documented, other.as_ref());
    // A ceiling and other traffic are those reasons, and are weighed by themselves.
    let less = if has_own_reasons(documented, found) { 0.0 } else { less };
    let ratio = as_documented + in_another + less;
    let say =
        |id| Message::new(id).with("found", rate(found.value)).with("documented", rate(documented));
    if in_another > as_documented.max(less)
        && let Some(CapacityMatch { states, mb_s, .. }) = &other
    {
        let what = Message::new("cause-place-state")
            .text("place", &location.name)
            .with("states", states.join(" / "))
            .with("rate", rate(found.value));
        let clue = Message::new("clue-capacity-state")
            .with("found", rate(found.value))
            .with("states", states.join(" / "))
            .with("carries", rate(*mb_s))
            .with("documented", rate(documented));
        return Some(candidate(what, Clue::figure(ratio, clue)));
    }
    let clue = match found.value {
        _ if as_documented >= less => say("clue-capacity-fits"),
        below if below < documented => say("clue-capacity-below"),
        _ => say("clue-capacity-above"),
    };
    Some(candidate(plain(), Clue::figure(ratio, clue)))
}

/// A SAS or SATA controller or RAID card, which moves less than its link.
fn is_adapter(subject: &BottleneckSubject<'_>, location: &PathLocation<'_>) -> bool {
    subject.run.machine.storage.iter().any(|storage| {
        let is_chip = !matches!(storage.kind, StorageKind::Nvme | StorageKind::Virtio);
        storage.id == location.id && is_chip
    })
}

/// Whether so much less than documented is found that its reasons are causes of their own.
fn has_own_reasons(documented: f64, found: CapacityRange) -> bool {
    CEILING_LEAST * documented < found.value && found.value < LESS * documented
}

/// A chip's ceiling, below that of the link above it.
fn ceiling(subject: &BottleneckSubject<'_>, location: &PathLocation<'_>) -> Option<CauseCandidate> {
    let documented = documented(location).filter(|it| has_own_reasons(*it, subject.found))?;
    let found = subject.found.value;
    let prior =
        if is_adapter(subject, location) { prior::CONTROLLER_CEILING } else { prior::CEILING };
    let what = Message::new("cause-ceiling")
        .text("place", &location.name)
        .with("documented", rate(documented))
        .with("rate", rate(found));
    let candidate = CauseCandidate::new(
        LimitRecordKind::Controller,
        format!("ceiling:{}", location.id),
        what,
        prior,
    )
    .of(CapacityKind::Bytes(found));
    Some(candidate.with([just_these(subject, location)]))
}

/// Traffic of other devices below a link takes part of it.
fn traffic(subject: &BottleneckSubject<'_>, location: &PathLocation<'_>) -> Option<CauseCandidate> {
    let documented = documented(location).filter(|it| has_own_reasons(*it, subject.found))?;
    let found = subject.found;
    // Network cards whose data passes this location.
    let machine = &subject.run.machine;
    let passes = |parent: &Option<String>| {
        let first = parent.as_deref();
        let above = std::iter::successors(first, |at| {
            machine.ports.iter().find(|port| port.id == *at)?.parent.as_deref()
        });
        // Ports may form a circle in a damaged document.
        above.take(machine.ports.len() + 1).any(|at| at == location.id)
    };
    let cards = machine.devices.iter().filter(|device| device.kind == DeviceKind::Network);
    let cards: Vec<String> = cards
        .filter(|device| passes(&device.parent))
        .map(|device| device.model.clone().unwrap_or_else(|| device.id.clone()))
        .collect();
    let modelled = subject.predicted().filter(|(limit, sum)| {
        limit.id == location.id && *sum < LESS * documented && !cards.is_empty()
    });
    let taken = documented - found.value;
    let what = Message::new(if cards.is_empty() { "cause-traffic" } else { "cause-traffic-of" })
        .text("place", &location.name)
        .with("cards", cards.join(", "))
        .with("taken", rate(taken))
        .with("rate", rate(found.value));
    let prior = match (&modelled, cards.is_empty()) {
        (Some(_), _) => prior::USUAL,
        (None, false) => prior::TRAFFIC,
        (None, true) => prior::TRAFFIC_UNKNOWN,
    };
    let clue = modelled.map(|(_, sum)| {
        let left = Message::new("clue-figure-fits")
            .with("found", rate(found.value))
            .with("documented", rate(sum));
        Clue::figure(capacity(found, sum), left)
    });
    let candidate =
        CauseCandidate::new(location.kind, format!("traffic:{}", location.id), what, prior)
            .of(CapacityKind::Bytes(found.value))
            .with(clue);
    Some(candidate.with([just_these(subject, location)]))
}

/// A location with some of these drives, or with more than these: one of them is attached elsewhere than
/// described.
fn elsewhere(
    subject: &BottleneckSubject<'_>,
    location: &PathLocation<'_>,
) -> Option<CauseCandidate> {
    let documented = location.capacity.filter(|_| location.drives.len() > 1)?;
    let is_member = |drive: &&str| subject.drives.iter().any(|it| it == drive);
    let behind = location.drives.iter().filter(|drive| is_member(drive)).count();
    let moved: Vec<String> = if behind == location.drives.len() {
        let is_new = |drive: &&String| !location.drives.contains(&drive.as_str());
        subject.drives.iter().filter(is_new).cloned().collect()
    } else if behind == subject.drives.len() {
        let is_gone = |drive: &&&str| !is_member(drive);
        location.drives.iter().filter(is_gone).map(|drive| (*drive).to_owned()).collect()
    } else {
        return None;
    };
    // One or two drives may be in another slot; half of a machine is not.
    if behind < 2 || 2 * moved.len() > behind.max(2) {
        return None;
    }
    let what = Message::new("cause-elsewhere")
        .text("place", &location.name)
        .with("drives", names(&moved))
        .with("how", if behind == location.drives.len() { "in" } else { "out" })
        .with("rate", rate(subject.found.value));
    let clue = Message::new("clue-capacity-fits")
        .with("found", rate(subject.found.value))
        .with("documented", rate(documented));
    let clue = Clue::figure(capacity(subject.found, documented), clue);
    let prior = prior::ELSEWHERE / moved.len() as f64;
    Some(
        CauseCandidate::new(location.kind, id(location), what, prior)
            .of(CapacityKind::Bytes(subject.found.value))
            .with([clue]),
    )
}

/// A link or controller that no topology shows. Figures of other programs come without any topology, and
/// most drives that share a limit share one of these.
fn unseen(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let found = subject.found;
    let is_seen = |drive: &String| subject.storage(drive).is_some_and(|it| !it.hops.is_empty());
    let is_known = subject.drives.iter().all(is_seen);
    let mut drives = subject.run.machine.drives.iter();
    let first = drives.find(|drive| subject.drives.contains(&drive.id));
    let any = states::any(first.and_then(|drive| drive.transport.as_ref()), found);
    let ratio = any.as_ref().map_or(0.0, |any| any.ratio);
    let ratio = UNSEEN_IS_LINK * ratio + 1.0 - UNSEEN_IS_LINK;
    let states = any.map(|any| any.states.join(" / ")).unwrap_or_default();
    let id = if is_known { "cause-hidden" } else { "cause-unseen" };
    let what =
        Message::new(id).with("drives", names(&subject.drives)).with("rate", rate(found.value));
    let clue =
        Message::new("clue-capacity-rate").with("found", rate(found.value)).with("states", states);
    let is_described =
        subject.places.locations.iter().any(|it| is_exact(subject, it) && documented(it).is_some());
    let prior = match (is_known, is_described) {
        (_, true) => prior::HIDDEN_BESIDE,
        (true, false) => prior::HIDDEN,
        (false, false) => prior::USUAL,
    };
    CauseCandidate::new(LimitRecordKind::Uplink, UNSEEN, what, prior)
        .of(CapacityKind::Bytes(found.value))
        .with((ratio > 1.0).then(|| Clue::figure(ratio, clue)))
}

fn id(location: &PathLocation<'_>) -> String {
    let word = match location.kind {
        LimitRecordKind::Link => "link",
        LimitRecordKind::Uplink => "uplink",
        LimitRecordKind::RootComplex => "root_complex",
        LimitRecordKind::Controller => "controller",
        LimitRecordKind::Drive | LimitRecordKind::DriveIops => "drive",
        _ => "place",
    };
    format!("{}:{}", word, location.id)
}
