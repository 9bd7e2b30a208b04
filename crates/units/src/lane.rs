//! PCIe transfer rates, lane counts and their pairing.

use std::fmt;

use crate::ParseQuantityError;

/// The raw transfer rate of one lane, by PCIe generation.
///
/// Source: PCI Express Base Specification 6.0, section 7.5.3.18 (Link Capabilities 2, Supported
/// Link Speeds Vector) for the codes, section 4.2 for the line codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TransferRate {
    /// 2.5 GT/s, 8b/10b.
    Gen1 = 1,
    /// 5 GT/s, 8b/10b.
    Gen2,
    /// 8 GT/s, 128b/130b.
    Gen3,
    /// 16 GT/s, 128b/130b.
    Gen4,
    /// 32 GT/s, 128b/130b.
    Gen5,
    /// 64 GT/s, PAM4 with flits.
    Gen6,
}

impl TransferRate {
    /// All rates, slowest first.
    pub const ALL: [Self; 6] =
        [Self::Gen1, Self::Gen2, Self::Gen3, Self::Gen4, Self::Gen5, Self::Gen6];

    /// From the generation, 1 to 6, which is also the code in the Link Status register.
    pub fn from_generation(generation: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|rate| rate.generation() == generation)
    }

    /// From GT/s as sysfs and lspci print it: 2.5, 5, 8, 16, 32, 64.
    pub fn from_gt_s(gt_s: f64) -> Option<Self> {
        Self::ALL.into_iter().find(|rate| (rate.gt_s() - gt_s).abs() < 0.01)
    }

    /// The generation, 1 to 6.
    pub const fn generation(self) -> u8 {
        self as u8
    }

    /// Giga-transfers per second and lane.
    pub const fn gt_s(self) -> f64 {
        match self {
            Self::Gen1 => 2.5,
            Self::Gen2 => 5.0,
            Self::Gen3 => 8.0,
            Self::Gen4 => 16.0,
            Self::Gen5 => 32.0,
            Self::Gen6 => 64.0,
        }
    }
}

/// Prints `8 GT/s`.
impl fmt::Display for TransferRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} GT/s", self.gt_s())
    }
}

/// A count of lanes: 1, 2, 4, 8, 12, 16 or 32, as the specification allows; never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lanes(u8);

impl Lanes {
    /// From a count; `None` for 0 (an empty slot reads x0) and for counts that no link can have.
    pub const fn new(count: u8) -> Option<Self> {
        match count {
            1 | 2 | 4 | 8 | 12 | 16 | 32 => Some(Self(count)),
            _ => None,
        }
    }

    pub const fn get(self) -> u8 {
        self.0
    }
}

