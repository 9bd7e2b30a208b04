//! Processors that are known: the user's and ours.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::{Cpu, DATA, Model};
use crate::chipset::Chipset;
use crate::entries::Entries;
use crate::spelling::{self, squashed};
use crate::stock::Stock;

/// The row with this id.
pub fn cpu(id: &str) -> Option<&'static Cpu> {
    stock().get(id)
}

/// A processor by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its row.
    pub row: &'static Cpu,
    /// The model itself, where more of it is known than the row's ranges.
    pub model: Option<&'static Model>,
}

/// The row for a processor that calls itself so, or that somebody calls so: `AMD Ryzen 7 5800X 8-Core
/// Processor`, `i7-7900X`, `14900hx`. None where two rows fit equally well.
pub fn find(name: &str) -> Option<&'static Cpu> {
    known(name).map(|known| known.row)
}

/// As [`known`], also by a row's id and its name: what machine files say.
pub fn of_name(name: &str) -> Option<Known> {
    let row = all().iter().find(|row| row.id == name || row.name == name);
    row.map(|row| Known { row, model: None }).or_else(|| known(name))
}

/// As [`find`], with the model.
pub fn known(name: &str) -> Option<Known> {
    let said = words(name);
    let within = |alias: &Alias| said.windows(alias.words.len()).any(|part| part == alias.words);
    let index = index();
    let lists = said.iter().filter_map(|word| index.by_last.get(word));
    let found: Vec<&Alias> = lists.flatten().filter(|alias| within(alias)).collect();
    let most = found.iter().map(|alias| alias.letters()).max();
    let longest: Vec<&Alias> =
        found.into_iter().filter(|alias| Some(alias.letters()) == most).collect();
    one_of(&if longest.is_empty() { index.spelled(&said) } else { longest })
}

/// A model's name as words.
struct Alias {
    row: &'static Cpu,
    name: &'static str,
    words: Vec<String>,
}

/// What all models are called. Cutting two thousand names up takes longer than finding one.
struct Index {
    /// By the last word.
    by_last: BTreeMap<String, Vec<Alias>>,
    /// Without blanks and dashes, with and without the words before and one in the middle: `i914900hx`
    /// and `14900hx`, `ryzen7800x3d`.
    by_spelling: BTreeMap<String, Vec<(&'static Cpu, &'static str)>>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index { by_last: BTreeMap::new(), by_spelling: BTreeMap::new() };
        for row in all() {
            row.aliases.iter().for_each(|name| index.add(row, name));
        }
        index
    })
}

impl Index {
    fn add(&mut self, row: &'static Cpu, name: &'static str) {
        let words = words(name);
        let Some(last) = words.last() else { return };
        let alias = Alias { row, name, words: words.clone() };
        self.by_last.entry(last.clone()).or_default().push(alias);
        let parts: Vec<String> = spelling::words(name).collect();
        let endings = (0..parts.len()).map(|at| parts[at..].concat());
        let without = |at: usize| [&parts[..at], &parts[at + 1..]].concat().concat();
        let shorter = (1..parts.len().saturating_sub(1)).map(without);
        // `v4` and `Plus` are no model's name.
        let is_name = |it: &String| it.len() > 2 && it.contains(|c: char| c.is_ascii_digit());
        for spelled in endings.chain(shorter).filter(is_name).collect::<BTreeSet<String>>() {
            self.by_spelling.entry(spelled).or_default().push((row, name));
        }
    }

    /// `2600x` for `Ryzen 5 2600X`, `core i9 14900 hx` for `i9-14900HX`.
    fn spelled(&self, said: &[String]) -> Vec<&Alias> {
        let is_maker = |word: &&String| MAKERS.contains(&word.as_str());
        let makers = said.iter().take_while(is_maker).count();
        let spelled: String = said[makers..].iter().map(|word| squashed(word)).collect();
        let found = self.by_spelling.get(&spelled).into_iter().flatten();
        let alias = |(row, name): &(&'static Cpu, &'static str)| {
            let aliases = self.by_last.get(words(name).last()?)?;
            aliases.iter().find(|alias| alias.row.id == row.id && alias.name == *name)
        };
        found.filter_map(alias).collect()
    }
}

/// Words before a model's name that say nothing more.
const MAKERS: [&str; 5] = ["intel", "amd", "core", "xeon", "processor"];

impl Alias {
    fn letters(&self) -> usize {
        self.words.iter().map(String::len).sum()
    }
}

/// What names of one row mean, if they are of one.
fn one_of(found: &[&Alias]) -> Option<Known> {
    let first = *found.first()?;
    let is_one_row = found.iter().all(|other| other.row.id == first.row.id);
    let is_one_model = found.iter().all(|other| other.name == first.name);
    let model = model(first.row, first.name).filter(|_| is_one_model);
    is_one_row.then_some(Known { row: first.row, model })
}

fn model(row: &'static Cpu, alias: &str) -> Option<&'static Model> {
    row.cores.as_ref()?.models.iter().find(|model| model.name == alias)
}

/// Without trade marks and the word CPU, which some makers put before the model.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let parts = name.split(|c: char| c.is_whitespace() || c == ',' || c == '/');
    parts.filter(|word| !word.is_empty() && *word != "cpu").map(str::to_owned).collect()
}

/// The processors that are used with a chipset: the row that names it, else the first that names its
/// series.
pub fn of_chipset(chipset: &Chipset) -> Option<&'static Cpu> {
    let by_id = all().iter().find(|cpu| cpu.chipsets.contains(&chipset.id));
    by_id.or_else(|| all().iter().find(|cpu| cpu.families.contains(&chipset.family)))
}

/// All rows.
pub fn all() -> &'static [Cpu] {
    &stock().entries
}

pub(crate) fn stock() -> &'static Stock<Cpu> {
    static STOCK: OnceLock<Stock<Cpu>> = OnceLock::new();
    STOCK.get_or_init(|| Stock::new(&crate::own::entries().cpus, Entries::ours(DATA).cpus))
}
