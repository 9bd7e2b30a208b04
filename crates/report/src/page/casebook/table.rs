//! A machine's checked figures in a table, and how many others there are.

use narrows_messages::{Localizer, Message};
use narrows_record::casebook::{Casebook, Role, Row, System};

use super::{by_role, fails, published_figure};
use crate::block::{Align, Cell, Drawn, Ink, Page, Table};
use crate::clean::clean;
use crate::figures::Band;
use crate::words;

/// The figures of `system` that check; a line for the rest.
pub(super) fn table(page: &mut Page, casebook: &Casebook, system: &System, localizer: &Localizer) {
    let mut others = Vec::new();
    for (role, rows) in by_role(casebook, system) {
        match role {
            Role::Checks => rows_of(page, &rows, localizer),
            other => others.push(count(&other, rows.len(), localizer)),
        }
    }
    if !others.is_empty() {
        let message = Message::new("report-casebook-more").with("system", clean(&system.id));
        let more = localizer.say(&message.with("others", words::dotted(others)));
        page.paragraph("  ", &more, Ink::Faint);
    }
}

/// The figures that do not check, and what there is to say of all.
pub(super) fn others(page: &mut Page, casebook: &Casebook, system: &System, localizer: &Localizer) {
    for (role, rows) in by_role(casebook, system) {
        if role != Role::Checks {
            page.heading(&super::role(&role, localizer));
            rows_of(page, &rows, localizer);
        }
        remarks(page, &rows, localizer);
    }
}

/// What there is to say of figures.
fn remarks(page: &mut Page, rows: &[&Row], localizer: &Localizer) {
    for row in rows {
        let remarks = super::remarks(row, localizer);
        if !remarks.is_empty() {
            let text = format!("{}: {}", words::said(&row.what, localizer), remarks.join(" "));
            page.paragraph("• ", &text, Ink::Faint);
        }
    }
}

/// Published figures beside ours.
pub(super) fn rows_of(page: &mut Page, rows: &[&Row], localizer: &Localizer) {
    let text = |id| localizer.text(id);
    let mut table = Table::new(vec![
        (text("report-column-what"), Align::Left),
        (text("report-column-published"), Align::Right),
        (text("report-column-predicted"), Align::Right),
        (String::new(), Align::Left),
        (text("report-column-error"), Align::Right),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[5])
    .barred("report-column-published")
    .sortable();
    for row in rows {
        table.cells(cells(row, localizer));
    }
    page.blank();
    table.write(page);
}

fn cells(row: &Row, localizer: &Localizer) -> Vec<Cell> {
    let ink = if fails(row) { Ink::Alarm } else { Ink::Good };
    let plain = |text: Option<String>, ink| Cell::new(text.unwrap_or_default(), ink);
    vec![
        Cell::plain(words::said(&row.what, localizer)),
        Cell::plain(published_figure(row)).with(bar(row)),
        plain(row.predicted.map(words::number), Ink::Strong),
        Cell::new(clean(row.unit.as_str()), Ink::Faint),
        plain(row.error.map(words::percent), ink),
        plain(row.limit_name.as_ref().map(|name| words::limit(name, localizer)), Ink::Plain),
    ]
}

fn bar(row: &Row) -> Drawn {
    let band = |middle: f64| {
        let (low, high) = (row.low.unwrap_or(middle), row.high.unwrap_or(middle));
        Band { low, middle, high, at_most: false }
    };
    let predicted = row.predicted.map(band);
    let most = predicted.map_or(0.0, |band| band.high.max(band.middle)).max(row.published) * 1.1;
    Drawn::Bar { measured: Some(row.published), predicted, most }
}

fn count(role: &Role, rows: usize, localizer: &Localizer) -> String {
    let id = match role {
        Role::Calibrates => "report-casebook-count-calibrates",
        Role::Unexplained => "report-casebook-count-unexplained",
        _ => "report-casebook-count-cannot-check",
    };
    localizer.say(&Message::new(id).count("rows", rows))
}
