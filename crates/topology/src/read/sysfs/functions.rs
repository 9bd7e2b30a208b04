//! PCI functions: `sys/bus/pci/devices`, or `sys/devices/pci*` if that is absent.
//!
//! Source: Documentation/ABI/testing/sysfs-bus-pci; drivers/pci/pci-sysfs.c for the link
//! attributes; drivers/ata/ahci.c for `remapped_nvme`.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::MOST_DEVICES;
use super::folder::{MOST_NAMES, SysfsFolder, function_named, numbered, temperature};
use crate::evidence::{
    BusRange, CaptureEvidence, KernelDriver, LinkFacts, PciFunction, SlotClaim, SlotSource,
};
use crate::pci::{ClassCode, PciAddress, PciId, hex};
use crate::read::{FileTree, config_space, express};

/// Reads every function and the slots' names.
pub(super) fn read(tree: &FileTree, evidence: &mut CaptureEvidence) {
    let mut unreadable: Option<PciAddress> = None;
    for (address, path) in folders(tree) {
        let folder = SysfsFolder::at(tree, &path).filter(|folder| tree.exists(&folder.path));
        let read = folder.and_then(|folder| function(&folder));
        match read {
            Some(function) => {
                evidence.functions.insert(address, function);
            }
            None => unreadable = unreadable.or(Some(address)),
        }
    }
    express::settle_links(&mut evidence.functions);
    if let Some(address) = unreadable {
        let note = Message::new("read-sysfs-function-without-id").with("address", address);
        evidence.notes.push(note);
    }
    let slots = slots(tree, &evidence.functions);
    evidence.slots.extend(slots);
}

/// Every function's folder, by address.
fn folders(tree: &FileTree) -> BTreeMap<PciAddress, String> {
    let bus = "sys/bus/pci/devices";
    let named = tree.names(bus).take(MOST_DEVICES);
    let listed: BTreeMap<_, _> =
        named.filter_map(|name| Some((function_named(name)?, format!("{bus}/{name}")))).collect();
    if listed.is_empty() {
        // Functions found by their `vendor` file, for captures without `sys/bus`.
        let vendors = tree.entries().filter_map(|(path, _)| path.strip_suffix("/vendor"));
        let below = vendors.filter(|path| path.starts_with("sys/devices/"));
        let functions = below.filter_map(|path| {
            let name = path.rsplit('/').next()?;
            Some((function_named(name)?, path.to_owned()))
        });
        functions.take(MOST_DEVICES).collect()
    } else {
        listed
    }
}

fn function(folder: &SysfsFolder) -> Option<PciFunction> {
    // For ordinary users the kernel cuts the configuration space after 64 bytes; sysfs' own
    // attributes override it.
    let config = folder.tree.bytes(&folder.inside("config"));
    let mut function = config.map(config_space::decode).unwrap_or_default();
    // Vendor, device and class; `None` if neither sysfs nor the configuration space has them.
    let id = |vendor: &str, device: &str| {
        let (vendor, device) = (folder.hex(vendor)?, folder.hex(device)?);
        Some(PciId { vendor: vendor as u16, device: device as u16 })
    };
    if let Some(id) = id("vendor", "device") {
        function.id = id;
    }
    if let Some(class) = folder.hex("class") {
        function.class = ClassCode::from_u24(class);
    }
    let subsystem = id("subsystem_vendor", "subsystem_device");
    // Bridges have no subsystem in their header and show zeros.
    function.subsystem = subsystem.or(function.subsystem).filter(|id| *id != PciId::default());
    (function.id != PciId::default()).then_some(())?;
    // Reads the function above it, from the folders around it, and the buses behind it.
    let above = folder.above();
    function.parent = above.as_ref().and_then(SysfsFolder::function);
    function.root_bus = folder.parts().rev().find_map(root_bus);
    let secondary = folder.number("secondary_bus_number");
    let subordinate = folder.number("subordinate_bus_number");
    if let (Some(secondary), Some(subordinate)) = (secondary, subordinate) {
        function.buses = Some(BusRange { secondary, subordinate });
    }
    link(folder, &mut function.link);
    function.driver = driver(folder);
    // -1, for no node, is no number of this type.
    function.numa_node = folder.number("numa_node");
    function.remapped_nvme = folder.number("remapped_nvme");
    function.virtual_of = folder.link("physfn").and_then(|name| function_named(&name));
    function.kernel_name = kernel_name(folder);
    let kernel_name = function.kernel_name.as_deref();
    let controller = kernel_name.and_then(|name| folder.folder(&format!("nvme/{name}")));
    function.temperature_c =
        controller.as_ref().and_then(temperature).or_else(|| temperature(folder));
    if folder.has("rom") {
        function.option_rom = Some(true);
    }
    Some(function)
}

