//! Adapters and cables to buy for an arrangement besides drives and cards.

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::plan::{PlanAdapter, PlanArrangement};

use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::words;

/// Adapters and cables, each kind with its number and purpose.
pub(super) fn adapters(page: &mut Page, best: &PlanArrangement, localizer: &Localizer) {
    if best.adapters.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-adapters"));
    for adapter in &best.adapters {
        let message = Message::new("plan-needs")
            .with("count", adapter.count.unwrap_or(adapter.devices.len()))
            .with("name", words::sentence(&adapter.name, localizer))
            .with("pieces", clean(&drive_names(&adapter.devices)));
        page.paragraph("• ", &localizer.say(&message), CellInk::Plain);
    }
}

/// The adapter that makes a device fit its slot, as shown beside it.
pub(crate) fn adapted(adapter: &PlanAdapter, localizer: &Localizer) -> String {
    localizer.text(match adapter {
        PlanAdapter::M2ToPcie => "plan-adapter-m2-to-pcie",
        PlanAdapter::U2ToM2 => "plan-adapter-u2-to-m2",
        PlanAdapter::U2ToPcie => "plan-adapter-u2-to-pcie",
        PlanAdapter::M2ToU2 => "plan-adapter-m2-to-u2",
        PlanAdapter::U2ToSlimSas
        | PlanAdapter::U2ToMcio
        | PlanAdapter::U2ToOcuLink
        | PlanAdapter::U2ToMiniSasHd
        | PlanAdapter::SataBreakout => "plan-adapter-cable",
        PlanAdapter::PcieToM2
        | PlanAdapter::PcieToOcuLink
        | PlanAdapter::PcieToSlimSas
        | PlanAdapter::PcieToMcio
        | PlanAdapter::PcieToShortSlot => "plan-adapter-riser",
        PlanAdapter::Unlisted(word) => return clean(word),
    })
}
