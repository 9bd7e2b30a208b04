//! Uncertain facts of a board that an answer depends on, each with a way to settle it.
//!
//! For: plans and lane budgets of boards of the catalogue. Observations on the machine itself take
//! precedence over the catalogue and are not doubted.

use std::collections::BTreeSet;

use narrows_catalog::Confidence;
use narrows_catalog::board::{self, Board, BoardRule, BoardSlot, SlotAlternative, SlotForm};
use narrows_messages::{DocumentText, Message};
use narrows_topology::FactBasis;
use narrows_units::LinkWidth;

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;

/// Of an arrangement: doubts about the slots in use and the rules in force.
pub fn of_placement(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Vec<Message> {
    let Some(board) = inventory.board.as_deref().and_then(board::board) else { return Vec::new() };
    let (uses, settings) = (inventory.uses(devices, at), inventory.all_settings(at));
    let used: BTreeSet<&str> = uses.iter().map(|it| it.slot.as_str()).collect();
    let rules = board.rules.iter().filter(|rule| rule.holds(&uses, &settings));
    of_slots(inventory, board, &used, rules, |text| !is_sharing(text, board, &used))
}

/// Of an arrangement: that slots in use may share lanes, where no source says whether they do. It may not work at
/// all then, which is why it stands beside the answer.
pub fn of_sharing(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Option<Message> {
    let board = inventory.board.as_deref().and_then(board::board)?;
    let uses = inventory.uses(devices, at);
    let used: BTreeSet<&str> = uses.iter().map(|it| it.slot.as_str()).collect();
    let open = board.unresolved.iter().filter(|text| is_sharing(text, board, &used));
    let open: Vec<DocumentText> = open.map(|text| self::open(text)).collect();
    let message = Message::new("board-sharing-unknown");
    (!open.is_empty()).then(|| message.list("what", "plan-between-wishes", open))
}

/// Whether an open question is what slots in use share: one of M.2 and SATA concerns only an arrangement with both.
fn is_sharing(text: &str, board: &Board, used: &BTreeSet<&str>) -> bool {
    let uses = |is_it: fn(SlotForm) -> bool| {
        board.slots.iter().any(|slot| used.contains(slot.id.as_str()) && is_it(slot.form))
    };
    let is_port = |form: SlotForm| matches!(form, SlotForm::Sata | SlotForm::Sata3g);
    let meets = match (text.contains("M.2 socket"), text.contains("SATA ports")) {
        (true, true) => uses(|form| form == SlotForm::M2) && uses(is_port),
        _ => used.len() > 1,
    };
    // What a count of lanes settles is no question.
    text.contains("share") && !text.contains("suffice") && concerns(text, board, used) && meets
}

/// Of a whole board: doubts about any slot or rule.
pub fn of_board(inventory: &SlotInventory, board: &Board) -> Vec<Message> {
    let all = board.slots.iter().map(|slot| slot.id.as_str()).collect();
    of_slots(inventory, board, &all, board.rules.iter(), |_| true)
}

fn of_slots<'a>(
    inventory: &SlotInventory,
    board: &Board,
    used: &BTreeSet<&str>,
    rules: impl Iterator<Item = &'a BoardRule>,
    is_shown: impl Fn(&str) -> bool,
) -> Vec<Message> {
    let is_observed = |slot: &BoardSlot| {
        inventory.slot(&slot.id).is_some_and(|(_, slot)| slot.basis == FactBasis::Observed)
    };
    let slots = board.slots.iter().filter(|slot| used.contains(slot.id.as_str()));
    let slots: Vec<&BoardSlot> = slots.filter(|slot| !is_observed(slot)).collect();
    let mut doubts: Vec<Message> =
        slots.iter().filter(|slot| !slot.or.is_empty()).map(|slot| either(slot)).collect();
    let is_low = |own: Option<Confidence>| own.unwrap_or(board.confidence) == Confidence::Low;
    // Slots with alternatives have a message of their own above.
    let low = slots.iter().filter(|slot| slot.or.is_empty() && is_low(slot.confidence));
    doubts.extend(listed("board-slots-doubtful", low.map(|slot| slot.id.as_str())));
    let of_rules = rules.filter(|rule| is_low(rule.confidence)).flat_map(|rule| &rule.then);
    let touched = of_rules.map(|effect| effect.slot.as_str()).filter(|slot| used.contains(slot));
    doubts.extend(listed("board-rules-doubtful", touched));
    let open = board.unresolved.iter().filter(|text| concerns(text, board, used) && is_shown(text));
    doubts.extend(open.map(|text| Message::new("board-unresolved").text("what", self::open(text))));
    doubts
}

fn either(slot: &BoardSlot) -> Message {
    let others = slot.or.iter().map(|it: &SlotAlternative| place(&it.on, it.link));
    Message::new("board-slot-either")
        .with("slot", &slot.id)
        .text("here", place(&slot.on, slot.link))
        .list("others", "between-names", others)
}

/// `the processor (PCIe 4.0 x4)`.
fn place(on: &str, link: Option<LinkWidth>) -> DocumentText {
    let on = match on {
        "cpu" => Message::new("board-on-cpu").into(),
        "chipset" => Message::new("board-on-chipset").into(),
        named => DocumentText::from(named),
    };
    match link {
        Some(link) => Message::new("board-on-link").text("on", on).with("link", link).into(),
        None => on,
    }
}

/// An open question of a board's entry; the commonest in the reader's language.
fn open(text: &str) -> DocumentText {
    let split = text.strip_prefix("how ").and_then(|rest| rest.strip_suffix(" can be split"));
    match split {
        Some("the slots") => Message::new("board-open-split").into(),
        Some(slot) => Message::new("board-open-split-of").with("slot", slot).into(),
        None if text == "which slots and ports share lanes" => {
            Message::new("board-open-sharing").into()
        }
        None if text == "whether an M.2 socket shares lanes with SATA ports" => {
            Message::new("board-open-sharing-sata").into()
        }
        None => text.into(),
    }
}

/// One message for all of them; `None` if there are none.
fn listed<'a>(id: &'static str, slots: impl Iterator<Item = &'a str>) -> Option<Message> {
    let slots: BTreeSet<&str> = slots.collect();
    let names: Vec<&str> = slots.into_iter().collect();
    (!names.is_empty()).then(|| Message::new(id).with("slots", names.join(", ")))
}

