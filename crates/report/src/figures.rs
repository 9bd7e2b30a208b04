//! Picking the figures to show from a run's results and from predictions.

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::predict::{LimitRecord, LimitRecordKind, PredictDocument, Prediction};
use narrows_record::run::{RunDocument, RunSimulation, TargetMeasurement};
use narrows_record::see::{LinkState, SeeDocument};
use narrows_record::word::{FigureUnit, TargetSet, TransferDirection};

/// The name of the set in which a drive runs by itself.
pub(crate) const ALONE: &TargetSet = &TargetSet::Alone;
pub(crate) const ALL: &TargetSet = &TargetSet::All;
/// The target that represents a set's sum.
pub(crate) const TOTAL: &str = "total";

/// Figures to draw on a machine, and its narrow place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    pub figures: BTreeMap<String, OverlayFigure>,
    /// The limits that several drives run into together; their ids are those of links, nodes or
    /// drives of the machine.
    pub narrow: Vec<LimitRecord>,
    /// Number of drives that each represents, by id, if not one.
    pub equal: BTreeMap<String, u32>,
    /// The workload that the figures belong to; empty if there is none.
    pub workload: String,
    /// There are others, whose figures are not drawn.
    pub is_one_of_several: bool,
    /// Links that ran below the topology's state, by drive: their last state.
    pub fallen: BTreeMap<String, LinkState>,
}

/// A drive's figures in MB/s (10^6 bytes per second); `None` if there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OverlayFigure {
    pub alone: Option<f64>,
    /// Measured while all run.
    pub together: Option<f64>,
    pub predicted_alone: Option<FlowRate>,
    pub predicted_together: Option<FlowRate>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlowRate {
    pub mb_s: f64,
    /// It may well be less: a drive is in it of which only the link is known.
    pub at_most: bool,
}

impl FlowRate {
    fn measured(mb_s: f64) -> Self {
        Self { mb_s, at_most: false }
    }

    fn predicted(row: &Prediction) -> Self {
        Self { mb_s: row.mb_s, at_most: row.is_at_most() }
    }
}

impl OverlayFigure {
    /// Flow while all run: measured, else predicted.
    pub fn flow(&self) -> Option<FlowRate> {
        self.together.map(FlowRate::measured).or(self.predicted_together)
    }

    /// Its rate by itself: measured, else predicted.
    pub(crate) fn by_itself(&self) -> Option<FlowRate> {
        self.alone.map(FlowRate::measured).or(self.predicted_alone)
    }
}

/// The last state of each drive's own link under load, if the topology shows a better one.
fn fallen(run: &RunDocument) -> BTreeMap<String, LinkState> {
    let carries = |link: LinkState| link.gts * f64::from(link.lanes);
    let mut fallen = BTreeMap::new();
    for row in &run.results {
        let last = row.watched.links.last().and_then(|look| look.link).or(row.link_during);
        let drive = run.machine.drives.iter().find(|drive| drive.id == row.target);
        let controller = drive.and_then(|drive| drive.controller.as_ref());
        let storage = run.machine.storage.iter().find(|it| Some(&it.id) == controller);
        let shown = storage.and_then(|storage| storage.hops.first()?.link.current);
        match last.zip(shown) {
            Some((last, shown)) if carries(last) < carries(shown) => {
                fallen.insert(row.target.clone(), last);
            }
            // A later look at full speed takes back an earlier one.
            Some(_) => drop(fallen.remove(&row.target)),
            None => {}
        }
    }
    fallen
}

