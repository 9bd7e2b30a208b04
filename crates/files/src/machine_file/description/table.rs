//! Tables and their keys.

use narrows_messages::Message;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::scalar::ScalarValue;
use crate::machine_file::slip::{MachineFileSlip, Result, ValueAt, nearest, shown};

/// A value as the TOML reader hands it over.
pub(crate) type Value<'t> = Spanned<DeValue<'t>>;

/// A type that can be read from a value.
pub(crate) trait FromValue: Sized {
    fn from_value(value: &Value<'_>) -> Result<Self>;
}

/// The value of a key, or its absence.
pub(crate) trait TableField: Sized {
    fn field(table: &TableReader<'_>, key: &'static str) -> Result<Self>;
}

#[derive(Clone, Copy)]
pub(crate) struct TableReader<'t> {
    pub entries: &'t DeTable<'t>,
    pub at: usize,
    /// As messages call it: `[[drive]]`.
    pub title: &'static str,
}

/// Names in fio, ZFS and disk advertising, the key of the table instead, and the hint.
const FOREIGN: [(&str, &str, &str); 13] = [
    ("bs", "block", "machine-key-bs"),
    ("rw", "pattern", "machine-key-rw"),
    ("readwrite", "pattern", "machine-key-rw"),
    ("iodepth", "depth", "machine-key-iodepth"),
    ("numjobs", "jobs", "machine-key-numjobs"),
    ("fdatasync", "fsync", "machine-key-fdatasync"),
    ("recordsize", "record", "machine-key-recordsize"),
    ("volblocksize", "record", "machine-key-recordsize"),
    ("slog", "log", "machine-key-slog"),
    ("l2arc", "log", "machine-key-l2arc"),
    ("special", "log", "machine-key-l2arc"),
    ("recordsize", "block", "machine-key-recordsize-block"),
    ("rpm", "spins", "machine-key-rpm"),
];

