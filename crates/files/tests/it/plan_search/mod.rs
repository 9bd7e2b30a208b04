//! The search for the best placement, on boards of the catalogue.

mod advice;
mod boards;
mod bounds;
mod constraints;
mod draw;
mod near;
mod observed;
mod oracle;
mod sizes;
mod synthetic;
mod trades;

use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

fn sequential() -> Workload {
    Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(128), 32)
}
