//! Facts from a name, for listings without ids (`lspci -vv` instead of `lspci -vvnn`).
//!
//! lspci takes names from the same public list that this catalogue has, so that a name leads back to
//! its ids; if several ids share a name, only their common facts count. Names change between editions
//! of the list. If one is not in ours, words decide that vendors use for one attachment only, such as
//! Intel's `Chipset` and `PCH`; without these, there is no result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::list::Vendor;
use super::roles::{KnownFunction, PciRole, known};

const INTEL: u16 = 0x8086;
const AMD: u16 = 0x1022;

/// The vendor of a device that lspci names, such as 8086 for `Intel Corporation Z170 Chipset LPC/eSPI
/// Controller`.
pub fn vendor_by_name(name: &str) -> Option<u16> {
    vendor(name).map(|(vendor, _)| vendor.id())
}

/// Vendor and device by name; the device only if the name is unique, or if lspci found none and
/// printed `Device 14db`.
pub fn id_by_name(name: &str) -> Option<(u16, Option<u16>)> {
    let (vendor, device) = vendor(name)?;
    let mut named = named(vendor, device).into_iter();
    Some((vendor.id(), named.next().filter(|_| named.next().is_none())))
}

/// Location of a device by its name; `None` if its name does not reveal it.
pub fn known_by_name(name: &str) -> Option<KnownFunction> {
    let (vendor, device) = vendor(name)?;
    let same_name = named(vendor, device);
    let all: Vec<Option<KnownFunction>> =
        same_name.into_iter().map(|device| known(vendor.id(), device)).collect();
    match all.split_first() {
        Some((first, others)) => in_common((*first)?, others),
        None => by_words(vendor.id(), device),
    }
}

/// Vendors by the first word of their names: there are thousands of them, and a listing asks for each
/// of its lines.
static BY_FIRST_WORD: LazyLock<BTreeMap<&str, Vec<Vendor>>> = LazyLock::new(|| {
    let mut all: BTreeMap<&str, Vec<Vendor>> = BTreeMap::new();
    for vendor in Vendor::all() {
        all.entry(first_word(vendor.name())).or_default().push(vendor);
    }
    all
});

fn first_word(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

/// The vendor with the longest name that the text begins with, and the text behind it. Of several that are
/// called the same, the one that has such a device, else the one with most.
fn vendor(name: &str) -> Option<(Vendor, &str)> {
    let after = |vendor: Vendor| {
        let rest = name.strip_prefix(vendor.name())?;
        (rest.is_empty() || rest.starts_with(' ')).then_some((vendor, rest.trim()))
    };
    let known = |vendor: Vendor, device: &str| {
        let has = vendor.devices().any(|(_, name)| name == device);
        (vendor.name().len(), has, vendor.devices().len())
    };
    let vendors = BY_FIRST_WORD.get(first_word(name))?;
    let named = vendors.iter().copied().filter_map(after);
    named.max_by_key(|(vendor, device)| known(*vendor, device))
}

fn named(vendor: Vendor, device: &str) -> BTreeSet<u16> {
    if let Some(digits) = device.strip_prefix("Device ").filter(|digits| digits.len() == 4) {
        return u16::from_str_radix(digits, 16).into_iter().collect();
    }
    vendor.devices().filter(|(_, name)| *name == device).map(|(id, _)| id).collect()
}

/// Their common facts: the role must be the same, a family or chipset that differs is left out.
fn in_common(first: KnownFunction, others: &[Option<KnownFunction>]) -> Option<KnownFunction> {
    others.iter().try_fold(first, |known, other| {
        let other = (*other)?;
        (known.role == other.role).then_some(KnownFunction {
            role: known.role,
            family: known.family.filter(|family| other.family == Some(family)),
            chipset: known.chipset.filter(|chipset| other.chipset == Some(chipset)),
        })
    })
}

/// By the words that vendors use for one attachment only.
fn by_words(vendor: u16, device: &str) -> Option<KnownFunction> {
    let name = device.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_port = has(&["root port", "pci express port", "pcie rp"]);
    let role = match vendor {
        INTEL if has(&["chipset", "pch", "platform controller hub", "i/o controller hub"]) => {
            if is_port {
                PciRole::ChipsetRootPort
            } else {
                PciRole::ChipsetFunction
            }
        }
        INTEL if has(&["core processor", "xeon processor", "cpu pcie", "processor pcie"]) => {
            // Intel's root ports on processors are called so: `6th-10th Gen Core Processor PCIe
            // Controller (x16)`.
            let is_port = is_port || has(&["pcie controller", "pci express"]);
            let is_host = name.contains("host bridge") || name.contains("dram registers");
            match (is_host, is_port) {
                (true, _) => PciRole::HostBridge,
                (false, true) => PciRole::CpuRootPort,
                (false, false) => return None,
            }
        }
        AMD if has(&["switch upstream"]) => PciRole::ChipsetSwitchUpstream,
        AMD if has(&["switch downstream"]) => PciRole::ChipsetSwitchDownstream,
        // GPP are AMD's general-purpose ports; the internal ones lead to functions of the
        // processor itself.
        AMD if has(&["internal pcie gpp bridge", "internal gpp bridge"]) => {
            PciRole::CpuInternalBridge
        }
        AMD if has(&["gpp bridge", "root complex root port"]) => PciRole::CpuRootPort,
        _ => return None,
    };
    Some(KnownFunction { role, family: None, chipset: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str) -> Option<PciRole> {
        known_by_name(name).map(|known| known.role)
    }

    #[test]
    fn chipset_and_processor_are_told_by_name() {
        for (name, expected) in [
            (
                "Intel Corporation Cannon Lake PCH PCI Express Root Port #9",
                PciRole::ChipsetRootPort,
            ),
            (
                "Intel Corporation 500 Series Chipset Family SATA AHCI Controller",
                PciRole::ChipsetFunction,
            ),
            ("Intel Corporation 9999 Series Chipset SATA Controller", PciRole::ChipsetFunction),
            ("Intel Corporation Z170 Chipset LPC/eSPI Controller", PciRole::ChipsetFunction),
            ("Advanced Micro Devices, Inc. [AMD] Device 14db", PciRole::CpuRootPort),
            (
                "Advanced Micro Devices, Inc. [AMD] Matisse Switch Upstream",
                PciRole::ChipsetSwitchUpstream,
            ),
            (
                "Intel Corporation 99th Gen Core Processor PCIe Controller (x16)",
                PciRole::CpuRootPort,
            ),
            ("Red Hat, Inc. QEMU PCIe Root port", PciRole::HypervisorPort),
        ] {
            assert_eq!(role(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn a_name_that_does_not_tell_says_nothing() {
        for name in
            ["", "Intel Corporation", "Intel Corporation PCI Express Root Port", "Unknown X"]
        {
            assert_eq!(role(name), None, "{name}");
        }
    }

    /// Every device of the list gets, by its name, the role of its id or none at all.
    #[test]
    fn no_name_says_another_role_than_its_id() {
        let mut count = 0;
        for vendor in [INTEL, AMD, 0x1002, 0x1b36, 0x10b5].map(Vendor::with_id) {
            let vendor = vendor.unwrap();
            for (device, device_name) in vendor.devices() {
                let name = format!("{} {device_name}", vendor.name());
                let Some(by_name) = role(&name) else { continue };
                let by_id = known(vendor.id(), device).map(|known| known.role);
                assert_eq!(Some(by_name), by_id, "{name}");
                count += 1;
            }
        }
        assert!(count > 1000, "{count}");
    }
}
