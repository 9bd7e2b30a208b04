//! Archives: tar, plain or compressed with gzip, bzip2, xz or zstd, recognised by their first
//! bytes.
//!
//! For: turning the bytes of an archive into a [`FileTree`], and packed text into text, within
//! fixed limits of size and count, so that a decompression bomb ends in an error soon.
//!
//! Not here: which folder in it is the root ([`super::rooted`]). Names and links that lead out of
//! the archive, device nodes and pipes are refused: no capture of sysfs has any. Source: POSIX.1-2017 pax (the ustar header);
//! RFC 1952, RFC 8878, the bzip2 and xz file formats for the first bytes.

mod passed;

use std::io::{self, Read};

use narrows_messages::Message;
use tar::{Archive, EntryType};

use self::passed::{CountedStream, StreamProgress};
use super::kind::{MOST_TEXT, MOST_TEXT_SHOWN};
use super::packing;
use super::{FileTree, FileTreeEntry, ReadError, TextPosition};

/// Files longer than this are cut; no file of a capture comes near.
const MOST_IN_FILE: u64 = 4 << 20;

/// Most memory for the entries of one archive.
const MOST_KEPT: u64 = 48 << 20;

/// Most entries in an archive; no captured machine has more.
const MOST_ENTRIES: usize = 250_000;

// PATH_MAX of Linux.
const MOST_IN_PATH: usize = 4096;

/// The deepest paths of sysfs, behind several switches and a SAS expander, have about 30 parts.
const MOST_PARTS: usize = 64;

const BLOCK: usize = 512;

/// The content of an input, once it is unpacked.
#[derive(Clone, Debug, PartialEq)]
pub enum UnpackedContent {
    /// A tar archive's entries under the names they have there.
    Tree(FileTree),
    /// Something else, in full.
    Bytes(Vec<u8>),
}

/// Whether the bytes are a tar archive or packed in one of the known ways.
pub fn is_archive(bytes: &[u8]) -> bool {
    packing::of(bytes).is_some() || is_tar(bytes)
}

/// Unpacks an input. One that is neither compressed nor a tar archive is returned unchanged.
///
/// Errors name the archive's entry where the problem begins: truncated or damaged data, more than
/// 128 MiB unpacked, 48 MiB kept or 250,000 entries, names and links that lead out of it, device
/// nodes, pipes.
pub fn unpack(bytes: &[u8]) -> Result<UnpackedContent, ReadError> {
    let mut stream = packing::unpacked(bytes).map_err(|error| broken(None, &error))?;
    let mut head = Vec::with_capacity(BLOCK);
    let first = stream.by_ref().take(BLOCK as u64).read_to_end(&mut head);
    first.map_err(|error| broken(None, &error))?;
    let is_tar = is_tar(&head);
    let whole = io::Cursor::new(head).chain(stream);
    if is_tar {
        return entries(whole).map(UnpackedContent::Tree);
    }
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to see that there is too much.
    let read = whole.take(MOST_TEXT as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| broken(None, &error))?;
    if bytes.len() > MOST_TEXT {
        let problem = Message::new("read-archive-too-large").with("most", MOST_TEXT_SHOWN);
        return Err(ReadError::whole(problem));
    }
    Ok(UnpackedContent::Bytes(bytes))
}

/// "ustar" at 257 in every tar since 1988.
fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

