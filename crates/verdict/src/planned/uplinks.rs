//! Uplinks that carry less than what hangs behind them could move at once.

use narrows_messages::Message;
use narrows_plan::found::Candidate;
use narrows_plan::lanes::{self, Uplink};
use narrows_record::run::Finding;
use narrows_units::named_link;

use super::Told;

/// As for lane budgets: somewhat more than it carries is asked of nearly every uplink for a moment.
const OVER: f64 = 1.05;

impl Told<'_> {
    /// One for each uplink that is oversubscribed in this arrangement.
    pub(super) fn oversubscribed(&self, best: &Candidate) -> Vec<Finding> {
        let budget = lanes::of(self.inventory, self.devices, &best.placement);
        let providers = budget.map(|budget| budget.providers).unwrap_or_default();
        let uplinks = providers.iter().filter_map(|provider| provider.uplink.as_ref());
        let over = uplinks.filter(|uplink| uplink.ratio() > OVER);
        over.map(|uplink| self.finding(&said(uplink))).collect()
    }
}

fn said(uplink: &Uplink) -> Message {
    Message::new("plan-finding-oversubscribed")
        .with("uplink", named_link(uplink.name.as_deref(), &uplink.link.to_string()))
        .with("ratio", format!("{:.1}", uplink.ratio()))
        .with("demand", uplink.demand())
        .with("carries", uplink.carries)
}
