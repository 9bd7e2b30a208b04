//! Names of the entries of one kind, and which of them a text means; the rules are in [`crate::named`].

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Board;
use crate::entry::{CatalogEntry, EntryKind};
use crate::spelling::{
    NameFit, SpelledName, is_plain, parts, squashed, undecorated, without_kind, words,
};

/// Entries of one kind that match a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NameMatches<'a, T> {
    /// No entries if nothing has this name, several if it is ambiguous.
    pub entries: Vec<&'a T>,
    /// The match is exact; otherwise words were left out.
    pub exact: bool,
}

impl<'a, T> NameMatches<'a, T> {
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
    /// Their words of letters alone.
    plain: BTreeSet<String>,
    /// Words of theirs that no text leaves out.
    ranks: &'static [&'static str],
    /// People leave out so many of their words that the shortest name that fits is meant.
    is_shortened: bool,
}

/// Words that make another model of one: a P5 is no P5 Plus, though the catalogue has only the latter.
const RANKS: [&str; 11] =
    ["plus", "pro", "evo", "ti", "super", "xt", "xtx", "gre", "max", "ultra", "lite"];
/// The same of boards, whose names people shorten more: held against a text only where that has to
/// be changed to fit at all.
const BOARD_RANKS: [&str; 11] =
    ["plus", "pro", "max", "ultra", "elite", "master", "ii", "ddr4", "d4", "x3d", "compute"];

impl NameIndex {
    pub fn of<T: CatalogEntry>(entries: &[T]) -> Self {
        let ranks: &[&str] = match T::KIND {
            EntryKind::Drive | EntryKind::Card => &RANKS,
            // A Raspberry Pi 4 is no Compute Module 4.
            EntryKind::Board => &["compute"],
            _ => &[],
        };
        let (whole, plain) = (BTreeMap::new(), BTreeSet::new());
        let is_shortened = T::KIND == EntryKind::Board;
        let mut names = Self { whole, titles: Vec::new(), plain, ranks, is_shortened };
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
        for name in names {
            let title = SpelledName::of(name, maker);
            self.plain.extend(title.plain_words().map(str::to_owned));
            self.titles.push((at, title));
        }
    }

    /// Positions of the entries that match a text, and whether the match is exact.
    fn find(&self, text: &str) -> (Vec<usize>, bool) {
        let spelled = squashed(text);
        match self.whole.get(&spelled) {
            Some(entries) => (entries.iter().copied().collect(), true),
            None => (self.by_words(&spelled, self.ranks), false),
        }
    }

