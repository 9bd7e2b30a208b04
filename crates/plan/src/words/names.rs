//! Which devices, slots and arrays a name means.

use narrows_catalog::board::SlotBus;
use narrows_catalog::drive;
use narrows_catalog::entry::EntryKind;
use narrows_catalog::named;
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::BytesPerSec;

use super::near::{nearest, shown};
use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::request::ArrayConstraint;

pub(super) struct PlanNameLookup<'a> {
    pub(super) inventory: &'a SlotInventory,
    pub(super) devices: &'a [MovableDevice],
}

const MOST_SLOTS: usize = 24;
const KINDS: [&str; 14] = [
    "drives", "drive", "nvme", "sata", "ssds", "ssd", "hdds", "hdd", "gpus", "gpu", "nics", "nic",
    "hbas", "hba",
];

impl<'a> PlanNameLookup<'a> {
    /// The devices of this name: the one with this id, else all of this model, else all of the kind
    /// that `drives`, `nvme`, `sata`, `ssds`, `hdds`, `gpus`, `nics` or `hbas` says, or one of these without its
    /// `s`.
    pub(super) fn devices(&self, name: &str) -> Result<Vec<usize>, Message> {
        let of = |is: &dyn Fn(usize, &MovableDevice) -> bool| -> Vec<usize> {
            let all = self.devices.iter().enumerate();
            all.filter(|(at, device)| is(*at, device)).map(|(at, _)| at).collect()
        };
        let by_id = of(&|_, device| device.id == name);
        let by_any_case = of(&|_, device| device.id.eq_ignore_ascii_case(name));
        let by_model = of(&|_, device| device.model == name);
        // As lists of drives take it: `samsung-pm9a3-1920gb` for the one with `-u-2` behind it.
        let begins = |model: &str| model.strip_prefix(name).is_some_and(|it| it.starts_with('-'));
        let by_short = of(&|_, device| begins(&device.model));
        let by_kind = of(&|at, _| self.is_kind(at, name));
        // As people spell models of the catalogue: `ironwolf 8tb`, `rtx4090`.
        let spelled = named::ids(name, &[EntryKind::Drive, EntryKind::Card]);
        let by_spelling = of(&|_, device| spelled.contains(&device.model.as_str()));
        // `rtx-3090-1` of `geforce-rtx-3090-1`.
        let ending = format!("-{name}");
        let by_end = of(&|_, device| device.id.ends_with(&ending));
        // `hyper` of `hyper-m2-x16-gen4`.
        let beginning = format!("{name}-");
        let by_begin = of(&|_, device| device.id.starts_with(&beginning));
        // From exact to loose: the first reading that any device answers to counts.
        let all = [by_id, by_any_case, by_model, by_short, by_kind, by_spelling, by_end, by_begin];
        let matching = all.into_iter().find(|devices| !devices.is_empty());
        matching.ok_or_else(|| self.no_device(name))
    }

    pub(super) fn device(&self, name: &str) -> Result<usize, Message> {
        match self.devices(name)?.as_slice() {
            [one] => Ok(*one),
            several => {
                let ids = several.iter().map(|&at| self.devices[at].id.as_str());
                let ids = ids.collect::<Vec<_>>().join(", ");
                Err(Message::new("plan-several-named").with("name", shown(name)).with("ids", ids))
            }
        }
    }

    /// Drives of this name; a card is none.
    pub(super) fn drives_named(&self, name: &str) -> Result<Vec<usize>, Message> {
        let named = self.devices(name)?;
        match named.iter().find(|&&at| self.devices[at].drive().is_none()) {
            None => Ok(named),
            Some(&at) => {
                Err(Message::new("plan-not-a-drive").with("name", shown(&self.devices[at].id)))
            }
        }
    }

    /// Every device that is one drive, by index.
    pub(super) fn drives(&self) -> Vec<usize> {
        let all = 0..self.devices.len();
        all.filter(|&at| self.devices[at].drive().is_some()).collect()
    }

    /// The device that is this drive and nothing else.
    pub(super) fn device_of(&self, drive: &Id) -> Option<usize> {
        self.devices.iter().position(|device| device.drive() == Some(drive))
    }

