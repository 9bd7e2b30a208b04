//! A machine under construction, which every part adds its own to.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::Board;
use narrows_model::{Job, Machine};
use narrows_topology::Id;
use narrows_units::Bytes;

use super::host;
use super::names::Names;
use super::slots::Slots;
use crate::machine_file::parsed::{Home, MachineFile};

/// A machine under construction.
pub(super) struct Builder<'a> {
    pub machine: Machine,
    pub names: Names,
    pub slots: Slots<'a>,
    pub max_payload: Option<Bytes>,
    pub board: Option<&'static Board>,
    pub homes: BTreeMap<Id, Home>,
    /// Links over which USB takes one command at a time.
    pub one_at_a_time: BTreeSet<Id>,
    /// Which array a drive is in, and where the file states it.
    pub member_of: BTreeMap<Id, (String, usize)>,
}

impl<'a> Builder<'a> {
    pub fn new(names: Names, slots: Slots<'a>, host: &host::Host) -> Self {
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

    pub fn finish(mut self, name: Option<String>, workloads: Vec<Job>) -> MachineFile {
        self.machine.know_processor();
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
