//! Processors that are known: the user's and ours.

use std::sync::OnceLock;

use super::{Cpu, DATA};
use crate::chipset::Chipset;
use crate::entries::Entries;
use crate::stock::Stock;

/// The row with this id.
pub fn cpu(id: &str) -> Option<&'static Cpu> {
    stock().get(id)
}

/// The row for a processor that calls itself so, or that somebody calls so: `AMD Ryzen 7 5800X 8-Core
/// Processor`, `i7-7900X`. None where two rows fit equally well.
pub fn find(name: &str) -> Option<&'static Cpu> {
    let said = words(name);
    let within = |alias: &[String]| said.windows(alias.len()).any(|part| part == alias);
    // `2600X` is short for `Ryzen 5 2600X`.
    let short = |alias: &[String]| !said.is_empty() && alias.ends_with(&said);
    longest(|alias| within(alias)).or_else(|| longest(|alias| short(alias)))
}

/// The one row with the longest alias that fits.
fn longest(fits: impl Fn(&[String]) -> bool) -> Option<&'static Cpu> {
    let mut found: Vec<(usize, &Cpu)> = Vec::new();
    for row in all() {
        let aliases = row.aliases.iter().map(|alias| words(alias));
        let fitting = aliases.filter(|alias| !alias.is_empty() && fits(alias));
        let longest = fitting.map(|alias| alias.iter().map(String::len).sum()).max();
        found.extend(longest.map(|length| (length, row)));
    }
    let most = found.iter().map(|(length, _)| *length).max()?;
    let mut best = found.into_iter().filter(|(length, _)| *length == most);
    let (_, row) = best.next()?;
    best.next().is_none().then_some(row)
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
