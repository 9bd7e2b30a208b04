//! Builds the document of a board learned from captures, and a draft of its catalogue entry.
//!
//! Not here: conclusions from captures (`narrows_plan::learn`).

mod draft;

use narrows_messages::{DocumentText, Localizer};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::learn::{self, LearnedBoard, LearnedSlot};
use narrows_record::learn::{
    LearnBoard, LearnDocument, LearnLaneUser, LearnOccupant, LearnQuestion, LearnRule,
    LearnSataPorts, LearnSlot, LearnSwitch, LearnTopic,
};
use narrows_record::schema;
use narrows_record::see::LinkState;
use narrows_units::LinkWidth;

pub use self::draft::LEARN_MARK;

/// The document, with the free slots that boards of this chipset mostly have. `localizer` speaks the comments
/// of the draft.
pub fn document(
    learned: &LearnedBoard,
    assumed: &[InventorySlot],
    localizer: &Localizer,
) -> LearnDocument {
    LearnDocument {
        schema: schema::LEARN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        captures: learned.captures.clone(),
        board: board(learned),
        slots: learned.slots.iter().map(|it| slot(it, learned)).collect(),
        sata: learned.sata.iter().map(sata).collect(),
        switches: learned.switches.iter().map(switch).collect(),
        users: learned.users.iter().map(user).collect(),
        rules: learned.rules.iter().map(rule).collect(),
        unplaced: learned.unplaced.iter().map(|slot| slot.label.clone()).collect(),
        assumed: assumed.iter().map(|slot| slot.id.clone()).collect(),
        contradictions: learned.contradictions.iter().map(DocumentText::from).collect(),
        questions: learned.questions.iter().map(question).collect(),
        next: learned.next.iter().map(DocumentText::from).collect(),
        draft: draft::draft(learned, assumed, localizer),
    }
}

fn board(learned: &LearnedBoard) -> LearnBoard {
    LearnBoard {
        id: draft::id(learned),
        name: learned.board.clone(),
        known: learned.known.map(|board| board.id.clone()),
        chipset: learned.chipset.map(|chipset| chipset.id.clone()),
        chipset_assumed: learned.is_chipset_assumed,
        socket: learned.socket.clone(),
    }
}

fn slot(slot: &LearnedSlot, learned: &LearnedBoard) -> LearnSlot {
    let held = |held: &learn::SlotOccupant| LearnOccupant {
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

fn sata(ports: &learn::LearnedSataPorts) -> LearnSataPorts {
    LearnSataPorts { on: ports.on.clone(), used: ports.count }
}

fn switch(switch: &learn::LearnedSwitch) -> LearnSwitch {
    let learn::LearnedSwitch { id, name, on, link } = switch.clone();
    LearnSwitch { id, name, on, link: state(link) }
}

fn user(user: &learn::LearnedUser) -> LearnLaneUser {
    LearnLaneUser {
        name: user.name.clone(),
        port: user.port.clone(),
        on: user.on.clone(),
        link: user.link.map(state),
    }
}

fn rule(rule: &learn::LearnedRule) -> LearnRule {
    LearnRule {
        when: rule.when.clone(),
        slot: rule.slot.clone(),
        link: state(rule.link),
        certain: rule.is_certain,
        evidence: (&rule.evidence).into(),
    }
}

fn question(question: &learn::BoardQuestion) -> LearnQuestion {
    LearnQuestion {
        topic: match question.topic {
            learn::QuestionTopic::Name => LearnTopic::Name,
            learn::QuestionTopic::Label => LearnTopic::Label,
            learn::QuestionTopic::Form => LearnTopic::Form,
            learn::QuestionTopic::Soldered => LearnTopic::Soldered,
            learn::QuestionTopic::Sata => LearnTopic::Sata,
            learn::QuestionTopic::Unseen => LearnTopic::Unseen,
        },
        about: question.about.clone(),
        text: (&question.text).into(),
    }
}

fn state(link: LinkWidth) -> LinkState {
    LinkState { gts: link.rate.gt_s(), lanes: link.lanes.get() }
}

#[cfg(test)]
mod tests;
