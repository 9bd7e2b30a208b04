//! A machine's slot inventory: its fixed part, and the slots of movable devices.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board::{BoardRule, Settings, SlotBus, SlotForm};
use narrows_catalog::chipset;
use narrows_catalog::cpu::{self, Cpu};
use narrows_model::Machine;
use narrows_topology::graph::{NodeKind, NodeLink};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, Lanes, LinkWidth};

use crate::device::MovableDevice;
use crate::feasibility::{self, BootSituation};
use crate::placement::{DeviceLocation, LaneSupply, Placement};

/// A machine's places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotInventory {
    pub name: String,
    /// Id of the board in the catalogue; `None` if the catalogue does not have it.
    pub board: Option<String>,
    /// Everything that stays where it is: processors, chipset, switches, on-board devices.
    pub fixed: Machine,
    /// Where devices can be, in the order of the board.
    pub slots: Vec<InventorySlot>,
    /// Effects of using one slot on others, in the order in which they apply.
    pub rules: Vec<BoardRule>,
    /// The lanes of its processors, if known; see [`SlotInventory::with_lanes`].
    pub lanes: Vec<LaneSupply>,
    pub settings: Settings,
    /// Max_Payload_Size of links that devices get; `None` if unknown.
    pub max_payload: Option<Bytes>,
    /// Known facts about booting and RAID, without drives.
    pub situation: BootSituation,
    pub devices: Vec<MovableDevice>,
    pub today: Placement,
}

/// A place for one device.
#[derive(Clone, Debug, PartialEq)]
pub struct InventorySlot {
    /// Its name: a slot's or port's.
    pub id: String,
    /// The node that a device in it hangs on while no rule says otherwise.
    pub on: Id,
    /// Its offer while no rule changes it; `None` for a port that is SATA only.
    pub link: Option<LinkWidth>,
    /// Its mechanical form; `None` if unknown, and then every device fits that it can drive.
    pub form: Option<SlotForm>,
    pub devices: Vec<SlotBus>,
    /// How firmware can split it; in one part where it cannot, empty where that is unknown.
    pub splits: Vec<Vec<Lanes>>,
    /// How its processor could split it, if it is unknown whether the firmware does; empty if that is
    /// not known either.
    pub may_split: Vec<Vec<Lanes>>,
    /// Firmware name of the setting that splits it; `None` if unknown.
    pub split_setting: Option<String>,
    /// The slot that it is a part of; `None` for an unsplit slot.
    pub part: Option<SlotPart>,
    /// Its row among the slots for cards, counted from the processor; `None` if unknown.
    pub row: Option<u8>,
    /// Where link and form come from.
    pub basis: FactBasis,
    /// Known facts about booting and RAID of its occupant.
    pub raid: feasibility::SlotFacts,
}

impl InventorySlot {
    /// A slot below this node, of which nothing else is known.
    pub fn below(on: Id) -> Self {
        Self {
            id: String::new(),
            on,
            link: None,
            form: None,
            devices: Vec::new(),
            splits: Vec::new(),
            may_split: Vec::new(),
            split_setting: None,
            part: None,
            row: None,
            basis: FactBasis::default(),
            raid: feasibility::SlotFacts::default(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPart {
    pub slot: String,
    pub way: Vec<Lanes>,
    /// Which of them it is, counted from 0.
    pub index: usize,
}

pub use narrows_catalog::board::PROCESSOR_GROUP;

/// A setting of this name describes the processor, as [`PROCESSOR_GROUP`] does, which no menu changes: its
/// lanes.
pub const PROCESSOR: &str = "CPU lanes";

pub fn is_of_processor(setting: &str) -> bool {
    [PROCESSOR, PROCESSOR_GROUP].contains(&setting)
}

impl SlotInventory {
    pub fn slot(&self, id: &str) -> Option<(usize, &InventorySlot)> {
        self.slots.iter().enumerate().find(|(_, slot)| slot.id == id)
    }

    /// A location of a placement as people call it: the slot, with `/2` for a carrier's second bay.
    pub fn location_name(&self, at: &Placement, location: DeviceLocation) -> Option<String> {
        match location {
            DeviceLocation::Slot(slot) => self.slots.get(slot).map(|slot| slot.id.clone()),
            DeviceLocation::Bay(carrier, bay) => match at.locations.get(carrier)? {
                DeviceLocation::Slot(slot) => {
                    Some(format!("{}/{}", self.slots.get(*slot)?.id, u16::from(bay) + 1))
                }
                DeviceLocation::Bay(..) => None,
            },
        }
    }

    /// Lets the chipset's uplink run no faster and no wider than a processor of the kind that the settings
    /// say.
    pub fn fit_uplink(&mut self) {
        let Some(group) = self.settings.get(PROCESSOR_GROUP) else { return };
        let rows = cpu::all().iter().filter(|row| row.group.as_ref() == Some(group));
        let rows: Vec<&Cpu> = rows.collect();
        let nodes = self.fixed.topology.nodes.values_mut();
        for node in nodes.filter(|node| node.kind == NodeKind::Chipset) {
            let known = node.name.as_deref().and_then(chipset::named);
            let uplink = known.and_then(|chipset| chipset.uplink_to(rows.iter().copied()));
            if let (Some(link), Some(uplink)) = (&node.link, uplink)
                && link
                    .possible
                    .is_some_and(|own| own.rate > uplink.link.rate || own.lanes > uplink.link.lanes)
            {
                node.link = Some(NodeLink::documented(&uplink, FactBasis::Documented));
            }
        }
    }

    /// The settings that a plan can choose, each with the values that matter.
    pub fn choices(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut choices: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let settings = self.rules.iter().flat_map(|rule| &rule.settings);
        for setting in settings.filter(|setting| !is_of_processor(&setting.name)) {
            choices.entry(&setting.name).or_default().insert(&setting.value);
        }
        choices
    }
}
