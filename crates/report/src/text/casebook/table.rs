//! A machine's checked figures in a table, and how many others there are.

use narrows_messages::{Localizer, Message};
use narrows_record::casebook::{Casebook, Role, Row, System};

use super::{by_role, fails, published_figure};
use crate::clean::clean;
use crate::layout::{Align, Cell, Ink, Page, Table};
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

fn rows_of(page: &mut Page, rows: &[&Row], localizer: &Localizer) {
    let text = |id| localizer.text(id);
    let mut table = Table::new(vec![
        (text("report-column-what"), Align::Left),
        (text("report-column-published"), Align::Right),
        (text("report-column-predicted"), Align::Right),
        (String::new(), Align::Left),
        (text("report-column-error"), Align::Right),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[5], localizer);
    for row in rows {
        table.cells(cells(row));
    }
    page.blank();
    table.write(page);
}

fn cells(row: &Row) -> Vec<Cell> {
    let ink = if fails(row) { Ink::Alarm } else { Ink::Good };
    let plain = |text: Option<String>, ink| Cell::new(text.unwrap_or_default(), ink);
    vec![
        Cell::plain(clean(&row.what)),
        Cell::plain(published_figure(row)),
        plain(row.predicted.map(words::number), Ink::Strong),
        Cell::new(clean(row.unit.as_str()), Ink::Faint),
        plain(row.error.map(words::percent), ink),
        plain(row.limit_name.as_deref().map(words::limit), Ink::Plain),
    ]
}

fn count(role: &Role, rows: usize, localizer: &Localizer) -> String {
    let id = match role {
        Role::Calibrates => "report-casebook-count-calibrates",
        Role::Unexplained => "report-casebook-count-unexplained",
        _ => "report-casebook-count-cannot-check",
    };
    localizer.say(&Message::new(id).count("rows", rows))
}
