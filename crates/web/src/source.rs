//! From a state's source to a machine with its places.

use narrows_messages::{Localizer, Message};
use narrows_verdict::answer::AnswerFailure;
use narrows_verdict::answer::inventory::{InventoriedMachine, bare};
use narrows_verdict::answer::plan;
use narrows_verdict::answer::processor::processor_on;
use narrows_verdict::answer::source::{CATALOGUE, SourceMachine};

use crate::dropped::DroppedFiles;
use crate::problem::PageProblem;
use crate::state::{PageSource, PageState};

/// The machine with its places and the settings of the state, ready for something to be added.
///
/// # Errors
/// There is no such source, or it knows none of the settings.
pub fn planned(
    state: &PageState,
    dropped: &DroppedFiles,
    localizer: &Localizer,
) -> Result<InventoriedMachine, PageProblem> {
    let problem = |failure: AnswerFailure| PageProblem::from_failure(&failure, localizer);
    let mut planned = dropped.begun(state, || begun(state, dropped, localizer))?;
    plan::set(&mut planned.inventory, &state.settings()).map_err(problem)?;
    plan::system(&mut planned.inventory, state.system());
    // The slots that an unknown board is assumed to have matter only if something is to go into
    // them.
    Ok(if state.add.is_empty() { planned } else { planned.drafted() })
}

fn begun(
    state: &PageState,
    dropped: &DroppedFiles,
    localizer: &Localizer,
) -> Result<InventoriedMachine, PageProblem> {
    let problem = |failure: AnswerFailure| PageProblem::from_failure(&failure, localizer);
    let nothing = || PageProblem::of(&Message::new("arrange-no-source"), localizer);
    let PageSource { catalog, example, file } = state.source.clone().ok_or_else(nothing)?;
    if let Some(file) = file {
        return InventoriedMachine::of(dropped.get(&file, localizer)?, None).map_err(problem);
    }
    let id = example.or(catalog).ok_or_else(nothing)?;
    let id = id.strip_prefix(CATALOGUE).unwrap_or(&id);
    if bare(&format!("{CATALOGUE}{id}")).is_none() {
        let seen = SourceMachine::of_catalogue(id).map_err(problem)?;
        return InventoriedMachine::of(seen, None).map_err(problem);
    }
    let processor = state.cpu.as_deref().map(|text| processor_on(text, id));
    let processor = processor.transpose().map_err(problem)?;
    InventoriedMachine::of_entry(id, None, processor.as_ref()).map_err(problem)
}
