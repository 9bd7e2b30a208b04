//! A catalogue file: any of `[[drive]]`, `[[chipset]]`, `[[cpu]]`, `[[board]]` and `[[card]]`. Ours
//! and the user's have the same form. `source` and `confidence` before all of them apply to every
//! entry without its own.

use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use crate::board::Board;
use crate::card::Card;
use crate::chipset::Chipset;
use crate::cpu::Cpu;
use crate::drive::DriveModel;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entries {
    #[serde(default, rename = "drive")]
    pub drives: Vec<DriveModel>,
    #[serde(default, rename = "chipset")]
    pub chipsets: Vec<Chipset>,
    #[serde(default, rename = "cpu")]
    pub cpus: Vec<Cpu>,
    #[serde(default, rename = "board")]
    pub boards: Vec<Board>,
    #[serde(default, rename = "card")]
    pub cards: Vec<Card>,
}

impl Entries {
    /// Reads a file; consistency within it is not checked (see `checks`).
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        let mut file = DeTable::parse(text)?;
        share(file.get_mut());
        let mut entries = Self::deserialize(toml::de::Deserializer::from(file));
        // The deserializer has lost the text, without which an error has no line.
        if let Err(error) = &mut entries {
            error.set_input(Some(text));
        }
        let entries = entries?;
        let boards = entries.boards.into_iter().map(Board::spelled_out).collect();
        Ok(Self { boards, ..entries })
    }

    /// One of the program's own files, which tests read: never an error.
    pub fn ours(text: &str) -> Self {
        Self::read(text).unwrap_or_default()
    }

    pub fn append(&mut self, mut other: Self) {
        self.drives.append(&mut other.drives);
        self.chipsets.append(&mut other.chipsets);
        self.cpus.append(&mut other.cpus);
        self.boards.append(&mut other.boards);
        self.cards.append(&mut other.cards);
    }
}

/// Keys that may be shared by the entries of a file.
const SHARED: [&str; 2] = ["source", "confidence"];

/// Copies values before all entries to those without their own, with their location in the file.
fn share(file: &mut DeTable<'_>) {
    for key in SHARED {
        let Some((key, value)) = file.remove_entry(key) else { continue };
        let lists = file.iter_mut().filter_map(|(_, list)| match list.get_mut() {
            DeValue::Array(list) => Some(list),
            _ => None,
        });
        for entry in lists.flat_map(|list| list.iter_mut()) {
            if let DeValue::Table(entry) = entry.get_mut() {
                entry.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use toml::{Table, Value};

    use crate::{board, card, chipset, cpu, drive};

    fn is_remembered(source: &Value) -> bool {
        let words = |it: &str| it.contains("from memory") || it.starts_with("general knowledge");
        source.as_str().is_some_and(words)
    }

    /// The names of entries that rest on memory alone and claim more than low confidence; without its own, an entry
    /// inherits that of the enclosing one.
    fn overstated(of: &Table, above: &str, name: &str, slips: &mut Vec<String>) {
        let confidence = of.get("confidence").and_then(Value::as_str).unwrap_or(above);
        let name = of.get("id").and_then(Value::as_str).unwrap_or(name);
        let source = of.get("source").and_then(Value::as_array);
        if source.is_some_and(|all| all.iter().all(is_remembered)) && confidence != "low" {
            slips.push(format!("{name}: {confidence}"));
        }
        for value in of.values() {
            let inner = match value {
                Value::Table(_) => std::slice::from_ref(value),
                Value::Array(list) => list.as_slice(),
                _ => &[],
            };
            for table in inner.iter().filter_map(Value::as_table) {
                overstated(table, confidence, name, slips);
            }
        }
    }

    /// Low is memory, or one weak source (docs/catalogue.md).
    #[test]
    fn what_rests_on_memory_says_low() {
        let files = [&drive::DATA, &chipset::DATA, &cpu::DATA, &card::DATA];
        let mut slips = Vec::new();
        for file in files.into_iter().chain(&board::DATA) {
            overstated(&file.text().parse().unwrap(), "low", "the file", &mut slips);
        }
        assert!(slips.is_empty(), "{} entries: {slips:#?}", slips.len());
    }
}
