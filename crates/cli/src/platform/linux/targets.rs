//! Targets besides scratch files and files to read, and the confirmations before they are opened.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_topology::{Id, Topology};

use crate::args::MeasureArgs;
pub use crate::commands::measure::passthrough::{check as check_places, open as through};
use crate::failure::Result;
pub use crate::measuring::overwriting::{OpenedTargets, rehearse, settle};
use crate::measuring::targets::TargetLocation;
use crate::output::CliOutput;
use crate::writes::WriteArgs;

/// Whether this system has everything requested: it has.
pub fn check(_: &MeasureArgs) -> Result<()> {
    Ok(())
}

/// Opens the locations to overwrite or keep, and leaves the rest to others.
pub fn open(
    writes: &WriteArgs,
    places: Vec<(Id, TargetLocation)>,
    topology: &Topology,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Result<OpenedTargets> {
    writes.open(places, topology, cancel, output)
}
