//! Virtual hardware: machines to measure that nobody has to own.
//!
//! For: stepping the engine's issuers in virtual time on a machine that is built from the same
//! topology and figures as the closed-form model. What each request costs where is asked of the
//! model (`narrows_model::request`); here are the queues, the order in which shared places serve,
//! chance, caches that fill, heat and faults. The same seed gives the same results, bit for bit.
//!
//! Not here: what a request costs (the model), what is asked next (the issuer), which rounds run
//! and what follows from them. docs/virtual.md tells what is simulated and what is not.

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