impl Overlay {
    /// A run's figures for its main workload.
    pub fn of_run(run: &RunDocument) -> Self {
        let results = RunResults::of(run);
        let workload = main_workload(results.workloads.iter().copied()).unwrap_or_default();
        let mut overlay = Self::of_predictions(&run.predictions, workload, &run.machine);
        for target in &results.targets {
            let figure = overlay.figures.entry((*target).to_owned()).or_default();
            // A drive that failed requests reached neither its capability nor the prediction.
            for (set, measured, predicted) in [
                (ALONE, &mut figure.alone, &mut figure.predicted_alone),
                (ALL, &mut figure.together, &mut figure.predicted_together),
            ] {
                let key = (*target, workload, set);
                if results.rows(key).iter().any(|row| row.errors > 0) {
                    (*measured, *predicted) = (None, None);
                } else {
                    *measured = results.reading(key, |row| row.mb_s).and_then(|it| it.figure);
                }
            }
        }
        overlay.is_one_of_several = results.workloads.len() > 1;
        overlay.fallen = fallen(run);
        let limits = run.findings.iter().filter_map(|it| Some((&it.id, it.limit.as_ref()?)));
        let limits: Vec<(&String, &LimitRecord)> =
            limits.filter(|(_, limit)| is_shared(limit)).collect();
        // The first finding covers one limit, others of its kind cover theirs.
        let first = limits.first().map(|(id, _)| *id);
        let alike = limits.into_iter().filter(|(id, _)| Some(*id) == first);
        let limits: Vec<LimitRecord> = alike.map(|(_, limit)| limit.clone()).collect();
        // Where drives ran together, a predicted limit is not shown beside the inferred ones.
        let ran_together = overlay.figures.values().any(|figure| figure.together.is_some());
        if !limits.is_empty() || ran_together && !run.findings.is_empty() {
            overlay.narrow = limits;
        }
        overlay
    }

    /// Predictions' figures for their main workload.
    pub fn of_predict(predict: &PredictDocument) -> Self {
        let names = predict.results.iter().map(|row| row.workload.as_str());
        let mut overlay = Self::of_predictions(
            &predict.results,
            main_workload(names).unwrap_or_default(),
            &predict.machine,
        );
        // What limits an only drive is all that there is to say.
        let mut rows = predict.results.iter().filter(|row| row.workload == overlay.workload);
        if let (Some(only), None) = (rows.next(), rows.next())
            && overlay.narrow.is_empty()
            && is_shared(&only.limit)
        {
            overlay.narrow.push(only.limit.clone());
        }
        overlay
    }

    fn of_predictions(predictions: &[Prediction], workload: &str, machine: &SeeDocument) -> Self {
        let mut overlay = Self { workload: workload.to_owned(), ..Self::default() };
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut headroom: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
        for row in predictions.iter().filter(|row| row.workload == workload && row.target != TOTAL)
        {
            let flow = Some(FlowRate::predicted(row));
            match row.set {
                TargetSet::Alone => overlay.figure(&row.target).predicted_alone = flow,
                TargetSet::All => {
                    overlay.figure(&row.target).predicted_together = flow;
                    overlay.equal.extend(row.equal.map(|equal| (row.target.clone(), equal)));
                }
                _ => continue,
            }
            if row.set != TargetSet::All || !is_shared(&row.limit) {
                continue;
            }
            if known.insert(&row.limit.id) {
                overlay.narrow.push(row.limit.clone());
            }
            let next = row.next_limit.as_ref().filter(|it| it.unit == FigureUnit::MbS);
            let Some(next) = next else { continue };
            let limited = headroom.entry(&row.limit.id).or_default();
            // The next limit of a row that stands for several equal drives is each one's own.
            let is_own = next.id == row.target;
            let mut carries = next.capacity * if is_own { row.times() } else { 1.0 };
            if row.limit.id == row.target && !is_own {
                // Beside its own link only the drive itself says what it could do on a wider one.
                let drive = machine.drives.iter().find(|drive| drive.id == row.target);
                let own = drive.and_then(|drive| drive.read_mb_s);
                let Some(own) = own.filter(|_| row.direction == TransferDirection::Read) else {
                    continue;
                };
                carries = carries.min(own * row.times());
            }
            *limited.entry(&next.id).or_insert(carries) -= row.mb_s * row.times();
        }
        // The limit whose removal brings most is the answer; a next limit that holds others back
        // is full already.
        let gain = |limit: &LimitRecord| {
            let nexts = headroom.get(limit.id.as_str()).into_iter().flatten();
            let left = nexts.filter(|(next, _)| **next == limit.id || !known.contains(*next));
            left.map(|(_, left)| left.max(0.0)).sum::<f64>()
        };
        overlay.narrow.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
        overlay
    }

    fn figure(&mut self, target: &str) -> &mut OverlayFigure {
        self.figures.entry(target.to_owned()).or_default()
    }

    pub(crate) fn narrow_at(&self, names: &[&str]) -> Option<&LimitRecord> {
        self.narrow.iter().find(|limit| names.contains(&limit.id.as_str()))
    }

