//! What sets of several move in all: a row below theirs.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::predict::{Predict, Prediction, SetTotal};
use narrows_record::word::Set;

use crate::block::{Align, Cell, Ink, Page, Table};
use crate::figures::{Band, TOTAL, is_at_most, is_sequential};
use crate::page::right;
use crate::words;

/// Names of a set under a workload: the workload, the set, its targets.
type Key<'a> = (&'a str, &'a Set, &'a [String]);

/// The totals of a document by what they are of.
pub(super) struct Totals<'a>(BTreeMap<Key<'a>, &'a SetTotal>);

impl<'a> Totals<'a> {
    pub(super) fn of(predict: &'a Predict) -> Self {
        let key = |it: &'a SetTotal| -> Key<'a> { (&it.workload, &it.set, &it.together) };
        Self(predict.totals.iter().map(|total| (key(total), total)).collect())
    }

    /// The total below the last row of a set; `rows` are all of the set. The first row's workload
    /// stands for several.
    pub(super) fn below(&self, rows: &[&Prediction]) -> Option<&'a SetTotal> {
        let row = rows.first()?;
        self.0.get(&(row.workload.as_str(), &row.set, row.together.as_slice())).copied()
    }
}

/// What all drives move together under each workload, a line each, for pages without the tables.
pub(super) fn summary(page: &mut Page, predict: &Predict, localizer: &Localizer) {
    let mut table = Table::new(vec![
        (localizer.text("report-column-together"), Align::Left),
        (String::new(), Align::Right),
        (localizer.text("report-column-band"), Align::Right),
        (localizer.text("report-column-limit"), Align::Left),
    ])
    .sparing(&[2]);
    let of_all = |total: &&SetTotal| total.set == Set::All && total.job.is_none();
    for total in predict.totals.iter().filter(of_all) {
        let is_it = |row: &&Prediction| {
            row.set == Set::All && row.workload == total.workload && row.target != TOTAL
        };
        let rows: Vec<&Prediction> = predict.results.iter().filter(is_it).collect();
        let band = band(total, &rows);
        let is_sequential = is_sequential(&total.workload);
        let figure =
            if is_sequential { words::rate(band.middle) } else { words::iops(band.middle) };
        let ends = words::band_ends(&band, &total.workload);
        let limit = total.limit.as_ref().map(|limit| words::limit(&limit.name, localizer));
        table.cells(vec![
            Cell::plain(words::workload(&total.workload, localizer)),
            Cell::new(words::bound(figure, band.at_most), Ink::Strong),
            right((!band.at_most).then_some(ends), Ink::Faint),
            right(limit, Ink::Plain),
        ]);
    }
    page.brief_only(|page| {
        page.optional(|page| {
            page.blank();
            table.write(page);
        });
    });
}

/// A total in the unit in which its workload is compared.
pub(super) fn band(total: &SetTotal, rows: &[&Prediction]) -> Band {
    let at_most = rows.iter().any(|row| is_at_most(row));
    let ends = (total.low_mb_s, total.high_mb_s);
    Band::scaled(&total.workload, (total.mb_s, total.iops), ends, at_most)
}

/// The cells of a row from its name to its band.
pub(super) fn cells(
    total: &SetTotal,
    rows: &[&Prediction],
    figure: impl Fn(f64) -> String,
    localizer: &Localizer,
) -> [Cell; 3] {
    let band = band(total, rows);
    let ends = words::band_ends(&band, &total.workload);
    [
        Cell::plain(localizer.text("report-total")),
        Cell::new(words::bound(figure(band.middle), band.at_most), Ink::Strong),
        right((!band.at_most).then_some(ends), Ink::Faint),
    ]
}
