//! Causes that limit one drive: the drive itself, its links, parts shared with others, a low queue depth,
//! the RAID engine.

use narrows_messages::Message;
use narrows_record::predict::{LimitRecord, LimitRecordKind, Prediction};
use narrows_record::run::workload_title;
use narrows_record::see::{EvidenceBasis, Hop};
use narrows_record::sharing::CapacityRange;
use narrows_record::word::{FigureUnit, TargetSet};
use narrows_units::Iops;
use narrows_units::stats::median;

use super::super::candidate::{CauseCandidate, prior};
use super::super::nature::CapacityKind;
use super::super::states::{self, CapacityMatch};
use super::super::subject::BottleneckSubject;
use super::super::weight::{AS_SAID, Clue, EvidenceWeight, as_documented, capacity};
use super::super::{names, rate};
use super::places::{parts, weighed};
use crate::explain::{DegradedLink, fallen_link};
use crate::thresholds::causes::{AT_LINK, GAINS};
use crate::thresholds::explain::LONG_BLOCK_BYTES;

/// Ends of the band of a limit other than the one that binds, which the prediction does not give.
const USUAL_BAND: (f64, f64) = (1.1, 1.05);
/// The width of the band, in logarithms, at which being within it counts as fitting a capacity does: 5 % to either
/// side.
const USUAL_WIDTH: f64 = 0.1;
/// A SATA, SAS or USB link carries its negotiated rate, which the kernel shows; less for another
/// reason.
const CABLE: [f64; 3] = [0.95, 0.0, 0.05];
/// So few requests in flight are rarely enough for a drive.
const FEW_IN_FLIGHT: u64 = 4;

pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    let Some(id) = subject.drives.first() else { return Vec::new() };
    let is_array = subject.run.machine.arrays.iter().any(|array| array.id == *id);
    let mut all = vec![drive(subject, id), requests(subject, id)];
    all.extend(links(subject, id));
    all.extend(fallen(subject, id));
    all.extend(transport(subject, id));
    all.extend(same(subject, id));
    all.extend(depth(subject, id));
    all.extend(is_array.then(|| raid_layer(subject, id)));
    all
}

/// The model's prediction for the drive alone.
fn prediction<'a>(subject: &BottleneckSubject<'a>, drive: &str) -> Option<&'a Prediction> {
    let workload = &subject.sharing.workload;
    let mut of_drive = subject.run.predictions.iter().filter(|it| it.target == drive);
    of_drive.find(|it| it.set == TargetSet::Alone && it.workload == *workload)
}

/// The drive's rate under a limit of this kind in the model: the binding one, or the next.
fn modelled(subject: &BottleneckSubject<'_>, drive: &str, kind: LimitRecordKind) -> Option<f64> {
    let predicted = prediction(subject, drive)?;
    if predicted.limit.kind == kind {
        return Some(predicted.mb_s);
    }
    let is_it = |limit: &&LimitRecord| limit.kind == kind && limit.unit == FigureUnit::MbS;
    predicted.next_limit.as_ref().filter(is_it).map(|limit| limit.capacity)
}

/// Likelihood of the figure if the model predicts it for this cause: most drives of a model match it,
/// some do less. `None` if the model has no prediction.
fn as_modelled(
    subject: &BottleneckSubject<'_>,
    drive: &str,
    kind: LimitRecordKind,
) -> Option<Clue> {
    let found = subject.found;
    let allowed = modelled(subject, drive, kind).filter(|allowed| *allowed > 0.0)?;
    let predicted = prediction(subject, drive)?;
    // The band of the prediction: four of five such drives.
    let (below, above) =
        (predicted.mb_s / predicted.low_mb_s, predicted.high_mb_s / predicted.mb_s);
    let is_band = predicted.limit.kind == kind && below.is_finite() && above.is_finite();
    let (below, above) = if is_band { (below, above) } else { USUAL_BAND };
    let near = found.value * below >= allowed && found.value <= allowed * above;
    // A wide band spreads the same probability further.
    let width = (below * above).ln().max(USUAL_WIDTH);
    // Anywhere in the band the figure is as likely as an exact hit, spread over the band's width.
    let fits = (USUAL_WIDTH / width) * capacity(at(found, allowed), allowed);
    let fits = if near { fits } else { 0.0 };
    let say =
        |id| Message::new(id).with("found", rate(found.value)).with("documented", rate(allowed));
    // Without the part that `as_documented` counts already.
    let beyond = (fits - capacity(found, allowed)).max(0.0);
    let ratio = as_documented(found, allowed) + AS_SAID * beyond;
    Some(Clue::figure(ratio, say(if near { "clue-figure-fits" } else { "clue-figure-misses" })))
}

