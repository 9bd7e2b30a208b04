//! Predicts rates: flows over shared resources become fair shares, each with its certificate.
//!
//! For: predicting the rates of drives alone and together, their bottleneck and the next one.
//! [`solver`] has the equations and knows no PCIe term; [`lower`] turns a machine and a workload
//! into them; [`predict`] combines both.
//!
//! Not here: measured figures (`narrows-verdict` compares), simulated time.
//!
//! ```
//! use narrows_model::solver::{SolverFlow, ResourceUse, share};
//!
//! // Two drives that could do 2,000 and 500 MB/s share a link of 1,800: the slow one keeps its 500,
//! // and the other gets what is left.
//! let flow = |own| SolverFlow {
//!     weight: 1.0,
//!     uses: [0, own].map(|resource| ResourceUse { resource, coefficient: 1.0 }).to_vec(),
//! };
//! let shares = share(&[1800.0, 2000.0, 500.0], &[flow(1), flow(2)]);
//! assert_eq!(shares.rates, [1300.0, 500.0]);
//! assert_eq!(shares.stopped_by, [Some(0), Some(2)]);
//! ```

mod array;
mod arrivals;
mod bounded;
mod calibrate;
mod carries;
mod change;
mod figures;
mod ground;
mod job;
mod known_processor;
mod limit;
pub mod lower;
mod machine;
mod meaning;
mod part;
mod predict;
mod processor;
pub mod solver;
mod upgrade;
mod whole;
mod widths;
mod workload_on_target;

pub use array::{ArrayCacheMode, ArrayPlan, Bitmap, RaidEngine, StripeOverArrays};
pub use calibrate::CalibrationSample;
pub use carries::carries;
pub use change::MachineChange;
pub use figures::{BandedFigure, DriveFigures, WriteCache};
pub use job::{ApplicationWork, WorkloadJob};
pub use known_processor::RatedClock;
pub use limit::{Band, LimitKind, LimitUnit, ResourceLimit};
pub use lower::WorkloadTask;
pub use machine::{
    Arbitration, Demand, FoldedDrive, HostClass, HostFigures, LocationCeiling, Machine,
};
pub use meaning::{EverydayTask, NoticeLevel, PerceptionThreshold};
pub use narrows_array::{CopyLayout, CopyOrder, RaidLevel};
pub use part::MachineParts;
pub use predict::{
    LoadedLimit, PredictedTotal, TargetPrediction, predict, predict_set, predict_tasks,
};
pub use upgrade::{
    AddDrivesFn, UPGRADE_TARGETS, UpgradeGain, UpgradeOption, beside, holding, upgrades,
};
pub use whole::{LinkArrivals, MachineArrivals};
pub use widths::{BandWidths, BasisClass, PredictionBasis};
pub use workload_on_target::{WorkloadOnTarget, predict_together, predict_workloads};
