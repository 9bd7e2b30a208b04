//! A captured file tree in memory: files, folders and symbolic links, relative to a root.
//!
//! Paths have no leading slash and no `.` or `..` parts: `sys/bus/pci/devices`. Links are followed
//! inside the tree only; one that leads out of it, or in a circle, leads nowhere.

use std::collections::BTreeMap;

/// One entry of the tree. Folders are implied by what is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file and what is in it.
    File(Vec<u8>),
    /// A symbolic link, as written; relative ones start at the link's folder.
    Link(String),
    /// A folder that may be empty.
    Folder,
}

/// The kernel gives up after 40 links (path_resolution(7)); so does this.
const MAX_LINKS: usize = 40;

/// Files, folders and links by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTree {
    entries: BTreeMap<String, Entry>,
}

impl FileTree {
    /// Adds or replaces an entry. The path is cleaned of empty and `.` parts; an entry whose path
    /// has a `..` part, or is empty, is not added and `false` is returned.
    pub fn insert(&mut self, path: &str, entry: Entry) -> bool {
        let Some(path) = clean(path) else { return false };
        self.entries.insert(path, entry);
        true
    }

    /// Every entry, by path.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A file's bytes, links followed.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        match self.entries.get(&self.resolve(path)?)? {
            Entry::File(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// A file's text without the white space around it; none if it is no UTF-8 or empty.
    pub fn text(&self, path: &str) -> Option<&str> {
        let text = std::str::from_utf8(self.bytes(path)?).ok()?;
        // Some attributes end in NUL bytes (dm/uuid, device-tree); they are padding.
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (!text.is_empty()).then_some(text)
    }

    /// Whether the path, links followed, is there.
    pub fn exists(&self, path: &str) -> bool {
        self.resolve(path).is_some_and(|path| self.has(&path))
    }

    /// The names in a folder, links to it followed, in order, each once.
    pub fn list(&self, folder: &str) -> Vec<&str> {
        let Some(folder) = self.resolve(folder) else { return Vec::new() };
        let prefix = format!("{folder}/");
        let below = self.entries.range(prefix.clone()..);
        let below = below.map_while(|(path, _)| path.strip_prefix(&prefix));
        let mut names: Vec<&str> = below.filter_map(|rest| rest.split('/').next()).collect();
        names.dedup();
        names
    }

    /// The path with every link in it followed, whether or not the last part exists; none for a
    /// circle or a link that leads out of the tree.
    pub fn resolve(&self, path: &str) -> Option<String> {
        let mut left: Vec<String> = parts(path).rev().map(str::to_owned).collect();
        let mut done: Vec<String> = Vec::new();
        let mut links = 0;
        while let Some(part) = left.pop() {
            if part == ".." {
                done.pop()?;
                continue;
            }
            done.push(part);
            let Some(Entry::Link(target)) = self.entries.get(&done.join("/")) else { continue };
            links += 1;
            if links > MAX_LINKS {
                return None;
            }
            done.pop();
            if target.starts_with('/') {
                done.clear();
            }
            left.extend(parts(target).rev().map(str::to_owned));
        }
        Some(done.join("/"))
    }

    fn has(&self, path: &str) -> bool {
        let prefix = format!("{path}/");
        self.entries.contains_key(path)
            || self.entries.range(prefix.clone()..).next().is_some_and(|(p, _)| p.starts_with(&prefix))
    }
}

fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".")
}

fn clean(path: &str) -> Option<String> {
    let parts: Vec<&str> = parts(path).collect();
    (!parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, Entry)]) -> FileTree {
        let mut tree = FileTree::default();
        for (path, entry) in entries {
            tree.insert(path, entry.clone());
        }
        tree
    }

    #[test]
    fn links_are_followed_inside_the_tree() {
        let tree = tree(&[
            ("sys/devices/a/vendor", Entry::File(b"0x144d\n".to_vec())),
            ("sys/bus/a", Entry::Link("../devices/a".into())),
        ]);
        assert_eq!(tree.text("sys/bus/a/vendor"), Some("0x144d"));
        assert_eq!(tree.list("/sys/bus/a/"), ["vendor"]);
        assert!(tree.exists("sys/devices") && !tree.exists("sys/class"));
    }

    #[test]
    fn circles_and_ways_out_lead_nowhere() {
        let tree = tree(&[
            ("a", Entry::Link("b".into())),
            ("b", Entry::Link("a".into())),
            ("out", Entry::Link("../../etc".into())),
        ]);
        assert_eq!(tree.resolve("a/x"), None);
        assert_eq!(tree.resolve("out/passwd"), None);
        assert!(!FileTree::default().insert("../x", Entry::Folder));
    }
}
