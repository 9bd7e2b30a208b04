//! hwloc's bit maps: `0x000000ff,0xffffffff`, most significant word first.

use std::fmt;

/// No kernel counts further (NR_CPUS goes to 8,192 in practice); longer maps are cut.
const MOST_WORDS: usize = 2048;

/// A set of processor or NUMA node numbers; least significant word first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CpuSet(Vec<u32>);

impl CpuSet {
    /// Reads a bit map. An empty word is 0; invalid text is the empty set, and a leading `0xf...f`,
    /// which means "and all above", is left out.
    pub(super) fn parse(text: &str) -> Self {
        let words = text.rsplit(',').take(MOST_WORDS).map(|word| {
            let digits = word.trim().trim_start_matches("0x");
            u32::from_str_radix(digits, 16).unwrap_or(0)
        });
        Self(words.collect())
    }

    /// Every number, the lowest first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(index, word)| {
            (0..32).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index as u32 * 32 + bit)
        })
    }

    /// The lowest number.
    pub(super) fn first(&self) -> Option<u32> {
        self.numbers().next()
    }

    /// The number, if there is exactly one.
    pub(super) fn only(&self) -> Option<u32> {
        let mut numbers = self.numbers();
        let first = numbers.next();
        if numbers.next().is_some() { None } else { first }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 32).copied().unwrap_or(0);
        word >> (number % 32) & 1 == 1
    }
}

/// Prints the list form of the kernel: `0-7,16`.
impl fmt::Display for CpuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = self.numbers().peekable();
        let mut comma = "";
        while let Some(first) = numbers.next() {
            let mut last = first;
            while let Some(next) = numbers.next_if_eq(&(last + 1)) {
                last = next;
            }
            match first == last {
                true => write!(f, "{comma}{first}")?,
                false => write!(f, "{comma}{first}-{last}")?,
            }
            comma = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_become_lists() {
        let list = |text: &str| CpuSet::parse(text).to_string();
        assert_eq!(list("0x000000ff,0xffffffff"), "0-39");
        assert_eq!(list("0x00000011,0x11111111"), "0,4,8,12,16,20,24,28,32,36");
        assert_eq!(list("0x1,,0x0"), "64");
        assert_eq!(list(""), "");
        assert_eq!(CpuSet::parse("0x00000004").only(), Some(2));
        assert_eq!(CpuSet::parse("0x00000005").only(), None);
    }
}
