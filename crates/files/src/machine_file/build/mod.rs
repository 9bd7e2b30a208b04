//! Builds a machine from the file as written, and finds contradictions on the way.
//!
//! The order matters: names first, so that every reference can be resolved wherever it is; then the
//! slots in use, whose rules determine what each offers; then the places from the processor
//! outwards, and on them drives, arrays and workloads.

mod arrays;
mod builder;
mod drives;
mod figures;
mod fold;
mod host;
mod names;
mod nested;
mod places;
mod range;
mod rules;
mod slots;
mod sockets;
mod spec;
mod stated;
mod transport;
mod tree;
mod workloads;

use self::builder::MachineBuilder;
use self::names::FileNames;
use self::slots::SlotTable;
use super::description;
use super::parsed::MachineFile;
use super::slip::Result;

pub use self::range::MAX_COUNT;

pub(super) fn build(file: &description::File) -> Result<MachineFile> {
    build_of(file, &spec::specs(&file.drive)?)
}

/// The same with equal drives folded; `None` if more than `most` are left.
pub(super) fn build_folded(file: &description::File, most: u64) -> Result<Option<MachineFile>> {
    let (specs, equal) = fold::folded(file, spec::specs(&file.drive)?);
    let left: usize = specs.iter().map(|spec| spec.ids.len()).sum();
    if equal.is_empty() || left as u64 > most {
        return Ok(None);
    }
    let mut built = build_of(file, &specs)?;
    built.machine.equal = equal;
    Ok(Some(built))
}

fn build_of(file: &description::File, specs: &[spec::ResolvedDrive<'_>]) -> Result<MachineFile> {
    // Each step needs those before it: slots the names, places the slots, arrays the drives.
    let host = host::read(file.host.as_ref())?;
    let names = FileNames::new(file, specs, &host)?;
    let slots = SlotTable::new(file, specs, &host, &names)?;
    let mut builder = MachineBuilder::new(names, slots, &host);
    builder.places(file, &host)?;
    builder.drives(specs)?;
    builder.arrays(&file.array)?;
    let workloads = builder.workloads(&file.workload)?;
    let name = file.name.as_ref().map(|name| name.value.clone());
    Ok(builder.finish(name, workloads))
}