/// Whether an open question is about a slot in use, or about none in particular.
fn concerns(text: &str, board: &Board, used: &BTreeSet<&str>) -> bool {
    let slots = board.slots.iter().map(|slot| slot.id.as_str());
    let named: Vec<&str> = slots.filter(|id| names(text, id)).collect();
    named.is_empty() || named.iter().any(|id| used.contains(id))
}

/// Whether a text names a slot: `PCIEX16` is not `PCIEX1`, `ASATA3_0` is not `SATA3_0`.
fn names(text: &str, id: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(id).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + id.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        toml::from_str(text).unwrap()
    }

    const BOARD: &str = r#"
id = "a-board"
name = "A Board"
source = ["a test"]
confidence = "medium"
unresolved = ["whether M2_2 shares lanes with SATA_1", "what the fan is on"]
[[slot]]
id = "M2_1"
on = "cpu"
link = "4.0 x4"
form = "m2"
[[slot]]
id = "M2_2"
on = "chipset"
link = "3.0 x4"
form = "m2"
confidence = "low"
or = [{ on = "cpu", link = "4.0 x4" }]
[[slot]]
id = "PCIE2"
on = "chipset"
link = "3.0 x4"
form = "x16"
confidence = "low"
[[rule]]
when = ["M2_1"]
then = [{ slot = "PCIE2", off = true }]
confidence = "low"
"#;

    fn ids(used: &[&str]) -> Vec<&'static str> {
        let board = board(BOARD);
        let used = used.iter().copied().collect();
        let doubts =
            of_slots(&SlotInventory::default(), &board, &used, board.rules.iter(), |_| true);
        doubts.iter().map(Message::id).collect()
    }

    #[test]
    fn a_slot_is_named_by_its_whole_name() {
        assert!(names("whether PCIEX16 shares lanes", "PCIEX16"));
        assert!(names("M2_1/M2_2: unclear", "M2_1"));
        assert!(!names("whether PCIEX16 shares lanes", "PCIEX1"));
        assert!(!names("ASATA3_0 is behind a hub", "SATA3_0"));
    }

    /// What M2_2 shares matters where it and something else is in use; what the fan is on never.
    #[test]
    fn a_question_of_shared_lanes_concerns_slots_in_use_together() {
        let board = board(BOARD);
        let sharing = |used: &[&str]| {
            let used = used.iter().copied().collect();
            let open = board.unresolved.iter().filter(|text| is_sharing(text, &board, &used));
            open.count()
        };
        assert_eq!(sharing(&["M2_2", "PCIE2"]), 1);
        assert_eq!(sharing(&["M2_1", "PCIE2"]), 0);
        assert_eq!(sharing(&["M2_2"]), 0);
    }

    #[test]
    fn only_what_the_answer_rests_on_is_doubted() {
        assert_eq!(ids(&["M2_1"]), ["board-unresolved"]);
        assert_eq!(ids(&["M2_2"]), ["board-slot-either", "board-unresolved", "board-unresolved"]);
        assert_eq!(
            ids(&["PCIE2"]),
            ["board-slots-doubtful", "board-rules-doubtful", "board-unresolved"]
        );
    }
}
