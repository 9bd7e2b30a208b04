//! Single facts out of the lines below a function's first.
//!
//! Not here: which line has which fact ([`super::detail`]).

use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use super::headline::{last_id, read_id};
use crate::evidence::{BusRange, PortType};
use crate::pci::{PciId, hex};

pub(super) fn subsystem(value: &str) -> Option<PciId> {
    last_id(value).map(|(_, id)| id).or_else(|| read_id(value))
}

/// `primary=00, secondary=02, subordinate=02, sec-latency=0`, hexadecimal.
pub(super) fn buses(value: &str) -> Option<BusRange> {
    Some(BusRange { secondary: bus(value, "secondary")?, subordinate: bus(value, "subordinate")? })
}

/// The range of one bus, if the line stops before the last.
pub(super) fn secondary_alone(value: &str) -> Option<BusRange> {
    let secondary = bus(value, "secondary")?;
    Some(BusRange { secondary, subordinate: secondary })
}

/// One bus of a line, always two digits.
pub(super) fn bus(value: &str, name: &str) -> Option<u8> {
    let mut parts = value.split([',', ' ']);
    let digits = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    hex(digits, 2).filter(|_| digits.len() == 2).map(|bus| bus as u8)
}

/// The text after `Express `: `(v2) Root Port (Slot+), MSI 00`.
pub(super) fn port_type(kind: &str) -> Option<PortType> {
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

pub(super) fn link(value: &str) -> Option<LinkWidth> {
    let lanes = lanes(value).and_then(Lanes::new);
    rate(value).zip(lanes).map(|(rate, lanes)| LinkWidth { rate, lanes })
}

/// `Speed 8GT/s`, `Target Link Speed: 8GT/s`, `Speed 2.5Gb/s` (old versions); `None` for `Speed
/// unknown`.
pub(super) fn rate(value: &str) -> Option<TransferRate> {
    let (_, rest) = value.split_once("Speed")?;
    let (digits, unit) = split_number(rest.trim_start_matches([':', ' ']));
    let known = unit.starts_with("GT/s") || unit.starts_with("Gb/s");
    TransferRate::from_gt_s(digits.parse().ok().filter(|_| known)?)
}

/// `Width x4`, as reported: also 0 and counts that no link can have.
pub(super) fn lanes(value: &str) -> Option<u8> {
    let (_, rest) = value.split_once("Width x")?;
    split_number(rest).0.parse().ok()
}

/// `MaxPayload 256 bytes`: 128 to 4096.
pub(super) fn payload(line: &str) -> Option<Bytes> {
    let (_, rest) = line.split_once("MaxPayload ")?;
    let bytes: u64 = split_number(rest).0.parse().ok()?;
    (bytes.is_power_of_two() && (128..=4096).contains(&bytes)).then_some(Bytes::new(bytes))
}

/// `Slot #4, PowerLimit 25W`. Older versions wrote it in hexadecimal, padded to three places
/// (`Slot # 40` for 64), the oldest as `Slot: Number 4`.
pub(super) fn slot_number(line: &str) -> Option<u32> {
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
pub(super) fn flag(line: &str, name: &str) -> Option<bool> {
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
