//! The state of the page, as in its link.

use std::collections::BTreeMap;

use narrows_messages::{Language, Message};
use narrows_verdict::answer::arrangement::Pins;
use narrows_verdict::answer::plan::OsFamily;
use serde::{Deserialize, Serialize};

/// The version that this program writes and reads.
const VERSION: u32 = 1;

/// The state of the page. Missing keys mean that nothing was chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageState {
    /// The version; others are refused.
    pub v: u32,
    /// `en` or `ja`.
    pub lang: String,
    /// The machine to begin with; `None` if nothing is chosen yet.
    pub source: Option<PageSource>,
    /// A processor of the catalogue, by its id.
    pub cpu: Option<String>,
    /// Drives and cards that are added, as `plan --drives` takes them; `2x model` or `model*2`.
    pub add: Vec<String>,
    /// Devices of the source that are taken out, by their ids.
    pub without: Vec<String>,
    pub pins: Pins,
    #[serde(rename = "set")]
    pub settings: BTreeMap<String, String>,
    /// Requests in the planner's words.
    pub want: Vec<String>,
    pub array: Option<PageArrayState>,
    /// The workload; `None` for the usual one.
    pub workload: Option<String>,
    /// `windows` or `linux`.
    pub os: Option<String>,
}

/// Which machine to begin with; one of its keys is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageSource {
    /// A board, chipset or machine of the catalogue.
    pub catalog: Option<String>,
    pub example: Option<String>,
    /// Something that was dropped on the page, by its name.
    pub file: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageArrayState {
    /// `raid0`, `raid10`.
    pub level: String,
    /// The engine's name in machine files; empty for the operating system's.
    pub engine: String,
    /// `128 KiB`; `None` for the engine's own.
    pub chunk: Option<String>,
    /// Drives by their ids; all if empty.
    pub members: Vec<String>,
}

impl PageState {
    /// One in which nothing is chosen.
    pub fn empty() -> Self {
        Self { v: VERSION, ..Self::default() }
    }

    /// Reads the state from the page.
    ///
    /// # Errors
    /// It is no state, or one of another version.
    pub fn read(text: &str) -> Result<Self, Message> {
        let state: Self = serde_json::from_str(text)
            .map_err(|why| Message::new("arrange-no-state").with("why", why))?;
        if state.v != VERSION {
            let other = Message::new("arrange-other-version").with("version", state.v);
            return Err(other.with("own", VERSION));
        }
        Ok(state)
    }

    /// The language of its author, if known.
    pub fn language(text: &str) -> Option<Language> {
        #[derive(Deserialize)]
        struct PageLanguage {
            lang: String,
        }
        Language::from_tag(&serde_json::from_str::<PageLanguage>(text).ok()?.lang)
    }

    /// Additions in the planner's words.
    pub fn additions(&self) -> Vec<String> {
        let one = |word: &String| match word.rsplit_once('*') {
            Some((model, count)) if count.trim().parse::<u32>().is_ok() => {
                format!("{}x {}", count.trim(), model.trim())
            }
            _ => word.clone(),
        };
        self.add.iter().map(one).collect()
    }

    /// The settings in the words of `plan --set`.
    pub fn settings(&self) -> Vec<String> {
        self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// Whether every device stays where the source has it, and nothing is added.
    pub fn is_untouched(&self) -> bool {
        self.add.is_empty()
            && self.without.is_empty()
            && self.pins.is_empty()
            && self.settings.is_empty()
            && self.cpu.is_none()
    }

    /// The operating system, if one is chosen.
    pub fn system(&self) -> Option<OsFamily> {
        match self.os.as_deref() {
            Some("windows") => Some(OsFamily::Windows),
            Some("linux") => Some(OsFamily::Linux),
            _ => None,
        }
    }
}
