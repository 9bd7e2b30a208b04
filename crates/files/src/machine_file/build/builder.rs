//! A machine under construction, to which every part adds its own.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::Board;
use narrows_model::{Machine, WorkloadJob};
use narrows_topology::Id;
use narrows_units::Bytes;

use super::host;
use super::names::FileNames;
use super::slots::SlotTable;
use crate::machine_file::parsed::{DriveHome, MachineFile};

pub(super) struct MachineBuilder<'a> {
    pub machine: Machine,
    pub names: FileNames,
    pub slots: SlotTable<'a>,
    pub max_payload: Option<Bytes>,
    pub board: Option<&'static Board>,
    pub homes: BTreeMap<Id, DriveHome>,
    /// Links over which USB takes one command at a time.
    pub one_at_a_time: BTreeSet<Id>,
    /// Which array a drive is in, and where the file states it.
    pub member_of: BTreeMap<Id, (String, usize)>,
}

impl<'a> MachineBuilder<'a> {
    pub fn new(names: FileNames, slots: SlotTable<'a>, host: &host::ResolvedHost) -> Self {
        Self {
            machine: host.machine(),
            names,
            slots,
            max_payload: host.max_payload,
            board: host.board,
            homes: BTreeMap::new(),
            one_at_a_time: BTreeSet::new(),
            member_of: BTreeMap::new(),
        }
    }

    pub fn finish(mut self, name: Option<String>, workloads: Vec<WorkloadJob>) -> MachineFile {
        self.machine.know_processor();
        self.machine.topology.host.name.clone_from(&name);
        let groups = self.names.groups();
        let slots = self.slots.finish();
        MachineFile {
            name,
            board: self.board,
            machine: self.machine,
            workloads,
            slots: slots.slots,
            slot_order: slots.order,
            occupants: slots.occupants,
            max_payload: self.max_payload,
            rules: slots.rules,
            settings: slots.settings,
            homes: self.homes,
            groups,
        }
    }
}
