//! The bottleneck of one drive alone.

use narrows_messages::Message;
use narrows_record::predict::{LimitRecordKind, Prediction};
use narrows_record::run::{RunDocument, RunSimulation};
use narrows_record::see::{ArrayKind, DriveRecord, StorageKind, StorageRecord};
use narrows_record::sentence;

use super::figures::{FiguresByDrive, MedianFigure};
use super::{Conclusion, answered, rate, stacked};
use crate::thresholds::explain::{AT_LIMIT, BEYOND_LIMIT, THREAD_BUSY, UNSHARED};

/// A drive below its prediction by itself: before what drives share, since nothing that they share explains it.
pub(super) const SLOWER_ALONE: &str = "finding-slower-alone";
pub(super) const SLOWER_ALIKE: &str = "finding-slower-alike";

/// The narrowest known link on a drive's path.
struct NarrowestLink {
    name: String,
    usable_mb_s: f64,
}

pub(super) fn conclude(run: &RunDocument, figures: &FiguresByDrive<'_>, drive: &str) -> Conclusion {
    let seen =
        figures.alone.get(drive).copied().unwrap_or(MedianFigure { mb_s: 0.0, thread_cpu: 0.0 });
    let predicted = figures.predicted_alone.get(drive).copied();
    // What makes the figure doubtful comes first, however it compares.
    let unsure = answered::conclude(run, drive)
        .or_else(|| stacked::alone(&run.machine, drive))
        .or_else(|| link_fault(run, drive))
        .or_else(|| slower_alike(run, drive));
    let (what, limit) = match unsure {
        Some(what) => (what, None),
        None => judge(run, drive, seen, predicted),
    };
    let what = what.with("drive", drive).with("rate", rate(seen.mb_s));
    let limit = limit.map(|predicted| predicted.limit.clone());
    Conclusion { targets: vec![drive.to_owned()], what, limit }
}

/// Reports that its link is at fault, however its figures compare.
fn link_fault(run: &RunDocument, drive: &str) -> Option<Message> {
    let mut faults = run.sharing.as_ref()?.link_faults();
    let cause = faults.find(|cause| cause.drive.as_deref() == Some(drive))?;
    Some(Message::new("finding-own-cause").text("cause", &cause.text))
}

/// Reports drives that are slower than others described alike, at the first of them. Those of one model are compared
/// by `alike`, which has reasons.
fn slower_alike(run: &RunDocument, drive: &str) -> Option<Message> {
    let known = run.machine.drives.iter().find(|known| known.id == drive)?;
    let mut unmet = run.sharing.as_ref()?.unmet.iter();
    let slow = unmet.find(|unmet| {
        let is_it = unmet.text.id() == Some(sentence::SLOWER_ALIKE);
        is_it && unmet.drives.first().is_some_and(|first| first == drive)
    })?;
    known.model.is_none().then(|| Message::new(SLOWER_ALIKE).text("what", &slow.text))
}

/// The message, and the prediction whose bottleneck it confirms.
fn judge<'a>(
    run: &RunDocument,
    drive: &str,
    seen: MedianFigure,
    predicted: Option<&'a Prediction>,
) -> (Message, Option<&'a Prediction>) {
    let found = run.machine.drives.iter().find(|known| known.id == drive);
    let storage = found.and_then(|drive| storage_of(run, drive));
    if seen.thread_cpu >= THREAD_BUSY {
        let percent = format!("{:.0}", seen.thread_cpu * 100.0);
        return (Message::new("finding-at-thread").with("percent", percent), None);
    }
    let fits_drive = predicted.filter(|p| {
        p.limit.kind == LimitRecordKind::Drive && (p.low_mb_s..=p.high_mb_s).contains(&seen.mb_s)
    });
    match found.and_then(|found| narrowest(found, storage)) {
        // A simulation of the machine as described cannot confirm a rated speed; it was built from
        // it.
        _ if fits_drive.is_some() => {
            let is_one_model = run.simulation.as_ref().is_some_and(RunSimulation::is_as_described);
            let id = if is_one_model { "finding-as-modelled" } else { "finding-at-drive" };
            (Message::new(id), fits_drive)
        }
        Some(link) if seen.mb_s > BEYOND_LIMIT * link.usable_mb_s => {
            (of_link(Message::new("finding-above-link"), &link), None)
        }
        Some(link) if seen.mb_s >= AT_LIMIT * link.usable_mb_s => {
            let is_link = |p: &&Prediction| {
                matches!(p.limit.kind, LimitRecordKind::Link | LimitRecordKind::Uplink)
            };
            (of_link(Message::new("finding-at-link"), &link), predicted.filter(is_link))
        }
        Some(link) if is_encrypted(run, drive) => {
            (of_link(Message::new("finding-below-link-encrypted"), &link), None)
        }
        Some(link) => {
            // A bound promises nothing, and four of five such drives are within the band.
            let missed = predicted.filter(|p| !p.is_at_most() && seen.mb_s < UNSHARED * p.low_mb_s);
            let what = missed.map_or(Message::new("finding-below-link"), |predicted| {
                Message::new(SLOWER_ALONE)
                    .with("low", rate(predicted.low_mb_s))
                    .with("high", rate(predicted.high_mb_s))
            });
            (of_link(what, &link), None)
        }
        None if is_virtual(run, storage) => (Message::new("finding-virtual-disk"), None),
        None if found.is_none() => (Message::new("finding-file"), None),
        None => (Message::new("finding-no-link-known"), None),
    }
}

fn of_link(message: Message, link: &NarrowestLink) -> Message {
    message.with("address", &link.name).with("capacity", rate(link.usable_mb_s))
}

/// The narrower of the PCIe path and of SATA, SAS or USB below it.
fn narrowest(drive: &DriveRecord, storage: Option<&StorageRecord>) -> Option<NarrowestLink> {
    let transport = drive.usable_mb_s.map(|usable_mb_s| NarrowestLink {
        name: drive.transport.as_ref().map(ToString::to_string).unwrap_or_default(),
        usable_mb_s,
    });
    let way = storage.and_then(|storage| storage.narrowest.as_ref()).map(|narrowest| {
        NarrowestLink { name: narrowest.address.clone(), usable_mb_s: narrowest.usable_mb_s }
    });
    match (transport, way) {
        (Some(transport), Some(way)) if way.usable_mb_s < transport.usable_mb_s => Some(way),
        (Some(transport), _) => Some(transport),
        (None, way) => way,
    }
}

fn storage_of<'a>(run: &'a RunDocument, drive: &DriveRecord) -> Option<&'a StorageRecord> {
    let controller = drive.controller.as_ref()?;
    run.machine.storage.iter().find(|storage| storage.id == *controller)
}

/// Whether its scratch file is on an encrypted volume, which processor cores decrypt.
fn is_encrypted(run: &RunDocument, drive: &str) -> bool {
    let over = |array: &&narrows_record::see::ArrayRecord| array.drives == [drive];
    let mut arrays = run.machine.arrays.iter().filter(over);
    arrays.any(|array| array.kind == ArrayKind::Crypt)
}

fn is_virtual(run: &RunDocument, storage: Option<&StorageRecord>) -> bool {
    let is_disk_of_a_guest = run.machine.host.hypervisor.is_some() && storage.is_some();
    is_disk_of_a_guest || storage.is_some_and(|storage| storage.kind == StorageKind::Virtio)
}
