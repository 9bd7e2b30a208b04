//! `narrows compare A B`: what became slower from one side to another, and what only seems so. A
//! side is a run, or several that repeat it.

mod gather;

use std::collections::BTreeSet;
use std::path::Path;

use narrows_messages::Message;
use narrows_record::compare::CompareDocument;
use narrows_record::run::RunDocument;
use narrows_report::page;
use narrows_verdict::{MOST_RUNS, compare};

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::imported;
use crate::output::CliOutput;
use crate::run_directory::with_store;
use crate::store::{StoreError, read_run};

pub fn run(args: &args::CompareArgs, output: &CliOutput) -> Result<ProgramExit> {
    let allowed = args.fail_if_slower.as_deref().map(share).transpose()?;
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let (mut a, mut b) = sides(args, output)?;
    if args.gather {
        gather::repeats(&mut a, &mut b)?;
    }
    let document = compare(&a, &b, allowed).ok_or_else(two_sides)?;
    // Of several runs of a side, the first is drawn.
    if let (Some(file), [a, ..], [b, ..]) = (html, a.as_slice(), b.as_slice()) {
        let page = page::compare_runs(&document, [a, b], &output.localizer);
        file.write(page.html(&document, &output.localizer).as_bytes())?;
    }
    output.result(&document, || page::compare(&document, &output.localizer))?;
    Ok(exit(&document))
}

/// The runs of both sides: those before `--with` and those after it; without it one and one.
fn sides(
    args: &args::CompareArgs,
    output: &CliOutput,
) -> Result<(Vec<RunDocument>, Vec<RunDocument>)> {
    let (a, b) = match (args.runs.as_slice(), args.with.as_slice()) {
        ([a, b], []) => (std::slice::from_ref(a), std::slice::from_ref(b)),
        (_, []) => return Err(two_sides()),
        sides => sides,
    };
    if a.len().max(b.len()) > MOST_RUNS {
        return Err(CommandFailure::usage(
            Message::new("compare-too-many").count("most", MOST_RUNS),
        ));
    }
    let load = |names: &[String]| {
        names.iter().map(|name| self::load(name, output)).collect::<Result<Vec<RunDocument>>>()
    };
    let (a, b) = (load(a)?, load(b)?);
    each_once(&a, &b)?;
    Ok((a, b))
}

fn two_sides() -> CommandFailure {
    CommandFailure::usage(Message::new("compare-two-sides"))
}

/// A run that counted twice would repeat itself without fail, and make the scatter from run to run
/// too small. One run beside itself says nothing, which the page says.
fn each_once(a: &[RunDocument], b: &[RunDocument]) -> Result<()> {
    let mut distinct = BTreeSet::new();
    let twice = a.iter().chain(b).find(|run| !distinct.insert((&run.id, &run.started)));
    match twice {
        Some(run) if a.len() + b.len() > 2 => {
            Err(CommandFailure::usage(Message::new("compare-run-twice").with("run", &run.id)))
        }
        _ => Ok(()),
    }
}

/// A run by its path or its name, or results of another program by their path. A name with a slash
/// is a path; otherwise a kept run takes precedence over a file with the same name.
pub fn load(name: &str, output: &CliOutput) -> Result<RunDocument> {
    let path = Path::new(name);
    let by_path = || {
        if imported::is_foreign(path) {
            imported::load(&[name.to_owned()], output)
        } else {
            read_run(path).map_err(|error| CommandFailure::new(error.message()))
        }
    };
    if name.contains('/') {
        return by_path();
    }
    kept(name)?.map_or_else(by_path, Ok)
}

/// The kept run of that name; `None` if there is a file of that name instead.
pub fn kept(name: &str) -> Result<Option<RunDocument>> {
    with_store(|store| match store.find(name) {
        Err(StoreError::Unknown { .. }) if Path::new(name).exists() => Ok(None),
        path => read_run(&path?).map(Some),
    })
}

/// `5%` or `5`, as a part.
fn share(text: &str) -> Result<f64> {
    let bad = || CommandFailure::usage(Message::new("history-bad-percent").with("text", text));
    let number = text.trim().trim_end_matches('%').trim_end();
    let percent: f64 = number.parse().map_err(|_| bad())?;
    (0.0..=99.0).contains(&percent).then_some(percent / 100.0).ok_or_else(bad)
}

/// A comparison that leaves open whether something became slower is only partial.
fn exit(document: &CompareDocument) -> ProgramExit {
    let is_slower = document.rows.iter().any(|row| !row.slower.is_empty());
    // Latencies scatter more than rates: one that is open is shown, and holds no script up.
    let is_rate = |name: &String| name != "p99_us";
    let is_open = document.rows.iter().any(|row| row.open.iter().any(is_rate));
    match document.allowed_slower {
        Some(_) if is_slower => ProgramExit::Found,
        Some(_) if is_open => ProgramExit::Partial,
        // Without a limit, an open figure leaves no question of the command line unanswered.
        _ if document.rows.is_empty() => ProgramExit::Partial,
        _ => ProgramExit::Ok,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_percentage_with_or_without_its_sign() {
        assert_eq!(share("5%").unwrap(), 0.05);
        assert_eq!(share("2.5 %").unwrap(), 0.025);
        assert_eq!(share("0").unwrap(), 0.0);
        for text in ["", "%", "-5%", "100%", "NaN", "five"] {
            assert_eq!(share(text).unwrap_err().exit, ProgramExit::Usage, "{text}");
        }
    }
}
