//! How a processor's sixteen lanes for cards can be shared out.

use narrows_units::Lanes;

use super::Cpu;

/// Lanes of the slots that the catalogue's words on splits are about.
pub const SHARED_LANES: u8 = 16;

impl Cpu {
    /// The ways to share its sixteen lanes out.
    pub fn ways(&self) -> Vec<Vec<Lanes>> {
        ways(&self.splits)
    }

    /// Its lanes for cards, if they are fewer than sixteen: `1x8 GPU`.
    pub fn card_lanes(&self) -> Option<u8> {
        let of = |word: &String| word.strip_prefix("1x")?.strip_suffix(" GPU")?.parse().ok();
        self.splits.iter().find_map(of)
    }
}

/// The ways to share out sixteen lanes that words such as `1x16`, `2x8` and `1x8+2x4` stand for; separate
/// links, prefixed with a plus, do not belong to the slot. Empty if some word has another form: then more
/// is possible than these words say.
pub fn ways(words: &[String]) -> Vec<Vec<Lanes>> {
    let of_slot = words.iter().map(|word| word.trim()).filter(|word| !word.starts_with('+'));
    let ways: Option<Vec<Vec<Lanes>>> = of_slot.map(way).collect();
    ways.unwrap_or_default()
}

/// `None` for a word of another form, or of another number of lanes.
fn way(word: &str) -> Option<Vec<Lanes>> {
    let mut way = Vec::new();
    for part in word.split('+') {
        let (count, lanes) = part.split_once('x')?;
        let lanes = Lanes::new(lanes.parse().ok()?)?;
        let count: usize =
            count.parse().ok().filter(|count| *count <= usize::from(SHARED_LANES))?;
        way.extend(std::iter::repeat_n(lanes, count));
    }
    let all = way.iter().map(|lanes| u32::from(lanes.get())).sum::<u32>();
    (all == u32::from(SHARED_LANES)).then_some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Vec<Vec<u8>> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let lanes = |way: Vec<Lanes>| way.iter().map(|lanes| lanes.get()).collect();
        ways(&words).into_iter().map(lanes).collect()
    }

    /// Separate links are not the slot's, and an entry that is no list of parts means that there is
    /// more.
    #[test]
    fn a_processor_says_how_its_slot_can_be_split() {
        let intel = of(&["1x16", "2x8", "1x8+2x4", "+ x4 Gen4 M.2"]);
        assert_eq!(intel, [vec![16], vec![8, 8], vec![8, 4, 4]]);
        assert!(of(&["1x16", "2x8", "4x4 board-dependent"]).is_empty());
        assert!(of(&["x4 granularity"]).is_empty());
        assert!(of(&["1x8 GPU"]).is_empty());
    }
}
