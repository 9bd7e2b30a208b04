//! What stands below a workload's figures: sets other than alone and all, and results over time.

use narrows_messages::{Localizer, Message};
use narrows_record::run::{Measured, Run};
use narrows_record::word::Set;

use super::super::right;
use crate::block::{Align, Cell, Drawn, Ink, Page, Shown, Table};
use crate::clean::clean;
use crate::figures::{ALONE, Results, median};
use crate::{MOST_ROWS, facts, words};

/// A run of so few results shows the course of each; of more, those about which there is something
/// to say.
const FEW: usize = 6;

/// Results of pairs and named sets, the sum below those of several drives.
pub(in crate::page) fn sets(
    page: &mut Page,
    results: &Results<'_>,
    workload: &str,
    localizer: &Localizer,
) -> Shown {
    let sets = results.other_sets(workload);
    if sets.is_empty() {
        return Shown::default();
    }
    let text = |id| localizer.text(id);
    let mut table = Table::new(vec![
        (text("report-column-set"), Align::Left),
        (text("report-column-drive"), Align::Left),
        (words::unit(workload).to_owned(), Align::Right),
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

fn member(results: &Results<'_>, key: (&str, &str, &Set), set: String) -> Vec<Cell> {
    let reading = results.main_reading(key);
    let alone = results.main_reading((key.0, key.1, ALONE)).and_then(|reading| reading.figure);
    let figure = reading.and_then(|reading| reading.figure);
    let share = figure.zip(alone).filter(|(_, alone)| *alone > 0.0);
    let share = share.map(|(figure, alone)| format!("{:.0} %", figure / alone * 100.0));
    let latency = |of: fn(&Measured) -> Option<f64>| median(results.rows(key), of);
    vec![
        Cell::new(set, Ink::Plain),
        Cell::new(clean(key.0), Ink::Strong),
        right(reading.map(|reading| words::reading(&reading, key.1)), Ink::Strong),
        right(share, Ink::Faint),
        right(latency(|row| row.latency_us.p50).map(words::micros), Ink::Plain),
        right(latency(|row| row.latency_us.p99).map(words::micros), Ink::Plain),
    ]
}

fn sum(results: &Results<'_>, workload: &str, set: &Set, localizer: &Localizer) -> Vec<Cell> {
    let total = words::figure(results.sum(workload, set), workload);
    vec![
        Cell::default(),
        Cell::new(localizer.text("report-total"), Ink::Plain),
        Cell::new(total, Ink::Plain),
    ]
}

/// Results over time, each with what is unusual about it.
pub(super) fn courses(page: &mut Page, run: &Run, workload: &str, localizer: &Localizer) -> Shown {
    let all = run.results.len() <= FEW;
    let drawn = |row: &Measured, line: &str| (all && is_course(row)) || !line.is_empty();
    of_workload(page, run, workload, drawn, localizer)
}

/// Those of which `happens` says that there is something to see.
pub(in crate::page) fn eventful(
    page: &mut Page,
    run: &Run,
    workload: &str,
    happens: impl Fn(&Measured, &Localizer) -> bool,
    localizer: &Localizer,
) {
    let drawn = |row: &Measured, _: &str| is_course(row) && happens(row, localizer);
    of_workload(page, run, workload, drawn, localizer);
}

fn is_course(row: &Measured) -> bool {
    row.timeline_mb_s.len() > 1
}

/// The results of a workload that are to be drawn, on one scale.
fn of_workload(
    page: &mut Page,
    run: &Run,
    workload: &str,
    is_drawn: impl Fn(&Measured, &str) -> bool,
    localizer: &Localizer,
) -> Shown {
    let rows: Vec<&Measured> = run.results.iter().filter(|row| row.workload == workload).collect();
    let told = rows.iter().map(|row| (*row, facts::line(&facts::facts(row, localizer))));
    let told: Vec<_> = told.filter(|(row, line)| is_drawn(row, line)).collect();
    let most = rows.iter().flat_map(|row| &row.timeline_mb_s).copied().fold(0.0, f64::max);
    if told.is_empty() {
        return Shown::default();
    }
    let scale = Message::new("report-html-timeline-scale").with("most", words::rate(most));
    let mut table = Table::new(vec![
        (localizer.text("report-column-drive"), Align::Left),
        (localizer.text("report-column-when"), Align::Left),
        (localizer.say(&scale), Align::Left),
        (String::new(), Align::Left),
    ]);
    let when = facts::when(&told.iter().map(|(row, _)| *row).collect::<Vec<_>>(), localizer);
    for ((row, line), when) in told.iter().zip(when).take(MOST_ROWS) {
        let ink = if line.starts_with('⚠') { Ink::Alarm } else { Ink::Plain };
        table.cells(vec![
            Cell::new(clean(&row.target), Ink::Strong),
            Cell::plain(when),
            course(row, most),
            Cell::new(line, ink),
        ]);
    }
    page.blank();
    let shown = table.write(page);
    super::super::more(page, told.len().saturating_sub(MOST_ROWS), localizer);
    shown
}

/// Nothing with fewer than two samples.
fn course(row: &Measured, most: f64) -> Cell {
    if is_course(row) && most > 0.0 {
        Cell::default().with(Drawn::Course { row: Box::new(row.clone()), most })
    } else {
        Cell::default()
    }
}
