//! Identifiers of arrays and file systems, chosen before they are made.
//!
//! Source: RFC 9562, section 5.4 (version 4: random); mdadm(8) `--uuid` and mdadm.conf(5) `uuid=` for
//! the spelling in four groups.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A universally unique identifier of version 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identifier([u8; 16]);

impl Identifier {
    /// From 16 random bytes, of which six bits are replaced by version and variant.
    pub const fn of_random(mut bytes: [u8; 16]) -> Self {
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        Self(bytes)
    }

    /// The same with a number in its last two bytes.
    pub(crate) const fn numbered(self, number: u16) -> Self {
        let mut bytes = self.0;
        [bytes[14], bytes[15]] = number.to_be_bytes();
        Self(bytes)
    }

    /// In any spelling: 32 hexadecimal digits with `-` or `:` anywhere between them.
    pub fn parsed(text: &str) -> Option<Self> {
        let digits: String = text.chars().filter(|letter| !matches!(letter, '-' | ':')).collect();
        let is_hex = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = is_hex.then(|| u128::from_str_radix(&digits, 16).ok())??;
        Some(Self(number.to_be_bytes()))
    }

    /// As md spells it: four groups of eight digits with colons.
    pub fn in_colons(self) -> String {
        let digits = self.digits();
        let groups: Vec<&str> = (0..4).filter_map(|at| digits.get(at * 8..at * 8 + 8)).collect();
        groups.join(":")
    }

    fn digits(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }
}

/// As file systems spell it.
impl fmt::Display for Identifier {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits();
        let mut at = 0;
        for (position, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
            if position > 0 {
                to.write_str("-")?;
            }
            to.write_str(digits.get(at..at + length).unwrap_or_default())?;
            at += length;
        }
        Ok(())
    }
}

impl Serialize for Identifier {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Identifier {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::parsed(&text).ok_or_else(|| serde::de::Error::custom("not an identifier"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_of_the_same_digits() {
        let id = Identifier::of_random([0xff; 16]);
        assert_eq!(id.to_string(), "ffffffff-ffff-4fff-bfff-ffffffffffff");
        assert_eq!(id.in_colons(), "ffffffff:ffff4fff:bfffffff:ffffffff");
        assert_eq!(Identifier::parsed(&id.in_colons()), Some(id));
        assert_eq!(Identifier::parsed(&id.to_string().to_uppercase()), Some(id));
        for odd in [
            "",
            "ffff",
            "gfffffff-ffff-4fff-bfff-ffffffffffff",
            "+fffffff-ffff-4fff-bfff-ffffffffffff",
        ] {
            assert_eq!(Identifier::parsed(odd), None, "{odd}");
        }
    }
}
