//! The part of `narrows explain` on an existing array.

use narrows_messages::{Localizer, Message};
use narrows_record::array_compared::{ArrayComparison, ArrayRow, Median, MemberRow};
use narrows_record::in_place::ArrayInPlace;

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// The array by its name, before the source.
pub(super) fn title(page: &mut Page, array: &ArrayInPlace, localizer: &Localizer) {
    let level = array.level.as_deref().map(clean);
    let what = match array.chunk {
        None => Message::new("in-place-title"),
        Some(chunk) => Message::new("in-place-title-chunk").with("chunk", words::size(chunk)),
    };
    let what = what
        .with("array", clean(&array.id))
        .with("level", level.unwrap_or_else(|| localizer.text("in-place-level-unknown")))
        .with("engine", clean(&array.engine))
        .count("members", array.members.len());
    page.title(&localizer.say(&what));
}

/// The findings; then the figures of each workload, and of each member under it.
pub(super) fn compared(page: &mut Page, compared: &ArrayComparison, localizer: &Localizer) {
    super::findings(
        page,
        compared.findings.iter().map(|finding| words::sentence(&finding.text, localizer)),
    );
    for row in &compared.rows {
        page.heading(&words::workload(&row.workload, localizer));
        figures(page, &compared.array, row, localizer);
        page.blank();
        members(page, row, localizer);
        let passes = Message::new("in-place-passes").count("passes", row.passes as usize);
        super::remark(page, &localizer.say(&passes));
    }
}

fn figures(page: &mut Page, array: &ArrayInPlace, row: &ArrayRow, localizer: &Localizer) {
    let mut table = PageTable::new(vec![
        (localizer.text("in-place-column-what"), Align::Left),
        (localizer.text("in-place-column-rate"), Align::Right),
        (localizer.text("in-place-column-interval"), Align::Right),
    ])
    .sparing(&[2]);
    let could = match row.basis.as_deref() {
        Some("without_layer") => "in-place-row-without-layer",
        _ => "in-place-row-arithmetic",
    };
    let own = Message::new("in-place-row-array").with("array", clean(&array.id));
    let predicted = row.predicted_mb_s.map(|mb_s| Median { mb_s, ..Median::default() });
    for (what, figure, ink) in [
        (localizer.say(&own), row.array, CellInk::Strong),
        (localizer.text(could), row.could, CellInk::Plain),
        (localizer.text("in-place-row-together"), row.together, CellInk::Plain),
        (localizer.text("in-place-row-alone"), row.alone, CellInk::Plain),
        (localizer.text("in-place-row-predicted"), predicted, CellInk::Faint),
    ] {
        let Some(figure) = figure else { continue };
        table.cells(vec![
            TableCell::new(what, ink),
            TableCell::new(words::rate(figure.mb_s), ink),
            TableCell::new(interval(figure), CellInk::Faint),
        ]);
    }
    table.write(page);
}

fn members(page: &mut Page, row: &ArrayRow, localizer: &Localizer) {
    let table = PageTable::new(vec![
        (localizer.text("in-place-column-member"), Align::Left),
        (localizer.text("in-place-column-alone"), Align::Right),
        (localizer.text("in-place-column-interval"), Align::Right),
        (localizer.text("in-place-column-together"), Align::Right),
        (String::new(), Align::Left),
    ]);
    // Slow members must not fall into the part that is left out.
    let (slow, others): (Vec<&MemberRow>, Vec<&MemberRow>) =
        row.members.iter().partition(|member| member.is_slow);
    table.first(page, slow.iter().chain(&others), localizer, |member| {
        let (ink, word) = if member.is_slow {
            (CellInk::Alarm, localizer.text("in-place-slow-word"))
        } else {
            (CellInk::Plain, String::new())
        };
        let rate = |figure: Option<Median>| {
            figure.map_or_else(|| "-".to_owned(), |figure| words::rate(figure.mb_s))
        };
        vec![
            TableCell::new(clean(&member.id), ink),
            TableCell::new(rate(member.alone), ink),
            TableCell::new(member.alone.map(interval).unwrap_or_default(), CellInk::Faint),
            TableCell::plain(rate(member.together)),
            TableCell::new(word, ink),
        ]
    });
}

/// In the unit of the median beside it.
fn interval(figure: Median) -> String {
    match (figure.low_mb_s, figure.high_mb_s) {
        (Some(low), Some(high)) => {
            let (low, high) = (words::rate(low), words::rate(high));
            // The unit is written once.
            match (low.split_once(' '), high.split_once(' ')) {
                (Some((number, own)), Some((_, unit))) if own == unit => format!("{number}–{high}"),
                _ => format!("{low}–{high}"),
            }
        }
        _ => String::new(),
    }
}
