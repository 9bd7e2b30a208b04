//! Tables whose columns fit their content and the page.

use narrows_messages::{Localizer, Message};

use super::course;
use super::wrap::{fill, width};
use super::writer::TerminalWriter;
use crate::block::{Align, CellDrawing, CellInk, PageTable, ShownColumns, TableCell, TableRow};

const GAP: &str = "  ";
/// Below this a wrapped last column reads badly, and goes onto separate lines.
const MIN_LAST: usize = 18;
/// Names are cut to this only after all else has been done to make room for them.
const NAME: usize = 28;
const MIN_FIRST: usize = 16;
/// Minimum columns for the figures of a split table.
const LEAST_SPLIT: usize = 9;

pub(super) struct TableLayout<'a> {
    table: PageTable,
    localizer: &'a Localizer,
}

impl<'a> TableLayout<'a> {
    pub(super) fn of(table: &PageTable, localizer: &'a Localizer) -> Self {
        Self { table: table.clone(), localizer }
    }

    /// Writes the table, its header first if any column has a name, and notes its contents.
    pub(super) fn write(mut self, page: &mut TerminalWriter, shown: &mut ShownColumns) {
        self.draw_courses(page.width());
        let left_out = self.drop_spare_columns(page.width());
        self.table.drop_empty_columns();
        let widths = self.widths(page.width());
        if self.table.columns.iter().any(|(name, _)| !name.is_empty()) {
            let names =
                self.table.columns.iter().map(|(name, _)| TableCell::new(name, CellInk::Faint));
            let header = TableRow { cells: names.collect(), hang: String::new() };
            self.write_row(page, &header, &widths);
        }
        for row in &self.table.rows {
            self.write_row(page, row, &widths);
        }
        if let Some(left_out) = left_out {
            page.paragraph("", &left_out, CellInk::Faint);
        }
        shown.note(&self.table);
    }

    /// Rates over time take a part of the page.
    fn draw_courses(&mut self, page: usize) {
        let columns = (page / 3).clamp(16, 40);
        for cell in self.table.rows.iter_mut().flat_map(|row| &mut row.cells) {
            if let Some(CellDrawing::Course { row, most }) = cell.drawn.as_ref() {
                *cell = course::spark(row, *most, columns);
            }
        }
    }

    /// Empties the cells of spare columns until the rest fits; a sentence about these.
    fn drop_spare_columns(&mut self, page: usize) -> Option<String> {
        let enough = self.enough(page);
        let mut left_out = Vec::new();
        for spare in self.table.spare.clone() {
            if self.fits(page) {
                break;
            }
            let is_there = self.natural(spare) > 0;
            // Emptied rather than removed, so that the numbers of the other spare columns stay
            // right.
            for cell in self.table.rows.iter_mut().filter_map(|row| row.cells.get_mut(spare)) {
                *cell = TableCell::default();
            }
            if let Some((name, _)) = self.table.columns.get_mut(spare) {
                left_out.extend(Some(std::mem::take(name)).filter(|_| is_there));
            }
        }
        let message = Message::new("report-left-out").with("columns", left_out.join(", "));
        (!left_out.is_empty()).then(|| self.localizer.say(&message.with("width", enough)))
    }

    /// Whether nothing need be left out of a page so wide.
    fn fits(&self, page: usize) -> bool {
        let widths = self.widths(page);
        let names = self.natural(0).min(NAME);
        let is_cut = widths.first().is_some_and(|first| *first < names);
        let last = self.table.columns.len().saturating_sub(1);
        let is_below = widths.last() == Some(&0) && self.natural(last) > 0;
        total(&widths) <= page && !is_cut && !is_below
    }

    /// The narrowest page that has room for all columns.
    fn enough(&self, page: usize) -> usize {
        let naturals: Vec<usize> =
            (0..self.table.columns.len()).map(|at| self.natural(at)).collect();
        // Bisects between this page, which is too narrow, and one as wide as all cells.
        let (mut too_narrow, mut enough) = (page, total(&naturals).max(page));
        while enough - too_narrow > 1 {
            let middle = usize::midpoint(too_narrow, enough);
            if self.fits(middle) { enough = middle } else { too_narrow = middle }
        }
        enough
    }

