//! Cycles in bus numbers.
//!
//! For: refusing impossible machines. A bridge leads from its own bus to its secondary one, and
//! buses are numbered from the processor outwards, so no path leads back. Firmware that gives two
//! bridges the same bus does exist, however ([`crate::build`] notes it).
//!
//! Source: PCI-to-PCI Bridge Architecture Specification 1.2, section 3.2.5.3.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;

use crate::evidence::PciFunction;
use crate::pci::PciAddress;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct BridgeCycle {
    pub bridge: PciAddress,
    pub leads_to: u8,
}

impl BridgeCycle {
    pub fn problem(&self) -> Message {
        let bus = |bus: u8| format!("{bus:02x}");
        let message = Message::new("read-bus-circle").with("bridge", self.bridge);
        message.with("bus", bus(self.bridge.bus)).with("secondary", bus(self.leads_to))
    }
}

/// The bridge's secondary bus and the bridge.
type BusStep = (u8, PciAddress);
/// The bridges from each bus of a domain.
type BusSteps = BTreeMap<(u32, u8), Vec<BusStep>>;

/// The first cycle.
pub(super) fn find(functions: &BTreeMap<PciAddress, PciFunction>) -> Option<BridgeCycle> {
    let mut steps = BusSteps::new();
    for (&bridge, function) in functions {
        // Firmware leaves 0 in bridges that it has not set up.
        let Some(buses) = function.buses.filter(|buses| buses.secondary != 0) else { continue };
        steps.entry((bridge.domain, bridge.bus)).or_default().push((buses.secondary, bridge));
    }
    let mut done = BTreeSet::new();
    steps.keys().find_map(|&start| walk(&steps, start, &mut done))
}

/// Follows every path from `start` not followed before. At most 256 buses deep.
fn walk(steps: &BusSteps, start: (u32, u8), done: &mut BTreeSet<(u32, u8)>) -> Option<BridgeCycle> {
    let (domain, bus) = start;
    let next = |bus: u8| steps.get(&(domain, bus)).map_or(&[][..], Vec::as_slice).iter();
    let mut way = vec![(bus, next(bus))];
    let mut passed = BTreeSet::from([bus]);
    while let Some((bus, left)) = way.last_mut() {
        let Some(&(leads_to, bridge)) = left.next() else {
            passed.remove(bus);
            done.insert((domain, *bus));
            way.pop();
            continue;
        };
        if passed.contains(&leads_to) {
            return Some(BridgeCycle { bridge, leads_to });
        }
        // Several bridges may lead to one bus; what is behind it is followed once.
        if !done.contains(&(domain, leads_to)) {
            passed.insert(leads_to);
            way.push((leads_to, next(leads_to)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::BusRange;

    fn circle(bridges: &[(&str, u8)]) -> Option<(String, u8)> {
        let bridge = |secondary| {
            let buses = Some(BusRange { secondary, subordinate: 0xff });
            PciFunction { buses, ..PciFunction::default() }
        };
        let bridges = bridges.iter().map(|(at, bus)| (at.parse().unwrap(), bridge(*bus)));
        find(&bridges.collect()).map(|circle| (circle.bridge.to_string(), circle.leads_to))
    }

    #[test]
    fn ways_back_are_found_and_ways_that_meet_are_none() {
        let first = |at: &str, bus| Some((at.to_owned(), bus));
        assert_eq!(circle(&[("01:00.0", 2), ("02:00.0", 1)]), first("0000:02:00.0", 1));
        assert_eq!(circle(&[("05:00.0", 5)]), first("0000:05:00.0", 5));
        let long = [("00:01.0", 1), ("01:00.0", 2), ("02:03.0", 3), ("03:00.0", 1)];
        assert_eq!(circle(&long), first("0000:03:00.0", 1));
        // Two bridges with one bus, and two domains that would make a circle of one.
        assert_eq!(circle(&[("04:02.0", 7), ("04:04.0", 7), ("07:00.0", 8)]), None);
        assert_eq!(circle(&[("0000:01:00.0", 2), ("0001:02:00.0", 1)]), None);
        assert_eq!(circle(&[("00:01.0", 0), ("00:02.0", 0)]), None);
    }
}
