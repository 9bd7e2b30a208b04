//! One thing varied, `chunk=4K..1M`, as values to try.

use std::str::FromStr;

use narrows_messages::Message;
use narrows_model::ArrayCacheMode;
use narrows_units::{Bytes, LinkWidth};

#[derive(Clone, Debug, PartialEq)]
pub struct ParameterSweep {
    pub over: SweepParameter,
    /// In the order in which they are tried.
    pub values: Vec<SweepValue>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepParameter {
    Chunk,
    Drives,
    Depth,
    Block,
    Jobs,
    Slot,
    /// How an array's cache is used.
    Cache,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SweepValue {
    Size(Bytes),
    /// Of drives, requests or jobs.
    Count(u32),
    /// The slot's link.
    Link(LinkWidth),
    Slot(String),
    Cache(ArrayCacheMode, String),
}

/// More make no table that anybody reads.
const MOST_VALUES: usize = 64;
const LEAST_SIZE: Bytes = Bytes::new(512);
const MOST_SIZE: Bytes = Bytes::mib(64);

impl SweepParameter {
    const ALL: [(&'static str, Self); 7] = [
        ("chunk", Self::Chunk),
        ("drives", Self::Drives),
        ("depth", Self::Depth),
        ("block", Self::Block),
        ("jobs", Self::Jobs),
        ("slot", Self::Slot),
        ("cache", Self::Cache),
    ];

    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, over)| *over == self).map_or("", |(name, _)| name)
    }

    /// The most that a count may be.
    fn most(self) -> u32 {
        match self {
            Self::Drives => 64,
            Self::Jobs => 4096,
            _ => 65_536,
        }
    }

    fn value(self, text: &str) -> Result<SweepValue, Message> {
        let value = match self {
            Self::Chunk | Self::Block => size(text),
            Self::Drives | Self::Depth | Self::Jobs => self.number(text),
            Self::Cache => {
                ArrayCacheMode::named(text).map(|mode| SweepValue::Cache(mode, text.to_owned()))
            }
            Self::Slot if text.is_empty() => None,
            Self::Slot => Some(match LinkWidth::from_str(text) {
                Ok(link) => SweepValue::Link(link),
                Err(_) => SweepValue::Slot(text.to_owned()),
            }),
        };
        let wrong = || self.wrong_value().with("value", shown(text)).with("over", self.as_str());
        value.ok_or_else(wrong)
    }

    fn number(self, text: &str) -> Option<SweepValue> {
        let count: u32 = text.parse().ok()?;
        (1..=self.most()).contains(&count).then_some(SweepValue::Count(count))
    }

    /// Lists the valid values, for an invalid one.
    fn wrong_value(self) -> Message {
        match self {
            Self::Chunk | Self::Block => Message::new("sweep-value-size"),
            Self::Drives | Self::Depth | Self::Jobs => {
                Message::new("sweep-value-count").with("most", self.most())
            }
            Self::Slot => Message::new("sweep-value-slot"),
            Self::Cache => Message::new("sweep-value-cache"),
        }
    }
}

fn size(text: &str) -> Option<SweepValue> {
    let size: Bytes = text.parse().ok()?;
    let fits = (LEAST_SIZE..=MOST_SIZE).contains(&size) && size.get().is_multiple_of(512);
    fits.then_some(SweepValue::Size(size))
}

/// The beginning of the typed text.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

impl ParameterSweep {
    /// Reads `chunk=4K..1M` or `chunk=16K,64K`.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn of(text: &str) -> Result<Self, Message> {
        let wrong = || Message::new("sweep-form").with("text", shown(text));
        let (key, range) = text.split_once('=').ok_or_else(wrong)?;
        let known = SweepParameter::ALL.into_iter().find(|(name, _)| *name == key.trim());
        let (_, over) = known.ok_or_else(wrong)?;
        let values = match range.split_once("..") {
            Some((from, to)) => {
                between(over, over.value(from.trim())?, over.value(to.trim())?, range)?
            }
            None => {
                let values = range.split(',').map(|value| over.value(value.trim()));
                values.collect::<Result<Vec<_>, _>>()?
            }
        };
        if values.len() > MOST_VALUES {
            let what = Message::new("sweep-too-many").with("count", values.len());
            return Err(what.with("most", MOST_VALUES));
        }
        Ok(Self { over, values })
    }
}

