//! Run directories and the documents in them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use flate2::read::GzDecoder;
use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_record::{schema, words};

use crate::store::{StoreError, file};

/// The document in a run's directory; gzipped if it is large.
pub(crate) const DOCUMENTS: [&str; 2] = ["run.json", "run.json.gz"];
/// Magic bytes of a gzip file (RFC 1952, section 2.3.1).
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Largest document that is read: sixteen drives measured for an hour each take 14 MB.
const DOCUMENT_MAX_BYTES: u64 = 128 << 20;
/// Most run directories: a run every five minutes for a year. More are a mistake.
const MOST_RUNS: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunDirectory {
    pub id: String,
    pub document: PathBuf,
    /// The document's size in bytes, for noticing changes.
    pub size: i64,
    /// When the document was last written, in nanoseconds since 1970, for noticing changes.
    pub modified_ns: i64,
}

#[derive(Debug, Default)]
pub(crate) struct RunListing {
    pub runs: Vec<RunDirectory>,
    pub notes: Vec<Message>,
}

/// All run directories, by name; empty if no run was ever kept. A directory without a document (a
/// run that is just being written) is not a run.
pub(crate) fn list(runs: &Path) -> Result<RunListing, StoreError> {
    let failed = |problem| StoreError::Directory { path: runs.to_owned(), problem };
    let entries = match fs::read_dir(runs) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(RunListing::default()),
        entries => entries.map_err(failed)?,
    };
    let mut listed = RunListing::default();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if listed.runs.len() >= MOST_RUNS {
            listed.notes.push(Message::new("history-too-many").with("path", runs.display()));
            break;
        }
        match look(&path) {
            Some(Ok(run)) => listed.runs.push(run),
            Some(Err(note)) => listed.notes.push(note),
            None => {
                let name = path.file_name().and_then(|name| name.to_str());
                listed.notes.extend(name.and_then(|name| cut_off(runs, name)));
            }
        }
    }
    // The index looks runs up in this order.
    listed.runs.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(listed)
}

/// The run in a directory, or why it is left out; `None` if there is no document.
fn look(directory: &Path) -> Option<Result<RunDirectory, Message>> {
    let (document, metadata) = DOCUMENTS.iter().find_map(|name| {
        let document = directory.join(name);
        let metadata = fs::symlink_metadata(&document).ok()?;
        Some((document, metadata))
    })?;
    let Some(id) = directory.file_name()?.to_str() else {
        let name = directory.file_name()?.to_string_lossy();
        return Some(Err(left_out(&name, "a run's name is UTF-8")));
    };
    Some(Ok(RunDirectory {
        id: id.to_owned(),
        document,
        size: i64::try_from(metadata.len()).unwrap_or(i64::MAX),
        modified_ns: modified_ns(&metadata),
    }))
}

/// Documents of runs on many hosts, which are no runs here.
const OF_HOSTS: [&str; 2] = ["hosts.json", "hosts-watch.json"];
/// A directory that was not written to for so long is of no run that goes on.
const OVER: Duration = Duration::from_secs(3600);

/// A note on the directory `id` of a run that was killed before its document was written; `None`
/// for any other.
pub(crate) fn cut_off(runs: &Path, id: &str) -> Option<Message> {
    let directory = is_id(id).then(|| runs.join(id))?;
    let metadata = fs::symlink_metadata(&directory).ok().filter(fs::Metadata::is_dir)?;
    let is_over = metadata.modified().ok()?.elapsed().is_ok_and(|age| age > OVER);
    let has_none = DOCUMENTS.iter().chain(&OF_HOSTS).all(|name| !directory.join(name).exists());
    (is_over && has_none).then(|| Message::new("history-cut-off").with("run", id))
}

/// Whether a name is like `20261121T191740Z-3f2a91c0`.
fn is_id(name: &str) -> bool {
    let form = "00000000T000000Z-xxxxxxxx".bytes();
    let fits = |(letter, form): (u8, u8)| match form {
        b'0' => letter.is_ascii_digit(),
        b'x' => letter.is_ascii_hexdigit(),
        form => letter == form,
    };
    name.len() == form.len() && name.bytes().zip(form).all(fits)
}

