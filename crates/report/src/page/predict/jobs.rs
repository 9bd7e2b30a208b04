//! The workloads of a machine file: their figures and the time that their amounts take.

use narrows_messages::Localizer;
use narrows_record::predict::{PredictDocument, Prediction};

use super::equal_rows::{EqualRows, MOST_COMPARED, equal_rows, is_one_part};
use super::set_name;
use super::totals::{self, SetTotals};
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::figures::{MainUnit, PredictedBand};
use crate::page::right;
use crate::{MOST_ROWS, words};

/// Which rows of sets of several are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JobRows {
    All,
    /// What all of a set do together, where that is known.
    Totals,
}

/// One table for all of them; nothing if the file has none.
pub(super) fn jobs(
    page: &mut Page,
    predict: &PredictDocument,
    rows_shown: JobRows,
    localizer: &Localizer,
) -> TableContents {
    let of_file = predict.results.iter().filter(|row| row.job.is_some());
    let rows: Vec<&Prediction> = of_file.collect();
    if rows.is_empty() {
        return TableContents::default();
    }
    page.heading(&localizer.text("predict-jobs"));
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
        (text("predict-column-workload"), Align::Left),
        (text("report-column-set"), Align::Left),
        (text("report-column-drive"), Align::Left),
        (text("predict-column-rate"), Align::Right),
        (text("report-column-band"), Align::Right),
        (text("predict-column-time"), Align::Right),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[4]);
    let (mut before, mut set_before) = ("", String::new());
    let (totals, mut left, mut more) = (SetTotals::of(predict), MOST_ROWS, 0);
    for of_set in rows.chunk_by(|a, b| is_one_part(a, b)) {
        let total = totals.below(of_set);
        if let (JobRows::Totals, Some(total), Some(row)) = (rows_shown, total, of_set.first()) {
            let names = [
                clean(row.job.as_deref().unwrap_or_default()),
                set_name(&row.set, &row.together, localizer),
            ];
            let own = totals::cells(
                total,
                of_set,
                |value| words::with_unit(value, MainUnit::of(&total.workload)),
                localizer,
            );
            table.cells(names.map(TableCell::plain).into_iter().chain(own).collect());
            continue;
        }
        let (compared, rest) = of_set.split_at(of_set.len().min(MOST_COMPARED));
        more += rest.len();
        for group in equal_rows(compared, &predict.machine, localizer) {
            let Some(row) = group.first() else { continue };
            if left == 0 {
                more += group.rows.len();
                continue;
            }
            left -= 1;
            let job = row.job.as_deref().unwrap_or_default();
            let name = if job == before { String::new() } else { clean(job) };
            let set = set_name(&row.set, &row.together, localizer);
            let is_new = !name.is_empty() || set != set_before;
            before = job;
            set_before.clone_from(&set);
            let set = if is_new { set } else { String::new() };
            table.cells(cells(&group, row, [name, set], localizer));
        }
        if let Some(total) = total {
            let figure = |value| words::with_unit(value, MainUnit::of(&total.workload));
            let own = totals::cells(total, of_set, figure, localizer);
            table.cells(
                [TableCell::default(), TableCell::default()].into_iter().chain(own).collect(),
            );
        }
    }
    let shown = table.write(page);
    super::super::more(page, more, localizer);
    shown
}

fn cells(
    group: &EqualRows<'_>,
    row: &Prediction,
    [name, set]: [String; 2],
    localizer: &Localizer,
) -> Vec<TableCell> {
    let band = PredictedBand::of(row);
    let unit = MainUnit::of(&row.workload);
    let rate = words::with_unit(band.middle, unit);
    let ends = words::band_ends(&band, unit);
    let [now, _] = group.limits.clone();
    vec![
        TableCell::plain(name),
        TableCell::plain(set),
        TableCell::plain(group.names(localizer)),
        TableCell::new(words::bound(rate, band.at_most), CellInk::Strong),
        right((!band.at_most).then_some(ends), CellInk::Faint),
        right(row.seconds.map(words::duration), CellInk::Strong),
        TableCell::plain(now),
    ]
}
