//! Arrays whose members are arrays: one stripe over several that are alike (levels 50 and 60, a ZFS
//! pool of several raidz, md over the volumes of RAID cards).
//!
//! Other levels over arrays the model does not know; an equivalent over drives is suggested.

use narrows_messages::Message;
use narrows_model::{ArrayPlan, RaidLevel, StripeOverArrays};
use narrows_topology::Id;
use narrows_topology::graph;

use super::arrays::{engine, fits_together, stack};
use super::builder::MachineBuilder;
use super::names::NameKind;
use crate::machine_file::description;
use crate::machine_file::slip::{MachineFileSlip, Name, Result};

impl MachineBuilder<'_> {
    /// Whether any member of an array is an array.
    pub(super) fn has_arrays(&self, array: &description::Array) -> bool {
        array.members.iter().any(|name| self.names.what(&name.value) == Some(&NameKind::Array))
    }

    /// Makes a stripe over arrays, which `of_drives` are.
    pub(super) fn array_of_arrays(
        &mut self,
        array: &description::Array,
        of_drives: &[&description::Array],
    ) -> Result<()> {
        let mut inner: Vec<Id> = Vec::new();
        for name in &array.members {
            let id = self.array_named(name, of_drives)?;
            self.claim_member(array, name, &id)?;
            self.refuse_unlike(array, name, (inner.first(), &id))?;
            inner.push(id);
        }
        fits_together(array)?;
        if array.level.value.level != RaidLevel::Stripe {
            return Err(array.level.wrong(Message::new("machine-array-level")));
        }
        refuse_caches(array)?;
        let plans = || inner.iter().filter_map(|id| self.machine.arrays.get(id));
        let members: Vec<Id> = plans().flat_map(|plan| plan.members.iter().cloned()).collect();
        let controllers: Vec<Option<Id>> = plans().map(|plan| plan.controller.clone()).collect();
        let Some(first) = plans().next().cloned() else { return Ok(()) };
        let card = self.controller_of(array, &members)?;
        // A RAID card stripes only over arrays that it makes itself.
        if let Some(name) = array.controller.as_ref().filter(|_| !controllers.contains(&card)) {
            return Err(name.wrong(Message::new("machine-card-over")));
        }
        let chunk = array.chunk.map(|chunk| chunk.value);
        let node = graph::Array {
            stack: stack(array),
            members: inner.clone(),
            drives: members.clone(),
            size: None,
            mounts: Vec::new(),
        };
        let over = StripeOverArrays { arrays: inner, engine: engine(array), chunk, controllers };
        let id = Id::new(&array.id.value);
        self.machine.topology.arrays.insert(id.clone(), node);
        self.machine.arrays.insert(id, ArrayPlan { members, over: Some(over), ..first });
        Ok(())
    }

    fn array_named(&self, name: &Name, of_drives: &[&description::Array]) -> Result<Id> {
        let below = of_drives.iter().find(|array| array.id.value == name.value);
        match (below, self.names.what(&name.value)) {
            (Some(_), _) => Ok(Id::new(&name.value)),
            (None, Some(NameKind::Drives(_))) => {
                Err(name.wrong(Message::new("machine-members-mixed")))
            }
            (None, _) => {
                let ids =
                    ["machine-no-such-array", "machine-no-such-array-near", "machine-array-deep"];
                Err(self.names.no_such(name, ids, |what| *what == NameKind::Array))
            }
        }
    }

    /// The model has one description for all of them.
    fn refuse_unlike(
        &self,
        array: &description::Array,
        name: &Name,
        (first, id): (Option<&Id>, &Id),
    ) -> Result<()> {
        let Some(first) = first else { return Ok(()) };
        let arrays = &self.machine.arrays;
        let kind = |id: &Id| {
            let plan = arrays.get(id)?;
            // Members and card differ from array to array by their nature.
            let bare = ArrayPlan { members: Vec::new(), controller: None, ..plan.clone() };
            Some((bare, plan.members.len()))
        };
        if kind(first) == kind(id) {
            return Ok(());
        }
        let at = array.members.first().map_or(array.id.at, |name| name.at);
        let problem = Message::new("machine-members-unlike").with("id", id);
        Err(name.wrong(problem.with("first", first)).against(at))
    }
}

/// Caches and buffers belong to the arrays below.
fn refuse_caches(array: &description::Array) -> Result<()> {
    let cache = array.cache.map(|cache| cache.at);
    match cache.or(array.drive_buffer.map(|buffer| buffer.at)) {
        Some(at) => Err(MachineFileSlip::new(at, Message::new("machine-cache-inside"))),
        None => Ok(()),
    }
}
