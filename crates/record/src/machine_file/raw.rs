//! The machine file as written.

use std::fmt;
use std::str::FromStr;

use narrows_units::{Bytes, BytesPerSec, Iops, LinkWidth, Nanos};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use toml::Spanned;

/// A name or reference, with its place.
pub(super) type Name = Spanned<String>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub schema: Name,
    pub name: Option<String>,
    #[serde(default)]
    pub host: Host,
    #[serde(default)]
    pub switch: Vec<Switch>,
    #[serde(default)]
    pub slot: Vec<Slot>,
    #[serde(default)]
    pub drive: Vec<Drive>,
    #[serde(default)]
    pub card: Vec<Card>,
    #[serde(default)]
    pub array: Vec<Array>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Host {
    pub cpu: Option<String>,
    pub board: Option<String>,
    pub chipset: Option<Name>,
    pub max_payload: Option<Quantity<Bytes>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Switch {
    pub id: Name,
    pub on: Name,
    pub link: Quantity<LinkWidth>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Slot {
    pub id: Name,
    pub on: Name,
    pub link: Quantity<LinkWidth>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drive {
    pub id: Name,
    pub count: Option<Spanned<u32>>,
    pub slot: Option<Name>,
    #[serde(default)]
    pub slots: Vec<Name>,
    pub on: Option<Name>,
    pub model: Option<Name>,
    pub link: Option<Quantity<LinkWidth>>,
    pub sata: Option<Quantity<Gbit>>,
    pub size: Option<Quantity<Bytes>>,
    #[serde(default)]
    pub measured: bool,
    pub read: Option<Quantity<BytesPerSec>>,
    pub write: Option<Quantity<BytesPerSec>>,
    pub random_read: Option<Quantity<Iops>>,
    pub random_write: Option<Quantity<Iops>>,
    pub read_latency: Option<Quantity<Nanos>>,
    pub write_latency: Option<Quantity<Nanos>>,
    pub serial: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Card {
    pub id: Name,
    pub kind: CardKind,
    pub name: Option<String>,
    pub slot: Name,
    pub link: Quantity<LinkWidth>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum CardKind {
    Gpu,
    Network,
    Usb,
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Array {
    pub id: Name,
    pub level: Spanned<u32>,
    pub engine: Option<String>,
    pub chunk: Option<Quantity<Bytes>>,
    pub members: Vec<Name>,
}

/// A quantity from a string with its unit: `"2300 MB/s"`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity<T>(pub T);

impl<'de, T> Deserialize<'de> for Quantity<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FromText<T>(std::marker::PhantomData<T>);

        impl<T> Visitor<'_> for FromText<T>
        where
            T: FromStr,
            T::Err: fmt::Display,
        {
            type Value = Quantity<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity in quotes, with its unit")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                text.parse().map(Quantity).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(FromText(std::marker::PhantomData))
    }
}

/// A SATA rate: `"6 Gbit/s"`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gbit(pub f64);

impl FromStr for Gbit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.strip_suffix("Gbit/s").map(str::trim).and_then(|n| n.parse().ok());
        number
            .filter(|rate| [1.5, 3.0, 6.0].contains(rate))
            .map(Self)
            .ok_or("SATA runs at \"1.5 Gbit/s\", \"3 Gbit/s\" or \"6 Gbit/s\"")
    }
}