/// `pci0000:40`; a VMD controller shows one for its own domain below itself.
fn root_bus(name: &str) -> Option<(u32, u8)> {
    let (domain, bus) = name.strip_prefix("pci")?.split_once(':')?;
    Some((hex(domain, 8)?, hex(bus, 2)? as u8))
}

fn link(folder: &SysfsFolder, link: &mut LinkFacts) {
    let width = |speed: &str, width: &str| {
        let rate = rate(folder.text(speed)?)?;
        let lanes = Lanes::new(folder.number(width)?)?;
        Some(LinkWidth { rate, lanes })
    };
    link.current = width("current_link_speed", "current_link_width").or(link.current);
    link.possible = width("max_link_speed", "max_link_width").or(link.possible);
    // A width of 0 means that nothing is connected; the speed beside it may still be a valid one.
    if folder.text("current_link_width") == Some("0") {
        link.current = None;
        link.empty = true;
    }
}

/// `8.0 GT/s PCIe` since Linux 5.7, `8 GT/s` before; `Unknown` if the register has no code.
fn rate(text: &str) -> Option<TransferRate> {
    let (number, _) = text.split_once(" GT/s")?;
    TransferRate::from_gt_s(number.trim().parse().ok()?)
}

fn driver(folder: &SysfsFolder) -> Option<KernelDriver> {
    let name = folder.link("driver")?;
    // Modules have underscores in sysfs where the names of drivers may have dashes.
    let module = name.replace('-', "_");
    let version = folder.tree.text(&format!("sys/module/{module}/version"));
    Some(KernelDriver { name, version: version.map(str::to_owned) })
}

/// `nvme0`, or the first SCSI host below it, which for AHCI is below a port (`ata1/host0`).
fn kernel_name(folder: &SysfsFolder) -> Option<String> {
    let first = |folder: &SysfsFolder, prefix: &str| {
        let names = folder.names().take(MOST_NAMES);
        names.filter_map(|name| numbered(name, prefix)).min().map(|n| format!("{prefix}{n}"))
    };
    let nvme = folder.folder("nvme").and_then(|folder| first(&folder, "nvme"));
    let port = || folder.folder(&first(folder, "ata")?);
    nvme.or_else(|| first(folder, "host")).or_else(|| first(&port()?, "host"))
}

/// Slot names: each says which device number on which bus sits in it, without the function.
///
/// Source: drivers/pci/slot.c, `address`: "%04x:%02x:%02x", or without the device when the slot
/// covers its whole bus.
fn slots(tree: &FileTree, functions: &BTreeMap<PciAddress, PciFunction>) -> Vec<SlotClaim> {
    let claim = |label: &str| {
        let text = tree.text(&format!("sys/bus/pci/slots/{label}/address"))?;
        let address = in_slot(text, functions)?;
        Some(SlotClaim { address, label: label.to_owned(), source: SlotSource::SlotNumber })
    };
    tree.names("sys/bus/pci/slots").take(MOST_NAMES).filter_map(claim).collect()
}

/// The function in the slot, else the bridge above the empty slot.
fn in_slot(text: &str, functions: &BTreeMap<PciAddress, PciFunction>) -> Option<PciAddress> {
    let whole_bus = text.bytes().filter(|&byte| byte == b':').count() == 1;
    let device = if whole_bus { format!("{text}:00.0") } else { format!("{text}.0") };
    let first = function_named(&device)?;
    let last = PciAddress { function: 7, ..first };
    let there = functions.range(first..=last).map(|(address, _)| *address).next();
    there.or_else(|| {
        let above = |f: &PciFunction| f.buses.is_some_and(|buses| buses.secondary == first.bus);
        let in_domain = functions.iter().filter(|(address, _)| address.domain == first.domain);
        in_domain.filter(|(_, f)| above(f)).map(|(address, _)| *address).next()
    })
}
