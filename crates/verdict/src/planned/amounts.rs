//! What an arrangement comes to, and what a limit carries, as people read it.

use narrows_record::plan::{Score, amount};
use narrows_record::predict::Limit;
use narrows_record::word::Unit;
use narrows_units::{BytesPerSec, Iops};

use super::Told;

impl Told<'_> {
    /// `3.55 GB/s`, `830k IOPS`, `16 lanes`, `2 moves`, `through the chipset`.
    pub(super) fn amount(&self, score: &Score) -> String {
        self.localizer.say(&amount(score.value, &score.unit))
    }
}

/// What a limit carries.
pub(super) fn capacity(limit: &Limit) -> String {
    match &limit.unit {
        Unit::MbS => BytesPerSec::mb_s(limit.capacity).to_string(),
        Unit::Iops => Iops::new(limit.capacity).to_string(),
        unit => format!("{} {unit}", limit.capacity),
    }
}
