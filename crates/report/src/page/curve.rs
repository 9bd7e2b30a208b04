//! Rates by position, on the page of a run and in its report.

use narrows_messages::{Localizer, Message, each_once};
use narrows_record::run::{PositionCurve, RunDocument, TargetLocationKind, TargetMeasurement};
use narrows_units::Bytes;

use super::right;
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::curves::{name, rows};
use crate::{svg, words};

/// The curves as a drawing, with their figures; nothing if nothing was measured by position.
pub(super) fn write(page: &mut Page, run: &RunDocument, localizer: &Localizer) {
    let rows = rows(run);
    if rows.is_empty() {
        return;
    }
    page.heading(&localizer.text("report-curve"));
    if let Some(drawing) = svg::curves(run, localizer) {
        page.report(|page| page.picture(drawing, |_| ()));
    }
    table(page, &rows, localizer);
    for note in notes(&rows, localizer) {
        super::remark(page, &note);
    }
}

fn table(page: &mut Page, rows: &[(&TargetMeasurement, &PositionCurve)], localizer: &Localizer) {
    let column = |id: &'static str, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("report-column-drive", Align::Left),
        column("report-curve-begins", Align::Right),
        column("report-curve-ends", Align::Right),
        column("report-curve-least", Align::Right),
        column("report-curve-mean", Align::Right),
        column("report-curve-most", Align::Right),
        column("report-curve-access", Align::Right),
        (String::new(), Align::Left),
    ])
    .sparing(&[7, 6, 2, 1]);
    let greatest = rows.iter().flat_map(|(_, curve)| curve.rates()).fold(0.0, f64::max);
    for (row, curve) in rows {
        let rates = curve.rates();
        let bound = |of: fn(f64, f64) -> f64| rates.iter().copied().reduce(of).map(words::number);
        let at = |rate: Option<&f64>| right(rate.copied().map(words::number), CellInk::Plain);
        // Drawn as a course is: the first part is on the left.
        let drawn =
            TargetMeasurement { timeline_mb_s: rates.clone(), ..TargetMeasurement::default() };
        table.cells(vec![
            TableCell::new(name(row), CellInk::Strong),
            at(rates.first()),
            at(rates.last()),
            right(bound(f64::min), CellInk::Plain),
            right(Some(words::number(row.mb_s)), CellInk::Strong),
            right(bound(f64::max), CellInk::Plain),
            right(curve.access_us().map(words::micros), CellInk::Plain),
            TableCell::default().with(CellDrawing::Course { row: Box::new(drawn), most: greatest }),
        ]);
    }
    table.write(page);
}

/// The object read: the drive itself, or its substitute.
fn notes(rows: &[(&TargetMeasurement, &PositionCurve)], localizer: &Localizer) -> Vec<String> {
    let mut notes = vec![localizer.text("report-curve-order")];
    for (row, curve) in rows {
        let message = match row.place.kind {
            _ if row.simulated => Message::new("report-curve-simulated"),
            TargetLocationKind::Raw => {
                let from = Bytes::new(curve.from_bytes);
                Message::new("report-curve-raw").with("from", from)
            }
            _ => Message::new("report-curve-file"),
        };
        let message = if row.simulated {
            message
        } else {
            message.with("drive", clean(&row.target)).with("size", Bytes::new(curve.length_bytes))
        };
        notes.push(localizer.say(&message));
    }
    each_once(notes)
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;
    use narrows_record::run::{CurveAccess, CurvePoint};

    use super::*;
    use crate::Style;

    /// A disk of 100 GB that falls from 200 to 100 MB/s, and one on which nothing was measured so.
    fn falling() -> RunDocument {
        let point =
            |at: u64| CurvePoint { at_bytes: at * 10_000_000_000, mb_s: 200.0 - at as f64 * 11.0 };
        let accesses = vec![CurveAccess { at_bytes: 5_000_000_000, us: 12_000.0 }];
        let curve = PositionCurve {
            from_bytes: 0,
            length_bytes: 100_000_000_000,
            points: (0..10).map(point).collect(),
            accesses,
        };
        let row = TargetMeasurement {
            target: "sda".to_owned(),
            workload: "seq-read-1m-q4-by-position".to_owned(),
            mb_s: 150.5,
            curve: Some(curve),
            ..TargetMeasurement::default()
        };
        let fixture = include_str!("../../../../fixtures/documents/run.json");
        let run: RunDocument = serde_json::from_str(fixture).unwrap();
        RunDocument { results: vec![row, TargetMeasurement::default()], ..run }
    }

    #[test]
    fn a_curve_tells_its_ends_and_its_mean() {
        let run = falling();
        let mut page = Page::default();
        write(&mut page, &run, &Localizer::new(Language::English));
        let wide = Style { width: 200, ..Style::default() };
        let text = page.text(&Localizer::new(Language::English), &wide);
        for figure in ["200", "101", "150", "12.00 ms", "sda"] {
            assert!(text.contains(figure), "{figure}: {text}");
        }
        let drawing = svg::curves(&run, &Localizer::new(Language::English)).unwrap();
        assert_eq!(drawing.matches("<circle class=\"access\"").count(), 1, "{drawing}");
    }

    #[test]
    fn without_positions_there_is_nothing() {
        let mut run = falling();
        run.results.remove(0);
        let mut page = Page::default();
        write(&mut page, &run, &Localizer::new(Language::English));
        assert!(page.blocks.is_empty());
        assert!(svg::curves(&run, &Localizer::new(Language::English)).is_none());
    }
}
