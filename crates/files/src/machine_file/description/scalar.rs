//! Single values: text, whole numbers, truth, quantities with their units.

use narrows_messages::Message;
use narrows_model::{CopyLayout, RaidLevel};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Gigahertz, Iops, LinkWidth, Nanos};
use toml::de::{DeInteger, DeValue};

use super::quantity::LaneSplit;
use super::word::{WordChoice, folded};
use crate::machine_file::slip::shown;

/// A type that can be read from a single value.
pub(crate) trait ScalarValue: Sized {
    /// Reads it, or describes the error.
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message>;
}

/// No name, serial number or path is longer.
const LONGEST_TEXT: usize = 255;

impl ScalarValue for String {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        let text = value.as_str().ok_or_else(|| Message::new("machine-not-text"))?;
        if text.trim().is_empty() {
            return Err(Message::new("machine-empty-text"));
        }
        if text.len() > LONGEST_TEXT || text.chars().any(char::is_control) {
            return Err(Message::new("machine-odd-text").with("most", LONGEST_TEXT));
        }
        Ok(text.to_owned())
    }
}

impl ScalarValue for bool {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        value.as_bool().ok_or_else(|| Message::new("machine-not-truth"))
    }
}

/// Numbers beyond its range are clamped; the caller checks for a sensible range.
impl ScalarValue for i64 {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        match value {
            DeValue::Integer(number) => Ok(saturated(number)),
            _ => Err(Message::new("machine-not-whole")),
        }
    }
}

/// A number beyond the range is its nearest end.
pub(crate) fn saturated(number: &DeInteger<'_>) -> i64 {
    let end = if number.as_str().starts_with('-') { i64::MIN } else { i64::MAX };
    i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(end)
}

/// A level as written: ZFS has its own names for parity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpelledLevel {
    pub level: RaidLevel,
    pub is_raidz: bool,
}

impl SpelledLevel {
    pub fn as_str(self) -> &'static str {
        match (self.level, self.is_raidz) {
            (RaidLevel::Jbod, _) => "jbod",
            (RaidLevel::Stripe, _) => "0",
            (RaidLevel::Mirror, _) => "1",
            (RaidLevel::MirroredStripe, _) => "10",
            (RaidLevel::Parity(0 | 1), true) => "raidz1",
            (RaidLevel::Parity(2), true) => "raidz2",
            (RaidLevel::Parity(3..), _) => "raidz3",
            (RaidLevel::Parity(0 | 1), false) => "5",
            (RaidLevel::Parity(2), false) => "6",
        }
    }
}

/// `0`, `"0"`, `"RAID 0"` and `"stripe"` alike.
impl ScalarValue for SpelledLevel {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        let text = match value {
            DeValue::Integer(number) => saturated(number).to_string(),
            DeValue::String(text) => text.to_string(),
            _ => return Err(Message::new("machine-not-level")),
        };
        let plain = plain_level(&text);
        let nested = ["50", "60", "51", "61", "100", "01"].contains(&plain.as_str());
        let id = if nested { "machine-level-nested" } else { "machine-no-such-level" };
        let level =
            RaidLevel::named(&plain).ok_or_else(|| Message::new(id).with("id", shown(&text)))?;
        Ok(Self { level, is_raidz: plain.starts_with("raidz") })
    }
}

/// A level in the one spelling that [`RaidLevel`] knows.
fn plain_level(text: &str) -> String {
    // `RAID 1+0` is RAID 10.
    let text = folded(text).replace('+', "");
    let number = text.strip_prefix("raid").filter(|rest| !rest.starts_with('z'));
    match number.unwrap_or(&text) {
        "stripe" | "striped" | "striping" => "0",
        "mirror" | "mirrored" | "mirroring" => "1",
        "stripedmirrors" | "mirroredstripe" => "10",
        "span" | "spanned" | "concat" | "single" => "jbod",
        "raidz" | "z1" => "raidz1",
        "z2" => "raidz2",
        "z3" => "raidz3",
        other => other,
    }
    .to_owned()
}

impl ScalarValue for CopyLayout {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        let text = value.as_str().ok_or_else(|| Message::new("machine-not-text"))?;
        Self::named(text).ok_or_else(|| Message::new("machine-layout").with("text", shown(text)))
    }
}

impl<T: WordChoice> ScalarValue for T {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        T::read(value.as_str().ok_or_else(|| Message::new("machine-not-text"))?)
    }
}

/// Quantities in quotes with their units, all of them more than nothing.
macro_rules! quantity {
    ($($type:ty: $id:literal, $is_zero:expr;)*) => {
        $(impl ScalarValue for $type {
            fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
                let text = value.as_str().ok_or_else(|| Message::new($id).with("text", value_text(value)))?;
                let wrong = || Message::new($id).with("text", shown(text));
                let read: Self = text.parse().map_err(|_| wrong())?;
                let is_zero: fn(Self) -> bool = $is_zero;
                if is_zero(read.clone()) { Err(Message::new("machine-zero")) } else { Ok(read) }
            }
        })*
    };
}

quantity! {
    Bytes: "machine-bad-size", |size| size == Self::ZERO;
    BytesPerSec: "machine-bad-rate", |rate| rate <= Self::ZERO;
    Iops: "machine-bad-operations", |rate| rate <= Self::ZERO;
    Nanos: "machine-bad-time", |time| time.get() == 0;
    LinkWidth: "machine-bad-link", |_| false;
    Gigahertz: "machine-bad-clock", |clock| clock <= Self::default();
    GbitPerSec: "machine-bad-bits", |rate| rate <= Self::default();
    LaneSplit: "machine-bad-split", |_| false;
}

/// A value that is no text, as messages repeat it.
fn value_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => shown(number.as_str()),
        DeValue::Float(number) => shown(number.as_str()),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Array(_) => "[...]".to_owned(),
        _ => "{...}".to_owned(),
    }
}
