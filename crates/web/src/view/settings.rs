//! The firmware's settings that matter to slots.

use narrows_catalog::board::Rule;
use narrows_messages::{Localizer, Message};
use narrows_plan::inventory::Inventory;
use serde::Serialize;

/// A setting with the values that matter.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    name: String,
    /// The value in force; none where the firmware's own is.
    value: Option<String>,
    values: Vec<String>,
    text: String,
    why: Option<String>,
}

/// All that the board's rules know.
pub fn all(inventory: &Inventory, localizer: &Localizer) -> Vec<Setting> {
    let choices = inventory.choices().into_iter();
    let setting = |(name, values): (&str, std::collections::BTreeSet<&str>)| {
        let value = inventory.settings.get(name).cloned();
        let id = if value.is_some() { "arrange-setting" } else { "arrange-setting-own" };
        let text = Message::new(id).with("name", name);
        let text = text.with("value", value.as_deref().unwrap_or_default());
        let is_about = |rule: &&Rule| rule.settings.iter().any(|setting| setting.name == name);
        let why = inventory.rules.iter().filter(is_about).find_map(|rule| rule.note.clone());
        let values = values.into_iter().map(str::to_owned).collect();
        Setting { name: name.to_owned(), value, values, text: localizer.say(&text), why }
    };
    choices.map(setting).collect()
}
