//! A machine's checked figures in a table, and how many others there are.

use narrows_messages::{Localizer, Message};
use narrows_record::casebook::{CasebookDocument, CasebookRole, CasebookRow, CasebookSystem};

use super::{by_role, fails, published_figure};
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::figures::PredictedBand;
use crate::words;

/// The figures of `system` that check; a line for the rest.
pub(super) fn table(
    page: &mut Page,
    casebook: &CasebookDocument,
    system: &CasebookSystem,
    localizer: &Localizer,
) {
    let mut others = Vec::new();
    for (role, rows) in by_role(casebook, system) {
        match role {
            CasebookRole::Checks => rows_of(page, &rows, localizer),
            other => others.push(count(&other, rows.len(), localizer)),
        }
    }
    if !others.is_empty() {
        let message = Message::new("report-casebook-more").with("system", clean(&system.id));
        let more = localizer.say(&message.with("others", words::dotted(others)));
        page.paragraph("  ", &more, CellInk::Faint);
    }
}

/// The figures that do not check, and remarks on all.
pub(super) fn others(
    page: &mut Page,
    casebook: &CasebookDocument,
    system: &CasebookSystem,
    localizer: &Localizer,
) {
    for (role, rows) in by_role(casebook, system) {
        if role != CasebookRole::Checks {
            page.heading(&super::role(&role, localizer));
            rows_of(page, &rows, localizer);
        }
        remarks(page, &rows, localizer);
    }
}

fn remarks(page: &mut Page, rows: &[&CasebookRow], localizer: &Localizer) {
    for row in rows {
        let remarks = super::remarks(row, localizer);
        if !remarks.is_empty() {
            let text = format!("{}: {}", words::sentence(&row.what, localizer), remarks.join(" "));
            page.paragraph("• ", &text, CellInk::Faint);
        }
    }
}

/// Published figures beside ours.
pub(super) fn rows_of(page: &mut Page, rows: &[&CasebookRow], localizer: &Localizer) {
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
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

fn cells(row: &CasebookRow, localizer: &Localizer) -> Vec<TableCell> {
    let ink = if fails(row) { CellInk::Alarm } else { CellInk::Good };
    let plain = |text: Option<String>, ink| TableCell::new(text.unwrap_or_default(), ink);
    vec![
        TableCell::plain(words::sentence(&row.what, localizer)),
        TableCell::plain(published_figure(row)).with(bar(row)),
        plain(row.predicted.map(words::number), CellInk::Strong),
        TableCell::new(clean(row.unit.as_str()), CellInk::Faint),
        plain(row.error.map(words::percent), ink),
        plain(row.limit_name.as_ref().map(|name| words::limit(name, localizer)), CellInk::Plain),
    ]
}

fn bar(row: &CasebookRow) -> CellDrawing {
    let band = |middle: f64| {
        let (low, high) = (row.low.unwrap_or(middle), row.high.unwrap_or(middle));
        PredictedBand { low, middle, high, at_most: false }
    };
    let predicted = row.predicted.map(band);
    let most = predicted.map_or(0.0, |band| band.high.max(band.middle)).max(row.published) * 1.1;
    CellDrawing::Bar { measured: Some(row.published), predicted, most }
}

fn count(role: &CasebookRole, rows: usize, localizer: &Localizer) -> String {
    let id = match role {
        CasebookRole::Calibrates => "report-casebook-count-calibrates",
        CasebookRole::Unexplained => "report-casebook-count-unexplained",
        _ => "report-casebook-count-cannot-check",
    };
    localizer.say(&Message::new(id).count("rows", rows))
}
