//! A description as text, which reads as the same description again.

use narrows_model::CopyLayout;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Gigahertz, Iops, LinkWidth, Nanos};

use super::drive::StatedFigure;
use super::host::{File, NameList, SettingsTable};
use super::quantity::LaneSplit;
use super::scalar::SpelledLevel;
use super::word::WordChoice;
use crate::machine_file::slip::ValueAt;

/// A value that can be written for a key.
pub(super) trait WritableItem {
    /// As TOML; `None` if there is nothing to write.
    fn written(&self) -> Option<String>;
}

pub(crate) trait WritableScalar {
    /// The text that reads as this value again.
    fn spelled(&self) -> String;
}

pub(super) type Entries = Vec<(&'static str, String)>;

/// Declares a table that is read, as `table!` does, and written.
macro_rules! description {
    (
        $(#[$meta:meta])*
        $title:literal $name:ident { $($key:ident: $type:ty,)* $(..$group:ident: $keys:ty)? }
    ) => {
        $crate::machine_file::description::table::table! {
            $(#[$meta])*
            $title $name { $($key: $type,)* $(..$group: $keys)? }
        }

        impl $name {
            pub(super) fn entries(&self) -> $crate::machine_file::description::written::Entries {
                use $crate::machine_file::description::written::WritableItem;
                let own = [$((stringify!($key), self.$key.written())),*];
                let stated = own.into_iter().filter_map(|(key, value)| Some((key, value?)));
                #[allow(unused_mut)]
                let mut entries: Vec<_> = stated.collect();
                $(entries.extend(self.$group.entries());)?
                entries
            }
        }

        impl $crate::machine_file::description::written::WritableItem for $name {
            fn written(&self) -> Option<String> {
                let entries = self.entries();
                let entries = entries.iter().map(|(key, value)| format!("{key} = {value}"));
                Some(format!("{{ {} }}", entries.collect::<Vec<_>>().join(", ")))
            }
        }
    };
}

pub(super) use description;

impl File {
    /// The file as text. Workloads come last, whatever the order that they were read in.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("schema = {}\n", self.schema.value.spelled());
        if let Some(name) = &self.name {
            text.push_str(&format!("name = {}\n", name.value.spelled()));
        }
        macro_rules! tables {
            ($($key:ident)*) => {
                $(for table in &self.$key {
                    push(&mut text, concat!("[[", stringify!($key), "]]"), &table.entries());
                })*
            };
        }
        if let Some(host) = &self.host {
            push(&mut text, "[host]", &host.entries());
        }
        tables!(root_complex chipset switch controller tunnel hub network slot rule);
        if let Some(settings) = &self.settings {
            push(&mut text, "[settings]", &settings.entries());
        }
        tables!(drive card array workload);
        text
    }
}

fn push<K: AsRef<str>>(text: &mut String, title: &str, entries: &[(K, String)]) {
    text.push_str(&format!("\n{title}\n"));
    for (key, value) in entries {
        text.push_str(&format!("{} = {value}\n", key.as_ref()));
    }
}

impl SettingsTable {
    fn entries(&self) -> Vec<(String, String)> {
        self.0.iter().map(|(name, value)| (quoted(name), value.value.spelled())).collect()
    }
}

impl<T: WritableItem> WritableItem for Option<T> {
    fn written(&self) -> Option<String> {
        self.as_ref().and_then(WritableItem::written)
    }
}

impl<T: WritableItem> WritableItem for Vec<T> {
    fn written(&self) -> Option<String> {
        let values: Vec<String> = self.iter().filter_map(WritableItem::written).collect();
        (!values.is_empty()).then(|| format!("[{}]", values.join(", ")))
    }
}

impl<T: WritableScalar> WritableItem for ValueAt<T> {
    fn written(&self) -> Option<String> {
        Some(self.value.spelled())
    }
}

impl WritableItem for NameList {
    fn written(&self) -> Option<String> {
        self.0.written()
    }
}

impl<T: WritableScalar> WritableItem for StatedFigure<T> {
    fn written(&self) -> Option<String> {
        let Self { value, low, high, block, depth, measured } = self;
        let beside = [
            ("low", low.written()),
            ("high", high.written()),
            ("block", block.written()),
            ("depth", depth.written()),
            ("measured", measured.written()),
        ];
        let value = value.value.spelled();
        let beside: String = beside
            .into_iter()
            .filter_map(|(key, value)| Some(format!(", {key} = {}", value?)))
            .collect();
        Some(if beside.is_empty() { value } else { format!("{{ value = {value}{beside} }}") })
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

macro_rules! quoted_as {
    ($($type:ty: $text:expr;)*) => {
        $(impl WritableScalar for $type {
            fn spelled(&self) -> String {
                let text: fn(&Self) -> String = $text;
                quoted(&text(self))
            }
        })*
    };
}

quoted_as! {
    String: Self::clone;
    CopyLayout: Self::to_string;
    LaneSplit: Self::to_string;
    SpelledLevel: |level| level.as_str().to_owned();
    LinkWidth: |link| format!("{}.0 x{}", link.rate.generation(), link.lanes.get());
    Iops: |rate| format!("{} IOPS", rate.get());
    GbitPerSec: |rate| format!("{} Gbit/s", rate.get());
    Gigahertz: |clock| format!("{} GHz", clock.get());
}

impl WritableScalar for bool {
    fn spelled(&self) -> String {
        self.to_string()
    }
}

impl WritableScalar for i64 {
    fn spelled(&self) -> String {
        self.to_string()
    }
}

impl<T: WordChoice> WritableScalar for T {
    fn spelled(&self) -> String {
        let mut words = Self::words().into_iter();
        quoted(words.find(|(_, value)| value == self).map_or("", |(word, _)| word))
    }
}

impl WritableScalar for BytesPerSec {
    fn spelled(&self) -> String {
        let bytes = self.get();
        let mb = format!("{} MB/s", bytes / 1e6);
        // A rate that does not survive the division by a million is written in bytes.
        quoted(&if mb.parse() == Ok(*self) { mb } else { format!("{bytes} B/s") })
    }
}

impl WritableScalar for Nanos {
    fn spelled(&self) -> String {
        let us = self.get() / 1000;
        let is_whole = us * 1000 == self.get();
        quoted(&if is_whole { format!("{us} us") } else { format!("{} ns", self.get()) })
    }
}

impl WritableScalar for Bytes {
    fn spelled(&self) -> String {
        // Drives have round gigabytes, blocks and caches binary sizes.
        const UNITS: [(u64, &str); 4] =
            [(1_000_000_000, "GB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1_000_000, "MB")];
        let bytes = self.get();
        let unit = UNITS.iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
        quoted(&unit.map_or_else(
            || format!("{bytes} B"),
            |(unit, name)| format!("{} {name}", bytes / unit),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quantity's text without its quotes.
    fn bare(value: impl WritableScalar) -> String {
        value.spelled().trim_matches('"').to_owned()
    }

    #[test]
    fn quantities_read_as_what_they_were() {
        for rate in [2.3e9, 1.0, 123_456_789.125, 1e9 / 3.0, 7.0 / 3.0] {
            let rate = BytesPerSec::new(rate);
            assert_eq!(bare(rate).parse(), Ok(rate));
        }
        for size in [0, 1, 512, 128 << 10, 256_060_514_304, 400_000_000_000] {
            assert_eq!(bare(Bytes::new(size)).parse(), Ok(Bytes::new(size)));
        }
        for time in [1, 999, 1000, 90_909, 85_000] {
            assert_eq!(bare(Nanos::new(time)).parse(), Ok(Nanos::new(time)));
        }
        assert_eq!(bare(BytesPerSec::mb_s(2300.0)), "2300 MB/s");
        assert_eq!(bare(Bytes::kib(128)), "128 KiB");
    }
}