    /// Widths of all columns; the last is 0 if it has no room beside the others.
    fn widths(&self, page: usize) -> Vec<usize> {
        let mut widths: Vec<usize> =
            (0..self.table.columns.len()).map(|at| self.natural(at)).collect();
        let mut excess = total(&widths).saturating_sub(page);
        // The last column gives way first because it wraps, then the names, which are cut.
        if let [first, .., last] = widths.as_mut_slice() {
            shrink(last, 34, &mut excess);
            shrink(first, 32, &mut excess);
            shrink(last, MIN_LAST, &mut excess);
            shrink(first, NAME, &mut excess);
            // Text may continue below its row; a figure would lose its column.
            if excess > 0
                && self.table.columns.last().is_some_and(|(_, align)| *align == Align::Left)
            {
                excess = excess.saturating_sub(*last + GAP.len());
                *last = 0;
            }
            shrink(first, MIN_FIRST, &mut excess);
        }
        widths
    }

    /// The width of a column's widest cell and its name; 0 if all cells are empty, because then it
    /// is not written.
    fn natural(&self, at: usize) -> usize {
        let name = self.table.columns.get(at).map_or(0, |(name, _)| width(name));
        match self.table.rows.iter().map(|row| cell_width(row, at)).max() {
            None | Some(0) => 0,
            Some(cells) => cells.max(name),
        }
    }

    fn write_row(&self, page: &mut TerminalWriter, row: &TableRow, widths: &[usize]) {
        let last = widths.len().saturating_sub(1);
        let last_width = widths.get(last).copied().unwrap_or(0);
        let below = last_width == 0;
        let room =
            if below { page.width().saturating_sub(width(&row.hang) + 4) } else { last_width };
        let mut ends = row.cells.get(last).map(|cell| wrapped(cell, room)).unwrap_or_default();
        let first_end =
            if below || ends.is_empty() { TableCell::default() } else { ends.remove(0) };
        let mut line = Vec::new();
        for (at, columns) in widths.iter().enumerate().take(last) {
            let cell = row.cells.get(at).cloned().unwrap_or_default().cut(*columns);
            line.extend(self.padded(at, cell, *columns));
            line.push(TableCell::plain(GAP));
        }
        line.extend(self.padded(last, first_end, last_width));
        page.line(&line);
        let before: usize = widths.iter().take(last).map(|columns| columns + GAP.len()).sum();
        let indent = if below { width(&row.hang) + 4 } else { before };
        for end in ends.into_iter().filter(|end| end.width() > 0) {
            let gap = fill(width(&row.hang), indent);
            page.line(&[TableCell::new(&row.hang, CellInk::Faint).and(gap, CellInk::Plain), end]);
        }
    }

    fn padded(&self, at: usize, cell: TableCell, columns: usize) -> [TableCell; 2] {
        let blanks = TableCell::plain(fill(cell.width(), columns));
        match self.table.columns.get(at) {
            Some((_, Align::Right)) => [blanks, cell],
            _ => [cell, blanks],
        }
    }
}

/// Of columns that are not empty, and the gaps between them.
fn total(widths: &[usize]) -> usize {
    let shown = widths.iter().filter(|width| **width > 0);
    shown.clone().sum::<usize>() + GAP.len() * shown.count().saturating_sub(1)
}

pub(super) fn wrapped(cell: &TableCell, columns: usize) -> Vec<TableCell> {
    if cell.width() <= columns { vec![cell.clone()] } else { cell.lines(columns) }
}

fn cell_width(row: &TableRow, at: usize) -> usize {
    row.cells.get(at).map_or(0, TableCell::width)
}

fn shrink(column: &mut usize, least: usize, excess: &mut usize) {
    let by = column.saturating_sub(least).min(*excess);
    *column -= by;
    *excess -= by;
}

/// Pads the columns of tables below each other, so that they are aligned. If the page is too narrow,
/// all drop the same columns.
pub(super) fn align(tables: &mut [&mut PageTable], page: usize) {
    let all = widest(tables);
    let last = all.len().saturating_sub(1);
    // The last column wraps.
    let room = |at: usize, width: usize| if at == last { MIN_LAST } else { width };
    let needed = all.iter().enumerate().filter(|(at, width)| *at == last || **width > 0);
    let needed: usize = needed.map(|(at, width)| room(at, *width) + GAP.len()).sum();
    let mut excess = needed.saturating_sub(page);
    for spare in tables.first().map(|table| table.spare.clone()).unwrap_or_default() {
        if excess > 0 {
            let cells = tables.iter_mut().flat_map(|table| &mut table.rows);
            cells
                .filter_map(|row| row.cells.get_mut(spare))
                .for_each(|it| *it = TableCell::default());
        }
        excess = excess.saturating_sub(all.get(spare).map_or(0, |width| width + GAP.len()));
    }
    let mut all = widest(tables);
    // The last column continues below its rows, and the answer above has the names that are cut
    // here; links and figures stay whole as long as that helps.
    let mut excess = total(all.get(..last).unwrap_or_default()).saturating_sub(page);
    for (at, width) in all.iter_mut().enumerate().take(last).skip(1) {
        shrink(width, MIN_FIRST, &mut excess);
        for row in tables.iter_mut().flat_map(|it| &mut it.rows) {
            if let Some(cell) = row.cells.get_mut(at) {
                *cell = cell.clone().cut(*width);
            }
        }
    }
    for table in tables {
        // All have dropped the same columns by now; none may drop more by itself.
        table.spare.clear();
        let aligns: Vec<Align> = table.columns.iter().map(|(_, align)| *align).collect();
        for row in &mut table.rows {
            let columns = all.iter().zip(&aligns).take(last);
            row.cells.iter_mut().zip(columns).for_each(|(cell, (width, align))| {
                let blanks = (fill(cell.width(), *width), CellInk::Plain);
                match align {
                    Align::Right => cell.pieces.insert(0, blanks),
                    Align::Left => cell.pieces.push(blanks),
                }
            });
        }
    }
}

