//! RAID engines for arrays where their drives are.

use narrows_catalog::Confidence;
use narrows_catalog::board::SlotBus;

use super::{PlacementJudge, PlacementRefusal, PlacementView};
use crate::feasibility::{
    BootSituation, FactEvidence, FeasibilityAnswer, FeasibilityVerdict, RaidEngineKind,
    RaidLevelKind, SataMode, SourcedFact,
};
use crate::request::{ArrayConstraint, Constraint};

/// Engines for each array; in the order of the request.
///
/// # Errors
/// The first constraint about an array that nothing fulfils, or the first array that nothing makes.
pub fn choices(view: &PlacementView<'_>) -> Result<Vec<Vec<RaidEngineKind>>, PlacementRefusal> {
    let arrays = view.judge.request.arrays.iter().enumerate();
    arrays.map(|(index, array)| choice(view, index, array)).collect()
}

/// As many ways to choose means for all arrays are looked at one by one.
const WAYS: usize = 256;

/// Every way to choose one of each; if there are too many, all arrays by the same engine as far as
/// possible.
pub fn combinations(choices: &[Vec<RaidEngineKind>]) -> Vec<Vec<RaidEngineKind>> {
    let ways = choices.iter().try_fold(1_usize, |ways, choice| ways.checked_mul(choice.len()));
    match ways {
        Some(ways) if ways <= WAYS => all_combinations(choices),
        _ => alike(choices),
    }
}

fn all_combinations(choices: &[Vec<RaidEngineKind>]) -> Vec<Vec<RaidEngineKind>> {
    let mut combinations = vec![Vec::new()];
    for choice in choices {
        let mut longer = Vec::new();
        for chosen in &combinations {
            longer.extend(choice.iter().map(|means| [chosen.as_slice(), &[*means]].concat()));
        }
        combinations = longer;
    }
    combinations
}

fn alike(choices: &[Vec<RaidEngineKind>]) -> Vec<Vec<RaidEngineKind>> {
    let by = |means: RaidEngineKind| {
        let one = |choice: &Vec<RaidEngineKind>| {
            choice.iter().copied().find(|it| *it == means).or(choice.first().copied())
        };
        choices.iter().map(one).collect::<Option<Vec<RaidEngineKind>>>()
    };
    RaidEngineKind::ALL.into_iter().filter_map(by).collect()
}

/// The basis of the constraints about booting, in their order, then of the firmware's arrays.
pub fn answers(view: &PlacementView<'_>, means: &[RaidEngineKind]) -> Vec<FeasibilityAnswer> {
    let judge = view.judge;
    let chosen = |id: &str| {
        let index = judge.array(id)?;
        Some((judge.request.arrays.get(index)?, *means.get(index)?))
    };
    let set = set_for(view, means);
    let of_constraint = |constraint: &Constraint| match constraint {
        Constraint::Starts(device) => Some(set.starts(&view.placed(*device)?)),
        Constraint::StartsFromAny(devices) => {
            let placed = devices.iter().filter_map(|&device| view.placed(device));
            Some(set.starts_from_any(placed))
        }
        Constraint::ArrayStarts(id) => {
            chosen(id).and_then(|(array, means)| starts(view, array, means))
        }
        Constraint::FirmwareArray(id) => {
            chosen(id).and_then(|(array, means)| made(view, array, means))
        }
        _ => None,
    };
    let arrays = judge.request.arrays.iter().zip(means);
    let is_named = |array: &ArrayConstraint| {
        judge.request.constraints.iter().any(|constraint| match constraint {
            Constraint::ArrayStarts(id) | Constraint::FirmwareArray(id) => *id == array.id,
            _ => false,
        })
    };
    // Named arrays are answered with their constraints, and the operating system's arrays ask
    // nothing of the firmware.
    let others = arrays.filter(|(array, means)| means.is_firmware() && !is_named(array));
    let of_others = others.filter_map(|(array, means)| made(view, array, *means));
    judge.request.constraints.iter().filter_map(of_constraint).chain(of_others).collect()
}

