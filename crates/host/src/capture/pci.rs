//! PCI functions, slots, and the modules of the drivers in use.
//!
//! Source: kernel Documentation/ABI/testing/sysfs-bus-pci and sysfs-pci-slots.

use std::collections::BTreeSet;

use narrows_topology::read::{FileTreeEntry, sysfs};

use super::{CaptureExtent, TreeGatherer, config};

/// Attributes that the kernel reads from the device itself, which would power it up.
const FROM_THE_DEVICE: &[&str] = &[
    "config",
    "current_link_speed",
    "current_link_width",
    "max_link_speed",
    "max_link_width",
    "secondary_bus_number",
    "subordinate_bus_number",
];

pub(super) fn gather(gatherer: &mut TreeGatherer, extent: CaptureExtent) {
    let mut drivers = BTreeSet::new();
    for (_, place) in gatherer.shelf("sys/bus/pci/devices") {
        let place = &place;
        let asleep =
            gatherer.peek_text(&format!("{place}/power_state")).is_some_and(|s| s == "D3cold");
        for name in sysfs::PCI_ATTRIBUTES {
            let path = format!("{place}/{name}");
            match *name {
                name if asleep && FROM_THE_DEVICE.contains(&name) => {}
                "config" => config(gatherer, &path, extent),
                _ => drop(gatherer.file(&path)),
            }
        }
        for name in sysfs::PCI_EXISTENCE {
            gatherer.existence(&format!("{place}/{name}"), FileTreeEntry::File(Vec::new()));
        }
        for name in sysfs::PCI_NAMES {
            gatherer.names(&format!("{place}/{name}"), "");
        }
        for name in sysfs::PCI_LINKS {
            let target = gatherer.link(&format!("{place}/{name}"));
            drivers.extend(target.filter(|_| *name == "driver"));
        }
    }
    for (_, slot) in gatherer.shelf("sys/bus/pci/slots") {
        gatherer.files(&slot, sysfs::SLOT_ATTRIBUTES);
    }
    for driver in drivers {
        if let Some(module) = gatherer.link(&format!("{driver}/module")) {
            gatherer.files(&module, sysfs::MODULE_ATTRIBUTES);
        }
    }
}

fn config(gatherer: &mut TreeGatherer, path: &str, extent: CaptureExtent) {
    // Reading sparingly only saves time if the bytes come from a real device.
    let sparing = extent == CaptureExtent::Quick && gatherer.is_live();
    let bytes = if sparing {
        gatherer.open(path).map(|file| config::sparing(&file))
    } else {
        gatherer.peek(path, config::SPACE_BYTES)
    };
    let Some(bytes) = bytes else { return };
    if config::is_cut(&bytes) {
        gatherer.deny(path);
    }
    gatherer.put(path, bytes);
}
