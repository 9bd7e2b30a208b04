//! PCI functions and their tree.

use std::collections::BTreeMap;

use narrows_catalog::pci;
use narrows_messages::Message;
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};
use serde_json::Value;

use super::{list, number, word};
use crate::evidence::{
    BusRange, CaptureEvidence, KernelDriver, LinkFacts, MaxPayload, PciFunction, PortType,
};
use crate::pci::{ClassCode, PciAddress, PciId, hex};

/// No chain of devices is longer: a disk behind an enclosure behind a switch behind a dock has some ten above it.
const DEEPEST: usize = 64;

/// The devices by instance id, in capitals: Windows compares ids without regard to case.
pub(super) struct InstanceTree {
    parents: BTreeMap<String, String>,
    functions: BTreeMap<String, PciAddress>,
}

impl InstanceTree {
    /// The nearest PCI function at or above a device.
    pub(super) fn function_of(&self, device: &str) -> Option<PciAddress> {
        let mut at = device.to_uppercase();
        for _ in 0..DEEPEST {
            if let Some(address) = self.functions.get(&at) {
                return Some(*address);
            }
            at.clone_from(self.parents.get(&at)?);
        }
        None
    }

    /// The nearest PCI function above a device.
    fn above(&self, device: &str) -> Option<PciAddress> {
        self.function_of(self.parents.get(&device.to_uppercase())?)
    }
}

pub(super) fn read(root: &Value, evidence: &mut CaptureEvidence) -> InstanceTree {
    let mut tree = InstanceTree { parents: BTreeMap::new(), functions: BTreeMap::new() };
    let mut repeated = 0;
    for device in list(root, "devices") {
        let Some(id) = word(device, "id").map(str::to_uppercase) else { continue };
        if let Some(parent) = word(device, "parent") {
            tree.parents.insert(id.clone(), parent.to_uppercase());
        }
        let Some((address, function)) = function(device, &id) else { continue };
        if evidence.functions.contains_key(&address) {
            repeated += 1;
            continue;
        }
        evidence.functions.insert(address, function);
        tree.functions.insert(id, address);
    }
    if repeated > 0 {
        evidence.notes.push(Message::new("note-windows-repeated").count("count", repeated));
    }
    connect(&tree, evidence);
    tree
}

/// Facts in the instance id and properties; `None` if not on PCI, or without an address there.
fn function(device: &Value, id: &str) -> Option<(PciAddress, PciFunction)> {
    let address = address(device)?;
    let words = id.strip_prefix("PCI\\")?.split('\\').next()?;
    let named = |name: &str, digits| {
        words.split('&').find_map(|word| hex(word.strip_prefix(name)?, digits))
    };
    let part = |key| number::<u8>(device, key);
    let id = PciId { vendor: named("VEN_", 4)? as u16, device: named("DEV_", 4)? as u16 };
    // Windows names the driver's purpose ("Standard NVM Express Controller"), the list the device.
    let is_listed = pci::device_name(id.vendor, id.device).is_some();
    // 0 for 128 bytes, and twice as many for each one more, up to 4096.
    let bytes = |key| {
        let power = number::<u32>(device, key).filter(|power| *power <= 5)?;
        Some(Bytes::new(128 << power))
    };
    let (supported, current) = (bytes("max_payload"), bytes("payload"));
    let max_payload =
        (supported.is_some() || current.is_some()).then_some(MaxPayload { supported, current });
    let function = PciFunction {
        id,
        class: ClassCode {
            base: part("base").unwrap_or_default(),
            sub: part("sub").unwrap_or_default(),
            interface: part("interface").unwrap_or_default(),
        },
        subsystem: named("SUBSYS_", 8).and_then(subsystem),
        name: word(device, "name").filter(|_| !is_listed).map(str::to_owned),
        port: part("type").and_then(port),
        link: link(device),
        max_payload,
        numa_node: number(device, "numa"),
        driver: word(device, "service")
            .map(|name| KernelDriver { name: name.to_owned(), version: None }),
        ..PciFunction::default()
    };
    Some((address, function))
}

/// The bus number has the segment from bit 8 on (`PCI_SEGMENT_BUS_NUMBER`); the address has the device in its
/// upper half and the function in its lower one.
fn address(device: &Value) -> Option<PciAddress> {
    let bus: u32 = number(device, "bus")?;
    let address: u32 = number(device, "address")?;
    let (device, function) = (address >> 16, address & 0xffff);
    (device < 32 && function < 8).then_some(PciAddress {
        domain: bus >> 8,
        bus: (bus & 0xff) as u8,
        device: device as u8,
        function: function as u8,
    })
}

/// `A801144D`: the subsystem's device before its vendor.
fn subsystem(number: u32) -> Option<PciId> {
    (number != 0).then_some(PciId { vendor: number as u16, device: (number >> 16) as u16 })
}

/// `DevProp_PciDevice_DeviceType_xxx` and, from 6 on, `..._BridgeType_xxx`.
fn port(number: u8) -> Option<PortType> {
    Some(match number {
        2 => PortType::Endpoint,
        3 => PortType::LegacyEndpoint,
        4 => PortType::IntegratedEndpoint,
        8 => PortType::RootPort,
        9 => PortType::SwitchUpstream,
        10 => PortType::SwitchDownstream,
        11 => PortType::ToPciBridge,
        12 => PortType::FromPciBridge,
        14 => PortType::EventCollector,
        _ => return None,
    })
}

/// Speeds are the registers' own numbers: 1 for 2.5 GT/s, one more for each generation. A width of 0 is a link
/// with nothing on it.
fn link(device: &Value) -> LinkFacts {
    let width = |speed, width| {
        let rate = TransferRate::from_generation(number(device, speed)?)?;
        Some(LinkWidth { rate, lanes: Lanes::new(number(device, width)?)? })
    };
    LinkFacts {
        current: width("speed", "width"),
        possible: width("max_speed", "max_width"),
        target: None,
        empty: number::<u8>(device, "width") == Some(0),
        active: false,
    }
}

/// Gives each function the bridge above it and its root bus, and each bridge the buses that its children are on.
fn connect(tree: &InstanceTree, evidence: &mut CaptureEvidence) {
    let above: BTreeMap<PciAddress, PciAddress> = tree
        .functions
        .iter()
        .filter_map(|(id, address)| Some((*address, tree.above(id)?)))
        .collect();
    let mut buses: BTreeMap<PciAddress, BusRange> = BTreeMap::new();
    for (&address, &direct) in &above {
        let is_first = |bridge| bridge == direct;
        for bridge in chain(&above, address) {
            let range = buses.entry(bridge);
            let range =
                range.or_insert(BusRange { secondary: address.bus, subordinate: address.bus });
            range.subordinate = range.subordinate.max(address.bus);
            if is_first(bridge) {
                range.secondary = range.secondary.min(address.bus);
            }
        }
    }
    let roots: BTreeMap<PciAddress, PciAddress> = evidence
        .functions
        .keys()
        .map(|address| (*address, chain(&above, *address).last().unwrap_or(*address)))
        .collect();
    for (address, function) in &mut evidence.functions {
        function.parent = above.get(address).copied();
        function.buses = buses.get(address).copied();
        function.root_bus = roots.get(address).map(|root| (root.domain, root.bus));
    }
}

/// The bridges above a function, nearest first; a cycle ends after it has gone on for too long.
fn chain(
    above: &BTreeMap<PciAddress, PciAddress>,
    from: PciAddress,
) -> impl Iterator<Item = PciAddress> {
    std::iter::successors(above.get(&from).copied(), |at| above.get(at).copied()).take(DEEPEST)
}
