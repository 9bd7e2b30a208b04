//! Link, temperature and processor of each drive while it was measured.

use narrows_record::run::TargetMeasurement;
use narrows_record::see::LinkState;

use super::ReportInput;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::figures::median;
use crate::{MOST_ROWS, facts, words};

pub(super) fn write(page: &mut Page, report: &ReportInput<'_>) {
    let targets = report.results.targets.iter().take(MOST_ROWS);
    let rows: Vec<Vec<TableCell>> = targets.map(|target| cells(report, target)).collect();
    if !rows.iter().flat_map(|row| row.iter().skip(1)).any(|cell| !cell.is_empty()) {
        return;
    }
    let fold = report.fold("surroundings", "report-html-surroundings", None);
    page.fold(fold, |page| {
        let figures = [
            "report-html-column-link",
            "report-html-column-temperature",
            "report-html-column-thread",
            "report-column-cpu",
            "report-html-system-cpu",
            "report-html-column-other",
        ];
        let mut columns = vec![(report.text("report-column-drive"), Align::Left)];
        columns.extend(figures.map(|id| (report.text(id), Align::Right)));
        let mut table = PageTable::new(columns).sortable();
        rows.into_iter().for_each(|row| table.cells(row));
        table.write(page);
        let more = report.results.targets.len().saturating_sub(MOST_ROWS);
        crate::page::more(page, more, report.localizer);
    });
}

fn cells(report: &ReportInput<'_>, target: &str) -> Vec<TableCell> {
    let rows: Vec<&TargetMeasurement> =
        report.run.results.iter().filter(|row| row.target == target).collect();
    let main = report.results.quiet_rows(target, &report.overlay.workload);
    let thread = rows.iter().map(|row| facts::busiest_thread(row)).fold(0.0, f64::max);
    let thread = (thread > 0.0).then(|| format!("{:.0} %", thread * 100.0));
    let others: u64 = rows.iter().map(|row| row.other_io_seen()).sum();
    let cpu = |of: fn(&TargetMeasurement) -> Option<f64>| median(main, of).map(words::micros);
    let figures = [
        links(&rows),
        temperatures(&rows),
        thread,
        cpu(|row| row.cpu_us_per_io),
        cpu(|row| row.system_cpu_us_per_io),
        (others > 0).then(|| words::size(others)),
    ];
    let figures = figures.map(|figure| TableCell::plain(figure.unwrap_or_default()));
    [TableCell::new(clean(target), CellInk::Strong)].into_iter().chain(figures).collect()
}

/// Every observed state of the link, in order.
fn links(rows: &[&TargetMeasurement]) -> Option<String> {
    let watched = |row: &&TargetMeasurement| -> Vec<LinkState> {
        let looks = row.watched.links.iter().filter_map(|look| look.link);
        looks.chain(row.link_during).collect()
    };
    let mut states: Vec<String> =
        rows.iter().flat_map(watched).map(|link| link.to_string()).collect();
    states.dedup();
    (!states.is_empty()).then(|| states.join(" → "))
}

/// `43 → 84 °C`: the coolest and the hottest look.
fn temperatures(rows: &[&TargetMeasurement]) -> Option<String> {
    let watched = |row: &&TargetMeasurement| -> Vec<i32> {
        let looks = row.watched.temperatures.iter().map(|look| look.celsius);
        looks.chain(row.temperature_c).collect()
    };
    let looks: Vec<i32> = rows.iter().flat_map(watched).collect();
    let (coolest, hottest) = (looks.iter().min()?, looks.iter().max()?);
    Some(if coolest == hottest {
        format!("{hottest} °C")
    } else {
        format!("{coolest} → {hottest} °C")
    })
}
