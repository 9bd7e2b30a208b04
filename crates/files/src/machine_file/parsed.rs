//! A parsed machine file: the machine, with facts that only the file has.

use std::collections::BTreeMap;

use narrows_catalog::board::{Board, BoardRule, Settings, SlotBus, SlotForm};
use narrows_model::{Machine, WorkloadJob};
use narrows_topology::Id;
use narrows_units::{Bytes, Lanes, LinkWidth};

#[derive(Clone, Debug, PartialEq)]
pub struct MachineFile {
    pub name: Option<String>,
    /// Its board, if from the catalogue.
    pub board: Option<&'static Board>,
    /// The machine, with the rules of its slots applied.
    pub machine: Machine,
    /// Its workloads; empty if the file leaves them to others.
    pub workloads: Vec<WorkloadJob>,
    /// Its slots, occupied or not, as they are before rules change them. The slot of each device is
    /// in [`narrows_topology::graph::Node::slot`], with `/2` for the second part of a split.
    pub slots: BTreeMap<String, MachineSlot>,
    /// Their names, the board's first, in its order and the file's.
    pub slot_order: Vec<String>,
    /// Their occupants, by slot, with `/2` for the second part of a split one.
    pub occupants: BTreeMap<String, MachineOccupant>,
    /// Max_Payload_Size of its links; `None` if not in the file.
    pub max_payload: Option<Bytes>,
    /// Effects of using one slot on another, the board's first.
    pub rules: Vec<BoardRule>,
    pub settings: Settings,
    /// Locations of drives on the machine itself.
    pub homes: BTreeMap<Id, DriveHome>,
    /// Drives that share a name: those of a `[[drive]]` with a `count`, in its order.
    pub groups: BTreeMap<String, Vec<Id>>,
}

/// A slot, of the board or of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSlot {
    pub on: String,
    /// The most that it offers; `None` for a SATA-only port.
    pub link: Option<LinkWidth>,
    /// Lane splits that the firmware offers; empty if unknown.
    pub splits: Vec<Vec<Lanes>>,
    /// The split in force; `None` for an unsplit slot.
    pub split: Option<Vec<Lanes>>,
    pub devices: Vec<SlotBus>,
    /// Its mechanical form; `None` if unknown.
    pub form: Option<SlotForm>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOccupant {
    /// The drive, card, switch or controller.
    pub id: Id,
    pub bus: SlotBus,
    /// The link that it can run; `None` for SATA, and for devices that take any.
    pub link: Option<LinkWidth>,
}

/// Location of a drive on the machine itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveHome {
    pub by_id: Option<String>,
    pub fs: Option<String>,
    pub mount: Option<String>,
}
