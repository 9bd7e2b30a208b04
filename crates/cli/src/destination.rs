//! Where a requested file goes: the one way for every option that writes a file.
//!
//! For: never overwriting files that are not ours. A path is judged before the work begins, and
//! again when the file is put there. A regular file is replaced only if Narrows wrote it, recognised
//! by its first bytes, if it is empty, or with `--force`. `-`, /dev/stdout and an existing pipe are
//! streams. Every other link, device or directory is refused, `--force` or not, and so is what
//! another user put into a folder for everyone. `cargo xtask tidy` ensures that no command writes
//! files past this.
//!
//! Not here: how a file comes to its place whole (`whole_file`).

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use narrows_formats::export::{ExportFormat, mark};
use narrows_messages::Message;

use crate::failure::{CommandFailure, Result};
use crate::platform::whole_file::{self, DirectoryEntry, ExistingFile, FileKind};
use crate::standard_output;

/// Kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFileKind {
    Report,
    Drawing,
    Image,
    /// A captured machine, `.tar.gz`; of Windows JSON.
    Capture,
    /// A script that captures a machine where Narrows does not run.
    Script,
    /// A machine file that a plan was saved to.
    MachineFile,
    BoardFile,
    FioJob,
    /// A run's figures for another program.
    Export(ExportFormat),
    Page,
}

/// Mark near the beginning of each file of the page in the browser; `cargo xtask page` puts it there.
const PAGE_MARK: &str = "Narrows: the page";

/// Mark near the beginning of each capture of Windows.
const WINDOWS_MARK: &str = "\"narrows.windows/1\"";

pub const SCRIPT_MARK: &str = "# Narrows: a capture";

/// Beginning of each job, which identifies it as one of Narrows.
pub const FIO_MARK: &str = "[global]\n; narrows measure\n";

/// A mark is within this many bytes.
const HEAD: u64 = 1024;

impl OutputFileKind {
    /// Whether a file that begins so was written by Narrows, and is of this kind.
    pub fn is_ours(self, head: &[u8]) -> bool {
        let has = |mark: &str| head.windows(mark.len()).any(|part| part == mark.as_bytes());
        match self {
            Self::Report => head.starts_with(b"<!DOCTYPE html>") && has(narrows_report::HTML_MARK),
            Self::Drawing => head.starts_with(b"<svg ") && has(narrows_report::SVG_MARK),
            Self::Image => head.starts_with(b"\x89PNG\r\n") && has(narrows_report::PNG_MARK),
            Self::Capture => {
                let is_archive = head.starts_with(&[0x1f, 0x8b]);
                is_archive && has(narrows_host::bundle::GZIP_COMMENT)
                    || head.starts_with(b"{") && has(WINDOWS_MARK)
            }
            Self::Script => head.starts_with(SCRIPT_MARK.as_bytes()),
            Self::MachineFile => head.starts_with(narrows_files::inventory::PLAN_MARK.as_bytes()),
            Self::BoardFile => head.starts_with(narrows_files::learn::LEARN_MARK.as_bytes()),
            Self::FioJob => head.starts_with(FIO_MARK.as_bytes()),
            Self::Export(form) => head.starts_with(mark(form).as_bytes()),
            Self::Page => has(PAGE_MARK),
        }
    }
}

/// A place that was judged, and may be written to once.
#[derive(Debug)]
pub struct Destination {
    path: PathBuf,
    kind: OutputFileKind,
    to: DestinationHandle,
}

#[derive(Debug)]
enum DestinationHandle {
    StandardOutput,
    Pipe(File),
    New(DirectoryEntry),
    Old(DirectoryEntry, ExistingFile),
}

