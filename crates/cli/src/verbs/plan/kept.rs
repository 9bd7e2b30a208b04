//! The plan as a machine file, and the command that measures it.

use narrows_messages::Message;
use narrows_plan::ask::{Aim, ArrayWish};
use narrows_plan::evaluate::rated;
use narrows_plan::feasibility::Means;
use narrows_record::plan::Plan;
use narrows_record::site::plan_file;

use super::Planning;
use crate::args;
use crate::failure::Failure;
use crate::output::{self, Output};

/// What a plan is called that was not kept.
const UNKEPT: &str = "PLAN.toml";

/// Writes the best arrangement to the file that was asked for.
pub(super) fn keep(
    args: &args::Plan,
    planning: &Planning,
    plan: &Plan,
    output: &Output,
) -> Result<(), Failure> {
    let (Some(path), Some(best)) = (&args.save, planning.best()) else { return Ok(()) };
    let arrays: Vec<(&ArrayWish, Means)> = planning
        .ask
        .arrays
        .iter()
        .filter_map(|array| Some((array, *best.means.get(&array.id)?)))
        .collect();
    let Planning { site, pieces, .. } = planning;
    let text = plan_file(site, pieces, &best.placement, &arrays, &remarks(plan, output));
    // What was found is possible.
    let text = text.map_err(|_| Failure::new(Message::new("plan-impossible")))?;
    output::write_file(path, text.as_bytes())?;
    output.remark(&Message::new("plan-saved").with("path", path.display()));
    Ok(())
}

/// What stands at the head of the file: the answer, and what to set in the firmware.
fn remarks(plan: &Plan, output: &Output) -> Vec<String> {
    let answer = plan.findings.first().map(|finding| finding.text.clone());
    let best = plan.best.iter();
    let set = best.clone().flat_map(|best| &best.set).map(|setting| {
        let message = Message::new("plan-move-set").with("name", &setting.name);
        output.speaker.say(&message.with("value", &setting.value))
    });
    let to_do = best.flat_map(|best| &best.answers).flat_map(|answer| answer.set.clone());
    answer.into_iter().chain(set).chain(to_do).collect()
}

/// The command line that measures the best arrangement: here, once it is built, or simulated.
pub(super) fn command(args: &args::Plan, planning: &Planning, is_live: bool) -> String {
    let workload = planning.ask.aims.iter().find_map(|aim: &Aim| rated(aim));
    let name = workload.map(|workload| workload.clone().named_after_itself().name);
    let name = name.unwrap_or_else(|| "seq-read-128k-q32".to_owned());
    let on = match (is_live, &args.save) {
        (true, _) => String::new(),
        (false, Some(path)) => format!(" --on {}", path.display()),
        (false, None) => format!(" --on {UNKEPT}"),
    };
    format!("narrows measure{on} --workload {name} --set all")
}
