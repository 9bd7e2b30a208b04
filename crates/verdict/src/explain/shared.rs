//! What drives share: the limit that the topology names, the device they stand on, or nothing.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::predict::{Limit, LimitKind};
use narrows_record::run::Run;
use narrows_record::see::See;

use super::figures::Figures;
use super::{AT_LIMIT, Conclusion, UNSHARED, names, owned, rate, stacked};

/// One conclusion for each limit that the prediction says several drives share, one for each device
/// that several stand on, and one for those that share none.
pub(super) fn conclude(run: &Run, figures: &Figures<'_>) -> Vec<Conclusion> {
    if figures.together.len() < 2 {
        return Vec::new();
    }
    let groups = groups(&run.machine, figures);
    let grouped: BTreeSet<&str> = groups.values().flat_map(|(_, drives)| drives).copied().collect();
    let mut conclusions: Vec<Conclusion> =
        groups.values().map(|(limit, drives)| of_limit(figures, limit, drives)).collect();
    let rest: Vec<&str> =
        figures.together.keys().copied().filter(|drive| !grouped.contains(drive)).collect();
    let (carried, rest) = stacked::split(&run.machine, &rest);
    conclusions.extend(carried.iter().map(|(device, on)| stacked::shared(figures, device, on)));
    if rest.len() > 1 {
        conclusions.push(of_nothing(run, figures, &rest));
    }
    conclusions
}

/// For each link that is predicted to bind, all drives whose way goes over it, also those that
/// something else holds back: they fill it too.
fn groups<'a>(
    machine: &See,
    figures: &Figures<'a>,
) -> BTreeMap<&'a str, (&'a Limit, Vec<&'a str>)> {
    let is_link = |limit: &&Limit| matches!(limit.kind, LimitKind::Uplink | LimitKind::Link);
    let binding = figures.predicted_together.values().map(|predicted| &predicted.limit);
    let mut groups: BTreeMap<&str, (&Limit, Vec<&str>)> = BTreeMap::new();
    for limit in binding.filter(is_link) {
        let over = figures.together.keys().copied();
        let over = over.filter(|drive| goes_over(machine, drive, &limit.id));
        groups.entry(&limit.id).or_insert_with(|| (limit, over.collect()));
    }
    groups.retain(|_, (_, drives)| drives.len() > 1);
    groups
}

fn goes_over(machine: &See, drive: &str, link: &str) -> bool {
    let drive = machine.drives.iter().find(|known| known.id == drive);
    let controller = drive.and_then(|drive| drive.controller.as_ref());
    let mut storage = machine.storage.iter();
    let storage = storage.find(|storage| controller.is_some_and(|id| *id == storage.id));
    storage.is_some_and(|storage| storage.hops.iter().any(|hop| hop.address == link))
}

fn of_limit(figures: &Figures<'_>, limit: &Limit, drives: &[&str]) -> Conclusion {
    let together = Figures::sum(&figures.together, drives);
    let alone = Figures::sum(&figures.alone, drives);
    let each_alone = alone / drives.len().max(1) as f64;
    let what = if together >= UNSHARED * alone {
        Message::new("finding-limit-not-reached")
    } else if together >= AT_LIMIT * limit.capacity {
        Message::new("finding-shared-limit")
    } else {
        Message::new("finding-below-shared-limit")
    };
    let what = what
        .with("drives", names(drives))
        .with("limit", &limit.name)
        .with("capacity", rate(limit.capacity))
        .with("together", rate(together))
        .with("alone", rate(alone))
        .with("worth", format!("{:.1}", together / each_alone.max(1.0)));
    Conclusion { targets: owned(drives), what, limit: Some(limit.clone()) }
}

/// Neither drive nor array: where it lies is not looked into.
fn is_file(machine: &See, target: &str) -> bool {
    let is_drive = machine.drives.iter().any(|drive| drive.id == target);
    !is_drive && !machine.arrays.iter().any(|array| array.id == target)
}

fn of_nothing(run: &Run, figures: &Figures<'_>, drives: &[&str]) -> Conclusion {
    let together = Figures::sum(&figures.together, drives);
    let alone = Figures::sum(&figures.alone, drives);
    let what = if together >= UNSHARED * alone {
        Message::new("finding-no-sharing")
    } else if drives.iter().all(|drive| is_file(&run.machine, drive)) {
        Message::new("finding-files-sharing")
    } else {
        Message::new("finding-unknown-sharing")
    };
    let what = what
        .with("drives", names(drives))
        .with("together", rate(together))
        .with("alone", rate(alone));
    Conclusion { targets: owned(drives), what, limit: None }
}
