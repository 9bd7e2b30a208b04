//! Slots that lose lanes as soon as a neighbour is used, as in some boards' manuals.

use std::collections::BTreeMap;

use narrows_catalog::board::{self, BoardRule};
use narrows_messages::Message;
use narrows_record::predict::LimitRecordKind;
use narrows_record::see::LinkState;

use super::super::candidate::{CauseCandidate, prior};
use super::super::links::{last_look, mostly, narrower, part, wider};
use super::super::nature::CapacityKind;
use super::super::subject::BottleneckSubject;
use super::super::weight::{Clue, EvidenceWeight, capacity};
use super::super::{names, rate};
use crate::explain::carries;

/// One cause per drive if there are two, and one for all of them.
pub(super) fn of(subject: &BottleneckSubject<'_>) -> Vec<CauseCandidate> {
    let slots: Vec<SlotOfDrive> =
        subject.drives.iter().filter_map(|id| SlotOfDrive::of(subject, id)).collect();
    if slots.len() < subject.drives.len() {
        return Vec::new();
    }
    groups(&slots).iter().map(|group| candidate(subject, group)).collect()
}

/// Of two drives each one; of more, each that lost, and all that lost together. Always all of them.
fn groups(slots: &[SlotOfDrive]) -> Vec<Vec<&SlotOfDrive>> {
    let fell: Vec<&SlotOfDrive> = slots.iter().filter(|it| it.fell()).collect();
    let each: Vec<&SlotOfDrive> =
        if slots.len() == 2 { slots.iter().collect() } else { fell.clone() };
    let mut groups: Vec<Vec<&SlotOfDrive>> = each.into_iter().map(|slot| vec![slot]).collect();
    for group in [fell, slots.iter().collect()] {
        if !group.is_empty() && !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// A drive's own link: alone, and beside the others.
#[derive(Clone, Debug, PartialEq)]
struct SlotOfDrive {
    drive: String,
    label: Option<String>,
    /// Its bandwidth with all lanes, MB/s.
    usable: f64,
    full: LinkState,
    /// Its state under load beside the others; `None` if not sampled.
    beside: Option<LinkState>,
}

impl SlotOfDrive {
    fn of(subject: &BottleneckSubject<'_>, drive: &str) -> Option<Self> {
        let link = &subject.own_link(drive)?.link;
        let alone = subject.situations.iter().filter(|it| it.is_alone());
        let alone = alone.filter_map(|it| it.rows.get(drive)).flatten().copied();
        // A link that is as narrow alone loses nothing to its neighbours.
        let full = alone.filter_map(mostly).reduce(wider).or(link.current)?;
        let usable = link.usable_mb_s? * link.current.map_or(1.0, |current| part(full, current));
        let beside = subject.base.rows.get(drive).into_iter().flatten().copied();
        let beside = beside.filter_map(last_look);
        let label = subject.storage(drive)?.slot.as_ref().map(|slot| slot.label.clone());
        // A single lane cannot be halved.
        Some(Self { drive: drive.to_owned(), label, usable, full, beside: beside.reduce(narrower) })
            .filter(|slot| slot.full.lanes > 1)
    }

    fn fell(&self) -> bool {
        self.beside.is_some_and(|beside| carries(beside) < carries(self.full))
    }

    /// Its bandwidth as observed beside the others; else with half its lanes, as in boards' rules.
    fn narrowed(&self) -> f64 {
        match self.beside.filter(|_| self.fell()) {
            Some(beside) => self.usable * part(beside, self.full),
            None => self.usable / 2.0,
        }
    }

    fn narrow(&self) -> LinkState {
        let half = LinkState { lanes: self.full.lanes / 2, ..self.full };
        self.beside.filter(|_| self.fell()).unwrap_or(half)
    }
}

fn candidate(subject: &BottleneckSubject<'_>, slots: &[&SlotOfDrive]) -> CauseCandidate {
    let drives: Vec<String> = slots.iter().map(|slot| slot.drive.clone()).collect();
    let id = format!("slot:{}", drives.join("+"));
    let narrow: BTreeMap<String, f64> =
        slots.iter().map(|slot| (slot.drive.clone(), slot.narrowed())).collect();
    let what = Message::new("cause-slot")
        .with("drives", names(&drives))
        .with("full", slots.first().map(|slot| slot.full.to_string()).unwrap_or_default())
        .with("narrow", slots.first().map(|slot| slot.narrow().to_string()).unwrap_or_default());
    let found = CauseCandidate::new(LimitRecordKind::Link, id, what, prior::SLOT)
        .of(CapacityKind::Narrowed(narrow));
    let clues = width(slots).into_iter().chain(rule(subject, slots)).chain(sum(subject, &found));
    let clues: Vec<Clue> = clues.collect();
    found.with(clues)
}

/// Every link was sampled during contention: all lost lanes, some, or none.
fn width(slots: &[&SlotOfDrive]) -> Option<Clue> {
    let states: Option<Vec<LinkState>> = slots.iter().map(|slot| slot.beside).collect();
    let texts: Vec<String> = states?.into_iter().map(|link| link.to_string()).collect();
    let drives: Vec<String> = slots.iter().map(|slot| slot.drive.clone()).collect();
    let say = |id| Message::new(id).with("drives", names(&drives)).with("links", texts.join(", "));
    Some(match slots.iter().filter(|slot| slot.fell()).count() {
        // Half the lanes were predicted, and all were observed.
        0 => Clue::against(EvidenceWeight::Proves, say("clue-width-kept")),
        all if all == slots.len() => {
            Clue::supporting(EvidenceWeight::Proves, say("clue-width-fell"))
        }
        _ => Clue::against(EvidenceWeight::Proves, say("clue-width-some")),
    })
}

/// The catalogue has rules of this board that take lanes from each of these slots.
fn rule(subject: &BottleneckSubject<'_>, slots: &[&SlotOfDrive]) -> Option<Clue> {
    let name = subject.run.machine.host.board.as_deref()?;
    let board = board::all().iter().find(|board| board.name == name || board.id == name)?;
    let takes = |rule: &&BoardRule, label: &str| {
        rule.then.iter().any(|effect| effect.slot == label && effect.link.is_some())
    };
    let labels: Option<Vec<&str>> = slots.iter().map(|slot| slot.label.as_deref()).collect();
    let labels = labels?;
    let has_rule = |label: &&str| board.rules.iter().any(|it| takes(&it, label));
    let what =
        Message::new("clue-board-rule").with("board", &board.name).with("slots", labels.join(", "));
    labels.iter().all(has_rule).then(|| Clue::supporting(EvidenceWeight::Hints, what))
}

/// The predicted sum of the drives with these lanes, compared with the measured one.
fn sum(subject: &BottleneckSubject<'_>, found: &CauseCandidate) -> Option<Clue> {
    let expected: f64 = found.nature.expected(&subject.loads())?.iter().sum();
    let ratio = capacity(subject.found, expected);
    let id = if ratio > 1.0 { "clue-sum-fits" } else { "clue-sum-misses" };
    let what = Message::new(id)
        .with("expected", rate(expected))
        .with("measured", rate(subject.found.value));
    Some(Clue::figure(ratio, what))
}
