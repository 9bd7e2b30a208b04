//! `narrows.learn/1`: what captures show of a board, what they leave open, and its entry as a draft.
//!
//! Not here: what follows from captures (`narrows_plan::learn`).

mod draft;

use narrows_messages::Localizer;
use narrows_plan::inventory::InventorySlot;
use narrows_plan::learn::{self, Learned, LearnedSlot};
use narrows_units::LinkWidth;
use serde::{Deserialize, Serialize};

pub use self::draft::LEARN_MARK;
use crate::schema;
use crate::see::LinkState;
use crate::word::words;

/// What captures show of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Learn {
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
    pub sata: Vec<LearnSata>,
    /// Switches of the board, and controllers with ports of their own.
    pub switches: Vec<LearnSwitch>,
    /// Devices that are soldered on, or look like it.
    pub users: Vec<LearnUser>,
    /// What the use of one slot does to another.
    pub rules: Vec<LearnRule>,
    /// Slots that the firmware lists and no port was found for.
    pub unplaced: Vec<String>,
    /// Slots that most boards with the chipset have, which nobody saw.
    pub assumed: Vec<String>,
    /// What captures say against each other.
    pub contradictions: Vec<String>,
    /// What only a person can know.
    pub questions: Vec<LearnQuestion>,
    /// What one more capture would settle.
    pub next: Vec<String>,
    /// The entry as a file for the catalogue, with the questions as comments.
    pub draft: String,
}

/// The board as a whole. What is not known is null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnBoard {
    /// Its id in the draft.
    pub id: String,
    /// What the firmware calls it.
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
    /// Its label where the firmware has one, else after its port.
    pub id: String,
    /// The id is a label.
    pub labelled: bool,
    /// The port that leads to it, as boards of the catalogue name it.
    pub port: Option<String>,
    /// The port's address in the last capture that has it.
    pub address: String,
    /// `cpu`, `chipset` or a switch; null where no capture tells.
    pub on: Option<String>,
    /// The widest link seen; null where no capture tells.
    pub link: Option<LinkState>,
    /// Only what was in it told the link: the slot may have more.
    pub at_least: bool,
    /// Its likeliest form: `x16`, `m2`.
    pub form: Option<String>,
    /// The form follows from what is in it; neither label nor firmware names it.
    pub form_assumed: bool,
    /// What was in it, once for each capture with something in it.
    pub held: Vec<LearnHeld>,
}

/// What was in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnHeld {
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
pub struct LearnSata {
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
    /// What it is.
    pub name: String,
    /// What it hangs on.
    pub on: String,
    /// Its uplink.
    pub link: LinkState,
}

/// A device that stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnUser {
    /// What it is.
    pub name: String,
    /// Its port.
    pub port: String,
    /// What it hangs on; null where no capture tells.
    pub on: Option<String>,
    /// Its link; null where no capture tells.
    pub link: Option<LinkState>,
}

/// What the use of a slot does to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnRule {
    /// Slots, one of which is the cause.
    pub when: Vec<String>,
    /// The slot that offers less.
    pub slot: String,
    /// What it then offers.
    pub link: LinkState,
    /// Nothing else that was seen explains it; otherwise the draft has it as a comment.
    pub certain: bool,
    /// What shows it.
    pub evidence: String,
}

/// What only a person can know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearnQuestion {
    /// What it is about.
    pub topic: LearnTopic,
    /// The slot, port or place; null for the board.
    pub about: Option<String>,
    /// In words.
    pub text: String,
}

words! {
    /// What a question is about.
    pub enum LearnTopic or Other {
        /// The board's name.
        Name = "name",
        /// The label beside a slot.
        Label = "label",
        /// A slot's form.
        Form = "form",
        /// Whether a device is soldered on or a card.
        Soldered = "soldered",
        /// How many SATA ports there are.
        Sata = "sata",
        /// Whether there are slots that no capture shows.
        Unseen = "unseen",
    }
}

