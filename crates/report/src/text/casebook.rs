//! The page of `narrows casebook`.

use narrows_messages::{Message, Speaker};
use narrows_record::casebook::{Casebook, Row, System};

use super::right;
use crate::clean::clean;
use crate::layout::{Align, Cell, Ink, Page, Table};
use crate::{Style, words};

/// For each published machine its tree, its figures beside ours, and one sentence.
pub fn casebook(casebook: &Casebook, speaker: &Speaker, style: &Style) -> String {
    let mut page = Page::new(style);
    page.paragraph("", &speaker.text("report-casebook-title"), Ink::Strong);
    page.paragraph("", &summary(casebook, speaker), Ink::Plain);
    for system in &casebook.systems {
        self::system(&mut page, casebook, system, speaker);
    }
    page.finish()
}

/// How many figures there are, and how near ours come.
pub(crate) fn summary(casebook: &Casebook, speaker: &Speaker) -> String {
    let mut errors: Vec<f64> =
        casebook.rows.iter().filter_map(|row| row.error).map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    let middle = errors.get(errors.len() / 2).copied().unwrap_or_default();
    let message = Message::new("report-casebook-summary")
        .count("systems", casebook.systems.len())
        .count("figures", casebook.rows.len())
        .count("predicted", errors.len())
        .with("error", format!("{:.1} %", middle * 100.0));
    speaker.say(&message)
}

fn system(page: &mut Page, casebook: &Casebook, system: &System, speaker: &Speaker) {
    page.blank();
    page.paragraph("", &format!("{}  {}", clean(&system.id), clean(&system.title)), Ink::Strong);
    page.paragraph("▶ ", &clean(&system.finding), Ink::Plain);
    page.blank();
    super::tree::draw(page, &system.machine, None, speaker);
    let rows = casebook.rows.iter().filter(|row| row.system == system.id);
    table(page, rows, speaker);
}

fn table<'a>(page: &mut Page, rows: impl Iterator<Item = &'a Row>, speaker: &Speaker) {
    let text = |id| speaker.text(id);
    let mut table = Table::new(vec![
        (text("report-column-what"), Align::Left),
        (text("report-column-published"), Align::Right),
        (text("report-column-predicted"), Align::Right),
        (String::new(), Align::Left),
        (text("report-column-error"), Align::Right),
        (text("report-column-limit"), Align::Left),
    ]);
    for row in rows {
        table.cells(cells(row, speaker));
    }
    page.blank();
    table.write(page);
}

fn cells(row: &Row, speaker: &Speaker) -> Vec<Cell> {
    let limit = row.limit.as_deref().map(words::limit);
    let why = match &row.not_yet {
        Some(why) if row.predicted.is_none() => {
            let message = Message::new("report-not-yet").with("why", clean(why));
            Cell::new(speaker.say(&message), Ink::Faint)
        }
        _ => right(limit, Ink::Plain),
    };
    let ink =
        if row.error.is_some_and(|error| error.abs() > 0.05) { Ink::Alarm } else { Ink::Good };
    vec![
        Cell::plain(clean(&row.what)),
        Cell::plain(published(row)),
        right(row.predicted.map(words::number), Ink::Strong),
        Cell::new(clean(&row.unit), Ink::Faint),
        right(row.error.map(words::percent), ink),
        why,
    ]
}

/// The published figure, or its range: `≥ 2000` where only one end was published.
pub(crate) fn published(row: &Row) -> String {
    match (row.published_low, row.published_high) {
        (Some(low), Some(high)) if low < high => format!("{}–{}", figure(low), figure(high)),
        (Some(low), None) => format!("≥ {}", figure(low)),
        (None, Some(high)) => words::bound(figure(high), true),
        _ => figure(row.published),
    }
}

/// A whole figure was published without decimals: 36 lanes.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { words::number(value) }
}
