//! Whether the machine starts from each drive where it is.

use narrows_record::plan::{Answer, Verdict};
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
    let answers = drives.take(MOST).filter_map(|(at, _)| {
        planned::starts((inventory, devices), &inventory.today, at, of.localizer)
    });
    answers.map(feasible).collect()
}

fn feasible(answer: Answer) -> Feasible {
    let reasons = answer.reasons.iter().map(|reason| reason.text.clone());
    let all: Vec<String> = reasons.chain(answer.set.clone()).chain(answer.settle.clone()).collect();
    Feasible { verdict: word(&answer.verdict), reason: all.join(" "), what: answer.question }
}

/// A verdict as the page knows it: what is contradicted is not known either.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        _ => "unknown",
    }
}
