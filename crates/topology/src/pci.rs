//! PCI addresses, ids and class codes as checked values.

use std::fmt;
use std::str::FromStr;

/// The vendor of Apple's own controllers, whose NVMe drives have the class of none, and whose machines have boards
/// like no other's.
pub const APPLE: u16 = 0x106b;

/// A domain and the number of one of its buses.
pub(crate) type BusNumber = (u32, u8);

/// The address of a PCI function: domain, bus, device, function. Prints `0000:0d:00.0`.
///
/// Domains are 32 bits wide: Intel VMD puts its drives into domains from 0x10000 up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PciAddress {
    /// The domain (segment).
    pub domain: u32,
    pub bus: u8,
    /// The device, 0 to 31.
    pub device: u8,
    /// The function, 0 to 7.
    pub function: u8,
}

impl PciAddress {
    /// The same device's function 0.
    pub fn first_function(self) -> Self {
        Self { function: 0, ..self }
    }
}

impl fmt::Display for PciAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { domain, bus, device, function } = self;
        write!(f, "{domain:04x}:{bus:02x}:{device:02x}.{function:x}")
    }
}

/// A text that is no PCI address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPciAddress;

/// Reads `0d:00.0`, `0000:0d:00.0` and `10000:e1:00.0`; hexadecimal, as lspci and sysfs print it.
impl FromStr for PciAddress {
    type Err = NoPciAddress;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_address(text).ok_or(NoPciAddress)
    }
}

fn parse_address(text: &str) -> Option<PciAddress> {
    let (rest, function) = text.rsplit_once('.')?;
    let (rest, device) = rest.rsplit_once(':')?;
    let (domain, bus) = rest.rsplit_once(':').unwrap_or(("0", rest));
    let device = hex(device, 2).filter(|&device| device < 32)?;
    let function = hex(function, 1).filter(|&function| function < 8)?;
    Some(PciAddress {
        domain: hex(domain, 8)?,
        bus: hex(bus, 2)? as u8,
        device: device as u8,
        function: function as u8,
    })
}

/// Reads 1 to `digits` hexadecimal digits and nothing else (no sign, no `0x`).
pub(crate) fn hex(text: &str, digits: usize) -> Option<u32> {
    let fits = (1..=digits).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit());
    fits.then(|| u32::from_str_radix(text, 16).ok())?
}

/// Vendor and device id. Prints `144d:a808`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PciId {
    /// The vendor, as assigned by the PCI-SIG.
    pub vendor: u16,
    /// The device, as assigned by the vendor.
    pub device: u16,
}

impl fmt::Display for PciId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}:{:04x}", self.vendor, self.device)
    }
}

/// Base class, subclass and programming interface.
///
/// Source: PCI Code and ID Assignment Specification 1.11, section 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassCode {
    /// Base class: 01 mass storage, 02 network, 03 display, 06 bridge, 0c serial bus.
    pub base: u8,
    pub sub: u8,
    /// Programming interface; 0 if the capture does not give it.
    pub interface: u8,
}

impl ClassCode {
    /// From the 24-bit number of sysfs's `class` attribute.
    pub fn from_u24(code: u32) -> Self {
        let [_, base, sub, interface] = code.to_be_bytes();
        Self { base, sub, interface }
    }

    /// Mass storage of any kind (01xx).
    pub fn is_storage(self) -> bool {
        self.base == 0x01
    }

    /// A PCI-to-PCI bridge (0604): root ports, switch ports, conventional bridges.
    pub fn is_pci_bridge(self) -> bool {
        self.base == 0x06 && self.sub == 0x04
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_and_print_as_lspci_does() {
        let printed = |text: &str| text.parse::<PciAddress>().map(|a| a.to_string());
        assert_eq!(printed("0d:00.0"), Ok("0000:0d:00.0".into()));
        assert_eq!(printed("10000:e1:00.0"), Ok("10000:e1:00.0".into()));
        for text in ["", "0d:00", "0d:20.0", "0d:00.8", "zz:00.0", "0d:00.0 ", "+d:00.0"] {
            assert_eq!(printed(text), Err(NoPciAddress), "{text}");
        }
    }
}
