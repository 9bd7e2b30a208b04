//! The first change to make if a cause is right, and its gain.

use narrows_messages::{DocumentText, Message, MessageValue};
use narrows_record::predict::{LimitRecordKind, Prediction};
use narrows_record::word::{FigureUnit, TargetSet};

use super::candidate::{CauseCandidate, OTHERS, UNSEEN};
use super::nature::CapacityKind;
use super::subject::BottleneckSubject;
use super::{names, rate};
use crate::thresholds::causes::GAINS;

/// A change and its gain before it is rendered.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RemedyGain {
    pub what: Message,
    /// The gain of all drives behind the bottleneck together, MB/s.
    pub gain_mb_s: Option<f64>,
}

impl RemedyGain {
    fn new(id: &'static str, subject: &BottleneckSubject<'_>, gain_mb_s: Option<f64>) -> Self {
        let gain_mb_s = gain_mb_s.filter(|gain| *gain > 0.0 && gain.is_finite());
        let then = subject.found.value + gain_mb_s.unwrap_or_default();
        let what =
            Message::new(id).with("drives", names(&subject.drives)).with("rate", rate(then)).with(
                "block",
                narrows_units::Bytes::new(subject.asked().block_bytes.max(1).saturating_mul(8))
                    .to_string(),
            );
        Self { what, gain_mb_s }
    }
}

/// The change for a cause; `None` if nothing can be done.
pub(super) fn of(
    subject: &BottleneckSubject<'_>,
    candidate: &CauseCandidate,
) -> Option<RemedyGain> {
    let sum: f64 = subject.loads().iter().map(|load| load.wants).sum();
    let rest = || Some(sum - subject.found.value);
    let plain = |id| RemedyGain::new(id, subject, None);
    // A remedy that promises a rate needs one not reached yet.
    let gaining = |id, gain: Option<f64>| {
        Some(RemedyGain::new(id, subject, gain)).filter(|it| it.gain_mb_s.is_some())
    };
    // The loss during the run.
    let falls = subject.rows().flat_map(|row| &row.changes);
    Some(match (candidate.kind, &candidate.nature) {
        (LimitRecordKind::Throttle, _) => plain("remedy-throttle"),
        (_, CapacityKind::Narrowed(_)) => plain("remedy-slot"),
        _ if candidate.id == UNSEEN => plain("remedy-unseen"),
        _ if candidate.id.starts_with("traffic:") => plain("remedy-traffic"),
        (_, CapacityKind::Bytes(_)) => shared(subject, candidate),
        // Another slot does not help against a cable or controller limit.
        (LimitRecordKind::Link, _) if is_cabled(subject) => plain("remedy-cable"),
        // Of a drive that fills its link, nothing else may be known.
        (LimitRecordKind::Link, _) => {
            gaining("remedy-link", next(subject)).unwrap_or_else(|| plain("remedy-link-open"))
        }
        (LimitRecordKind::Drive, _) => plain("remedy-drive"),
        (LimitRecordKind::Controller | LimitRecordKind::DriveIops, _) => plain("remedy-requests"),
        (LimitRecordKind::Cpu, CapacityKind::Threads(_)) => {
            gaining("remedy-thread", if subject.is_shared() { rest() } else { next(subject) })?
        }
        (LimitRecordKind::Cpu, _) => gaining("remedy-cores", rest())?,
        (LimitRecordKind::Depth, _) => gaining("remedy-depth", next(subject))?,
        (LimitRecordKind::Heat, _) => {
            match falls.map(|change| change.from_mb_s - change.to_mb_s).reduce(f64::max) {
                Some(lost) => RemedyGain::new("remedy-heat", subject, Some(lost)),
                None => plain("remedy-cool"),
            }
        }
        (LimitRecordKind::Cache, _) => plain("remedy-cache"),
        (LimitRecordKind::RaidLayer, _) => plain("remedy-raid-layer"),
        (LimitRecordKind::Unknown, _) if candidate.id == OTHERS => plain("remedy-others"),
        _ => return None,
    })
}

/// Whether it is a drive of SATA, SAS or USB.
fn is_cabled(subject: &BottleneckSubject<'_>) -> bool {
    let drives = &subject.run.machine.drives;
    let known = subject.drives.first().and_then(|id| drives.iter().find(|drive| drive.id == *id));
    known.is_some_and(|drive| drive.transport.is_some())
}

/// The planner decides whether there is another slot, and its gain (`advice`).
fn shared(subject: &BottleneckSubject<'_>, candidate: &CauseCandidate) -> RemedyGain {
    let place = candidate.what.values().iter().find(|(name, _)| *name == "place");
    let place: DocumentText = match place {
        Some((_, MessageValue::Text(text))) => text.as_str().into(),
        Some((_, MessageValue::Sentence(name))) => name.into(),
        _ => candidate.id.as_str().into(),
    };
    let change = RemedyGain::new("remedy-shared", subject, None);
    RemedyGain { what: change.what.text("place", place), ..change }
}

/// The sum of all drives after moving this one away from the bottleneck.
pub(super) fn after_move(subject: &BottleneckSubject<'_>, drive: &str) -> f64 {
    let loads = subject.loads();
    let others: f64 = loads.iter().filter(|load| load.drive != drive).map(|load| load.wants).sum();
    let own: f64 = loads.iter().filter(|load| load.drive == drive).map(|load| load.wants).sum();
    own + others.min(subject.found.value)
}

/// The model's next bottleneck of the drive, less its present rate.
fn next(subject: &BottleneckSubject<'_>) -> Option<f64> {
    let drive = subject.drives.first()?;
    let is_it = |it: &&Prediction| {
        it.target == *drive && it.set == TargetSet::Alone && it.workload == subject.sharing.workload
    };
    let predicted = subject.run.predictions.iter().find(is_it)?;
    let limits = [Some(&predicted.limit), predicted.next_limit.as_ref()];
    let above = limits.into_iter().flatten().filter(|limit| {
        limit.unit == FigureUnit::MbS && limit.capacity > GAINS * subject.found.value
    });
    above.map(|limit| limit.capacity - subject.found.value).reduce(f64::min)
}
