//! What an arrangement comes to, as people read it.

use narrows_messages::Message;
use narrows_units::{BytesPerSec, Iops};

use super::Score;
use super::of::Told;
use crate::predict::Limit;
use crate::word::Unit;

/// What a chipset on the way counts for among the switches of a request's way.
const CHIPSET: f64 = 100.0;

impl Told<'_> {
    /// `3.55 GB/s`, `830k IOPS`, `16 lanes`, `2 moves`, `through the chipset`.
    pub(super) fn amount(&self, score: &Score) -> String {
        self.localizer.say(&amount(score.value, &score.unit))
    }
}

/// How much of something.
pub fn amount(value: f64, unit: &Unit) -> Message {
    let counted = |id| Message::new(id).count("count", value.round().max(0.0) as usize);
    let said = |text: String| Message::new("plan-amount").with("amount", text);
    match unit {
        Unit::MbS => said(BytesPerSec::mb_s(value).to_string()),
        Unit::Iops => said(Iops::new(value).to_string()),
        Unit::Lanes => counted("plan-amount-lanes"),
        Unit::Moves => counted("plan-amount-moves"),
        Unit::Ports => counted("plan-amount-ports"),
        _ if value >= CHIPSET => Message::new("plan-amount-chipset"),
        _ => counted("plan-amount-switches"),
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