/// The found interval, around another value.
fn at(found: CapacityRange, value: f64) -> CapacityRange {
    let factor = value / found.value;
    CapacityRange { value, low: found.low * factor, high: found.high * factor }
}

/// The drive's bandwidth.
fn drive(subject: &BottleneckSubject<'_>, id: &str) -> CauseCandidate {
    let what =
        Message::new("cause-drive").with("drive", id).with("rate", rate(subject.found.value));
    let found =
        CauseCandidate::new(LimitRecordKind::Drive, format!("drive:{id}"), what, prior::USUAL);
    let nature = CapacityKind::Own(subject.found.value);
    let as_alike = as_alike(subject, id);
    found.of(nature).with(as_alike.or_else(|| as_modelled(subject, id, LimitRecordKind::Drive)))
}

/// Likelihood of the figure beside those of drives that are described alike: they differ less from each other
/// than from a data sheet. `None` with fewer than two others.
fn as_alike(subject: &BottleneckSubject<'_>, id: &str) -> Option<Clue> {
    let own = prediction(subject, id)?;
    let mut others = Vec::new();
    for private in &subject.sharing.private {
        let Some(other) = prediction(subject, &private.drive) else { continue };
        let is_alike = (other.mb_s, other.low_mb_s, other.high_mb_s)
            == (own.mb_s, own.low_mb_s, own.high_mb_s);
        if private.drive != id && is_alike && other.limit.kind == own.limit.kind {
            others.push(private.capacity_mb_s.value);
        }
    }
    if others.len() < 2 || own.limit.kind != LimitRecordKind::Drive {
        return None;
    }
    let usual = median(&others)?;
    let ratio = as_documented(subject.found, usual);
    let what = Message::new(if ratio > 1.0 { "clue-alike-fits" } else { "clue-alike-misses" })
        .with("found", rate(subject.found.value))
        .with("usual", rate(usual));
    Some(Clue::figure(ratio, what))
}

/// The IOPS of the drive or its controller.
fn requests(subject: &BottleneckSubject<'_>, id: &str) -> CauseCandidate {
    let iops = Iops::new(subject.iops());
    let what = Message::new("cause-drive-iops").with("drive", id).with("iops", iops);
    let is_long = subject.asked().block_bytes >= LONG_BLOCK_BYTES;
    let prior = if is_long { prior::REQUESTS_LONG } else { prior::USUAL };
    let found =
        CauseCandidate::new(LimitRecordKind::DriveIops, format!("drive_iops:{id}"), what, prior);
    let nature = CapacityKind::Requests(subject.iops());
    found.of(nature).with(as_modelled(subject, id, LimitRecordKind::DriveIops))
}

/// The links on its path: its own in the state observed under load, and the narrowest of the
/// others.
fn links(subject: &BottleneckSubject<'_>, id: &str) -> Vec<CauseCandidate> {
    let own = subject.own_link(id);
    let narrowest = subject.storage(id).and_then(|storage| storage.narrowest.as_ref());
    // The narrowest link may be its own.
    let above = narrowest.filter(|link| own.is_none_or(|own| own.address != link.address));
    let above = above.and_then(|link| {
        let hops = subject.storage(id)?.hops.iter();
        let mut hops = hops.filter(|hop| hop.address == link.address && !hop.link.internal);
        Some((hops.next()?, link.usable_mb_s))
    });
    let own = own.zip(subject.link_carries(id));
    // One that fell is a separate cause.
    let own = own.filter(|_| fallen(subject, id).is_none());
    let own = own.map(|(hop, usable)| link(subject, id, hop, usable, true));
    own.into_iter()
        .chain(above.map(|(hop, usable)| link(subject, id, hop, usable, false)))
        .collect()
}

