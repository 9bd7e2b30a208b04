//! Whether the machine starts from each drive where it is.

use narrows_messages::Localizer;
use narrows_record::plan::{Answer, Reason, Verdict};
use narrows_verdict::planned;
use serde::Serialize;

use super::Arranged;

/// An answer with its reason.
#[derive(Clone, Debug, Serialize)]
pub struct Feasible {
    what: String,
    verdict: &'static str,
    reason: String,
}

/// More drives than a list has room for.
const MOST: usize = 8;

/// Of each drive, as far as a list has room.
pub fn all(of: &Arranged<'_>) -> Vec<Feasible> {
    let inventory = &of.arrangement.planned.inventory;
    let devices = inventory.devices.as_slice();
    let drives = devices.iter().enumerate().filter(|(_, device)| device.raid.is_some());
    let answers = drives
        .take(MOST)
        .filter_map(|(at, _)| planned::starts((inventory, devices), &inventory.today, at));
    answers.map(|answer| feasible(&answer, of.localizer)).collect()
}

fn feasible(answer: &Answer, localizer: &Localizer) -> Feasible {
    // What decides or is to be done stands before what goes without saying.
    let is_plain = |reason: &&Reason| reason.holds == Verdict::Yes;
    let (plain, grave): (Vec<&Reason>, Vec<&Reason>) = answer.reasons.iter().partition(is_plain);
    let first = grave.into_iter().map(|reason| &reason.text).chain(&answer.set);
    let all = first.chain(&answer.settle).chain(plain.into_iter().map(|reason| &reason.text));
    let all: Vec<String> = all.map(|text| localizer.text_of(text)).collect();
    Feasible {
        verdict: word(&answer.verdict),
        reason: all.join(" "),
        what: headed(&localizer.text_of(&answer.question)),
    }
}

/// A question as a heading, with a capital letter.
fn headed(question: &str) -> String {
    let mut letters = question.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A verdict as the page knows it: what is contradicted is not known either.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        _ => "unknown",
    }
}