fn entries(stream: impl Read) -> Result<FileTree, ReadError> {
    let passed = StreamProgress::default();
    let mut archive = Archive::new(CountedStream { stream, passed: &passed });
    let mut unpacking = TarUnpacker::new(&passed);
    let entries = archive.entries_with_seek().map_err(|error| broken(None, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unpacking.broken(&error))?;
        unpacking.take(entry)?;
    }
    // Read to the end, so that the decoder verifies its checksums.
    let rest = io::copy(&mut archive.into_inner(), &mut io::sink());
    rest.map_err(|error| unpacking.broken(&error))?;
    // The archive ends with two blocks of zeros and a whole number of blocks (POSIX.1-2017, pax,
    // "ustar Interchange Format"); one that does not was cut.
    let end = unpacking.end.saturating_add(2 * BLOCK as u64);
    let total = unpacking.passed.total();
    if total < end || !total.is_multiple_of(BLOCK as u64) {
        return Err(unpacking.broken(&io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(unpacking.tree)
}

/// A tar archive while its entries are being read.
struct TarUnpacker<'a> {
    tree: FileTree,
    passed: &'a StreamProgress,
    count: usize,
    kept: u64,
    last: Option<String>,
    /// The end of the last entry in the stream.
    end: u64,
}

impl<'a> TarUnpacker<'a> {
    fn new(passed: &'a StreamProgress) -> Self {
        Self { tree: FileTree::default(), passed, count: 0, kept: 0, last: None, end: 0 }
    }

    fn take<R: Read>(&mut self, mut entry: tar::Entry<R>) -> Result<(), ReadError> {
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        within_limits(self.count, &name)?;
        stays_inside(&name, &entry)?;
        self.count += 1;
        self.end = end(&entry);
        self.last = Some(name.clone());
        let Some(content) = self.read(&mut entry).map_err(|error| self.broken(&error))? else {
            return Ok(());
        };
        self.kept += cost(&name, &content);
        if self.kept > MOST_KEPT {
            let most = Message::new("read-archive-too-large").with("most", "48 MiB");
            return Err(ReadError { place: TextPosition::Entry(shortened(&name)), problem: most });
        }
        self.tree.insert(&name, content);
        Ok(())
    }

    /// The entry's content; `None` for kinds that are left out.
    fn read<R: Read>(&self, entry: &mut tar::Entry<R>) -> io::Result<Option<FileTreeEntry>> {
        let kind = entry.header().entry_type();
        let target =
            || entry.link_name_bytes().map(|name| String::from_utf8_lossy(&name).into_owned());
        if kind.is_dir() {
            return Ok(Some(FileTreeEntry::Folder));
        }
        if kind == EntryType::Symlink {
            return Ok(target()
                .filter(|target| target.len() <= MOST_IN_PATH)
                .map(FileTreeEntry::Link));
        }
        // A hard link repeats an entry that comes before it.
        if kind == EntryType::Link {
            let same = target().and_then(|target| self.tree.bytes(&target));
            return Ok(same.map(|bytes| FileTreeEntry::File(bytes.to_vec())));
        }
        if !kind.is_file() && !kind.is_gnu_sparse() && !kind.is_contiguous() {
            return Ok(None);
        }
        contents(entry).map(Some)
    }

    /// The error of the stream or the archive, at the entry that was read last. Once the stream has
    /// ended, any error is due to the end.
    fn broken(&self, error: &io::Error) -> ReadError {
        let last = self.last.as_deref();
        match self.passed.has_ended() && !packing::is_too_large(error) {
            true => broken(last, &io::ErrorKind::UnexpectedEof.into()),
            false => broken(last, error),
        }
    }
}

/// Where an entry's blocks end. A sparse file's size is not its stored size.
fn end<R: Read>(entry: &tar::Entry<R>) -> u64 {
    let stored = entry.header().entry_size().unwrap_or(0).min(entry.size());
    let blocks = stored.div_ceil(BLOCK as u64).saturating_mul(BLOCK as u64);
    entry.raw_file_position().saturating_add(blocks)
}

fn within_limits(count: usize, name: &str) -> Result<(), ReadError> {
    let at = |problem| Err(ReadError { place: TextPosition::Entry(shortened(name)), problem });
    if count >= MOST_ENTRIES {
        return at(Message::new("read-archive-too-many").count("most", MOST_ENTRIES));
    }
    if name.len() > MOST_IN_PATH || name.split('/').count() > MOST_PARTS {
        return at(Message::new("read-archive-name-too-long"));
    }
    Ok(())
}

/// Fails for a name or a link's target outside the archive, and for anything but files, folders and
/// links.
fn stays_inside<R: Read>(name: &str, entry: &tar::Entry<R>) -> Result<(), ReadError> {
    let at = |problem| Err(ReadError { place: TextPosition::Entry(shortened(name)), problem });
    let target = || entry.link_name_bytes().unwrap_or_default();
    let target = || String::from_utf8_lossy(&target()).into_owned();
    if name.starts_with('/') || name.split('/').any(|part| part == "..") {
        return at(Message::new("read-archive-leads-out"));
    }
    let folder = name.trim_end_matches('/').rsplit_once('/').map_or("", |(folder, _)| folder);
    let leads_out = match entry.header().entry_type() {
        EntryType::Symlink => climbs_out(folder, &target()),
        EntryType::Link => climbs_out("", &target()),
        EntryType::Block | EntryType::Char | EntryType::Fifo => {
            return at(Message::new("read-archive-special"));
        }
        _ => false,
    };
    match leads_out {
        true => {
            at(Message::new("read-archive-link-leads-out").with("target", shortened(&target())))
        }
        false => Ok(()),
    }
}

/// Whether a target relative to `folder` is absolute or leaves the archive's root on the way.
fn climbs_out(folder: &str, target: &str) -> bool {
    let names =
        |path: &str| path.split('/').filter(|part| !part.is_empty() && *part != ".").count();
    let mut depth = names(folder);
    let above = |part: &str| match part {
        "" | "." => false,
        ".." if depth == 0 => true,
        ".." => {
            depth -= 1;
            false
        }
        _ => {
            depth += 1;
            false
        }
    };
    target.starts_with('/') || target.split('/').any(above)
}

fn contents<R: Read>(entry: &mut tar::Entry<R>) -> io::Result<FileTreeEntry> {
    let size = entry.size().min(MOST_IN_FILE);
    let mut bytes = Vec::new();
    entry.take(size).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(FileTreeEntry::File(bytes))
}

/// The approximate memory of an entry: its content, its name, and the map that holds both.
fn cost(name: &str, entry: &FileTreeEntry) -> u64 {
    const IN_THE_MAP: usize = 100;
    let content = match entry {
        FileTreeEntry::File(bytes) => bytes.len(),
        FileTreeEntry::Link(target) => target.len(),
        FileTreeEntry::Folder => 0,
    };
    (content + name.len() + IN_THE_MAP) as u64
}

/// The error of a stream that ends early, is damaged or grows beyond the limit.
fn broken(entry: Option<&str>, error: &io::Error) -> ReadError {
    let place = entry.map_or(TextPosition::Whole, |name| TextPosition::Entry(shortened(name)));
    let problem = if packing::is_too_large(error) {
        Message::new("read-archive-too-large").with("most", "128 MiB")
    } else if error.kind() == io::ErrorKind::UnexpectedEof {
        Message::new("read-archive-truncated")
    } else {
        Message::new("read-archive-damaged").with("reason", one_line(&error.to_string()))
    };
    ReadError { place, problem }
}

/// An archive's name, shortened for an error of one line.
fn shortened(name: &str) -> String {
    one_line(name)
}

/// The first 200 characters, without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
