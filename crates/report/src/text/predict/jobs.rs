//! The workloads of a machine file: their figures and the time that their amounts take.

use narrows_messages::Speaker;
use narrows_record::predict::{Predict, Prediction};

use super::{limit, set_name};
use crate::clean::clean;
use crate::figures::{Band, is_sequential};
use crate::layout::{Align, Cell, Ink, Page, Shown, Table};
use crate::text::right;
use crate::{MOST_ROWS, words};

/// One table for all of them; nothing where the file has none.
pub(super) fn jobs(page: &mut Page, predict: &Predict, speaker: &Speaker) -> Shown {
    let rows = || predict.results.iter().filter(|row| row.job.is_some());
    if rows().next().is_none() {
        return Shown::default();
    }
    page.heading(&speaker.text("predict-jobs"));
    let text = |id| speaker.text(id);
    let mut table = Table::new(vec![
        (text("predict-column-workload"), Align::Left),
        (text("report-column-set"), Align::Left),
        (text("report-column-drive"), Align::Left),
        (text("predict-column-rate"), Align::Right),
        (text("report-column-band"), Align::Right),
        (text("predict-column-time"), Align::Right),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[4]);
    let mut before = "";
    for row in rows().take(MOST_ROWS) {
        let job = row.job.as_deref().unwrap_or_default();
        let name = if job == before { String::new() } else { clean(job) };
        before = job;
        table.cells(cells(row, name, speaker));
    }
    let shown = table.write(page);
    super::super::more(page, rows().count().saturating_sub(MOST_ROWS), speaker);
    shown
}

fn cells(row: &Prediction, name: String, speaker: &Speaker) -> Vec<Cell> {
    let band = Band::of(row);
    let sequential = is_sequential(&row.workload);
    let rate = if sequential { words::rate(band.middle) } else { words::iops(band.middle) };
    let figure = |value| words::figure(value, &row.workload);
    let ends = format!("{}–{}", figure(band.low), figure(band.high));
    vec![
        Cell::plain(name),
        Cell::plain(set_name(&row.set, speaker)),
        Cell::plain(clean(&row.target)),
        Cell::new(words::bound(rate, band.at_most), Ink::Strong),
        right((!band.at_most).then_some(ends), Ink::Faint),
        right(row.seconds.map(words::duration), Ink::Strong),
        Cell::plain(limit(&row.limit)),
    ]
}
