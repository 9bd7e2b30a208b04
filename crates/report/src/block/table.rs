//! Tables: columns with their names, rows of cells.

use super::{Block, Page, TableCell, TableContents};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A row: its cells, and the prefix of its continuation lines (the tree's lines go on there).
#[derive(Clone, Debug, Default)]
pub(crate) struct TableRow {
    pub(crate) cells: Vec<TableCell>,
    pub(crate) hang: String,
}

/// A table. Columns whose cells are all empty are not shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageTable {
    pub(crate) columns: Vec<(String, Align)>,
    pub(crate) rows: Vec<TableRow>,
    /// Columns that a narrow page does without, the first to go first.
    pub(crate) spare: Vec<usize>,
    /// If the page is too narrow, its columns are spread over several tables.
    pub(crate) is_split: bool,
    /// It is aligned with the others of its drawing, and drops spare columns silently.
    pub(crate) is_in_line: bool,
    /// A reader may sort its rows: each names its own subject.
    pub(crate) is_sortable: bool,
    /// So many rows at its end are sums.
    pub(crate) totals: usize,
    /// Name of the measured part of its bars, as a message id.
    pub(crate) measured: &'static str,
    /// Its place among the tables of its page.
    pub(crate) number: usize,
}

impl PageTable {
    pub(crate) fn new(columns: Vec<(String, Align)>) -> Self {
        Self { columns, measured: "report-html-key-measured", ..Self::default() }
    }

    /// Columns that a narrow page omits, the first to go first. A note below the table names them
    /// and how to see them: nothing is left out in silence.
    pub(crate) fn sparing(self, spare: &[usize]) -> Self {
        Self { spare: spare.to_vec(), ..self }
    }

    /// Of many columns of figures, all of which matter: a narrow page has them in several tables.
    pub(crate) fn split(self) -> Self {
        Self { is_split: true, ..self }
    }

    /// In a drawing: in line with its other tables, without spare columns in silence.
    pub(crate) fn in_line(self) -> Self {
        Self { is_in_line: true, ..self }
    }

    /// Each row names its own subject, so that a reader may sort them.
    pub(crate) fn sortable(self) -> Self {
        Self { is_sortable: true, ..self }
    }

    /// Sets the name of the measured part of its bars, as a message id.
    pub(crate) fn barred(self, measured: &'static str) -> Self {
        Self { measured, ..self }
    }

    pub(crate) fn row(&mut self, row: TableRow) {
        self.rows.push(row);
    }

    pub(crate) fn cells(&mut self, cells: Vec<TableCell>) {
        self.row(TableRow { cells, hang: String::new() });
    }

    /// A sum, below the other rows.
    pub(crate) fn total(&mut self, cells: Vec<TableCell>) {
        self.cells(cells);
        self.totals += 1;
    }

    /// Puts it on the page. Returns its contents, so that only those need to be explained.
    pub(crate) fn write(mut self, page: &mut Page) -> TableContents {
        self.number = page.tables;
        page.tables += 1;
        let shown = TableContents::of(&self);
        page.blocks.push(Block::Table(self));
        shown
    }

    pub(crate) fn drop_empty_columns(&mut self) {
        let has =
            |row: &TableRow, at: usize| row.cells.get(at).is_some_and(|cell| !cell.is_empty());
        let used = |at: usize| self.rows.iter().any(|row| has(row, at));
        let kept: Vec<bool> = (0..self.columns.len()).map(used).collect();
        keep(&mut self.columns, &kept);
        self.rows.iter_mut().for_each(|row| keep(&mut row.cells, &kept));
    }

    pub(crate) fn drawn(&self) -> impl Iterator<Item = &super::CellDrawing> {
        self.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.drawn.as_ref())
    }
}

/// Keeps the elements whose place in `kept` is true.
fn keep<T>(elements: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    elements.retain(|_| kept.next().is_some_and(|kept| *kept));
}
