//! Captures the files that the readers use, from the running machine or a captured tree.
//!
//! For: opening few files. `narrows see` has 20 ms for the whole process, so nothing is walked; the
//! names to read come from `narrows_topology::read::sysfs`, and files have the same paths in the
//! result as on the machine, links as links.
//!
//! Not here: the meaning of the files. Nothing wakes a sleeping device: a PCI function in D3cold
//! keeps its configuration unread, and a spinning disk is not queried for its temperature.

mod block;
mod config;
mod gatherer;
mod machine;
mod pci;
mod smart;

use narrows_topology::read::FileTree;

use crate::Root;
use gatherer::TreeGatherer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureExtent {
    /// As much as a prediction of the live machine needs: of each configuration space only the
    /// header and the capabilities that are used, because each access costs time.
    Quick,
    /// As much as is useful to others: all 4,096 bytes of each configuration space.
    Full,
}

/// A captured tree, and the paths that were refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapturedTree {
    /// The files, for `narrows_topology::read::sysfs`.
    pub tree: FileTree,
    /// Paths that this user may not read, or only in part; they are missing from the tree, or cut.
    pub denied: Vec<String>,
}

/// Captures a machine without what cannot be read; a closed root gives an empty tree.
pub fn capture(root: &Root, extent: CaptureExtent) -> FileTree {
    capture_noting(root, extent).tree
}

/// Like [`capture`], with the paths that were refused.
pub fn capture_noting(root: &Root, extent: CaptureExtent) -> CapturedTree {
    let Ok(reader) = root.open() else { return CapturedTree::default() };
    let mut gatherer = TreeGatherer::new(reader);
    machine::gather(&mut gatherer);
    pci::gather(&mut gatherer, extent);
    block::gather(&mut gatherer);
    smart::gather(&mut gatherer);
    gatherer.finish()
}

#[cfg(test)]
mod tests;
