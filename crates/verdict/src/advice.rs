//! Advice on slots: from the planner, never guessed.
//!
//! For: remedies of causes that need another slot, and the check's note on drives behind the
//! chipset. Both give the result of `narrows plan` on the same machine, with all necessary moves,
//! and nothing if it finds nothing.
//!
//! Not here: the search itself (`narrows_plan::search`); bottlenecks (`causes`).

use narrows_messages::{DocumentText, Message};
use narrows_plan::better::{self, BetterArrangement};
use narrows_plan::evaluate::Late;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::moves::{MoveStep, MovedDevice};
use narrows_plan::narrow::narrow;
use narrows_plan::request::{PlacementRequest, PlanObjective};
use narrows_plan::result::PlanCandidate;
use narrows_plan::search::SearchEffort;
use narrows_plan::words;
use narrows_record::check::{CheckProblem, Severity};
use narrows_record::lanes::{LaneBudgetFinding, LanesDocument};
use narrows_record::sentence;
use narrows_record::sharing::{CauseRemedy, SharingCause, SharingRecord};
use narrows_topology::Id;
use narrows_topology::graph::AttachmentPoint;
use narrows_units::BytesPerSec;

use crate::check::CheckFinding;

const OF_PLACES: [&str; 4] = ["remedy-shared", "remedy-slot", "remedy-link", "remedy-link-open"];

/// Puts the planner's results for this slot inventory into the remedies that need another slot.
/// Those of drives with unknown rates stay as they are; so do all if it ran out of time, according
/// to `late`, before it could prove that nothing is better.
pub fn on_places(sharing: &mut SharingRecord, inventory: &SlotInventory, late: Late) {
    let asks =
        |cause: &SharingCause| cause.remedy.as_ref().is_some_and(|it| OF_PLACES.contains(&&*it.id));
    if !sharing.causes.iter().any(asks) {
        return;
    }
    let Some(better) = better(inventory, Some(&sharing.workload), late) else { return };
    let limits: Vec<Vec<String>> = sharing.limits.iter().map(|it| it.drives.clone()).collect();
    for cause in sharing.causes.iter_mut().filter(|cause| asks(cause)) {
        let shared = cause.limit.and_then(|at| limits.get(at)).cloned();
        let drives = shared.unwrap_or_else(|| cause.drive.iter().cloned().collect());
        let drives: Vec<Id> = drives.iter().map(Id::new).collect();
        let found = better.of(&drives).and_then(|rates| remedy(inventory, &better, rates));
        cause.remedy = found.or(cause.remedy.take());
    }
}

/// Today's placement and the best one, as in `narrows plan`: for its default objective, or for this
/// workload if that differs.
pub fn better(
    inventory: &SlotInventory,
    workload: Option<&str>,
    late: Late,
) -> Option<BetterArrangement> {
    let ask =
        |words: &[&str]| words::read(words.iter().copied(), inventory, &inventory.devices).ok();
    let usual = ask(&[])?;
    let is_it = |ask: &PlacementRequest| match (ask.objectives.first(), workload) {
        (Some(PlanObjective::Together(objective)), Some(name)) => objective.name == name,
        _ => true,
    };
    let ask = if is_it(&usual) { usual } else { ask(&[workload?])? };
    better::than_today(inventory, &ask, &SearchEffort { top: 1, late, ..SearchEffort::default() })
}

/// Warnings of a lane budget, as findings of a check. An uplink that everything below could fill is
/// information; a device with fewer lanes than it needs loses speed.
pub fn on_lanes(lanes: &LanesDocument, known: &[CheckFinding]) -> Vec<CheckProblem> {
    let is_known = |about: &str| {
        known
            .iter()
            .any(|it| it.what.id() == sentence::LINK_DEGRADED && it.about.as_deref() == Some(about))
    };
    let warns = lanes.findings.iter().filter(|it| it.severity > Severity::Hint);
    let new = warns.filter(|it| !it.about.as_deref().is_some_and(is_known));
    let of_today =
        |id: &str| [sentence::LANES_OVER_NOW, sentence::LANES_SHORT_MISSES].contains(&id);
    let problem = |finding: &LaneBudgetFinding| CheckProblem {
        id: finding.id.clone(),
        severity: if of_today(&finding.id) { finding.severity } else { Severity::Hint },
        about: finding.about.clone(),
        text: finding.text.clone(),
        advice: DocumentText::from(Message::new("check-lanes-advice")),
    };
    new.map(problem).collect()
}

