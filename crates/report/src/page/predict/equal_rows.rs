//! Rows of a set that say the same but for their drive's name, as one.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::predict::{LimitRecord, Prediction};
use narrows_record::see::SeeDocument;
use narrows_record::word::TargetSet;

use super::limit;
use crate::figures::{MainUnit, PredictedBand, TOTAL};
use crate::words;

/// So many rows of a set are looked through for equal ones.
pub(super) const MOST_COMPARED: usize = 1024;

/// One or several drives of a set that do the same.
pub(super) struct EqualRows<'a> {
    pub(super) rows: Vec<&'a Prediction>,
    pub(super) limits: [String; 2],
}

impl<'a> EqualRows<'a> {
    pub(super) fn first(&self) -> Option<&'a Prediction> {
        self.rows.first().copied()
    }

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
    machine: &SeeDocument,
    localizer: &Localizer,
) -> Vec<EqualRows<'a>> {
    let each = localizer.text("predict-each");
    let own = own_names(machine);
    let mut groups: Vec<EqualRows<'a>> = Vec::new();
    let mut places: BTreeMap<([String; 5], Option<&str>), usize> = BTreeMap::new();
    for row in rows {
        let names = own.get(row.target.as_str()).map(Vec::as_slice).unwrap_or_default();
        let of_each = |of: &LimitRecord| {
            let name = of.name.renamed(&row.target, &each);
            let name = names.iter().fold(name, |name, own| name.renamed(own, &each));
            words::limit(&name, localizer)
        };
        let next = row.next_limit.as_ref();
        let (unit, band) = (MainUnit::of(&row.workload), PredictedBand::of(row));
        let figure = words::bound(words::rated(band.middle, unit), band.at_most);
        let time = row.seconds.map(words::duration).unwrap_or_default();
        let ends = words::band_ends(&band, unit);
        let key = [figure, ends, of_each(&row.limit), next.map(of_each).unwrap_or_default(), time];
        // A row of several drives counts them by itself, and a sum is no drive.
        let is_plain = row.equal.is_none() && row.target != TOTAL;
        let job = row.job.as_deref();
        let at = places.get(&(key.clone(), job)).filter(|_| is_plain);
        if let Some(group) = at.and_then(|at| groups.get_mut(*at)) {
            // A row of several cannot name one drive's link: it has the words with "each".
            let [_, _, now, next, _] = key;
            group.limits = [now, next];
            group.rows.push(row);
            continue;
        }
        if is_plain {
            places.insert((key, job), groups.len());
        }
        let limit_text = |of: &LimitRecord| limit(of, localizer);
        let limits = [limit_text(&row.limit), next.map(limit_text).unwrap_or_default()];
        groups.push(EqualRows { rows: vec![row], limits });
    }
    groups
}

/// Names that limits may use for a drive beside its id: its controller, if that has no other drive.
fn own_names(machine: &SeeDocument) -> BTreeMap<&str, Vec<&str>> {
    let mut drives_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for drive in &machine.drives {
        if let Some(controller) = drive.controller.as_deref() {
            drives_of.entry(controller).or_default().push(&drive.id);
        }
    }
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for storage in &machine.storage {
        if let Some([drive]) = drives_of.get(storage.id.as_str()).map(Vec::as_slice) {
            let own_hop = storage.hops.first().map(|hop| hop.address.as_str());
            let own = [storage.id.as_str(), storage.address.as_str()].into_iter().chain(own_hop);
            names.entry(*drive).or_default().extend(own);
        }
    }
    names
}

/// Whether rows belong to one part of a table: of one set that runs at once, or each alone.
pub(super) fn is_one_part(a: &Prediction, b: &Prediction) -> bool {
    a.set == b.set && (a.set == TargetSet::Alone || a.together == b.together)
}
