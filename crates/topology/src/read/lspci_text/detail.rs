//! The lines below a function's first, each known by its own first word.
//!
//! ```text
//! Capabilities: [70] Express (v2) Endpoint, MSI 00
//! DevCap: MaxPayload 256 bytes, PhantFunc 0
//! LnkCap: Port #0, Speed 8GT/s, Width x4, ASPM L1, Exit Latency L1 <64us
//! LnkSta: Speed 8GT/s (ok), Width x2 (downgraded)
//! TrErr- Train- SlotClk+ DLActive+ BWMgmt- ABWMgmt-
//! ```

use narrows_messages::Message;
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use super::Draft;
use super::damage;
use super::headline::{cut, last_id, read_id};
use crate::evidence::{BusRange, Driver, PciFunction, PortType};
use crate::pci::{PciId, hex};

impl Draft {
    /// Reads one line, without white space around it. A damaged line's fact is left out and
    /// returned as a problem.
    pub fn take(&mut self, line: &str) -> Result<(), Message> {
        let problem = match line.split_once(':') {
            Some((key, value)) => self.take_key(key, value.trim()),
            None => damage::stub(line),
        };
        self.take_flags(line);
        if line.starts_with("Expansion ROM at") || line.starts_with("[virtual] Expansion ROM at") {
            self.function.option_rom = Some(true);
        }
        self.silent |= line.starts_with("!!! Unknown header type 7f");
        problem.map_or(Ok(()), Err)
    }

    fn take_key(&mut self, key: &str, value: &str) -> Option<Message> {
        let problem = damage::unreadable(key, value).or_else(|| self.cut_width(key, value));
        self.seen.extend(damage::key(key));
        match (key, &problem) {
            // A bridge's secondary bus comes before the last bus, and determines the tree.
            ("Bus", Some(_)) => {
                let buses = secondary_alone(value).filter(|_| self.function.buses.is_none());
                self.function.buses = buses.or(self.function.buses);
                self.primary = bus(value, "primary").or(self.primary);
            }
            ("Capabilities", Some(_)) => self.take_capability(value),
            (_, Some(_)) => {}
            (_, None) => {
                self.take_field(key, value);
                self.take_express_field(key, value);
            }
        }
        problem
    }

    /// The problem of a width that may have lost digits. For `LnkSta` in a dialect that ends there,
    /// only the surrounding lines can decide ([`Draft::finish`]).
    fn cut_width(&mut self, key: &str, value: &str) -> Option<Message> {
        let at_end = damage::ends_in_lanes(value);
        let is_status = key == "LnkSta" && self.dialect.is_width_last;
        if is_status {
            self.width_at_end = at_end.then_some(self.at);
        }
        let is_cut = at_end && matches!(key, "LnkCap" | "LnkSta") && !is_status;
        let seen = lanes(value).filter(|_| is_cut)?;
        Some(Message::new("note-lspci-width").with("key", key).with("lanes", seen))
    }

    fn take_field(&mut self, key: &str, value: &str) {
        let function = &mut self.function;
        match key {
            "Subsystem" => {
                function.subsystem = subsystem(value).or(function.subsystem);
                let named = cut(value).filter(|_| function.subsystem.is_none());
                function.subsystem_name = named;
            }
            "NUMA node" => function.numa_node = value.parse().ok(),
            "Kernel driver in use" => {
                function.driver = cut(value).map(|name| Driver { name, version: None });
            }
            "Bus" => {
                function.buses = buses(value).or(function.buses);
                self.primary = bus(value, "primary").or(self.primary);
            }
            "Physical Slot" => self.physical_slot = cut(value),
            // The firmware's name for an onboard device: SMBIOS type 41 or an ACPI _DSM (Linux,
            // Documentation/ABI/testing/sysfs-bus-pci, "label").
            "DeviceName" => self.label = cut(value),
            "Capabilities" => self.take_capability(value),
            _ => {}
        }
    }

    fn take_capability(&mut self, value: &str) {
        let PciFunction { denied, subsystem: known, .. } = &mut self.function;
        *denied |= value.starts_with("<acc");
        let Some((_, kind)) = value.split_once("] ") else { return };
        if let Some(id) = kind.strip_prefix("Subsystem:") {
            *known = known.or_else(|| subsystem(id.trim()));
        } else if let Some(kind) = kind.strip_prefix("Express ") {
            self.seen.insert(damage::EXPRESS);
            self.express.port = port_type(kind).or(self.express.port);
            self.express.slot |= kind.contains("(Slot+)");
        }
    }

    fn take_express_field(&mut self, key: &str, value: &str) {
        let express = &mut self.express;
        match key {
            "LnkCap" => express.possible = link(value),
            "LnkSta" => (express.rate, express.lanes) = (rate(value), lanes(value)),
            // Old versions wrote both as "Link:".
            "Link" if value.starts_with("Supported Speed") => express.possible = link(value),
            "Link" if value.starts_with("Speed") => {
                (express.rate, express.lanes) = (rate(value), lanes(value));
            }
            "LnkCtl2" => express.target = rate(value),
            "SltCap" => express.hot_plug = flag(value, "HotPlug") == Some(true),
            "SltSta" => express.present = flag(value, "PresDet"),
            _ => {}
        }
    }