/// A file's modification time, in nanoseconds since 1970; a time before that is valid, too. 0 if unknown.
fn modified_ns(metadata: &fs::Metadata) -> i64 {
    let nanos = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
    let since = |time: SystemTime| match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => nanos(after),
        Err(before) => -nanos(before.duration()),
    };
    metadata.modified().map_or(0, since)
}

pub(crate) fn left_out(id: &str, why: &str) -> Message {
    Message::new("history-left-out").with("run", id).with("why", why)
}

/// The run at `path`: its directory, or its document.
pub fn read_run(path: &Path) -> Result<RunDocument, StoreError> {
    let document = document_of(path);
    let no_run = |problem| StoreError::NoRun { path: document.clone(), problem };
    // A link on the command line is followed; inside the directories of runs, links are not.
    let real = document.canonicalize();
    let bytes = real.and_then(|real| read(&real)).map_err(|error| no_run(error.to_string()))?;
    parse(&bytes).map_err(no_run)
}

/// The document at `path`: for a directory the one in it, else the path itself.
pub fn document_of(path: &Path) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    let mut names = DOCUMENTS.iter().map(|name| path.join(name));
    names.find(|document| document.exists()).unwrap_or_else(|| path.join(DOCUMENTS[0]))
}

/// Reads a document, and unpacks it. No link is followed and no device opened, a pipe or an endless file does not
/// block, and a file that is too large is not read at all.
pub(crate) fn read(document: &Path) -> io::Result<Vec<u8>> {
    let regular = |metadata: fs::Metadata| match (metadata.is_file(), metadata.len()) {
        (false, _) => Err(io::Error::other("not a regular file")),
        (true, 0..=DOCUMENT_MAX_BYTES) => Ok(()),
        (true, _) => Err(io::Error::other("larger than 128 MiB")),
    };
    regular(fs::symlink_metadata(document)?)?;
    let file = file::open(document)?;
    // The file may have been replaced meanwhile.
    regular(file.metadata()?)?;
    let mut bytes = Vec::new();
    file.take(DOCUMENT_MAX_BYTES).read_to_end(&mut bytes)?;
    plain(bytes)
}

/// A document's text, gunzipped if needed. Few bytes may unpack to very many: no more are accepted than a
/// plain document may have.
///
/// # Errors
/// It does not unpack, or to more than 128 MiB.
pub fn plain(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    // One byte more distinguishes a longer text from one that just fits.
    let mut unpacking = GzDecoder::new(bytes.as_slice()).take(DOCUMENT_MAX_BYTES + 1);
    unpacking.read_to_end(&mut text)?;
    if text.len() as u64 > DOCUMENT_MAX_BYTES {
        Err(io::Error::other("larger than 128 MiB"))
    } else {
        Ok(text)
    }
}

pub(crate) fn parse(bytes: &[u8]) -> Result<RunDocument, String> {
    let run: RunDocument = words::read(bytes).map_err(|error| error.to_string())?;
    if run.schema != schema::RUN {
        return Err(format!("schema is \"{}\", not \"{}\"", short(&run.schema), schema::RUN));
    }
    humantime::parse_rfc3339(&run.started)
        .map_err(|error| format!("started \"{}\": {error}", short(&run.started)))?;
    Ok(run)
}

/// How far a run may be dated ahead of now. Clocks differ; but a run dated further ahead had a
/// wrong clock, and would remain the latest one.
const AHEAD: Duration = Duration::from_secs(24 * 3600);

/// Why a run cannot have started at the given time; `None` if it can.
pub(crate) fn from_the_future(started: &str, now: SystemTime) -> Option<String> {
    let time = humantime::parse_rfc3339(started).ok()?;
    let is_ahead = time.duration_since(now).is_ok_and(|ahead| ahead > AHEAD);
    is_ahead.then(|| format!("started {}, which is still to come", short(started)))
}

/// The beginning of a text of unknown length.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
