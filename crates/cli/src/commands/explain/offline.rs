//! `narrows explain --from RUN`: what kept figures say, without measuring.

use narrows_messages::Message;
use narrows_record::run::Run;
use narrows_verdict::sharing::{Unmergeable, merged, sharing};

use super::document;
use crate::args::explain::Explain;
use crate::commands::compare;
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &Explain, output: &Output) -> Result<Exit, Failure> {
    let mut runs = Vec::new();
    for name in &args.from {
        let run = compare::load(name, output)?;
        // One run named twice would count its own figures as repeats.
        if !runs.iter().any(|known: &Run| known.id == run.id) {
            runs.push(run);
        }
    }
    let ids = runs.iter().map(|run| run.id.clone()).collect();
    let Some(mut run) = merged(runs).map_err(refused)? else {
        return Err(Failure::new(Message::new("cli-no-drives")));
    };
    run.sharing = sharing(&run, args.workload.as_deref());
    document::show(&run, ids, output)
}

/// Simulated beside measured runs are a slip of the command line.
fn refused(why: Unmergeable) -> Failure {
    match why {
        Unmergeable::OtherMachine(what) => Failure::new(what),
        Unmergeable::Simulated(what) => Failure::usage(what),
    }
}
