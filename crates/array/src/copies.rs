//! The order in which md's level 10 lays out the copies of a chunk.

use std::fmt;

/// Placement of a chunk's copies (md(4), RAID10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyOrder {
    /// Beside each other, at the same offset of neighbouring members.
    Near,
    /// Each copy is a stripe over all members, one section of them after the other.
    Far,
    /// Each row is repeated below itself, shifted by one member.
    Offset,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyLayout {
    pub order: CopyOrder,
    /// The number of copies, at least 2.
    pub count: u8,
}

/// mdadm's default (mdadm(8), --layout).
impl Default for CopyLayout {
    fn default() -> Self {
        Self { order: CopyOrder::Near, count: 2 }
    }
}

impl CopyOrder {
    pub const NAMES: [(&'static str, Self); 3] =
        [("near", Self::Near), ("far", Self::Far), ("offset", Self::Offset)];
}

impl CopyLayout {
    /// Parses spellings of people and mdadm(8): `far`, `far=2`, `f2`. `None` for fewer than two
    /// copies.
    pub fn named(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (word, count) = text.split_at(end);
        let is_short = |name: &str| !count.is_empty() && name.get(..1) == Some(word);
        let named = CopyOrder::NAMES.into_iter().find(|(name, _)| *name == word || is_short(name));
        let count = match count.trim_start_matches(['=', ' ', '-']) {
            "" if count.is_empty() => 2,
            count => count.parse().ok().filter(|count| *count >= 2)?,
        };
        named.map(|(_, order)| Self { order, count })
    }
}

/// Prints the form [`CopyLayout::named`] reads; the default of two copies is left out.
impl fmt::Display for CopyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = CopyOrder::NAMES.into_iter().find(|(_, order)| *order == self.order);
        f.write_str(named.map_or("", |(name, _)| name))?;
        if self.count == 2 { Ok(()) } else { write!(f, "={}", self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_mdadm_and_people_spell_them() {
        for (order, texts) in [
            (CopyOrder::Near, ["near", "n2", "near=2"]),
            (CopyOrder::Far, ["far", "f2", "Far=2"]),
            (CopyOrder::Offset, ["offset", "o2", "offset 2"]),
        ] {
            for text in texts {
                assert_eq!(CopyLayout::named(text), Some(CopyLayout { order, count: 2 }), "{text}");
            }
        }
        assert_eq!(CopyLayout::named("f3"), Some(CopyLayout { order: CopyOrder::Far, count: 3 }));
        for text in ["", "f", "n", "n1", "near=", "near=0", "left", "far2x", "f999", "fa2"] {
            assert_eq!(CopyLayout::named(text), None, "{text}");
        }
        for text in ["near", "far=3", "offset=4"] {
            assert_eq!(CopyLayout::named(text).unwrap().to_string(), text);
        }
    }
}
