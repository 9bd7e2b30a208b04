//! Facts that captures leave open: for a person, and for another capture.

use narrows_catalog::board::CHIPSET;
use narrows_messages::Message;

use super::capture::CaptureView;
use super::{BoardQuestion, LearnedBoard, LearnedSlot, QuestionTopic};

/// Adds questions and facts that one more capture would settle.
pub(super) fn add_questions(learned: &mut LearnedBoard, views: &[CaptureView]) {
    let mut questions = Vec::new();
    if learned.board.is_none() {
        let text = Message::new("learn-ask-name");
        questions.push(BoardQuestion { topic: QuestionTopic::Name, about: None, text });
    }
    questions.extend(learned.slots.iter().flat_map(of_slot));
    questions.extend(learned.users.iter().map(|user| {
        let text = Message::new("learn-ask-soldered").with("device", &user.name);
        BoardQuestion { topic: QuestionTopic::Soldered, about: Some(user.port.clone()), text }
    }));
    questions.extend(learned.sata.iter().map(|ports| of_sata(learned, &ports.on, ports.count)));
    questions.push(BoardQuestion {
        topic: QuestionTopic::Unseen,
        about: None,
        text: Message::new("learn-ask-unseen"),
    });
    learned.questions = questions;
    learned.next = next(learned, views);
}

fn of_slot(slot: &LearnedSlot) -> Vec<BoardQuestion> {
    let mut questions = Vec::new();
    if !slot.is_labelled {
        let text = match slot.held.last() {
            Some(held) => Message::new("learn-ask-label").with("device", &held.device),
            None => Message::new("learn-ask-label-empty").with("port", &slot.address),
        };
        let about = Some(slot.id.clone());
        questions.push(BoardQuestion { topic: QuestionTopic::Label, about, text });
    }
    if slot.form.is_some() && !slot.is_form_known {
        questions.push(BoardQuestion::of_form(&slot.id));
    }
    questions
}

impl BoardQuestion {
    pub(super) fn of_form(slot: &str) -> Self {
        let text = Message::new("learn-ask-form").with("slot", slot);
        Self { topic: QuestionTopic::Form, about: Some(slot.to_owned()), text }
    }
}

fn of_sata(learned: &LearnedBoard, on: &str, used: u8) -> BoardQuestion {
    let most = learned.chipset.map(|chipset| chipset.sata.at_6g + chipset.sata.at_3g);
    let text = match most.filter(|most| on == CHIPSET && *most > used) {
        Some(most) => Message::new("learn-ask-sata-most").with("most", most),
        None => Message::new("learn-ask-sata"),
    };
    let text = text.with("on", on).with("used", used);
    BoardQuestion { topic: QuestionTopic::Sata, about: Some(on.to_owned()), text }
}

/// Facts that another capture would settle, the largest gain first.
fn next(learned: &LearnedBoard, views: &[CaptureView]) -> Vec<Message> {
    let mut next = Vec::new();
    let lacks_links = learned.slots.iter().any(|slot| slot.link.is_none());
    let blind = views.iter().filter(|view| view.is_blind || lacks_links);
    let blind: Vec<&str> = blind.map(|view| view.name.as_str()).collect();
    if !blind.is_empty() {
        next.push(Message::new("learn-next-rights").with("captures", blind.join(", ")));
    }
    let named = |is: &dyn Fn(&&LearnedSlot) -> bool| {
        let slots = learned.slots.iter().filter(is);
        slots.map(|slot| slot.id.clone()).collect::<Vec<_>>().join(", ")
    };
    let open = named(&|slot| slot.on.is_none());
    if !open.is_empty() {
        next.push(Message::new("learn-next-on").with("slots", open));
    }
    for rule in learned.rules.iter().filter(|rule| !rule.is_certain) {
        let message = Message::new("learn-next-rule").with("slot", &rule.slot);
        next.push(message.with("causes", rule.when.join(", ")));
    }
    let empty = named(&|slot| slot.held.is_empty() && !slot.is_labelled);
    if !empty.is_empty() {
        next.push(Message::new("learn-next-empty").with("slots", empty));
    }
    if views.len() == 1 {
        next.push(Message::new("learn-next-move"));
    }
    next
}
