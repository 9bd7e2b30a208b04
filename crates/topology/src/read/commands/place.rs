//! Combines the commands of a text with its listing: which function a drive is on.
//!
//! For: names by the address that a command gives them, else by elimination, where only one controller is
//! left for it. Where several could be swapped, they are taken in the sequence of their addresses, with a
//! note which command distinguishes them; where their numbers differ, none is placed.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::pci;
use narrows_messages::Message;

use super::evidence::{CommandEvidence, DriveBus, fill, is_slot};
use super::{controllers, kernel_log, raid};
use crate::evidence::{BlockDevice, CaptureEvidence, DriveTransport, HostFacts, PciFunction};
use crate::pci::{ClassCode, PciAddress};

/// Merges the commands into a listing's evidence.
pub(super) fn put(mut commands: CommandEvidence, evidence: &mut CaptureEvidence) {
    // Gives drives without a name that of the drive with the same serial number or model, else a
    // number.
    let mut named: BTreeSet<String> = commands.capture.blocks.keys().cloned().collect();
    for (number, block) in std::mem::take(&mut commands.unnamed).into_iter().enumerate() {
        let is_same = |known: &BlockDevice| match (&known.serial, &block.serial) {
            (Some(own), Some(other)) => own == other,
            _ => known.model.is_some() && known.model == block.model,
        };
        // Of equal drives each is another.
        let known =
            named.iter().filter(|own| commands.capture.blocks.get(*own).is_some_and(is_same));
        let names: Vec<String> = known.cloned().collect();
        let name = match &names[..] {
            [name] => name.clone(),
            _ => format!("drive{}", number + 1),
        };
        named.remove(&name);
        if let Some((_, known)) = commands.block(&name) {
            known.fill(block);
        }
    }
    raid::put(&mut commands);
    controllers::put(&mut commands);
    kernel_log::place_scsi(&mut commands);
    let ports = std::mem::take(&mut commands.ports);
    kernel_log::place_ports(&ports, &mut commands);
    commands.capture.notes.extend(kernel_log::limit_notes(&ports));
    commands.capture.notes.extend(kernel_log::error_notes(&commands.errors));
    place_usb(&mut commands);
    let CommandEvidence {
        capture, controllers, controller_of, remote, queues, buses, limited, ..
    } = commands;
    let listed: BTreeSet<PciAddress> = evidence.functions.keys().copied().collect();
    for (address, function) in capture.functions {
        evidence.functions.entry(address).or_default().fill(function);
    }
    for (own, at) in limited.into_iter().filter(|(own, at)| own != at) {
        // Single lines of a log omit anything in between; that bridge is on the path.
        let Some(bridge) = evidence.functions.get_mut(&at).filter(|it| it.buses.is_none()) else {
            continue;
        };
        if bridge.class == ClassCode::default() {
            bridge.class = ClassCode::from_u24(0x06_04_00);
        }
        if let Some(function) = evidence.functions.get_mut(&own) {
            fill(&mut function.parent, Some(at));
        }
    }
    // What is behind these bridges was not shown, so that none of them is known to be empty.
    let parents: BTreeSet<PciAddress> =
        evidence.functions.values().filter_map(|function| function.parent).collect();
    for (at, function) in &mut evidence.functions {
        let is_shown = listed.contains(at) || parents.contains(at) || function.buses.is_some();
        if function.class.is_pci_bridge() && !is_shown {
            function.class = ClassCode::default();
        }
    }
    evidence.host.fill(capture.host);
    fill(
        &mut evidence.host.hypervisor,
        capture.blocks.values().find_map(hypervisor).map(str::to_owned),
    );
    evidence.blocks.extend(capture.blocks);
    evidence.mounts.extend(capture.mounts);
    evidence.slots.extend(capture.slots);
    evidence.system_slots.extend(capture.system_slots);
    evidence.notes.extend(capture.notes);
    evidence.has_some_blocks = !evidence.blocks.is_empty();
    for (name, block) in &mut evidence.blocks {
        let of_name = || controller_name(name).map(str::to_owned);
        let Some(controller) = controller_of.get(name).cloned().or_else(of_name) else { continue };
        fill(&mut block.function, controllers.get(&controller).copied());
        fill(&mut block.queues, queues.get(&controller).copied());
    }
    // Drives of Linux' own target have its name (drivers/nvme/target/configfs.c).
    let is_remote = |(name, block): &(&String, &BlockDevice)| {
        let own = controller_of.get(*name).map(String::as_str).or_else(|| controller_name(name));
        own.is_some_and(|own| remote.contains(own) || block.model.as_deref() == Some("Linux"))
    };
    let remote: Vec<String> =
        evidence.blocks.iter().filter(is_remote).map(|(name, _)| name.clone()).collect();
    if !remote.is_empty() {
        let note = Message::new("note-text-nvme-remote").count("count", remote.len());
        evidence.notes.push(note.with("drives", remote.join(", ")));
    }
    place_nvme(evidence, &remote);
    place_others(evidence, &buses);
    for block in evidence.blocks.values() {
        let Some(address) = block.function else { continue };
        let Some(function) = evidence.functions.get_mut(&address) else { continue };
        fill(&mut function.link.current, block.link.current);
        fill(&mut function.link.possible, block.link.possible);
    }
}

