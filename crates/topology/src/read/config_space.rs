//! PCI configuration space, byte for byte as `lspci -x` dumps it and sysfs' `config` files hold it.
//!
//! For: ids, class, bus numbers, expansion ROM and the Express capability's link, payload and slot
//! registers of one function. Any length is fine; 64 bytes (all that an ordinary user may read)
//! hold the header only, 256 the capabilities, 4096 the extended ones, of which none is needed.
//!
//! Not here: whether a port's link is empty although something answers behind it, which takes the
//! whole machine (`express::settle_links`).
//!
//! Sources: PCI Local Bus Specification 3.0, sections 6.1, 6.2 and 6.7; PCI-to-PCI Bridge
//! Architecture Specification 1.2, section 3.2; PCI Express Base Specification 6.0, section 7.5.

use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use super::express::ExpressCapability;
use crate::evidence::{BusRange, PciFunction, PortType};
use crate::pci::{ClassCode, PciId};

const HEADER_BYTES: usize = 0x40;
/// 192 bytes follow the header and a capability takes at least 4, so a longer list runs in a
/// circle.
const MAX_CAPABILITIES: usize = (0x100 - HEADER_BYTES) / 4;
const CAPABILITY_EXPRESS: u8 = 0x10;
const CAPABILITY_SUBSYSTEM: u8 = 0x0d;

/// Reads one function's configuration space.
///
/// Bytes beyond the end are unknown, not zero. With only the header, `denied` is set if the
/// function says that it has capabilities. A function that no longer answers reads as all ones and
/// yields nothing.
pub fn decode(config: &[u8]) -> PciFunction {
    let mut function = PciFunction::default();
    refine(&mut function, config);
    function
}

/// Like [`decode`], into a function that is partly known: facts in the registers replace it, the
/// rest stays.
pub fn refine(function: &mut PciFunction, config: &[u8]) {
    let bytes: Vec<Option<u8>> = config.iter().copied().map(Some).collect();
    refine_known(function, &bytes);
}

/// Like [`refine`], with gaps among the bytes.
pub(super) fn refine_known(function: &mut PciFunction, config: &[Option<u8>]) {
    let space = ConfigSpace { bytes: config, class: function.class };
    let id = space.id_at(0x00);
    // Vendor 0 or ffff: nothing answers there, so that none of the bytes are facts.
    if config.is_empty() || (id.is_none() && space.u16(0x00).is_some()) {
        return;
    }
    function.id = id.unwrap_or(function.id);
    function.class = space.class().unwrap_or(function.class);
    function.subsystem = space.subsystem().or(function.subsystem);
    function.buses = space.buses().or(function.buses);
    function.option_rom = space.option_rom().or(function.option_rom);
    if let Some(has_capabilities) = space.has_capabilities() {
        function.denied = has_capabilities && config.len() <= HEADER_BYTES;
    }
    if let Some(at) = space.capability(CAPABILITY_EXPRESS) {
        let before = function.clone();
        space.express(at).apply(function);
        keep_what_is_unknown(function, &before);
    }
}

/// Restores facts missing from the capability's registers.
fn keep_what_is_unknown(function: &mut PciFunction, before: &PciFunction) {
    function.slot_number = function.slot_number.take().or(before.slot_number.clone());
    function.port = function.port.or(before.port);
    let (link, known) = (&mut function.link, &before.link);
    link.possible = link.possible.or(known.possible);
    link.target = link.target.or(known.target);
    if link.current.is_none() && !link.empty {
        (link.current, link.empty) = (known.current, known.empty);
    }
    if let Some(known) = before.max_payload {
        let payload = function.max_payload.get_or_insert(known);
        payload.supported = payload.supported.or(known.supported);
        payload.current = payload.current.or(known.current);
    }
}

/// Whether the function no longer answers: reads of nothing come back as all ones.
pub(super) fn is_silent(config: &[Option<u8>]) -> bool {
    let mut known = config.iter().take(HEADER_BYTES).flatten().peekable();
    known.peek().is_some() && known.all(|&byte| byte == 0xff)
}

