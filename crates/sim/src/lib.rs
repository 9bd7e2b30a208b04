//! Virtual hardware: simulated machines to measure.
//!
//! For: stepping the engine's issuers in virtual time on a machine that is built from the same
//! topology and figures as the analytical model. The cost of each request comes from the model
//! (`narrows_model::request`); this crate adds queues, the order of service at shared locations,
//! random waits, caches that fill, heat and faults. The same seed gives the same results, bit for
//! bit.
//!
//! Not here: costs of requests (the model), the next request (the issuer), the choice of rounds,
//! conclusions from them. docs/virtual.md lists what is simulated and what is not.
//!
//! ```
//! use narrows_workload::issuer::TargetRegion;
//! use narrows_sim::{SimPart, Simulator, RoundTiming};
//! use narrows_topology::Id;
//! use narrows_units::Nanos;
//!
//! let name = "asrock-z170-oc-formula/3x-m8pe";
//! let text = narrows_catalog::machine::machine(name).expect("a machine");
//! let machine = narrows_files::machine_file::read(text).expect("a machine file").machine;
//! let workload = narrows_workload::profile("seq-read-128k-q32").expect("a workload");
//! let part = |target| SimPart {
//!     target: Id::new(target),
//!     workload: workload.clone(),
//!     limit: None,
//!     start_after: Nanos::ZERO,
//!     region: TargetRegion::whole(1 << 30),
//! };
//! let (ramp, time) = (Nanos::millis(50), Nanos::millis(200));
//! let timing = RoundTiming { ramp, time, ops_max: None, bytes_max: None, patience: time };
//! let parts = ["m8pe1", "m8pe2", "m8pe3"].map(part);
//! let ran = Simulator::new(&machine, &[], 1).run(&parts, &timing, &());
//! let first = ran[0].as_ref().expect("a workload that fits");
//! let (bytes, _) = first.threads[0].tally.timeline.sum(ramp, ramp + time);
//! // A third of what DMI 3.0 carries, 3,587.5 MB/s, within a request or two.
//! assert!((bytes.per(time).as_mb_s() / 1195.8 - 1.0).abs() < 0.01);
//! ```

mod chance;
mod cost_table;
mod event_queue;
mod fault;
mod fault_state;
mod flight;
mod heat;
mod part;
mod picos;
mod result;
mod round;
mod runner;
mod server;
mod simulator;
mod unit;

pub use fault::{HeatModel, SimFault, SimFaultKind};
pub use part::{RoundTiming, SimObserver, SimPart};
pub use result::{LinkObservation, PartEnding, PartMonitoring, PartResult, SimThreadResult};
pub use simulator::Simulator;
