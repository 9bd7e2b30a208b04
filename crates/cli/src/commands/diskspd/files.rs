//! The test files: new ones of this program's own, held open while in use, and removed at the end. Leftovers of a
//! kill are known from a list next to the runs, and the next run removes them.
//!
//! They cannot be files that Windows deletes when they are closed: DiskSpd opens its targets without
//! `FILE_SHARE_DELETE` (microsoft/diskspd, `IORequestGenerator.cpp`), and Microsoft's `CreateFileW` refuses that for
//! such a file. The handle that is held shares no deletion, so that no other file can be put in its place.

use std::fs::{self, File};
use std::io;
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use narrows_formats::diskspd::DiskspdFolder;
use narrows_messages::Message;
use serde::{Deserialize, Serialize};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_COMPRESSED, FILE_ATTRIBUTE_ENCRYPTED,
    FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE, GetFileInformationByHandle,
};

use crate::destination::unwritable;
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;
use crate::platform::whole_file::DirectoryEntry;
use crate::run_directory::home;

/// How the list of a run's files ends.
const LIST: &str = "files";
/// Scanners hold a file for a moment after it was closed.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// A file as it was made: its volume and its number there, which it keeps while it is written over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CreatedFile {
    path: PathBuf,
    volume: u32,
    number: u64,
}

pub struct TestFiles {
    files: Vec<(CreatedFile, File)>,
    list: PathBuf,
}

impl TestFiles {
    /// Makes an empty file in each folder, which DiskSpd fills.
    ///
    /// # Errors
    ///
    /// A file cannot be created, or its name is taken; files created before that are removed.
    pub fn make(folders: &[&DiskspdFolder], id: &str) -> Result<Self> {
        let list = own_folder()?.join(id).with_extension(LIST);
        let mut made = Self { files: Vec::new(), list };
        for folder in folders {
            made.files.push(make(folder)?);
        }
        let known: Vec<&CreatedFile> = made.files.iter().map(|(file, _)| file).collect();
        let known = serde_json::to_vec(&known).map_err(io::Error::other);
        let written = known.and_then(|known| DirectoryEntry::of(&made.list)?.put_new(&known));
        written.map_err(|error| unwritable(&made.list, &error))?;
        Ok(made)
    }

    /// Takes them away, and says which could not be.
    pub fn remove(mut self, output: &CliOutput) {
        for path in self.take_away() {
            output.remark(&Message::new("diskspd-file-stays").with("path", path.display()));
        }
    }

    /// Returns files that could not be removed; the list then stays.
    fn take_away(&mut self) -> Vec<PathBuf> {
        let files = std::mem::take(&mut self.files);
        let were_there = !files.is_empty();
        let stays = |(file, held): (CreatedFile, File)| {
            // As long as it is held it shares no deletion.
            drop(held);
            (!is_removed(&file.path)).then_some(file.path)
        };
        let stay: Vec<PathBuf> = files.into_iter().filter_map(stays).collect();
        if were_there && stay.is_empty() {
            let _ = fs::remove_file(&self.list);
        }
        stay
    }
}

impl Drop for TestFiles {
    fn drop(&mut self) {
        self.take_away();
    }
}

/// The folder for answers and lists, beside the runs.
pub fn own_folder() -> Result<PathBuf> {
    let folder = home()?.join("diskspd");
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    Ok(folder)
}

/// A new folder for answers: the one that is named, which may be there if it is empty, else one of our own.
pub fn results(named: Option<&Path>, id: &str) -> Result<PathBuf> {
    let folder = match named {
        Some(folder) => folder.to_owned(),
        None => own_folder()?.join(id),
    };
    let failed = |error: io::Error| unwritable(&folder, &error);
    match fs::create_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if fs::read_dir(&folder).map_err(failed)?.next().is_some() {
                let what = Message::new("diskspd-results-not-empty").with("path", folder.display());
                return Err(CommandFailure::refused(what));
            }
        }
        made => made.map_err(failed)?,
    }
    Ok(folder)
}

/// Takes away a folder that [`results`] made and in which nothing was written.
pub fn take_back(folder: &Path) {
    // One that cannot be removed is empty and does no harm.
    let _ = fs::remove_dir(folder);
}

pub fn keep(path: &Path, answer: &[u8]) -> Result<()> {
    let kept = DirectoryEntry::of(path).and_then(|place| place.put_new(answer));
    kept.map_err(|error| unwritable(path, &error))
}

/// Removes leftovers of killed runs, and reports it. Files of a run in progress are held, and stay.
pub fn sweep(output: &CliOutput) -> Result<()> {
    let Ok(entries) = fs::read_dir(own_folder()?) else { return Ok(()) };
    let lists = entries.flatten().map(|entry| entry.path());
    for list in lists.filter(|path| path.extension().is_some_and(|end| end == LIST)) {
        let made: Vec<CreatedFile> = match fs::read(&list).map(|text| serde_json::from_slice(&text))
        {
            Ok(Ok(made)) => made,
            _ => continue,
        };
        let mut is_done = true;
        for file in &made {
            match is_still_there(file) {
                Ok(false) => {}
                Ok(true) if fs::remove_file(&file.path).is_ok() => {
                    output.remark(&Message::new("diskspd-swept").with("path", file.path.display()));
                }
                _ => is_done = false,
            }
        }
        if is_done {
            let _ = fs::remove_file(&list);
        }
    }
    Ok(())
}

/// Whether the created file is there; another one with its name is not ours.
fn is_still_there(made: &CreatedFile) -> io::Result<bool> {
    let mut options = File::options();
    options.read(true).share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
    match options.open(&made.path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        opened => Ok(identity(&opened?)? == (made.volume, made.number)),
    }
}

fn make(folder: &DiskspdFolder) -> Result<(CreatedFile, File)> {
    let path = PathBuf::from(folder.file());
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    let opened = options.share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE).open(&path);
    let file = opened.map_err(|why| {
        if why.kind() == io::ErrorKind::AlreadyExists {
            let what = Message::new("diskspd-file-is-there").with("path", path.display());
            return CommandFailure::refused(what);
        }
        let what = Message::new("diskspd-no-file").with("folder", &folder.path);
        CommandFailure::new(what.with("name", &folder.name).with("why", why))
    })?;
    let is_changed = |file: &File| {
        let attributes = file.metadata()?.file_attributes();
        Ok(attributes & (FILE_ATTRIBUTE_COMPRESSED | FILE_ATTRIBUTE_ENCRYPTED) != 0)
    };
    let known = is_changed(&file).and_then(|changed| Ok((changed, identity(&file)?)));
    let why = match known {
        Ok((false, (volume, number))) => return Ok((CreatedFile { path, volume, number }, file)),
        Ok((true, _)) => {
            CommandFailure::new(Message::new("diskspd-compressed").with("folder", &folder.path))
        }
        Err(error) => unwritable(&path, &error),
    };
    drop(file);
    is_removed(&path);
    Err(why)
}

fn is_removed(path: &Path) -> bool {
    (0..TRIES).any(|number| {
        if number > 0 {
            sleep(PAUSE);
        }
        match fs::remove_file(path) {
            Err(error) => error.kind() == io::ErrorKind::NotFound,
            Ok(()) => true,
        }
    })
}

fn identity(file: &File) -> io::Result<(u32, u64)> {
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open as long as `file` lives; the structure is one of that type.
    match unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) } {
        0 => Err(io::Error::last_os_error()),
        _ => {
            let number =
                u64::from(information.nFileIndexHigh) << 32 | u64::from(information.nFileIndexLow);
            Ok((information.dwVolumeSerialNumber, number))
        }
    }
}
