//! `narrows history`: the runs that are kept; one of them again; a drive's figures over time.

use std::time::{Duration, SystemTime};

use narrows_messages::Message;
use narrows_record::history::{self, History, PastRun};
use narrows_record::run::Run;
use narrows_record::schema;
use narrows_record::see::Note;
use narrows_report::page;
use narrows_report::picture;
use narrows_store::{Filter, Store, StoreError};

use crate::args;
use crate::failure::{Exit, Failure};
use crate::measuring::run_directory::{self, with_store};
use crate::output::Output;
use crate::progress::Progress;

/// More rows than this leave the terminal before anybody reads them.
const LIST: u32 = 20;

pub fn run(args: &args::History, output: &Output) -> Result<Exit, Failure> {
    match &args.run {
        Some(name) => show(name, args, output),
        None => list(args, output),
    }
}

/// One run as `measure` showed it.
fn show(name: &str, args: &args::History, output: &Output) -> Result<Exit, Failure> {
    let drawn = args.picture.files(args.force, output)?;
    let found: (Run, String) = with_store(|store| {
        let path = store.find(name)?;
        Ok((narrows_store::read_run(&path)?, path.display().to_string()))
    })?;
    let (run, path) = found;
    drawn.draw(|layout| Some(picture::run(&run, layout, &output.localizer)), output)?;
    output.result(&run, || match output.text {
        true => page::posted::run(&run, &output.localizer),
        false => page::run(&run, &output.localizer),
    })?;
    output.remark(&Message::new("history-where").with("path", path));
    Ok(Exit::Ok)
}

fn list(args: &args::History, output: &Output) -> Result<Exit, Failure> {
    let filter = filter(args, output)?;
    let asked =
        if args.rebuild { rebuilt(&filter, output)? } else { with_store(|s| ask(s, &filter))? };
    let is_series = args.drive.is_some() && args.workload.is_some();
    let document = document(asked, is_series, output);
    if args.rebuild {
        let known = usize::try_from(document.known).unwrap_or(usize::MAX);
        output.remark(&Message::new("history-indexed").count("count", known));
    }
    output.result(&document, || page::history(&document, &output.localizer))?;
    Ok(Exit::Ok)
}

/// What the store says, taken out of it with the caller's rights.
struct FoundRuns {
    directory: String,
    known: u64,
    runs: Vec<PastRun>,
    notes: Vec<Message>,
}

fn ask(store: &Store, filter: &Filter) -> Result<FoundRuns, StoreError> {
    Ok(FoundRuns {
        directory: store.directory().display().to_string(),
        known: store.count()?,
        runs: store.runs(filter)?,
        notes: store.notes().to_vec(),
    })
}

fn rebuilt(filter: &Filter, output: &Output) -> Result<FoundRuns, Failure> {
    let progress = Progress::new(output);
    progress.say(output.localizer.text("history-indexing"));
    run_directory::with_rebuilt_store(&|share| progress.at(share), |store| ask(store, filter))
}

fn document(asked: FoundRuns, is_series: bool, output: &Output) -> History {
    let said = |note: &Message| Note::of(None, note, &output.localizer);
    // The runs hold only what was asked for.
    let series = if is_series { history::series(&asked.runs) } else { Vec::new() };
    History {
        schema: schema::HISTORY.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        directory: asked.directory,
        known: asked.known,
        runs: asked.runs,
        series,
        notes: asked.notes.iter().map(said).collect(),
    }
}

/// A list for people is short unless they say otherwise; a series begins at its beginning.
fn filter(args: &args::History, output: &Output) -> Result<Filter, Failure> {
    let is_list = args.drive.is_none() || args.workload.is_none();
    let drive = args.drive.as_deref().map(|name| name.strip_prefix("/dev/").unwrap_or(name));
    Ok(Filter {
        drive: drive.map(str::to_owned),
        workload: args.workload.clone(),
        since: args.since.as_deref().map(|text| since(text, run_directory::now())).transpose()?,
        limit: args.limit.or((is_list && !output.json).then_some(LIST)),
    })
}

/// A date, a time, or how long ago, as an RFC 3339 time in UTC.
fn since(text: &str, now: SystemTime) -> Result<String, Failure> {
    let bad = || Failure::usage(Message::new("history-bad-since").with("text", text));
    let ago = |ago: Duration| now.checked_sub(ago);
    let time = match humantime::parse_duration(text) {
        Ok(duration) => ago(duration),
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
            assert_eq!(since(text, now).unwrap_err().exit, Exit::Usage, "{text}");
        }
    }
}