impl Learn {
    /// The document, with the free slots that boards of this chipset mostly have.
    pub fn of(learned: &Learned, assumed: &[InventorySlot], localizer: &Localizer) -> Self {
        let say = |messages: &[narrows_messages::Message]| -> Vec<String> {
            messages.iter().map(|message| localizer.say(message)).collect()
        };
        Self {
            schema: schema::LEARN.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            captures: learned.captures.clone(),
            board: board(learned),
            slots: learned.slots.iter().map(|it| slot(it, learned)).collect(),
            sata: learned.sata.iter().map(sata).collect(),
            switches: learned.switches.iter().map(switch).collect(),
            users: learned.users.iter().map(user).collect(),
            rules: learned.rules.iter().map(|it| rule(it, localizer)).collect(),
            unplaced: learned.unplaced.iter().map(|slot| slot.label.clone()).collect(),
            assumed: assumed.iter().map(|slot| slot.id.clone()).collect(),
            contradictions: say(&learned.contradictions),
            questions: learned.questions.iter().map(|it| question(it, localizer)).collect(),
            next: say(&learned.next),
            draft: draft::draft(learned, assumed, localizer),
        }
    }
}

fn board(learned: &Learned) -> LearnBoard {
    LearnBoard {
        id: draft::id(learned),
        name: learned.board.clone(),
        known: learned.known.map(|board| board.id.clone()),
        chipset: learned.chipset.map(|chipset| chipset.id.clone()),
        chipset_assumed: learned.is_chipset_assumed,
        socket: learned.socket.clone(),
    }
}

fn slot(slot: &LearnedSlot, learned: &Learned) -> LearnSlot {
    let held = |held: &learn::Held| LearnHeld {
        capture: learned.captures.get(held.capture).cloned().unwrap_or_default(),
        device: held.device.clone(),
        link: held.link.map(state),
    };
    LearnSlot {
        id: slot.id.clone(),
        labelled: slot.is_labelled,
        port: slot.port.clone(),
        address: slot.address.clone(),
        on: slot.on.clone(),
        link: slot.link.map(state),
        at_least: slot.is_least,
        form: slot.form.map(|form| form.to_string()),
        form_assumed: !slot.is_form_known,
        held: slot.held.iter().map(held).collect(),
    }
}

fn sata(ports: &learn::SataPorts) -> LearnSata {
    LearnSata { on: ports.on.clone(), used: ports.count }
}

fn switch(switch: &learn::LearnedSwitch) -> LearnSwitch {
    let learn::LearnedSwitch { id, name, on, link } = switch.clone();
    LearnSwitch { id, name, on, link: state(link) }
}

fn user(user: &learn::LearnedUser) -> LearnUser {
    LearnUser {
        name: user.name.clone(),
        port: user.port.clone(),
        on: user.on.clone(),
        link: user.link.map(state),
    }
}

fn rule(rule: &learn::LearnedRule, localizer: &Localizer) -> LearnRule {
    LearnRule {
        when: rule.when.clone(),
        slot: rule.slot.clone(),
        link: state(rule.link),
        certain: rule.is_certain,
        evidence: localizer.say(&rule.evidence),
    }
}

fn question(question: &learn::Question, localizer: &Localizer) -> LearnQuestion {
    LearnQuestion {
        topic: match question.topic {
            learn::Topic::Name => LearnTopic::Name,
            learn::Topic::Label => LearnTopic::Label,
            learn::Topic::Form => LearnTopic::Form,
            learn::Topic::Soldered => LearnTopic::Soldered,
            learn::Topic::Sata => LearnTopic::Sata,
            learn::Topic::Unseen => LearnTopic::Unseen,
        },
        about: question.about.clone(),
        text: localizer.say(&question.text),
    }
}

fn state(link: LinkWidth) -> LinkState {
    LinkState { gts: link.rate.gt_s(), lanes: link.lanes.get() }
}

#[cfg(test)]
mod tests;
