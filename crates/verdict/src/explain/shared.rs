//! Shared by drives: the bottleneck in the topology, the device below them, or nothing.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::run::RunDocument;
use narrows_record::see::SeeDocument;

use super::figures::FiguresByDrive;
use super::{Conclusion, found, names, owned, rate, stacked};
use crate::thresholds::explain::{AT_LIMIT, BEYOND_LIMIT, UNSHARED};

/// One conclusion for each bottleneck found or predicted to be shared, one for each device under
/// several others, and one for the drives that share none. Bottlenecks inferred from rates alone
/// come first; if the topology has one with the same drives, its sentence covers both.
pub(super) fn conclude(run: &RunDocument, figures: &FiguresByDrive<'_>) -> Vec<Conclusion> {
    let known = by_topology(run, figures);
    let mut told = Vec::new();
    for limit in found::limits(run) {
        let same = known.iter().find(|one| {
            found::is_of(limit, &one.targets.iter().map(String::as_str).collect::<Vec<&str>>())
        });
        told.push(same.cloned().unwrap_or_else(|| found::conclude(figures, limit)));
    }
    let is_new = |one: &Conclusion| !told.contains(one);
    let rest: Vec<Conclusion> = known.into_iter().filter(is_new).collect();
    told.into_iter().chain(rest).chain(of_rest(run, figures)).collect()
}

/// The conclusions from the topology about bottlenecks and devices that several share.
fn by_topology(run: &RunDocument, figures: &FiguresByDrive<'_>) -> Vec<Conclusion> {
    if figures.together.len() < 2 {
        return Vec::new();
    }
    let groups = groups(&run.machine, figures);
    let limits = groups.values().map(|(limit, drives)| of_limit(figures, limit, drives));
    let (carried, _) = stacked::split(&run.machine, &ungrouped(&groups, figures));
    let devices = carried.iter().map(|(device, on)| stacked::shared(figures, device, on));
    limits.chain(devices).collect()
}

/// The conclusion about drives that share nothing that is known or found.
fn of_rest(run: &RunDocument, figures: &FiguresByDrive<'_>) -> Option<Conclusion> {
    if figures.together.len() < 2 {
        return None;
    }
    let groups = groups(&run.machine, figures);
    let (_, mut rest) = stacked::split(&run.machine, &ungrouped(&groups, figures));
    let found = found::limits(run);
    rest.retain(|drive| !found.iter().any(|limit| limit.drives.iter().any(|it| it == drive)));
    (rest.len() > 1).then(|| of_nothing(run, figures, &rest))
}

/// The drives whose path has no link that is predicted to bind.
fn ungrouped<'a>(groups: &Groups<'a>, figures: &FiguresByDrive<'a>) -> Vec<&'a str> {
    let grouped: BTreeSet<&str> = groups.values().flat_map(|(_, drives)| drives).copied().collect();
    figures.together.keys().copied().filter(|drive| !grouped.contains(drive)).collect()
}

/// Bottlenecks by id, with the drives whose path includes them.
type Groups<'a> = BTreeMap<&'a str, (&'a LimitRecord, Vec<&'a str>)>;

/// For each link that is predicted to bind, all drives whose path includes it, even those limited
/// by something else: they fill it, too.
fn groups<'a>(machine: &SeeDocument, figures: &FiguresByDrive<'a>) -> Groups<'a> {
    let is_link = |limit: &&LimitRecord| {
        matches!(limit.kind, LimitRecordKind::Uplink | LimitRecordKind::Link)
    };
    let binding = figures.predicted_together.values().map(|predicted| &predicted.limit);
    let mut groups: Groups<'_> = BTreeMap::new();
    for limit in binding.filter(is_link) {
        let over = figures.together.keys().copied();
        let over = over.filter(|drive| goes_over(machine, drive, &limit.id));
        groups.entry(&limit.id).or_insert_with(|| (limit, over.collect()));
    }
    groups.retain(|_, (_, drives)| drives.len() > 1);
    groups
}

fn goes_over(machine: &SeeDocument, drive: &str, link: &str) -> bool {
    let drive = machine.drives.iter().find(|known| known.id == drive);
    let controller = drive.and_then(|drive| drive.controller.as_ref());
    let mut storage = machine.storage.iter();
    let storage = storage.find(|storage| controller.is_some_and(|id| *id == storage.id));
    storage.is_some_and(|storage| storage.hops.iter().any(|hop| hop.address == link))
}

fn of_limit(figures: &FiguresByDrive<'_>, limit: &LimitRecord, drives: &[&str]) -> Conclusion {
    let together = FiguresByDrive::sum(&figures.together, drives);
    let alone = FiguresByDrive::sum(&figures.alone, drives);
    let what = if together > BEYOND_LIMIT * limit.capacity {
        Message::new("finding-above-shared-limit")
    } else if together >= UNSHARED * alone {
        Message::new("finding-limit-not-reached")
    } else if together >= AT_LIMIT * limit.capacity {
        Message::new("finding-shared-limit")
    } else {
        Message::new("finding-below-shared-limit")
    };
    // A link that the drives do not fill is in the sentence, and holds nothing back.
    let limit_that_binds = (what.id() == "finding-shared-limit").then(|| limit.clone());
    let what = what
        .with("drives", names(drives))
        .text("limit", &limit.name)
        .with("capacity", rate(limit.capacity))
        .with("together", rate(together))
        .with("alone", rate(alone));
    Conclusion { targets: owned(drives), what, limit: limit_that_binds }
}

/// Whether it is neither drive nor array: its location is not examined.
fn is_file(machine: &SeeDocument, target: &str) -> bool {
    let is_drive = machine.drives.iter().any(|drive| drive.id == target);
    !is_drive && !machine.arrays.iter().any(|array| array.id == target)
}

fn of_nothing(run: &RunDocument, figures: &FiguresByDrive<'_>, drives: &[&str]) -> Conclusion {
    let together = FiguresByDrive::sum(&figures.together, drives);
    let alone = FiguresByDrive::sum(&figures.alone, drives);
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
