//! Parts below a workload's figures: sets other than alone and all, and results over time.

use narrows_messages::{Localizer, Message};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;

use super::super::right;
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::figures::{ALONE, RunResults, median};
use crate::{MOST_ROWS, facts, words};

/// A run of so few results shows the course of each; of more, those about which there is something
/// to say.
const FEW: usize = 6;

/// Results of pairs and named sets, the sum below those of several drives.
pub(in crate::page) fn sets(
    page: &mut Page,
    results: &RunResults<'_>,
    workload: &str,
    localizer: &Localizer,
) -> TableContents {
    let sets = results.other_sets(workload);
    if sets.is_empty() {
        return TableContents::default();
    }
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
        (text("report-column-set"), Align::Left),
        (text("report-column-drive"), Align::Left),
        (results.unit(workload).name().to_owned(), Align::Right),
        (text("report-column-of-alone"), Align::Right),
        (text("report-column-median"), Align::Right),
        (text("report-column-p99"), Align::Right),
    ]);
    let mut count = 0;
    for set in sets {
        let members = results.members(workload, set);
        if count + members.len() > MOST_ROWS {
            break;
        }
        count += members.len();
        for (at, target) in members.iter().enumerate() {
            let name = if at == 0 { clean(set.as_str()) } else { String::new() };
            table.cells(member(results, (target, workload, set), name));
        }
        if members.len() > 1 {
            table.cells(sum(results, workload, set, localizer));
        }
    }
    page.blank();
    let shown = table.write(page);
    super::super::more(page, results.in_other_sets(workload) - count, localizer);
    shown
}

fn member(results: &RunResults<'_>, key: (&str, &str, &TargetSet), set: String) -> Vec<TableCell> {
    let reading = results.main_reading(key);
    let alone = results.main_reading((key.0, key.1, ALONE)).and_then(|reading| reading.figure);
    let figure = reading.and_then(|reading| reading.figure);
    let share = figure.zip(alone).filter(|(_, alone)| *alone > 0.0);
    let share = share.map(|(figure, alone)| format!("{:.0} %", figure / alone * 100.0));
    let latency = |of: fn(&TargetMeasurement) -> Option<f64>| median(results.rows(key), of);
    vec![
        TableCell::new(set, CellInk::Plain),
        TableCell::new(clean(key.0), CellInk::Strong),
        right(
            reading.map(|reading| words::reading(&reading, results.unit(key.1))),
            CellInk::Strong,
        ),
        right(share, CellInk::Faint),
        right(latency(|row| row.latency_us.p50).map(words::micros), CellInk::Plain),
        right(latency(|row| row.latency_us.p99).map(words::micros), CellInk::Plain),
    ]
}

fn sum(
    results: &RunResults<'_>,
    workload: &str,
    set: &TargetSet,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let total = words::figure(results.sum(workload, set), results.unit(workload));
    vec![
        TableCell::default(),
        TableCell::new(localizer.text("report-total"), CellInk::Plain),
        TableCell::new(total, CellInk::Plain),
    ]
}

/// Results over time, each with its unusual facts.
pub(super) fn courses(
    page: &mut Page,
    run: &RunDocument,
    workload: &str,
    localizer: &Localizer,
) -> TableContents {
    let all = run.results.len() <= FEW;
    let drawn = |row: &TargetMeasurement, line: &str| (all && is_course(row)) || !line.is_empty();
    of_workload(page, run, workload, drawn, localizer)
}

/// The rows for which `happens` reports something to see.
pub(in crate::page) fn eventful(
    page: &mut Page,
    run: &RunDocument,
    workload: &str,
    happens: impl Fn(&TargetMeasurement, &Localizer) -> bool,
    localizer: &Localizer,
) {
    let drawn = |row: &TargetMeasurement, _: &str| is_course(row) && happens(row, localizer);
    of_workload(page, run, workload, drawn, localizer);
}

fn is_course(row: &TargetMeasurement) -> bool {
    row.timeline_mb_s.len() > 1
}

/// The results of a workload that are to be drawn, on one scale.
fn of_workload(
    page: &mut Page,
    run: &RunDocument,
    workload: &str,
    is_drawn: impl Fn(&TargetMeasurement, &str) -> bool,
    localizer: &Localizer,
) -> TableContents {
    let rows: Vec<&TargetMeasurement> =
        run.results.iter().filter(|row| row.workload == workload).collect();
    let lines = rows.iter().map(|row| (*row, facts::line(&facts::facts(row, localizer))));
    let lines: Vec<_> = lines.filter(|(row, line)| is_drawn(row, line)).collect();
    let most = rows.iter().flat_map(|row| &row.timeline_mb_s).copied().fold(0.0, f64::max);
    if lines.is_empty() {
        return TableContents::default();
    }
    let scale = Message::new("report-html-timeline-scale").with("most", words::rate(most));
    let table = PageTable::new(vec![
        (localizer.text("report-column-drive"), Align::Left),
        (localizer.text("report-column-when"), Align::Left),
        (localizer.say(&scale), Align::Left),
        (String::new(), Align::Left),
    ]);
    let when = facts::when(&lines.iter().map(|(row, _)| *row).collect::<Vec<_>>(), localizer);
    page.blank();
    table.first(page, lines.iter().zip(when), localizer, |((row, line), when)| {
        let ink = if line.starts_with('⚠') { CellInk::Alarm } else { CellInk::Plain };
        vec![
            TableCell::new(clean(&row.target), CellInk::Strong),
            TableCell::plain(when),
            course(row, most),
            TableCell::new(line, ink),
        ]
    })
}

/// Nothing with fewer than two samples.
fn course(row: &TargetMeasurement, most: f64) -> TableCell {
    if is_course(row) && most > 0.0 {
        TableCell::default().with(CellDrawing::Course { row: Box::new(row.clone()), most })
    } else {
        TableCell::default()
    }
}
