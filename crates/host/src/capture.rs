//! The running machine, or a captured tree, as a file tree of what the readers look at.
//!
//! For: opening few files. `narrows see` has 20 ms for the whole process, so nothing is walked;
//! the names to read come from `narrows_topology::read::sysfs`, and files stand in the result at
//! the paths they have on the machine, links as links.
//!
//! Not here: what the files mean. Nothing wakes a sleeping device: a PCI function in D3cold keeps
//! its configuration unread, and a spinning disk is not asked for its temperature.

mod block;
mod config;
mod gatherer;
mod machine;
mod pci;
mod smart;

use narrows_topology::read::FileTree;

use crate::Root;
use gatherer::Gatherer;

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What a look at the live machine needs: of each configuration space the header and the
    /// capabilities that are understood, and no more, because each access costs time.
    Quick,
    /// What can be kept for others: all 4,096 bytes of each configuration space.
    Full,
}

/// What was captured, and what was refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captured {
    /// The files, for `narrows_topology::read::sysfs`.
    pub tree: FileTree,
    /// Paths that exist but may not be read by this user, or only in part; they are not in the
    /// tree, or cut.
    pub denied: Vec<String>,
}

/// Captures a machine. What cannot be read is left out; a root that cannot be opened gives an
/// empty tree.
pub fn capture(root: &Root, extent: Extent) -> FileTree {
    capture_noting(root, extent).tree
}

/// Like [`capture`], and says what was refused.
pub fn capture_noting(root: &Root, extent: Extent) -> Captured {
    let Ok(reader) = root.open() else { return Captured::default() };
    let mut gatherer = Gatherer::new(reader);
    machine::gather(&mut gatherer);
    pci::gather(&mut gatherer, extent);
    block::gather(&mut gatherer);
    smart::gather(&mut gatherer);
    gatherer.finish()
}

#[cfg(test)]
mod tests;