/// The hypervisor that emulates a disk, by its model.
fn hypervisor(block: &BlockDevice) -> Option<&'static str> {
    const MODELS: [(&str, &str); 7] = [
        ("QEMU HARDDISK", "QEMU"),
        ("QEMU NVMe", "QEMU"),
        ("VMware", "VMware"),
        ("VBOX HARDDISK", "VirtualBox"),
        ("Msft Virtual Disk", "Hyper-V"),
        ("MSFT NVMe Accelerator", "Hyper-V"),
        ("Microsoft NVMe Direct Disk", "Hyper-V"),
    ];
    let model = block.model.as_deref()?;
    MODELS.iter().find(|(start, _)| model.starts_with(start)).map(|(_, name)| *name)
}

/// `nvme0` of `nvme0n1`.
fn controller_name(block: &str) -> Option<&str> {
    let (controller, namespace) = block.rsplit_once('n')?;
    let number = controller.strip_prefix("nvme")?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (is_number(number) && is_number(namespace)).then_some(controller)
}

fn is_whole(block: &BlockDevice) -> bool {
    block.stack.is_none()
}

fn place_nvme(evidence: &mut CaptureEvidence, remote: &[String]) {
    let taken: BTreeSet<PciAddress> =
        evidence.blocks.values().filter_map(|block| block.function).collect();
    let is_nvme = |class: ClassCode| (class.base, class.sub) == (0x01, 0x08);
    // A controller whose name is known is that of no drive of another name.
    let is_free = |at: &PciAddress, function: &PciFunction| {
        is_nvme(function.class)
            && !taken.contains(at)
            && function.virtual_of.is_none()
            && function.kernel_name.is_none()
    };
    let functions = evidence.functions.iter();
    let free: Vec<PciAddress> =
        functions.filter(|(at, function)| is_free(at, function)).map(|(at, _)| *at).collect();
    // Namespaces of one controller are placed together.
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, block) in &evidence.blocks {
        let is_left = block.function.is_none() && is_whole(block) && !remote.contains(name);
        // By its id a drive is its own controller.
        let by_id = || name.starts_with("nvme-").then_some(name.as_str());
        if let Some(controller) = controller_name(name).or_else(by_id).filter(|_| is_left) {
            names.entry(controller).or_default().push(name);
        }
    }
    if names.is_empty() || free.is_empty() {
        return;
    }
    let mut left: Vec<(&str, Option<&str>)> = names
        .iter()
        .map(|(controller, blocks)| {
            let block = blocks.first().and_then(|name| evidence.blocks.get(*name));
            (*controller, block.and_then(|block| block.model.as_deref()))
        })
        .collect();
    // `nvme2` comes before `nvme10`.
    left.sort_by_key(|(name, _)| (name.len(), name.to_owned()));
    let (placed, is_swappable) = matched(&left, &free, evidence);
    let unplaced = left.len() - placed.len();
    let blocks: Vec<(String, PciAddress)> = placed
        .iter()
        .flat_map(|(controller, at)| {
            names.get(controller).into_iter().flatten().map(|name| ((*name).to_owned(), *at))
        })
        .collect();
    let note = if unplaced > 0 {
        Some(Message::new("note-text-nvme-unplaced").count("count", unplaced))
    } else {
        is_swappable.then(|| Message::new("note-text-nvme-in-sequence"))
    };
    for (name, at) in blocks {
        if let Some(block) = evidence.blocks.get_mut(&name) {
            block.function = Some(at);
        }
    }
    evidence.notes.extend(note);
}