    /// The drives that an array of at least so many is made of by default: those on PCIe if they are enough, else
    /// those on SATA, else all.
    pub(super) fn usual_members(&self, left_over: Vec<usize>, fewest: usize) -> Vec<usize> {
        let of = |bus: SlotBus| -> Vec<usize> {
            left_over.iter().copied().filter(|&at| self.devices[at].bus == bus).collect()
        };
        let is_enough = |members: &Vec<usize>| members.len() >= fewest.max(2);
        let some = [of(SlotBus::Pcie), of(SlotBus::Sata)].into_iter().find(is_enough);
        some.unwrap_or(left_over)
    }

    /// The one card of this name that has bays or ports; `None` if the name is a slot's or no such
    /// card's.
    pub(super) fn card_with_bays(&self, name: &str) -> Result<Option<usize>, Message> {
        if self.slot(name).is_ok() {
            return Ok(None);
        }
        let named = self.devices(name).unwrap_or_default();
        match named.iter().any(|&at| self.devices[at].bays > 0) {
            true => self.device(name).map(Some),
            false => Ok(None),
        }
    }

    /// A slot, or a bay or port of a card that would be in it: `PCIE3/2`.
    pub(super) fn place(&self, name: &str) -> Result<String, Message> {
        let most = self.devices.iter().map(|device| device.bays).max().unwrap_or_default();
        let bay = name.rsplit_once('/').and_then(|(slot, number)| {
            let number: u8 = number.parse().ok().filter(|number| (1..=most).contains(number))?;
            Some(format!("{}/{number}", self.slot(slot).ok()?))
        });
        self.slot(name).or_else(|problem| bay.ok_or(problem))
    }

    /// The slot of this name, whatever its capitals.
    pub(super) fn slot(&self, name: &str) -> Result<String, Message> {
        let slots = || self.inventory.slots.iter().map(|slot| slot.id.as_str());
        let same = slots().find(|id| *id == name);
        let alike = || slots().find(|id| id.eq_ignore_ascii_case(name));
        same.or_else(alike).map(str::to_owned).ok_or_else(|| {
            let near = nearest(name, slots());
            let all = slots().take(MOST_SLOTS).collect::<Vec<_>>().join(", ");
            unknown("plan-unknown-seat", "plan-unknown-seat-near", name, near).with("slots", all)
        })
    }

    /// Throughput of a network card each way when its ports are busy; `None` if unknown.
    pub(super) fn line_rate(&self, device: usize) -> Option<BytesPerSec> {
        self.devices.get(device)?.line_rate()
    }

    /// That no device has this name, with the nearest that one has.
    fn no_device(&self, name: &str) -> Message {
        let ids =
            self.devices.iter().flat_map(|device| [device.id.as_str(), device.model.as_str()]);
        let all = 0..self.devices.len();
        let kinds = KINDS.into_iter().filter(|kind| all.clone().any(|at| self.is_kind(at, kind)));
        let near = nearest(name, ids.chain(kinds));
        unknown("plan-unknown-piece", "plan-unknown-piece-near", name, near)
    }

    fn is_kind(&self, at: usize, kind: &str) -> bool {
        let device = &self.devices[at];
        let spins = || drive::drive(&device.model).map(|model| model.spins);
        let is_drive = device.drive().is_some();
        match kind.to_lowercase().as_str() {
            "drives" | "drive" => is_drive,
            "nvme" => is_drive && device.bus == SlotBus::Pcie,
            "sata" => is_drive && device.bus == SlotBus::Sata,
            "ssds" | "ssd" => is_drive && spins() == Some(false),
            "hdds" | "hdd" | "disks" | "disk" => is_drive && spins() == Some(true),
            "gpus" | "gpu" => device.is_graphics(),
            "nics" | "nic" => device.kind() == Some(NodeKind::Network),
            "hbas" | "hba" => {
                let controller = matches!(device.kind(), Some(NodeKind::Storage(_)));
                controller && device.is_card() && !device.is_carrier()
            }
            _ => false,
        }
    }
}

pub(super) fn array<'a>(arrays: &'a [ArrayConstraint], name: &str) -> Option<&'a ArrayConstraint> {
    arrays.iter().find(|array| array.id == name)
}

/// A message about a word: `plain`, or `with_near` where a known one is nearly the same.
pub(super) fn unknown(
    plain: &'static str,
    with_near: &'static str,
    word: &str,
    near: Option<&str>,
) -> Message {
    match near {
        Some(near) => Message::new(with_near).with("word", shown(word)).with("near", near),
        None => Message::new(plain).with("word", shown(word)),
    }
}