    /// The sum of the flow to and from these drives while all run.
    pub(crate) fn flow(&self, drives: &[&str]) -> Option<FlowRate> {
        let times = |id: &str| f64::from(self.equal.get(id).copied().unwrap_or(1));
        let flows = drives.iter().filter_map(|id| {
            let FlowRate { mb_s, at_most } = self.figures.get(*id)?.flow()?;
            Some(FlowRate { mb_s: mb_s * times(id), at_most })
        });
        flows.reduce(|sum, flow| FlowRate {
            mb_s: sum.mb_s + flow.mb_s,
            at_most: sum.at_most || flow.at_most,
        })
    }

    pub(crate) fn has_together(&self) -> bool {
        self.figures.values().any(|figure| figure.flow().is_some())
    }

    pub(crate) fn is_measured(&self) -> bool {
        self.figures.values().any(|figure| figure.alone.is_some() || figure.together.is_some())
    }
}

/// A limit on the way rather than in the drive or its workload.
fn is_shared(limit: &LimitRecord) -> bool {
    use LimitRecordKind::{Controller, Link, Memory, RootComplex, Uplink};
    matches!(limit.kind, Link | Uplink | RootComplex | Controller | Memory)
}

/// Each once, in order of first appearance.
pub(crate) fn distinct<'a, T: Ord + ?Sized>(names: impl IntoIterator<Item = &'a T>) -> Vec<&'a T> {
    let mut listed = BTreeSet::new();
    names.into_iter().filter(|name| listed.insert(*name)).collect()
}

/// The first sequential read, else the first of all.
pub(crate) fn main_workload<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = distinct(names);
    names.iter().find(|name| is_sequential(name)).or(names.first()).copied()
}

/// Whether people compare it in bytes rather than in operations per second.
pub(crate) fn is_sequential(workload: &str) -> bool {
    match narrows_workload::profile(workload) {
        Some(workload) => workload.pattern == narrows_workload::Pattern::Sequential,
        // Jobs on files are shown in bytes, too.
        None => workload.contains("seq") || workload.starts_with("everyday-"),
    }
}

/// The unit in which a workload's figures are compared and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MainUnit {
    Bytes,
    Requests,
}

impl MainUnit {
    pub(crate) fn of(workload: &str) -> Self {
        if is_sequential(workload) { Self::Bytes } else { Self::Requests }
    }

    /// Of measured figures, each its MB/s and its operations per second. Many programs print only a rate (GNOME Disks,
    /// iozone), and what a program calls its large requests says nothing of their order.
    pub(crate) fn of_measured(
        workload: &str,
        figures: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        /// Bytes; requests of this size and more are counted in bytes.
        const LARGE: f64 = 65_536.0;
        let is_known = narrows_workload::profile(workload).is_some();
        let are_small =
            |(mb_s, iops): (f64, f64)| iops > 0.0 && (is_known || mb_s * 1e6 < LARGE * iops);
        if figures.into_iter().any(are_small) { Self::of(workload) } else { Self::Bytes }
    }

    pub(crate) fn pick<T>(self, mb_s: T, iops: T) -> T {
        match self {
            Self::Bytes => mb_s,
            Self::Requests => iops,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.pick("MB/s", "IOPS")
    }
}

/// The traffic of a place, or its capacity if they differ by rounding only: documents round rates from 1 GB/s on to
/// 0.1 MB/s, so the sum over the drives of a full link could be shown as another figure than the link's.
pub(crate) fn full(passes: f64, carries: Option<f64>, drives: usize) -> f64 {
    let rounding = 0.05 * (drives + 1) as f64;
    carries.filter(|carries| (carries - passes).abs() <= rounding).unwrap_or(passes)
}

/// A prediction in the unit in which its workload is compared: MB/s or operations per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PredictedBand {
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
    /// The figure is a bound, and the band is none.
    pub(crate) at_most: bool,
}

/// How far measured is from predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PredictionGap {
    /// Of the predicted figure: 0.1 is ten percent more.
    pub(crate) share: f64,
    /// Where four of five were expected not to be.
    pub(crate) outside: bool,
}

/// Differences below half a percent are shown as none.
const SHARE_MIN: f64 = 0.005;

