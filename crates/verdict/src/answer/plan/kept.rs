//! The plan as a machine file, and the command that measures it.

use narrows_files::inventory::plan_file;
use narrows_messages::{Localizer, Message};
use narrows_plan::evaluate::rated;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::request::{ArrayConstraint, PlanObjective};
use narrows_record::plan::PlanDocument;

use super::{PlanRequest, PlanningOutcome};
use crate::answer::failure::AnswerFailure;

/// Name of a plan that was not kept.
const UNKEPT: &str = "PLAN.toml";

/// The best arrangement as a machine file; `None` if there is none.
pub(super) fn machine_file(
    planning: &PlanningOutcome,
    plan: &PlanDocument,
    localizer: &Localizer,
) -> Result<Option<String>, AnswerFailure> {
    let Some(best) = planning.best() else { return Ok(None) };
    let arrays: Vec<(&ArrayConstraint, RaidEngineKind)> = planning
        .ask
        .arrays
        .iter()
        .filter_map(|array| Some((array, *best.means.get(&array.id)?)))
        .collect();
    let PlanningOutcome { inventory, devices, .. } = planning;
    let text = plan_file(inventory, devices, &best.placement, &arrays, &remarks(plan, localizer));
    // A found plan is possible.
    text.map(Some).map_err(|_| AnswerFailure::new(Message::new("plan-impossible")))
}

/// Head of the file: the answer, and firmware settings.
fn remarks(plan: &PlanDocument, localizer: &Localizer) -> Vec<String> {
    let answer = plan.findings.first().map(|finding| localizer.text_of(&finding.text));
    let best = plan.best.iter();
    let set = best.clone().flat_map(|best| &best.set).map(|setting| {
        let message = Message::new("plan-move-set").with("name", &setting.name);
        localizer.say(&message.with("value", &setting.value))
    });
    let split = best.clone().flat_map(|best| &best.splits).map(|split| &split.text);
    let to_do = best.flat_map(|best| &best.answers).flat_map(|answer| &answer.set);
    let texts = split.chain(to_do).map(|text| localizer.text_of(text));
    answer.into_iter().chain(set).chain(texts).collect()
}

/// The command line that measures the answer: here, once it is built, or simulated. `None` if no
/// measurement does: for data that goes straight to a card, and here for arrays that do not exist
/// yet.
pub(super) fn command(
    request: &PlanRequest,
    planning: &PlanningOutcome,
    is_live: bool,
) -> Option<String> {
    let objective = planning.ask.objectives.iter().find(|objective| rated(objective).is_some())?;
    let is_there = |array: &ArrayConstraint| {
        planning.inventory.fixed.arrays.keys().any(|id| id.as_str() == array.id)
    };
    let has_new = !planning.ask.arrays.iter().all(is_there);
    if matches!(objective, PlanObjective::ToCard(..)) || (is_live && has_new) {
        return None;
    }
    let on = match (is_live, &request.kept_in) {
        (true, _) => String::new(),
        (false, Some(path)) => format!(" --on {path}"),
        (false, None) => format!(" --on {UNKEPT}"),
    };
    let outcomes = planning.best().map(|best| best.outcomes.as_slice()).unwrap_or_default();
    // Of arrays all drives are not all targets.
    let is_named = !planning.ask.arrays.is_empty() || matches!(objective, PlanObjective::Of(..));
    let targets = outcomes.iter().filter(|_| is_named);
    let targets: String = targets.map(|outcome| format!(" {}", outcome.target)).collect();
    let set = match objective {
        PlanObjective::Together(_) if outcomes.len() > 1 => "all",
        _ => "each",
    };
    // `measure` knows a workload by its parameters, not by the name in a file.
    let name = rated(objective)?.clone().named_after_itself().name;
    Some(format!("narrows measure{on}{targets} --workload {name} --set {set}"))
}
