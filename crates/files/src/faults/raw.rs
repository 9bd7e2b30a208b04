//! The fault script as written.

use std::str::FromStr;

use narrows_messages::Message;
use narrows_units::Nanos;
use toml::de::DeValue;

use crate::machine_file::description::scalar::ScalarValue;
use crate::machine_file::description::table::table;
use crate::machine_file::description::word::{WordChoice, words};
use crate::machine_file::slip::{Name, ValueAt, shown};

table! { "a fault script" File {
    schema: Name,
    fault: Vec<Fault>,
} }

table! { "[[fault]]" Fault {
    what: Name,
    kind: ValueAt<RawFaultKind>,
    from: Option<ValueAt<FaultMoment>>,
    until: Option<ValueAt<FaultMoment>>,
    every: Option<ValueAt<i64>>,
    errno: Option<Name>,
    lanes: Option<ValueAt<i64>>,
    gts: Option<ValueAt<f64>>,
    factor: Option<ValueAt<f64>>,
    start_c: Option<ValueAt<f64>>,
    per_gb_s: Option<ValueAt<f64>>,
    tau: Option<ValueAt<Nanos>>,
    limit_c: Option<ValueAt<f64>>,
    resume_c: Option<ValueAt<f64>>,
} }

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawFaultKind {
    Errors,
    Stall,
    Dropout,
    Short,
    Link,
    Slow,
    Heat,
}

words! {
    RawFaultKind {
        "errors" => Self::Errors,
        "stall" => Self::Stall,
        "dropout" => Self::Dropout,
        "short" => Self::Short,
        "link" => Self::Link,
        "slow" => Self::Slow,
        "heat" => Self::Heat,
    }
}

impl RawFaultKind {
    pub fn as_str(self) -> &'static str {
        Self::words().into_iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// The keys that only some kinds have, of this one.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Errors => &["every", "errno"],
            Self::Stall | Self::Dropout => &[],
            Self::Short => &["every"],
            Self::Link => &["lanes", "gts"],
            Self::Slow => &["factor"],
            Self::Heat => &["start_c", "per_gb_s", "tau", "limit_c", "factor", "resume_c"],
        }
    }
}

impl Fault {
    /// The keys that only some kinds have and that are there, with their places.
    pub fn special(&self) -> Vec<(&'static str, usize)> {
        fn at<T>(field: Option<&ValueAt<T>>) -> Option<usize> {
            field.map(|field| field.at)
        }
        let keys = [
            ("every", at(self.every.as_ref())),
            ("errno", at(self.errno.as_ref())),
            ("lanes", at(self.lanes.as_ref())),
            ("gts", at(self.gts.as_ref())),
            ("factor", at(self.factor.as_ref())),
            ("start_c", at(self.start_c.as_ref())),
            ("per_gb_s", at(self.per_gb_s.as_ref())),
            ("tau", at(self.tau.as_ref())),
            ("limit_c", at(self.limit_c.as_ref())),
            ("resume_c", at(self.resume_c.as_ref())),
        ];
        keys.into_iter().filter_map(|(key, at)| Some((key, at?))).collect()
    }
}

/// A time since the machine was switched on; other than a duration it may be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaultMoment(pub Nanos);

impl ScalarValue for FaultMoment {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        let wrong = |text: &str| Message::new("machine-bad-time").with("text", shown(text));
        let text = value.as_str().ok_or_else(|| Message::new("machine-not-text"))?;
        text.parse().map(Self).map_err(|_| wrong(text))
    }
}

/// Whole or not; anything but a number is refused.
impl ScalarValue for f64 {
    fn scalar(value: &DeValue<'_>) -> Result<Self, Message> {
        let text = match value {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(Message::new("faults-not-number")),
        };
        let number = f64::from_str(text).ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Message::new("faults-not-number"))
    }
}
