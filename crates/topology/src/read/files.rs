//! A captured file tree in memory: files, folders and symbolic links, relative to a root.
//!
//! Paths have no leading slash and no `.` or `..` parts: `sys/bus/pci/devices`. Links are followed
//! inside the tree only; a link that leaves it, or a cycle, does not resolve.

use std::collections::BTreeMap;

/// One entry of the tree. Folders are implied by their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileTreeEntry {
    File(Vec<u8>),
    /// A symbolic link, as written; relative ones start at the link's folder.
    Link(String),
    /// A folder, possibly empty.
    Folder,
}

/// The kernel gives up after 40 links (path_resolution(7)); so does this.
const MAX_LINKS: usize = 40;

/// Most path parts followed through links; only a hostile tree needs more.
const MAX_STEPS: usize = 1024;

/// Files, folders and links by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTree {
    entries: BTreeMap<String, FileTreeEntry>,
}

impl FileTree {
    /// Adds or replaces an entry. The path is cleaned of empty and `.` parts; an entry whose path
    /// has a `..` part, or is empty, is not added and `false` is returned.
    pub fn insert(&mut self, path: &str, entry: FileTreeEntry) -> bool {
        let Some(path) = clean(path) else { return false };
        self.entries.insert(path, entry);
        true
    }

    /// Every entry, by path.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &FileTreeEntry)> {
        self.entries.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// The entry at exactly this path, without following links; `None` for folders that are only
    /// implied.
    pub fn entry(&self, path: &str) -> Option<&FileTreeEntry> {
        self.entries.get(path)
    }

