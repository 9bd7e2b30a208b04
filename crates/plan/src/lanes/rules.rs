//! Effects of using one slot on another.

use narrows_catalog::Confidence;
use narrows_catalog::board::{self, BoardRule};
use narrows_units::LinkWidth;

use super::view::LaneView;
use crate::device::MovableDevice;

/// A rule that takes something away, now or when an empty slot is used.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneRule {
    /// The slots whose use does it, `SLOT:sata` where only that kind counts.
    pub when: Vec<String>,
    /// The settings that it takes, `NAME = VALUE`.
    pub settings: Vec<String>,
    /// Never empty.
    pub effects: Vec<LaneRuleEffect>,
    pub in_force: bool,
    pub source: Vec<String>,
    pub confidence: Confidence,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneRuleEffect {
    pub slot: String,
    /// Its occupant that could use the lanes taken away; `None` for an empty slot.
    pub loser: Option<String>,
    pub off: bool,
    /// Its remaining link, if that is less than the slot has by itself.
    pub link: Option<LinkWidth>,
    /// Its parent node then, if a different one.
    pub on: Option<String>,
}

/// Rules in force, then those that would be once empty slots are used.
pub(super) fn all(view: &LaneView<'_>) -> Vec<LaneRule> {
    let mut rules: Vec<LaneRule> =
        view.inventory.rules.iter().filter_map(|rule| of_rule(view, rule)).collect();
    rules.sort_by_key(|rule| !rule.in_force);
    rules
}

fn of_rule(view: &LaneView<'_>, rule: &BoardRule) -> Option<LaneRule> {
    let settings = view.inventory.all_settings(view.at);
    let in_force = rule.holds(&view.inventory.uses(view.devices, view.at), &settings);
    // Every slot that the rule requires exists and can be used.
    let is_on = |slot: &str| view.now.get(slot).is_some_and(Option::is_some);
    let could_hold = !rule.when.is_empty() && rule.when.iter().all(|used| is_on(&used.slot));
    let effects: Vec<LaneRuleEffect> =
        rule.then.iter().filter_map(|effect| of_effect(view, effect)).collect();
    if effects.is_empty() || !(in_force || could_hold) {
        return None;
    }
    Some(LaneRule {
        when: rule.when.iter().map(ToString::to_string).collect(),
        settings: rule.settings.iter().map(ToString::to_string).collect(),
        effects,
        in_force,
        // A rule without its own sources has those of its board.
        source: match view.board.filter(|_| rule.source.is_empty()) {
            Some(board) => board.source.clone(),
            None => rule.source.clone(),
        },
        confidence: rule
            .confidence
            .or(view.board.map(|board| board.confidence))
            .unwrap_or(Confidence::Low),
    })
}

/// `None` if it takes nothing away.
fn of_effect(view: &LaneView<'_>, effect: &board::RuleEffect) -> Option<LaneRuleEffect> {
    let mut slots = view.slots();
    let (slot, device) = slots.find(|(slot, _)| slot.id == effect.slot)?;
    let link = effect.link.filter(|link| slot.link.is_none_or(|own| link.is_below(own)));
    let on = effect.on.clone().filter(|on| *on != slot.on.as_str());
    let takes = effect.off || link.is_some() || on.is_some();
    let is_less = |device: &&MovableDevice| {
        link.is_some_and(|link| device.link.is_none_or(|own| link.is_below(own)))
    };
    let loser = device.filter(|device| effect.off || on.is_some() || is_less(device));
    takes.then(|| LaneRuleEffect {
        slot: slot.id.clone(),
        loser: loser.map(|device| device.id.clone()),
        off: effect.off,
        link,
        on,
    })
}
