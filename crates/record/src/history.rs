//! `narrows.history/1`: the runs that are kept, and a drive's figures over time.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::identity::IdentityRecord;
use crate::run::{RunDocument, TargetMeasurement};
use crate::see::{DocumentNote, HostRecord};
use crate::word::TargetSet;

/// Runs, newest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryDocument {
    /// Always `narrows.history/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The directory that holds the runs' directories.
    pub directory: String,
    /// How many runs there are in all; `runs` are those requested.
    pub known: u64,
    /// The requested runs, newest first.
    pub runs: Vec<PastRun>,
    /// Figures over time, oldest first, if one drive and workload were requested.
    pub series: Vec<HistorySeries>,
    /// Runs that could not be read, and the state of the index.
    pub notes: Vec<DocumentNote>,
    /// How many of the known runs are of virtual hardware and were left out, because they were not requested.
    pub simulated_hidden: u64,
}

/// A run in a list of runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastRun {
    /// Its id: its directory's name.
    pub id: String,
    /// The shortest text that means this run and no other.
    pub short: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The version of Narrows that measured.
    pub measured_by: String,
    /// The command line.
    pub command: Vec<String>,
    /// Not everything requested was measured.
    pub partial: bool,
    /// On Narrows' own simulated machine.
    pub simulated: bool,
    /// The machine's name: its board and processor; null if neither is known.
    pub machine: Option<String>,
    /// One entry a target, workload and set, in the order in which they were first measured.
    pub figures: Vec<PastFigure>,
}

/// Performance of one target in one set under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastFigure {
    /// The drive's id in that run.
    pub target: String,
    /// Identity across runs.
    pub drive: IdentityRecord,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Every drive of the set.
    pub together: Vec<String>,
    /// Rate limits of those that were throttled, 10^6 bytes per second.
    pub held: BTreeMap<String, f64>,
    /// How often it was measured; the figures are the medians over these.
    pub repeats: u32,
    /// 10^6 bytes per second; null if nothing completed.
    pub mb_s: Option<f64>,
    /// Operations per second; null if nothing completed.
    pub iops: Option<f64>,
    /// The latency that 99 % of the operations did not exceed, microseconds.
    pub p99_us: Option<f64>,
    /// The process's own processor time per operation, microseconds.
    pub cpu_us_per_io: Option<f64>,
    /// Cut short, or with failed operations: the figures are no measure of the drive.
    pub partial: bool,
}

/// The figures of one drive in one set under one workload over time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistorySeries {
    /// The drive's id in the newest of the runs.
    pub target: String,
    /// Identity across runs.
    pub drive: IdentityRecord,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together: `alone`, `all`, or the set's name.
    pub set: TargetSet,
    /// Drives of the set that were held to a rate, and to which, 10^6 bytes per second.
    pub held: BTreeMap<String, f64>,
    /// On Narrows' own simulated machine.
    pub simulated: bool,
    /// One entry a run, oldest first.
    pub points: Vec<HistoryPoint>,
}

/// One run's figures in a series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryPoint {
    /// The run's id.
    pub id: String,
    /// The shortest text that means this run.
    pub short: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// How many drives ran together, this one included.
    pub drives: u32,
    /// How often it was measured; the figures are the medians over these.
    pub repeats: u32,
    /// 10^6 bytes per second; null if nothing completed.
    pub mb_s: Option<f64>,
    /// Operations per second; null if nothing completed.
    pub iops: Option<f64>,
    /// The latency that 99 % of the operations did not exceed, microseconds.
    pub p99_us: Option<f64>,
    /// Change in MB/s (of one workload also IOPS) from the first whole figure of the series, as a
    /// part of it: -0.1 is a tenth slower. Null for that first, and if it or this is not whole.
    pub change: Option<f64>,
    /// Cut short, or with failed operations: the figures are no measure of the drive.
    pub partial: bool,
}

/// `narrows.forgotten/1`: runs that were deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForgottenDocument {
    /// Always `narrows.forgotten/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Nothing was deleted: this is a preview.
    pub rehearsed: bool,
    /// The runs, by id.
    pub runs: Vec<ForgottenRun>,
}

/// A run that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForgottenRun {
    /// Its id.
    pub id: String,
    /// Its directory.
    pub path: String,
    /// Size of its files, bytes.
    pub bytes: u64,
}

impl PastRun {
    /// The run in few words. `short` is the id; only who knows all runs can tell a shorter one.
    pub fn of(run: &RunDocument) -> Self {
        Self {
            id: run.id.clone(),
            short: run.id.clone(),
            started: run.started.clone(),
            measured_by: run.narrows.clone(),
            command: run.command.clone(),
            partial: run.partial,
            simulated: run.results.iter().any(|result| result.simulated),
            machine: machine(&run.machine.host),
            figures: figures(run),
        }
    }

    /// The drives that it measured, as [`IdentityRecord::key`] gives them, each once and in order.
    pub fn drives(&self) -> BTreeSet<String> {
        self.figures.iter().map(|figure| figure.drive.key(&figure.target)).collect()
    }

    /// The measurements of each drive: runs that agree in them, and in the machine, repeat each other.
    fn measured(&self) -> BTreeSet<(String, &str, &TargetSet, Held)> {
        let figures = self.figures.iter();
        let one = |figure: &'_ PastFigure| figure.drive.key(&figure.target);
        figures.map(|it| (one(it), it.workload.as_str(), &it.set, held_of(it))).collect()
    }

