//! The limits that a prediction names, for its sentences and for the title of its picture.

use std::collections::BTreeMap;

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::predict::{
    LimitRecord, LimitRecordKind, PredictDocument, Prediction, WIDE_BAND,
};
use narrows_record::see::SeeDocument;
use narrows_record::word::{FigureUnit, TargetSet};

use crate::clean::clean;
use crate::figures::{MainUnit, Overlay, PredictedBand, TOTAL, full};
use crate::words;

/// A limit with the drives that run into it; of links that drives or members each have for themselves, the first.
pub(crate) struct NamedLimit<'a> {
    pub(crate) limit: &'a LimitRecord,
    rows: Vec<&'a Prediction>,
    owner: LinkOwner,
    /// Drives that run through it and are held back elsewhere.
    beside: Vec<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkOwner {
    Shared,
    EachDrive,
    EachMember,
}

/// The limits on the way that hold the drives back, in the order in which the page names them.
pub(crate) fn named<'a>(predict: &'a PredictDocument, overlay: &'a Overlay) -> Vec<NamedLimit<'a>> {
    let new = |limit| NamedLimit {
        limit,
        rows: Vec::new(),
        owner: LinkOwner::Shared,
        beside: Vec::new(),
    };
    let mut limits: Vec<NamedLimit<'a>> = overlay.narrow.iter().map(new).collect();
    // Backwards, because a later entry replaces an earlier one: the first of an id counts.
    let ids = overlay.narrow.iter().enumerate().rev();
    let places: BTreeMap<&str, usize> = ids.map(|(at, limit)| (limit.id.as_str(), at)).collect();
    for row in running(predict, overlay) {
        if let Some(at) = places.get(row.limit.id.as_str()) {
            limits[*at].rows.push(row);
        }
        let next = row.next_limit.as_ref().filter(|next| next.id != row.limit.id);
        if let Some(at) = next.and_then(|next| places.get(next.id.as_str())) {
            limits[*at].beside.push(&row.target);
        }
    }
    let mut named: Vec<NamedLimit<'a>> = Vec::new();
    for mut limit in limits {
        match named.last_mut().filter(|last| last.is_alike(&limit)) {
            Some(last) => {
                last.rows.append(&mut limit.rows);
                last.owner = LinkOwner::EachDrive;
            }
            None => {
                if limit.is_of_each_member(&predict.machine) {
                    limit.owner = LinkOwner::EachMember;
                }
                named.push(limit);
            }
        }
    }
    named
}

/// What holds the drives back beside their ways, such as latency or a program, and their rows; `None` if the drives
/// themselves do, or several have no rate together.
pub(crate) fn off_path<'a>(
    predict: &'a PredictDocument,
    overlay: &Overlay,
) -> Option<(&'a LimitRecord, Vec<&'a Prediction>)> {
    use LimitRecordKind::{Drive, DriveIops};
    let rows = running(predict, overlay);
    let is_one_figure = rows.len() == 1 || rows.iter().all(|row| row.set == TargetSet::All);
    let is_own = |limit: &LimitRecord| matches!(limit.kind, Drive | DriveIops);
    if !is_one_figure || !overlay.narrow.is_empty() || rows.iter().all(|row| is_own(&row.limit)) {
        return None;
    }
    let of_all = predict
        .totals
        .iter()
        .find(|total| total.workload == overlay.workload && total.set == TargetSet::All);
    let limit = of_all.and_then(|total| total.limit.as_ref()).filter(|limit| !is_own(limit));
    let first = rows.iter().map(|row| &row.limit).find(|limit| !is_own(limit));
    Some((limit.or(first)?, rows))
}

/// The rows of the main workload: of all drives together, if they ran so.
pub(crate) fn running<'a>(predict: &'a PredictDocument, overlay: &Overlay) -> Vec<&'a Prediction> {
    let mut rows: Vec<&Prediction> =
        predict.results.iter().filter(|row| row.workload == overlay.workload).collect();
    if rows.len() > 1 && rows.iter().any(|row| row.set == TargetSet::All) {
        rows.retain(|row| row.set == TargetSet::All && row.target != TOTAL);
    }
    rows
}

