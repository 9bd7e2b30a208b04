//! What an arrangement takes beside drives and cards: adapters and cables to buy.

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::plan::{Adapter, Placed};

use crate::block::{Ink, Page};
use crate::clean::clean;
use crate::words;

/// Adapters and cables, each kind with how many and for what.
pub(super) fn adapters(page: &mut Page, best: &Placed, localizer: &Localizer) {
    if best.adapters.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-adapters"));
    for adapter in &best.adapters {
        let message = Message::new("plan-needs")
            .with("count", adapter.count.unwrap_or(adapter.devices.len()))
            .with("name", words::said(&adapter.name, localizer))
            .with("pieces", clean(&drive_names(adapter.devices.iter().map(String::as_str))));
        page.paragraph("• ", &localizer.say(&message), Ink::Plain);
    }
}

/// What makes a device fit its slot, as it stands beside it.
pub(crate) fn adapted(adapter: &Adapter, localizer: &Localizer) -> String {
    localizer.text(match adapter {
        Adapter::M2ToPcie => "plan-adapter-m2-to-pcie",
        Adapter::U2ToM2 => "plan-adapter-u2-to-m2",
        Adapter::U2ToPcie => "plan-adapter-u2-to-pcie",
        Adapter::M2ToU2 => "plan-adapter-m2-to-u2",
        Adapter::U2ToSlimSas | Adapter::U2ToMcio | Adapter::U2ToOcuLink | Adapter::SataBreakout => {
            "plan-adapter-cable"
        }
        Adapter::PcieToM2
        | Adapter::PcieToOcuLink
        | Adapter::PcieToSlimSas
        | Adapter::PcieToMcio
        | Adapter::PcieToShortSlot => "plan-adapter-riser",
        Adapter::Unlisted(word) => return clean(word),
    })
}