/// Little-endian reads that stop at the end of the bytes and at gaps.
struct ConfigSpace<'a> {
    bytes: &'a [Option<u8>],
    /// The class according to lspci's words, for a header whose own is unknown.
    class: ClassCode,
}

impl ConfigSpace<'_> {
    fn u8(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied().flatten()
    }

    fn u16(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes([self.u8(at)?, self.u8(at + 1)?]))
    }

    fn u32(&self, at: usize) -> Option<u32> {
        Some(u32::from(self.u16(at)?) | u32::from(self.u16(at + 2)?) << 16)
    }

    /// Vendor and device; vendors 0 and ffff are invalid.
    fn id_at(&self, at: usize) -> Option<PciId> {
        let id = PciId { vendor: self.u16(at)?, device: self.u16(at + 2)? };
        (id.vendor != 0 && id.vendor != 0xffff).then_some(id)
    }

    fn class(&self) -> Option<ClassCode> {
        Some(ClassCode { base: self.u8(0x0b)?, sub: self.u8(0x0a)?, interface: self.u8(0x09)? })
    }

    /// 0 for a device, 1 for a PCI bridge, 2 for a CardBus bridge; bit 7 is another matter.
    fn header_type(&self) -> Option<u8> {
        let by_class = match (self.class.base, self.class.sub) {
            (0x06, 0x04) => 1,
            (0x06, 0x07) => 2,
            _ => 0,
        };
        let stated = self.u8(0x0e).map(|kind| kind & 0x7f);
        stated.or((self.class != ClassCode::default()).then_some(by_class))
    }

    fn subsystem(&self) -> Option<PciId> {
        match self.header_type()? {
            0 => self.id_at(0x2c),
            // Bridges have it in a capability (Bridge Architecture 1.2, section 3.2.5.13).
            1 => self.id_at(self.capability(CAPABILITY_SUBSYSTEM)? + 4),
            2 => self.id_at(0x40),
            _ => None,
        }
    }

    /// Both kinds of bridges have them at the same place.
    fn buses(&self) -> Option<BusRange> {
        let bridge = matches!(self.header_type()?, 1 | 2);
        let buses = BusRange { secondary: self.u8(0x19)?, subordinate: self.u8(0x1a)? };
        bridge.then_some(buses)
    }

    /// An address means a ROM; no address may also mean that firmware gave it none.
    fn option_rom(&self) -> Option<bool> {
        let at = match self.header_type()? {
            0 => 0x30,
            1 => 0x38,
            _ => return None,
        };
        // The address begins at bit 11; below it are the enable bit and reserved ones (PCI 3.0,
        // section 6.2.5.2).
        (self.u32(at)? & 0xffff_f800 != 0).then_some(true)
    }

    /// Capabilities List of the Status register.
    fn has_capabilities(&self) -> Option<bool> {
        self.u16(0x06).map(|status| status & 0x10 != 0)
    }

    /// Start of the first capability of the wanted kind.
    fn capability(&self, id: u8) -> Option<usize> {
        let first = if self.header_type()? == 2 { 0x14 } else { 0x34 };
        // Where Status is unknown, a pointer behind the header says that there are some.
        let start = self.has_capabilities().unwrap_or(true).then(|| self.pointer(first))?;
        let list = std::iter::successors(start, |&at| self.pointer(at + 1));
        list.take(MAX_CAPABILITIES).find(|&at| self.u8(at) == Some(id))
    }

    /// The two low bits are reserved, and nothing before the header's end is a capability.
    fn pointer(&self, at: usize) -> Option<usize> {
        let target = usize::from(self.u8(at)? & 0xfc);
        (target >= HEADER_BYTES).then_some(target)
    }

    /// The Express capability at `at`.
    ///
    /// Link Capabilities 2 is ignored: its highest speed can exceed what the port admits to
    /// (Thunderbolt's virtual links: 2.5 GT/s in Link Capabilities, 8 GT/s there).
    fn express(&self, at: usize) -> ExpressCapability {
        let known = self.u16(at + 0x02);
        let flags = known.unwrap_or(0);
        let mut express = ExpressCapability {
            port: known.and_then(|flags| port_type(flags >> 4 & 0xf)),
            slot: flags & 0x100 != 0,
            payload_supported: self.u32(at + 0x04).and_then(|caps| payload(caps & 7)),
            payload_current: self.u16(at + 0x08).and_then(|set| payload(u32::from(set >> 5) & 7)),
            ..ExpressCapability::default()
        };
        if let Some(caps) = self.u32(at + 0x0c) {
            let lanes = Lanes::new((caps >> 4 & 0x3f) as u8);
            let rate = rate((caps & 0xf) as u16);
            express.possible = rate.zip(lanes).map(|(rate, lanes)| LinkWidth { rate, lanes });
            express.reports_active = Some(caps & 1 << 20 != 0);
        }
        if let Some(status) = self.u16(at + 0x12) {
            express.rate = rate(status & 0xf);
            express.lanes = Some((status >> 4 & 0x3f) as u8);
            express.active = Some(status & 1 << 13 != 0);
        }
        // Without Slot Implemented the slot registers have no meaning.
        if let Some(caps) = self.u32(at + 0x14).filter(|_| express.slot) {
            express.slot_number = Some(caps >> 19);
            express.hot_plug = caps & 1 << 6 != 0;
            express.present = self.u16(at + 0x1a).map(|status| status & 1 << 6 != 0);
        }
        // Link Control 2 came with version 2 of the capability.
        if flags & 0xf >= 2 {
            express.target =
                self.u16(at + 0x30).and_then(|control| target(control & 0xf, &express));
        }
        express
    }
}

