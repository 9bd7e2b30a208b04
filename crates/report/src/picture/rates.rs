//! Actual and potential rate of each drive, from predictions or measurements.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::plan::PlanArrangement;
use narrows_record::predict::{
    LimitRecord, LimitRecordKind, PredictDocument, Prediction, SetTotal,
};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::SeeDocument;
use narrows_record::sentence;
use narrows_record::word::{FigureUnit, TargetSet, TransferDirection};

use crate::MOST_ROWS;
use crate::figures::{ALL, ALONE, FlowRate, MainUnit, Overlay, RunResults, TOTAL, distinct};
use crate::limits;

/// Less than this part of a drive's potential is no loss: predictions round, measurements scatter.
pub(crate) const LOSS_MIN: f64 = 0.02;

/// Rate of one drive while all run, 10^6 bytes per second.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DriveRate {
    pub(crate) got: FlowRate,
    /// Its rate without its bottleneck; never less than the actual one.
    pub(crate) could: f64,
    pub(crate) limit: Option<LimitRecord>,
    /// Of the drive nothing but its link is known.
    pub(crate) is_unknown: bool,
    /// A part of its array's flow; its potential alone is not shown.
    pub(crate) is_array: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FigureOrigin {
    /// The capacity of links; no drive runs.
    #[default]
    Capacity,
    Predicted,
    Measured,
    Simulated,
}

/// Total of all drives under a workload that the picture does not show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OtherTotal {
    pub(crate) workload: String,
    pub(crate) mb_s: f64,
    pub(crate) iops: f64,
    pub(crate) at_most: bool,
}

/// The figures of a picture, by drive.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PictureRates {
    pub(crate) origin: FigureOrigin,
    /// The workload's name; empty if nothing runs.
    pub(crate) workload: String,
    pub(crate) by_drive: BTreeMap<String, DriveRate>,
    /// The same drives under other workloads.
    pub(crate) others: Vec<OtherTotal>,
    /// The bottleneck that the text beside the picture names; none where it names none.
    pub(crate) named: Option<LimitRecord>,
    /// How many others it names after that, where that is known.
    pub(crate) named_more: Option<usize>,
    /// The figure of all drives together that the text gives, 10^6 bytes per second.
    pub(crate) total_mb_s: Option<f64>,
    /// The same in operations per second, where the text gives it so.
    pub(crate) total_iops: Option<f64>,
    /// The first conclusion of the text beside the picture, where that is no bottleneck.
    pub(crate) lead: Option<RunLead>,
    /// Drives that failed requests, and have no rate for that reason.
    pub(crate) failed: BTreeSet<String>,
}

/// What a run's text begins with, where that is no bottleneck.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RunLead {
    /// Drives that return wrong data, fail requests, or are slower than they should be, as a title.
    Fault(Message),
    NoContention,
}

impl RunLead {
    pub(crate) fn of(run: &RunDocument) -> Option<Self> {
        let first = run.findings.first()?.id.as_str();
        if sentence::NO_CONTENTION.contains(&first) {
            return Some(Self::NoContention);
        }
        let faults: [(&'static str, &[&str]); 3] = [
            ("picture-wrong-data", &[sentence::WRONG_DATA]),
            ("picture-failed-requests", &sentence::FAILED_REQUESTS),
            ("picture-slow", &sentence::SLOW_DRIVE),
        ];
        let (title, ids) = faults.into_iter().find(|(_, ids)| ids.contains(&first))?;
        let alike = run.findings.iter().filter(|finding| ids.contains(&finding.id.as_str()));
        let drives = alike.flat_map(|finding| &finding.targets);
        Some(Self::Fault(Message::new(title).with("drives", drive_names(drives))))
    }
}

impl PictureRates {
    /// Of the main workload of predictions, with the limit that their text names first.
    pub(crate) fn of_predict(predict: &PredictDocument, localizer: &Localizer) -> Self {
        let overlay = Overlay::of_predict(predict);
        let rates = Self::of_rows(&predict.results, &overlay.workload, &predict.machine);
        let limits = limits::named(predict, &overlay);
        let named = match limits.first() {
            Some(first) => Some(first.titled(rates.by_drive.len(), localizer)),
            None => limits::off_path(predict, &overlay).map(|(limit, _)| limit.clone()),
        };
        // Beside a link that drives share, the own links of drives of unknown speed are only upper
        // bounds.
        let is_shared = limits.first().is_some_and(|limit| !limit.is_own_link());
        let more = limits.iter().skip(1).filter(|it| !(is_shared && it.is_own_link_at_most()));
        let named_more = Some(more.count()).filter(|_| named.is_some());
        let is_it = |it: &&SetTotal| it.workload == rates.workload && it.set == TargetSet::All;
        let total_mb_s = predict.totals.iter().find(is_it).map(|total| total.mb_s);
        // Figures beside a link's capacity are in its unit.
        let is_beside_link = limits.first().is_some_and(|it| it.limit.unit != FigureUnit::Iops);
        let in_iops = MainUnit::of(&rates.workload) == MainUnit::Requests && !is_beside_link;
        let total_iops = in_iops.then(|| limits::sum_iops(&limits::running(predict, &overlay)));
        Self { named, named_more, total_mb_s, total_iops, ..rates }
    }

