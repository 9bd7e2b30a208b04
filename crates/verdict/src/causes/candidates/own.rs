//! Causes that limit one drive: the drive itself, its links, a low queue depth, the RAID engine.

use narrows_messages::Message;
use narrows_record::predict::{LimitKind, Prediction};
use narrows_record::word::Set;
use narrows_units::Iops;

use super::super::candidate::{Candidate, RARE, USUAL};
use super::super::nature::Nature;
use super::super::rate;
use super::super::subject::Subject;
use super::super::weight::{Clue, Foreseen, Weight};
use crate::thresholds::causes::AT_LINK;

pub(super) fn of(subject: &Subject<'_>) -> Vec<Candidate> {
    let Some(id) = subject.drives.first() else { return Vec::new() };
    let is_array = subject.run.machine.arrays.iter().any(|array| array.id == *id);
    let mut all = vec![drive(subject, id), requests(subject, id)];
    all.extend(links(subject, id));
    all.extend(transport(subject, id));
    all.extend(depth(subject, id));
    all.extend(is_array.then(|| raid_layer(subject, id)));
    all
}

fn predicted<'a>(subject: &Subject<'a>, drive: &str) -> Option<&'a Prediction> {
    let workload = &subject.sharing.workload;
    let mut of_drive = subject.run.predictions.iter().filter(|it| it.target == drive);
    of_drive.find(|it| it.set == Set::Alone && it.workload == *workload)
}

/// Whether the model predicts this kind of limit for the drive, and its figure matches.
fn model_says(subject: &Subject<'_>, drive: &str, kind: LimitKind) -> Option<Clue> {
    let predicted = predicted(subject, drive).filter(|it| it.limit.kind == kind)?;
    let found = subject.found.value;
    let fits = (predicted.low_mb_s..=predicted.high_mb_s).contains(&found);
    let say =
        |id| Message::new(id).with("found", rate(found)).with("documented", rate(predicted.mb_s));
    let foreseen = Foreseen { expected: predicted.mb_s, measured: found };
    Some(match fits {
        true => Clue::supporting(Weight::Speaks, say("clue-figure-fits")),
        false => Clue::off(foreseen, Weight::Speaks, say("clue-figure-misses")),
    })
}

/// The drive's bandwidth.
fn drive(subject: &Subject<'_>, id: &str) -> Candidate {
    let what =
        Message::new("cause-drive").with("drive", id).with("rate", rate(subject.found.value));
    let found = Candidate::new(LimitKind::Drive, format!("drive:{id}"), what, USUAL);
    let nature = Nature::Own(subject.found.value);
    found.of(nature).with(model_says(subject, id, LimitKind::Drive))
}

/// The IOPS of the drive or its controller.
fn requests(subject: &Subject<'_>, id: &str) -> Candidate {
    let iops = Iops::new(subject.iops());
    let what = Message::new("cause-drive-iops").with("drive", id).with("iops", iops);
    let found = Candidate::new(LimitKind::DriveIops, format!("drive_iops:{id}"), what, USUAL);
    let nature = Nature::Requests(subject.iops());
    found.of(nature).with(model_says(subject, id, LimitKind::DriveIops))
}

/// The narrowest link on its path, and its own where that is another and trained down. Its own
/// counts as observed under load: the topology shows its state in between.
fn links(subject: &Subject<'_>, id: &str) -> Vec<Candidate> {
    let own = subject.own_link(id).map(|hop| hop.address.as_str()).zip(subject.link_carries(id));
    let narrowest = subject.storage(id).and_then(|storage| storage.narrowest.as_ref());
    let narrowest = narrowest.map(|link| (link.address.as_str(), link.usable_mb_s));
    let own_counts = subject.trained_down(id).is_some()
        || own.zip(narrowest).is_some_and(|((own, _), (narrowest, _))| own == narrowest);
    let own = own.filter(|_| own_counts);
    let other = narrowest.filter(|(name, _)| own.is_none_or(|(own, _)| own != *name));
    let own = own.map(|(name, usable)| own_link(subject, id, name, usable));
    let other = other.map(|(name, usable)| of_capacity(subject, id, name, usable));
    own.into_iter().chain(other).collect()
}

/// Running below its capability is evidence only where the drive moves as much as the link carries.
fn own_link(subject: &Subject<'_>, id: &str, name: &str, usable: f64) -> Candidate {
    let found = of_capacity(subject, id, name, usable);
    let Some((seen, full)) = subject.trained_down(id) else { return found };
    let what = Message::new("cause-link-trained")
        .with("drive", id)
        .with("narrow", seen)
        .with("full", full)
        .with("rate", rate(usable));
    let say = Message::new("clue-link-trained").with("drive", id).with("link", seen);
    let is_at = AT_LINK.contains(&(subject.found.value / usable));
    let clue = is_at.then(|| Clue::supporting(Weight::Tells, say.with("full", full)));
    Candidate { what, ..found }.with(clue)
}

/// SATA, SAS or USB below the controller.
fn transport(subject: &Subject<'_>, id: &str) -> Option<Candidate> {
    let drive = subject.run.machine.drives.iter().find(|drive| drive.id == id)?;
    let name = drive.transport.as_ref()?.to_string();
    Some(of_capacity(subject, id, &name, drive.usable_mb_s?))
}

fn of_capacity(subject: &Subject<'_>, id: &str, name: &str, usable: f64) -> Candidate {
    let what = Message::new("cause-own-link")
        .with("drive", id)
        .with("link", name)
        .with("rate", rate(usable));
    let say = |id| {
        Message::new(id).with("found", rate(subject.found.value)).with("documented", rate(usable))
    };
    let foreseen = Foreseen { expected: usable, measured: subject.found.value };
    let off = |id| Clue::off(foreseen, Weight::Tells, say(id));
    let clue = match subject.found.value / usable {
        at if AT_LINK.contains(&at) => Clue::supporting(Weight::Speaks, say("clue-at-link")),
        below if below < 1.0 => off("clue-below-link"),
        _ => off("clue-capacity-above"),
    };
    let found = Candidate::new(LimitKind::Link, format!("link:{name}"), what, USUAL);
    found.of(Nature::Own(subject.found.value)).with([clue])
}

/// A low queue depth: the rate is the queue depth divided by the latency.
fn depth(subject: &Subject<'_>, id: &str) -> Option<Candidate> {
    let asked = subject.asked();
    let flight = u64::from(asked.depth) * u64::from(asked.jobs);
    let what = Message::new("cause-depth").with("drive", id).with("depth", asked.depth);
    let nature = Nature::Depth(subject.found.value);
    let clue = model_says(subject, id, LimitKind::Depth);
    let found = Candidate::new(LimitKind::Depth, "depth", what, RARE).of(nature).with(clue);
    (flight > 0 && asked.block_bytes > 0).then_some(found)
}

fn raid_layer(subject: &Subject<'_>, id: &str) -> Candidate {
    let what = Message::new("cause-raid-layer").with("drive", id);
    let clue = model_says(subject, id, LimitKind::RaidLayer);
    Candidate::new(LimitKind::RaidLayer, "raid_layer", what, USUAL).with(clue)
}
