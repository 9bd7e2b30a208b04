//! All entries of one kind: the user's before ours, without those of ours that they replace.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::entry::CatalogEntry;
use crate::names::{self, NameIndex, NameMatches};

pub(crate) struct EntryStock<T> {
    /// The user's first, so that their aliases are found before ours.
    pub entries: Vec<T>,
    /// Ids of ours that the user's replace.
    pub replaced: BTreeSet<String>,
    /// All their names, collected on first use.
    names: OnceLock<NameIndex>,
}

/// Names that are offered for one that nothing has.
const MOST_NEAR: usize = 3;

impl<T: CatalogEntry + Clone> EntryStock<T> {
    /// Puts the user's entries before ours.
    pub fn new(own: &[T], ours: Vec<T>) -> Self {
        let ids: BTreeSet<&str> = own.iter().map(CatalogEntry::id).collect();
        let (replaced, kept): (Vec<T>, Vec<T>) =
            ours.into_iter().partition(|entry| ids.contains(entry.id()));
        let replaced = replaced.iter().map(|entry| entry.id().to_owned()).collect();
        let entries = own.iter().cloned().chain(kept).collect();
        Self { entries, replaced, names: OnceLock::new() }
    }

    pub fn get(&self, id: &str) -> Option<&T> {
        self.entries.iter().find(|entry| entry.id() == id)
    }

    /// The entries that a name matches in any usual spelling.
    pub fn named(&self, text: &str) -> NameMatches<'_, T> {
        names::matching(&self.entries, self.names(), text)
    }

    /// Ids of those whose names are nearly this, the nearest first.
    pub fn near(&self, text: &str) -> Vec<&str> {
        let near = names::near(&self.entries, self.names(), text, MOST_NEAR);
        near.into_iter().map(CatalogEntry::id).collect()
    }

    fn names(&self) -> &NameIndex {
        self.names.get_or_init(|| NameIndex::of(&self.entries))
    }
}