/// Powers of two times the lower end, and the upper end; every count of drives.
fn between(
    over: SweepParameter,
    from: SweepValue,
    to: SweepValue,
    text: &str,
) -> Result<Vec<SweepValue>, Message> {
    let backwards = || Message::new("sweep-order").with("text", shown(text));
    match (from, to) {
        (SweepValue::Size(from), SweepValue::Size(to)) => {
            let steps = doubling(from.get(), to.get()).ok_or_else(backwards)?;
            Ok(steps.into_iter().map(|size| SweepValue::Size(Bytes::new(size))).collect())
        }
        (SweepValue::Count(from), SweepValue::Count(to))
            if over == SweepParameter::Drives && from <= to =>
        {
            Ok((from..=to).map(SweepValue::Count).collect())
        }
        (SweepValue::Count(from), SweepValue::Count(to)) => {
            let steps = doubling(from.into(), to.into()).ok_or_else(backwards)?;
            Ok(steps
                .into_iter()
                .filter_map(|count| u32::try_from(count).ok())
                .map(SweepValue::Count)
                .collect())
        }
        _ => Err(Message::new("sweep-form").with("text", shown(text))),
    }
}

fn doubling(from: u64, to: u64) -> Option<Vec<u64>> {
    let steps = std::iter::successors(Some(from), |at| at.checked_mul(2));
    let mut steps: Vec<u64> = steps.take_while(|at| *at < to).collect();
    steps.push(to);
    (from <= to).then_some(steps)
}

impl SweepValue {
    /// As people write it, and as a number if it is one.
    pub fn say(&self) -> (String, Option<f64>) {
        match self {
            Self::Size(size) => (size.to_string(), Some(size.as_f64())),
            Self::Count(count) => (count.to_string(), Some(f64::from(*count))),
            Self::Link(link) => (link.to_string(), None),
            Self::Slot(text) | Self::Cache(_, text) => (text.clone(), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        ParameterSweep::of(text).unwrap().values.iter().map(|value| value.say().0).collect()
    }

    fn wrong(text: &str) -> &'static str {
        ParameterSweep::of(text).unwrap_err().id()
    }

    #[test]
    fn ranges_double_and_drives_count() {
        assert_eq!(said("chunk=16K..128K"), ["16 KiB", "32 KiB", "64 KiB", "128 KiB"]);
        assert_eq!(said("depth=1..6"), ["1", "2", "4", "6"]);
        assert_eq!(said("drives=1..4"), ["1", "2", "3", "4"]);
        assert_eq!(said("block=4K,1M"), ["4 KiB", "1 MiB"]);
        assert_eq!(said("jobs=8..8"), ["8"]);
    }

    #[test]
    fn slots_are_links_or_names_and_caches_have_modes() {
        assert_eq!(said("slot=3.0x4, 3.0 x2,M2_1"), ["PCIe 3.0 x4", "PCIe 3.0 x2", "M2_1"]);
        assert_eq!(said("cache=none,write-back"), ["none", "write-back"]);
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        assert_eq!(wrong("chunk"), "sweep-form");
        assert_eq!(wrong("chunks=4K..8K"), "sweep-form");
        assert_eq!(wrong("slot=a..b"), "sweep-form");
        assert_eq!(wrong("chunk=0..4K"), "sweep-value-size");
        assert_eq!(wrong("block=1000"), "sweep-value-size");
        assert_eq!(wrong("depth=0..4"), "sweep-value-count");
        assert_eq!(wrong("drives=1..1000000000"), "sweep-value-count");
        assert_eq!(wrong("cache=some"), "sweep-value-cache");
        assert_eq!(wrong("slot="), "sweep-value-slot");
        assert_eq!(wrong("depth=8..4"), "sweep-order");
        assert_eq!(wrong("drives=8..4"), "sweep-order");
        let many = (1..=65).map(|n: u32| n.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!(wrong(&format!("depth={many}")), "sweep-too-many");
    }
}
