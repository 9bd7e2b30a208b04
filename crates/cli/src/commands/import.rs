//! `narrows import PATH...`: measurements of other programs, as a run: shown, explained, kept.

use narrows_messages::Message;
use narrows_record::run::{RunDocument, RunFinding};
use narrows_record::see::DocumentNote;
use narrows_report::page;
use narrows_verdict::explain;
use narrows_verdict::sharing::sharing;

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{ProgramExit, Result};
use crate::imported;
use crate::output::{self, CliOutput};
use crate::run_directory::{keep_imported, name_run};

pub fn run(args: &args::ImportArgs, output: &CliOutput) -> Result<ProgramExit> {
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let mut run = concluded(&args.paths, output)?;
    if args.keep {
        keep_imported(&mut run, output)?;
    }
    output.html(html, &run, || page::report(&run, &[], &output.localizer))?;
    output.result(&run, || {
        if output.text {
            page::posted::run(&run, &output.localizer)
        } else {
            page::run(&run, &output.localizer)
        }
    })?;
    if args.keep {
        output.remark(&Message::new("import-kept").with("run", &run.id));
    }
    Ok(if run.partial { ProgramExit::Partial } else { ProgramExit::Ok })
}

/// The combined contents of files and folders, with the conclusions.
pub fn concluded(paths: &[String], output: &CliOutput) -> Result<RunDocument> {
    let mut run = imported::load(paths, output)?;
    // A run has an id and a date; if the files have none, the current ones.
    let (id, now) = name_run();
    run.id = id;
    if run.started.is_empty() {
        let note = Message::new("import-undated");
        run.notes.push(DocumentNote::of(None, &note));
        run.started = now;
    }
    run.command = output::command_line();
    run.sharing = sharing(&run, None);
    run.findings = findings(&run);
    Ok(run)
}

fn findings(run: &RunDocument) -> Vec<RunFinding> {
    let finding = |conclusion: narrows_verdict::Conclusion| RunFinding {
        id: conclusion.what.id().to_owned(),
        text: (&conclusion.what).into(),
        targets: conclusion.targets,
        limit: conclusion.limit,
    };
    explain(run).into_iter().map(finding).collect()
}
