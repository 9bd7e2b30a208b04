//! Figures of an arrangement, for people to read.

use narrows_messages::Message;
use narrows_units::{BytesPerSec, Iops};

use crate::word::FigureUnit;

/// Weight of a chipset among the switches on a request's path.
const CHIPSET: f64 = 100.0;

/// How much of something.
pub fn amount(value: f64, unit: &FigureUnit) -> Message {
    let counted = |id| Message::new(id).count("count", value.round().max(0.0) as usize);
    let amount = |text: String| Message::new("plan-amount").with("amount", text);
    match unit {
        FigureUnit::MbS => amount(BytesPerSec::mb_s(value).to_string()),
        FigureUnit::Iops => amount(Iops::new(value).to_string()),
        FigureUnit::Lanes => counted("plan-amount-lanes"),
        FigureUnit::Moves => counted("plan-amount-moves"),
        FigureUnit::Ports => counted("plan-amount-ports"),
        _ if value >= CHIPSET => Message::new("plan-amount-chipset"),
        _ => counted("plan-amount-switches"),
    }
}
