//! PCI functions made by hand.

use narrows_topology::PciAddress;
use narrows_topology::evidence::{BusRange, LinkFacts, PciFunction, PortType};
use narrows_topology::pci::{ClassCode, PciId};
use narrows_units::LinkWidth;

pub const NVME: u32 = 0x01_08_02;
pub const ETHERNET: u32 = 0x02_00_00;
pub const VGA: u32 = 0x03_00_00;

pub fn at(address: &str) -> PciAddress {
    address.parse().unwrap()
}

pub fn port(device: u16, buses: (u8, u8), link: (u8, u8)) -> PciFunction {
    let mut port = function((0x8086, device), 0x06_04_00, link);
    port.port = Some(PortType::RootPort);
    let (secondary, subordinate) = buses;
    port.buses = Some(BusRange { secondary, subordinate });
    port
}

pub fn function(id: (u16, u16), class: u32, (generation, lanes): (u8, u8)) -> PciFunction {
    let link = LinkWidth::new(generation, lanes);
    let [_, base, sub, interface] = class.to_be_bytes();
    PciFunction {
        id: PciId { vendor: id.0, device: id.1 },
        class: ClassCode { base, sub, interface },
        port: Some(PortType::Endpoint),
        link: LinkFacts { current: link, possible: link, ..LinkFacts::default() },
        ..PciFunction::default()
    }
}
