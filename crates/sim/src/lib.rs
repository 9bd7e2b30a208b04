//! Virtual hardware: simulated machines to measure.
//!
//! For: stepping the engine's issuers in virtual time on a machine that is built from the same
//! topology and figures as the analytical model. The cost of each request comes from the model
//! (`narrows_model::request`); this crate adds queues, the order of service at shared locations,
//! random waits, caches that fill, heat and faults. The same seed gives the same results, bit for
//! bit.
//!
//! Not here: what a request costs (the model), which request comes next (the issuer), which rounds
//! run and what follows from them. docs/virtual.md says what is simulated and what is not.

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

pub use fault::{Fault, FaultKind, Heat};
pub use part::{Part, Timing, Watch};
pub use result::{Around, Ending, Issued, LinkSeen, Ran};
pub use simulator::Simulator;
