//! Flows over shared resources become fair shares, each with its certificate.
//!
//! For: saying what drives will do alone and together, what limits them and what would limit them
//! next. [`solver`] holds the equations and knows no PCIe word; [`lower`] turns a machine and a
//! workload into them; [`predict`] puts both together.
//!
//! Not here: measured figures (`narrows-verdict` compares), simulated time.

mod figures;
mod limit;
pub mod lower;
mod machine;
mod predict;
pub mod solver;

pub use figures::{DriveFigures, Figure};
pub use limit::{Band, Limit, LimitKind, Unit};
pub use machine::{Machine, Stripe};
pub use predict::{Bound, Outcome, predict};
