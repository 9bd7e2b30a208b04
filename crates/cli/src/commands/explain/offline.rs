//! `narrows explain --from RUN`: explains kept figures, without measuring.

use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_verdict::sharing::{MergeConflict, merged, sharing};

use super::document;
use crate::args::explain::ExplainArgs;
use crate::commands::compare;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

pub fn run(args: &ExplainArgs, output: &CliOutput) -> Result<ProgramExit> {
    let mut runs = Vec::new();
    for name in &args.from {
        let run = compare::load(name, output)?;
        // A run named twice would count its own figures as repeats.
        if !runs.iter().any(|known: &RunDocument| known.id == run.id) {
            runs.push(run);
        }
    }
    let ids = runs.iter().map(|run| run.id.clone()).collect();
    let Some(mut run) = merged(runs).map_err(refused)? else {
        return Err(CommandFailure::new(Message::new("cli-no-drives")));
    };
    run.sharing = sharing(&run, args.workload.as_deref());
    document::show(&run, ids, output)
}

/// Simulated beside measured runs are a slip of the command line.
fn refused(why: MergeConflict) -> CommandFailure {
    match why {
        MergeConflict::OtherMachine(what) => CommandFailure::new(what),
        MergeConflict::Simulated(what) => CommandFailure::usage(what),
    }
}
