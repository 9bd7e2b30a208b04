//! Processors that are known: the user's and ours.

use std::sync::LazyLock;

use super::rows::{self, CPU, is_between};
use super::{Cpu, CpuModel, DATA};
use crate::chipset::Chipset;
use crate::entries::Entries;
use crate::spelling::{self, squashed};
use crate::stock::EntryStock;

pub fn cpu(id: &str) -> Option<&'static Cpu> {
    STOCK.get(id)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedCpu {
    /// As its maker writes it; its row's name if it is known by that.
    pub name: &'static str,
    pub row: &'static Cpu,
    /// The model itself, where more of it is known than the row's ranges.
    pub model: Option<&'static CpuModel>,
}

/// The row for a processor that reports this name or is known by it: `AMD Ryzen 7 5800X 8-Core
/// Processor`, `i7-7900X`, `14900hx`. `None` if two rows fit equally well.
pub fn find(name: &str) -> Option<&'static Cpu> {
    known(name).map(|known| known.row)
}

/// Like [`known`], also by a row's id or name, as in machine files.
pub fn of_name(name: &str) -> Option<NamedCpu> {
    let mut called_so = rows::with_text(name);
    let row = called_so.find(|row| row.id == name || row.name == name);
    row.map(|row| NamedCpu { name: &row.name, row, model: None }).or_else(|| known(name))
}

/// As [`find`], with the model.
pub fn known(name: &str) -> Option<NamedCpu> {
    let words = words(name);
    let aliases = rows::with_last_word(&words).flat_map(ModelAlias::of);
    let mut matching: Vec<ModelAlias> = aliases.filter(|alias| alias.is_within(&words)).collect();
    // The longest name counts: `E5-2680 v4` is another processor than `E5-2680`.
    let most = matching.iter().map(|alias| alias.letters()).max();
    matching.retain(|alias| Some(alias.letters()) == most);
    if matching.is_empty() {
        matching = spelled(&words);
    }
    // The processor these names mean, if they are of one row.
    let first = matching.first()?;
    let is_one_row = matching.iter().all(|other| other.row.id == first.row.id);
    let is_one_model = matching.iter().all(|other| other.name == first.name);
    let models = first.row.cores.iter().flat_map(|cores| &cores.models);
    let model = models.into_iter().find(|model| is_one_model && model.name == first.name);
    let name = if is_one_model { first.name } else { &first.row.name };
    is_one_row.then_some(NamedCpu { name, row: first.row, model })
}

/// A model's name. Programs start, find one and end: cutting up all two thousand names would take longer
/// than going through them.
#[derive(Clone, Copy)]
struct ModelAlias {
    row: &'static Cpu,
    name: &'static str,
}

/// `2600x` for `Ryzen 5 2600X`, `core i9 14900 hx` for `i9-14900HX`.
fn spelled(texts: &[String]) -> Vec<ModelAlias> {
    let is_maker = |word: &&String| MAKERS.contains(&word.as_str());
    let makers = texts.iter().take_while(is_maker).count();
    let spelled: String = texts[makers..].iter().map(|word| squashed(word)).collect();
    // `v4` and `Plus` are no model's name.
    if spelled.len() <= 2 || !spelled.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    all().iter().flat_map(ModelAlias::of).filter(|alias| alias.is_spelled(&spelled)).collect()
}

/// Words before a model's name that say nothing more.
const MAKERS: [&str; 5] = ["intel", "amd", "core", "xeon", "processor"];

impl ModelAlias {
    /// All names of a row.
    fn of(row: &'static Cpu) -> impl Iterator<Item = Self> {
        row.aliases.iter().map(move |name| Self { row, name })
    }

    fn letters(self) -> usize {
        words(self.name).iter().map(String::len).sum()
    }

    /// Whether its words occur consecutively in `texts`.
    fn is_within(self, texts: &[String]) -> bool {
        // Cheap test without splitting: whether its last word is in `texts`.
        let last = self.name.rsplit(is_between).next().unwrap_or_default();
        let is_plain =
            !last.is_empty() && last.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        let is_it = |word: &String| word.eq_ignore_ascii_case(last);
        let may_be_within = !is_plain || last.eq_ignore_ascii_case(CPU) || texts.iter().any(is_it);
        if !may_be_within {
            return false;
        }
        let words = words(self.name);
        !words.is_empty() && texts.windows(words.len()).any(|part| part == words)
    }

    /// Whether it is spelled so without blanks and dashes, with or without the words before and one in the
    /// middle: `i914900hx` and `14900hx`, `ryzen7800x3d`.
    fn is_spelled(self, spelled: &str) -> bool {
        let last = |text: &str| text.chars().rev().find(|c| c.is_alphanumeric());
        let is_last = |a: char, b: char| a.to_lowercase().eq(b.to_lowercase());
        // A plus is a word, and a trade mark none.
        let is_plain = !self.name.contains(['+', '(']);
        if is_plain && !last(self.name).zip(last(spelled)).is_some_and(|(a, b)| is_last(a, b)) {
            return false;
        }
        let parts: Vec<String> = spelling::words(self.name).collect();
        let mut endings = (0..parts.len()).map(|at| parts[at..].concat());
        let without = |at: usize| [&parts[..at], &parts[at + 1..]].concat().concat();
        let mut shorter = (1..parts.len().saturating_sub(1)).map(without);
        endings.any(|it| it == spelled) || shorter.any(|it| it == spelled)
    }
}

/// Without trade marks and the word CPU.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let parts = name.split(is_between);
    parts.filter(|word| !word.is_empty() && *word != CPU).map(str::to_owned).collect()
}

/// The processors that are used with a chipset: the row that names it, else the first that names its
/// series.
pub fn of_chipset(chipset: &Chipset) -> Option<&'static Cpu> {
    let by_id = all().iter().find(|cpu| cpu.chipsets.contains(&chipset.id));
    by_id.or_else(|| all().iter().find(|cpu| cpu.families.contains(&chipset.family)))
}

/// All rows.
pub fn all() -> &'static [Cpu] {
    &STOCK.entries
}

pub(crate) static STOCK: LazyLock<EntryStock<Cpu>> =
    LazyLock::new(|| EntryStock::new(&crate::own::entries().cpus, Entries::ours(DATA.text()).cpus));
