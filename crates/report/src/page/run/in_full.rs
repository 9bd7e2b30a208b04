//! What a report of a run has besides: how long requests took, in full.

use narrows_messages::Localizer;
use narrows_record::run::Measured;

use crate::block::{Align, Cell, Page, Table};
use crate::clean::clean;
use crate::figures::{Results, is_sequential, median};
use crate::{MOST_ROWS, words};

/// Completion times of the random workloads, each drive by itself where it ran so.
pub(super) fn latencies(page: &mut Page, results: &Results<'_>, localizer: &Localizer) {
    let random = results.workloads.iter().filter(|name| !is_sequential(name));
    let pairs = random.flat_map(|name| results.targets.iter().map(move |target| (*name, *target)));
    let measured = |(name, target): &(&str, &str)| !results.quiet_rows(target, name).is_empty();
    let pairs: Vec<(&str, &str)> = pairs.filter(measured).collect();
    if pairs.is_empty() {
        return;
    }
    page.heading(&localizer.text("report-html-latency"));
    let left = |id| (localizer.text(id), Align::Left);
    let mut columns = vec![left("report-column-drive"), left("report-html-workload")];
    let median = localizer.text("report-column-median");
    let shares = ["90 %", "99 %", "99.9 %", "99.99 %"].map(str::to_owned);
    let cpu = ["report-column-cpu", "report-html-system-cpu"].map(|id| localizer.text(id));
    let figures = [median].into_iter().chain(shares).chain(cpu);
    columns.extend(figures.map(|name| (name, Align::Right)));
    let mut table = Table::new(columns);
    for (workload, target) in pairs.iter().take(MOST_ROWS) {
        table.cells(cells(results, workload, target, localizer));
    }
    table.write(page);
    crate::page::more(page, pairs.len().saturating_sub(MOST_ROWS), localizer);
}

fn cells(results: &Results<'_>, workload: &str, target: &str, localizer: &Localizer) -> Vec<Cell> {
    let rows = results.quiet_rows(target, workload);
    let figures: [fn(&Measured) -> Option<f64>; 7] = [
        |row| row.latency_us.p50,
        |row| row.latency_us.p90,
        |row| row.latency_us.p99,
        |row| row.latency_us.p999,
        |row| row.latency_us.p9999,
        |row| row.cpu_us_per_io,
        |row| row.system_cpu_us_per_io,
    ];
    let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), words::micros);
    let names = [clean(target), words::workload(workload, localizer)].map(Cell::plain);
    let figures = figures.map(|figure| Cell::plain(shown(median(rows, figure))));
    names.into_iter().chain(figures).collect()
}
