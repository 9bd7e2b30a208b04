//! The parts of a sentence on a run.

use narrows_messages::Message;
use narrows_record::predict::LimitRecord;
use narrows_record::run::TargetMeasurement;
use narrows_units::BytesPerSec;

/// Something that follows, before it is spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    pub targets: Vec<String>,
    pub what: Message,
    pub limit: Option<LimitRecord>,
}

/// The share of a core that the busiest issuing thread of a target used, 0 to 1.
pub(crate) fn thread_share(row: &TargetMeasurement) -> f64 {
    row.threads.iter().map(|thread| thread.user + thread.system).fold(row.thread_cpu, f64::max)
}

pub(crate) fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}

pub(crate) fn names(drives: &[&str]) -> String {
    narrows_messages::drive_names(drives)
}

pub(super) fn owned(drives: &[&str]) -> Vec<String> {
    drives.iter().map(|&drive| drive.to_owned()).collect()
}
