//! Quantities from text: `128 KiB`, `2300 MB/s`, `430 k IOPS`, `85 us`, and a bare `4K`.

use std::str::FromStr;

use crate::{Bytes, BytesPerSec, GbitPerSec, Gigahertz, Iops, Nanos};

/// A text that is not a quantity of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseQuantityError {
    text: String,
    wanted: &'static str,
}

impl ParseQuantityError {
    pub(crate) fn new(text: &str, wanted: &'static str) -> Self {
        let text = text.chars().take(40).collect();
        Self { text, wanted }
    }
}

impl std::fmt::Display for ParseQuantityError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\" is not {}", self.text, self.wanted)
    }
}

impl std::error::Error for ParseQuantityError {}

/// Splits `12.5 MB/s` into the number and the unit; negative and infinite numbers are no quantity.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '_')));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = ungrouped(number)?.parse().ok()?;
    number.is_finite().then_some((number, unit.trim()))
}

/// Removes `,` and `_` between groups of three digits, as in `1,234.5`; `None` if they occur
/// elsewhere. In much of the world `2,3` is two and three tenths: an error is better than 23.
fn ungrouped(number: &str) -> Option<String> {
    const MARKS: [char; 2] = [',', '_'];
    let (whole, fraction) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut groups = whole.split(MARKS);
    let first = groups.next().unwrap_or_default();
    let is_grouped = whole.len() > first.len();
    let sound = !is_grouped || (1..=3).contains(&first.len());
    let sound = sound && groups.all(|group| group.len() == 3) && !fraction.contains(MARKS);
    sound.then(|| number.replace(MARKS, ""))
}

fn scaled<'a>(text: &'a str, factor: impl Fn(&'a str) -> Option<f64>) -> Option<f64> {
    let (number, unit) = split(text)?;
    let value = number * factor(unit)?;
    // Whole bytes and nanoseconds are kept in 64 bits.
    (value.is_finite() && value < u64::MAX as f64).then_some(value)
}

fn size_factor(unit: &str) -> Option<f64> {
    Some(match unit {
        "" | "B" => 1.0,
        "k" | "K" | "KiB" => 1024.0,
        "M" | "MiB" => f64::from(1 << 20),
        "G" | "GiB" => f64::from(1 << 30),
        "T" | "TiB" => (1u64 << 40) as f64,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        _ => return None,
    })
}

/// A bare number is bytes; `4K` is 4,096 as fio and dd read it; `4 kB` is 4,000.
impl FromStr for Bytes {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let value = scaled(text, size_factor);
        value
            .map(|bytes| Self::new(bytes.round() as u64))
            .ok_or_else(|| ParseQuantityError::new(text, "a size such as \"128 KiB\" or \"4K\""))
    }
}

/// The unit is mandatory: `2300 MB/s`, `2.2 GiB/s`.
impl FromStr for BytesPerSec {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = |unit: &str| match unit.strip_suffix("/s") {
            // A bare prefix leaves open whether bytes or operations are meant.
            Some("" | "k" | "K" | "M" | "G" | "T") | None => None,
            Some(size) => size_factor(size),
        };
        scaled(text, factor)
            .map(Self::new)
            .ok_or_else(|| ParseQuantityError::new(text, "a rate such as \"2300 MB/s\""))
    }
}

/// The unit is mandatory: `430000 IOPS`, `430k IOPS`.
impl FromStr for Iops {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = |unit: &str| match unit.strip_suffix("IOPS")?.trim_end() {
            "" => Some(1.0),
            "k" | "K" => Some(1e3),
            "M" => Some(1e6),
            _ => None,
        };
        scaled(text, factor)
            .map(Self::new)
            .ok_or_else(|| ParseQuantityError::new(text, "a rate such as \"430k IOPS\""))
    }
}

