//! `narrows.run/1`: measurements, beside predictions, and limits.

mod context;
mod curve;
mod finding;
mod imported;
mod measured;
mod simulation;
pub mod steady;
mod target_stack;
mod verified;
mod watched;
mod workload_parameters;

use narrows_messages::{DocumentText, Message};
use serde::{Deserialize, Serialize};

pub use self::context::{BootTimes, RunContext};
pub use self::curve::{CurveAccess, CurvePoint, PositionCurve};
pub use self::finding::RunFinding;
pub use self::imported::{ImportSource, ImportStatistic};
pub use self::measured::{IssuingThread, Latency, MeasuringMethod, TargetMeasurement};
pub use self::simulation::RunSimulation;
pub use self::steady::{RateChange, RateCourse, SteadyState};
pub use self::target_stack::{
    DataInterceptor, DataInterceptorKind, TargetLocationKind, TargetStack,
};
pub use self::verified::{ChecksumResult, WriteContext};
pub use self::watched::{DriveMonitoring, LinkReading, TemperatureReading, ThrottleEvent};
pub use self::workload_parameters::WorkloadParameters;
use crate::experiment::ExperimentDocument;
use crate::in_place::ArrayInPlace;
use crate::predict::Prediction;
use crate::see::{DocumentNote, SeeDocument};
use crate::sharing::SharingRecord;
use crate::stripe::StripeRecord;
use crate::trial::TrialDocument;
use crate::watch::WatchRecord;
use crate::word::TargetSet;

/// A measuring run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunDocument {
    /// Always `narrows.run/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The run's id, and its directory's name: `<utc>-<id>`.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// The machine, seen before the run.
    pub machine: SeeDocument,
    /// State of the machine; null if not examined.
    pub context: Option<RunContext>,
    /// The virtual hardware that it ran on; null on a kernel's devices.
    pub simulation: Option<RunSimulation>,
    /// Predictions for the same sets.
    pub predictions: Vec<Prediction>,
    /// Measurements: one entry a target, workload, set and repeat.
    pub results: Vec<TargetMeasurement>,
    /// Which drives share a limit, and why; null if that was not examined or no figures show it.
    pub sharing: Option<SharingRecord>,
    /// The existing array that was measured in place; left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<ArrayInPlace>,
    /// Possible performance of arrays of the drives; left out if not examined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stripe: Option<StripeRecord>,
    /// The experiment in which this was measured; left out if there was none. `results` are those of
    /// the machine before and after; those of the change are in the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<ExperimentDocument>,
    /// The trial of an array of scratch files in which this was measured; left out if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<TrialDocument>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Remarks: other I/O seen, drives left out and why, fallbacks.
    pub notes: Vec<DocumentNote>,
    /// Interrupted, a drive failed, or one was left out for want of rights, room or a sound drive:
    /// the contents are true but incomplete.
    pub partial: bool,
    /// The job that was watched instead of measuring; absent where drives were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<WatchRecord>,
}

impl RunDocument {
    /// Whether it found more than the rates of single targets: arrays, a change, or work on an
    /// array.
    pub fn is_of_its_own(&self) -> bool {
        self.stripe.is_some() || self.experiment.is_some() || self.trial.is_some()
    }
}

/// The raw samples of one target in one round, kept beside the run (`samples.json.gz`): everything
/// else can be derived from them again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Samples {
    /// The drive's id.
    pub target: String,
    /// The workload's name.
    pub workload: String,
    /// Set that ran together.
    pub set: TargetSet,
    /// Counted from 1.
    pub repeat: u32,
    /// Microseconds from the common start to the first request.
    pub started_us: f64,
    /// Microseconds from the common start to the end.
    pub ended_us: f64,
    /// Length of a slot, microseconds.
    pub slot_us: f64,
    /// Bytes completed in each slot from the common start, ramp included.
    pub slot_bytes: Vec<u64>,
    /// Latency histogram: nanoseconds (the bucket's middle, off by less than 0.8 %) and count.
    pub latency_ns: Vec<(u64, u64)>,
}

/// A workload as benchmarks write it, `SEQ128K Q32T1 read`; its name if it has no description.
pub fn workload_title(name: &str) -> DocumentText {
    let Some(workload) = narrows_workload::profile(name) else {
        return DocumentText::Plain(name.to_owned());
    };
    let id = match workload.read_percent {
        100 => "report-workload-read",
        0 => "report-workload-write",
        _ => "report-workload-mix",
    };
    let message = Message::new(id).with("test", workload.short());
    message.with("percent", workload.read_percent).into()
}
