//! Tables of TOML, and quantities as machine files write them.

use std::fmt::Display;

use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, Lanes, LinkWidth, Nanos};

/// A table under construction.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    text: String,
}

impl Table {
    /// With its title, such as `[[drive]]`.
    pub fn new(title: &str) -> Self {
        Self { text: format!("\n{title}\n") }
    }

    /// The table, unless it says nothing.
    pub fn unless_empty(self) -> Option<Self> {
        (self.text.lines().count() > 2).then_some(self)
    }

    /// The table as it stands in a file, an empty line before it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A key with what stands behind it as it is.
    pub fn raw(mut self, key: &str, value: impl Display) -> Self {
        self.text.push_str(&format!("{key} = {value}\n"));
        self
    }

    /// A key with a text.
    pub fn says(self, key: &str, value: impl Display) -> Self {
        let value = quoted(&value.to_string());
        self.raw(key, value)
    }

    /// A key with a text, where there is one.
    pub fn may_say(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.says(key, value),
            None => self,
        }
    }

    /// A key with a list of texts.
    pub fn lists<T: Display>(self, key: &str, values: impl IntoIterator<Item = T>) -> Self {
        let values: Vec<String> =
            values.into_iter().map(|value| quoted(&value.to_string())).collect();
        self.raw(key, format!("[{}]", values.join(", ")))
    }
}

/// Whether the reader takes a text as a name.
pub(crate) fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= 255 && !text.chars().any(char::is_control)
}

/// As TOML writes a text.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// `3.0 x4`.
pub(crate) fn link(link: LinkWidth) -> String {
    format!("{}.0 x{}", link.rate.generation(), link.lanes.get())
}

/// `x8/x4/x4`.
pub(crate) fn split(split: &[Lanes]) -> String {
    let parts: Vec<String> = split.iter().map(|lanes| format!("x{}", lanes.get())).collect();
    parts.join("/")
}

/// A quantity as exactly as it can be read again.
pub(crate) trait Exact {
    /// With its unit.
    fn exact(self) -> String;
}

/// A quantity of which there is more and less.
pub(crate) trait Scaled {
    /// So many times as much.
    fn scaled(self, by: f64) -> Self;
}

impl Scaled for BytesPerSec {
    fn scaled(self, by: f64) -> Self {
        Self::new(self.get() * by)
    }
}

impl Scaled for Iops {
    fn scaled(self, by: f64) -> Self {
        Self::new(self.get() * by)
    }
}

impl Scaled for Nanos {
    fn scaled(self, by: f64) -> Self {
        Self::secs(self.as_secs() * by)
    }
}

impl Exact for BytesPerSec {
    fn exact(self) -> String {
        let bytes = self.get();
        let mb = format!("{} MB/s", bytes / 1e6);
        if mb.parse() == Ok(self) { mb } else { format!("{bytes} B/s") }
    }
}

impl Exact for Iops {
    fn exact(self) -> String {
        format!("{} IOPS", self.get())
    }
}

impl Exact for Nanos {
    fn exact(self) -> String {
        let us = self.get() / 1000;
        if us * 1000 == self.get() { format!("{us} us") } else { format!("{} ns", self.get()) }
    }
}

impl Exact for Bytes {
    fn exact(self) -> String {
        const UNITS: [(u64, &str); 4] =
            [(1_000_000_000, "GB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1_000_000, "MB")];
        let bytes = self.get();
        let unit = UNITS.iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
        unit.map_or_else(|| format!("{bytes} B"), |(unit, name)| format!("{} {name}", bytes / unit))
    }
}

impl Exact for GbitPerSec {
    fn exact(self) -> String {
        format!("{} Gbit/s", self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_read_as_what_they_were() {
        for rate in [2.3e9, 1.0, 123_456_789.125, 1e9 / 3.0, 7.0 / 3.0] {
            let rate = BytesPerSec::new(rate);
            assert_eq!(rate.exact().parse(), Ok(rate));
        }
        for size in [0, 1, 512, 128 << 10, 256_060_514_304, 400_000_000_000] {
            assert_eq!(Bytes::new(size).exact().parse(), Ok(Bytes::new(size)));
        }
        for time in [1, 999, 1000, 90_909, 85_000] {
            assert_eq!(Nanos::new(time).exact().parse(), Ok(Nanos::new(time)));
        }
        assert_eq!(BytesPerSec::mb_s(2300.0).exact(), "2300 MB/s");
        assert_eq!(Bytes::kib(128).exact(), "128 KiB");
    }
}