/// The width of each column's widest cell in all tables.
fn widest(tables: &[&mut PageTable]) -> Vec<usize> {
    let columns = tables.first().map_or(0, |table| table.columns.len());
    let rows = || tables.iter().flat_map(|table| &table.rows);
    (0..columns).map(|at| rows().map(|row| cell_width(row, at)).max().unwrap_or(0)).collect()
}

/// The parts of a table that fit the page: the last column is in the first part, or in one by
/// itself if that has no room for it beside others.
pub(super) fn split(table: &PageTable, page: usize) -> Vec<PageTable> {
    let last = table.columns.len().saturating_sub(1);
    let named = |at: usize| table.columns.get(at).map_or(0, |(name, _)| width(name));
    // A sign may follow each name.
    let first = |row: &TableRow| row.cells.first()?.pieces.first().map(|(name, _)| width(name) + 2);
    let name = table.rows.iter().filter_map(first).max().unwrap_or(0);
    let column = (1..last).map(named).max().unwrap_or(0).max(LEAST_SPLIT);
    let score = table.rows.iter().map(|row| cell_width(row, last)).max().unwrap_or(0);
    let has_room = page >= name + column + score + 2 * GAP.len();
    let taken = if has_room { name + score + 2 * GAP.len() } else { name + GAP.len() };
    let each = (page.saturating_sub(taken) / (column + GAP.len())).max(1);
    let figures: Vec<usize> = (1..last).collect();
    let mut parts: Vec<Vec<usize>> = figures.chunks(each).map(<[usize]>::to_vec).collect();
    match parts.first_mut() {
        Some(part) if has_room => part.push(last),
        _ if score > 0 => parts.insert(0, vec![last]),
        _ => {}
    }
    parts.iter().map(|part| with_columns(table, part)).collect()
}

/// The first column with those beside it.
fn with_columns(table: &PageTable, others: &[usize]) -> PageTable {
    let kept = || [0].iter().chain(others);
    let of = |row: &TableRow| {
        let cells = kept().filter_map(|at| row.cells.get(*at).cloned()).collect();
        TableRow { cells, hang: row.hang.clone() }
    };
    PageTable {
        columns: kept().filter_map(|at| table.columns.get(*at).cloned()).collect(),
        rows: table.rows.iter().map(of).collect(),
        ..table.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    fn written(width: usize) -> String {
        let mut table = PageTable::new(vec![
            ("名前".into(), Align::Left),
            ("MB/s".into(), Align::Right),
            (String::new(), Align::Left),
        ]);
        let cells = ["ドライブ", "1185", "one two three four five six seven"];
        table.row(TableRow { cells: cells.map(TableCell::plain).to_vec(), hang: "│".into() });
        laid_out(&table, width)
    }

    fn laid_out(table: &PageTable, width: usize) -> String {
        let localizer = Localizer::new(narrows_messages::Language::English);
        let mut page = TerminalWriter::new(&Style { colour: false, width, unicode: true });
        TableLayout::of(table, &localizer).write(&mut page, &mut ShownColumns::default());
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
        let at = |width: usize| {
            let names = ["first", "second", "third"];
            let columns = names.map(|name| (name.to_owned(), Align::Right)).to_vec();
            let mut table = PageTable::new(columns).sparing(&[1]);
            table.cells(["a", "b", "c"].map(|it| TableCell::plain(it.repeat(18))).to_vec());
            laid_out(&table, width)
        };
        // The remark may be wrapped anywhere.
        let narrow = at(40).replace('\n', " ");
        assert!(!narrow.contains("bbb") && narrow.contains("second"), "{narrow}");
        let enough = (41..80).find(|width| at(*width).contains("bbb")).unwrap();
        assert!(narrow.contains(&format!("{enough} columns")), "{enough}: {narrow}");
    }
}
