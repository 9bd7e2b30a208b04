//! Whether the machine starts from each drive where it is.

use narrows_messages::{DocumentText, Language, Localizer, Message, MessageValue};
use narrows_record::plan::{AnswerReason, AnswerVerdict, FirmwareAnswer};
use narrows_record::see::EvidenceBasis;
use narrows_verdict::planned;
use serde::Serialize;

use super::ViewedArrangement;

/// An answer with its reason, for all drives that have the same.
#[derive(Clone, Debug, Serialize)]
pub struct BootFeasibility {
    what: String,
    verdict: &'static str,
    reason: String,
}

/// Drives with the same verdict, each with its slot.
struct Agreeing {
    drives: Vec<(String, String)>,
    answer: FirmwareAnswer,
}

/// True of every operating system that is installed today.
const OLD: [&str; 4] = [
    "feasible-set-os-driver",
    "feasible-set-windows-7-module",
    "feasible-set-windows-os",
    "feasible-set-linux-os",
];
/// Boards with chipsets of this year or later boot with UEFI drivers unless changed.
const UEFI_SINCE: u16 = 2018;

/// Of all drives; those with the same answer in one row.
pub fn all(of: &ViewedArrangement<'_>) -> Vec<BootFeasibility> {
    let inventory = &of.arrangement.planned.inventory;
    let devices = inventory.devices.as_slice();
    let mut rows: Vec<Agreeing> = Vec::new();
    for (at, device) in devices.iter().enumerate().filter(|(_, device)| device.raid.is_some()) {
        let Some(mut answer) = planned::starts((inventory, devices), &inventory.today, at) else {
            continue;
        };
        answer.set.retain(|text| !is_old(text, of));
        let location = inventory.today.locations.get(at);
        let slot = location.and_then(|at| inventory.location_name(&inventory.today, *at));
        let drive = (device.id.clone(), slot.unwrap_or_default());
        match rows.iter_mut().find(|row| row.agrees(&answer, &drive)) {
            Some(row) => row.drives.push(drive),
            None => rows.push(Agreeing { drives: vec![drive], answer }),
        }
    }
    rows.iter().map(|row| row.feasible(of.localizer)).collect()
}

impl Agreeing {
    /// Whether an answer differs in nothing but the names of drive and slot.
    fn agrees(&self, answer: &FirmwareAnswer, drive: &(String, String)) -> bool {
        let Some(own) = self.drives.first() else { return false };
        let (these, those) = (texts(&self.answer), texts(answer));
        self.answer.verdict == answer.verdict
            && these.len() == those.len()
            && these.iter().zip(&those).all(|(one, other)| is_same(one, own, other, drive))
    }

    /// A text about the first drive, as one about all of them.
    fn of_all(&self, text: &DocumentText, localizer: &Localizer) -> String {
        let (DocumentText::Sentence(message), Some((id, slot))) = (text, self.drives.first())
        else {
            return localizer.text_of(text);
        };
        let ids: Vec<&str> = self.drives.iter().map(|(id, _)| id.as_str()).collect();
        let slots: Vec<&str> = self.drives.iter().map(|(_, slot)| slot.as_str()).collect();
        let of_all = message.renamed(id, &ids.join(", "));
        // The slot of a drive may be unknown.
        match slot.is_empty() {
            true => localizer.say(&of_all),
            false => localizer.say(&of_all.renamed(slot, &slots.join(", "))),
        }
    }

    fn feasible(&self, localizer: &Localizer) -> BootFeasibility {
        let drives = self.drives.iter().map(|(id, _)| DocumentText::Plain(id.clone()));
        let question = Message::new("plan-wish-starts").list("piece", "between-names", drives);
        let all: Vec<String> =
            texts(&self.answer).into_iter().map(|text| self.of_all(text, localizer)).collect();
        BootFeasibility {
            verdict: word(&self.answer.verdict),
            reason: localizer.follow(all.iter().map(String::as_str)),
            what: match localizer.language() {
                Language::English => headed(&localizer.say(&question)),
                Language::Japanese => localizer.say(&question),
            },
        }
    }
}

/// Whether a task goes without saying on the board.
pub fn is_old(text: &DocumentText, of: &ViewedArrangement<'_>) -> bool {
    let board = of.arrangement.planned.inventory.board.as_deref();
    let entry = board.and_then(narrows_catalog::board::board);
    let chipset = entry.and_then(|board| board.chipset.as_deref());
    let row = chipset.and_then(narrows_catalog::chipset::chipset);
    let is_recent = row.is_some_and(|row| row.year >= UEFI_SINCE);
    text.id().is_some_and(|id| OLD.contains(&id) || is_recent && id == "feasible-set-uefi-start")
}

/// Deciding facts and tasks, then facts that go without saying.
fn texts(answer: &FirmwareAnswer) -> Vec<&DocumentText> {
    let is_plain = |reason: &&AnswerReason| reason.holds == AnswerVerdict::Yes;
    let (mut plain, grave): (Vec<&AnswerReason>, Vec<&AnswerReason>) =
        answer.reasons.iter().partition(is_plain);
    // An assumption is no fact to be stated.
    plain.retain(|reason| reason.basis != EvidenceBasis::Assumed);
    let first = grave.into_iter().map(|reason| &reason.text).chain(&answer.set);
    // What is known to work need not be tried first.
    let settle = answer.settle.iter().filter(|_| answer.verdict != AnswerVerdict::Yes);
    let all = first.chain(settle).chain(plain.into_iter().map(|reason| &reason.text));
    all.collect()
}

fn is_text(value: &MessageValue, text: &str) -> bool {
    matches!(value, MessageValue::Text(own) if own == text)
}

/// Whether two texts say the same, each of its drive and slot.
fn is_same(
    one: &DocumentText,
    own: &(String, String),
    other: &DocumentText,
    drive: &(String, String),
) -> bool {
    let (DocumentText::Sentence(one), DocumentText::Sentence(other)) = (one, other) else {
        return one == other;
    };
    let is_alike = |(one, other): (&MessageValue, &MessageValue)| {
        one == other
            || is_text(one, &own.0) && is_text(other, &drive.0)
            || is_text(one, &own.1) && is_text(other, &drive.1)
    };
    one.id() == other.id()
        && one.values().len() == other.values().len()
        && one.values().values().zip(other.values().values()).all(is_alike)
}

/// A question as a heading, with a capital letter.
fn headed(question: &str) -> String {
    let mut letters = question.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A verdict as the page knows it: a contradicted one is unknown, too.
pub fn word(verdict: &AnswerVerdict) -> &'static str {
    match verdict {
        AnswerVerdict::Yes => "yes",
        AnswerVerdict::No => "no",
        _ => "unknown",
    }
}
