//! Effects of one slot's use on another: sharing, halving, exclusion and bifurcation, all in the
//! form "when these are in use, and the firmware is set so, then those offer that".

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use narrows_units::LinkWidth;
use serde::{Deserialize, Deserializer, de::Error};

use super::SlotBus;
use crate::Confidence;
use crate::quantity::{optional, required_list};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRule {
    /// All of these are in use; empty if the setting alone is enough.
    #[serde(default, deserialize_with = "required_list")]
    pub when: Vec<SlotUse>,
    /// Firmware settings that it takes, all of them; `CPU lanes = 28` and `CPU = ryzen-8000g` stand for
    /// the processor, the latter for a [`crate::cpu::Cpu::group`].
    #[serde(default, rename = "setting", deserialize_with = "one_or_many")]
    pub settings: Vec<BoardSetting>,
    pub then: Vec<RuleEffect>,
    pub note: Option<String>,
    /// Its source, if not that of the board's facts.
    #[serde(default)]
    pub source: Vec<String>,
    /// How far it is to be trusted, if not as the board.
    pub confidence: Option<Confidence>,
    /// Which printing of a manual or firmware version says so.
    pub edition: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEffect {
    pub slot: String,
    #[serde(default)]
    pub off: bool,
    #[serde(default, deserialize_with = "optional")]
    pub link: Option<LinkWidth>,
    /// It hangs on another place: `cpu`, `chipset` or a switch.
    pub on: Option<String>,
}

/// A slot in use: `M2_1`, or `M2_1:sata` where only that way counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotUse {
    pub slot: String,
    /// Kind of device in it; `None` if that does not matter.
    pub bus: Option<SlotBus>,
}

/// A firmware setting, `NAME = VALUE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardSetting {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotOffer {
    /// Attachment: `cpu`, `chipset` or a switch.
    pub on: String,
    /// Its PCIe link; `None` for a port that is SATA only.
    pub link: Option<LinkWidth>,
}

/// The offer of each slot; `None` for one that is switched off.
pub type Offers = BTreeMap<String, Option<SlotOffer>>;

/// Firmware settings in force, by name.
pub type Settings = BTreeMap<String, String>;

/// Applies rules in order: a later rule for a slot's link replaces an earlier one, and a slot that
/// is off stays off. A use without a device counts for rules that name none.
pub fn apply(
    offers: &mut Offers,
    rules: &[BoardRule],
    used: &BTreeSet<SlotUse>,
    settings: &Settings,
) {
    for rule in rules.iter().filter(|rule| rule.holds(used, settings)) {
        for effect in &rule.then {
            effect.change(offers);
        }
    }
}

impl BoardRule {
    /// Whether all that it takes is so.
    pub fn holds(&self, used: &BTreeSet<SlotUse>, settings: &Settings) -> bool {
        let is_set = |setting: &BoardSetting| settings.get(&setting.name) == Some(&setting.value);
        self.when.iter().all(|when| {
            used.iter().any(|it| when.slot == it.slot && (when.bus.is_none() || when.bus == it.bus))
        }) && self.settings.iter().all(is_set)
    }
}

impl RuleEffect {
    fn change(&self, offers: &mut Offers) {
        let Some(slot) = offers.get_mut(&self.slot) else { return };
        if self.off {
            *slot = None;
        }
        // A slot that an earlier rule switched off stays off.
        let Some(offer) = slot else { return };
        if self.link.is_some() {
            offer.link = self.link;
        }
        if let Some(on) = &self.on {
            offer.on.clone_from(on);
        }
    }
}

impl FromStr for SlotUse {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (slot, bus) = match text.split_once(':') {
            Some((slot, bus)) => (slot, Some(bus.parse()?)),
            None => (text, None),
        };
        if slot.is_empty() {
            return Err(format!("\"{text}\" names no slot"));
        }
        Ok(Self { slot: slot.to_owned(), bus })
    }
}

/// Prints `M2_1:sata`.
impl fmt::Display for SlotUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bus {
            Some(bus) => write!(f, "{}:{bus}", self.slot),
            None => f.write_str(&self.slot),
        }
    }
}

impl FromStr for BoardSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A name may have an equals sign, such as the Raspberry Pi's `dtparam=pciex1_gen`.
        let parts = text.split_once(" = ").or_else(|| text.rsplit_once('='));
        let parts = parts.map(|(name, value)| (name.trim(), value.trim()));
        match parts {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                Ok(Self { name: name.to_owned(), value: value.to_owned() })
            }
            _ => Err(format!("\"{text}\" is not a setting such as \"PCIe slot 3 = x4\"")),
        }
    }
}

/// Prints `NAME = VALUE`.
impl fmt::Display for BoardSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<BoardSetting>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Settings {
        One(String),
        Many(Vec<String>),
    }
    let texts = match Settings::deserialize(from)? {
        Settings::One(text) => vec![text],
        Settings::Many(texts) => texts,
    };
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}
