//! Collects single files, links and names into a tree, within bounds.

use narrows_topology::read::{FileTree, FileTreeEntry};
use rustix::fd::OwnedFd;
use rustix::io::Errno;

use super::CapturedTree;
use crate::nvme;
use crate::root::{FILE_CAP, FolderEntryKind, RootReader};

/// Most bytes in a capture; a machine with 500 functions fills about 3 MiB.
const TREE_CAP: usize = 256 << 20;

/// The tree so far, and its source.
pub(super) struct TreeGatherer {
    reader: RootReader,
    tree: FileTree,
    denied: Vec<String>,
    room: usize,
}

impl TreeGatherer {
    pub(super) fn new(reader: RootReader) -> Self {
        Self { reader, tree: FileTree::default(), denied: Vec::new(), room: TREE_CAP }
    }

    pub(super) fn finish(self) -> CapturedTree {
        CapturedTree { tree: self.tree, denied: self.denied }
    }

    /// Whether requests to devices are allowed.
    pub(super) fn is_live(&self) -> bool {
        self.reader.is_live()
    }

    pub(super) fn file(&mut self, path: &str) -> bool {
        self.file_up_to(path, FILE_CAP).is_some()
    }

    /// Captures up to `cap` bytes of one file; their number.
    pub(super) fn file_up_to(&mut self, path: &str, cap: usize) -> Option<usize> {
        match self.reader.read(path, cap) {
            Ok(bytes) => self.put(path, bytes),
            Err(Errno::ACCESS | Errno::PERM) => {
                self.deny(path);
                None
            }
            // Attributes that do not apply read as ENODEV, ENXIO, EINVAL or do not exist.
            Err(_) => None,
        }
    }

    /// Opens a file to read parts of it.
    pub(super) fn open(&self, path: &str) -> Option<OwnedFd> {
        self.reader.file(path).ok()
    }

    /// Reads a file without capturing it.
    pub(super) fn peek(&self, path: &str, cap: usize) -> Option<Vec<u8>> {
        self.reader.read(path, cap).ok()
    }

    /// The health page of an NVMe controller, from [`nvme::health_page`].
    pub(super) fn health_page(&self, name: &str) -> Option<[u8; nvme::PAGE_BYTES]> {
        nvme::health_page(&self.reader, name)
    }

    /// Reads a file's text without capturing it.
    pub(super) fn peek_text(&self, path: &str) -> Option<String> {
        self.reader.text(path)
    }

    /// Puts bytes into the tree; their number.
    pub(super) fn put(&mut self, path: &str, bytes: Vec<u8>) -> Option<usize> {
        let length = bytes.len();
        self.room = self.room.checked_sub(length + path.len())?;
        self.tree.insert(path, FileTreeEntry::File(bytes)).then_some(length)
    }

    /// Records that a path could not be read, or not all of it.
    pub(super) fn deny(&mut self, path: &str) {
        self.denied.push(path.to_owned());
    }

    /// Captures the named files in a folder.
    pub(super) fn files(&mut self, folder: &str, names: &[&str]) {
        for name in names {
            self.file(&format!("{folder}/{name}"));
        }
    }

    /// Captures a link and returns its target; a path that is not a link is its own target.
    pub(super) fn place(&mut self, path: &str) -> String {
        if let Some(target) = self.reader.link(path) {
            self.tree.insert(path, FileTreeEntry::Link(target));
        }
        self.tree.resolve(path).unwrap_or_else(|| path.to_owned())
    }

    /// Captures a link if it is one; returns its target.
    pub(super) fn link(&mut self, path: &str) -> Option<String> {
        let target = self.reader.link(path)?;
        self.tree.insert(path, FileTreeEntry::Link(target));
        self.tree.resolve(path)
    }

    /// Records that a path exists, as an empty folder or file.
    pub(super) fn existence(&mut self, path: &str, entry: FileTreeEntry) {
        if self.reader.exists(path) {
            self.tree.insert(path, entry);
        }
    }

    /// The names in a folder, without capturing them.
    pub(super) fn list(&self, folder: &str) -> Vec<String> {
        self.reader.list(folder).into_iter().map(|(name, _)| name).collect()
    }

    /// The folders, and links to folders, in a folder: names and real paths; links are captured.
    pub(super) fn shelf(&mut self, folder: &str) -> Vec<(String, String)> {
        let entries = self.reader.list(folder).into_iter();
        let entries = entries.filter(|(_, kind)| *kind != FolderEntryKind::File);
        entries
            .map(|(name, _)| {
                let place = self.place(&format!("{folder}/{name}"));
                (name, place)
            })
            .collect()
    }

    /// Captures names of a folder by prefix: links as they are, folders and files empty.
    pub(super) fn names(&mut self, folder: &str, prefix: &str) {
        for (name, kind) in self.reader.list(folder) {
            let path = format!("{folder}/{name}");
            match kind {
                _ if !name.starts_with(prefix) => {}
                FolderEntryKind::Link => _ = self.link(&path),
                FolderEntryKind::Folder => _ = self.tree.insert(&path, FileTreeEntry::Folder),
                FolderEntryKind::File => {
                    _ = self.tree.insert(&path, FileTreeEntry::File(Vec::new()))
                }
            }
        }
    }
}
