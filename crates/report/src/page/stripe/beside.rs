//! The array beside the same drives used separately.

use narrows_messages::{Localizer, Message};
use narrows_record::stripe::{ArrayVersusSeparate, StripeRecord};
use narrows_record::word::TransferDirection;

use super::matrix::column;
use super::taken;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// The table, if anything was compared: job by job, requests that are waited for by their median.
pub(super) fn write(page: &mut Page, stripe: &StripeRecord, localizer: &Localizer) {
    let Some(array) = taken(stripe).filter(|_| !stripe.separate.is_empty()) else { return };
    let array = clean(&array.title(&stripe.drives));
    let heading = Message::new("stripe-heading-separate").with("array", array);
    page.part(&format!("{} · MB/s", localizer.say(&heading)));
    let mut columns = vec![(localizer.text("stripe-column-job"), Align::Left)];
    let figures = ["stripe-column-array", "stripe-column-one-drive", "stripe-column-separately"];
    columns.extend(figures.map(|id| (localizer.text(id), Align::Right)));
    let mut table = PageTable::new(columns).sparing(&[3]);
    for row in &stripe.separate {
        table.cells(cells(stripe, row, localizer));
    }
    table.write(page);
}

fn cells(
    stripe: &StripeRecord,
    row: &ArrayVersusSeparate,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let job = stripe.jobs.iter().find(|job| job.name == row.job);
    let waited = job.is_some_and(|job| job.by_latency);
    let cell_text = |mb_s: f64, latency: Option<f64>| {
        latency.filter(|_| waited).map_or_else(|| words::number(mb_s), words::micros)
    };
    let all = |mb_s: f64| if waited { words::rate(mb_s) } else { words::number(mb_s) };
    let way = job.map(|job| match job.direction {
        TransferDirection::Write => localizer.text("stripe-heading-writes"),
        _ => localizer.text("stripe-heading-reads"),
    });
    let name = job.map_or_else(|| clean(&row.job), |job| column(job, localizer));
    vec![
        TableCell::plain(words::dotted(way.into_iter().chain([name]))),
        TableCell::new(cell_text(row.array_mb_s, row.array_latency_us), CellInk::Strong),
        TableCell::plain(cell_text(row.best_single_mb_s, row.single_latency_us)),
        TableCell::plain(row.all_separate_mb_s.map(all).unwrap_or_default()),
    ]
}