    /// The entries below `from`, which ends with a slash or is empty, moved to `onto`. Paths sharing a
    /// prefix still share one, so the order stays and nothing is looked up.
    pub fn moved(self, from: &str, onto: &str) -> Self {
        let moved = |(mut path, entry): (String, FileTreeEntry)| {
            path.starts_with(from).then(|| {
                path.replace_range(..from.len(), onto);
                (path, entry)
            })
        };
        Self { entries: self.entries.into_iter().filter_map(moved).collect() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A file's bytes, links followed.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        match self.entries.get(&self.resolve(path)?)? {
            FileTreeEntry::File(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// A file's text without surrounding white space; `None` if it is empty or not UTF-8.
    pub fn text(&self, path: &str) -> Option<&str> {
        let text = std::str::from_utf8(self.bytes(path)?).ok()?;
        // Some attributes end in NUL bytes (dm/uuid, device-tree); they are padding.
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (!text.is_empty()).then_some(text)
    }

    /// Whether the path exists, links followed.
    pub fn exists(&self, path: &str) -> bool {
        self.resolve(path)
            .is_some_and(|path| self.entries.contains_key(&path) || self.has_inside(&path))
    }

    /// The names in a folder in order, each once; a link to a folder is followed.
    pub fn list(&self, folder: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self.names(folder).collect();
        // A folder's own entry and its contents need not be neighbours: "a", "a-b", "a/c".
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The names in a folder one by one, for callers that stop early; a link to a folder is
    /// followed. One look-up per name, however much is below it; a name may come twice.
    pub fn names(&self, folder: &str) -> impl Iterator<Item = &str> + use<'_> {
        let prefix = self.resolve(folder).map(|folder| match folder.as_str() {
            "" => folder,
            _ => folder + "/",
        });
        let mut from = prefix.clone();
        std::iter::from_fn(move || {
            let prefix = prefix.as_deref()?;
            let (path, _) = self.entries.range(from.clone()?..).next()?;
            let rest = path.strip_prefix(prefix)?;
            let name = rest.split('/').next()?;
            // '0' follows '/': past everything in the folder. '\0': just past the entry itself.
            let next = if name.len() < rest.len() { '0' } else { '\0' };
            from = Some(format!("{prefix}{name}{next}"));
            Some(name)
        })
    }

    /// The path with every link in it resolved, whether or not the last part exists; `None` for a
    /// cycle or a link that leaves the tree.
    pub fn resolve(&self, path: &str) -> Option<String> {
        // Most requested paths exist as written: no need to look at every part.
        match self.entries.get(path) {
            Some(FileTreeEntry::File(_) | FileTreeEntry::Folder) => return Some(path.to_owned()),
            None if self.has_inside(path) => return Some(path.to_owned()),
            _ => {}
        }
        let mut left: Vec<&str> = parts(path).rev().collect();
        let mut done = String::new();
        let (mut links, mut steps) = (0, 0);
        while let Some(part) = left.pop() {
            steps += 1;
            let before = done.len();
            if part == ".." {
                // Above the root there is nothing.
                let above = done.rfind('/').unwrap_or(0);
                (before > 0).then(|| done.truncate(above))?;
                continue;
            }
            if before > 0 {
                done.push('/');
            }
            done.push_str(part);
            let Some(FileTreeEntry::Link(target)) = self.entries.get(&done) else { continue };
            links += 1;
            if links > MAX_LINKS || steps > MAX_STEPS {
                return None;
            }
            done.truncate(if target.starts_with('/') { 0 } else { before });
            left.extend(parts(target).rev());
        }
        Some(done)
    }

    /// Whether the folder at exactly this path has entries, no link followed.
    fn has_inside(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        let next = self.entries.range(prefix.clone()..).next();
        next.is_some_and(|(path, _)| path.starts_with(&prefix))
    }
}

fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".")
}

fn clean(path: &str) -> Option<String> {
    // Most are clean, and an archive has some ten thousand.
    let path = path.strip_suffix('/').unwrap_or(path);
    let may_be_unclean = path.contains("//") || path.contains("/.") || path.ends_with('/');
    if !(may_be_unclean || path.is_empty() || path.starts_with(['/', '.'])) {
        return Some(path.to_owned());
    }
    let parts: Vec<&str> = parts(path).collect();
    (!parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, FileTreeEntry)]) -> FileTree {
        let mut tree = FileTree::default();
        for (path, entry) in entries {
            tree.insert(path, entry.clone());
        }
        tree
    }

    #[test]
    fn links_are_followed_inside_the_tree() {
        let tree = tree(&[
            ("sys/devices/a/vendor", FileTreeEntry::File(b"0x144d\n".to_vec())),
            ("sys/bus/a", FileTreeEntry::Link("../devices/a".into())),
        ]);
        assert_eq!(tree.text("sys/bus/a/vendor"), Some("0x144d"));
        assert_eq!(tree.list("/sys/bus/a/"), ["vendor"]);
        assert!(tree.exists("sys/devices") && !tree.exists("sys/class"));
    }

    #[test]
    fn names_come_once_and_skip_what_lies_deeper() {
        let file = || FileTreeEntry::File(Vec::new());
        let mut tree = tree(&[("a", FileTreeEntry::Folder), ("a-b", file()), ("ab/x", file())]);
        for n in 0..1000 {
            tree.insert(&format!("a/deep/{n}"), file());
        }
        assert_eq!(tree.list("/"), ["a", "a-b", "ab"]);
        tree.insert("top/a", FileTreeEntry::Folder);
        tree.insert("top/a-b", file());
        tree.insert("top/a/c", file());
        assert_eq!(tree.list("top"), ["a", "a-b"]);
        assert_eq!(tree.names("a").collect::<Vec<_>>(), ["deep"]);
    }

    #[test]
    fn circles_and_ways_out_lead_nowhere() {
        let tree = tree(&[
            ("a", FileTreeEntry::Link("b".into())),
            ("b", FileTreeEntry::Link("a".into())),
            ("out", FileTreeEntry::Link("../../etc".into())),
        ]);
        assert_eq!(tree.resolve("a/x"), None);
        assert_eq!(tree.resolve("out/passwd"), None);
        assert!(!FileTree::default().insert("../x", FileTreeEntry::Folder));
    }
}