/// Prints `x4`.
impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A transfer rate and a lane count together. Prints `PCIe 3.0 x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkWidth {
    pub rate: TransferRate,
    pub lanes: Lanes,
}

impl LinkWidth {
    /// From generation and lane count, as people write it: `3.0 x4` is `(3, 4)`.
    pub fn new(generation: u8, lanes: u8) -> Option<Self> {
        let rate = TransferRate::from_generation(generation)?;
        Some(Self { rate, lanes: Lanes::new(lanes)? })
    }

    /// Giga-transfers per second over all lanes, before any line code.
    pub fn raw_gt_s(self) -> f64 {
        self.rate.gt_s() * f64::from(self.lanes.get())
    }

    /// Common maximum of both ends of a link: lower rate, fewer lanes.
    pub fn common(self, other: Self) -> Self {
        Self { rate: self.rate.min(other.rate), lanes: self.lanes.min(other.lanes) }
    }

    /// Whether this runs slower or narrower than `possible`.
    pub fn is_below(self, possible: Self) -> bool {
        self.rate < possible.rate || self.lanes < possible.lanes
    }
}

impl fmt::Display for LinkWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PCIe {}.0 {}", self.rate.generation(), self.lanes)
    }
}

/// The name of a link with its width: `DMI 3.0 x4`, `USB4, PCIe 3.0 x4`, `PCIe 3.0 x4`. A DMI runs
/// at the rate of the PCIe generation of the same number (Intel, datasheets of the 100 to 700
/// series chipsets), so the generation appears once.
pub fn named_link(name: Option<&str>, link: &str) -> String {
    let Some(name) = name else { return link.to_owned() };
    let same = name.strip_prefix("DMI ").zip(link.strip_prefix("PCIe "));
    match same {
        Some((generation, rest)) if rest.starts_with(generation) => format!("DMI {rest}"),
        // AMD's chipsets have plain PCIe for an uplink, whose name says nothing more.
        _ if link.starts_with(name) => link.to_owned(),
        _ => format!("{name}, {link}"),
    }
}

/// Reads `3.0 x4`, `gen3 x4` or `8 GT/s x4`, and the lanes first: `x4 gen3`.
impl std::str::FromStr for LinkWidth {
    type Err = ParseQuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseQuantityError::new(text, "a link such as \"3.0 x4\" or \"8 GT/s x4\"");
        let plain: String = text.to_lowercase().replace('\u{d7}', "x");
        let (rate, lanes) = parts(plain.trim()).ok_or_else(wrong)?;
        let lanes = lanes.trim().parse().ok().and_then(Lanes::new).ok_or_else(wrong)?;
        let rate = parse_rate(rate.trim()).ok_or_else(wrong)?;
        Ok(Self { rate, lanes })
    }
}

/// The rate and the number of lanes, in either order.
fn parts(text: &str) -> Option<(&str, &str)> {
    let Some(rest) = text.strip_prefix('x') else {
        // "pcie express" contains an x, as other spellings may: the last one counts.
        return text.rsplit_once('x');
    };
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let (lanes, rate) = rest.split_at(end);
    Some((rate, lanes))
}

/// Expects lower case.
fn parse_rate(text: &str) -> Option<TransferRate> {
    if let Some(gt_s) = text.strip_suffix("gt/s").or_else(|| text.strip_suffix("gt")) {
        return TransferRate::from_gt_s(gt_s.trim().parse().ok()?);
    }
    let is_word = |c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '-');
    let digits = text.trim_start_matches(is_word);
    let generation = digits.strip_suffix(".0").unwrap_or(digits);
    TransferRate::from_generation(generation.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_read_the_ways_people_write_them() {
        let known = ["3.0 x4", "gen3 x4", "Gen 3 x4", "8 GT/s x4", "8.0 GT/s x4", "PCIe 3.0 x4"];
        let loose = ["gen3x4", "3.0x4", "3 x4", "8GT/s X4", "PCIe Gen3 x4", "PCI Express 3.0 x4"];
        let turned = ["x4 Gen3", "x4 PCIe 3.0", "x4 8 GT/s", "3.0 \u{d7}4"];
        for text in known.into_iter().chain(loose).chain(turned) {
            assert_eq!(text.parse(), Ok(LinkWidth::new(3, 4).unwrap()), "{text}");
        }
        for text in ["", "x4", "3.0 x0", "3.0 x3", "9.0 x4", "3.0", "8 GT/s", "7 GT/s x4", "x"] {
            assert!(text.parse::<LinkWidth>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_generation_of_a_dmi_is_said_once() {
        assert_eq!(named_link(Some("DMI 3.0"), "PCIe 3.0 x4"), "DMI 3.0 x4");
        assert_eq!(named_link(Some("DMI 3.0"), "PCIe 4.0 x4"), "DMI 3.0, PCIe 4.0 x4");
        assert_eq!(named_link(Some("USB4"), "PCIe 3.0 x4"), "USB4, PCIe 3.0 x4");
        assert_eq!(named_link(Some("PCIe 4.0"), "PCIe 4.0 x4"), "PCIe 4.0 x4");
        assert_eq!(named_link(None, "PCIe 3.0 x2 of x4"), "PCIe 3.0 x2 of x4");
    }
}