impl PredictedBand {
    /// The band is one of bandwidth; at a given block size operations scale with it.
    pub(crate) fn of(row: &Prediction) -> Self {
        Self::in_unit(row, MainUnit::of(&row.workload))
    }

    fn in_unit(row: &Prediction, unit: MainUnit) -> Self {
        let ends = (row.low_mb_s, row.high_mb_s);
        Self::scaled(unit, (row.mb_s, row.iops), ends, row.is_at_most())
    }

    pub(crate) fn scaled(
        unit: MainUnit,
        (mb_s, iops): (f64, f64),
        (low, high): (f64, f64),
        at_most: bool,
    ) -> Self {
        let scale = if mb_s > 0.0 { unit.pick(1.0, iops / mb_s) } else { 1.0 };
        Self { low: low * scale, middle: mb_s * scale, high: high * scale, at_most }
    }

    /// `None` if there is nothing to compare it with: a bound says nothing of a figure below it.
    pub(crate) fn apart(&self, measured: f64) -> Option<PredictionGap> {
        let above = measured > self.high;
        if self.middle <= 0.0 || (self.at_most && !above) {
            return None;
        }
        let share = measured / self.middle - 1.0;
        let is_outside = above || measured < self.low;
        // A gap shown as 0 % is no warning.
        Some(PredictionGap { share, outside: is_outside && share.abs() >= SHARE_MIN })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeasuredFigure {
    /// The median; `None` if not one operation completed.
    pub(crate) figure: Option<f64>,
    /// One of the repeats was cut short.
    pub(crate) partial: bool,
}

/// Target, workload, set.
type Key<'a> = (&'a str, &'a str, &'a TargetSet);

pub(crate) struct RunResults<'a> {
    /// In the order in which they were first measured.
    pub(crate) targets: Vec<&'a str>,
    /// In the order in which they were first measured.
    pub(crate) workloads: Vec<&'a str>,
    order: Vec<Key<'a>>,
    measured: BTreeMap<Key<'a>, Vec<&'a TargetMeasurement>>,
    predicted: BTreeMap<Key<'a>, &'a Prediction>,
    /// Of each workload that was measured.
    units: BTreeMap<&'a str, MainUnit>,
    /// Sets that were measured only to find out who shares what.
    chosen: BTreeSet<&'a TargetSet>,
    /// Whether a figure at its prediction says anything.
    pub(crate) is_evidence: bool,
}

impl<'a> RunResults<'a> {
    pub(crate) fn of(run: &'a RunDocument) -> Self {
        let mut measured: BTreeMap<Key<'a>, Vec<&TargetMeasurement>> = BTreeMap::new();
        let key =
            |row: &'a TargetMeasurement| -> Key<'a> { (&row.target, &row.workload, &row.set) };
        for row in &run.results {
            measured.entry(key(row)).or_default().push(row);
        }
        let mut predicted: BTreeMap<Key<'a>, &Prediction> = BTreeMap::new();
        for row in &run.predictions {
            predicted.entry((&row.target, &row.workload, &row.set)).or_insert(row);
        }
        let workloads = distinct(run.results.iter().map(|row| row.workload.as_str()));
        let mut units = BTreeMap::new();
        for workload in &workloads {
            let of_workload = run.results.iter().filter(|row| row.workload == *workload);
            units.insert(
                *workload,
                MainUnit::of_measured(workload, of_workload.map(|row| (row.mb_s, row.iops))),
            );
        }
        Self {
            targets: distinct(run.results.iter().map(|row| row.target.as_str())),
            workloads,
            units,
            order: run.results.iter().map(key).collect(),
            chosen: run.sharing.iter().flat_map(|it| &it.chosen).collect(),
            measured,
            predicted,
            is_evidence: !run.simulation.as_ref().is_some_and(RunSimulation::is_as_described),
        }
    }

    pub(crate) fn unit(&self, workload: &str) -> MainUnit {
        self.units.get(workload).copied().unwrap_or_else(|| MainUnit::of(workload))
    }