fn rate(code: u16) -> Option<TransferRate> {
    TransferRate::from_generation(u8::try_from(code).ok()?)
}

/// The target speed's code may be 0 if 2.5 GT/s is the only speed; otherwise 0 is read from
/// functions that do not own the register (section 7.5.3.19).
fn target(code: u16, express: &ExpressCapability) -> Option<TransferRate> {
    let only = express.possible.map(|link| link.rate).filter(|&rate| rate == TransferRate::Gen1);
    if code == 0 { only } else { rate(code) }
}

/// 128 bytes for code 0 to 4096 for code 5; 6 and 7 are reserved (section 7.5.3.3).
fn payload(code: u32) -> Option<Bytes> {
    (code <= 5).then(|| Bytes::new(128 << code))
}

fn port_type(code: u16) -> Option<PortType> {
    Some(match code {
        0 => PortType::Endpoint,
        1 => PortType::LegacyEndpoint,
        4 => PortType::RootPort,
        5 => PortType::SwitchUpstream,
        6 => PortType::SwitchDownstream,
        7 => PortType::ToPciBridge,
        8 => PortType::FromPciBridge,
        9 => PortType::IntegratedEndpoint,
        10 => PortType::EventCollector,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::MaxPayload;

    /// A root port 8086:a118 with buses 4 to 5 behind it, an Express capability at 0x40 (version 2,
    /// slot 9, 8 GT/s x4 possible, 8 GT/s x2 in use) and a subsystem capability at 0x90.
    fn root_port() -> Vec<u8> {
        let mut config = vec![0u8; 256];
        let mut put = |at: usize, bytes: &[u8]| config[at..at + bytes.len()].copy_from_slice(bytes);
        put(0x00, &[0x86, 0x80, 0x18, 0xa1, 0, 0, 0x10, 0, 0xf1, 0x00, 0x04, 0x06]);
        put(0x0e, &[0x81]);
        put(0x18, &[0, 4, 5]);
        put(0x34, &[0x40]);
        put(0x40, &[0x10, 0x90, 0x42, 0x01]);
        // Device Capabilities: 256 bytes; Device Control: 128 bytes (code 0 in bits 7:5).
        put(0x44, &[0x01, 0, 0, 0, 0x0f, 0]);
        // Link Capabilities: speed 3, width 4, reports link active; Link Status: 3, 2, active.
        put(0x4c, &[0x43, 0, 0x10, 0]);
        put(0x52, &[0x23, 0x20]);
        // Slot Capabilities: number 9 in bits 31:19; Slot Status: present.
        put(0x54, &(9u32 << 19).to_le_bytes());
        put(0x5a, &[0x40, 0]);
        put(0x70, &[0x02]);
        put(0x90, &[0x0d, 0, 0, 0, 0x43, 0x10, 0x94, 0x86]);
        config
    }

    #[test]
    fn a_root_ports_registers_read_as_the_specification_lays_them_out() {
        let port = decode(&root_port());
        assert_eq!(port.id.to_string(), "8086:a118");
        assert_eq!(port.class, ClassCode::from_u24(0x060400));
        assert_eq!(port.subsystem.map(|id| id.to_string()).as_deref(), Some("1043:8694"));
        assert_eq!(port.buses, Some(BusRange { secondary: 4, subordinate: 5 }));
        assert_eq!(port.port, Some(PortType::RootPort));
        assert_eq!(port.slot_number.as_deref(), Some("9"));
        assert_eq!(port.link.possible, LinkWidth::new(3, 4));
        assert_eq!(port.link.current, LinkWidth::new(3, 2));
        assert_eq!(port.link.target, Some(TransferRate::Gen2));
        assert!(!port.link.empty && !port.denied);
        let payload = MaxPayload { supported: payload(1), current: payload(0) };
        assert_eq!(port.max_payload, Some(payload));
    }

    #[test]
    fn the_header_alone_tells_that_the_rest_was_denied() {
        let port = decode(&root_port()[..64]);
        assert!(port.denied && port.port.is_none() && port.link.possible.is_none());
        assert_eq!(port.buses, Some(BusRange { secondary: 4, subordinate: 5 }));
    }

    /// Each capability points at itself, back, or behind the end.
    #[test]
    fn capability_lists_in_circles_and_out_of_bounds_end() {
        for pointer in 0..=255 {
            let mut config = root_port();
            config[0x40] = 0x01;
            config[0x41] = pointer;
            config[0x91] = 0x40;
            assert_eq!(decode(&config).port, None);
        }
    }

    #[test]
    fn every_length_and_every_byte_value_is_survived() {
        let config = root_port();
        for length in 0..config.len() {
            decode(&config[..length]);
        }
        for at in 0..config.len() {
            for value in [0x00, 0x0f, 0x40, 0x7f, 0xfc, 0xff] {
                let mut config = config.clone();
                config[at] = value;
                decode(&config);
            }
        }
        decode(&[0xff; 4096]);
    }

    #[test]
    fn all_ones_tell_nothing_and_leave_what_was_known() {
        assert_eq!(decode(&[0xff; 256]), PciFunction::default());
        let known = |bytes: &[u8]| bytes.iter().copied().map(Some).collect::<Vec<_>>();
        assert!(is_silent(&[Some(0xff); 64]) && !is_silent(&known(&root_port())));
        assert!(!is_silent(&[]) && !is_silent(&[None; 64]));
        let mut known = decode(&root_port());
        let before = known.clone();
        refine(&mut known, &[0xff; 256]);
        assert_eq!(known, before);
    }

    #[test]
    fn reserved_codes_tell_nothing() {
        let mut config = root_port();
        config[0x44] = 0x07;
        config[0x4c..0x4e].copy_from_slice(&[0xff, 0x03]);
        let port = decode(&config);
        assert_eq!(port.link.possible, None);
        assert_eq!(port.max_payload.and_then(|payload| payload.supported), None);
    }
}
