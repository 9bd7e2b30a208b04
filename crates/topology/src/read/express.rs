//! The PCI Express capability of one function, whether printed by lspci or read from registers, and
//! its conclusions for the function's link.
//!
//! Not here: where the facts come from ([`super::config_space`], [`super::lspci_text`]).
//!
//! Source: PCI Express Base Specification 6.0, section 7.5.3 (the capability's registers).

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};

use crate::evidence::{LinkFacts, MaxPayload, PciFunction, PortType};
use crate::pci::PciAddress;

/// The capability's facts; `None` if unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct ExpressCapability {
    /// Device/Port Type (section 7.5.3.2).
    pub port: Option<PortType>,
    pub slot: bool,
    /// Physical Slot Number of Slot Capabilities (section 7.5.3.9).
    pub slot_number: Option<u32>,
    /// Hot-Plug Capable of Slot Capabilities.
    pub hot_plug: bool,
    /// Presence Detect State of Slot Status (section 7.5.3.11).
    pub present: Option<bool>,
    /// Link Capabilities (section 7.5.3.6): maximum speed and width.
    pub possible: Option<LinkWidth>,
    /// Data Link Layer Link Active Reporting Capable of Link Capabilities.
    pub reports_active: Option<bool>,
    /// Link Status (section 7.5.3.8): current speed.
    pub rate: Option<TransferRate>,
    /// Link Status: negotiated width in lanes, as reported; 0 for no link.
    pub lanes: Option<u8>,
    /// Link Status: Data Link Layer Link Active.
    pub active: Option<bool>,
    /// Link Control 2 (section 7.5.3.19): target speed.
    pub target: Option<TransferRate>,
    /// Device Capabilities (section 7.5.3.3): Max_Payload_Size Supported.
    pub payload_supported: Option<Bytes>,
    /// Device Control (section 7.5.3.4): Max_Payload_Size.
    pub payload_current: Option<Bytes>,
}

impl ExpressCapability {
    /// Puts the facts into the function. The link still has to be settled: [`settle_links`].
    pub fn apply(&self, function: &mut PciFunction) {
        function.port = self.port;
        function.link = self.link();
        function.max_payload = self.max_payload();
        // 0 marks a device that is soldered on, in no slot (section 7.5.3.9).
        let number = self.slot_number.filter(|&number| self.slot && number != 0);
        function.slot_number = number.map(|number| number.to_string());
    }

    fn link(&self) -> LinkFacts {
        if matches!(self.port, Some(PortType::IntegratedEndpoint | PortType::EventCollector)) {
            return LinkFacts::default();
        }
        let lanes = self.lanes.and_then(Lanes::new);
        let current = self.rate.zip(lanes).map(|(rate, lanes)| LinkWidth { rate, lanes });
        let empty = self.faces_down() && (self.lanes == Some(0) || self.is_inactive());
        let active = self.active == Some(true);
        LinkFacts { current, possible: self.possible, target: self.target, empty, active }
    }

    fn max_payload(&self) -> Option<MaxPayload> {
        let (supported, current) = (self.payload_supported, self.payload_current);
        supported.or(current).map(|_| MaxPayload { supported, current })
    }

    /// The port owns the link below it, so that the link can be empty.
    fn faces_down(&self) -> bool {
        use PortType::{FromPciBridge, RootPort, SwitchDownstream};
        matches!(self.port, Some(RootPort | SwitchDownstream | FromPciBridge))
    }

    /// Link Active counts only if the port reports it at all; otherwise the bit is always 0 and the
    /// slot's presence bit decides.
    fn is_inactive(&self) -> bool {
        let vacant = self.slot && self.present == Some(false);
        self.active == Some(false) && (self.reports_active() || vacant)
    }

    /// For shortened captures: ports that are hot-plug capable or faster than 5 GT/s must report it
    /// (section 7.5.3.6).
    fn reports_active(&self) -> bool {
        let fast = self.possible.is_some_and(|link| link.rate > TransferRate::Gen2);
        self.reports_active.unwrap_or(self.hot_plug || fast)
    }
}

/// Settles which links are empty, once all functions of a machine are known.
///
/// A port may report that its link is not active while a device answers on the bus behind it:
/// QEMU's ports do unless the device was hot-plugged. If a device answers, the link is not empty
/// and its Link Status is valid. On an empty link, Link Status only has the previous state (AMD's
/// ports keep `2.5 GT/s x1`, others the full width), and `current` is dropped.
pub(crate) fn settle_links(functions: &mut BTreeMap<PciAddress, PciFunction>) {
    let taken: BTreeSet<(u32, u8)> = functions.keys().map(|at| (at.domain, at.bus)).collect();
    for (at, function) in functions.iter_mut().filter(|(_, function)| function.link.empty) {
        let below = function.buses.map(|buses| buses.secondary).filter(|&bus| bus != 0);
        if below.is_some_and(|bus| taken.contains(&(at.domain, bus))) {
            function.link.empty = false;
        } else {
            function.link.current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::BusRange;

    fn port(lanes: u8, active: bool) -> ExpressCapability {
        ExpressCapability {
            port: Some(PortType::RootPort),
            possible: LinkWidth::new(3, 4),
            rate: Some(TransferRate::Gen1),
            lanes: Some(lanes),
            active: Some(active),
            ..ExpressCapability::default()
        }
    }

    #[test]
    fn a_port_without_lanes_or_without_an_active_link_is_empty() {
        assert!(port(0, false).link().empty && port(1, false).link().empty);
        assert!(!port(1, true).link().empty);
        let slow = ExpressCapability { possible: LinkWidth::new(2, 1), ..port(1, false) };
        assert!(!slow.link().empty, "a port of 5 GT/s need not report an active link");
        let vacant = ExpressCapability { slot: true, present: Some(false), ..slow };
        assert!(vacant.link().empty);
        let endpoint = ExpressCapability { port: Some(PortType::Endpoint), ..port(1, false) };
        assert!(!endpoint.link().empty);
    }

    #[test]
    fn what_answers_behind_a_port_beats_the_ports_word() {
        let mut function = PciFunction::default();
        port(1, false).apply(&mut function);
        function.buses = Some(BusRange { secondary: 1, subordinate: 1 });
        let at: PciAddress = "00:01.0".parse().unwrap();
        let mut machine = BTreeMap::from([(at, function)]);
        let mut settled = machine.clone();
        settle_links(&mut settled);
        assert!(settled[&at].link.empty && settled[&at].link.current.is_none());

        machine.insert("01:00.0".parse().unwrap(), PciFunction::default());
        settle_links(&mut machine);
        assert!(!machine[&at].link.empty);
        assert_eq!(machine[&at].link.current, LinkWidth::new(1, 1));
    }
}
