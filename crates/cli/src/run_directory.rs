//! A run's directory: `narrows/runs/<utc>-<id>/` under the XDG state home, owned by the user who
//! called, also under sudo. It holds the document, the raw samples, the
//! report and the machine as captured; of virtual hardware what it was made of: its machine file, or
//! the capture or text that it was read from, and its fault script.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use narrows_host::{Extent, Root, bundle, capture, identity};
use narrows_messages::Message;
use narrows_record::run::{Run, Samples, Simulation};
use narrows_report::html;
use narrows_store::{Store, StoreError};

use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::source::Seen;

/// A run's id and when it started. The id sorts by time and is told apart by the process.
pub fn name_run() -> (String, String) {
    let started = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let digits: String = started.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    (format!("{digits}-{:04x}", std::process::id() & 0xffff), started)
}

/// Where runs (`runs/<utc>-<id>/`) and their index live: `narrows` under the XDG state home.
pub fn home() -> Result<PathBuf, Failure> {
    let state = identity::state_home();
    let state = state.ok_or_else(|| Failure::new(Message::new("cli-no-state-home")))?;
    Ok(state.join("narrows"))
}

/// Writes the run's directory, with the rights of the user who called, and says where it is.
pub fn keep(
    run: &Run,
    samples: &[Samples],
    seen: &Seen,
    output: &Output,
) -> Result<PathBuf, Failure> {
    keep_files(&run.id, run.simulation.as_ref(), || contents(run, samples, output), seen)
}

/// Writes the directory of a run that is no `narrows.run`, with what `contents` gives, the document
/// last, and says where it is.
pub fn keep_files(
    id: &str,
    simulation: Option<&Simulation>,
    contents: impl Fn() -> io::Result<Vec<NamedFile>>,
    seen: &Seen,
) -> Result<PathBuf, Failure> {
    let folder = home()?.join("runs").join(id);
    let files = surroundings(simulation, seen).and_then(|mut files| {
        files.extend(contents()?);
        Ok(files)
    });
    written(&folder, files, write)?;
    Ok(folder)
}

/// Writes what is said of the run again into the directory that [`keep`] made, and says where the
/// report is.
pub fn keep_again(
    folder: &Path,
    run: &Run,
    samples: &[Samples],
    output: &Output,
) -> Result<PathBuf, Failure> {
    written(folder, contents(run, samples, output), fill)?;
    Ok(folder.join("report.html"))
}

fn written(
    folder: &Path,
    files: io::Result<Vec<NamedFile>>,
    write: fn(&Path, &[NamedFile]) -> io::Result<()>,
) -> Result<(), Failure> {
    let done = files.and_then(|files| {
        identity::as_caller(|| write(folder, &files)).and_then(|written| written)
    });
    done.map_err(|error| {
        let what = Message::new("cli-cannot-write").with("path", folder.display());
        Failure::new(what.with("why", error))
    })
}

/// Asks the kept runs something, with the rights of the user who called.
pub fn with_store<T: Send>(
    ask: impl Fn(&Store) -> Result<T, StoreError> + Send,
) -> Result<T, Failure> {
    let home = home()?;
    as_caller(|| Store::ask(&home, ask))
}

/// The same with an index made anew; `progress` is told the share done.
pub fn with_rebuilt_store<T: Send>(
    progress: &(dyn Fn(f64) + Sync),
    ask: impl FnOnce(&Store) -> Result<T, StoreError> + Send,
) -> Result<T, Failure> {
    let home = home()?;
    as_caller(|| Store::rebuild(&home, &progress).and_then(|store| ask(&store)))
}

fn as_caller<T: Send>(work: impl FnOnce() -> Result<T, StoreError> + Send) -> Result<T, Failure> {
    let done = identity::as_caller(work)
        .map_err(|error| Failure::new(Message::new("history-no-rights").with("why", error)))?;
    done.map_err(|error| Failure { exit: exit(&error), what: error.message() })
}

/// A name that means no run, or several, is a slip of the command line.
fn exit(error: &StoreError) -> Exit {
    use StoreError::{Ambiguous, Directory, Index, NoRun, TooFew, Unknown};
    match error {
        Unknown { .. } | Ambiguous { .. } | TooFew { .. } => Exit::Usage,
        Directory { .. } | Index { .. } | NoRun { .. } => Exit::Failed,
    }
}

/// A file's name and what is in it.
pub type NamedFile = (&'static str, Vec<u8>);

/// The machine that the run is of. Everything is in memory before rights are given up: the capture
/// may need them.
fn surroundings(simulation: Option<&Simulation>, seen: &Seen) -> io::Result<Vec<NamedFile>> {
    let Some(simulation) = simulation else {
        return Ok(vec![("capture.tar.gz", captured()?)]);
    };
    let mut files = scripts(simulation);
    if let Some(evidence) = &seen.evidence {
        files.push(evidence.file()?);
    }
    Ok(files)
}

/// What is said of the run. The document comes last: a folder without it is no run, whenever the
/// writing is cut off.
fn contents(run: &Run, samples: &[Samples], output: &Output) -> io::Result<Vec<NamedFile>> {
    Ok(vec![
        ("samples.json", serde_json::to_vec(samples)?),
        ("report.html", html::run(run, &output.speaker).into_bytes()),
        ("run.json", serde_json::to_vec_pretty(run)?),
    ])
}

fn captured() -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    bundle::write(&capture(&Root::live(), Extent::Quick), &mut archive)?;
    Ok(archive)
}

/// What virtual hardware was made of, as files that can be run again.
fn scripts(simulation: &Simulation) -> Vec<NamedFile> {
    let machine = simulation.machine.iter().map(|text| ("machine.toml", text));
    let faults = simulation.faults.iter().map(|text| ("faults.toml", text));
    machine.chain(faults).map(|(name, text)| (name, text.clone().into_bytes())).collect()
}

/// The folder must be new.
fn write(folder: &Path, files: &[NamedFile]) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        std::fs::create_dir_all(above)?;
    }
    std::fs::create_dir(folder)?;
    let written = fill(folder, files);
    if written.is_err() {
        // Half a run helps nobody; the folder is this run's own.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}

/// A file has its name once it is whole, so that nobody takes in half a document.
fn fill(folder: &Path, files: &[NamedFile]) -> io::Result<()> {
    files.iter().try_for_each(|(name, content)| {
        let unfinished = folder.join(format!("{name}.new"));
        File::create_new(&unfinished)?.write_all(content)?;
        std::fs::rename(unfinished, folder.join(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_there_is_not_written_to() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("runs/one");
        let files = |content: &str| [("a", b"a".to_vec()), ("run.json", content.into())];
        write(&folder, &files("first")).unwrap();
        assert_eq!(
            write(&folder, &files("second")).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(std::fs::read_to_string(folder.join("run.json")).unwrap(), "first");
        let mut names: Vec<_> =
            folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a", "run.json"]);
    }

    /// What cannot be written whole (here because there is no such folder) leaves nothing behind.
    #[test]
    fn half_a_run_is_none() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("runs/one");
        let files = [("a", b"a".to_vec()), ("no/such", b"b".to_vec()), ("run.json", vec![])];
        assert!(write(&folder, &files).is_err());
        assert!(!folder.exists());
    }
}
