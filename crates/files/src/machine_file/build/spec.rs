//! Drives as the file lists them: how many, of which model, how connected.

use narrows_catalog::board::Bus;
use narrows_catalog::drive::{self, DriveModel, Interface};
use narrows_catalog::entry::Kind;
use narrows_catalog::named;
use narrows_messages::Message;
use narrows_model::Engine;
use narrows_topology::evidence::Transport;
use narrows_topology::graph::StorageKind;
use narrows_units::LinkWidth;

use super::range::MAX_COUNT;
use super::{figures, transport};
use crate::machine_file::description;
use crate::machine_file::slip::{Name, Slip, shown};

/// Most models that a message lists.
const MOST_LISTED: usize = 6;

/// A `[[drive]]` with its references to the catalogue resolved.
pub(super) struct Spec<'a> {
    pub described: &'a description::Drive,
    pub model: Option<&'static DriveModel>,
    pub transport: Option<Transport>,
    pub ids: Vec<String>,
}

impl<'a> Spec<'a> {
    /// The slots that its drives are in, one each, or none at all.
    pub fn slots(&self) -> Vec<&'a Name> {
        self.described.slot.iter().chain(&self.described.slots).collect()
    }

    /// What it is to a slot.
    pub fn bus(&self) -> Bus {
        let is_sata = matches!(self.transport, Some(Transport::Sata { .. }));
        if is_sata { Bus::Sata } else { Bus::Pcie }
    }

    /// The PCIe link that it can run. A USB enclosure's own link may be another than the model's.
    pub fn link(&self) -> Option<LinkWidth> {
        let of_model = self.model.and_then(|model| model.link).filter(|_| self.transport.is_none());
        self.described.link.map(|link| link.value).or(of_model)
    }

    pub fn kind(&self) -> StorageKind {
        match self.transport {
            Some(Transport::Sata { .. }) => StorageKind::Ahci,
            Some(Transport::Sas { .. }) => StorageKind::Sas,
            Some(Transport::Usb { .. }) => StorageKind::Usb,
            _ if self.model.is_some_and(|it| it.interface == Interface::AhciPcie) => {
                StorageKind::Ahci
            }
            _ => StorageKind::Nvme,
        }
    }
}

/// Every `[[drive]]`, none of which is more than `MAX_COUNT` with those before it.
pub(super) fn specs(drives: &[description::Drive]) -> Result<Vec<Spec<'_>>, Slip> {
    let mut left = MAX_COUNT;
    let mut specs = Vec::new();
    for described in drives {
        let count = count(described, left)?;
        left -= count;
        specs.push(spec(described, count)?);
    }
    Ok(specs)
}

fn spec(described: &description::Drive, count: u32) -> Result<Spec<'_>, Slip> {
    let model = described.model.as_ref().map(model).transpose()?;
    let transport = transport::transport(described, model)?;
    let id = &described.id.value;
    let ids = match count {
        1 => vec![id.clone()],
        _ => (1..=count).map(|number| format!("{id}{number}")).collect(),
    };
    let spec = Spec { described, model, transport, ids };
    if spec.link().is_none() && transport.is_none() {
        return Err(described.id.wrong(Message::new("machine-drive-link")));
    }
    refuse_link_of_sata_model(&spec)?;
    refuse_one_name_for_several(&spec)?;
    check_driver(&spec)?;
    figures::check(&spec)?;
    Ok(spec)
}

fn count(drive: &description::Drive, left: u32) -> Result<u32, Slip> {
    let slots = drive.slots.len() + usize::from(drive.slot.is_some());
    if let (Some(slot), Some(other)) = (&drive.slot, drive.slots.first()) {
        return Err(other.wrong(Message::new("machine-slot-and-slots")).against(slot.at));
    }
    let said = drive.count.unwrap_or(drive.id.with(slots.max(1) as i64));
    let count = u32::try_from(said.value).ok().filter(|count| (1..=left).contains(count));
    let too_many = || said.wrong(Message::new("machine-count").with("most", MAX_COUNT));
    let count = count.ok_or_else(too_many)?;
    if slots > 0 && slots != count as usize {
        let problem = Message::new("machine-slots-and-count").count("slots", slots);
        return Err(said.wrong(problem.count("count", count as usize)));
    }
    Ok(count)
}

/// The drive that a name stands for: by its id, in any usual spelling, or as the drive reports itself.
fn model(name: &Name) -> Result<&'static DriveModel, Slip> {
    let found = named::ids(&name.value, &[Kind::Drive]);
    if let [id] = found[..] {
        return drive::drive(id).ok_or_else(|| name.wrong(no_model(&name.value, None)));
    }
    if found.is_empty() {
        let near = named::near_ids(&name.value, &[Kind::Drive]);
        // Another number is another product.
        let near = near.into_iter().find(|id| numbers(id) == numbers(&name.value));
        return Err(name.wrong(no_model(&name.value, near)));
    }
    let some: Vec<&str> = found.into_iter().take(MOST_LISTED).collect();
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

fn refuse_link_of_sata_model(spec: &Spec<'_>) -> Result<(), Slip> {
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
fn refuse_one_name_for_several(spec: &Spec<'_>) -> Result<(), Slip> {
    let described = spec.described;
    let named = described.serial.as_ref().or(described.by_id.as_ref()).or(described.mount.as_ref());
    match named.filter(|_| spec.ids.len() > 1) {
        Some(name) => Err(name.wrong(Message::new("machine-several-drives"))),
        None => Ok(()),
    }
}

/// Intel's and AMD's drivers take over drives on PCIe and SATA one by one, in an array or not.
fn check_driver(spec: &Spec<'_>) -> Result<(), Slip> {
    let Some(driver) = &spec.described.driver else { return Ok(()) };
    if !matches!(driver.value, Engine::IntelRst | Engine::Vroc | Engine::AmdRaidxpert) {
        let problem = Message::new("machine-driver-none").with("engine", driver.value.as_str());
        return Err(driver.wrong(problem));
    }
    match spec.transport {
        Some(Transport::Sas { .. } | Transport::Usb { .. }) => {
            Err(driver.wrong(Message::new("machine-driver-transport")))
        }
        _ => Ok(()),
    }
}