    /// Whether both measured the same of the same drives in the same machine.
    pub fn repeats(&self, other: &Self) -> bool {
        (self.simulated, &self.machine) == (other.simulated, &other.machine)
            && self.measured() == other.measured()
    }
}

/// Board and processor: the owner's way to tell machines apart.
fn machine(host: &HostRecord) -> Option<String> {
    let known = [&host.board, &host.cpu];
    let known: Vec<&str> = known.into_iter().flatten().map(String::as_str).collect();
    let known: Vec<&str> = known.into_iter().filter(|name| !name.trim().is_empty()).collect();
    (!known.is_empty()).then(|| known.join(" · "))
}

fn held_of(figure: &PastFigure) -> Held {
    // Bits, because floats have no order for the key of a map.
    figure.held.iter().map(|(name, mb_s)| (name.clone(), mb_s.to_bits())).collect()
}

/// The figures kept of a run: one for each target, set and workload, with the throttled drives beside it.
pub fn figures(run: &RunDocument) -> Vec<PastFigure> {
    // The map finds a figure's place, the list keeps the order of the run.
    let mut places: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let mut grouped: Vec<Vec<&TargetMeasurement>> = Vec::new();
    for result in &run.results {
        let key = (result.target.as_str(), result.workload.as_str(), result.set.as_str());
        let at = *places.entry(key).or_insert(grouped.len());
        match grouped.get_mut(at) {
            Some(repeats) => repeats.push(result),
            None => grouped.push(vec![result]),
        }
    }
    let is_limited = |row: &&TargetMeasurement| row.asked.limit_mb_s.is_some();
    let limited: Vec<&TargetMeasurement> = run.results.iter().filter(is_limited).collect();
    grouped.iter().filter_map(|repeats| figure(repeats, &limited, run)).collect()
}

fn figure(
    repeats: &[&TargetMeasurement],
    limited: &[&TargetMeasurement],
    run: &RunDocument,
) -> Option<PastFigure> {
    let first = repeats.first()?;
    let median = |of: fn(&TargetMeasurement) -> Option<f64>| {
        let done = repeats.iter().filter(|result| result.is_done());
        narrows_units::stats::median(&done.filter_map(|result| of(result)).collect::<Vec<f64>>())
    };
    Some(PastFigure {
        target: first.target.clone(),
        drive: IdentityRecord::of(&first.target, &run.machine),
        workload: first.workload.clone(),
        set: first.set.clone(),
        together: first.together.clone(),
        held: held(first, limited),
        repeats: u32::try_from(repeats.len()).unwrap_or(u32::MAX),
        mb_s: median(|result| Some(result.mb_s)),
        iops: median(TargetMeasurement::counted_iops),
        p99_us: median(|result| result.latency_us.p99),
        cpu_us_per_io: median(|result| result.cpu_us_per_io),
        partial: repeats.iter().any(|result| result.partial),
    })
}

/// Who was held to a rate in the set of this row; `limited` are all rows that were.
fn held(row: &TargetMeasurement, limited: &[&TargetMeasurement]) -> BTreeMap<String, f64> {
    let beside =
        |other: &&&TargetMeasurement| other.set == row.set && row.together.contains(&other.target);
    let limit = |other: &&TargetMeasurement| Some((other.target.clone(), other.asked.limit_mb_s?));
    limited.iter().filter(beside).filter_map(limit).collect()
}

/// Who was held to which rate, as something that can be ordered.
type Held = Vec<(String, u64)>;

/// The figures of these runs (newest first) as one series a drive, workload and set, in which no drive was throttled or the same drives were,
/// to the same rates: throttled figures say nothing of how a drive ages. Simulated figures have series of their own. Drives are identified by
/// serial, else by WWN, else by model and slot, else by name.
pub fn series(runs: &[PastRun]) -> Vec<HistorySeries> {
    type Key = (String, String, TargetSet, Held, bool);
    // Beside each series its first whole figure, which all later ones are held against.
    let mut by_key: BTreeMap<Key, (HistorySeries, Option<f64>)> = BTreeMap::new();
    // Runs come newest first; a series begins with the oldest.
    for run in runs.iter().rev() {
        for figure in &run.figures {
            let drive = figure.drive.key(&figure.target);
            let set = figure.set.clone();
            let key = (drive, figure.workload.clone(), set, held_of(figure), run.simulated);
            let (series, first) = by_key.entry(key).or_default();
            // The last run counts: the drive may have been called otherwise before.
            series.target.clone_from(&figure.target);
            series.drive.clone_from(&figure.drive);
            series.workload.clone_from(&figure.workload);
            series.set.clone_from(&figure.set);
            series.held.clone_from(&figure.held);
            series.simulated = run.simulated;
            let point = point(run, figure, *first);
            *first = first.or_else(|| whole(&point));
            series.points.push(point);
        }
    }
    by_key.into_values().map(|(series, _)| series).collect()
}

fn whole(point: &HistoryPoint) -> Option<f64> {
    point.mb_s.filter(|mb_s| !point.partial && *mb_s > 0.0)
}

fn point(run: &PastRun, figure: &PastFigure, first: Option<f64>) -> HistoryPoint {
    let mut point = HistoryPoint {
        id: run.id.clone(),
        short: run.short.clone(),
        started: run.started.clone(),
        drives: u32::try_from(figure.together.len()).unwrap_or(u32::MAX),
        repeats: figure.repeats,
        mb_s: figure.mb_s,
        iops: figure.iops,
        p99_us: figure.p99_us,
        change: None,
        partial: figure.partial,
    };
    point.change = whole(&point).zip(first).map(|(now, first)| now / first - 1.0);
    point
}
