//! Rate of every drive beside its rate by itself, workload by workload.

use narrows_messages::{Message, drive_names, natural};

use super::ReportInput;
use super::verdict::LOST_MIN;
use crate::block::{BarChart, ChartBar, Page};
use crate::clean::clean;
use crate::figures::{ALL, ALONE, median};
use crate::{MOST_ROWS, words};

/// Bars beyond these are in the table only.
const MOST_BARS: usize = 64;
/// From this many drives with the same figures one bar stands for all.
const ALIKE_MIN: usize = 4;

pub(super) fn write(page: &mut Page, report: &ReportInput<'_>) {
    let workloads = &report.results.workloads;
    let (main, others): (Vec<&str>, Vec<&str>) =
        workloads.iter().partition(|name| **name == report.overlay.workload);
    main.iter().for_each(|workload| of_workload(page, report, workload));
    let each = |page: &mut Page| {
        for workload in others.iter().take(MOST_ROWS) {
            page.named("workload", |page| of_workload(page, report, workload));
        }
    };
    match report.is_small() {
        true if !others.is_empty() => page.side_by_side(each),
        _ => each(page),
    }
}

fn of_workload(page: &mut Page, report: &ReportInput<'_>, workload: &str) {
    let usual = |target: &&&str| report.results.is_usual(target, workload);
    let mut targets: Vec<&str> = report.results.targets.iter().filter(usual).copied().collect();
    targets.sort_by(|a, b| natural(a, b));
    if targets.is_empty() {
        return;
    }
    page.heading(&heading(report, workload));
    let mut rows = folded(report, &targets, workload);
    let more = rows.len().saturating_sub(MOST_BARS);
    rows.truncate(MOST_BARS);
    let ends = |bar: &ChartBar| {
        let band = bar.predicted.map_or(0.0, |band| band.high.max(band.middle));
        bar.got.max(bar.could.unwrap_or_default()).max(band)
    };
    let most = rows.iter().map(ends).fold(0.0, f64::max);
    page.bars(BarChart { most, rows, lost: report.text("report-html-lost-key") });
    crate::page::more(page, more, report.localizer);
}

/// A bar for each drive; for many that say the same, one.
fn folded(report: &ReportInput<'_>, targets: &[&str], workload: &str) -> Vec<ChartBar> {
    let mut groups: Vec<(Vec<&str>, Vec<ChartBar>)> = Vec::new();
    for target in targets {
        let bar = bar(report, target, workload);
        let is_alike = |other: &ChartBar| {
            (&other.value, &other.of, &other.lost) == (&bar.value, &bar.of, &bar.lost)
        };
        match groups.iter_mut().find(|(_, bars)| bars.first().is_some_and(is_alike)) {
            Some((names, bars)) => {
                names.push(target);
                bars.push(bar);
            }
            None => groups.push((vec![target], vec![bar])),
        }
    }
    let each = report.text("predict-each");
    let mut rows = Vec::new();
    for (names, mut bars) in groups {
        if bars.len() >= ALIKE_MIN {
            bars.truncate(1);
            let name = drive_names(names);
            bars.iter_mut().for_each(|bar| bar.name = clean(&format!("{name} ({each})")));
        }
        rows.extend(bars);
    }
    rows
}

/// The workload, and the sum where several ran together.
fn heading(report: &ReportInput<'_>, workload: &str) -> String {
    let name = words::workload(workload, report.localizer);
    if report.results.members(workload, ALL).len() < 2 {
        return name;
    }
    let rate = words::with_unit(report.results.sum(workload, ALL), report.results.unit(workload));
    let message = Message::new("report-html-bars").with("workload", name);
    report.localizer.say(&message.with("rate", rate))
}

fn bar(report: &ReportInput<'_>, target: &str, workload: &str) -> ChartBar {
    let reading = |set| report.results.main_reading((target, workload, set));
    let (alone, together) = (reading(ALONE), reading(ALL));
    let set = if together.is_some() { ALL } else { ALONE };
    let could = together.and_then(|_| alone?.figure);
    let shown = together.or(alone);
    let got = shown.and_then(|it| it.figure);
    let share = could.zip(got).map(|(could, got)| 1.0 - got / could.max(f64::MIN_POSITIVE));
    let lost = share.filter(|share| *share > LOST_MIN);
    let could = could.filter(|_| lost.is_some());
    let unit = report.results.unit(workload);
    let of =
        |could| Message::new("report-html-bars-of").with("could", words::with_unit(could, unit));
    let mark = if shown.is_some_and(|it| it.partial) { "*" } else { "" };
    ChartBar {
        name: clean(target),
        got: got.unwrap_or_default(),
        could,
        predicted: report.results.band((target, workload, set)),
        value: got.map_or_else(|| "–".to_owned(), |got| words::with_unit(got, unit)) + mark,
        of: could.map(|it| report.localizer.say(&of(it))).unwrap_or_default(),
        lost: lost.map(|share| format!("−{:.0} %", share * 100.0)).unwrap_or_default(),
        is_chosen: false,
        tip: tip(report, target, workload),
    }
}

/// All that is known of a drive under a workload.
fn tip(report: &ReportInput<'_>, target: &str, workload: &str) -> Vec<String> {
    let unit = report.results.unit(workload);
    let predicted = |set| {
        let band = report.results.band((target, workload, set))?;
        let figure = words::bound(words::with_unit(band.middle, unit), band.at_most);
        Some(format!(" ({} {figure})", report.text("report-column-predicted")))
    };
    let measured = |set, id| {
        let figure = report.results.main_reading((target, workload, set))?.figure?;
        let figure = words::with_unit(figure, unit);
        Some(format!("{}: {figure}{}", report.text(id), predicted(set).unwrap_or_default()))
    };
    let rows = report.results.quiet_rows(target, workload);
    let latency =
        |id, value: Option<f64>| Some(format!("{}: {}", report.text(id), words::micros(value?)));
    let lines = [
        measured(ALONE, "report-column-alone"),
        measured(ALL, "report-column-together"),
        latency("report-column-median", median(rows, |row| row.latency_us.p50)),
        latency("report-column-p99", median(rows, |row| row.latency_us.p99)),
        latency("report-column-cpu", median(rows, |row| row.cpu_us_per_io)),
    ];
    lines.into_iter().flatten().collect()
}
