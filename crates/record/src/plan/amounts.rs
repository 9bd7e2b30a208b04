//! What an arrangement comes to, as people read it.

use narrows_messages::Message;
use narrows_units::{BytesPerSec, Iops};

use crate::word::Unit;

/// What a chipset on the way counts for among the switches of a request's way.
const CHIPSET: f64 = 100.0;

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
