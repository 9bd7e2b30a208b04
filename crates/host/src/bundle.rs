//! A captured tree as one archive, and its anonymised form.
//!
//! For: `narrows capture`. [`write()`] gives the same bytes for the same tree; [`anonymise`]
//! removes anything that identifies this machine, its owner or its drives.
//!
//! Not here: reading archives (`narrows_topology::read`).

mod anonymise;
mod chosen;
mod mounts;
mod patterns;
mod smbios;
mod token;

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};
use narrows_topology::read::{FileTree, FileTreeEntry};
use tar::{Builder, EntryType, Header};

pub use anonymise::anonymise;
pub use token::Salt;

/// The comment in the head of each archive (RFC 1952, section 2.3.1, FCOMMENT), by which a capture
/// is known to be one of Narrows.
pub const GZIP_COMMENT: &str = "narrows capture";

/// Writes a tree as a `.tar.gz`: sorted by path, all of time 0 and owner 0.
pub fn write(tree: &FileTree, out: &mut impl Write) -> io::Result<()> {
    // 255: "unknown" operating system (RFC 1952, section 2.3.1); time 0: none.
    let gzip = GzBuilder::new().mtime(0).operating_system(255).comment(GZIP_COMMENT);
    let mut archive = Builder::new(gzip.write(out, Compression::default()));
    for (path, entry) in tree.entries() {
        append(&mut archive, path, entry)?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

fn append(archive: &mut Builder<impl Write>, path: &str, entry: &FileTreeEntry) -> io::Result<()> {
    match entry {
        FileTreeEntry::File(bytes) => {
            let mut header = header(EntryType::Regular, 0o644);
            header.set_size(bytes.len() as u64);
            archive.append_data(&mut header, path, bytes.as_slice())
        }
        FileTreeEntry::Link(target) => {
            archive.append_link(&mut header(EntryType::Symlink, 0o777), path, target)
        }
        FileTreeEntry::Folder => {
            let path = format!("{path}/");
            archive.append_data(&mut header(EntryType::Directory, 0o755), path, io::empty())
        }
    }
}

fn header(kind: EntryType, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(0);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}

#[cfg(test)]
mod tests;
