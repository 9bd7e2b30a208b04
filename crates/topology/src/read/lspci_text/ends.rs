//! Compares both ends of a link.
//!
//! For: a width at the end of its line, which may have lost digits. Both ends of a link have the
//! same width, so an end with x1 whose other end has x16 was cut.
//!
//! Source: PCI Express Base Specification 6.0, section 7.5.3.8 (Negotiated Link Width).

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::Lanes;

use super::damages::DamageNotes;
use crate::evidence::PciFunction;
use crate::pci::PciAddress;

/// Leaves out the widths of `at_end` that are the beginning of the other end's.
pub(super) fn compare(
    functions: &mut BTreeMap<PciAddress, PciFunction>,
    at_end: &BTreeMap<PciAddress, usize>,
    damages: &mut DamageNotes,
) {
    let secondary = |function: &PciFunction| function.buses.map(|buses| buses.secondary);
    // By the bus behind it; of several ports the first.
    let mut ports: BTreeMap<(u32, u8), PciAddress> = BTreeMap::new();
    for (at, function) in functions.iter().filter(|(_, function)| function.faces_down()) {
        if let Some(bus) = secondary(function) {
            ports.entry((at.domain, bus)).or_insert(*at);
        }
    }
    // The function below a port, or the port above a function.
    let other_end = |address: &PciAddress| {
        let function = functions.get(address)?;
        let first = |bus: u8| PciAddress { domain: address.domain, bus, device: 0, function: 0 };
        match function.faces_down() {
            true => secondary(function).map(first),
            false => ports.get(&(address.domain, address.bus)).copied(),
        }
    };
    let cut: Vec<(PciAddress, usize, Lanes)> = at_end
        .iter()
        .filter_map(|(address, line)| {
            let own = functions.get(address)?.link.current?.lanes;
            let other = functions.get(&other_end(address)?)?.link.current?.lanes;
            (own.get() < other.get() && other.get().to_string().starts_with(&own.get().to_string()))
                .then_some((*address, *line, own))
        })
        .collect();
    for (address, line, lanes) in cut {
        if let Some(function) = functions.get_mut(&address) {
            function.link.current = None;
        }
        damages.add(doubtful("LnkSta", lanes.get(), line));
    }
}

/// The problem of a width that may have lost digits.
pub(super) fn doubtful(key: &str, lanes: u8, line: usize) -> Message {
    Message::new("note-lspci-width").with("key", key).with("lanes", lanes).with("line", line)
}
