//! The array beside the same drives used separately.

use narrows_messages::{Localizer, Message};
use narrows_record::stripe::{Beside, Stripe};
use narrows_record::word::Direction;

use super::matrix::column;
use super::taken;
use crate::block::{Align, Cell, Ink, Page, Table};
use crate::clean::clean;
use crate::words;

/// A job in words, the array's figure, one drive's, all drives' in sum.
pub(crate) type Line = [String; 4];

/// None where nothing was compared.
pub(crate) fn heading(stripe: &Stripe, localizer: &Localizer) -> Option<String> {
    let array = clean(&taken(stripe)?.title(&stripe.drives));
    let heading = Message::new("stripe-heading-separate").with("array", array);
    (!stripe.separate.is_empty()).then(|| format!("{} · MB/s", localizer.say(&heading)))
}

/// The names of the columns.
pub(crate) fn columns(localizer: &Localizer) -> Line {
    let [job, array] = ["stripe-column-job", "stripe-column-array"];
    let [single, all] = ["stripe-column-one-drive", "stripe-column-separately"];
    [job, array, single, all].map(|id| localizer.text(id))
}

/// Job by job; requests that are waited for by their median.
pub(crate) fn lines(stripe: &Stripe, localizer: &Localizer) -> Vec<Line> {
    stripe.separate.iter().map(|row| line(stripe, row, localizer)).collect()
}

fn line(stripe: &Stripe, row: &Beside, localizer: &Localizer) -> Line {
    let job = stripe.jobs.iter().find(|job| job.name == row.job);
    let waited = job.is_some_and(|job| job.by_latency);
    let said = |mb_s: f64, latency: Option<f64>| {
        latency.filter(|_| waited).map_or_else(|| words::number(mb_s), words::micros)
    };
    let all = |mb_s: f64| if waited { words::rate(mb_s) } else { words::number(mb_s) };
    let way = job.map(|job| match job.direction {
        Direction::Write => localizer.text("stripe-heading-writes"),
        _ => localizer.text("stripe-heading-reads"),
    });
    let name = job.map_or_else(|| clean(&row.job), |job| column(job, localizer));
    [
        words::dotted(way.into_iter().chain([name])),
        said(row.array_mb_s, row.array_latency_us),
        said(row.best_single_mb_s, row.single_latency_us),
        row.all_separate_mb_s.map(all).unwrap_or_default(),
    ]
}

/// The table, if anything was compared.
pub(super) fn write(page: &mut Page, stripe: &Stripe, localizer: &Localizer) {
    let Some(heading) = heading(stripe, localizer) else { return };
    page.blank();
    page.title(&heading);
    let align = [Align::Left, Align::Right, Align::Right, Align::Right];
    let columns = columns(localizer).into_iter().zip(align).collect();
    let mut table = Table::new(columns).sparing(&[3]);
    for [job, array, single, all] in lines(stripe, localizer) {
        let rest = [single, all].map(|text| Cell::new(text, Ink::Plain));
        let [single, all] = rest;
        table.cells(vec![Cell::plain(job), Cell::new(array, Ink::Strong), single, all]);
    }
    table.write(page);
}
