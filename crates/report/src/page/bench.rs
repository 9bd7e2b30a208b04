//! The page of `narrows bench`: the table of a profile for each target and set.

use narrows_messages::Localizer;
use narrows_record::run::RunDocument;

use super::right;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::findings;

#[derive(Clone, Debug, PartialEq)]
pub struct BenchTable {
    /// The target, or the drives of a set.
    pub name: String,
    pub columns: Vec<String>,
    /// The columns that even a narrow page shows.
    pub first: usize,
    /// Each row's name and figures; `None` if not measured.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// The tables, then the limits, and remarks.
pub fn bench(run: &RunDocument, title: &str, tables: &[BenchTable], localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&clean(title));
    super::run::warned(&mut page, run, localizer);
    for table in tables {
        page.heading(&clean(&table.name));
        write(&mut page, table);
    }
    super::curve::write(&mut page, run, localizer);
    page.blank();
    super::findings(&mut page, findings::sentences(&run.findings, localizer).into_iter());
    super::remark(&mut page, &localizer.text("report-legend-mib"));
    super::notes(&mut page, run.machine.notes.iter().chain(&run.notes), localizer);
    page
}

fn write(page: &mut Page, bench: &BenchTable) {
    let name = (String::new(), Align::Left);
    let figures = bench.columns.iter().map(|column| (column.clone(), Align::Right));
    let spared: Vec<usize> = (bench.first + 1..=bench.columns.len()).rev().collect();
    let mut table = PageTable::new([name].into_iter().chain(figures).collect()).sparing(&spared);
    for (name, figures) in &bench.rows {
        let strong = |at: usize| if at < bench.first { CellInk::Strong } else { CellInk::Plain };
        let cell = |(at, figure): (usize, &Option<f64>)| right(figure.map(digits), strong(at));
        let figures = figures.iter().enumerate().map(cell);
        table.cells(
            [TableCell::new(clean(name), CellInk::Plain)].into_iter().chain(figures).collect(),
        );
    }
    table.write(page);
}

/// Four digits and more say enough; small figures keep two decimals.
fn digits(figure: f64) -> String {
    match figure {
        _ if figure >= 1000.0 => format!("{figure:.0}"),
        _ if figure >= 100.0 => format!("{figure:.1}"),
        _ => format!("{figure:.2}"),
    }
}