/// The unit is mandatory: `85 us`, `1.5 ms`, `30 s`, `2 min`, `1 h`.
impl FromStr for Nanos {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = |unit: &str| match unit {
            "ns" => Some(1.0),
            "us" | "µs" => Some(1e3),
            "ms" => Some(1e6),
            "s" => Some(1e9),
            "m" | "min" => Some(60e9),
            "h" => Some(3600e9),
            _ => None,
        };
        scaled(text, factor)
            .map(|nanos| Self::new(nanos.round() as u64))
            .ok_or_else(|| ParseQuantityError::new(text, "a time such as \"85 us\" or \"2 s\""))
    }
}

/// The unit is mandatory: `3.9 GHz`, `3900 MHz`.
impl FromStr for Gigahertz {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = |unit: &str| match unit {
            "GHz" => Some(1.0),
            "MHz" => Some(1e-3),
            _ => None,
        };
        scaled(text, factor)
            .map(Self::new)
            .ok_or_else(|| ParseQuantityError::new(text, "a clock such as \"3.9 GHz\""))
    }
}

/// The unit is mandatory: `25 Gbit/s`, `480 Mbit/s`.
impl FromStr for GbitPerSec {
    type Err = ParseQuantityError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let factor = |unit: &str| match unit {
            "Gbit/s" | "Gb/s" | "Gbps" => Some(1.0),
            "Mbit/s" | "Mb/s" | "Mbps" => Some(1e-3),
            _ => None,
        };
        scaled(text, factor)
            .map(Self::new)
            .ok_or_else(|| ParseQuantityError::new(text, "a rate such as \"25 Gbit/s\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_mean_what_the_trade_means_by_them() {
        assert_eq!("4K".parse(), Ok(Bytes::new(4096)));
        assert_eq!("4 kB".parse(), Ok(Bytes::new(4000)));
        assert_eq!("1.5 GiB".parse(), Ok(Bytes::mib(1536)));
        assert_eq!("2300 MB/s".parse(), Ok(BytesPerSec::mb_s(2300.0)));
        assert_eq!("1 MiB/s".parse(), Ok(BytesPerSec::new(1_048_576.0)));
        assert_eq!("430k IOPS".parse(), Ok(Iops::new(430e3)));
        assert_eq!("1.5 ms".parse(), Ok(Nanos::micros(1500)));
        assert_eq!("3900 MHz".parse(), Ok(Gigahertz::new(3.9)));
        assert_eq!("480 Mbit/s".parse(), Ok(GbitPerSec::new(0.48)));
        assert_eq!("6 Gb/s".parse(), Ok(GbitPerSec::new(6.0)));
        assert_eq!("25Gbps".parse(), Ok(GbitPerSec::new(25.0)));
        assert!("6 GB/s".parse::<GbitPerSec>().is_err(), "bytes are no bits");
    }

    #[test]
    fn marks_stand_between_groups_of_three_digits() {
        assert_eq!("2,300 MB/s".parse(), Ok(BytesPerSec::mb_s(2300.0)));
        assert_eq!("1_234_567.5 B/s".parse(), Ok(BytesPerSec::new(1_234_567.5)));
        let wrong =
            ["2,3", "2,3000", "2300,000", ",300", "2,,300", "1.5,000", "1.234,5", "2,", "1_0"];
        for text in wrong {
            assert!(format!("{text} GB/s").parse::<BytesPerSec>().is_err(), "{text}");
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_quantity_is_refused() {
        for text in ["", "K", "-4K", "4 Q", "1e400", "999999999999999999999 TiB", "NaN", "inf"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        for text in ["2300", "2300 MB", "2300 M/s", "MB/s", "2300 /s"] {
            assert!(text.parse::<BytesPerSec>().is_err(), "{text}");
        }
        assert!("85".parse::<Nanos>().is_err());
        assert!("85 kIOP".parse::<Iops>().is_err());
        assert!("3.9".parse::<Gigahertz>().is_err() && "25 GB/s".parse::<GbitPerSec>().is_err());
    }
}
