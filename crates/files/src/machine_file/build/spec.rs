//! Drives as the file lists them: how many, of which model, how connected.

use narrows_catalog::board::SlotBus;
use narrows_catalog::drive::{self, DriveInterface, DriveModel};
use narrows_catalog::entry::EntryKind;
use narrows_catalog::named;
use narrows_messages::Message;
use narrows_model::RaidEngine;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::StorageControllerKind;
use narrows_units::LinkWidth;

use super::range::MAX_COUNT;
use super::{figures, transport};
use crate::machine_file::description;
use crate::machine_file::slip::{Name, Result, shown};

/// Most models that a message lists.
const MOST_LISTED: usize = 6;

/// A `[[drive]]` with its references to the catalogue resolved.
pub(super) struct ResolvedDrive<'a> {
    pub described: &'a description::Drive,
    pub model: Option<&'static DriveModel>,
    pub transport: Option<DriveTransport>,
    pub ids: Vec<String>,
}

impl<'a> ResolvedDrive<'a> {
    /// The slots that its drives are in, one each, or none at all.
    pub fn slots(&self) -> Vec<&'a Name> {
        self.described.slot.iter().chain(&self.described.slots).collect()
    }

    pub fn bus(&self) -> SlotBus {
        let is_sata = matches!(self.transport, Some(DriveTransport::Sata { .. }));
        if is_sata { SlotBus::Sata } else { SlotBus::Pcie }
    }

    /// The PCIe link that it can run. A USB enclosure's own link may be another than the model's.
    pub fn link(&self) -> Option<LinkWidth> {
        let of_model = self.model.and_then(|model| model.link).filter(|_| self.transport.is_none());
        self.described.link.map(|link| link.value).or(of_model)
    }

    pub fn kind(&self) -> StorageControllerKind {
        match self.transport {
            Some(DriveTransport::Sata { .. }) => StorageControllerKind::Ahci,
            Some(DriveTransport::Sas { .. }) => StorageControllerKind::Sas,
            Some(DriveTransport::Usb { .. }) => StorageControllerKind::Usb,
            _ if self.model.is_some_and(|it| it.interface == DriveInterface::AhciPcie) => {
                StorageControllerKind::Ahci
            }
            _ => StorageControllerKind::Nvme,
        }
    }
}

/// Every `[[drive]]`; counts add up to at most `MAX_COUNT`.
pub(super) fn specs(drives: &[description::Drive]) -> Result<Vec<ResolvedDrive<'_>>> {
    let mut left = MAX_COUNT;
    let mut specs = Vec::new();
    for described in drives {
        let count = count(described, left)?;
        // `count` lets through no more than `left`.
        left -= count;
        specs.push(spec(described, count)?);
    }
    Ok(specs)
}

fn spec(described: &description::Drive, count: u32) -> Result<ResolvedDrive<'_>> {
    let model = described.model.as_ref().map(model).transpose()?;
    let transport = transport::transport(described, model)?;
    let id = &described.id.value;
    let ids = match count {
        1 => vec![id.clone()],
        _ => (1..=count).map(|number| format!("{id}{number}")).collect(),
    };
    let spec = ResolvedDrive { described, model, transport, ids };
    if spec.link().is_none() && transport.is_none() {
        return Err(described.id.wrong(Message::new("machine-drive-link")));
    }
    refuse_link_of_sata_model(&spec)?;
    refuse_one_name_for_several(&spec)?;
    check_driver(&spec)?;
    figures::check(&spec)?;
    Ok(spec)
}

fn count(drive: &description::Drive, left: u32) -> Result<u32> {
    let slots = drive.slots.len() + usize::from(drive.slot.is_some());
    if let (Some(slot), Some(other)) = (&drive.slot, drive.slots.first()) {
        return Err(other.wrong(Message::new("machine-slot-and-slots")).against(slot.at));
    }
    // Without a count there are as many drives as slots, and a mistake is one of the entry.
    let number = drive.count.unwrap_or(drive.id.with(slots.max(1) as i64));
    let count = u32::try_from(number.value).ok().filter(|count| (1..=left).contains(count));
    let too_many = || number.wrong(Message::new("machine-count").with("most", MAX_COUNT));
    let count = count.ok_or_else(too_many)?;
    if slots > 0 && slots != count as usize {
        let problem = Message::new("machine-slots-and-count").count("slots", slots);
        return Err(number.wrong(problem.count("count", count as usize)));
    }
    Ok(count)
}

/// The drive with this name: its id, in any usual spelling, or the name that the drive reports.
fn model(name: &Name) -> Result<&'static DriveModel> {
    let ids = named::ids(&name.value, &[EntryKind::Drive]);
    if let [id] = ids[..] {
        return drive::drive(id).ok_or_else(|| name.wrong(no_model(&name.value, None)));
    }
    if ids.is_empty() {
        let near = named::near_ids(&name.value, &[EntryKind::Drive]);
        // Another number is another product.
        let near = near.into_iter().find(|id| numbers(id) == numbers(&name.value));
        return Err(name.wrong(no_model(&name.value, near)));
    }
    let some: Vec<&str> = ids.into_iter().take(MOST_LISTED).collect();
    let problem = Message::new("site-several-models").with("id", shown(&name.value));
    Err(name.wrong(problem.with("found", some.join(", "))))
}

fn no_model(name: &str, near: Option<&str>) -> Message {
    match near {
        Some(near) => Message::new("machine-no-such-drive-model-near")
            .with("id", shown(name))
            .with("near", near),
        None => Message::new("machine-no-such-drive-model").with("id", shown(name)),
    }
}

fn numbers(text: &str) -> Vec<&str> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.filter(|digits| !digits.is_empty()).collect()
}

fn refuse_link_of_sata_model(spec: &ResolvedDrive<'_>) -> Result<()> {
    let sata = spec.model.filter(|model| transport::of_model(model).is_some());
    match (&spec.described.link, &spec.described.model, sata) {
        (Some(link), Some(name), Some(model)) => {
            let problem = Message::new("machine-sata-model-link").with("model", &model.name);
            Err(link.wrong(problem).against(name.at))
        }
        _ => Ok(()),
    }
}

/// A serial number, a path or a mount point belongs to one drive.
fn refuse_one_name_for_several(spec: &ResolvedDrive<'_>) -> Result<()> {
    let described = spec.described;
    let named = described.serial.as_ref().or(described.by_id.as_ref()).or(described.mount.as_ref());
    match named.filter(|_| spec.ids.len() > 1) {
        Some(name) => Err(name.wrong(Message::new("machine-several-drives"))),
        None => Ok(()),
    }
}

/// Intel's and AMD's drivers take over drives on PCIe and SATA one by one, in an array or not.
fn check_driver(spec: &ResolvedDrive<'_>) -> Result<()> {
    let Some(driver) = &spec.described.driver else { return Ok(()) };
    if !matches!(driver.value, RaidEngine::IntelRst | RaidEngine::Vroc | RaidEngine::AmdRaidxpert) {
        let problem = Message::new("machine-driver-none").with("engine", driver.value.as_str());
        return Err(driver.wrong(problem));
    }
    match spec.transport {
        Some(DriveTransport::Sas { .. } | DriveTransport::Usb { .. }) => {
            Err(driver.wrong(Message::new("machine-driver-transport")))
        }
        _ => Ok(()),
    }
}
