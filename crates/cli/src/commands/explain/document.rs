//! The document of `narrows explain`, from the run that it is about.

use narrows_messages::Message;
use narrows_record::explain::ExplainDocument;
use narrows_record::run::RunDocument;
use narrows_record::schema;
use narrows_record::see::DocumentNote;
use narrows_report::page;
use narrows_verdict::in_place;

use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;

/// Shows the explanation of a run; `runs` are the ids of those whose figures are in it.
pub fn show(run: &RunDocument, runs: Vec<String>, output: &CliOutput) -> Result<ProgramExit> {
    let document = of(run, runs);
    output.result(&document, || page::explain(&document, &output.localizer))?;
    // Inconclusive figures are no answer; an interrupted run still answers with what it has.
    let shares = document.sharing.as_ref().is_some_and(narrows_verdict::sharing::says_something);
    let compares = document.array.as_ref().is_some_and(in_place::says_something);
    let exit = if shares || compares { ProgramExit::Ok } else { ProgramExit::Partial };
    Ok(exit)
}

fn of(run: &RunDocument, runs: Vec<String>) -> ExplainDocument {
    let mut notes = run.notes.clone();
    if run.sharing.is_none() && run.array.is_none() {
        let what = Message::new("explain-nothing");
        notes.push(DocumentNote::of(None, &what));
    }
    ExplainDocument {
        schema: schema::EXPLAIN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        runs,
        source: run.machine.source.clone(),
        simulated: run.results.iter().any(|row| row.simulated),
        sharing: run.sharing.clone(),
        array: in_place::compared(run),
        notes,
        partial: run.partial,
    }
}
