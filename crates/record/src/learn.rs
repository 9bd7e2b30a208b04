//! `narrows.learn/1`: facts about a board from captures, open questions, and its entry as a draft.
//!
//! Not here: the conclusions from captures (`narrows_plan::learn`), their conversion to the document
//! (`narrows-files`).

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::see::LinkState;
use crate::word::words;

/// Facts about a board from captures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnDocument {
    /// Always `narrows.learn/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The captures, by the names of their files.
    pub captures: Vec<String>,
    /// The board as a whole.
    pub board: LearnBoard,
    /// Slots that were seen.
    pub slots: Vec<LearnSlot>,
    /// SATA ports with a drive.
    pub sata: Vec<LearnSataPorts>,
    /// Switches of the board, and controllers with ports of their own.
    pub switches: Vec<LearnSwitch>,
    /// Devices that are soldered on, or look like it.
    pub users: Vec<LearnLaneUser>,
    /// Effects of using one slot on another.
    pub rules: Vec<LearnRule>,
    /// Slots that the firmware lists and no port was found for.
    pub unplaced: Vec<String>,
    /// Slots that most boards with the chipset have, not seen here.
    pub assumed: Vec<String>,
    /// Contradictions between captures.
    pub contradictions: Vec<DocumentText>,
    /// Questions only a person can answer.
    pub questions: Vec<LearnQuestion>,
    /// Questions one more capture would settle.
    pub next: Vec<DocumentText>,
    /// The entry as a file for the catalogue, with the questions as comments in the language in which it was made.
    pub draft: String,
}

/// The board as a whole. Unknown values are null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnBoard {
    /// Its id in the draft.
    pub id: String,
    /// The firmware's name for it.
    pub name: Option<String>,
    /// The board of the catalogue that it is, by id.
    pub known: Option<String>,
    /// Its chipset, by id.
    pub chipset: Option<String>,
    /// Only the chipset's series was seen; this is the usual one of it.
    pub chipset_assumed: bool,
    /// The processor's socket.
    pub socket: Option<String>,
}

/// A slot that was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnSlot {
    /// Its label if the firmware has one, else named after its port.
    pub id: String,
    /// The id is a label.
    pub labelled: bool,
    /// The port that leads to it, as boards of the catalogue name it.
    pub port: Option<String>,
    /// The port's address in the last capture that has it.
    pub address: String,
    /// `cpu`, `chipset` or a switch; null where no capture shows it.
    pub on: Option<String>,
    /// The widest link seen; null where no capture shows it.
    pub link: Option<LinkState>,
    /// The link is that of its device: the slot may have more.
    pub at_least: bool,
    /// Its likeliest form: `x16`, `m2`.
    pub form: Option<String>,
    /// The form follows from the device in it; neither label nor firmware names it.
    pub form_assumed: bool,
    /// Its devices, once for each capture with something in it.
    pub held: Vec<LearnOccupant>,
}

/// Device in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnOccupant {
    /// The capture.
    pub capture: String,
    /// The device.
    pub device: String,
    /// The link that it ran; null where not known.
    pub link: Option<LinkState>,
}

/// SATA ports with a drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnSataPorts {
    /// `chipset`, `cpu` or a controller among the switches.
    pub on: String,
    /// How many had a drive, in the capture with most of them.
    pub used: u8,
}

/// A switch of the board, or a controller with ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnSwitch {
    /// Its id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its parent.
    pub on: String,
    /// Its uplink.
    pub link: LinkState,
}

/// A device that stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnLaneUser {
    /// Name.
    pub name: String,
    /// Its port.
    pub port: String,
    /// Its parent; null if no capture shows it.
    pub on: Option<String>,
    /// Its link; null where no capture shows it.
    pub link: Option<LinkState>,
}

/// Effect of using a slot on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnRule {
    /// Slots, one of which is the cause.
    pub when: Vec<String>,
    /// The slot that offers less.
    pub slot: String,
    /// Its link then.
    pub link: LinkState,
    /// Nothing else that was seen explains it; otherwise the draft has it as a comment.
    pub certain: bool,
    /// Evidence.
    pub evidence: DocumentText,
}

/// A question only a person can answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnQuestion {
    /// Topic.
    pub topic: LearnTopic,
    /// The slot, port or place; null for the board.
    pub about: Option<String>,
    /// In words.
    pub text: DocumentText,
}

words! {
    /// Topic of a question.
    pub enum LearnTopic or Other {
        Name = "name",
        Label = "label",
        Form = "form",
        /// Whether a device is soldered on or a card.
        Soldered = "soldered",
        /// How many SATA ports there are.
        Sata = "sata",
        /// Whether there are slots that no capture shows.
        Unseen = "unseen",
    }
}
