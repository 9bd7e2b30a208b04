//! Names of drives in a sentence: in natural order, long rows of them shortened.

use std::cmp::Ordering;

/// From how many names that count up by one a row is shortened; three are still read at a glance.
const ROW: usize = 4;

/// `a1–a12, b3`: names in natural order, with consecutive ones shown as a range.
pub fn drive_names(names: impl IntoIterator<Item: AsRef<str>>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    names.sort_by(|a, b| natural(a, b));
    let rows = names.chunk_by(|a, b| is_next(a, b));
    let told = rows.map(|row| match row {
        [first, .., last] if row.len() >= ROW => format!("{first}–{last}"),
        _ => row.join(", "),
    });
    told.collect::<Vec<String>>().join(", ")
}

/// Names with their places, in the order given: rows of names that count up in places that count up
/// are cut to their ends, `("a1–a8", "P/1–P/8")`.
pub fn placed_names<'a>(pairs: &[(&'a str, &'a str)]) -> Vec<(String, String)> {
    let rows = pairs.chunk_by(|(a, at), (b, then)| is_next(a, b) && is_next(at, then));
    let told = rows.flat_map(|row| match row {
        [first, .., last] if row.len() >= ROW => {
            vec![(format!("{}–{}", first.0, last.0), format!("{}–{}", first.1, last.1))]
        }
        _ => row.iter().map(|(name, at)| ((*name).to_owned(), (*at).to_owned())).collect(),
    });
    told.collect()
}

/// Each once, in order of first appearance.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// `a2` before `a10`: adjacent digits are a number.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    while !rest_a.is_empty() && !rest_b.is_empty() {
        let (part_a, next_a) = part(rest_a);
        let (part_b, next_b) = part(rest_b);
        let order = match (number(part_a), number(part_b)) {
            (Some(a), Some(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
            _ => part_a.cmp(part_b),
        };
        if order.is_ne() {
            return order;
        }
        (rest_a, rest_b) = (next_a, next_b);
    }
    // Names equal by their numbers, such as a1 and a01, still have one order.
    rest_a.len().cmp(&rest_b.len()).then_with(|| a.cmp(b))
}

/// Digits without the zeros before them: of two numbers the longer is the larger, however long they are.
fn number(part: &str) -> Option<&str> {
    part.starts_with(|letter: char| letter.is_ascii_digit()).then(|| part.trim_start_matches('0'))
}

/// The digits that `text` begins with, or the text before the next digit, and the rest.
fn part(text: &str) -> (&str, &str) {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit());
    let end = text.find(|letter: char| letter.is_ascii_digit() != is_number);
    text.split_at(end.unwrap_or(text.len()))
}

/// Whether `b` is `a` with one number higher by one and all else the same: `nvme1n1` and `nvme2n1`.
fn is_next(a: &str, b: &str) -> bool {
    let (mut rest_a, mut rest_b) = (a, b);
    let mut steps = 0;
    while !rest_a.is_empty() && !rest_b.is_empty() {
        let (part_a, next_a) = part(rest_a);
        let (part_b, next_b) = part(rest_b);
        if part_a != part_b {
            // A number with zeros before it counts on only at the same length.
            let numbers = part_a.parse::<u64>().ok().zip(part_b.parse::<u64>().ok());
            let has_zeros = part_a.starts_with('0') && part_a.len() != part_b.len();
            let is_step = numbers.is_some_and(|(a, b)| a.checked_add(1) == Some(b));
            if !is_step || has_zeros {
                return false;
            }
            steps += 1;
        }
        (rest_a, rest_b) = (next_a, next_b);
    }
    steps == 1 && rest_a.is_empty() && rest_b.is_empty()
}

#[cfg(test)]
mod tests {
    use super::{drive_names, placed_names};

    #[test]
    fn what_counts_up_in_places_that_count_up_is_told_by_its_ends() {
        let pairs = [("a1", "P/1"), ("a2", "P/2"), ("a3", "P/3"), ("a4", "P/4"), ("a5", "P/6")];
        let told = placed_names(&pairs);
        assert_eq!(told[0], ("a1–a4".to_owned(), "P/1–P/4".to_owned()));
        assert_eq!(told[1..], [("a5".to_owned(), "P/6".to_owned())]);
        assert_eq!(placed_names(&pairs[..3]).len(), 3);
    }

    #[test]
    fn rows_are_told_by_their_ends() {
        for (names, told) in [
            ("a1 a2 a3", "a1, a2, a3"),
            ("a10 a2 a1 a3 a4 a5 a6 a7 a8 a9", "a1–a10"),
            ("nvme0n1 nvme1n1 nvme2n1 nvme3n1", "nvme0n1–nvme3n1"),
            ("nvme0n1 nvme1n2 nvme2n3 nvme3n4", "nvme0n1, nvme1n2, nvme2n3, nvme3n4"),
            ("d07 d08 d09 d10 d12", "d07–d10, d12"),
            ("a1 a2 a4 a5 b1", "a1, a2, a4, a5, b1"),
            ("sdb sda", "sda, sdb"),
            ("", ""),
        ] {
            assert_eq!(drive_names(names.split_whitespace()), told);
        }
    }
}
