//! Names of the entries of one kind, and which of them a text means; the rules are in [`crate::named`].

use std::collections::{BTreeMap, BTreeSet};

use crate::entry::{CatalogEntry, EntryKind};
use crate::spelling::{SpelledName, parts, squashed, without_kind};

/// Entries of one kind that match a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameMatches<'a, T> {
    /// No entries if nothing has this name, several if it is ambiguous.
    pub entries: Vec<&'a T>,
    /// The match is exact; otherwise words were left out.
    pub exact: bool,
}

impl<'a, T> NameMatches<'a, T> {
    const fn none() -> Self {
        Self { entries: Vec::new(), exact: false }
    }

    /// The intended entry, if it is unambiguous.
    pub fn one(&self) -> Option<&'a T> {
        match self.entries.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// All names of the entries of a kind.
#[derive(Debug)]
pub(crate) struct NameIndex {
    /// Entries by all that they are called, without blanks and dashes.
    whole: BTreeMap<String, BTreeSet<usize>>,
    /// Names and aliases as words.
    titles: Vec<(usize, SpelledName)>,
    /// They are models, of which one with a word more is another: see [`RANKS`].
    have_ranks: bool,
}

/// Words that make another model of one: a P5 is no P5 Plus, though the catalogue has only the latter.
const RANKS: [&str; 11] =
    ["plus", "pro", "evo", "ti", "super", "xt", "xtx", "gre", "max", "ultra", "lite"];

impl NameIndex {
    pub fn of<T: CatalogEntry>(entries: &[T]) -> Self {
        let have_ranks = matches!(T::KIND, EntryKind::Drive | EntryKind::Card);
        let mut names = Self { whole: BTreeMap::new(), titles: Vec::new(), have_ranks };
        for (at, entry) in entries.iter().enumerate() {
            names.add(at, entry);
        }
        names
    }

    fn add<T: CatalogEntry>(&mut self, at: usize, entry: &T) {
        let maker = entry.id().split('-').next().unwrap_or_default();
        let aliases = entry.aliases().iter().map(|alias| alias.trim_end_matches('*'));
        let names = aliases.chain(parts(entry.name()));
        for name in names.clone().chain([entry.id()]) {
            self.whole.entry(squashed(name)).or_default().insert(at);
        }
        self.titles.extend(names.map(|name| (at, SpelledName::of(name, maker))));
    }

    /// Positions of the entries that match a text, and whether the match is exact.
    fn find(&self, text: &str) -> (Vec<usize>, bool) {
        let spelled = squashed(text);
        match self.whole.get(&spelled) {
            Some(found) => (found.iter().copied().collect(), true),
            None => (self.by_words(&spelled), false),
        }
    }

    /// The entry that has all words of the text and fewer others than any other entry; else all
    /// entries that match.
    fn by_words(&self, spelled: &str) -> Vec<usize> {
        let mut best: BTreeMap<usize, NameFit> = BTreeMap::new();
        for (at, title) in &self.titles {
            let Some((left, is_exact_size)) = title.left_by(spelled) else { continue };
            if self.have_ranks && left.iter().any(|word| RANKS.contains(&word.as_str())) {
                continue;
            }
            let fit = NameFit { left, is_exact_size };
            let known = best.entry(*at).or_insert_with(|| fit.clone());
            if fit.left.len() < known.left.len() {
                *known = fit;
            }
        }
        if best.values().any(|fit| fit.is_exact_size) {
            best.retain(|_, fit| fit.is_exact_size);
        }
        let is_within = |fit: &NameFit| best.values().all(|other| is_part(&fit.left, &other.left));
        let mut closest = best.iter().filter(|(_, fit)| is_within(fit));
        match (closest.next(), closest.next()) {
            (Some((at, _)), None) => vec![*at],
            _ => best.into_keys().collect(),
        }
    }

    /// Positions of the entries whose names are nearly this, the nearest first.
    fn near(&self, text: &str, most: usize) -> Vec<usize> {
        let spelled = squashed(text);
        let length = spelled.chars().count();
        let allowed = length.div_ceil(4);
        // Whoever leaves off the end comes before whoever mistypes.
        let mut near: BTreeMap<usize, (bool, usize)> = BTreeMap::new();
        for (at, title) in &self.titles {
            for name in title.spellings() {
                // The distance is at least the difference in length, and takes longer to find.
                if name.chars().count().abs_diff(length) > allowed {
                    continue;
                }
                let is_else = !name.starts_with(&spelled);
                let it = (is_else, strsim::osa_distance(&spelled, &name));
                let known = near.entry(*at).or_insert(it);
                *known = it.min(*known);
            }
        }
        let mut near: Vec<((bool, usize), usize)> =
            near.into_iter().map(|(at, it)| (it, at)).collect();
        near.retain(|((_, distance), _)| *distance <= allowed);
        near.sort_unstable();
        near.into_iter().map(|(_, at)| at).take(most).collect()
    }
}

#[derive(Clone)]
struct NameFit {
    /// Its words that the text leaves out.
    left: Vec<String>,
    /// The size, if the text has one, is the one of its name, not one that is sold as the same.
    is_exact_size: bool,
}

/// Whether the words are among the others.
fn is_part(words: &[String], others: &[String]) -> bool {
    let mut others = others.to_vec();
    words.iter().all(|word| {
        let at = others.iter().position(|other| other == word);
        at.map(|at| others.swap_remove(at)).is_some()
    })
}

/// Longer texts are compared with nothing: that would take long.
const LONGEST: usize = 100;

pub(crate) fn found<'a, T: CatalogEntry>(
    entries: &'a [T],
    names: &NameIndex,
    text: &str,
) -> NameMatches<'a, T> {
    let at = |at: Vec<usize>| at.into_iter().filter_map(|at| entries.get(at)).collect();
    let id = text.trim().to_lowercase();
    if let Some(entry) = entries.iter().find(|entry| entry.id() == id) {
        return NameMatches { entries: vec![entry], exact: true };
    }
    if text.len() > LONGEST || squashed(text).is_empty() {
        return NameMatches::none();
    }
    let (found, exact) = names.find(text);
    if !found.is_empty() {
        return NameMatches { entries: at(found), exact };
    }
    let mut renamed = renamed(text).into_iter().map(|text| names.find(&text).0);
    if let Some(found) = renamed.find(|found| !found.is_empty()) {
        return NameMatches { entries: at(found), exact: false };
    }
    // `990 pro 2tb nvme ssd`: words for the kind of thing are in few names.
    match without_kind(text) {
        Some(text) => NameMatches { entries: at(names.find(&text).0), exact: false },
        None => NameMatches::none(),
    }
}

/// Names under which a maker's things were sold one after the other: people use any of them.
const MAKERS: [&[&str]; 5] = [
    &["lsi", "avago", "broadcom"],
    &["hp", "hpe"],
    &["mellanox", "nvidia"],
    &["aquantia", "marvell"],
    &["intel", "solidigm"],
];

/// The text with its maker's other names.
fn renamed(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut renamed = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(maker) = MAKERS.iter().find(|maker| maker.contains(word)) else { continue };
        for other in maker.iter().filter(|other| *other != word) {
            let mut words = words.clone();
            words[at] = *other;
            renamed.push(words.join(" "));
        }
    }
    renamed
}

/// The entries whose names are nearly this, the nearest first, at most `most`.
pub(crate) fn near<'a, T>(
    entries: &'a [T],
    names: &NameIndex,
    text: &str,
    most: usize,
) -> Vec<&'a T> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    names.near(text, most).into_iter().filter_map(|at| entries.get(at)).collect()
}
