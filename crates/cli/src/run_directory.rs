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

use crate::failure::Failure;
use crate::output::Output;

/// A run's id and when it started. The id sorts by time and is told apart by the process.
pub fn name_run() -> (String, String) {
    let started = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let digits: String = started.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    (format!("{digits}-{:04x}", std::process::id() & 0xffff), started)
}

/// Writes the run's directory, with the rights of the user who called, and says where the report
/// is.
pub fn keep(run: &Run, samples: &[Samples], output: &Output) -> Result<PathBuf, Failure> {
    let Some(state) = identity::state_home() else {
        return Err(Failure::new(Message::new("cli-no-state-home")));
    };
    let folder = state.join("narrows/runs").join(&run.id);
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

/// A file's name and what is in it.
type NamedFile = (&'static str, Vec<u8>);

/// Everything is in memory before rights are given up: the capture may need them.
fn contents(run: &Run, samples: &[Samples], output: &Output) -> io::Result<Vec<NamedFile>> {
    let mut archive = Vec::new();
    bundle::write(&capture(&Root::live(), Extent::Quick), &mut archive)?;
    Ok(vec![
        ("run.json", serde_json::to_vec_pretty(run)?),
        ("samples.json", serde_json::to_vec(samples)?),
        ("report.html", html::run(run, &output.speaker).into_bytes()),
        ("capture.tar.gz", archive),
    ])
}

/// The folder must be new, and so must be every file in it.
fn write(folder: &Path, files: &[NamedFile]) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        std::fs::create_dir_all(above)?;
    }
    std::fs::create_dir(folder)?;
    let write =
        |(name, content): &NamedFile| File::create_new(folder.join(name))?.write_all(content);
    let written = files.iter().try_for_each(write);
    if written.is_err() {
        // Half a run helps nobody; the folder is this run's own.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}