/// The situation once the firmware is set as these engines need it: a drive beside an array boots under the
/// same settings.
fn set_for(view: &PlacementView<'_>, means: &[RaidEngineKind]) -> BootSituation {
    let mut set = view.judge.inventory.situation.clone();
    let arrays = view.judge.request.arrays.iter().zip(means);
    for (array, means) in arrays.filter(|(_, means)| means.is_firmware()) {
        let of_plan = || FactEvidence::inferred(means.to_string(), Confidence::High);
        let is_pcie = |at: &usize| {
            view.judge.devices.get(*at).is_some_and(|device| device.bus == SlotBus::Pcie)
        };
        let on = || SourcedFact::new(true, of_plan());
        let (settings, platform) = (&mut set.settings, &mut set.platform);
        // If the array works, the platform supports its engine.
        match (means, array.members.iter().any(is_pcie)) {
            (RaidEngineKind::RstVmd, true) => (settings.vmd, platform.rst_vmd) = (on(), on()),
            (RaidEngineKind::Vroc, true) => (settings.vmd, platform.vroc) = (on(), on()),
            (RaidEngineKind::Raidxpert2, true) => {
                (settings.nvme_raid, platform.raidxpert2) = (on(), on());
            }
            // SATA members of any of these engines, and all that RST takes, need the controller in
            // RAID mode.
            _ => settings.sata = SourcedFact::new(SataMode::Raid, of_plan()),
        }
    }
    set
}

fn choice(
    view: &PlacementView<'_>,
    index: usize,
    array: &ArrayConstraint,
) -> Result<Vec<RaidEngineKind>, PlacementRefusal> {
    // Of equivalent ones the first is taken. A word without engines means all of them.
    let is_any = array.means.is_empty() || array.means == RaidEngineKind::ALL;
    let offered = if is_any { &RaidEngineKind::ALL[..] } else { &array.means };
    let mut left: Vec<RaidEngineKind> =
        offered.iter().copied().filter(|means| is_possible(view, array, *means)).collect();
    if left.is_empty() {
        return Err(PlacementRefusal::Array(index));
    }
    for (at, constraint) in view.judge.request.constraints.iter().enumerate() {
        left.retain(|means| match constraint {
            Constraint::FirmwareArray(id) if *id == array.id => means.is_firmware(),
            Constraint::ArrayStarts(id) if *id == array.id => {
                starts(view, array, *means).is_some_and(|answer| view.judge.accepts(&answer))
            }
            _ => true,
        });
        if left.is_empty() {
            return Err(PlacementRefusal::Constraints(vec![at]));
        }
    }
    // If no system is named, it is Linux, whose arrays have no fewer levels, need nothing of the
    // firmware and read from any other Linux: a rate is no reason to change the system.
    let is_open = view.judge.inventory.situation.system.kind.is_unknown();
    if is_open && is_any && left.contains(&RaidEngineKind::LinuxMd) {
        left = vec![RaidEngineKind::LinuxMd];
    }
    Ok(left)
}

/// The operating system's engines are available unless something contradicts; the firmware's
/// abilities must be known.
fn is_possible(view: &PlacementView<'_>, array: &ArrayConstraint, means: RaidEngineKind) -> bool {
    match made(view, array, means) {
        Some(answer) if !means.is_firmware() => answer.verdict != FeasibilityVerdict::No,
        Some(answer) => view.judge.accepts(&answer),
        None => !means.is_firmware(),
    }
}

fn made(
    view: &PlacementView<'_>,
    array: &ArrayConstraint,
    means: RaidEngineKind,
) -> Option<FeasibilityAnswer> {
    Some(situation(view, array)?.array(means, level(array.level)?))
}

fn starts(
    view: &PlacementView<'_>,
    array: &ArrayConstraint,
    means: RaidEngineKind,
) -> Option<FeasibilityAnswer> {
    Some(situation(view, array)?.array_starts(means, level(array.level)?))
}

/// The known facts, with the array's drives where they are.
fn situation(view: &PlacementView<'_>, array: &ArrayConstraint) -> Option<BootSituation> {
    let PlacementJudge { inventory, .. } = view.judge;
    let drives = array.members.iter().map(|&device| view.placed(device));
    Some(BootSituation {
        drives: drives.collect::<Option<Vec<_>>>()?,
        ..inventory.situation.clone()
    })
}

/// The level as the rules about RAID know it; `None` if they do not.
pub fn level(level: narrows_model::RaidLevel) -> Option<RaidLevelKind> {
    match level {
        narrows_model::RaidLevel::Stripe => Some(RaidLevelKind::Raid0),
        narrows_model::RaidLevel::Mirror => Some(RaidLevelKind::Raid1),
        narrows_model::RaidLevel::Parity(1) => Some(RaidLevelKind::Raid5),
        narrows_model::RaidLevel::MirroredStripe => Some(RaidLevelKind::Raid10),
        _ => None,
    }
}
