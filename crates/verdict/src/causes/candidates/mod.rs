//! All causes that are considered for a bottleneck, with the evidence for and against each.
//!
//! Which are considered depends on the machine and the workload, hardly on the figures: a cause is
//! not left out because the figures do not suggest it.

mod course;
mod own;
mod places;
mod processor;
mod slot;

use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::see::StorageKind;
use narrows_record::word::FigureUnit;
use narrows_units::Iops;

use super::candidate::{CauseCandidate, prior};
use super::nature::CapacityKind;
use super::subject::BottleneckSubject;
use super::weight::{Clue, EvidenceWeight, as_documented};
use super::{names, rate};
pub(super) use course::is_hot;

use crate::thresholds::explain::LONG_BLOCK_BYTES;

/// All possible causes of a bottleneck, not yet compared with other situations.
pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    let mut all = match subject.is_shared() {
        true => places::of(subject),
        false => own::of(subject),
    };
    if subject.is_shared() {
        all.push(requests(subject));
        all.extend(slot::of(subject));
    }
    all.extend(processor::of(subject));
    all.extend(course::of(subject));
    all.extend(throttle(subject));
    // An unknown cause. There is no evidence for or against it.
    let unknown = CauseCandidate::new(
        LimitRecordKind::Unknown,
        "unknown",
        Message::new("cause-unknown"),
        prior::UNKNOWN,
    );
    all.push(unknown);
    all
}

/// A controller, or another location shared by all of these, that is limited in requests per
/// second, whatever their size.
fn requests(subject: &BottleneckSubject<'_>) -> CauseCandidate {
    let iops = Iops::new(subject.iops());
    let what =
        Message::new("cause-requests").with("drives", names(&subject.drives)).with("iops", iops);
    let modelled = subject.predicted().filter(|(limit, _)| {
        limit.kind == LimitRecordKind::Controller && limit.unit == FigureUnit::Iops
    });
    let is_behind_controller = subject.drives.iter().all(|drive| {
        let storage = subject.storage(drive);
        storage.is_some_and(|it| !matches!(it.kind, StorageKind::Nvme | StorageKind::Virtio))
    });
    let prior = match subject.asked().block_bytes {
        _ if modelled.is_some() => prior::USUAL,
        small if small < LONG_BLOCK_BYTES => prior::REQUESTS_SMALL,
        _ if is_behind_controller => prior::REQUESTS_CONTROLLER,
        _ => prior::REQUESTS_LONG,
    };
    CauseCandidate::new(LimitRecordKind::Controller, "controller:requests", what, prior)
        .of(CapacityKind::Requests(subject.iops()))
        .with(modelled.map(|(_, sum)| as_predicted(subject, sum)))
}

/// The model's prediction for these drives, beside the result. Its ceiling is that of a description or of a class,
/// and a chip may have a lower one.
fn as_predicted(subject: &BottleneckSubject<'_>, sum: f64) -> Clue {
    let ratio = as_documented(subject.found, sum);
    let id = if ratio > 1.0 { "clue-figure-fits" } else { "clue-figure-misses" };
    let what =
        Message::new(id).with("found", rate(subject.found.value)).with("documented", rate(sum));
    Clue::figure(ratio, what)
}

/// A configured rate limit: a hypervisor, a control group. Guests nearly always have one.
fn throttle(subject: &BottleneckSubject<'_>) -> Option<CauseCandidate> {
    let is_guest = subject.run.machine.host.hypervisor.is_some();
    let what = Message::new("cause-throttle").with("rate", rate(subject.found.value));
    let clue = Clue::supporting(EvidenceWeight::Speaks, Message::new("clue-guest"));
    let nature = match subject.is_shared() {
        true => CapacityKind::Bytes(subject.found.value),
        false => CapacityKind::Own(subject.found.value),
    };
    let found =
        CauseCandidate::new(LimitRecordKind::Throttle, "throttle", what, prior::GUEST).of(nature);
    is_guest.then(|| found.with([clue]))
}
