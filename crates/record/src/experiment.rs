//! `narrows.experiment/1`: one thing changed, measured before and after, and the effect.
//!
//! The document is the experiment's state file as well: it is written before anything is changed,
//! with everything needed to restore the old state and to go on after a reboot.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::run::{RunFinding, TargetMeasurement};
use crate::see::{DocumentNote, LinkState, SeeDocument};
use crate::word::words;

/// An experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentDocument {
    /// Always `narrows.experiment/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The experiment's id, and its file's name: `<utc>-<id>`.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// Kind of change.
    pub kind: ExperimentKind,
    /// How far it is.
    pub state: ExperimentState,
    /// Subject of the change: a drive's id, a port's address, or `cpu`.
    pub subject: String,
    /// Its value before: `none`, `16 GT/s`, `3.6 GHz`, or the place of a drive.
    pub before: String,
    /// Its value after; null for a drive that has not moved yet.
    pub changed: Option<String>,
    /// Factor by which the change multiplies the link's rate or the clock; null if unknown.
    pub factor: Option<f64>,
    /// The kernel's id of the boot in which it began: settings do not outlive a boot.
    pub boot: Option<String>,
    /// Values written, where, and the values they replaced.
    pub settings: Vec<ExperimentSetting>,
    /// Measurements, and how often.
    pub asked: ExperimentParameters,
    /// Every drive of the machine when it began.
    pub drives: Vec<ExperimentDrive>,
    /// Every drive of the machine after the move; empty if no drive moves.
    pub drives_after: Vec<ExperimentDrive>,
    /// Every measurement, in the order made.
    pub rounds: Vec<PhaseMeasurement>,
    /// The comparison.
    pub figures: Vec<ExperimentFigure>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
    /// Cut short, or a drive failed: the contents are true but incomplete.
    pub partial: bool,
}

/// Kind of change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExperimentKind {
    /// The highest rate that a PCIe link may run at.
    #[default]
    LinkSpeed,
    /// The highest clock that the processors may run at.
    CpuClock,
    /// A drive's I/O scheduler.
    Scheduler,
    /// The slot that a drive is in.
    Move,
    /// Volatile write caches of drives, or whether they are sent flushes: changed for a while by
    /// another command, whose journal this is. Nothing is measured here.
    WriteCache,
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExperimentState {
    /// Nothing has been changed: only a preview was shown.
    #[default]
    Rehearsed,
    /// It runs, or it ended without having a chance to put anything back.
    Running,
    /// Measured before; waits for the drive to be moved.
    Waiting,
    /// It is over and everything is as before.
    Done,
    /// It was cut short, and everything is as before.
    CutShort,
    /// Something could not be put back.
    NotRestored,
}

/// A value that is changed for a while, or that the kernel changes along.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentSetting {
    /// The file, such as `sys/block/sda/queue/scheduler`; `dev/nvme0/feature/06` means that feature
    /// of the controller.
    pub path: String,
    /// Its old value, which is restored.
    pub before: String,
    /// Value written; null if it is only restored, because the kernel changes it along.
    pub wanted: Option<String>,
    /// Identity of the drive that has this value: its World Wide Name, for NVMe its serial number.
    /// No other drive at this path is written. Null if the value is the kernel's own.
    pub drive: Option<String>,
}

impl ExperimentSetting {
    /// The command that writes a value, as a shell would take it.
    pub fn command(&self, value: &str) -> String {
        let Self { path, .. } = self;
        // Feature 06h is the volatile write cache, which bit 0 enables (NVM Express Base
        // Specification).
        let controller = path.strip_prefix("dev/").and_then(|path| path.split_once("/feature/06"));
        match controller {
            Some((controller, _)) => {
                let on = u8::from(value == "write back");
                format!("nvme set-feature /dev/{controller} --feature-id=6 --value={on}")
            }
            None if value.contains(' ') => format!("echo \"{value}\" > /{path}"),
            None => format!("echo {value} > /{path}"),
        }
    }
}

/// Measurements, and how often.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentParameters {
    /// Drives and files, as the command line names them.
    pub targets: Vec<String>,
    /// The drives themselves are read, not scratch files.
    pub raw: bool,
    /// Workloads by name.
    pub workloads: Vec<String>,
    /// How often the change is made and taken back.
    pub cycles: u32,
    /// Rounds in each phase.
    pub repeat: u32,
    /// Seconds a round.
    pub time_s: f64,
}

/// A drive and its location.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentDrive {
    /// Kernel name, which may change over a boot.
    pub id: String,
    /// Model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// World Wide Name, EUI-64 or NGUID.
    pub wwn: Option<String>,
    /// The chain of ports above it, outermost first, without bus numbers, which are given out
    /// anew at each boot: `0000:00:1b.4`, `0000:00:01.0/02.0`; else the controller's address.
    pub place: Option<String>,
    /// The physical slot, as the machine calls it.
    pub slot: Option<String>,
    /// Its own link, as negotiated.
    pub link: Option<LinkState>,
}

/// When a measurement was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExperimentPhase {
    /// Before the change.
    Before,
    /// With the change.
    Changed,
    /// With the change taken back.
    Again,
}

