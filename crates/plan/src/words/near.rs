//! The right word for one that is nearly right.

/// Words longer than this are compared with nothing: that would take long.
const LONGEST: usize = 64;
/// Part of a word that a message repeats.
const SHOWN: usize = 60;

/// The known word with the fewest letters wrong, missing or swapped: at most one in three. Of
/// equals the one that begins alike for longest, then the shortest. Never the opposite: `no risers`
/// is no slip for `risers`.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let most = length.div_ceil(3);
    let rate = |known: &'a str| {
        let lower = known.to_lowercase();
        let begins = length >= 3 && lower.starts_with(&word);
        // The beginning of a longer word is just near enough, however much of it is missing.
        let distance = if begins { most } else { strsim::osa_distance(&word, &lower) };
        let alike = word.chars().zip(lower.chars()).take_while(|(a, b)| a == b).count();
        (distance, std::cmp::Reverse(alike), known.len(), known)
    };
    let denies =
        |word: &str| ["no ", "no-", "not ", "without "].iter().any(|it| word.starts_with(it));
    let is_opposite = |known: &str| denies(&word) != denies(known);
    let likely = known.into_iter().filter(|known| known.len() <= LONGEST && !is_opposite(known));
    let best = likely.map(rate).filter(|(distance, ..)| *distance <= most).min();
    best.map(|(.., known)| known)
}

/// A word as messages repeat it: shortened, and without control characters.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push_str("...");
    }
    shown
}
