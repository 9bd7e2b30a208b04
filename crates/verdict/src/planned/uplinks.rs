//! Uplinks that carry less than the devices behind could move at once.

use narrows_messages::Message;
use narrows_plan::lanes::{self, LaneProvider, SharedUplink};
use narrows_plan::result::PlanCandidate;
use narrows_record::run::RunFinding;
use narrows_units::named_link;

use super::{PlanInputs, finding};

/// As for lane budgets: nearly every uplink is briefly asked for somewhat more than it carries.
const OVER: f64 = 1.05;

impl PlanInputs<'_> {
    /// One for each uplink that is oversubscribed in this arrangement; of chips behind each other the first,
    /// if it passes no more than the next and the same devices are behind both.
    pub(super) fn oversubscribed(&self, best: &PlanCandidate) -> Vec<RunFinding> {
        let budget = lanes::of(self.inventory, self.devices, &best.placement);
        let providers = budget.map(|budget| budget.providers).unwrap_or_default();
        let uplinks = providers.iter().filter_map(|it| Some((it, it.uplink.as_ref()?)));
        let over = uplinks.filter(|(_, uplink)| uplink.ratio() > OVER);
        let mut told: Vec<(&LaneProvider, &SharedUplink)> = Vec::new();
        for (provider, uplink) in over {
            let is_same = |(_, before): &(&LaneProvider, &SharedUplink)| {
                before.demands == uplink.demands && before.carries <= uplink.carries
            };
            if !told.iter().any(is_same) {
                told.push((provider, uplink));
            }
        }
        told.into_iter().map(|(provider, uplink)| finding(said(provider, uplink))).collect()
    }
}

fn said(provider: &LaneProvider, uplink: &SharedUplink) -> Message {
    let link = uplink.link.to_string();
    let named = named_link(uplink.name.as_deref(), &link);
    // Plain PCIe has no name of its own, and a board may have several.
    let of_chip = provider.name.as_ref().filter(|_| named == link);
    let uplink_name = of_chip.map_or(named, |chip| format!("{chip} ({link})"));
    Message::new("plan-finding-oversubscribed")
        .with("uplink", uplink_name)
        .with("ratio", format!("{:.1}", uplink.ratio()))
        .with("demand", uplink.demand())
        .with("carries", uplink.carries)
}
