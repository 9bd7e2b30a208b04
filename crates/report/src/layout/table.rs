//! Tables whose columns fit their content and the page.

use std::collections::BTreeSet;

use narrows_messages::{Localizer, Message};

use super::ink::{Cell, Ink, Page};
use super::wrap::{fill, width};

const GAP: &str = "  ";
/// Below this a wrapped last column reads badly, and goes onto lines of its own.
const MIN_LAST: usize = 18;
/// Names are cut to this only after all else has been done to make room for them.
const NAME: usize = 28;
const MIN_FIRST: usize = 16;

/// On which side a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Text.
    Left,
    /// Figures.
    Right,
}

/// A row: its cells, and what begins its continuation lines (the tree's lines go on there).
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Cell>,
    pub(crate) hang: String,
}

/// A table. The first column is cut and the last one is wrapped where the page is too narrow.
pub(crate) struct Table<'a> {
    columns: Vec<(String, Align)>,
    rows: Vec<Row>,
    spare: Vec<usize>,
    /// Says which columns were left out.
    localizer: Option<&'a Localizer>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(columns: Vec<(String, Align)>) -> Self {
        Self { columns, rows: Vec::new(), spare: Vec::new(), localizer: None }
    }

    /// Columns that a narrow page does without, the first to go first. Below the table stands which
    /// these were and what shows them: nothing is left out in silence.
    pub(crate) fn sparing(self, spare: &[usize], localizer: &'a Localizer) -> Self {
        Self { spare: spare.to_vec(), localizer: Some(localizer), ..self }
    }

    pub(crate) fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(crate) fn cells(&mut self, cells: Vec<Cell>) {
        self.row(Row { cells, hang: String::new() });
    }

    /// Writes the table, its header first if any column has a name. Tells what is in it, so that
    /// only that need be explained.
    pub(crate) fn write(mut self, page: &mut Page) -> Shown {
        let left_out = self.drop_spare_columns(page.width());
        self.drop_empty_columns();
        let widths = self.widths(page.width());
        if self.columns.iter().any(|(name, _)| !name.is_empty()) {
            let names = self.columns.iter().map(|(name, _)| Cell::new(name, Ink::Faint));
            let header = Row { cells: names.collect(), hang: String::new() };
            self.write_row(page, &header, &widths);
        }
        for row in &self.rows {
            self.write_row(page, row, &widths);
        }
        if let Some(left_out) = left_out {
            page.paragraph("", &left_out, Ink::Faint);
        }
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        let columns = self.columns.into_iter().map(|(name, _)| name);
        Shown { signs: cells.flat_map(Cell::signs).collect(), columns: columns.collect() }
    }

    /// Empties the cells of spare columns until the rest fits; a sentence about these.
    fn drop_spare_columns(&mut self, page: usize) -> Option<String> {
        let enough = self.enough(page);
        let mut left_out = Vec::new();
        for spare in self.spare.clone() {
            if self.fits(page) {
                break;
            }
            let is_there = self.natural(spare) > 0;
            for cell in self.rows.iter_mut().filter_map(|row| row.cells.get_mut(spare)) {
                *cell = Cell::default();
            }
            if let Some((name, _)) = self.columns.get_mut(spare) {
                left_out.extend(Some(std::mem::take(name)).filter(|_| is_there));
            }
        }
        let message = Message::new("report-left-out").with("columns", left_out.join(", "));
        let localizer = self.localizer.filter(|_| !left_out.is_empty())?;
        Some(localizer.say(&message.with("width", enough)))
    }

    /// Whether nothing need be left out of a page so wide.
    fn fits(&self, page: usize) -> bool {
        let widths = self.widths(page);
        let names = self.natural(0).min(NAME);
        let is_cut = widths.first().is_some_and(|first| *first < names);
        let last = self.columns.len().saturating_sub(1);
        let is_below = widths.last() == Some(&0) && self.natural(last) > 0;
        total(&widths) <= page && !is_cut && !is_below
    }

    /// The narrowest page that has room for all columns.
    fn enough(&self, page: usize) -> usize {
        let naturals: Vec<usize> = (0..self.columns.len()).map(|at| self.natural(at)).collect();
        let (mut too_narrow, mut enough) = (page, total(&naturals).max(page));
        while enough - too_narrow > 1 {
            let middle = usize::midpoint(too_narrow, enough);
            if self.fits(middle) { enough = middle } else { too_narrow = middle }
        }
        enough
    }

    fn drop_empty_columns(&mut self) {
        let used = |at: usize| self.rows.iter().any(|row| cell_width(row, at) > 0);
        let kept: Vec<bool> = (0..self.columns.len()).map(used).collect();
        keep(&mut self.columns, &kept);
        self.rows.iter_mut().for_each(|row| keep(&mut row.cells, &kept));
    }

    /// Widths of all columns; the last is 0 if it has no room beside the others.
    fn widths(&self, page: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = (0..self.columns.len()).map(|at| self.natural(at)).collect();
        let mut excess = total(&widths).saturating_sub(page);
        if let [first, .., last] = widths.as_mut_slice() {
            shrink(last, 34, &mut excess);
            shrink(first, 32, &mut excess);
            shrink(last, MIN_LAST, &mut excess);
            shrink(first, NAME, &mut excess);
            if excess > 0 && self.last_is_text() {
                excess = excess.saturating_sub(*last + GAP.len());
                *last = 0;
            }
            shrink(first, MIN_FIRST, &mut excess);
        }
        widths
    }

    /// The width of a column's widest cell and its name; none if all cells are empty, for then
    /// it is not written.
    fn natural(&self, at: usize) -> usize {
        let name = self.columns.get(at).map_or(0, |(name, _)| width(name));
        match self.rows.iter().map(|row| cell_width(row, at)).max() {
            None | Some(0) => 0,
            Some(cells) => cells.max(name),
        }
    }

    fn last_is_text(&self) -> bool {
        self.columns.last().is_some_and(|(_, align)| *align == Align::Left)
    }

    fn write_row(&self, page: &mut Page, row: &Row, widths: &[usize]) {
        let last = widths.len().saturating_sub(1);
        let last_width = widths.get(last).copied().unwrap_or(0);
        let below = last_width == 0;
        let room =
            if below { page.width().saturating_sub(width(&row.hang) + 4) } else { last_width };
        let mut ends = row.cells.get(last).map(|cell| wrapped(cell, room)).unwrap_or_default();
        let first_end = if below || ends.is_empty() { Cell::default() } else { ends.remove(0) };
        let mut line = Vec::new();
        for (at, columns) in widths.iter().enumerate().take(last) {
            let cell = row.cells.get(at).cloned().unwrap_or_default().cut(*columns);
            line.extend(self.padded(at, cell, *columns));
            line.push(Cell::plain(GAP));
        }
        line.extend(self.padded(last, first_end, last_width));
        page.line(&line);
        let before: usize = widths.iter().take(last).map(|columns| columns + GAP.len()).sum();
        let indent = if below { width(&row.hang) + 4 } else { before };
        for end in ends.into_iter().filter(|end| end.width() > 0) {
            let gap = fill(width(&row.hang), indent);
            page.line(&[Cell::new(&row.hang, Ink::Faint).and(gap, Ink::Plain), end]);
        }
    }

    fn padded(&self, at: usize, cell: Cell, columns: usize) -> [Cell; 2] {
        let blanks = Cell::plain(fill(cell.width(), columns));
        match self.columns.get(at) {
            Some((_, Align::Right)) => [blanks, cell],
            _ => [cell, blanks],
        }
    }
}

