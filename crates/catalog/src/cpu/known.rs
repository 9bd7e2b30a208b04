//! Processors that are known: the user's and ours.

use std::sync::OnceLock;

use super::{Cpu, DATA, Model};
use crate::chipset::Chipset;
use crate::entries::Entries;
use crate::spelling::squashed;
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

/// As [`find`], with the model.
pub fn known(name: &str) -> Option<Known> {
    let said = words(name);
    let within = |alias: &[String]| said.windows(alias.len()).any(|part| part == alias);
    // `2600X` is short for `Ryzen 5 2600X`.
    let short = |alias: &[String]| !said.is_empty() && alias.ends_with(&said);
    longest(within).or_else(|| longest(short)).or_else(|| spelled_otherwise(name))
}

/// A model's name as words.
struct Alias {
    row: &'static Cpu,
    name: &'static str,
    words: Vec<String>,
}

/// What all models are called. Cutting the names takes longer than comparing them.
fn aliases() -> &'static [Alias] {
    static ALIASES: OnceLock<Vec<Alias>> = OnceLock::new();
    ALIASES.get_or_init(|| {
        let of_row = |row: &'static Cpu| {
            row.aliases.iter().map(move |name| Alias { row, name, words: words(name) })
        };
        all().iter().flat_map(of_row).filter(|alias| !alias.words.is_empty()).collect()
    })
}

/// The one row with the longest alias that fits.
fn longest(fits: impl Fn(&[String]) -> bool) -> Option<Known> {
    let length = |alias: &Alias| alias.words.iter().map(String::len).sum::<usize>();
    let fitting: Vec<&Alias> = aliases().iter().filter(|alias| fits(&alias.words)).collect();
    let most = fitting.iter().map(|alias| length(alias)).max()?;
    let mut best = fitting.into_iter().filter(|alias| length(alias) == most);
    let first = best.next()?;
    let others: Vec<&Alias> = best.collect();
    let is_one_row = others.iter().all(|other| other.row.id == first.row.id);
    let is_one_model = others.iter().all(|other| other.name == first.name);
    is_one_row.then(|| Known {
        row: first.row,
        model: model(first.row, first.name).filter(|_| is_one_model),
    })
}

/// `14900hx` and `threadripper pro5955wx`: the same letters with blanks and dashes elsewhere.
fn spelled_otherwise(name: &str) -> Option<Known> {
    let row = stock().named(name).one()?;
    let said = squashed(name);
    let mut ending = row.aliases.iter().filter(|alias| squashed(alias).ends_with(&said));
    let first = ending.next()?;
    let is_one_model = ending.next().is_none();
    Some(Known { row, model: model(row, first).filter(|_| is_one_model) })
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