impl Destination {
    /// Judges a path, without changing anything there.
    ///
    /// # Errors
    ///
    /// Refused (exit code 5): a link, a device, a directory, a file that is not ours without
    /// `force`. Failed (exit code 1): nothing could be written there.
    pub fn judge(path: &Path, kind: OutputFileKind, force: bool) -> Result<Self> {
        let to = match path.to_str() {
            Some("-" | "/dev/stdout") => {
                standard_output::check()?;
                DestinationHandle::StandardOutput
            }
            _ => place(path, kind, force)?,
        };
        Ok(Self { path: path.to_owned(), kind, to })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is standard output, which then may carry nothing else.
    pub fn is_standard_output(&self) -> bool {
        matches!(self.to, DestinationHandle::StandardOutput)
    }

    /// Whether it is standard output and is watched.
    pub fn is_terminal(&self) -> bool {
        self.is_standard_output() && io::stdout().is_terminal()
    }

    /// Writes the file, whole or not at all; to a stream as far as it goes.
    ///
    /// # Errors
    ///
    /// It cannot be written; the previous contents are unchanged.
    pub fn write(self, bytes: &[u8]) -> Result<(), CommandFailure> {
        self.remove_leftovers();
        // Without its mark it could be replaced only with `--force`.
        debug_assert!(self.kind.is_ours(bytes), "{:?} would not be known again", self.kind);
        let written = match self.to {
            DestinationHandle::StandardOutput => standard_output::put(bytes),
            DestinationHandle::Pipe(mut pipe) => pipe.write_all(bytes),
            DestinationHandle::New(place) => place.put_new(bytes),
            DestinationHandle::Old(place, known) => place.replace(&known, bytes),
        };
        written.map_err(|error| unwritten(&self.path, &error))
    }

    /// Removes files of this kind that killed calls left beside it. What prevents this prevents
    /// writing, too.
    fn remove_leftovers(&self) {
        if let DestinationHandle::New(place) | DestinationHandle::Old(place, _) = &self.to {
            let head = |left: &[u8]| left.len().min(HEAD as usize);
            let _ = place.remove_leftovers(|left| self.kind.is_ours(&left[..head(left)]));
        }
    }

    /// Writes several files; none is put in its place before there was room for all of them.
    ///
    /// # Errors
    ///
    /// One cannot be written; the previous contents are unchanged.
    pub fn write_all(files: &[(Self, &[u8])]) -> Result<()> {
        let mut prepared = Vec::new();
        for (file, bytes) in files {
            file.remove_leftovers();
            let beside = match &file.to {
                DestinationHandle::New(place) => place.prepare(None, bytes),
                DestinationHandle::Old(place, known) => place.prepare(Some(*known), bytes),
                // Streams are no files of a folder.
                DestinationHandle::StandardOutput | DestinationHandle::Pipe(_) => {
                    Err(io::ErrorKind::Unsupported.into())
                }
            };
            let failed = |error| unwritten(&file.path, &error);
            prepared.push((beside.map_err(failed)?, &file.path));
        }
        for (file, path) in prepared {
            file.publish().map_err(|error| unwritten(path, &error))?;
        }
        Ok(())
    }
}

fn unwritten(path: &Path, error: &io::Error) -> CommandFailure {
    // Something else was put there while the work was done.
    if error.kind() == io::ErrorKind::AlreadyExists || whole_file::is_stale(error) {
        refused("cli-output-meanwhile", path)
    } else {
        unwritable(path, error)
    }
}

/// A folder for several files, and whether it had to be created.
pub fn folder(path: &Path) -> Result<bool> {
    if path.exists() {
        return Ok(false);
    }
    std::fs::create_dir(path).map_err(|error| unwritable(path, &error))?;
    Ok(true)
}

/// Removes a folder that [`folder`] made; one that is no longer empty stays.
pub fn remove_folder(path: &Path) {
    let _ = std::fs::remove_dir(path);
}

fn place(path: &Path, kind: OutputFileKind, force: bool) -> Result<DestinationHandle> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::IsADirectory => refused("cli-output-directory", path),
        _ => unwritable(path, &error),
    };
    let place = DirectoryEntry::of(path).map_err(failed)?;
    match place.kind().map_err(failed)? {
        None => {
            place.check_writable().map_err(failed)?;
            return Ok(DestinationHandle::New(place));
        }
        Some(FileKind::Regular | FileKind::Pipe) if place.is_planted().map_err(failed)? => {
            return Err(refused("cli-output-planted", path));
        }
        Some(FileKind::Regular) => {}
        Some(FileKind::Pipe) => return reader(&place, path).map(DestinationHandle::Pipe),
        Some(FileKind::Link) => return Err(refused("cli-output-link", path)),
        Some(FileKind::Directory) => return Err(refused("cli-output-directory", path)),
        Some(FileKind::Device) => return Err(refused("cli-output-device", path)),
        Some(FileKind::Other) => return Err(refused("cli-output-no-file", path)),
    }
    place.check_writable().map_err(failed)?;
    let (file, known) = place.open().map_err(failed)?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).map_err(failed)?;
    if force || head.is_empty() || kind.is_ours(&head) {
        Ok(DestinationHandle::Old(place, known))
    } else {
        Err(refused("cli-output-not-ours", path))
    }
}

fn reader(place: &DirectoryEntry, path: &Path) -> Result<File> {
    let pipe = place.open_pipe().map_err(|error| unwritable(path, &error))?;
    pipe.ok_or_else(|| {
        CommandFailure::new(Message::new("cli-output-no-reader").with("path", path.display()))
    })
}

fn refused(id: &'static str, path: &Path) -> CommandFailure {
    CommandFailure::refused(Message::new(id).with("path", path.display()))
}

pub fn unwritable(path: &Path, why: &io::Error) -> CommandFailure {
    let what = Message::new("cli-cannot-write").with("path", path.display());
    CommandFailure::new(what.with("why", why))
}
