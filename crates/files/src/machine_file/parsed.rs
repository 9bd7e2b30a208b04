//! A machine file, read: the machine with what only the file knows of it.

use std::collections::BTreeMap;

use narrows_catalog::board::{Board, BoardRule, Settings, SlotBus, SlotForm};
use narrows_model::{Machine, WorkloadJob};
use narrows_topology::Id;
use narrows_units::{Bytes, Lanes, LinkWidth};

#[derive(Clone, Debug, PartialEq)]
pub struct MachineFile {
    pub name: Option<String>,
    /// Its board, where that is one of the catalogue.
    pub board: Option<&'static Board>,
    /// The machine, with the rules of its slots applied.
    pub machine: Machine,
    /// Its workloads; empty where the file leaves that to others.
    pub workloads: Vec<WorkloadJob>,
    /// Its slots, occupied or not, as they are while no rule changes them. Which device is in which
    /// stands in [`narrows_topology::graph::Node::slot`], with `/2` for the second part of a split.
    pub slots: BTreeMap<String, MachineSlot>,
    /// Their names, the board's first, in its order and the file's.
    pub slot_order: Vec<String>,
    /// What is in them, by slot, with `/2` for the second part of one that is split.
    pub occupants: BTreeMap<String, MachineOccupant>,
    /// Max_Payload_Size of its links; none where the file does not say.
    pub max_payload: Option<Bytes>,
    /// What the use of one slot does to another, the board's first.
    pub rules: Vec<BoardRule>,
    pub settings: Settings,
    /// Where drives are to be found on the machine itself.
    pub homes: BTreeMap<Id, DriveHome>,
    /// Drives that share a name: those of a `[[drive]]` with a `count`, in its order.
    pub groups: BTreeMap<String, Vec<Id>>,
}

/// A slot, of the board or of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineSlot {
    pub on: String,
    /// The most that it offers; none for a port that is SATA only.
    pub link: Option<LinkWidth>,
    /// The ways to share its lanes out that firmware offers; empty where unknown.
    pub splits: Vec<Vec<Lanes>>,
    /// The one in force; none for a slot that is not split.
    pub split: Option<Vec<Lanes>>,
    pub devices: Vec<SlotBus>,
    /// Its mechanical form; none where unknown.
    pub form: Option<SlotForm>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOccupant {
    /// The drive, card, switch or controller.
    pub id: Id,
    pub bus: SlotBus,
    /// The link that it can run; none for a SATA drive and for what takes all that it is offered.
    pub link: Option<LinkWidth>,
}

/// Where a drive is to be found on the machine itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveHome {
    /// Its name under `/dev/disk/by-id`.
    pub by_id: Option<String>,
    pub fs: Option<String>,
    pub mount: Option<String>,
}