/// What a written table has in it.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    columns: BTreeSet<String>,
    signs: BTreeSet<char>,
}

impl Shown {
    /// Whether there is a column of that name.
    pub(crate) fn column(&self, name: &str) -> bool {
        self.columns.contains(name)
    }

    /// Whether a cell has this sign in it.
    pub(crate) fn sign(&self, sign: char) -> bool {
        self.signs.contains(&sign)
    }

    /// What is in either of two tables.
    pub(crate) fn and(mut self, mut other: Self) -> Self {
        self.columns.append(&mut other.columns);
        self.signs.append(&mut other.signs);
        self
    }
}

/// Keeps the elements whose place in `kept` is true.
fn keep<T>(elements: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    elements.retain(|_| kept.next().is_some_and(|kept| *kept));
}

/// Of columns that are not empty, and the gaps between them.
fn total(widths: &[usize]) -> usize {
    let shown = widths.iter().filter(|width| **width > 0);
    shown.clone().sum::<usize>() + GAP.len() * shown.count().saturating_sub(1)
}

fn wrapped(cell: &Cell, columns: usize) -> Vec<Cell> {
    if cell.width() <= columns { vec![cell.clone()] } else { cell.lines(columns) }
}

fn cell_width(row: &Row, at: usize) -> usize {
    row.cells.get(at).map_or(0, Cell::width)
}

fn shrink(column: &mut usize, least: usize, excess: &mut usize) {
    let by = column.saturating_sub(least).min(*excess);
    *column -= by;
    *excess -= by;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    fn written(width: usize) -> String {
        let mut table = Table::new(vec![
            ("名前".into(), Align::Left),
            ("MB/s".into(), Align::Right),
            (String::new(), Align::Left),
        ]);
        let cells = ["ドライブ", "1185", "one two three four five six seven"];
        table.row(Row { cells: cells.map(Cell::plain).to_vec(), hang: "│".into() });
        let mut page = Page::new(&Style { colour: false, width, unicode: true });
        table.write(&mut page);
        page.finish()
    }

    #[test]
    fn columns_line_up_by_display_width_and_the_last_one_wraps() {
        assert_eq!(
            written(40),
            "名前      MB/s\nドライブ  1185  one two three four five\n│               six seven\n"
        );
        assert_eq!(written(80).lines().count(), 2);
    }

    /// Three columns of 18 signs do not fit into 40; the middle one goes, and the width that is named
    /// is the first at which it comes back.
    #[test]
    fn a_column_that_is_left_out_is_named_with_what_would_show_it() {
        let localizer = Localizer::new(narrows_messages::Language::English);
        let at = |width: usize| {
            let names = ["first", "second", "third"];
            let columns = names.map(|name| (name.to_owned(), Align::Right)).to_vec();
            let mut table = Table::new(columns).sparing(&[1], &localizer);
            table.cells(["a", "b", "c"].map(|it| Cell::plain(it.repeat(18))).to_vec());
            let mut page = Page::new(&Style { colour: false, width, unicode: true });
            table.write(&mut page);
            page.finish()
        };
        // The remark may be wrapped anywhere.
        let narrow = at(40).replace('\n', " ");
        assert!(!narrow.contains("bbb") && narrow.contains("second"), "{narrow}");
        let enough = (41..80).find(|width| at(*width).contains("bbb")).unwrap();
        assert!(narrow.contains(&format!("{enough} columns")), "{enough}: {narrow}");
    }
}
