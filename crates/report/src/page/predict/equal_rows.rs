//! Rows of a set that say the same but for their drive's name, as one.

use narrows_messages::Localizer;
use narrows_record::predict::{Limit, Prediction};
use narrows_record::see::See;
use narrows_record::word::Set;

use super::limit;
use crate::figures::{Band, TOTAL};
use crate::words;

/// One or several drives of a set that do the same.
pub(super) struct EqualRows<'a> {
    pub(super) rows: Vec<&'a Prediction>,
    /// What limits each, and what would next.
    pub(super) limits: [String; 2],
    key: [String; 5],
}

impl<'a> EqualRows<'a> {
    /// The first of its rows.
    pub(super) fn first(&self) -> Option<&'a Prediction> {
        self.rows.first().copied()
    }

    /// The drives as a row's name.
    pub(super) fn names(&self, localizer: &Localizer) -> String {
        match self.rows.as_slice() {
            [row] if row.target == TOTAL => localizer.text("report-total"),
            [row] => words::several(&row.target, row.equal),
            rows => words::drives_in_cell(rows.iter().map(|row| row.target.as_str())),
        }
    }
}

/// The rows in their order, each with all others that say the same.
pub(super) fn equal_rows<'a>(
    rows: &[&'a Prediction],
    machine: &See,
    localizer: &Localizer,
) -> Vec<EqualRows<'a>> {
    let each = localizer.text("predict-each");
    let mut found: Vec<EqualRows<'a>> = Vec::new();
    for row in rows {
        let limits = |each: Option<&str>| -> [String; 2] {
            let said = |of: Option<&Limit>| of.map(|it| of_each(it, row, machine, each, localizer));
            [said(Some(&row.limit)), said(row.next_limit.as_ref())].map(Option::unwrap_or_default)
        };
        let band = Band::of(row);
        let [now, next] = limits(Some(&each));
        let figure = words::bound(words::rated(band.middle, &row.workload), band.at_most);
        let time = row.seconds.map(words::duration).unwrap_or_default();
        let key = [figure, words::band_ends(&band, &row.workload), now, next, time];
        // A row of several drives counts them by itself, and a sum is no drive.
        let is_plain = |row: &Prediction| row.equal.is_none() && row.target != TOTAL;
        let same = found.iter_mut().find(|group| {
            group.key == key
                && group.rows.iter().all(|other| is_plain(other) && other.job == row.job)
        });
        match same.filter(|_| is_plain(row)) {
            Some(group) => {
                group.rows.push(row);
                let [_, _, now, next, _] = &group.key;
                group.limits = [now.clone(), next.clone()];
            }
            None => found.push(EqualRows { rows: vec![row], limits: limits(None), key }),
        }
    }
    found
}

/// A limit's label; with `each` in place of the names of the row's own drive.
fn of_each(
    of: &Limit,
    row: &Prediction,
    machine: &See,
    each: Option<&str>,
    localizer: &Localizer,
) -> String {
    let Some(each) = each else { return limit(of, localizer) };
    let drive = machine.drives.iter().find(|drive| drive.id == row.target);
    let controller = drive.and_then(|drive| drive.controller.as_deref());
    let storage = machine.storage.iter().find(|it| Some(it.id.as_str()) == controller);
    let own_hop = storage.and_then(|it| it.hops.first()).map(|hop| hop.address.as_str());
    // A controller of several drives is none of one drive's own names.
    let is_alone =
        machine.drives.iter().filter(|it| it.controller.as_deref() == controller).count() < 2;
    let own = controller.into_iter().chain(storage.map(|it| it.address.as_str())).chain(own_hop);
    let mut name = of.name.renamed(&row.target, each);
    for own in own.filter(|_| is_alone) {
        name = name.renamed(own, each);
    }
    words::limit(&name, localizer)
}

/// Whether rows stand in one part of a table: of one set that runs at once, or each alone.
pub(super) fn is_one_part(a: &Prediction, b: &Prediction) -> bool {
    a.set == b.set && (a.set == Set::Alone || a.together == b.together)
}
