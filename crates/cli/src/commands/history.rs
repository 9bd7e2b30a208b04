//! `narrows history`: the runs that are kept, one again, a drive's figures over time, deletion.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::history::{self, ForgottenDocument, ForgottenRun, HistoryDocument, PastRun};
use narrows_record::run::RunDocument;
use narrows_record::schema;
use narrows_record::see::DocumentNote;
use narrows_report::page;
use narrows_report::picture;

use crate::args;
use crate::bar::ProgressBarGuard;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::campaign::usual;
use crate::output::CliOutput;
use crate::platform::forgotten::{ForgetRefusal, ForgettableRun};
use crate::run_directory::{self, with_store};
use crate::store::{RunFilter, RunStore, StoreError};

/// More rows than this leave the terminal before anybody reads them.
const LIST: u32 = 20;

pub fn run(args: &args::HistoryArgs, output: &CliOutput) -> Result<ProgramExit> {
    match &args.run {
        _ if !args.forget.is_empty() => forget(args, output),
        Some(name) => {
            let drawn = args.picture.files(args.force, output)?;
            let run_and_path: (RunDocument, String) = with_store(|store| {
                let path = store.find(name)?;
                Ok((crate::store::read_run(&path)?, path.display().to_string()))
            })?;
            let (run, path) = run_and_path;
            drawn.draw(|layout| Some(picture::run(&run, layout, &output.localizer)), output)?;
            usual(&run, output)?;
            output.remark(&Message::new("history-where").with("path", path));
            Ok(ProgramExit::Ok)
        }
        None => {
            let filter = filter(args, output)?;
            let stored = if args.rebuild {
                let bar = ProgressBarGuard::new(output);
                bar.iter().for_each(|bar| bar.say(output.localizer.text("history-indexing")));
                let progress = |share| bar.iter().for_each(|bar| bar.at(share));
                run_directory::with_rebuilt_store(&progress, |store| ask(store, &filter))?
            } else {
                with_store(|s| ask(s, &filter))?
            };
            let is_series = args.drive.is_some() && args.workload.is_some();
            let document = document(stored, is_series);
            if args.rebuild {
                let known = usize::try_from(document.known).unwrap_or(usize::MAX);
                output.remark(&Message::new("history-indexed").count("count", known));
            }
            output.result(&document, || page::history(&document, &output.localizer))?;
            Ok(ProgramExit::Ok)
        }
    }
}

/// A run to delete: its id and location.
type Doomed = (String, PathBuf);

/// Deletes runs: all of them or, if one may not be deleted, none.
fn forget(args: &args::HistoryArgs, output: &CliOutput) -> Result<ProgramExit> {
    let doomed: Vec<Doomed> = with_store(|store| {
        let find = |name: &String| {
            let path = match store.find(name) {
                Err(unknown @ StoreError::Unknown { .. }) => {
                    store.find_cut_off(name).ok_or(unknown)?
                }
                path => path?,
            };
            let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((id, path))
        };
        args.forget.iter().map(find).collect()
    })?;
    // Two words may name one run: its id and the beginning of it.
    let mut unique = doomed;
    unique.sort();
    unique.dedup();
    let done = identity::as_caller(|| forget_all(&unique, args.rehearse));
    let rights = |error| CommandFailure::new(Message::new("history-no-rights").with("why", error));
    let forgotten = done.map_err(rights)??;
    let document = ForgottenDocument {
        schema: schema::FORGOTTEN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        rehearsed: args.rehearse,
        runs: forgotten,
    };
    output.result(&document, || page::forgotten(&document, &output.localizer))?;
    Ok(ProgramExit::Ok)
}

fn forget_all(doomed: &[Doomed], rehearse: bool) -> Result<Vec<ForgottenRun>> {
    let look = |(id, path): &Doomed| {
        let runs = path.parent().unwrap_or(path);
        let files = ForgettableRun::look(runs, id).map_err(|kept| kept_failure(path, &kept))?;
        Ok((
            ForgottenRun { id: id.clone(), path: path.display().to_string(), bytes: files.bytes },
            files,
        ))
    };
    let files = doomed.iter().map(look).collect::<Result<Vec<_>>>()?;
    let done = files.into_iter().map(|(run, files)| {
        if !rehearse {
            let failed = |error| kept_failure(Path::new(&run.path), &ForgetRefusal::Failed(error));
            files.forget().map_err(failed)?;
        }
        Ok(run)
    });
    done.collect()
}

