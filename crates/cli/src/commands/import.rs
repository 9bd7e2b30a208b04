//! `narrows import PATH...`: what other programs measured, as a run: shown, explained, kept.

use narrows_messages::Message;
use narrows_record::run::{Finding, Run};
use narrows_record::see::Note;
use narrows_report::page;
use narrows_verdict::explain;
use narrows_verdict::sharing::sharing;

use crate::args;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::imported;
use crate::output::{self, Output};
use crate::run_directory::{keep_imported, name_run};

pub fn run(args: &args::Import, output: &Output) -> Result<Exit, Failure> {
    let html = output.destination(args.html.as_deref(), Kind::Report, args.force)?;
    let mut run = concluded(&args.paths, output)?;
    if args.keep {
        keep_imported(&mut run, output)?;
    }
    if let Some(file) = html {
        let page = page::report(&run, &[], &output.localizer);
        file.write(page.html(&run, &output.localizer).as_bytes())?;
    }
    output.result(&run, || match output.text {
        true => page::posted::run(&run, &output.localizer),
        false => page::run(&run, &output.localizer),
    })?;
    if args.keep {
        output.remark(&Message::new("import-kept").with("run", &run.id));
    }
    Ok(if run.partial { Exit::Partial } else { Exit::Ok })
}

/// What files and folders say together, with what follows from it.
///
/// # Errors
///
/// One of them cannot be read, or none holds results.
pub fn concluded(paths: &[String], output: &Output) -> Result<Run, Failure> {
    let mut run = imported::load(paths, output)?;
    date(&mut run);
    run.command = output::command_line();
    run.sharing = sharing(&run, None);
    run.findings = findings(&run);
    Ok(run)
}

/// A run has an id and a date; where the files have none, those of now.
fn date(run: &mut Run) {
    let (id, now) = name_run();
    run.id = id;
    if run.started.is_empty() {
        let note = Message::new("import-undated");
        run.notes.push(Note::of(None, &note));
        run.started = now;
    }
}

fn findings(run: &Run) -> Vec<Finding> {
    let finding = |conclusion: narrows_verdict::Conclusion| Finding {
        id: conclusion.what.id().to_owned(),
        text: (&conclusion.what).into(),
        targets: conclusion.targets,
        limit: conclusion.limit,
    };
    explain(run).into_iter().map(finding).collect()
}