/// A link: as seen, in another state, or carrying less for another reason.
fn link(
    subject: &BottleneckSubject<'_>,
    id: &str,
    hop: &Hop,
    usable: f64,
    is_own: bool,
) -> CauseCandidate {
    let found = subject.found;
    let trained = subject.trained_down(id).filter(|_| is_own);
    let seen = if is_own { subject.link_seen(id) } else { hop.link.current };
    // A link sampled under load is observed, whatever the description's basis.
    let is_sampled = is_own && subject.rows().any(|row| !row.watched.links.is_empty());
    let basis = if is_sampled { EvidenceBasis::Observed } else { hop.link.basis };
    let other = seen.and_then(|seen| states::other(seen, usable, found));
    let [as_seen, in_another, less] = weighed(parts(basis), found, usable, other.as_ref());
    let ratio = as_seen + in_another + less;
    let (what, clue) = match (&other, trained) {
        (Some(CapacityMatch { states, mb_s, .. }), _) if in_another > as_seen.max(less) => (
            Message::new("cause-link-state")
                .with("drive", id)
                .with("link", &hop.address)
                .with("states", states.join(" / "))
                .with("rate", rate(found.value)),
            Message::new("clue-capacity-state")
                .with("found", rate(found.value))
                .with("states", states.join(" / "))
                .with("carries", rate(*mb_s))
                .with("documented", rate(usable)),
        ),
        (_, Some((seen, full))) => (
            Message::new("cause-link-trained")
                .with("drive", id)
                .with("narrow", seen)
                .with("full", full)
                .with("rate", rate(usable)),
            Message::new("clue-link-trained")
                .with("drive", id)
                .with("link", seen)
                .with("full", full),
        ),
        _ => (
            Message::new("cause-own-link")
                .with("drive", id)
                .with("link", &hop.address)
                .with("rate", rate(usable)),
            beside(found, usable),
        ),
    };
    CauseCandidate::new(LimitRecordKind::Link, format!("link:{}", hop.address), what, prior::USUAL)
        .of(CapacityKind::Own(found.value))
        .with([Clue::figure(ratio, clue)])
}

/// The found rate beside the link's.
fn beside(found: CapacityRange, usable: f64) -> Message {
    let id = match found.value / usable {
        at if AT_LINK.contains(&at) => "clue-at-link",
        below if below < 1.0 => "clue-below-link",
        _ => "clue-capacity-above",
    };
    Message::new(id).with("found", rate(found.value)).with("documented", rate(usable))
}

/// Its own link lost speed or lanes while it ran, and kept them lost: figures from before and after differ, and
/// mixtures of the two are neither. Beside others only, it is the slots' matter.
fn fallen(subject: &BottleneckSubject<'_>, id: &str) -> Option<CauseCandidate> {
    let hop = subject.own_link(id)?;
    let DegradedLink { full, narrow, row } = fallen_link(subject.run, id)?;
    // If the drive does not fill the rest of the link, the fall explains nothing.
    if subject.found.value < AT_LINK.start() * subject.link_carries(id)? {
        return None;
    }
    let what =
        Message::new("cause-link-fell").with("drive", id).with("full", full).with("narrow", narrow);
    let clue = Message::new("clue-link-fell")
        .with("drive", id)
        .text("workload", workload_title(&row.workload))
        .with("full", full)
        .with("narrow", narrow);
    let clue = Clue::supporting(EvidenceWeight::Proves, clue);
    let id = format!("link:{}", hop.address);
    Some(CauseCandidate::new(LimitRecordKind::Link, id, what, prior::USUAL).with([clue]))
}

