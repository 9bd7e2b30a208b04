//! Effects of using one slot on another, by observation.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::CPU;
use narrows_messages::Message;
use narrows_units::{Lanes, LinkWidth};

use super::{LearnedBoard, LearnedRule, LearnedSlot};

/// Finds rules shown by a port that offers less in some captures, and rules suggested by a group of
/// ports.
pub(super) fn find(learned: &LearnedBoard) -> Vec<LearnedRule> {
    let changed: Vec<LearnedRule> =
        learned.slots.iter().filter_map(|slot| by_change(learned, slot)).collect();
    let mut grouped = by_group(learned);
    grouped.retain(|rule| !changed.iter().any(|known| known.slot == rule.slot));
    [changed, grouped].concat()
}

/// The port offers fewer lanes whenever another slot is in use, and all of them whenever it is not.
fn by_change(learned: &LearnedBoard, slot: &LearnedSlot) -> Option<LearnedRule> {
    let link = slot.link?;
    let most = slot.lanes.iter().map(|(_, lanes)| *lanes).max()?;
    let least = slot.lanes.iter().map(|(_, lanes)| *lanes).min().filter(|least| *least < most)?;
    let (narrow, wide): (Vec<&(usize, Lanes)>, Vec<_>) =
        slot.lanes.iter().partition(|(_, lanes)| *lanes < most);
    let uses =
        |other: &LearnedSlot, capture: usize| other.held.iter().any(|held| held.capture == capture);
    // Only a slot of the same attachment can take lanes from this one.
    let explains = |other: &&LearnedSlot| {
        other.id != slot.id
            && other.on == slot.on
            && narrow.iter().all(|(capture, _)| uses(other, *capture))
            && !wide.iter().any(|(capture, _)| uses(other, *capture))
    };
    let causes: Vec<String> =
        learned.slots.iter().filter(explains).map(|other| other.id.clone()).collect();
    let names = |these: &[&(usize, Lanes)]| -> String {
        let names = these.iter().filter_map(|(at, _)| learned.captures.get(*at));
        names.cloned().collect::<Vec<_>>().join(", ")
    };
    let evidence = Message::new("learn-rule-change").with("slot", &slot.id);
    let evidence = evidence.with("wide", most.get()).with("wide-in", names(&wide));
    let evidence = evidence.with("narrow", least.get()).with("narrow-in", names(&narrow));
    (!causes.is_empty()).then(|| LearnedRule {
        is_certain: causes.len() == 1,
        when: causes,
        slot: slot.id.clone(),
        link: LinkWidth { lanes: least, ..link },
        evidence,
    })
}

/// Ports of the processor that are functions of one device share its lanes: if only one is in use, it
/// may have them all.
fn by_group(learned: &LearnedBoard) -> Vec<LearnedRule> {
    let mut groups: BTreeMap<&str, Vec<&LearnedSlot>> = BTreeMap::new();
    let on_cpu = learned.slots.iter().filter(|slot| slot.on.as_deref() == Some(CPU));
    for slot in on_cpu.filter(|slot| {
        let last = slot.port.as_deref().and_then(|port| port.rsplit('/').next());
        last.is_some_and(|last| last.contains(':'))
    }) {
        groups.entry(slot.group.as_deref().unwrap_or_default()).or_default().push(slot);
    }
    let rule = |slots: Vec<&LearnedSlot>| {
        let (first, others) = slots.split_first()?;
        let total: u32 =
            slots.iter().filter_map(|slot| Some(u32::from(slot.link?.lanes.get()))).sum();
        let link =
            first.link.filter(|link| !others.is_empty() && total > u32::from(link.lanes.get()))?;
        let ids: BTreeSet<&str> = slots.iter().map(|slot| slot.id.as_str()).collect();
        let evidence = Message::new("learn-rule-group").with("slot", &first.id);
        let ids: Vec<&str> = ids.into_iter().collect();
        Some(LearnedRule {
            when: others.iter().map(|slot| slot.id.clone()).collect(),
            slot: first.id.clone(),
            link,
            is_certain: false,
            evidence: evidence.with("slots", ids.join(", ")).with("total", total),
        })
    };
    groups.into_values().filter_map(rule).collect()
}
