//! Values that several commands take.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use narrows_units::{Nanos, ParseQuantityError};

/// One of these names, which help and completions list.
pub(super) fn one_of<T: Copy + Send + Sync>(
    names: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).try_map(move |given| {
        let entry = names.iter().find(|(name, _)| *name == given);
        entry.map(|(_, value)| *value).ok_or("an unknown name")
    })
}

/// How long a whole inquiry may take.
pub(super) fn budget(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::millis(1000), Nanos::millis(86_400_000), "a budget is 1 s to 24 h")
}

/// How long a job is watched.
pub fn watch(text: &str) -> Result<Nanos, String> {
    let longest = Nanos::millis(604_800_000);
    time_in(text, Nanos::millis(500), longest, "a job is watched for 500 ms to 7 d")
}

/// How long a round takes: shorter than 100 ms says nothing.
pub fn round(text: &str) -> Result<Nanos, String> {
    time_in(text, Nanos::millis(100), Nanos::millis(600_000), "a round takes 100 ms to 10 min")
}

pub(super) fn time_in(text: &str, least: Nanos, most: Nanos, rule: &str) -> Result<Nanos, String> {
    let time: Nanos = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    (least..=most).contains(&time).then_some(time).ok_or_else(|| rule.to_owned())
}
