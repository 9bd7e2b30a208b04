//! Cost of a requested slot.

use narrows_messages::{DocumentText, Message};
use narrows_plan::pinned::{DeviceShare, PinnedDevice};
use narrows_record::run::RunFinding;
use narrows_units::BytesPerSec;

use super::placed::measured_in;
use super::{PlanInputs, finding};

impl PlanInputs<'_> {
    /// One for each device whose slot costs something.
    pub(super) fn pinned(&self) -> Vec<RunFinding> {
        self.pinned.iter().map(|pinned| finding(self.pin(pinned))).collect()
    }

    fn pin(&self, pinned: &PinnedDevice) -> Message {
        let PinnedDevice { device, slot, here, there } = pinned;
        let named = |id: &'static str| {
            let message = Message::new(id).with("piece", &self.devices[*device].id);
            message.with("slot", slot).with("best", self.slot_with_link(there))
        };
        let rate = |mb_s: f64| BytesPerSec::mb_s(mb_s).to_string();
        match (here, here.as_ref().and_then(|here| here.brings), there.brings) {
            (None, ..) => named("plan-finding-pinned-out").with("here", self.gives(slot)),
            (Some(here), Some(own), Some(own_there)) if self.total(here) == self.total(there) => {
                named("plan-finding-pinned-own")
                    .with("here", self.slot_with_link(here))
                    .with("rate", rate(own))
                    .with("rate_there", rate(own_there))
            }
            (Some(here), Some(own), Some(own_there)) => named("plan-finding-pinned-drive")
                .with("here", self.slot_with_link(here))
                .with("rate", rate(own))
                .with("rate_there", rate(own_there))
                .text("total", self.total(here))
                .text("total_there", self.total(there)),
            (Some(here), ..) if self.devices[*device].drive().is_none() => {
                named("plan-finding-pinned-card").with("here", self.slot_with_link(here))
            }
            (Some(here), ..) => named("plan-finding-pinned-member")
                .with("here", self.slot_with_link(here))
                .text("total", self.total(here))
                .text("total_there", self.total(there)),
        }
    }

    /// `M2_1 (PCIe 4.0 x4)`.
    fn slot_with_link(&self, share: &DeviceShare) -> String {
        share.link.map_or_else(|| share.slot.clone(), |link| format!("{} ({link})", share.slot))
    }

    /// `PCIEX1 (x1, PCIe 3.0 x1)`: a slot's form and link.
    fn gives(&self, name: &str) -> String {
        let slot = self.inventory.slot(name).map(|(_, slot)| slot);
        let form = slot.and_then(|slot| slot.form).map(|form| form.to_string());
        let link = slot.and_then(|slot| slot.link).map(|link| link.to_string());
        let parts: Vec<String> = form.into_iter().chain(link).collect();
        if parts.is_empty() { name.to_owned() } else { format!("{name} ({})", parts.join(", ")) }
    }

    /// Total of the first objective.
    fn total(&self, share: &DeviceShare) -> DocumentText {
        let Some(objective) = self.ask.objectives.first() else { return DocumentText::default() };
        let (value, unit) = measured_in(objective, share.score);
        narrows_record::plan::amount(value, &unit).into()
    }
}
