//! Finds the machine's root in a tree.
//!
//! For: captures that were packed with a folder around them (`40intel64-2g2n4c+pci/sys/...`, as
//! hwloc's gatherer makes them), or that are nothing but a sysfs (`bus/pci/...`).

use narrows_messages::Message;

use super::{FileTree, ReadError};

/// Most folders around the root.
const DEEPEST: usize = 4;

/// The tree with `sys/` at its root.
///
/// The outermost `sys` that contains `bus`, `class`, `devices` or `block` counts; without one, the
/// outermost folder that contains `bus/pci` or `devices/pci...` is taken for a sysfs. Absolute
/// links keep their meaning: they start at the captured machine's root.
pub fn rooted(tree: FileTree) -> Result<FileTree, ReadError> {
    let around = tree.entries().filter_map(|(path, _)| root_of(path)).min_by(|a, b| {
        // A proper sys beats a bare sysfs, then the outermost wins, then the first by name.
        let key = |root: &RootCandidate| (root.bare, root.depth);
        key(a).cmp(&key(b)).then_with(|| a.around.cmp(b.around))
    });
    let Some(RootCandidate { around, bare, .. }) = around else {
        return Err(ReadError::whole(Message::new("read-archive-no-sysfs")));
    };
    if around.is_empty() && !bare {
        return Ok(tree);
    }
    let around = around.to_owned();
    Ok(tree.moved(&around, if bare { "sys/" } else { "" }))
}

/// Whether a tree has such a root.
pub(super) fn is_there(tree: &FileTree) -> bool {
    tree.entries().any(|(path, _)| root_of(path).is_some())
}

struct RootCandidate<'a> {
    /// The folders around it with a slash after each.
    around: &'a str,
    depth: usize,
    bare: bool,
}

fn root_of(path: &str) -> Option<RootCandidate<'_>> {
    let parts: Vec<&str> = path.splitn(DEEPEST + 3, '/').collect();
    let pair = |at: usize| Some((*parts.get(at)?, *parts.get(at + 1)?));
    let first = (0..=DEEPEST).find_map(|depth| {
        let (first, second) = pair(depth)?;
        let proper = first == "sys" && ["bus", "class", "devices", "block"].contains(&second);
        let bare = (first, second) == ("bus", "pci")
            || first == "devices" && second.starts_with("pci") && second.contains(':');
        (proper || bare).then_some((depth, bare))
    });
    let (depth, bare) = first?;
    let length: usize = parts.iter().take(depth).map(|part| part.len() + 1).sum();
    Some(RootCandidate { around: path.get(..length)?, depth, bare })
}

#[cfg(test)]
mod tests {
    use super::super::FileTreeEntry;
    use super::*;

    fn root(paths: &[&str]) -> Option<Vec<String>> {
        let mut tree = FileTree::default();
        for path in paths {
            tree.insert(path, FileTreeEntry::File(Vec::new()));
        }
        let tree = rooted(tree).ok()?;
        Some(tree.entries().map(|(path, _)| path.to_owned()).collect())
    }

    #[test]
    fn the_folder_around_sys_goes() {
        let paths = root(&["box/proc/cpuinfo", "box/sys/class/block/sda/size", "other"]);
        assert_eq!(paths.unwrap(), ["proc/cpuinfo", "sys/class/block/sda/size"]);
    }

    #[test]
    fn a_bare_sysfs_becomes_sys() {
        let paths = root(&["s/bus/pci/devices/x", "s/class/block/sda"]).unwrap();
        assert_eq!(paths, ["sys/bus/pci/devices/x", "sys/class/block/sda"]);
        let paths = root(&["devices/pci0000:00/0000:00:00.0/vendor"]).unwrap();
        assert_eq!(paths, ["sys/devices/pci0000:00/0000:00:00.0/vendor"]);
    }

    #[test]
    fn a_tree_without_sysfs_is_refused() {
        assert_eq!(root(&["home/me/photo.jpg"]), None);
        assert_eq!(root(&[]), None);
    }
}