/// Controllers by name with their functions, and whether some of them could be swapped.
fn matched<'a>(
    left: &[(&'a str, Option<&str>)],
    free: &[PciAddress],
    evidence: &CaptureEvidence,
) -> (Vec<(&'a str, PciAddress)>, bool) {
    let vendor_at = |at: &PciAddress| {
        let function = evidence.functions.get(at)?;
        match function.id.vendor {
            0 => pci::vendor_by_name(function.name.as_deref()?),
            vendor => Some(vendor),
        }
    };
    let vendor_of = |model: Option<&str>| vendor_of_model(model?);
    let mut placed = Vec::new();
    let mut swappable = false;
    let mut rest: Vec<&(&str, Option<&str>)> = left.iter().collect();
    let mut places: Vec<PciAddress> = free.to_vec();
    let models: BTreeSet<&str> = left.iter().filter_map(|(_, model)| *model).collect();
    let is_on = |model: &str, at: &PciAddress| {
        evidence.functions.get(at).is_some_and(|function| is_controller_of(function, model))
    };
    for model in &models {
        let of: Vec<&(&str, Option<&str>)> =
            rest.iter().copied().filter(|(_, own)| *own == Some(*model)).collect();
        let at: Vec<PciAddress> = places.iter().copied().filter(|at| is_on(model, at)).collect();
        // One controller serves several models of a maker.
        let is_shared =
            models.iter().any(|other| other != model && at.iter().any(|at| is_on(other, at)));
        if of.len() == at.len() && !is_shared {
            swappable |= of.len() > 1;
            placed.extend(of.iter().zip(&at).map(|((name, _), at)| (*name, *at)));
            rest.retain(|own| own.1 != Some(*model));
            places.retain(|own| !at.contains(own));
        }
    }
    let vendors: BTreeSet<u16> = left.iter().filter_map(|(_, model)| vendor_of(*model)).collect();
    for vendor in vendors {
        let of: Vec<&(&str, Option<&str>)> =
            rest.iter().copied().filter(|(_, model)| vendor_of(*model) == Some(vendor)).collect();
        let at: Vec<PciAddress> =
            places.iter().copied().filter(|at| vendor_at(at) == Some(vendor)).collect();
        // Other models of one vendor are not distinguished.
        let is_one_model = of.iter().all(|(_, model)| *model == of[0].1);
        if of.len() == at.len() && (is_one_model || of.len() == 1) {
            swappable |= of.len() > 1;
            placed.extend(of.iter().zip(&at).map(|((name, _), at)| (*name, *at)));
            rest.retain(|own| vendor_of(own.1) != Some(vendor));
            places.retain(|own| !at.contains(own));
        }
    }
    // The remaining drives get the remaining functions, unless a vendor differs.
    let models: BTreeSet<Option<&str>> = rest.iter().map(|(_, model)| *model).collect();
    if rest.len() == places.len() && models.len() <= 1 {
        swappable |= rest.len() > 1;
        placed.extend(rest.iter().zip(&places).map(|((name, _), at)| (*name, *at)));
    }
    (placed, swappable)
}

/// Whether a drive of this model has this controller, as the PCI ID repository names it: by its own name, such as
/// `SN850X`, or by that of Samsung's chip.
fn is_controller_of(function: &PciFunction, model: &str) -> bool {
    /// Device, a part of the chip's name, and a part of the drives' names.
    const SAMSUNG: [(u16, &str, &str); 7] = [
        (0xa802, "SM951", "950 PRO"),
        (0xa804, "SM961", "SSD 960"),
        (0xa808, "SM981", "SSD 970"),
        (0xa809, "980 (DRAM-less)", "SSD 980"),
        (0xa80a, "PM9A1", "980 PRO"),
        (0xa80c, "S4LV008", "990 PRO"),
        (0xa810, "PM9E1", "9100 PRO"),
    ];
    let name = function.name.as_deref().unwrap_or_default();
    let is_chip = |(device, chip, _): &&(u16, &str, &str)| {
        (function.id.vendor, function.id.device) == (0x144d, *device) || name.contains(chip)
    };
    if let Some((device, _, drives)) = SAMSUNG.iter().find(is_chip) {
        let is_pro_of_980 = *device == 0xa809 && model.contains("PRO");
        return model.contains(drives) && !is_pro_of_980;
    }
    let is_own = |word: &&str| {
        word.len() >= 4
            && word.contains(|c: char| c.is_ascii_alphabetic())
            && word.contains(|c: char| c.is_ascii_digit())
    };
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(is_own).map(str::to_ascii_lowercase).collect::<BTreeSet<_>>()
    };
    !words(name).is_disjoint(&words(model))
}

/// The vendor of a drive's own controllers, by how its model begins; many brands buy their controllers,
/// so that most names say nothing.
fn vendor_of_model(model: &str) -> Option<u16> {
    const VENDORS: [(&str, u16); 17] = [
        ("samsung", 0x144d),
        ("mz", 0x144d),
        ("intel", 0x8086),
        ("solidigm", 0x025e),
        ("kioxia", 0x1e0f),
        ("toshiba", 0x1179),
        ("kxg", 0x1179),
        ("wdc", 0x15b7),
        ("wd", 0x15b7),
        ("sandisk", 0x15b7),
        ("micron", 0x1344),
        ("sk hynix", 0x1c5c),
        ("skhynix", 0x1c5c),
        ("hynix", 0x1c5c),
        ("seagate", 0x1bb1),
        ("qemu", 0x1b36),
        ("ssstc", 0x1e95),
    ];
    let model = model.to_ascii_lowercase();
    VENDORS.iter().find(|(start, _)| model.starts_with(start)).map(|(_, vendor)| *vendor)
}

/// Drives of SATA and SAS, where the machine has one controller of that kind, and a single virtio disk.
fn place_others(evidence: &mut CaptureEvidence, buses: &BTreeMap<String, DriveBus>) {
    let of_class = |subs: &[u8]| {
        let is = |function: &PciFunction| {
            function.class.base == 0x01 && subs.contains(&function.class.sub)
        };
        let mut at = evidence.functions.iter().filter(|(_, function)| is(function));
        let first = at.next().map(|(at, _)| *at);
        if at.next().is_some() { None } else { first }
    };
    // SAS adapters with RAID firmware have class 04h.
    let (sata, sas, raid) = (of_class(&[0x06]), of_class(&[0x07, 0x04]), of_class(&[0x04]));
    for (name, block) in &mut evidence.blocks {
        if block.function.is_some() || !is_whole(block) {
            continue;
        }
        let by_link = match block.transport {
            Some(DriveTransport::Sata { .. }) => Some(DriveBus::Sata),
            Some(DriveTransport::Sas { .. }) => Some(DriveBus::Sas),
            _ => None,
        };
        block.function = match buses.get(name).copied().or(by_link) {
            _ if is_slot(name) => raid,
            Some(DriveBus::Sata) => sata,
            Some(DriveBus::Sas) => sas,
            _ => None,
        };
    }
}

/// Drives of the USB tree: those that commands call USB drives, if there are as many and all run at
/// one speed, else new ones.
fn place_usb(commands: &mut CommandEvidence) {
    let is_usb = |(_, bus): &(&String, &DriveBus)| **bus == DriveBus::Usb;
    let named: Vec<String> =
        commands.buses.iter().filter(is_usb).map(|(name, _)| name.clone()).collect();
    let tree = std::mem::take(&mut commands.usb);
    let first = tree.first().map(|(_, mbit_s)| *mbit_s);
    let is_one_speed = tree.iter().all(|(_, mbit_s)| Some(*mbit_s) == first);
    let names: Vec<String> = match named.len() == tree.len() && is_one_speed {
        true => named,
        false => tree.iter().map(|(port, _)| format!("usb{port}")).collect(),
    };
    for (name, (_, mbit_s)) in names.into_iter().zip(tree) {
        if let Some((_, block)) = commands.block(&name) {
            fill(&mut block.transport, Some(DriveTransport::Usb { mbit_s }));
        }
    }
}

impl BlockDevice {
    /// Fills gaps from another command's description of the same drive.
    pub(super) fn fill(&mut self, other: Self) {
        fill(&mut self.function, other.function);
        fill(&mut self.size, other.size);
        fill(&mut self.model, other.model);
        fill(&mut self.serial, other.serial);
        fill(&mut self.wwn, other.wwn);
        fill(&mut self.firmware, other.firmware);
        fill(&mut self.rotational, other.rotational);
        fill(&mut self.logical_block, other.logical_block);
        fill(&mut self.temperature_c, other.temperature_c);
        fill(&mut self.percentage_used, other.percentage_used);
        fill(&mut self.transport, other.transport);
        fill(&mut self.link.current, other.link.current);
        fill(&mut self.link.possible, other.link.possible);
    }
}

impl HostFacts {
    /// Fills gaps from another command's description of the same machine.
    pub(super) fn fill(&mut self, other: Self) {
        fill(&mut self.cpu, other.cpu);
        fill(&mut self.logical_cpus, other.logical_cpus);
        fill(&mut self.board, other.board);
        fill(&mut self.firmware, other.firmware);
        fill(&mut self.kernel, other.kernel);
        fill(&mut self.hypervisor, other.hypervisor);
    }
}
