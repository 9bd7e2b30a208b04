//! The same machine with one thing changed: for sweeps, upgrades and comparisons.

use narrows_array::RaidLevel;
use narrows_topology::Id;
use narrows_topology::graph::{NodeKind, StorageControllerKind};
use narrows_units::{Bytes, Gigahertz, LinkWidth};

use crate::array::ArrayCacheMode;
use crate::machine::Machine;

#[derive(Clone, Debug, PartialEq)]
pub enum MachineChange {
    Chunk(Id, Bytes),
    Cache(Id, ArrayCacheMode),
    /// Whether an array's drives use their write buffers.
    DriveBuffer(Id, bool),
    /// The number of an array's members: the first ones, or copies of the last.
    Members(Id, usize),
    /// The width of the link that a slot provides.
    SlotLink(String, LinkWidth),
    Clock(Gigahertz),
}

impl Machine {
    /// The machine after `change`; `None` if there is nothing to change.
    pub fn changed(&self, change: &MachineChange) -> Option<Self> {
        let mut machine = self.clone();
        match change {
            MachineChange::Chunk(array, chunk) => {
                machine.arrays.get_mut(array)?.chunk = Some(*chunk)
            }
            MachineChange::Cache(array, mode) => machine.arrays.get_mut(array)?.cache = *mode,
            MachineChange::DriveBuffer(array, on) => {
                machine.arrays.get_mut(array)?.drive_buffer = *on
            }
            MachineChange::Members(array, count) => machine.set_members(array, *count)?,
            MachineChange::SlotLink(slot, link) => machine.set_slot_link(slot, *link)?,
            MachineChange::Clock(clock) => machine.host.clock = Some(*clock),
        }
        Some(machine)
    }

    /// The machine with another drive like `drive` beside it, and that drive's id.
    pub fn with_twin(&self, drive: &Id) -> Option<(Self, Id)> {
        let mut machine = self.clone();
        let twin = machine.add_twin(drive)?;
        Some((machine, twin))
    }

    fn set_members(&mut self, array: &Id, count: usize) -> Option<()> {
        let plan = self.arrays.get(array)?;
        let (mut members, fewest) = (plan.members.clone(), plan.level.fewest_members());
        let copies = usize::from(plan.copies().count);
        let lacks_copies = plan.level == RaidLevel::MirroredStripe && count < copies;
        // One drive more or less would make the arrays under a stripe unequal.
        if count < fewest || lacks_copies || plan.over.is_some() {
            return None;
        }
        members.truncate(count);
        let last = members.last()?.clone();
        while members.len() < count {
            members.push(self.add_twin(&last)?);
        }
        self.arrays.get_mut(array)?.members = members;
        Some(())
    }

    fn add_twin(&mut self, drive: &Id) -> Option<Id> {
        let mut twin = self.topology.drives.get(drive)?.clone();
        let id = self.free_id(drive);
        let controller = twin.controller.as_ref().and_then(|id| self.topology.nodes.get(id));
        // An NVMe drive is its own controller; others share theirs.
        if let Some(node) =
            controller.filter(|n| n.kind == NodeKind::Storage(StorageControllerKind::Nvme))
        {
            let mut node = node.clone();
            // With the port's id both would share one link.
            if let Some(link) = &mut node.link {
                link.port = None;
            }
            self.topology.nodes.insert(id.clone(), node);
            twin.controller = Some(id.clone());
        }
        if let Some(figures) = self.figures.get(drive).cloned() {
            self.figures.insert(id.clone(), figures);
        }
        self.topology.drives.insert(id.clone(), twin);
        Some(id)
    }

    fn free_id(&self, like: &Id) -> Id {
        let taken =
            |id: &Id| self.topology.drives.contains_key(id) || self.topology.nodes.contains_key(id);
        let mut number = 1u32;
        loop {
            // `part.rs` finds twins by this `+`.
            let id = Id::new(format!("{like}+{number}"));
            if !taken(&id) {
                return id;
            }
            number = number.saturating_add(1);
        }
    }

    /// The device in the slot runs at the link that both support.
    fn set_slot_link(&mut self, slot: &str, offered: LinkWidth) -> Option<()> {
        let nodes = self.topology.nodes.values_mut();
        let mut in_slot = nodes.filter(|it| it.slot.as_ref().is_some_and(|(name, _)| name == slot));
        let link = in_slot.find_map(|node| node.link.as_mut())?;
        link.current = Some(link.possible.map_or(offered, |possible| possible.common(offered)));
        link.port_possible = Some(offered);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use narrows_topology::graph::{Drive, Node};

    use super::*;

    use crate::array::{ArrayPlan, RaidEngine};

    fn machine() -> Machine {
        let mut machine = Machine::default();
        let (id, array) = (Id::new("a"), Id::new("s"));
        let node = Node::bare(NodeKind::Storage(StorageControllerKind::Nvme));
        machine.topology.nodes.insert(id.clone(), node);
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), drive);
        machine.arrays.insert(array, ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, vec![id]));
        machine
    }

    #[test]
    fn more_members_are_twins_on_controllers_of_their_own() {
        let array = Id::new("s");
        let three = machine().changed(&MachineChange::Members(array.clone(), 3)).unwrap();
        let members: Vec<_> = three.arrays[&array].members.iter().map(Id::as_str).collect();
        assert_eq!(members, ["a", "a+1", "a+2"]);
        let controller = three.topology.drives[&Id::new("a+2")].controller.as_ref();
        assert_eq!(controller, Some(&Id::new("a+2")));
        assert_eq!(machine().changed(&MachineChange::Members(array, 0)), None);
    }

    #[test]
    fn what_is_not_there_cannot_change() {
        let chunk = MachineChange::Chunk(Id::new("nothing"), Bytes::kib(4));
        assert_eq!(machine().changed(&chunk), None);
    }
}