fn kept_failure(path: &Path, kept: &ForgetRefusal) -> CommandFailure {
    let about = |id| Message::new(id).with("path", path.display());
    match kept {
        ForgetRefusal::Foreign(name) => {
            CommandFailure::refused(about("history-forget-foreign").with("name", name))
        }
        ForgetRefusal::Failed(error) => {
            CommandFailure::new(about("history-forget-failed").with("why", error))
        }
    }
}

/// Runs and notes from the store, read with the caller's rights.
struct StoredRuns {
    directory: String,
    known: u64,
    runs: Vec<PastRun>,
    notes: Vec<Message>,
    simulated_hidden: u64,
}

fn ask(store: &RunStore, filter: &RunFilter) -> Result<StoredRuns, StoreError> {
    Ok(StoredRuns {
        directory: store.directory().display().to_string(),
        known: store.count()?,
        simulated_hidden: if filter.simulated { 0 } else { store.count_simulated()? },
        runs: store.runs(filter)?,
        notes: store.notes().to_vec(),
    })
}

fn document(stored: StoredRuns, is_series: bool) -> HistoryDocument {
    // The runs are only those requested.
    let series = if is_series { history::series(&stored.runs) } else { Vec::new() };
    HistoryDocument {
        schema: schema::HISTORY.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        directory: stored.directory,
        known: stored.known,
        runs: stored.runs,
        series,
        notes: stored.notes.iter().map(|note| DocumentNote::of(None, note)).collect(),
        simulated_hidden: stored.simulated_hidden,
    }
}

/// A list for people is short unless they say otherwise; a series begins at its beginning.
fn filter(args: &args::HistoryArgs, output: &CliOutput) -> Result<RunFilter> {
    let is_list = args.drive.is_none() || args.workload.is_none();
    let drive = args.drive.as_deref().map(|name| name.strip_prefix("/dev/").unwrap_or(name));
    Ok(RunFilter {
        drive: drive.map(str::to_owned),
        workload: args.workload.clone(),
        since: args.since.as_deref().map(|text| since(text, run_directory::now())).transpose()?,
        limit: args.limit.or((is_list && !output.json).then_some(LIST)),
        simulated: args.simulated,
    })
}

/// A date, a time, or how long ago, as an RFC 3339 time in UTC.
fn since(text: &str, now: SystemTime) -> Result<String> {
    let bad = || CommandFailure::usage(Message::new("history-bad-since").with("text", text));
    let ago = |ago: Duration| now.checked_sub(ago);
    let time = match humantime::parse_duration(text) {
        Ok(duration) => ago(duration),
        // A date alone, and a time without seconds, are completed.
        Err(_) => [text.to_owned(), format!("{text}T00:00:00"), format!("{text}:00")]
            .iter()
            .find_map(|text| humantime::parse_rfc3339_weak(text).ok()),
    };
    let time = time.filter(|time| *time >= SystemTime::UNIX_EPOCH).ok_or_else(bad)?;
    Ok(humantime::format_rfc3339_seconds(time).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_takes_dates_times_and_spans() {
        let now = humantime::parse_rfc3339("2026-11-21T12:00:00Z").unwrap();
        for (text, time) in [
            ("2026-11-01", "2026-11-01T00:00:00Z"),
            ("2026-11-01 07:30", "2026-11-01T07:30:00Z"),
            ("2026-11-01T07:30:05Z", "2026-11-01T07:30:05Z"),
            ("12h", "2026-11-21T00:00:00Z"),
            ("7d", "2026-11-14T12:00:00Z"),
            ("1w 1d", "2026-11-13T12:00:00Z"),
        ] {
            assert_eq!(since(text, now).unwrap(), time, "{text}");
        }
        for text in ["", "yesterday", "2026-13-01", "7", "-7d", "100000y"] {
            assert_eq!(since(text, now).unwrap_err().exit, ProgramExit::Usage, "{text}");
        }
    }
}