    /// The entry that has all words of the text and fewer others than any other entry, or alone has
    /// them in this order; else all entries that match.
    fn by_words(&self, spelled: &str, ranks: &[&str]) -> Vec<usize> {
        let mut best: BTreeMap<usize, NameFit> = BTreeMap::new();
        for (at, title) in &self.titles {
            let Some(fit) = title.fit(spelled) else { continue };
            if fit.left.iter().any(|word| ranks.contains(&word.as_str())) {
                continue;
            }
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
        if let (Some((at, _)), None) = (closest.next(), closest.next()) {
            return vec![*at];
        }
        let in_order: Vec<(usize, usize)> = best
            .iter()
            .filter(|(_, fit)| fit.is_in_order)
            .map(|(at, fit)| (fit.left.len(), *at))
            .collect();
        let fewest = in_order.iter().map(|(left, _)| *left).min();
        let is_meant = |left: usize| !self.is_shortened || Some(left) == fewest;
        let mut meant = in_order.iter().filter(|(left, _)| is_meant(*left));
        match (meant.next(), meant.next()) {
            (Some((_, at)), None) => vec![*at],
            _ => best.into_keys().collect(),
        }
    }

    /// The text with one slip in each word of letters put right; `None` if there is none, or if
    /// several words could be meant.
    fn respelled(&self, text: &str) -> Option<String> {
        let mut is_changed = false;
        let mut respelled = Vec::new();
        for word in words(text) {
            let is_long = word.chars().count() >= LEAST_RESPELLED;
            if !is_long || !is_plain(&word) || self.plain.contains(&word) {
                respelled.push(word);
                continue;
            }
            let is_near = |known: &&String| strsim::osa_distance(known, &word) == 1;
            let mut near = self.plain.iter().filter(is_near);
            let (Some(known), None) = (near.next(), near.next()) else { return None };
            respelled.push(known.clone());
            is_changed = true;
        }
        is_changed.then(|| respelled.join(" "))
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

/// Whether the words are among the others.
fn is_part(words: &[String], others: &[String]) -> bool {
    let mut others = others.to_vec();
    words.iter().all(|word| {
        let at = others.iter().position(|other| other == word);
        at.map(|at| others.swap_remove(at)).is_some()
    })
}

/// A slip in a shorter word makes another word.
const LEAST_RESPELLED: usize = 5;

/// Longer texts are compared with nothing: that would take long.
const LONGEST: usize = 100;

pub(crate) fn matching<'a, T: CatalogEntry>(
    entries: &'a [T],
    names: &NameIndex,
    text: &str,
) -> NameMatches<'a, T> {
    let at = |at: Vec<usize>| at.into_iter().filter_map(|at| entries.get(at)).collect();
    // `wd red 4tb` has the words of one id, and other entries carry its name with more behind it.
    let spelled = squashed(text);
    if let Some(entry) = entries.iter().find(|entry| squashed(entry.id()) == spelled) {
        return NameMatches { entries: vec![entry], exact: true };
    }
    if text.len() > LONGEST || spelled.is_empty() {
        return NameMatches { entries: Vec::new(), exact: false };
    }
    let (matches, exact) = names.find(text);
    if !matches.is_empty() {
        return NameMatches { entries: at(matches), exact };
    }
    let mut others = renamed(text).into_iter().map(|text| names.find(&text).0);
    if let Some(matches) = others.find(|matches| !matches.is_empty()) {
        return NameMatches { entries: at(matches), exact: false };
    }
    // `990 pro 2tb nvme ssd`: words for the kind of thing are in few names.
    let plain = without_kind(text).map(|text| names.find(&text).0).filter(|it| !it.is_empty());
    if plain.is_some() || T::KIND != EntryKind::Board {
        return NameMatches { entries: at(plain.unwrap_or_default()), exact: false };
    }
    // Boards are known by what they look like as well, and a slip must not lead to a generic one.
    let plain = undecorated(text).unwrap_or_else(|| text.to_owned());
    let respelled = || names.respelled(&plain).into_iter().flat_map(|text| renamed(&text));
    let mut other = renamed(&plain).into_iter().chain(respelled());
    let matches = other.find_map(|text| {
        Some(names.by_words(&squashed(&text), &BOARD_RANKS)).filter(|it| !it.is_empty())
    });
    NameMatches { entries: at(matches.unwrap_or_default()), exact: false }
}

/// What is written in several ways: makers whose things were sold under one name after the other,
/// and numbers.
const SAME: [&[&str]; 21] = [
    &["lsi", "avago", "broadcom"],
    &["hp", "hpe"],
    &["mellanox", "nvidia"],
    &["aquantia", "marvell"],
    &["intel", "solidigm"],
    &["gigabyte", "gb"],
    &["team", "teamgroup"],
    &["gen8", "g8"],
    &["gen9", "g9"],
    &["gen10", "g10"],
    &["gen11", "g11"],
    &["ii", "2"],
    &["vi", "6"],
    &["vii", "7"],
    &["viii", "8"],
    &["ix", "9"],
    &["x", "10"],
    &["xi", "11"],
    &["xii", "12"],
    &["xiii", "13"],
    &["xiv", "14"],
];
/// So many spellings of a text are tried.
const MOST_SPELLINGS: usize = 32;

/// The text in all these ways, as it is first.
fn renamed(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let mut renamed = vec![String::new()];
    for word in text.split_whitespace() {
        let same = SAME.iter().find(|same| same.contains(&word)).copied().unwrap_or_default();
        let others = same.iter().filter(|other| **other != word);
        let ways = || [word].into_iter().chain(others.clone().copied());
        let longer =
            renamed.iter().flat_map(|begun| ways().map(move |way| format!("{begun} {way}")));
        renamed = longer.take(MOST_SPELLINGS).collect();
    }
    renamed
}

/// Words of a board's name that the text leaves out, and without which it would be another model: `max` of a
/// TOMAHAWK MAX. An entry for several models is left without those that only the others have.
pub fn left_out(board: &Board, text: &str) -> Vec<String> {
    let maker = board.id.split('-').next().unwrap_or_default();
    let spelled = squashed(text);
    let aliases = board.aliases.iter().cloned();
    let titles = aliases.chain(parts(&board.name).map(str::to_owned)).chain(models(&board.name));
    let fits = titles.filter_map(|title| SpelledName::of(&title, maker).fit(&spelled));
    let ranks = fits.map(|fit| {
        let left = fit.left.into_iter();
        left.filter(|word| BOARD_RANKS.contains(&word.as_str())).collect::<Vec<String>>()
    });
    ranks.min_by_key(Vec::len).unwrap_or_default()
}

/// The models of `B760M-A, B760M-A WIFI` and of `B760M-PLUS (D4, II)`, the latter with and without what is in
/// brackets.
fn models(name: &str) -> Vec<String> {
    let (base, listed) = name.split_once(" (").unwrap_or((name, ""));
    let mut models: Vec<String> = base.split(", ").map(str::to_owned).collect();
    if models.len() == 1 {
        let listed = listed.trim_end_matches(')').split(", ");
        models.extend(listed.map(|item| format!("{base} {item}")));
    }
    models
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
