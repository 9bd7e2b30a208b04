//! Parts of tables that are shown, so that only those need to be explained.

use std::collections::{BTreeMap, BTreeSet};

use super::{PageTable, TableCell};

/// Contents of tables, whatever a narrow page leaves out.
#[derive(Debug, Default)]
pub(crate) struct TableContents {
    tables: Vec<usize>,
    signs: BTreeSet<char>,
}

/// A sentence about tables, shown where all that it explains is shown.
#[derive(Clone, Debug)]
pub(crate) struct LegendEntry {
    text: String,
    tables: Vec<usize>,
    signs: Vec<char>,
    columns: Vec<String>,
}

/// Parts of a page's tables that a painter has shown.
#[derive(Debug, Default)]
pub(crate) struct ShownColumns(BTreeMap<usize, (BTreeSet<String>, BTreeSet<char>)>);

impl TableContents {
    pub(super) fn of(table: &PageTable) -> Self {
        Self { tables: vec![table.number], signs: signs(table) }
    }

    /// Whether a cell has this sign in it.
    pub(crate) fn sign(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }

    /// The contents of either of two tables.
    pub(crate) fn and(mut self, mut other: Self) -> Self {
        self.tables.append(&mut other.tables);
        self.signs.append(&mut other.signs);
        self
    }

    pub(crate) fn entry(&self, text: String) -> LegendEntry {
        LegendEntry { text, tables: self.tables.clone(), signs: Vec::new(), columns: Vec::new() }
    }
}

impl LegendEntry {
    /// Shown only with this sign.
    pub(crate) fn sign(mut self, sign: char) -> Self {
        self.signs.push(sign);
        self
    }

    /// Shown only with a column of this name.
    pub(crate) fn column(mut self, name: String) -> Self {
        self.columns.push(name);
        self
    }
}

impl ShownColumns {
    /// Notes the contents of a table once columns were left out.
    pub(crate) fn note(&mut self, table: &PageTable) {
        let (all_columns, all_signs) = self.0.entry(table.number).or_default();
        all_columns.extend(table.columns.iter().map(|(name, _)| name.clone()));
        all_signs.extend(signs(table));
    }

    /// The sentences that explain what is shown; `None` if there are none.
    pub(crate) fn legend(&self, entries: &[LegendEntry]) -> Option<String> {
        let shown = entries.iter().filter(|entry| self.has(entry));
        let shown: Vec<&str> = shown.map(|entry| entry.text.as_str()).collect();
        (!shown.is_empty()).then(|| shown.join(" "))
    }

    fn has(&self, entry: &LegendEntry) -> bool {
        let tables = || entry.tables.iter().filter_map(|number| self.0.get(number));
        let sign = |sign: &char| tables().any(|(_, signs)| signs.contains(sign));
        let column = |name: &String| tables().any(|(columns, _)| columns.contains(name));
        entry.signs.iter().all(sign) && entry.columns.iter().all(column)
    }
}

fn signs(table: &PageTable) -> BTreeSet<char> {
    table.rows.iter().flat_map(|row| &row.cells).flat_map(TableCell::signs).collect()
}
