//! Kept runs on many hosts: `hosts.json` and `report.html` in a run's directory, written again after
//! each round, so that a fault loses no earlier measurements.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use narrows::failure::{CommandFailure, Result};
use narrows::input;
use narrows::output::CliOutput;
use narrows::run_directory::{self, home};
use narrows::source::NamedFile;
use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::hosts::HostsDocument;
use narrows_record::hosts::watch::HostsWatchDocument;
use narrows_record::see::DocumentNote;
use narrows_record::{schema, words};
use narrows_report::{Page, page};
use narrows_topology::Id;
use serde::Serialize;

const DOCUMENT: &str = "hosts.json";
const WATCHED: &str = "hosts-watch.json";
/// At least this many times the duration of a write passes before the next one.
const SELDOM: u32 = 20;

/// The directory of a run in progress; without a path the run is not kept.
#[derive(Default)]
pub struct RunFolder {
    pub path: Option<PathBuf>,
    /// When it was last written, and how long that took.
    written: Option<(Instant, Duration)>,
}

impl RunFolder {
    pub fn new(path: Option<PathBuf>) -> Self {
        Self { path, written: None }
    }

    /// Whether another write now would take too much of the time.
    pub fn is_fresh(&self) -> bool {
        self.written.is_some_and(|(at, took)| at.elapsed() < SELDOM * took)
    }

    /// Returns whether this worked. A failure is reported, and nothing is written any more.
    pub fn write(&mut self, output: &CliOutput, write: impl FnOnce(&Path) -> Result<()>) -> bool {
        let Some(path) = &self.path else { return true };
        let begun = Instant::now();
        let written = write(path);
        self.written = Some((Instant::now(), begun.elapsed()));
        if let Err(failure) = &written {
            output.fail(failure);
            self.path = None;
        }
        written.is_ok()
    }
}

/// Adds a remark about a host, or about all.
pub fn note(notes: &mut Vec<DocumentNote>, host: Option<&str>, what: &Message) {
    DocumentNote::of(host.map(Id::new).as_ref(), what).add_to(notes);
}

/// Makes a run's directory.
pub fn begin(document: &mut HostsDocument) -> Result<PathBuf> {
    run_directory::make_folder(&mut document.id, &document.started)
}

/// Writes the document into the run's directory in place of an earlier one.
pub fn write(folder: &Path, document: &HostsDocument, output: &CliOutput) -> Result<()> {
    let files = words::to_vec_pretty(document, &output.localizer).map(|json| {
        let mut files: Vec<NamedFile> = Vec::new();
        if let Some(simulation) = &document.simulation {
            files.push(("cluster.toml", simulation.text.clone().into_bytes()));
        }
        files.push((DOCUMENT, json));
        files
    });
    run_directory::put(folder, files.map_err(Into::into))
}

/// Writes the observations of watched hosts into the run's directory, replacing the earlier ones.
pub fn write_watched(
    folder: &Path,
    document: &HostsWatchDocument,
    output: &CliOutput,
) -> Result<()> {
    // It is written anew every second.
    let mut json = Vec::new();
    let written = words::write_compact(&mut json, document, &output.localizer);
    run_directory::put(folder, written.map(|()| vec![(WATCHED, json)]).map_err(Into::into))
}

/// Writes the report beside the document, and reports its path.
pub fn report(folder: &Path, document: &HostsDocument, output: &CliOutput) -> Result<()> {
    report_of(folder, page::hosts(document, &output.localizer), document, output)
}

/// Writes a page beside its document, and reports its path.
pub fn report_of(
    folder: &Path,
    page: Page,
    document: &impl Serialize,
    output: &CliOutput,
) -> Result<()> {
    let page = page.html(document, &output.localizer);
    run_directory::put(folder, Ok(vec![("report.html", page.into_bytes())]))?;
    let path = folder.join("report.html");
    output.remark(&Message::new("cli-report-kept").with("path", path.display()));
    Ok(())
}

/// A kept run by its directory, its document, its id or the start of it, or `latest`.
pub fn find(name: &str) -> Result<(PathBuf, HostsDocument)> {
    let path = Path::new(name);
    let folder = match (path.is_dir(), path.is_file()) {
        (true, _) => path.to_owned(),
        (_, true) => path.parent().unwrap_or(Path::new(".")).to_owned(),
        _ => by_id(name)?,
    };
    let file = folder.join(DOCUMENT);
    let unreadable = |why: &dyn std::fmt::Display| {
        let what = Message::new("cli-source-unreadable").with("source", file.display());
        CommandFailure::new(what.with("why", why))
    };
    let bytes = input::read(&file).map_err(|error| unreadable(&error))?;
    let document: HostsDocument = words::read(&bytes).map_err(|error| unreadable(&error))?;
    if document.schema == schema::HOSTS {
        Ok((folder, document))
    } else {
        Err(unreadable(&document.schema))
    }
}

fn by_id(name: &str) -> Result<PathBuf> {
    let runs = home()?.join("runs");
    let entries = identity::as_caller(|| std::fs::read_dir(&runs)).and_then(|entries| entries);
    let entries = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut of_hosts: Vec<PathBuf> = entries.filter(|path| path.join(DOCUMENT).is_file()).collect();
    // Ids begin with the time, so that the last is the latest.
    of_hosts.sort();
    let is_named =
        |path: &&PathBuf| path.file_name().is_some_and(|id| id.to_string_lossy().starts_with(name));
    let matching: Vec<&PathBuf> = match name {
        "latest" => of_hosts.last().into_iter().collect(),
        _ => of_hosts.iter().filter(is_named).collect(),
    };
    match matching.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(CommandFailure::usage(Message::new("hosts-no-such-run").with("name", name))),
        several => {
            let what = Message::new("hosts-several-runs").with("name", name);
            Err(CommandFailure::usage(what.count("runs", several.len())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64 hosts on eight switches keep 2.2 MB.
    #[test]
    fn a_run_on_many_hosts_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let document = HostsDocument {
            schema: schema::HOSTS.to_owned(),
            id: "x".repeat(3 << 20),
            ..HostsDocument::default()
        };
        let bytes = serde_json::to_vec(&document).unwrap();
        std::fs::write(folder.path().join(DOCUMENT), bytes).unwrap();
        let (_, found) = find(folder.path().to_str().unwrap()).unwrap();
        assert_eq!(found.id.len(), 3 << 20);
    }
}
