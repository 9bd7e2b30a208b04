//! Totals of sets of several: a row below theirs.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::predict::{LimitRecord, PredictDocument, Prediction, SetTotal};
use narrows_record::word::TargetSet;

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::figures::{MainUnit, PredictedBand, TOTAL};
use crate::page::right;
use crate::words;

/// Names of a set under a workload: the workload, the set, its targets.
type Key<'a> = (&'a str, &'a TargetSet, &'a [String]);

pub(super) struct SetTotals<'a>(BTreeMap<Key<'a>, &'a SetTotal>);

impl<'a> SetTotals<'a> {
    pub(super) fn of(predict: &'a PredictDocument) -> Self {
        let key = |it: &'a SetTotal| -> Key<'a> { (&it.workload, &it.set, &it.together) };
        Self(predict.totals.iter().map(|total| (key(total), total)).collect())
    }

    /// The total below the last row of a set; `rows` are all of the set. The first row's workload
    /// represents several.
    pub(super) fn below(&self, rows: &[&Prediction]) -> Option<&'a SetTotal> {
        let row = rows.first()?;
        self.0.get(&(row.workload.as_str(), &row.set, row.together.as_slice())).copied()
    }
}

/// What all drives move together under each workload, or an only drive by itself, a line each, for pages without the
/// tables.
pub(super) fn summary(page: &mut Page, predict: &PredictDocument, localizer: &Localizer) {
    let of_all = |total: &&SetTotal| total.set == TargetSet::All && total.job.is_none();
    let totals: Vec<&SetTotal> = predict.totals.iter().filter(of_all).collect();
    let set = if totals.is_empty() { "report-column-alone" } else { "report-column-together" };
    let mut table = PageTable::new(vec![
        (localizer.text(set), Align::Left),
        (String::new(), Align::Right),
        (localizer.text("report-column-band"), Align::Right),
        (localizer.text("report-column-limit"), Align::Left),
    ])
    .sparing(&[2]);
    for total in &totals {
        let is_it = |row: &&Prediction| {
            row.set == TargetSet::All && row.workload == total.workload && row.target != TOTAL
        };
        let rows: Vec<&Prediction> = predict.results.iter().filter(is_it).collect();
        let limit = total.limit.as_ref();
        table.cells(line(&total.workload, &band(total, &rows), limit, localizer));
    }
    if totals.is_empty() {
        for row in &predict.results {
            let limit = Some(&row.limit);
            table.cells(line(&row.workload, &PredictedBand::of(row), limit, localizer));
        }
    }
    page.brief_only(|page| {
        page.optional(|page| {
            page.blank();
            table.write(page);
        });
    });
}

fn line(
    workload: &str,
    band: &PredictedBand,
    limit: Option<&LimitRecord>,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let unit = MainUnit::of(workload);
    let figure = words::with_unit(band.middle, unit);
    let ends = words::band_ends(band, unit);
    let limit = limit.map(|limit| words::limit(&limit.name, localizer));
    vec![
        TableCell::plain(words::workload(workload, localizer)),
        TableCell::new(words::bound(figure, band.at_most), CellInk::Strong),
        right((!band.at_most).then_some(ends), CellInk::Faint),
        right(limit, CellInk::Plain),
    ]
}

/// A total in the unit in which its workload is compared.
pub(super) fn band(total: &SetTotal, rows: &[&Prediction]) -> PredictedBand {
    let at_most = rows.iter().any(|row| row.is_at_most());
    let ends = (total.low_mb_s, total.high_mb_s);
    PredictedBand::scaled(MainUnit::of(&total.workload), (total.mb_s, total.iops), ends, at_most)
}

/// The cells of a row from its name to its band.
pub(super) fn cells(
    total: &SetTotal,
    rows: &[&Prediction],
    figure: impl Fn(f64) -> String,
    localizer: &Localizer,
) -> [TableCell; 3] {
    let band = band(total, rows);
    let ends = words::band_ends(&band, MainUnit::of(&total.workload));
    [
        TableCell::plain(localizer.text("report-total")),
        TableCell::new(words::bound(figure(band.middle), band.at_most), CellInk::Strong),
        right((!band.at_most).then_some(ends), CellInk::Faint),
    ]
}
