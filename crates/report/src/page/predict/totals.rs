//! What sets of several move in all: a row below theirs.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::predict::{Predict, Prediction, SetTotal};
use narrows_record::word::Set;

use crate::block::{Cell, Ink};
use crate::figures::{Band, is_at_most};
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

/// Whether two rows are of one set that runs at once.
pub(super) fn is_one_set(a: &Prediction, b: &Prediction) -> bool {
    a.set == b.set && a.together == b.together
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
    let ends = [band.low, band.high].map(|end| words::figure(end, &total.workload)).join("–");
    [
        Cell::plain(localizer.text("report-total")),
        Cell::new(words::bound(figure(band.middle), band.at_most), Ink::Strong),
        right((!band.at_most).then_some(ends), Ink::Faint),
    ]
}