    /// Drives of which nothing but the link is known lose nothing that is known. Where no drive has a rate, links
    /// alone are shown.
    pub(crate) fn or_links(mut self) -> Self {
        if self.by_drive.is_empty() {
            return Self { lead: self.lead, failed: self.failed, ..Self::default() };
        }
        for rate in self.by_drive.values_mut().filter(|rate| rate.is_unknown) {
            rate.could = rate.got.mb_s;
        }
        self
    }

    /// Whether any drive moves less than it could.
    pub(crate) fn is_short(&self) -> bool {
        self.by_drive.values().any(|rate| rate.could > rate.got.mb_s)
    }

    /// Of an arrangement's flows; the potential of each alone follows from its next limit.
    pub(crate) fn of_placed(placed: &PlanArrangement) -> Self {
        let workload = placed.flows.first().map(|row| row.workload.clone()).unwrap_or_default();
        let named = placed.limit.clone().filter(is_on_the_path);
        let origin = FigureOrigin::Predicted;
        let total_mb_s = Some(placed.total_mb_s);
        let mut rates = Self { origin, workload, named, total_mb_s, ..Self::default() };
        for row in &placed.flows {
            let made = placed.arrays.iter().find(|made| made.id == row.target);
            let members = made.map(|made| made.members.as_slice());
            rates.insert(row, None, members);
        }
        rates
    }

    /// Of the main workload of a run; rates not measured alone are taken from the prediction.
    pub(crate) fn of_run(run: &RunDocument) -> Self {
        let overlay = Overlay::of_run(run);
        let mut rates = Self::of_rows(&run.predictions, &overlay.workload, &run.machine);
        let measured = overlay.figures.values().filter(|it| it.alone.or(it.together).is_some());
        let ran_together = overlay.figures.values().any(|it| it.together.is_some());
        // The rates of each by itself are no flow of all of them.
        if !ran_together && measured.clone().count() > 1 {
            return Self::default();
        }
        let is_measured = measured.count() > 0;
        let simulated = run.results.iter().any(|row| row.simulated);
        rates.origin = match (is_measured, simulated) {
            (false, _) => FigureOrigin::Predicted,
            (true, false) => FigureOrigin::Measured,
            (true, true) => FigureOrigin::Simulated,
        };
        rates.named = overlay.narrow.first().cloned();
        if is_measured {
            rates.others = others_of_run(run, &overlay.workload);
        }
        rates.lead = RunLead::of(run);
        let failed = |id: &str| sentence::FAILED_REQUESTS.contains(&id);
        let failing = run.findings.iter().filter(|finding| failed(&finding.id));
        rates.failed = failing.flat_map(|finding| finding.targets.iter().cloned()).collect();
        let is_concluded = ran_together && !run.findings.is_empty();
        for (drive, figure) in &overlay.figures {
            let got = if ran_together { figure.together } else { figure.alone };
            let Some(got) = got else {
                if is_measured {
                    rates.by_drive.remove(drive);
                }
                continue;
            };
            let predicted = rates.by_drive.get(drive);
            let of_it = run.findings.iter().filter(|finding| finding.targets.contains(drive));
            let measured = of_it.filter_map(|finding| finding.limit.as_ref()).next();
            // Nothing on the way that the conclusions leave out holds it back.
            let expected = predicted.and_then(|it| it.limit.as_ref());
            let expected = expected.filter(|limit| !is_concluded || is_own(limit));
            let limit = measured.or(expected).cloned();
            let could = figure.alone.or(predicted.map(|it| it.could)).unwrap_or(got);
            let got = FlowRate { mb_s: got, at_most: false };
            let rate = DriveRate { got, could, limit, is_unknown: false, is_array: false };
            rates.by_drive.insert(drive.clone(), rate.without_scatter());
        }
        rates
    }

    fn of_rows(rows: &[Prediction], workload: &str, machine: &SeeDocument) -> Self {
        let all = rows;
        let rows: Vec<&Prediction> =
            all.iter().filter(|row| row.workload == workload && row.target != TOTAL).collect();
        let alone: BTreeMap<&str, &Prediction> = rows
            .iter()
            .filter(|row| row.set == TargetSet::Alone)
            .map(|row| (row.target.as_str(), *row))
            .collect();
        let together = together(&rows);
        // Individual forecasts for several drives do not add up to one flow.
        if together.is_none() && rows.len() > 1 {
            return Self::default();
        }
        let shown = together.or_else(|| rows.first().map(|row| &row.set));
        let mut rates = Self {
            origin: FigureOrigin::Predicted,
            workload: workload.to_owned(),
            others: others(all, workload, shown),
            ..Self::default()
        };
        for row in rows.iter().filter(|row| Some(&row.set) == shown) {
            let array = machine.arrays.iter().find(|array| array.id == row.target);
            let alone = alone.get(row.target.as_str()).copied();
            rates.insert(row, alone, array.map(|array| array.drives.as_slice()));
        }
        rates
    }

