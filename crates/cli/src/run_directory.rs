//! A run's directory: `narrows/runs/<utc>-<id>/` under the XDG state home, owned by the user who
//! called, also under sudo. It holds the document, the raw samples, the
//! report and the machine as captured.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use narrows_host::{Extent, Root, bundle, capture, identity};
use narrows_messages::Message;
use narrows_record::run::{Run, Samples};
use narrows_report::html;
use narrows_store::{Store, StoreError};

use crate::failure::{Exit, Failure};
use crate::output::Output;

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

/// Writes the run's directory, with the rights of the user who called, and says where the report
/// is.
pub fn keep(run: &Run, samples: &[Samples], output: &Output) -> Result<PathBuf, Failure> {
    let folder = home()?.join("runs").join(&run.id);
    let files = contents(run, samples, output).and_then(|files| {
        identity::as_caller(|| write(&folder, &files)).and_then(|written| written)
    });
    match files {
        Ok(()) => Ok(folder.join("report.html")),
        Err(error) => {
            let what = Message::new("cli-cannot-write").with("path", folder.display());
            Err(Failure::new(what.with("why", error)))
        }
    }
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
type NamedFile = (&'static str, Vec<u8>);

/// Everything is in memory before rights are given up: the capture may need them. The document comes
/// last: a folder without it is no run, whenever the writing is cut off.
fn contents(run: &Run, samples: &[Samples], output: &Output) -> io::Result<Vec<NamedFile>> {
    let mut archive = Vec::new();
    bundle::write(&capture(&Root::live(), Extent::Quick), &mut archive)?;
    Ok(vec![
        ("samples.json", serde_json::to_vec(samples)?),
        ("report.html", html::run(run, &output.speaker).into_bytes()),
        ("capture.tar.gz", archive),
        ("run.json", serde_json::to_vec_pretty(run)?),
    ])
}

/// The folder must be new, and so must be every file in it. A file has its name once it is whole, so
/// that nobody takes in half a document.
fn write(folder: &Path, files: &[NamedFile]) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        std::fs::create_dir_all(above)?;
    }
    std::fs::create_dir(folder)?;
    let write = |(name, content): &NamedFile| {
        let unfinished = folder.join(format!("{name}.new"));
        File::create_new(&unfinished)?.write_all(content)?;
        std::fs::rename(unfinished, folder.join(name))
    };
    let written = files.iter().try_for_each(write);
    if written.is_err() {
        // Half a run helps nobody; the folder is this run's own.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
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
