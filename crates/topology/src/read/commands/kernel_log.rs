//! The kernel's log (`dmesg`, `journalctl -k`): functions, buses, links below their device's capability,
//! drives, errors on links.
//!
//! Lines are known by their contents, whatever time or sender precedes them. Sources: Linux,
//! drivers/pci/probe.c (pci_setup_device, `type ... class`), setup-bus.c (`PCI bridge to`), pci.c
//! (__pcie_print_link_status), pcie/aer.c, controller/dwc/pcie-designware.c, controller/pcie-brcmstb.c;
//! drivers/nvme/host/pci.c; drivers/ata/libata-core.c; drivers/scsi/sd.c; drivers/firmware/dmi_scan.c.

use std::borrow::Cow;
use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use super::evidence::{CommandEvidence, DriveBus, SataPort, fill, word};
use super::section::CommandSection;
use crate::evidence::{BusRange, DriveTransport, HostFacts};
use crate::pci::{ClassCode, PciAddress, PciId, hex};
use crate::read::firmware;

/// Every line that is read contains one of these.
const MARKS: [&str; 20] = [
    " Gb/s available PCIe",
    ": PCI bridge to [bus ",
    "] type ",
    ": pci function ",
    " default/read/poll queues",
    ": SATA link up ",
    ": ATA-",
    ": Direct-Access ",
    "-byte logical blocks",
    "PCIe Bus Error: severity=",
    "smpboot: CPU0: ",
    "DMI: ",
    ": new high-speed USB device ",
    ": new SuperSpeed ",
    ": usb-storage ",
    ": [sd",
    ": limiting SATA link speed to ",
    ": PCIe Gen.",
    "pcie: link up, ",
    "pcie: PCI host bridge to bus ",
];

/// Mail programs break these lines, which are longer than any other, in two or three.
const MOST_PARTS: usize = 3;

