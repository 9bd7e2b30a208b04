//! The rate of each drive alone, and its bottleneck there.

use narrows_infer::PrivateCapacity;
use narrows_messages::{DocumentText, Message};
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::sharing::PrivateLimit;
use narrows_record::word::{FigureUnit, TargetSet};

use super::figures::WorkloadFigures;
use super::range;
use crate::thresholds::explain::THREAD_BUSY;
use crate::thresholds::sharing::NEAR;

pub(super) fn limits(
    run: &RunDocument,
    figures: &WorkloadFigures<'_>,
    found: &[PrivateCapacity],
) -> Vec<PrivateLimit> {
    let told = found.iter().filter_map(|private| {
        // The rate alone of a drive that never ran alone is only an estimate.
        let drive = *figures.drives.get(private.drive)?;
        figures.alone(drive)?;
        Some(PrivateLimit {
            drive: drive.to_owned(),
            capacity_mb_s: range(private.capacity),
            limit: limit(run, figures.workload, drive, private.capacity.value),
        })
    });
    told.collect()
}

/// The drive's bottleneck: a thread without spare time, else that of the prediction if the figure
/// matches.
fn limit(run: &RunDocument, workload: &str, drive: &str, mb_s: f64) -> Option<LimitRecord> {
    let is_alone = |row: &&TargetMeasurement| {
        row.set == TargetSet::Alone
            && row.target == drive
            && row.workload == workload
            && !row.partial
    };
    let busiest = run.results.iter().filter(is_alone).map(crate::explain::thread_share);
    let busiest = busiest.fold(0.0, f64::max);
    if busiest >= THREAD_BUSY {
        let name = Message::new("limit-threads").with("target", drive).count("jobs", 1);
        let thread = LimitRecord {
            kind: LimitRecordKind::Cpu,
            id: drive.to_owned(),
            name: DocumentText::from(name),
            load: (busiest * 100.0).round() / 100.0,
            capacity: 1.0,
            unit: FigureUnit::Cores,
        };
        return Some(thread);
    }
    let mut predicted = run.predictions.iter().filter(|prediction| {
        let is_same = prediction.set == TargetSet::Alone && prediction.workload == workload;
        is_same && prediction.target == drive
    });
    let predicted = predicted.next()?;
    let fits = |limit: &&LimitRecord| {
        let is_near = mb_s >= NEAR.0 * limit.capacity && mb_s <= NEAR.1 * limit.capacity;
        limit.unit == FigureUnit::MbS && is_near
    };
    let near = [&predicted.limit].into_iter().chain(&predicted.next_limit).find(fits);
    near.map(|limit| LimitRecord { load: mb_s.round(), ..limit.clone() })
}
