//! Totals of an arrangement, and capacities of limits, as people read them.

use narrows_messages::Message;
use narrows_record::plan::{self, ObjectiveScore};
use narrows_record::predict::LimitRecord;
use narrows_record::word::FigureUnit;
use narrows_units::{BytesPerSec, Iops};

/// `3.55 GB/s`, `830k IOPS`, `16 lanes`, `2 moves`, `through the chipset`.
pub(super) fn amount(score: &ObjectiveScore) -> Message {
    plan::amount(score.value, &score.unit)
}

pub(super) fn capacity(limit: &LimitRecord) -> String {
    match &limit.unit {
        FigureUnit::MbS => BytesPerSec::mb_s(limit.capacity).to_string(),
        FigureUnit::Iops => Iops::new(limit.capacity).to_string(),
        FigureUnit::Cores if limit.capacity == 1.0 => "1 core".to_owned(),
        unit => format!("{} {unit}", limit.capacity),
    }
}
