//! Targets beside scratch files and files to read, and what is asked before they are opened.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_topology::{Id, Topology};

use crate::args::Measure;
pub use crate::commands::measure::passthrough::{check as check_places, open as through};
use crate::failure::Failure;
pub use crate::measuring::overwriting::{Opened, rehearse, settle};
use crate::measuring::targets::TargetLocation;
use crate::output::Output;
use crate::writes::Writes;

/// Whether this system has all that is asked for: it has.
///
/// # Errors
/// None.
pub fn check(_: &Measure) -> Result<(), Failure> {
    Ok(())
}

/// Opens what is to be overwritten or kept, and leaves the other places to others.
///
/// # Errors
/// Those of [`Writes::open`].
pub fn open(
    writes: &Writes,
    places: Vec<(Id, TargetLocation)>,
    topology: &Topology,
    cancel: &Arc<AtomicBool>,
    output: &Output,
) -> Result<Opened, Failure> {
    writes.open(places, topology, cancel, output)
}
