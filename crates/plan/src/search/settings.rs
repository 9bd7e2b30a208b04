//! Settings that a placement may choose: only those that change something in it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{BoardRule, Settings};

use crate::evaluate::PlacementJudge;
use crate::placement::{DeviceLocation, Placement};
use crate::request::{Constraint, PlanObjective};

/// Every choice of settings beyond those in force, the empty one first, generated one by one:
/// together they may exceed memory.
pub fn choices(
    judge: &PlacementJudge<'_>,
    at: &Placement,
) -> impl Iterator<Item = Settings> + use<> {
    let owned = |(name, values): (&str, BTreeSet<&str>)| {
        (name.to_owned(), values.into_iter().map(str::to_owned).collect())
    };
    let values: Vec<(String, Vec<String>)> = relevant(judge, at).into_iter().map(owned).collect();
    // The digits count like an odometer whose wheels have as many figures as the setting has
    // values, and one for leaving it.
    let mut next = Some(vec![0; values.len()]);
    std::iter::from_fn(move || {
        let digits = next.take()?;
        next = after(&digits, &values);
        let set = digits.iter().zip(&values).filter_map(|(digit, (name, values))| {
            Some((name.clone(), values.get(digit.checked_sub(1)?)?.clone()))
        });
        Some(set.collect())
    })
}

/// The next number whose digits count settings; none after the last.
fn after(digits: &[usize], values: &[(String, Vec<String>)]) -> Option<Vec<usize>> {
    let mut digits = digits.to_vec();
    for (digit, (_, values)) in digits.iter_mut().zip(values) {
        if *digit < values.len() {
            *digit += 1;
            return Some(digits);
        }
        *digit = 0;
    }
    None
}

/// Settings whose rules may hold here and change a slot that counts, each with the values that are
/// not in force.
fn relevant<'a>(
    judge: &PlacementJudge<'a>,
    at: &Placement,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let slots = counting(judge, at);
    let counts =
        |rule: &&BoardRule| rule.then.iter().any(|effect| slots.contains(effect.slot.as_str()));
    let is_used = |slot: &str| {
        let slot = judge.inventory.slot(slot);
        slot.is_some_and(|(index, _)| at.locations.contains(&DeviceLocation::Slot(index)))
    };
    let in_use = |rule: &&BoardRule| rule.when.iter().all(|when| is_used(&when.slot));
    let rules: Vec<&BoardRule> =
        judge.inventory.rules.iter().filter(counts).filter(in_use).collect();
    let names: BTreeSet<&str> =
        rules.iter().flat_map(|rule| &rule.settings).map(|set| set.name.as_str()).collect();
    let mut choices = judge.inventory.choices();
    choices.retain(|name, _| names.contains(name));
    for (name, values) in &mut choices {
        values.retain(|value| {
            judge.inventory.settings.get(*name).map(String::as_str) != Some(*value)
        });
    }
    choices
}

/// The slots whose offer counts: those in use, and SATA ports if free ones are requested.
fn counting<'a>(judge: &PlacementJudge<'a>, at: &Placement) -> BTreeSet<&'a str> {
    let is_free_sata = |constraint: &Constraint| matches!(constraint, Constraint::FreeSata(_));
    let free = judge.request.objectives.contains(&PlanObjective::FreeSata)
        || judge.request.constraints.iter().any(is_free_sata);
    let slots = judge.inventory.slots.iter().enumerate();
    let counts = slots.filter(|(index, slot)| {
        at.locations.contains(&DeviceLocation::Slot(*index)) || free && slot.is_sata_port()
    });
    counts.map(|(_, slot)| slot.id.as_str()).collect()
}