/// One measurement of one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhaseMeasurement {
    /// When.
    pub phase: ExperimentPhase,
    /// Counted from 1.
    pub cycle: u32,
    /// Result.
    pub result: TargetMeasurement,
}

/// One figure of one target under one workload, before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentFigure {
    /// The drive's id when it was measured first.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// `mb_s`, `iops`, `p99_us` or `cpu_us_per_io`.
    pub figure: ResultQuantity,
    /// Median before the change.
    pub before: f64,
    /// Median with the change.
    pub changed: f64,
    /// Median with the change taken back; null for a drive that was moved.
    pub again: Option<f64>,
    /// Changed over unchanged.
    pub ratio: PairRatio,
    /// Again over before: drift without any change.
    pub drift: Option<PairRatio>,
    /// Effect of the change on it.
    pub effect: ChangeEffect,
}

words! {
    /// Which figure of a result.
    pub enum ResultQuantity or Unlisted {
        /// 10^6 bytes per second.
        MbS = "mb_s",
        Iops = "iops",
        /// The latency that 99 % of the operations did not exceed.
        P99Us = "p99_us",
        /// The process's own processor time per operation.
        CpuUsPerIo = "cpu_us_per_io",
    }
}

/// A ratio of pairs of rounds, with the interval in which the true one lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairRatio {
    /// The median of the pairs' ratios.
    pub median: f64,
    /// Lower end of the interval; null with too few pairs for one.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The probability that the interval covers the true median, 0 to 1.
    pub confidence: Option<f64>,
    /// Pairs of rounds.
    pub pairs: u32,
}

/// Prints `0.52 (0.51–0.54)`, which works in every language.
impl fmt::Display for PairRatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.median)?;
        self.low.zip(self.high).map_or(Ok(()), |(low, high)| write!(f, " ({low:.2}–{high:.2})"))
    }
}

/// Effect of a change on a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChangeEffect {
    /// It went up: the whole interval lies above 1.
    More,
    /// It went down: the whole interval lies below 1.
    Less,
    /// No difference can be seen: the interval includes 1.
    None,
    /// Too few rounds to tell.
    Unknown,
}

/// All experiments kept, for `narrows experiment list`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentListDocument {
    /// Always `narrows.experiments/1`.
    pub schema: String,
    /// Newest first.
    pub experiments: Vec<ExperimentListEntry>,
    /// Files that cannot be read, and why.
    pub notes: Vec<DocumentNote>,
}

/// One experiment in a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentListEntry {
    /// Its id.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// Kind of change.
    pub kind: ExperimentKind,
    /// How far it is.
    pub state: ExperimentState,
    /// Subject of the change.
    pub subject: String,
    /// Its value before.
    pub before: String,
    /// Its value after.
    pub changed: Option<String>,
}

impl ExperimentListEntry {
    /// The list's line for an experiment.
    pub fn of(experiment: &ExperimentDocument) -> Self {
        Self {
            id: experiment.id.clone(),
            started: experiment.started.clone(),
            kind: experiment.kind,
            state: experiment.state,
            subject: experiment.subject.clone(),
            before: experiment.before.clone(),
            changed: experiment.changed.clone(),
        }
    }
}

impl ExperimentDrive {
    /// Every drive of a machine, with its location.
    pub fn all(see: &SeeDocument) -> Vec<Self> {
        see.drives.iter().filter(|drive| !drive.assumed).map(|drive| Self::of(see, drive)).collect()
    }

    fn of(see: &SeeDocument, drive: &crate::see::DriveRecord) -> Self {
        let is_its =
            |storage: &&crate::see::StorageRecord| drive.controller.as_ref() == Some(&storage.id);
        let storage = see.storage.iter().find(is_its);
        Self {
            id: drive.id.clone(),
            model: drive.model.clone(),
            serial: drive.serial.clone(),
            wwn: drive.wwn.clone(),
            place: storage.map(place),
            slot: storage.and_then(|storage| Some(storage.slot.as_ref()?.label.clone())),
            link: storage.and_then(|storage| storage.link.as_ref()?.current),
        }
    }

    /// Whether both are the same drive, by serial number, else by World Wide Name: kernel names
    /// and addresses may change over a boot. Two models may bear the same serial number.
    pub fn is(&self, other: &Self) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        match (&self.serial, &other.serial) {
            (Some(a), Some(b)) => a == b && self.model == other.model,
            _ => same(&self.wwn, &other.wwn),
        }
    }

    /// It has something to be recognised by.
    pub fn has_name(&self) -> bool {
        self.serial.is_some() || self.wwn.is_some()
    }
}

/// The ports above a controller, outermost first, of which only the first has its bus number: that
/// of a root port is fixed. A controller without a link above is identified by its own address.
pub fn place(storage: &crate::see::StorageRecord) -> String {
    let ports: Vec<&str> =
        storage.hops.iter().rev().filter_map(|hop| hop.port.as_deref()).collect();
    let Some((first, below)) = ports.split_first() else { return storage.address.clone() };
    let without_bus = |port: &&str| port.rsplit(':').next().unwrap_or(port).to_owned();
    std::iter::once((*first).to_owned())
        .chain(below.iter().map(without_bus))
        .collect::<Vec<_>>()
        .join("/")
}
