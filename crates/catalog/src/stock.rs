//! All entries of one kind: the user's before ours, without those of ours that they replace.

use std::collections::BTreeSet;

use crate::entry::Entry;

/// Entries of one kind.
pub(crate) struct Stock<T> {
    /// The user's first, so that their aliases are found before ours.
    pub entries: Vec<T>,
    /// Ids of ours that the user's stand for.
    pub replaced: BTreeSet<String>,
}

impl<T: Entry + Clone> Stock<T> {
    /// Puts the user's entries before ours.
    pub fn new(own: &[T], ours: Vec<T>) -> Self {
        let ids: BTreeSet<&str> = own.iter().map(Entry::id).collect();
        let (replaced, kept): (Vec<T>, Vec<T>) =
            ours.into_iter().partition(|entry| ids.contains(entry.id()));
        let replaced = replaced.iter().map(|entry| entry.id().to_owned()).collect();
        Self { entries: own.iter().cloned().chain(kept).collect(), replaced }
    }

    /// The entry with this id.
    pub fn get(&self, id: &str) -> Option<&T> {
        self.entries.iter().find(|entry| entry.id() == id)
    }
}
