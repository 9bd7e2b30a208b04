//! `lshw -short` and `lshw -businfo`: a device a line, with its way or bus, its names, class and description.
//!
//! For: drives with their model and size, the processor and the board; with `-businfo` also where each PCI
//! function is. The ways of `-short` have no bus numbers, so that nothing is placed by them.
//!
//! Source: lshw B.02.19, src/core/print.cc (`printhwpath`, `printbusinfo`) and hw.cc (the names of classes).

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, name, whole_of, word};
use super::section::CommandSection;
use crate::evidence::{HostFacts, PciFunction};
use crate::pci::{ClassCode, PciAddress};
use crate::read::lspci_text;

/// The classes of hw.cc.
const CLASSES: &str = "\
    system bridge memory processor address storage disk tape bus network display input \
    printer multimedia communication power volume";

pub(super) fn begins(line: &str) -> bool {
    let is_header = |start: &str| {
        line.strip_prefix(start)
            .is_some_and(|rest| rest.split_whitespace().eq(["Device", "Class", "Description"]))
    };
    is_header("H/W path") || is_header("Bus info")
}

/// A line of the table.
struct TableRow<'a> {
    /// `/0/100/1.1` or `pci@0000:01:00.0`.
    place: Option<&'a str>,
    device: Option<&'a str>,
    class: &'a str,
    description: &'a str,
}

impl<'a> TableRow<'a> {
    /// The class is the first word that is one; no device or place is.
    fn of(line: &'a str) -> Option<Self> {
        let mut before = Vec::new();
        let mut rest = line.trim();
        while let Some(first) = rest.split_whitespace().next() {
            let behind = rest[first.len()..].trim_start();
            if CLASSES.split(' ').any(|class| class == first) && before.len() <= 2 {
                let is_place = |text: &&&str| {
                    (text.starts_with('/') && !text.starts_with("/dev/")) || text.contains('@')
                };
                let place = before.first().filter(is_place).copied();
                let device = before.last().filter(|it| Some(**it) != place).copied();
                return Some(Self { place, device, class: first, description: behind });
            }
            before.push(first);
            rest = behind;
        }
        None
    }
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for row in section.lines.iter().skip(1).filter_map(|line| TableRow::of(line)) {
        let address = row.place.and_then(|place| place.strip_prefix("pci@")?.parse().ok());
        if let Some(address) = address {
            take_function(&row, address, evidence);
        }
        match row.class {
            "processor" => {
                let cpu = word(row.description);
                evidence.host(HostFacts { cpu, ..HostFacts::default() });
            }
            "bus" if row.place == Some("/0") => {
                let board = word(row.description);
                evidence.host(HostFacts { board, ..HostFacts::default() });
            }
            "storage" | "disk" | "volume" => take_named(&row, address, evidence),
            _ => {}
        }
    }
}

fn take_function(row: &TableRow<'_>, address: PciAddress, evidence: &mut CommandEvidence) {
    let is_nvme = row.device.is_some_and(|device| device.starts_with("/dev/nvme"));
    let class = match row.class {
        "storage" if is_nvme => Some(ClassCode::from_u24(0x01_08_02)),
        // lshw prints `PCI bridge` for one without a name.
        "bridge" if row.description == "PCI bridge" => Some(ClassCode::from_u24(0x06_04_00)),
        _ => lspci_text::class_of_device(row.description),
    };
    let Some(function) = evidence.function(address) else { return };
    let own = PciFunction {
        class: class.unwrap_or_default(),
        name: word(row.description).filter(|_| !is_nvme),
        ..PciFunction::default()
    };
    function.fill(own);
}

fn take_named(row: &TableRow<'_>, address: Option<PciAddress>, evidence: &mut CommandEvidence) {
    let Some(path) = row.device.filter(|device| device.starts_with("/dev/")) else { return };
    let Some(own) = name(path) else { return };
    let is_nvme = own.starts_with("nvme");
    // The controller has the drive's model.
    if is_nvme && !own.get(4..).is_some_and(|rest| rest.contains('n')) {
        if let Some(address) = address {
            evidence.controller(own, address);
        }
        let namespace = format!("{own}n1");
        evidence.controller_of.insert(namespace.clone(), own.to_owned());
        if let Some((namespace, block)) = evidence.block(&namespace) {
            fill(&mut block.model, word(row.description));
            evidence.buses.insert(namespace, DriveBus::Nvme);
        }
        return;
    }
    // `500GB Samsung SSD 850`, `931GiB NVMe namespace`
    let (first, rest) = row.description.split_once(' ').unwrap_or((row.description, ""));
    let size = amount::size(first).filter(|_| first.starts_with(|c: char| c.is_ascii_digit()));
    let whole = whole_of(own);
    if row.class == "volume" {
        if whole != own {
            evidence.partition(&whole, own, size);
        }
        return;
    }
    if row.class != "disk" || whole != own {
        return;
    }
    evidence.size(path, size, false);
    let model = if size.is_some() { rest } else { row.description };
    let is_general = ["NVMe disk", "NVMe namespace", "SCSI Disk", "ATA Disk"].contains(&model);
    if let Some((_, block)) = evidence.block(path) {
        fill(&mut block.model, word(model).filter(|_| !is_general && !is_nvme));
    }
}
