//! Run directories: which there are, and the documents in them.

use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use narrows_messages::Message;
use narrows_record::run::Run;
use narrows_record::schema;
use rustix::fs::OFlags;

use crate::StoreError;

/// The document in a run's directory.
const DOCUMENT: &str = "run.json";
/// Larger documents are none of ours: sixteen drives measured for an hour each take 14 MB.
const DOCUMENT_MAX_BYTES: u64 = 128 << 20;
/// A run every five minutes for a year; more directories are a mistake.
const MOST_RUNS: usize = 100_000;

/// A run's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its name, which is the run's id.
    pub id: String,
    /// The document.
    pub document: PathBuf,
    /// The document's size in bytes, by which a change is noticed.
    pub size: i64,
    /// When the document was last written, nanoseconds since 1970, for the same end.
    pub modified_ns: i64,
}

#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub runs: Vec<Found>,
    pub notes: Vec<Message>,
}

/// All run directories, by name. None where nothing was ever kept. What has no document (a run that
/// is just being written, say) is no run.
pub(crate) fn list(runs: &Path) -> Result<Listed, StoreError> {
    let failed = |problem| StoreError::Directory { path: runs.to_owned(), problem };
    let entries = match fs::read_dir(runs) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Listed::default()),
        entries => entries.map_err(failed)?,
    };
    let mut listed = Listed::default();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if listed.runs.len() >= MOST_RUNS {
            listed.notes.push(Message::new("history-too-many").with("path", runs.display()));
            break;
        }
        listed.runs.extend(found(&path));
    }
    listed.runs.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(listed)
}

fn found(directory: &Path) -> Option<Found> {
    let document = directory.join(DOCUMENT);
    let metadata = fs::metadata(&document).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(Found {
        id: directory.file_name()?.to_str()?.to_owned(),
        document,
        size: i64::try_from(metadata.len()).unwrap_or(i64::MAX),
        modified_ns: i64::try_from(modified.as_nanos()).unwrap_or(i64::MAX),
    })
}

/// The run at `path`: its directory, or its document.
///
/// # Errors
/// It cannot be read, or is no document of a run that this version understands.
pub fn read_run(path: &Path) -> Result<Run, StoreError> {
    let document = if path.is_dir() { path.join(DOCUMENT) } else { path.to_owned() };
    let no_run = |problem| StoreError::NoRun { path: document.clone(), problem };
    let bytes = read(&document).map_err(|error| no_run(error.to_string()))?;
    parse(&bytes).map_err(no_run)
}

/// A document's bytes; neither a pipe nor an endless file holds us up.
pub(crate) fn read(document: &Path) -> io::Result<Vec<u8>> {
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    let file = OpenOptions::new().read(true).custom_flags(nonblocking).open(document)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    file.take(DOCUMENT_MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > DOCUMENT_MAX_BYTES {
        return Err(io::Error::other("larger than 128 MiB"));
    }
    Ok(bytes)
}

/// A run from its document; else what is wrong with that.
pub(crate) fn parse(bytes: &[u8]) -> Result<Run, String> {
    let run: Run = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if run.schema != schema::RUN {
        return Err(format!("schema is \"{}\", not \"{}\"", short(&run.schema), schema::RUN));
    }
    humantime::parse_rfc3339(&run.started)
        .map_err(|error| format!("started \"{}\": {error}", short(&run.started)))?;
    Ok(run)
}

/// Enough of a text of unknown length to know it by.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