impl NamedLimit<'_> {
    /// Whether the last drive does the same as that of another limit, both on links of their own that carry the same.
    fn is_alike(&self, other: &Self) -> bool {
        let (Some(a), [b]) = (self.rows.last(), other.rows.as_slice()) else { return false };
        if self.rows.len() > 1 && self.owner != LinkOwner::EachDrive {
            return false;
        }
        let is_link = [self, other].iter().all(|it| it.limit.kind == LimitRecordKind::Link);
        let is_one = [a, b].iter().all(|row| row.equal.is_none());
        let name = |row: &Prediction| row.limit.name.renamed(&row.target, "");
        let is_same = a.is_at_most() == b.is_at_most()
            && words::rate(a.mb_s) == words::rate(b.mb_s)
            && self.capacity() == other.capacity();
        is_link && is_one && name(a) == name(b) && is_same && a.direction == b.direction
    }

    /// Whether it is the link of one of an array's members, which all have such a link.
    fn is_of_each_member(&self, machine: &SeeDocument) -> bool {
        let [row] = self.rows.as_slice() else { return false };
        let Some(array) = machine.arrays.iter().find(|array| array.id == row.target) else {
            return false;
        };
        let carries = |id: &String| {
            let drive = machine.drives.iter().find(|drive| drive.id == *id)?;
            let controller = drive.controller.as_ref()?;
            let storage = machine.storage.iter().find(|storage| storage.id == *controller)?;
            let narrowest = storage.narrowest.as_ref().map(|link| link.usable_mb_s);
            Some([drive.usable_mb_s, narrowest])
        };
        let is_members = self.limit.kind == LimitRecordKind::Link
            && array.drives.contains(&self.limit.id)
            && array.drives.len() > 1;
        let links: Vec<_> = array.drives.iter().map(carries).collect();
        is_members && links.iter().all(|link| link.is_some() && *link == links[0])
    }

    /// Whether it is a link that no two drives share.
    pub(crate) fn is_own_link(&self) -> bool {
        let is_own = self.owner != LinkOwner::Shared || self.rows.len() == 1;
        self.limit.kind == LimitRecordKind::Link && is_own
    }

    /// The same of drives whose speed is unknown.
    pub(crate) fn is_own_link_at_most(&self) -> bool {
        self.is_own_link() && self.rows.iter().all(|row| row.is_at_most())
    }

    /// The limit with a name that says whose links it is, for a title.
    pub(crate) fn titled(&self, of: usize, localizer: &Localizer) -> LimitRecord {
        let each = localizer.text("predict-each");
        let whose = match self.owner {
            LinkOwner::Shared => return self.limit.clone(),
            LinkOwner::EachDrive if self.rows.len() < of => names(&self.rows),
            LinkOwner::EachDrive | LinkOwner::EachMember => each,
        };
        let name = self.limit.name.renamed(&self.limit.id, &whose);
        LimitRecord { name, ..self.limit.clone() }
    }

    /// The drives, what they get, and the limit.
    pub(crate) fn sentence(&self, localizer: &Localizer) -> String {
        let Some(first) = self.rows.first() else { return String::new() };
        let is_bound = self.rows.iter().any(|row| row.is_at_most());
        let id = match (self.owner, is_bound) {
            (LinkOwner::Shared, false) => "report-predicted-limit",
            (LinkOwner::Shared, true) => "report-predicted-limit-at-most",
            (LinkOwner::EachDrive, false) => "report-predicted-own-links",
            (LinkOwner::EachDrive, true) => "report-predicted-own-links-at-most",
            (LinkOwner::EachMember, false) => "report-predicted-member-links",
            (LinkOwner::EachMember, true) => "report-predicted-member-links-at-most",
        };
        let message = Message::new(id)
            .with("capacity", self.capacity())
            // A link's two ways carry different amounts; the tree shows its capacity for reads.
            .with("way", first.direction.as_str())
            .with("drives", names(&self.rows));
        let message = match self.owner {
            LinkOwner::EachDrive => message.with("each", words::rate(first.mb_s)),
            LinkOwner::EachMember => message.with("total", self.total(localizer)),
            LinkOwner::Shared => message
                .with("total", self.total(localizer))
                .with("limit", words::sentence(&self.limit.name, localizer))
                .with("beside", drive_names(&self.beside))
                .count("others", self.beside.len())
                .count("count", count(&self.rows)),
        };
        localizer.say(&message)
    }

    /// What all of its drives get, in the unit of the limit.
    fn total(&self, localizer: &Localizer) -> String {
        if self.limit.unit == FigureUnit::Iops {
            let total = words::iops(sum_iops(&self.rows));
            return with_wide_band(total, &self.rows, localizer);
        }
        let carries = (self.limit.unit == FigureUnit::MbS).then_some(self.limit.capacity);
        let total = self.rows.iter().map(|row| row.mb_s * row.times()).sum();
        let total = words::rate(full(total, carries, self.rows.len()));
        with_wide_band(total, &self.rows, localizer)
    }

    fn capacity(&self) -> String {
        match &self.limit.unit {
            FigureUnit::MbS => words::rate(self.limit.capacity),
            FigureUnit::Iops => words::iops(self.limit.capacity),
            unit => format!("{} {}", words::number(self.limit.capacity), clean(unit.as_str())),
        }
    }
}

/// The rows' drives, each with how many it stands for.
pub(crate) fn names(rows: &[&Prediction]) -> String {
    drive_names(rows.iter().map(|row| words::several(&row.target, row.equal)))
}

/// How many drives rows are of.
pub(crate) fn count(rows: &[&Prediction]) -> usize {
    rows.iter().map(|row| row.times()).sum::<f64>() as usize
}

/// What drives get together, in the unit in which their workload is compared.
pub(crate) fn sum(rows: &[&Prediction], workload: &str, localizer: &Localizer) -> String {
    let total = match MainUnit::of(workload) {
        MainUnit::Bytes => words::rate(rows.iter().map(|row| row.mb_s * row.times()).sum()),
        MainUnit::Requests => words::iops(sum_iops(rows)),
    };
    with_wide_band(total, rows, localizer)
}

/// The figure of a single row with its band, where that is so wide that the figure alone would promise too much.
fn with_wide_band(figure: String, rows: &[&Prediction], localizer: &Localizer) -> String {
    let [row] = rows else { return figure };
    let band = PredictedBand::of(row);
    if band.at_most || row.equal.is_some() || band.high <= band.low * WIDE_BAND {
        return figure;
    }
    let ends = words::band_ends(&band, MainUnit::of(&row.workload));
    localizer.say(&Message::new("report-figure-band").with("figure", figure).with("band", ends))
}

pub(crate) fn sum_iops(rows: &[&Prediction]) -> f64 {
    rows.iter().map(|row| row.iops * row.times()).sum()
}