    /// Spreads an array's row over its drives, each of which reads the same part of it; writes
    /// depend on the array's kind and are not shown.
    fn insert(&mut self, row: &Prediction, alone: Option<&Prediction>, members: Option<&[String]>) {
        let Some(members) = members else {
            let could = freed(alone.unwrap_or(row));
            self.by_drive.insert(row.target.clone(), DriveRate::of(row, alone, could));
            return;
        };
        let rate = DriveRate::of(row, alone, None);
        if row.direction != TransferDirection::Read {
            return;
        }
        let parts = members.len().max(1) as f64;
        let got = FlowRate { mb_s: rate.got.mb_s / parts, ..rate.got };
        let part = DriveRate { got, could: rate.could / parts, is_array: true, ..rate };
        for drive in members {
            // A row of the drive's own says more than a part of its array's.
            self.by_drive.entry(drive.clone()).or_insert_with(|| part.clone());
        }
    }
}

/// Totals of a set's drives under every other workload.
fn others(rows: &[Prediction], workload: &str, set: Option<&TargetSet>) -> Vec<OtherTotal> {
    let rows = rows.iter().filter(|row| row.target != TOTAL && Some(&row.set) == set);
    let rows: Vec<&Prediction> = rows.filter(|row| row.workload != workload).collect();
    let other = |name: &str| {
        let mut other = OtherTotal { workload: name.to_owned(), ..OtherTotal::default() };
        let rows = rows.iter().filter(|row| row.workload == name);
        if set == Some(ALONE) && rows.clone().count() > 1 {
            return None;
        }
        for row in rows {
            other.mb_s += row.mb_s;
            other.iops += row.iops;
            other.at_most |= row.is_at_most();
        }
        Some(other)
    };
    distinct(rows.iter().map(|row| row.workload.as_str())).into_iter().filter_map(other).collect()
}

/// The same from measurements: the median over the repeats of each drive.
fn others_of_run(run: &RunDocument, workload: &str) -> Vec<OtherTotal> {
    let results = RunResults::of(run);
    let set = if run.results.iter().any(|row| row.set == TargetSet::All) { ALL } else { ALONE };
    let mut others = Vec::new();
    let names = results.workloads.iter().copied().filter(|name| *name != workload);
    for name in names.take(MOST_ROWS) {
        let members = results.members(name, set);
        if members.is_empty() || (set == ALONE && members.len() > 1) {
            continue;
        }
        let sum = |figure: fn(&TargetMeasurement) -> f64| {
            let readings = members.iter().filter_map(|it| results.reading((it, name, set), figure));
            readings.filter_map(|reading| reading.figure).sum()
        };
        let (mb_s, iops) = (sum(|row| row.mb_s), sum(|row| row.iops));
        others.push(OtherTotal { workload: name.to_owned(), mb_s, iops, at_most: false });
    }
    others
}

/// The set that a picture shows: all, else the first of several drives.
fn together<'a>(rows: &[&'a Prediction]) -> Option<&'a TargetSet> {
    let sets = || rows.iter().map(|row| &row.set);
    sets()
        .find(|set| **set == TargetSet::All)
        .or_else(|| sets().find(|set| **set != TargetSet::Alone))
}

impl DriveRate {
    /// `freed` is the drive's rate without the bottleneck on its path, if known.
    fn of(row: &Prediction, alone: Option<&Prediction>, freed: Option<f64>) -> Self {
        let got = FlowRate { mb_s: row.mb_s, at_most: row.is_at_most() };
        let by_itself = alone.map_or(row.mb_s, |alone| alone.mb_s);
        let could = freed.map_or(by_itself, |freed| freed.max(by_itself));
        let is_unknown = alone.unwrap_or(row).is_at_most();
        let limit = Some(row.limit.clone());
        Self { got, could, limit, is_unknown, is_array: false }.without_scatter()
    }

    fn without_scatter(self) -> Self {
        let is_loss = self.could - self.got.mb_s > self.could * LOSS_MIN;
        Self { could: if is_loss { self.could } else { self.got.mb_s }, ..self }
    }
}

/// Rate of a drive without the link or location that limits it, if the drive itself is the next
/// bottleneck.
fn freed(row: &Prediction) -> Option<f64> {
    let next = row.next_limit.as_ref()?;
    let is_own = matches!(next.kind, LimitRecordKind::Drive | LimitRecordKind::Link);
    let is_other = (next.kind, &next.id) != (row.limit.kind, &row.limit.id);
    let is_known = is_own && is_other && next.unit == FigureUnit::MbS;
    (is_known && is_on_the_path(&row.limit)).then_some(next.capacity)
}

/// Whether it is the drive itself, or its own link.
pub(crate) fn is_own(limit: &LimitRecord) -> bool {
    use LimitRecordKind::{Drive, DriveIops, Link};
    matches!(limit.kind, Drive | DriveIops | Link)
}

/// A link or place between the drive and the processor.
pub(crate) fn is_on_the_path(limit: &LimitRecord) -> bool {
    use LimitRecordKind::{Controller, Link, RootComplex, Uplink};
    matches!(limit.kind, Link | Uplink | RootComplex | Controller)
}
