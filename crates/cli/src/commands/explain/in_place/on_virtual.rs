//! An array of a machine file, on virtual hardware.

use narrows_model::{ArrayPlan, RaidLevel};
use narrows_record::in_place::{ArrayInPlace, InPlaceMember};
use narrows_topology::Id;
use narrows_verdict::answer::source::SourceMachine;

use super::InPlaceRequest;
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::{Backend, VirtualMachine, VirtualMachineOptions};
use crate::measuring::virtual_location;

/// The array of this name; `None` if it is a drive, or nothing.
pub fn array(source: &SourceMachine, name: &str) -> Option<ArrayInPlace> {
    let id = Id::new(name.strip_prefix("/dev/").unwrap_or(name));
    let plan = source.machine.arrays.get(&id)?;
    let member = |id: &Id| InPlaceMember { id: id.to_string(), drive: Some(id.to_string()) };
    Some(ArrayInPlace {
        id: id.to_string(),
        target: id.to_string(),
        engine: plan.engine.as_str().to_owned(),
        level: level(plan).map(|level| level.as_str().to_owned()),
        chunk: plan.level.has_chunks().then(|| plan.chunk().get()),
        copies: u32::from(plan.copies.count),
        members: plan.members.iter().map(member).collect(),
        missing: Some(0),
        ..ArrayInPlace::default()
    })
}

/// A stripe over arrays is none of the levels by itself.
fn level(plan: &ArrayPlan) -> Option<RaidLevel> {
    plan.over.is_none().then_some(plan.level)
}

pub fn run(request: &InPlaceRequest<'_>, array: ArrayInPlace) -> Result<ProgramExit> {
    let members = array.members.iter().map(|member| member.id.as_str());
    let ids: Vec<Id> = std::iter::once(array.target.as_str()).chain(members).map(Id::new).collect();
    let wanted = VirtualMachineOptions::new(&request.args.on, &ids);
    let (machine, left_out) = VirtualMachine::open(wanted, request.source, request.output)?;
    let backend = Backend::Virtual(Box::new(machine));
    if request.args.dry_run {
        let locations = ids.iter().map(virtual_location).collect();
        return request.rehearse(&array, &backend.how(), locations);
    }
    request.measure(array, &backend, &left_out, &[])
}
