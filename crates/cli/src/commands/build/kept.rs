//! Records of what was built: `/var/lib/narrows/builds/<id>.json`, root's own.
//!
//! A record is written before the first step and after each one. What it says is never run: the steps are
//! made anew of what was wanted, so that a record leads to nothing that `narrows build` would not do.
//!
//! Source: Filesystem Hierarchy Standard 3.0, 5.8 (/var/lib: state that lasts over a restart).

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use narrows_host::Root;
use narrows_host::tunables::{Alone, alone};
use narrows_messages::Message;
use narrows_record::build::{Array, Build as Document};

use crate::destination::unwritable;
use crate::failure::{Exit, Failure};
use crate::platform::whole_file::DirectoryEntry;
use crate::run_directory::{claim, name_run};

const FOLDER: &str = "/var/lib/narrows/builds";
/// A record is a few kilobytes.
const MOST: u64 = 1 << 20;

/// A record's file.
pub struct Kept {
    path: PathBuf,
}

/// One at a time on a machine, and none while an experiment changes settings.
///
/// # Errors
///
/// Another one is at it.
pub fn lock() -> Result<Alone, Failure> {
    let failure = |what| Failure { exit: Exit::Refused, what };
    match alone(&Root::live()) {
        Ok(Some(alone)) => Ok(alone),
        Ok(None) => Err(failure(Message::new("build-locked"))),
        Err(why) => Err(failure(Message::new("build-no-lock").with("why", why))),
    }
}

impl Kept {
    /// A new record, with an id that nobody else has.
    ///
    /// # Errors
    ///
    /// It cannot be written; nothing was done then.
    pub fn new(document: &mut Document) -> Result<Self, Failure> {
        let (mut id, started) = name_run();
        let write = |id: &str| {
            let path = Path::new(FOLDER).join(format!("{id}.json"));
            let kept = Document { id: id.to_owned(), ..document.clone() };
            fs::create_dir_all(FOLDER)?;
            DirectoryEntry::of(&path)?.put_new(&json(&kept)?).map(|()| path)
        };
        let path = claim(&mut id, &started, write);
        let path = path.map_err(|why| unwritable(Path::new(FOLDER), &why))?;
        document.id = id;
        Ok(Self { path })
    }

    /// The record of this id, or of a beginning that only one has.
    ///
    /// # Errors
    ///
    /// There is none, several begin so, it is not root's, or it is damaged.
    pub fn open(id: &str) -> Result<(Self, Document), Failure> {
        let about = |key| Failure::usage(Message::new(key).with("record", id));
        let mut found = ids().into_iter().filter(|known| known.starts_with(id));
        let first =
            found.next().filter(|_| !id.is_empty()).ok_or_else(|| about("build-no-record"))?;
        if found.next().is_some() {
            return Err(about("build-several-records"));
        }
        let path = Path::new(FOLDER).join(format!("{first}.json"));
        let damaged = |why: io::Error| {
            let what = Message::new("build-record-unreadable").with("path", path.display());
            Failure::new(what.with("why", why))
        };
        let document = read(&path).map_err(damaged)?;
        Ok((Self { path }, document))
    }

    /// The record's id.
    pub fn id(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes it again.
    ///
    /// # Errors
    ///
    /// It cannot be written; the old one is as it was.
    pub fn save(&self, document: &Document) -> Result<(), Failure> {
        let put = || DirectoryEntry::of(&self.path)?.put(&json(document)?);
        put().map_err(|why| unwritable(&self.path, &why))
    }
}

/// The array that was built under this identifier; none where no record that can be read tells of it.
pub fn built(uuid: &str) -> Option<Array> {
    all().into_iter().filter_map(|record| record.array).find(|array| array.uuid == uuid)
}

/// All records that can be read.
pub fn all() -> Vec<Document> {
    let path = |id: String| Path::new(FOLDER).join(format!("{id}.json"));
    ids().into_iter().filter_map(|id| read(&path(id)).ok()).collect()
}

fn ids() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect()
}

fn read(path: &Path) -> io::Result<Document> {
    let (file, _) = DirectoryEntry::of(path)?.open()?;
    let found = file.metadata()?;
    if found.uid() != 0 || found.mode() & 0o022 != 0 || found.len() > MOST {
        return Err(io::Error::other("not root's own"));
    }
    serde_json::from_reader(io::BufReader::new(file)).map_err(io::Error::other)
}

fn json(document: &Document) -> io::Result<Vec<u8>> {
    serde_json::to_vec_pretty(document).map_err(io::Error::other)
}
