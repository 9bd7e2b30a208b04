//! Quantities as the data files write them: strings with a unit, `"2300 MB/s"`, `"3.0 x4"`.

use std::fmt::Display;
use std::str::FromStr;

use narrows_units::Lanes;
use serde::{Deserialize, Deserializer, de::Error};

/// A quantity that must be there.
pub(crate) fn required<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(from)?;
    text.parse().map_err(D::Error::custom)
}

/// A quantity that may be left out; use with `#[serde(default)]`.
pub(crate) fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    required(from).map(Some)
}

/// A list of values written as text.
pub(crate) fn required_list<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

/// Ways to share a slot's lanes out, each as `x8/x4/x4`.
pub(crate) fn splits<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<Lanes>>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let wrong = |text: &str| D::Error::custom(format!("\"{text}\" is no split such as x8/x4/x4"));
    texts.iter().map(|text| split(text).ok_or_else(|| wrong(text))).collect()
}

fn split(text: &str) -> Option<Vec<Lanes>> {
    let lanes = |part: &str| Lanes::new(part.trim().strip_prefix('x')?.parse().ok()?);
    text.split('/').map(lanes).collect()
}