/// SATA, SAS or USB below the controller, as described or at another rate.
fn transport(subject: &BottleneckSubject<'_>, id: &str) -> Option<CauseCandidate> {
    let drive = subject.run.machine.drives.iter().find(|drive| drive.id == id)?;
    let transport = drive.transport.as_ref()?;
    let name = transport.to_string();
    let usable = drive.usable_mb_s?;
    let found = subject.found;
    let other = states::other_transport(transport, found);
    // Virtual hardware shows no negotiated rate.
    let parts = if subject.is_simulated() { parts(EvidenceBasis::Documented) } else { CABLE };
    let [as_seen, in_another, less] = weighed(parts, found, usable, other.as_ref());
    let (what, clue) = match &other {
        Some(CapacityMatch { states, mb_s, .. }) if in_another > as_seen.max(less) => (
            Message::new("cause-link-state")
                .with("drive", id)
                .with("link", &name)
                .with("states", states.join(" / "))
                .with("rate", rate(found.value)),
            Message::new("clue-capacity-state")
                .with("found", rate(found.value))
                .with("states", states.join(" / "))
                .with("carries", rate(*mb_s))
                .with("documented", rate(usable)),
        ),
        _ => (
            Message::new("cause-own-link")
                .with("drive", id)
                .with("link", &name)
                .with("rate", rate(usable)),
            beside(found, usable),
        ),
    };
    let candidate =
        CauseCandidate::new(LimitRecordKind::Link, format!("link:{name}"), what, prior::USUAL);
    let clue = Clue::figure(as_seen + in_another + less, clue);
    Some(candidate.of(CapacityKind::Own(found.value)).with([clue]))
}

/// A bottleneck that it shares with others is its own if it fills it by itself.
fn same(subject: &BottleneckSubject<'_>, id: &str) -> Option<CauseCandidate> {
    let found = subject.found;
    let mut shared = subject.sharing.limits.iter().filter(|limit| {
        limit.drives.iter().any(|drive| drive == id)
            && limit.capacity_mb_s.value < GAINS * found.value
    });
    let limit = shared.next()?;
    let shared = limit.capacity_mb_s.value;
    let what =
        Message::new("cause-same").with("drives", names(&limit.drives)).with("rate", rate(shared));
    let clue = Message::new("clue-figure-fits")
        .with("found", rate(found.value))
        .with("documented", rate(shared));
    let kind = limit.place.as_ref().map_or(LimitRecordKind::Uplink, |place| place.limit.kind);
    let id = limit.place.as_ref().map_or("unseen", |place| place.limit.id.as_str());
    let candidate = CauseCandidate::new(kind, format!("shared:{id}"), what, prior::USUAL);
    let clue = Clue::figure(capacity(found, shared), clue);
    Some(candidate.of(CapacityKind::Own(found.value)).with([clue]))
}

/// A low queue depth: the rate is the queue depth divided by the latency.
fn depth(subject: &BottleneckSubject<'_>, id: &str) -> Option<CauseCandidate> {
    let asked = subject.asked();
    let flight = u64::from(asked.depth) * u64::from(asked.jobs);
    let what = Message::new("cause-depth").with("drive", id).with("depth", asked.depth);
    let nature = CapacityKind::Depth(subject.found.value);
    let clue = as_modelled(subject, id, LimitRecordKind::Depth);
    let prior = if flight < FEW_IN_FLIGHT { prior::USUAL } else { prior::RARE };
    let found =
        CauseCandidate::new(LimitRecordKind::Depth, "depth", what, prior).of(nature).with(clue);
    (flight > 0 && asked.block_bytes > 0).then_some(found)
}

fn raid_layer(subject: &BottleneckSubject<'_>, id: &str) -> CauseCandidate {
    let what = Message::new("cause-raid-layer").with("drive", id);
    let clue = as_modelled(subject, id, LimitRecordKind::RaidLayer);
    CauseCandidate::new(LimitRecordKind::RaidLayer, "raid_layer", what, prior::USUAL).with(clue)
}