/// The lines with those on links put together where they were broken.
pub(super) fn joined(lines: Vec<(usize, Cow<'_, str>)>) -> Vec<(usize, Cow<'_, str>)> {
    let is_open = |line: &str| line.contains(" Gb/s available PCIe") && !line.contains(" link)");
    let mut whole: Vec<(usize, Cow<'_, str>)> = Vec::with_capacity(lines.len());
    let mut parts = 1;
    for (number, line) in lines {
        match whole.last_mut().filter(|(_, before)| parts < MOST_PARTS && is_open(before)) {
            Some((_, before)) if !line.trim().is_empty() && !is_line(&line) => {
                *before = format!("{} {}", before.trim_end(), line.trim()).into();
                parts += 1;
            }
            _ => {
                whole.push((number, line));
                parts = 1;
            }
        }
    }
    whole
}

pub(super) fn is_line(line: &str) -> bool {
    let Some(mark) = MARKS.iter().find(|mark| line.contains(**mark)) else { return false };
    match *mark {
        "] type " => line.contains(" class 0x"),
        "DMI: " => line.contains(", BIOS "),
        ": ATA-" => line.contains(", max "),
        ": Direct-Access " => line.contains("scsi "),
        ": [sd" => disk(line).is_some(),
        ": PCIe Gen." => line.contains(" link up"),
        _ => true,
    }
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    // Each line is a section of its own.
    for line in &section.lines {
        let line = line.trim();
        functions(line, evidence);
        link(line, evidence);
        port_link(line, evidence);
        nvme(line, evidence);
        disks(line, evidence);
        scsi(line, evidence);
        errors(line, evidence);
        host(line, evidence);
    }
}

/// The word behind a text, up to a space, comma or colon.
fn behind<'a>(line: &'a str, text: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(text)?;
    rest.split([' ', ',', ')']).next()
}

/// The address right before a text: `pci 0000:01:00.0: PCI bridge`.
fn address_before(line: &str, text: &str) -> Option<PciAddress> {
    let (before, _) = line.split_once(text)?;
    before.trim_end().trim_end_matches(':').rsplit(' ').next()?.parse().ok()
}

/// `pci 0000:01:00.0: [144d:a80a] type 00 class 0x010802 PCIe Endpoint`,
/// `pci 0000:00:01.1: PCI bridge to [bus 01-04]`.
fn functions(line: &str, evidence: &mut CommandEvidence) {
    if let Some((before, rest)) = line.split_once("] type ")
        && let Some((front, id)) = before.rsplit_once(": [")
        && let Some((vendor, device)) = id.split_once(':')
        && let (Some(vendor), Some(device)) = (hex(vendor, 4), hex(device, 4))
        && let Some(class) = behind(rest, "class 0x").and_then(|digits| hex(digits, 6))
        && let Some(address) = front.rsplit(' ').next().and_then(|text| text.parse().ok())
        && let Some(function) = evidence.function(address)
    {
        function.id = PciId { vendor: vendor as u16, device: device as u16 };
        function.class = ClassCode::from_u24(class);
    }
    if let Some(address) = address_before(line, ": PCI bridge to [bus ")
        && let Some(range) = behind(line, "[bus ").map(|range| range.trim_end_matches(']'))
    {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (Some(first), Some(last)) = (hex(first, 2), hex(last, 2)) else { return };
        let Some(bridge) = evidence.function(address) else { return };
        bridge.buses = Some(BusRange { secondary: first as u8, subordinate: last as u8 });
        if bridge.class == ClassCode::default() {
            bridge.class = ClassCode::from_u24(0x06_04_00);
        }
    }
}

/// `31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link at 0000:00:01.2 (capable of
/// 63.012 Gb/s with 16.0 GT/s PCIe x4 link)`: the narrow link is the one below that bridge, or the
/// device's own; what it is capable of is what its Link Capabilities say.
fn link(line: &str, evidence: &mut CommandEvidence) {
    let Some((front, rest)) = line.split_once(" Gb/s available PCIe bandwidth") else { return };
    let Some((front, _)) = front.rsplit_once(' ') else { return };
    let Some(own) = front.trim_end_matches(':').rsplit(' ').next() else { return };
    let Ok(own) = own.parse::<PciAddress>() else { return };
    let Some(rest) = rest.strip_prefix(", limited by ") else {
        // Without a limit the line names one link, which runs at all that the device is capable
        // of.
        let whole = rest.trim_start_matches([' ', '(']);
        if let (Some(link), Some(function)) = (width(whole), evidence.function(own)) {
            (function.link.current, function.link.possible) = (Some(link), Some(link));
        }
        return;
    };
    let narrow = width(rest);
    let at = behind(rest, " link at ").and_then(|text| text.parse::<PciAddress>().ok());
    let capable = rest.split_once(" Gb/s with ").and_then(|(_, rest)| width(rest));
    let Some(function) = evidence.function(own) else { return };
    function.link.possible = capable.or(function.link.possible);
    if let Some(at) = at
        && let Some(bridge) = evidence.function(at)
    {
        bridge.link.current = narrow;
        evidence.limited.push((own, at));
    }
}

/// `rockchip-dw-pcie 3c0800000.pcie: PCIe Gen.3 x1 link up` or
/// `brcm-pcie fd500000.pcie: link up, 5.0 GT/s PCIe x1 (SSC)`, and then, from the same controller,
/// `PCI host bridge to bus 0002:00`: the link of the only port on that bus.
fn port_link(line: &str, found: &mut CommandEvidence) {
    let controller = |text: &str| line.split_once(text)?.0.rsplit(' ').next().map(str::to_owned);
    if let Some(own) = controller(": PCIe Gen.")
        && let Some((generation, rest)) =
            line.split_once(": PCIe Gen.").and_then(|(_, rest)| rest.split_once(" x"))
        && let Some((lanes, _)) = rest.split_once(" link up")
        && let (Ok(generation), Ok(lanes)) = (generation.parse(), lanes.parse())
        && let Some(link) = LinkWidth::new(generation, lanes)
    {
        found.port_links.insert(own, link);
    }
    if let Some(own) = controller(": link up, ")
        && let Some(link) = line.split_once(": link up, ").and_then(|(_, rest)| width(rest))
    {
        found.port_links.insert(own, link);
    }
    if let Some(own) = controller(": PCI host bridge to bus ")
        && let Some(link) = found.port_links.get(&own).copied()
        && let Some(bus) = behind(line, ": PCI host bridge to bus ")
        && let Ok(port) = format!("{bus}:00.0").parse::<PciAddress>()
        && let Some(function) = found.function(port)
    {
        function.link.current = Some(link);
        if function.class == ClassCode::default() {
            function.class = ClassCode::from_u24(0x06_04_00);
        }
    }
}

/// `8.0 GT/s PCIe x4 link`.
fn width(text: &str) -> Option<LinkWidth> {
    let (rate, rest) = text.split_once(" GT/s")?;
    let rate = TransferRate::from_gt_s(rate.trim().parse().ok()?)?;
    let lanes = rest.split_once(" x")?.1;
    let digits: String = lanes.chars().take_while(char::is_ascii_digit).collect();
    Some(LinkWidth { rate, lanes: Lanes::new(digits.parse().ok()?)? })
}

/// `nvme nvme0: pci function 0000:01:00.0`, `nvme nvme0: 16/0/0 default/read/poll queues`.
fn nvme(line: &str, evidence: &mut CommandEvidence) {
    let name = |text: &str| {
        let (before, _) = line.split_once(text)?;
        let own = before.trim_end_matches(':').rsplit(' ').next()?;
        own.starts_with("nvme").then(|| own.to_owned())
    };
    if let Some(own) = name(": pci function ")
        && let Some(address) = behind(line, ": pci function ").and_then(|text| text.parse().ok())
    {
        evidence.controller(&own, address);
    }
    if let Some((before, _)) = line.split_once(" default/read/poll queues")
        && let Some((front, counts)) = before.rsplit_once(' ')
        && let Some(own) = front.trim_end_matches(':').rsplit(' ').next()
        && let Some(count) = counts.split('/').next().and_then(|text| text.parse().ok())
    {
        evidence.queues.insert(own.to_owned(), count);
    }
}

/// `ata1: SATA link up 6.0 Gbps (SStatus 133 SControl 300)`, `ata1.00: ATA-10: Samsung SSD 860 EVO 500GB,
/// RVT01B6Q, max UDMA/133`, `sd 0:0:0:0: [sda] 976773168 512-byte logical blocks: (500 GB/466 GiB)`.
///
/// The log numbers ports and disks independently; only a single port is that of a
/// single disk.
fn disks(line: &str, evidence: &mut CommandEvidence) {
    let port = |text: &str| {
        let (before, _) = line.split_once(text)?;
        // Synology's kernel adds the bay: `ata2 (slot 4): SATA link up 6.0 Gbps`.
        let before = before.split_once(" (slot ").map_or(before, |(before, _)| before);
        let own = before.rsplit(' ').next()?;
        own.starts_with("ata").then(|| own.split('.').next().unwrap_or(own).to_owned())
    };
    if let Some(port) = port(": SATA link up ")
        && let Some(speed) = line.split_once(": SATA link up ").map(|(_, rest)| rest)
        && let Some(gbit_s) = super::amount::gbit_s(speed)
    {
        evidence.ports.entry(port).or_default().gbit_s = Some(gbit_s);
    }
    // `<unknown>` where nothing is attached any more.
    if let Some(port) = port(": limiting SATA link speed to ")
        && let Some((_, speed)) = line.split_once(" link speed to ")
        && let Some(gbit_s) = super::amount::gbit_s(speed)
    {
        evidence.ports.entry(port).or_default().limit = Some(gbit_s);
    }
    if let Some(port) = port(": ATA-")
        && let Some((_, rest)) = line.split_once(": ATA-")
        && let Some((_, rest)) = rest.split_once(": ")
    {
        let mut parts = rest.split(", ");
        let port = evidence.ports.entry(port).or_default();
        port.model = parts.next().and_then(word);
        port.firmware = parts.next().and_then(word);
    }
    if let Some((front, _)) = line.split_once("-byte logical blocks")
        && let Some((front, numbers)) = front.rsplit_once("] ")
        && let Some((_, own)) = front.rsplit_once('[')
        && let Some((count, sector)) = numbers.split_once(' ')
        && let (Ok(count), Ok(sector)) = (count.parse::<u64>(), sector.parse::<u64>())
    {
        evidence.size(own, Some(Bytes::new(count.saturating_mul(sector))), true);
        if let Some((_, block)) = evidence.block(own) {
            fill(&mut block.logical_block, Some(Bytes::new(sector)));
        }
    }
}

/// `scsi 0:0:10:0: Direct-Access     ATA      WDC WD60EFRX-68L 0A82 PQ: 0 ANSI: 6`: vendor, model and
/// revision in eight, sixteen and four characters, which bridges of USB fill with one name; and where a disk
/// is, `sd 0:0:10:0: [sdj] ...`. The host's number leads to its USB device: `scsi host0: usb-storage 2-1:1.0`.
/// Source: Linux, drivers/scsi/scsi_scan.c (scsi_add_lun), drivers/usb/core/hub.c (hub_port_init).
fn scsi(line: &str, evidence: &mut CommandEvidence) {
    if let Some((front, rest)) = line.split_once(": Direct-Access ")
        && let Some((_, place)) = front.rsplit_once("scsi ")
        && let Some((named, _)) = rest.trim_start().split_once(" PQ: ")
    {
        let part = |from, to| named.get(from..to).map(str::trim);
        let (vendor, model) = match (part(0, 8), part(9, 25)) {
            // 8 + 1 + 16 + 1 + 4 letters: with another length, blanks were lost in copying.
            (Some(vendor), Some(model)) if named.len() == 30 => (vendor, model),
            _ => {
                let (vendor, rest) = named.split_once(' ').unwrap_or(("", named));
                let model = rest.trim().rsplit_once(' ').filter(|(_, end)| end.len() == 4);
                (vendor, model.map_or(rest.trim(), |(model, _)| model.trim_end()))
            }
        };
        let model = match vendor {
            "ATA" => word(model),
            _ if vendor.len() == 8 => word(&format!("{vendor}{model}")),
            _ => word(&format!("{vendor} {model}")),
        };
        evidence.scsi.entry(place.to_owned()).or_default().model = model;
    }
    if let Some((place, own)) = disk(line) {
        evidence.scsi.entry(place.to_owned()).or_default().disk = Some(own.to_owned());
    }
    if let Some((front, port)) = line.split_once(": usb-storage ")
        && let Some((_, host)) = front.rsplit_once("scsi host")
        && let Some((port, _)) = port.split_once(':')
    {
        evidence.usb_hosts.insert(host.to_owned(), port.to_owned());
    }
    let Some((front, kind)) = line.split_once(": new ") else { return };
    let Some((_, port)) = front.rsplit_once("usb ") else { return };
    let mbit_s = match kind {
        _ if kind.starts_with("high-speed") => 480,
        _ if kind.contains("Gen 2x2") => 20_000,
        _ if kind.starts_with("SuperSpeed Plus") => 10_000,
        _ => 5000,
    };
    evidence.usb_speeds.insert(port.to_owned(), mbit_s);
}

/// The place and the name in `sd 0:0:10:0: [sdj] Starting disk`.
fn disk(line: &str) -> Option<(&str, &str)> {
    let (front, rest) = line.split_once(": [")?;
    let (_, place) = front.rsplit_once("sd ").filter(|(_, place)| place.split(':').count() == 4)?;
    Some((place, rest.split_once(']')?.0))
}

/// Gives disks the facts logged for their address on the SCSI bus.
pub(super) fn place_scsi(evidence: &mut CommandEvidence) {
    for (place, device) in std::mem::take(&mut evidence.scsi) {
        let host = place.split(':').next().unwrap_or_default();
        let speed =
            evidence.usb_hosts.get(host).and_then(|port| evidence.usb_speeds.get(port)).copied();
        let Some((own, block)) = device.disk.and_then(|own| evidence.block(&own)) else { continue };
        fill(&mut block.model, device.model);
        if let Some(mbit_s) = speed {
            fill(&mut block.transport, Some(DriveTransport::Usb { mbit_s }));
            evidence.buses.insert(own, DriveBus::Usb);
        }
    }
}

/// Gives disks the model and link of their port, if there is one of each or if all ports are alike. In a
/// log without disks, the ports represent them.
pub(super) fn place_ports(ports: &BTreeMap<String, SataPort>, evidence: &mut CommandEvidence) {
    let linked: Vec<&SataPort> = ports.values().filter(|port| port.model.is_some()).collect();
    let disks = evidence.capture.blocks.iter().filter(|(name, block)| {
        name.starts_with("sd") && block.transport.is_none() && block.stack.is_none()
    });
    let disks: Vec<String> = disks.map(|(name, _)| name.clone()).collect();
    if disks.is_empty() && evidence.capture.blocks.is_empty() {
        for (own, port) in ports.iter().filter(|(_, port)| port.model.is_some()) {
            let Some((_, block)) = evidence.block(own) else { continue };
            (block.model, block.firmware) = (port.model.clone(), port.firmware.clone());
            block.transport = port.gbit_s.map(|gbit_s| DriveTransport::Sata { gbit_s });
        }
        return;
    }
    // Models of the SCSI bus are the first letters of a port's.
    let models: Vec<Option<String>> =
        disks.iter().map(|own| evidence.capture.blocks.get(own)?.model.clone()).collect();
    for (own, model) in disks.iter().zip(&models) {
        let is_same = |port: &&&SataPort| {
            model.as_ref().is_none_or(|model| port.model.iter().any(|it| it.starts_with(model)))
        };
        let alike: Vec<&&SataPort> = linked.iter().filter(is_same).collect();
        let count = models.iter().filter(|other| *other == model).count();
        let Some(first) = alike.first().filter(|_| alike.len() == count) else { continue };
        let is_one_speed = alike.iter().all(|port| port.gbit_s == first.gbit_s);
        let is_one_model = alike.iter().all(|port| port.model == first.model);
        let Some((own, block)) = evidence.block(own) else { continue };
        if is_one_model {
            block.model.clone_from(&first.model);
            fill(&mut block.firmware, first.firmware.clone());
        }
        if let Some(gbit_s) = first.gbit_s.filter(|_| is_one_speed) {
            block.transport = Some(DriveTransport::Sata { gbit_s });
        }
        evidence.buses.insert(own, DriveBus::Sata);
    }
}

/// `nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)`.
fn errors(line: &str, evidence: &mut CommandEvidence) {
    let Some(address) = address_before(line, ": PCIe Bus Error: severity=")
        .or_else(|| address_before(line, ": AER: PCIe Bus Error: severity="))
    else {
        return;
    };
    let is_corrected = line.contains("severity=Corrected") || line.contains("severity=Correctable");
    if evidence.errors.len() < 1024 || evidence.errors.contains_key(&(address, is_corrected)) {
        *evidence.errors.entry((address, is_corrected)).or_default() += 1;
    }
}

/// Notes on SATA links that the kernel slowed down after errors, as far as the log goes.
pub(super) fn limit_notes(ports: &BTreeMap<String, SataPort>) -> Vec<Message> {
    let limited = ports.iter().filter_map(|(name, port)| Some((name, port.limit?)));
    let note = |(port, gbit_s): (&String, f64)| {
        Message::new("note-log-sata-limited").with("port", port).with("speed", gbit_s)
    };
    limited.take(8).map(note).collect()
}

/// Notes of errors, the busiest function first.
pub(super) fn error_notes(errors: &BTreeMap<(PciAddress, bool), usize>) -> Vec<Message> {
    let mut all: Vec<_> = errors.iter().collect();
    all.sort_by_key(|(at, count)| (std::cmp::Reverse(**count), **at));
    let note = |(at, count): (&(PciAddress, bool), &usize)| {
        let id = if at.1 { "note-log-corrected-errors" } else { "note-log-uncorrected-errors" };
        Message::new(id).with("address", at.0).count("count", *count)
    };
    all.into_iter().take(8).map(note).collect()
}

/// `DMI: Gigabyte Technology Co., Ltd. X570 AORUS ELITE/X570 AORUS ELITE, BIOS F33g 04/09/2021`.
fn host(line: &str, evidence: &mut CommandEvidence) {
    if let Some((_, rest)) = line.split_once("smpboot: CPU0: ") {
        let cpu = rest.split(" (family").next().and_then(word);
        evidence.host(HostFacts { cpu, ..HostFacts::default() });
    }
    if let Some((_, rest)) = line.split_once("DMI: ")
        && let Some((names, bios)) = rest.split_once(", BIOS ")
    {
        let (system, board) = names.rsplit_once('/').unwrap_or((names, ""));
        // The placeholder of boards that are sold alone; their own name stands behind the slash.
        let board = match system.find("System Product Name") {
            Some(at) => format!("{}{board}", &system[..at]),
            None => system.to_owned(),
        };
        evidence.host(HostFacts {
            board: word(&board),
            firmware: word(bios),
            hypervisor: firmware::hypervisor(system, system).map(str::to_owned),
            ..HostFacts::default()
        });
    }
}