/// Declares a table: its title, its keys with their types, and groups of keys shared with others.
macro_rules! table {
    (
        $(#[$meta:meta])*
        $title:literal $name:ident { $($key:ident: $type:ty,)* $(..$group:ident: $keys:ty)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub(crate) struct $name {
            $(pub $key: $type,)*
            $(pub $group: $keys,)?
        }

        impl $name {
            pub(crate) fn keys() -> Vec<&'static str> {
                #[allow(unused_mut)]
                let mut keys = vec![$(stringify!($key)),*];
                $(keys.extend(<$keys>::keys());)?
                keys
            }

            pub(crate) fn read(
                table: &$crate::machine_file::description::table::TableReader<'_>,
            ) -> Result<Self, $crate::machine_file::slip::MachineFileSlip> {
                use $crate::machine_file::description::table::TableField;
                Ok(Self {
                    $($key: TableField::field(table, stringify!($key))?,)*
                    $($group: <$keys>::read(table)?,)?
                })
            }
        }

        impl $crate::machine_file::description::table::FromValue for $name {
            fn from_value(
                value: &$crate::machine_file::description::table::Value<'_>,
            ) -> Result<Self, $crate::machine_file::slip::MachineFileSlip> {
                use $crate::machine_file::description::table::TableReader;
                let table = TableReader::of(value, $title)?;
                table.refuse_others(&Self::keys())?;
                Self::read(&table)
            }
        }
    };
}

pub(crate) use table;

impl<'t> TableReader<'t> {
    /// A value that must be a table.
    pub fn of(value: &'t Value<'t>, title: &'static str) -> Result<Self> {
        let at = value.span().start;
        let Some(entries) = value.get_ref().as_table() else {
            let problem = Message::new("machine-not-table").with("table", title);
            return Err(MachineFileSlip::new(at, problem));
        };
        Ok(Self { entries, at, title })
    }

    /// Reports the first key that is not one of these.
    pub fn refuse_others(&self, keys: &[&'static str]) -> Result<()> {
        let written = self.entries.iter().map(|(key, _)| key);
        let strange = written.filter(|key| !keys.contains(&key.get_ref().as_ref()));
        // Without its feature `preserve_order` toml sorts keys by name: the first in the file is
        // recognised by its position.
        let Some(first) = strange.min_by_key(|key| key.span().start) else { return Ok(()) };
        let (at, key) = (first.span().start, first.get_ref().as_ref());
        let message = |id| Message::new(id).with("key", shown(key)).with("table", self.title);
        let foreign = FOREIGN.iter().find(|(word, own, _)| *word == key && keys.contains(own));
        Err(MachineFileSlip::new(
            at,
            match nearest(key, keys.iter().copied()) {
                _ if foreign.is_some() => message(foreign.map_or("", |(.., hint)| *hint)),
                Some(near) => message("machine-unknown-key-near").with("near", near),
                None => message("machine-unknown-key"),
            },
        ))
    }

    fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.entries.get(key)
    }
}

impl<T: ScalarValue> TableField for ValueAt<T> {
    fn field(table: &TableReader<'_>, key: &'static str) -> Result<Self> {
        let missing = || {
            let problem = Message::new("machine-missing-key");
            MachineFileSlip::new(table.at, problem.with("key", key).with("table", table.title))
        };
        Self::from_value(table.get(key).ok_or_else(missing)?)
    }
}

impl<T: FromValue> TableField for Option<T> {
    fn field(table: &TableReader<'_>, key: &'static str) -> Result<Self> {
        table.get(key).map(T::from_value).transpose()
    }
}

/// A list that may be left out: then it is empty.
impl<T: FromValue> TableField for Vec<T> {
    fn field(table: &TableReader<'_>, key: &'static str) -> Result<Self> {
        table.get(key).map_or_else(|| Ok(Self::new()), Self::from_value)
    }
}

impl<T: ScalarValue> FromValue for ValueAt<T> {
    fn from_value(value: &Value<'_>) -> Result<Self> {
        let at = value.span().start;
        let read =
            T::scalar(value.get_ref()).map_err(|problem| MachineFileSlip::new(at, problem))?;
        Ok(Self { value: read, at })
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: &Value<'_>) -> Result<Self> {
        match value.get_ref() {
            DeValue::Array(values) => values.iter().map(T::from_value).collect(),
            _ => Err(MachineFileSlip::new(value.span().start, Message::new("machine-not-list"))),
        }
    }
}

/// Keys in a row: no key of this file is deeper than three, and the TOML reader takes any depth
/// of them, at the price of the stack.
const DEEPEST_KEY: usize = 32;

pub(crate) fn parse(text: &str) -> Result<Value<'_>> {
    refuse_deep_keys(text)?;
    let table = DeTable::parse(text).map_err(|error| {
        // The reader's own words can run over several lines with a picture of the place.
        let problem = error.message().lines().next().unwrap_or_default().to_owned();
        let at = error.span().map_or(0, |span| span.start);
        MachineFileSlip::new(at, Message::new("machine-toml").with("problem", problem))
    })?;
    let span = table.span();
    Ok(Spanned::new(span, DeValue::Table(table.into_inner())))
}

fn refuse_deep_keys(text: &str) -> Result<()> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // The most dots in one key or value of a line, without those in quotes and comments.
        let (mut quote, mut dots, mut most) = (None, 0, 0);
        let mut letters = line.chars();
        while let Some(c) = letters.next() {
            match (quote, c) {
                // The letter after it is escaped.
                (Some('"'), '\\') => drop(letters.next()),
                (Some(open), c) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '#') => break,
                (None, '.') => dots += 1,
                // Dots count anew in each key and value.
                (None, ',' | '=' | '[' | ']' | '{' | '}') => dots = 0,
                (None, _) => {}
            }
            most = most.max(dots);
        }
        if most > DEEPEST_KEY {
            return Err(MachineFileSlip::new(at, Message::new("machine-deep-key")));
        }
        at += line.len();
    }
    Ok(())
}
