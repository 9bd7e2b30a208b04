//! From the machine file as written to a machine, and what contradicts itself on the way.
//!
//! The order matters: names first, so that every reference can be resolved wherever it stands;
//! then the slots in use, whose rules say what each one offers; then the places from the processor
//! outwards, and on them drives, arrays and workloads.

mod arrays;
mod drives;
mod figures;
mod host;
mod names;
mod nested;
mod places;
mod rules;
mod slots;
mod stated;
mod transport;
mod tree;
mod workloads;

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::Board;
use narrows_messages::Message;
use narrows_model::{Job, Machine};
use narrows_topology::Id;
use narrows_units::Bytes;

use self::names::Names;
use self::slots::Slots;
use super::slip::{At, Slip};
use super::{Home, MachineFile, description};

pub(super) const CPU: &str = "cpu";
const CHIPSET: &str = "chipset";

/// Builds what the file describes.
pub(super) fn build(file: &description::File) -> Result<MachineFile, Slip> {
    let host = host::read(file.host.as_ref())?;
    let specs = drives::specs(&file.drive)?;
    let names = Names::new(file, &specs, &host)?;
    let slots = Slots::new(file, &specs, &host, &names)?;
    let mut builder = Builder::new(names, slots, &host);
    builder.places(file, &host)?;
    builder.drives(&specs)?;
    builder.arrays(&file.array)?;
    let workloads = builder.workloads(&file.workload)?;
    let name = file.name.as_ref().map(|name| name.value.clone());
    Ok(builder.finish(name, workloads))
}

/// A machine under construction.
struct Builder<'a> {
    machine: Machine,
    names: Names,
    slots: Slots<'a>,
    max_payload: Option<Bytes>,
    board: Option<&'static Board>,
    homes: BTreeMap<Id, Home>,
    /// Links over which USB takes one command at a time.
    one_at_a_time: BTreeSet<Id>,
    /// Which array a drive is in, and where that is said.
    member_of: BTreeMap<Id, (String, usize)>,
}

impl<'a> Builder<'a> {
    fn new(names: Names, slots: Slots<'a>, host: &host::Host) -> Self {
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

    fn finish(self, name: Option<String>, workloads: Vec<Job>) -> MachineFile {
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

/// A whole number within its range.
fn within(number: &At<i64>, least: u32, most: u32) -> Result<u32, Slip> {
    let wrong = || {
        let problem = Message::new("machine-out-of-range");
        number.wrong(problem.with("least", least).with("most", most))
    };
    let value = u32::try_from(number.value).map_err(|_| wrong())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(wrong()) }
}
