//! The firmware's settings that matter to slots.

use narrows_catalog::board::BoardRule;
use narrows_messages::{Localizer, Message};
use narrows_plan::inventory::SlotInventory;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct SettingView {
    name: String,
    /// Current value; `None` if the firmware's default applies.
    value: Option<String>,
    values: Vec<String>,
    text: String,
    why: Option<String>,
}

/// All that the board's rules know.
pub fn all(inventory: &SlotInventory, localizer: &Localizer) -> Vec<SettingView> {
    let choices = inventory.choices().into_iter();
    let setting = |(name, values): (&str, std::collections::BTreeSet<&str>)| {
        let value = inventory.settings.get(name).cloned();
        let id = if value.is_some() { "arrange-setting" } else { "arrange-setting-own" };
        let text = Message::new(id).with("name", name);
        let text = text.with("value", value.as_deref().unwrap_or_default());
        let is_about = |rule: &&BoardRule| rule.settings.iter().any(|setting| setting.name == name);
        let why = inventory.rules.iter().filter(is_about).find_map(|rule| rule.note.clone());
        let values = values.into_iter().map(str::to_owned).collect();
        SettingView { name: name.to_owned(), value, values, text: localizer.say(&text), why }
    };
    choices.map(setting).collect()
}
