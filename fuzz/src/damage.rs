//! Damage as it befalls files: cut, doubled and swapped lines, flipped bits, other numbers, parts of
//! other files.

/// Numbers from a seed. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014 (SplitMix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end.max(1)).unwrap_or(0)
    }
}

/// Numbers that parsers stumble over.
const NUMBERS: [&str; 8] =
    ["0", "-1", "65536", "4294967296", "18446744073709551616", "1e308", "0x", "NaN"];

/// Bytes that mean something to some reader.
const ODD: &[u8] = b"\n\t \"[]{}=<>&\0\x1b\xff";

/// One of the seeds with one to six damages.
pub fn damaged(seeds: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let Some(mut bytes) = seeds.get(chance.below(seeds.len())).cloned() else { return Vec::new() };
    for _ in 0..=chance.below(6) {
        damage(&mut bytes, seeds, chance);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(bytes.len());
    match chance.below(9) {
        0 => bytes.truncate(at),
        1 => flip(bytes, at, chance),
        2 => remove_line(bytes, at),
        3 => double_line(bytes, at),
        4 => replace_number(bytes, at, chance),
        5 => splice(bytes, at, &seeds[chance.below(seeds.len())], chance),
        6 => bytes.insert(at, ODD[chance.below(ODD.len())]),
        7 => repeat(bytes, at, chance),
        _ => swap_lines(bytes, at, chance.below(bytes.len())),
    }
}

fn flip(bytes: &mut [u8], at: usize, chance: &mut Chance) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << chance.below(8);
    }
}

/// The line around a place, its end included.
fn line(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let begin = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n');
    begin..end.map_or(bytes.len(), |end| at + end + 1)
}

fn remove_line(bytes: &mut Vec<u8>, at: usize) {
    let line = line(bytes, at);
    bytes.drain(line);
}

fn double_line(bytes: &mut Vec<u8>, at: usize) {
    let line = line(bytes, at);
    let copy = bytes[line.clone()].to_vec();
    bytes.splice(line.end..line.end, copy);
}

fn swap_lines(bytes: &mut Vec<u8>, one: usize, other: usize) {
    let (first, second) = (line(bytes, one.min(other)), line(bytes, one.max(other)));
    if first.end <= second.start {
        let (upper, lower) = (bytes[first.clone()].to_vec(), bytes[second.clone()].to_vec());
        bytes.splice(second, upper);
        bytes.splice(first, lower);
    }
}

fn replace_number(bytes: &mut Vec<u8>, at: usize, chance: &mut Chance) {
    let Some(begin) = bytes[at..].iter().position(u8::is_ascii_digit).map(|it| at + it) else {
        return;
    };
    let digits = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = NUMBERS[chance.below(NUMBERS.len())];
    bytes.splice(begin..begin + digits, number.bytes());
}

fn splice(bytes: &mut Vec<u8>, at: usize, other: &[u8], chance: &mut Chance) {
    let from = chance.below(other.len());
    let to = (from + chance.below(400)).min(other.len());
    bytes.splice(at..at, other[from..to].iter().copied());
}

/// The same few bytes over and over: nesting, long names, large tables.
fn repeat(bytes: &mut Vec<u8>, at: usize, chance: &mut Chance) {
    let to = (at + 1 + chance.below(40)).min(bytes.len());
    let part = bytes[at..to].repeat(1 + chance.below(60));
    bytes.splice(at..at, part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_differs_by_seed_and_repeats_with_it() {
        let seeds = vec![b"one 1\ntwo 2\nthree 3\n".to_vec()];
        let many = |seed| {
            let mut chance = Chance::new(seed);
            (0..500).map(|_| damaged(&seeds, &mut chance)).collect::<Vec<_>>()
        };
        assert_eq!(many(7), many(7));
        let different: std::collections::BTreeSet<_> = many(7).into_iter().collect();
        assert!(different.len() > 300, "{}", different.len());
        assert!(many(7) != many(8));
    }

    #[test]
    fn nothing_can_be_damaged_too() {
        let mut chance = Chance::new(1);
        (0..200).for_each(|_| drop(damaged(&[Vec::new()], &mut chance)));
        assert_eq!(damaged(&[], &mut chance), [0; 0]);
    }
}