    /// All repeats of one figure.
    pub(crate) fn rows<'b>(
        &'b self,
        (target, workload, set): Key<'b>,
    ) -> &'b [&'b TargetMeasurement] {
        self.measured.get(&(target, workload, set)).map_or(&[], Vec::as_slice)
    }

    /// Sets requested beside each alone and all together, in order of first appearance.
    pub(crate) fn other_sets(&self, workload: &str) -> Vec<&'a TargetSet> {
        let of_workload = self.order.iter().filter(|(_, name, _)| *name == workload);
        let sets = distinct(of_workload.map(|(_, _, set)| *set));
        sets.into_iter().filter(|set| self.is_other(set)).collect()
    }

    fn is_other(&self, set: &TargetSet) -> bool {
        ![ALONE, ALL].contains(&set) && !self.chosen.contains(set)
    }

    /// How many figures there are in those sets.
    pub(crate) fn in_other_sets(&self, workload: &str) -> usize {
        let keys = self.measured.keys().filter(|(_, name, _)| *name == workload);
        keys.filter(|(_, _, set)| self.is_other(set)).count()
    }

    /// The targets measured in a set, in order of first appearance.
    pub(crate) fn members(&self, workload: &str, set: &TargetSet) -> Vec<&'a str> {
        let of_set = self.order.iter().filter(|(_, name, of)| *name == workload && *of == set);
        distinct(of_set.map(|(target, _, _)| *target))
    }

    pub(crate) fn sum(&self, workload: &str, set: &TargetSet) -> f64 {
        let members = self.members(workload, set).into_iter();
        let figures = members.filter_map(|target| self.main_reading((target, workload, set)));
        figures.filter_map(|reading| reading.figure).sum()
    }

    /// Whether a target was measured alone or with all others.
    pub(crate) fn is_usual(&self, target: &str, workload: &str) -> bool {
        [ALONE, ALL].iter().any(|set| !self.rows((target, workload, set)).is_empty())
    }

    /// The repeats alone if it ran so, else those with all: latencies come from these.
    pub(crate) fn quiet_rows<'b>(
        &'b self,
        target: &'b str,
        workload: &'b str,
    ) -> &'b [&'b TargetMeasurement] {
        let alone = self.rows((target, workload, ALONE));
        if alone.is_empty() { self.rows((target, workload, ALL)) } else { alone }
    }

    /// One figure over the repeats; `None` if not measured.
    pub(crate) fn reading(
        &self,
        key: Key<'_>,
        figure: impl Fn(&TargetMeasurement) -> f64,
    ) -> Option<MeasuredFigure> {
        let rows = self.rows(key);
        let done = |row: &TargetMeasurement| row.is_done().then(|| figure(row));
        let partial = rows.iter().any(|row| row.partial);
        (!rows.is_empty()).then(|| MeasuredFigure { figure: median(rows, done), partial })
    }

    /// One figure in the unit in which its workload is compared.
    pub(crate) fn main_reading(&self, key: Key<'_>) -> Option<MeasuredFigure> {
        let unit = self.unit(key.1);
        self.reading(key, |row| unit.pick(row.mb_s, row.iops))
    }

    pub(crate) fn band(&self, (target, workload, set): Key<'_>) -> Option<PredictedBand> {
        let row = self.predicted.get(&(target, workload, set))?;
        Some(PredictedBand::in_unit(row, self.unit(workload)))
    }
}

/// The median over the repeats that have the figure (the mean of the middle two of an even number);
/// `None` if none has it.
pub(crate) fn median(
    rows: &[&TargetMeasurement],
    figure: impl Fn(&TargetMeasurement) -> Option<f64>,
) -> Option<f64> {
    narrows_units::stats::median(&rows.iter().filter_map(|row| figure(row)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 885 MiB/s in requests of 4 MiB are 221 a second, a figure of no use. Of small requests with a name of a
    /// program's own, and of those with a known one, people count the operations.
    #[test]
    fn large_requests_of_unknown_order_are_counted_in_bytes() {
        let of = |workload, mb_s, iops| MainUnit::of_measured(workload, [(mb_s, iops)]);
        assert_eq!(of("elbencho write", 928.0, 221.0), MainUnit::Bytes);
        assert_eq!(of("job-1", 40.96, 10_000.0), MainUnit::Requests);
        assert_eq!(of("rand-read-4k-q1", 928.0, 221.0), MainUnit::Requests);
        assert_eq!(of("bonnie++ sequential output", 728.0, 88_904.0), MainUnit::Bytes);
        assert_eq!(of("job-1", 40.96, 0.0), MainUnit::Bytes);
    }
}