    /// Words that stand in lines of their own or behind a key, depending on lspci's version.
    fn take_flags(&mut self, line: &str) {
        let express = &mut self.express;
        express.reports_active = flag(line, "LLActRep").or(express.reports_active);
        express.active = flag(line, "DLActive").or(express.active);
        express.slot_number = slot_number(line).or(express.slot_number);
        let payload = payload(line);
        // Device Capabilities is named in the same line, Device Control in the one before.
        if line.starts_with("DevCap:") || line.contains("Supported: MaxPayload") {
            express.payload_supported = payload.or(express.payload_supported);
        } else {
            express.payload_current = payload.or(express.payload_current);
        }
    }
}

pub(super) fn subsystem(value: &str) -> Option<PciId> {
    last_id(value).map(|(_, id)| id).or_else(|| read_id(value))
}

/// `primary=00, secondary=02, subordinate=02, sec-latency=0`, hexadecimal.
pub(super) fn buses(value: &str) -> Option<BusRange> {
    Some(BusRange { secondary: bus(value, "secondary")?, subordinate: bus(value, "subordinate")? })
}

/// The range of one bus, where the line stops before the last.
fn secondary_alone(value: &str) -> Option<BusRange> {
    let secondary = bus(value, "secondary")?;
    Some(BusRange { secondary, subordinate: secondary })
}

/// One bus of a line, always two digits.
fn bus(value: &str, name: &str) -> Option<u8> {
    let mut parts = value.split([',', ' ']);
    let digits = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    hex(digits, 2).filter(|_| digits.len() == 2).map(|bus| bus as u8)
}

/// What follows `Express `, such as `(v2) Root Port (Slot+), MSI 00`.
fn port_type(kind: &str) -> Option<PortType> {
    const NAMES: [(&str, PortType); 10] = [
        ("Endpoint", PortType::Endpoint),
        ("Legacy Endpoint", PortType::LegacyEndpoint),
        ("Root Port", PortType::RootPort),
        ("Upstream Port", PortType::SwitchUpstream),
        ("Downstream Port", PortType::SwitchDownstream),
        ("PCI-Express to PCI/PCI-X Bridge", PortType::ToPciBridge),
        ("PCI/PCI-X Bridge", PortType::ToPciBridge),
        ("PCI/PCI-X to PCI-Express Bridge", PortType::FromPciBridge),
        ("Root Complex Integrated Endpoint", PortType::IntegratedEndpoint),
        ("Root Complex Event Collector", PortType::EventCollector),
    ];
    let versioned = kind.strip_prefix("(v").and_then(|kind| kind.split_once(") "));
    let kind = versioned.map_or(kind, |(_, kind)| kind);
    NAMES.iter().find(|(name, _)| kind.starts_with(name)).map(|&(_, port)| port)
}

fn link(value: &str) -> Option<LinkWidth> {
    let lanes = lanes(value).and_then(Lanes::new);
    rate(value).zip(lanes).map(|(rate, lanes)| LinkWidth { rate, lanes })
}

/// `Speed 8GT/s`, `Target Link Speed: 8GT/s`, `Speed 2.5Gb/s` (old versions); none for
/// `Speed unknown`.
pub(super) fn rate(value: &str) -> Option<TransferRate> {
    let (_, rest) = value.split_once("Speed")?;
    let (digits, unit) = split_number(rest.trim_start_matches([':', ' ']));
    let known = unit.starts_with("GT/s") || unit.starts_with("Gb/s");
    TransferRate::from_gt_s(digits.parse().ok().filter(|_| known)?)
}

/// `Width x4`, as it stands there: also 0 and counts that no link can have.
pub(super) fn lanes(value: &str) -> Option<u8> {
    let (_, rest) = value.split_once("Width x")?;
    split_number(rest).0.parse().ok()
}

/// `MaxPayload 256 bytes`: 128 to 4096.
fn payload(line: &str) -> Option<Bytes> {
    let (_, rest) = line.split_once("MaxPayload ")?;
    let bytes: u64 = split_number(rest).0.parse().ok()?;
    (bytes.is_power_of_two() && (128..=4096).contains(&bytes)).then_some(Bytes::new(bytes))
}

/// `Slot #4, PowerLimit 25W`. Older versions wrote it in hexadecimal, padded to three places
/// (`Slot # 40` for 64), the oldest as `Slot: Number 4`.
fn slot_number(line: &str) -> Option<u32> {
    if let Some(rest) = line.strip_prefix("Slot: Number ") {
        return split_number(rest).0.parse().ok();
    }
    let digits = line.strip_prefix("Slot #")?.split(',').next()?;
    match digits.strip_prefix(' ') {
        Some(padded) => hex(padded.trim_start(), 3),
        None => digits.parse().ok(),
    }
}

/// `DLActive+` is yes, `DLActive-` no.
fn flag(line: &str, name: &str) -> Option<bool> {
    line.split([' ', '\t', ',']).find_map(|word| match word.strip_prefix(name)? {
        "+" => Some(true),
        "-" => Some(false),
        _ => None,
    })
}

fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    text.split_at(end.unwrap_or(text.len()))
}