fn remedy(
    inventory: &SlotInventory,
    better: &BetterArrangement,
    (now, then): (f64, f64),
) -> Option<CauseRemedy> {
    let gain = then - now;
    let gains = !better.moves.is_empty() && gain > better::WORTH * now;
    let what = match gains {
        true => Message::new("remedy-plan")
            .text("moves", told(inventory, better))
            .with("then", BytesPerSec::mb_s(then))
            .with("now", BytesPerSec::mb_s(now)),
        false => Message::new("remedy-as-is"),
    };
    (gains || better.is_proven).then(|| CauseRemedy {
        id: what.id().to_owned(),
        text: DocumentText::from(what),
        gain_mb_s: gains.then(|| gain.round()),
    })
}

/// `m8pe3: M2_3 → PCI_E4, nic: PCI_E4 → PCI_E6, PCI_E6 bandwidth = x4, gpu (x8 of x16)`: all moves, and the cards that
/// run narrower after them.
fn told(inventory: &SlotInventory, better: &BetterArrangement) -> DocumentText {
    let carried = better.moves.iter().flat_map(|step| &step.carried);
    let carried = carried.filter_map(|it| one(inventory, better, it));
    let set = better.moves.iter().flat_map(|step| &step.settings);
    let set = set.map(|(name, value)| format!("{name} = {value}"));
    let lanes = |placement| narrow(inventory, &inventory.devices, placement);
    let today = lanes(&better.today.placement);
    // A card that is as narrow today is no consequence of the moves.
    let after = lanes(&better.best.placement).into_iter().filter(|card| !today.contains(card));
    let narrower = after.filter_map(|(device, here, most)| {
        let piece = &inventory.devices.get(device)?.id;
        let message = Message::new("plan-runs-at").with("piece", piece);
        Some(DocumentText::from(message.with("here", here).with("most", most)))
    });
    DocumentText::list("between-names", carried.chain(set).map(DocumentText::from).chain(narrower))
}

fn one(
    inventory: &SlotInventory,
    better: &BetterArrangement,
    carried: &MovedDevice,
) -> Option<String> {
    let device = inventory.devices.get(carried.device)?;
    let from = carried
        .from
        .and_then(|location| inventory.location_name(&better.today.placement, location));
    let to = inventory.location_name(&better.best.placement, carried.to)?;
    Some(match from {
        Some(from) => format!("{}: {from} → {to}", device.id),
        None => format!("{}: {to}", device.id),
    })
}

/// Total rate of an arrangement.
fn total(of: &PlanCandidate) -> BytesPerSec {
    BytesPerSec::mb_s(of.outcomes.iter().map(|it| it.rate.as_mb_s()).sum())
}

/// Advice on a bottleneck, in one sentence: the moves that help, or that none do if that is proven;
/// `None` if the search found neither in time.
pub fn in_words(inventory: &SlotInventory, late: Late) -> Option<DocumentText> {
    let better = &better(inventory, None, late)?;
    let (now, then) = (total(&better.today), total(&better.best));
    let gains = !better.moves.is_empty() && then.get() > now.get() * (1.0 + better::WORTH);
    let what = match gains {
        true => Message::new("check-behind-chipset-advice")
            .text("moves", told(inventory, better))
            .with("then", then)
            .with("now", now),
        false => Message::new("remedy-as-is"),
    };
    (gains || better.is_proven).then(|| DocumentText::from(what))
}

/// Drives behind the chipset for which the planner finds a better slot on the processor's lanes.
/// One note for all, because moves that depend on each other belong together.
pub fn behind_chipset(inventory: &SlotInventory, late: Late) -> Option<CheckFinding> {
    let better = &better(inventory, None, late)?;
    let carried = || better.moves.iter().flat_map(|step: &MoveStep| &step.carried);
    let leaves = |it: &&MovedDevice| {
        let attachment =
            |way: Option<narrows_plan::moves::DeviceLink>| way.map(|way| way.attachment);
        let is_drive =
            inventory.devices.get(it.device).is_some_and(|device| device.drive().is_some());
        is_drive
            && attachment(it.before) == Some(AttachmentPoint::Chipset)
            && attachment(it.after) == Some(AttachmentPoint::Cpu)
    };
    let names: Vec<&str> = carried()
        .filter(leaves)
        .filter_map(|it| inventory.devices.get(it.device).map(|device| device.id.as_str()))
        .collect();
    let (now, then) = (total(&better.today), total(&better.best));
    let first = (*names.first()?).to_owned();
    let what = Message::new("check-behind-chipset").with("device", names.join(", "));
    let advice = Message::new("check-behind-chipset-advice")
        .text("moves", told(inventory, better))
        .with("then", then)
        .with("now", now);
    let gains = then.get() > now.get() * (1.0 + better::WORTH);
    let found = CheckFinding { severity: Severity::Hint, about: Some(first), what, advice };
    gains.then_some(found)
}
