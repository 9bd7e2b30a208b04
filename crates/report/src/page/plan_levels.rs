//! The part of the page of `narrows plan` that compares RAID levels and numbers of drives.

use narrows_messages::{Localizer, Message};
use narrows_record::plan_beyond::PredictedRate;
use narrows_record::plan_levels::{HourRangeRecord, LevelComparison, LevelRowRecord};
use narrows_units::Iops;

use super::plan_beyond::NOTHING;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

const FOUND: &str = "▶ ";
const REMARK: &str = "• ";

/// A row for each level and number of drives, from where on the network decides, and the
/// assumptions of the hours.
pub(crate) fn levels(page: &mut Page, levels: &LevelComparison, localizer: &Localizer) {
    let heading = Message::new("plan-levels-heading").with("model", clean(&levels.name));
    page.heading(&localizer.say(&heading));
    table(page, levels, localizer);
    for finding in &levels.findings {
        page.paragraph(FOUND, &words::sentence(finding, localizer), CellInk::Plain);
    }
    for assumption in &levels.assumptions {
        page.paragraph(REMARK, &words::sentence(assumption, localizer), CellInk::Plain);
    }
}

fn table(page: &mut Page, levels: &LevelComparison, localizer: &Localizer) {
    let right = |id| (localizer.text(id), Align::Right);
    let mut columns = vec![
        (localizer.text("plan-levels-column-level"), Align::Left),
        right("plan-levels-column-drives"),
        right("plan-levels-column-may-fail"),
        right("plan-levels-column-usable"),
        right("plan-beyond-column-read"),
        right("plan-beyond-column-write"),
        right("plan-levels-column-random"),
    ];
    if levels.network.is_some() {
        columns.push(right("plan-levels-column-network"));
    }
    let limit = columns.len();
    columns.push((localizer.text("plan-beyond-column-limit"), Align::Left));
    columns.extend([right("plan-levels-column-rebuild"), right("plan-levels-column-scrub")]);
    // What is lost and left matters more than random access and the time of a scrub.
    let (random, scrub) = (6, columns.len() - 1);
    let mut table = PageTable::new(columns).sparing(&[limit, random, scrub]);
    for row in &levels.rows {
        table.cells(cells(row, levels, localizer));
    }
    table.write(page);
}

fn cells(row: &LevelRowRecord, levels: &LevelComparison, localizer: &Localizer) -> Vec<TableCell> {
    let mb_s = |rate: &Option<PredictedRate>| {
        rate.as_ref().map_or(NOTHING.to_owned(), |rate| words::number(rate.mb_s))
    };
    let mut texts = vec![
        level(row),
        row.drives.to_string(),
        row.may_fail.to_string(),
        format!("{:.1}", row.usable_tb),
        mb_s(&row.read),
        mb_s(&row.write),
        iops(row),
    ];
    if levels.network.is_some() {
        texts.push(row.served_mb_s.map_or(NOTHING.to_owned(), words::number));
    }
    let network = levels.network.as_ref().filter(|_| row.network_is_bottleneck == Some(true));
    texts.push(match (network, &row.limit) {
        (Some(network), _) => clean(&network.name),
        (None, Some(limit)) => words::limit(&limit.name, localizer),
        (None, None) => NOTHING.to_owned(),
    });
    texts.extend([&row.rebuild, &row.scrub].map(|it| hours(it.as_ref(), localizer)));
    texts.into_iter().map(TableCell::plain).collect()
}

/// `480 / 95`, reads and writes.
fn iops(row: &LevelRowRecord) -> String {
    let cell = |rate: &Option<PredictedRate>| {
        let iops = |rate: &PredictedRate| Iops::new(rate.iops).to_string().replace(" IOPS", "");
        rate.as_ref().map_or(NOTHING.to_owned(), iops)
    };
    format!("{} / {}", cell(&row.random_read), cell(&row.random_write))
}

/// `raid5 (raidz1)`, `raid50 (2 x z1)`.
fn level(row: &LevelRowRecord) -> String {
    let zfs = clean(&row.zfs);
    let zfs = if row.groups > 1 { zfs.replace("raidz", "z") } else { zfs };
    format!("{} ({zfs})", clean(&row.level))
}

/// `11–16`, `≥ 2.2`.
fn hours(hours: Option<&HourRangeRecord>, localizer: &Localizer) -> String {
    let hours_text =
        |hours: f64| if hours < 10.0 { format!("{hours:.1}") } else { format!("{hours:.0}") };
    let Some(HourRangeRecord { low, high }) = hours else { return NOTHING.to_owned() };
    let low = hours_text(*low);
    match high.map(hours_text) {
        None => localizer.say(&Message::new("plan-levels-at-least").with("hours", low)),
        Some(high) if high == low => low,
        Some(high) => format!("{low}–{high}"),
    }
}
