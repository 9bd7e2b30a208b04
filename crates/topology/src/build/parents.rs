//! Which bridge is above each function.
//!
//! Captures that nest functions (sysfs, hwloc) say it; for the others the buses behind each bridge
//! tell: the bridge whose secondary bus is the function's bus is right above it (PCI-to-PCI Bridge
//! Architecture Specification 1.2, section 3.2.5.3). Firmware leaves odd numbers behind: a bus that
//! two bridges claim goes to the first, and a claim that would close a circle is dropped.
//!
//! Virtual functions may sit on a bus of their own that no bridge names as its secondary one, only
//! within its range (PCI Express Base Specification 6.0, section 9.2.1.2).
//!
//! Intel VMD moves root ports into a domain of their own and shows them below itself. That is a
//! matter of addresses only: no data passes through it, so nothing hangs off another domain here.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;

use super::remarks::TopologyRemarks;
use crate::evidence::{BusRange, CaptureEvidence, PciFunction};
use crate::graph::TopologyNote;
use crate::pci::{BusNumber, PciAddress};

/// A domain has 256 buses and every bridge leads to another one, so no tree is deeper.
const MOST_LEVELS: u16 = 256;

/// The bridge above each function. Free of cycles.
#[derive(Debug, Default)]
pub(super) struct BridgeTree {
    above: BTreeMap<PciAddress, PciAddress>,
    depth: BTreeMap<PciAddress, u16>,
    /// Functions whose bridge is known, but not its address; its parent counts as theirs.
    lost: BTreeSet<PciAddress>,
    /// Buses on which more than device 0 answers, as only those inside a switch do behind ports.
    inner: BTreeSet<BusNumber>,
}

impl BridgeTree {
    /// The bridge above; none on a root bus.
    pub fn above(&self, address: &PciAddress) -> Option<PciAddress> {
        self.above.get(address).copied()
    }

    /// Whether the bridge right above is known but missing from the capture.
    pub fn is_lost(&self, address: &PciAddress) -> bool {
        self.lost.contains(address)
    }

    /// The number of bridges above.
    pub fn depth(&self, address: &PciAddress) -> u16 {
        self.depth.get(address).copied().unwrap_or(0)
    }

    /// Every function, each after the bridge above it.
    pub fn top_down(&self) -> Vec<PciAddress> {
        let mut all: Vec<(u16, PciAddress)> =
            self.depth.iter().map(|(&address, &depth)| (depth, address)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, address)| address).collect()
    }
}

pub(super) fn find(evidence: &CaptureEvidence, notes: &mut Vec<TopologyNote>) -> BridgeTree {
    let mut remarks = TopologyRemarks::default();
    let owners = BusOwners::of(evidence, &mut remarks);
    let mut above = BTreeMap::new();
    for (&address, function) in &evidence.functions {
        let there = |above: &PciAddress| {
            above.domain == address.domain && evidence.functions.contains_key(above)
        };
        // Reduced captures can leave the bridge out that they name.
        let stated = function.parent.filter(there);
        if let Some(parent) = stated.or_else(|| owners.above(address, function)) {
            above.insert(address, parent);
        }
    }
    let lost =
        evidence.functions.keys().filter(|at| owners.lost.contains_key(&(at.domain, at.bus)));
    let mut tree = BridgeTree {
        above,
        depth: BTreeMap::new(),
        lost: lost.copied().collect(),
        inner: inner(evidence),
    };
    // Numbers the levels from the root buses down. A step that comes back to a function already
    // passed, or that leads deeper than buses can be numbered, is dropped.
    for &start in evidence.functions.keys() {
        let walk = upwards(&mut tree, start, &mut remarks);
        number(&mut tree, walk, &mut remarks);
    }
    remarks.put_into(notes);
    tree
}

struct BusOwners {
    by_bus: BTreeMap<BusNumber, PciAddress>,
    /// For buses that no bridge has right behind it: the innermost bridge whose range holds it.
    by_range: BTreeMap<BusNumber, PciAddress>,
    /// For buses right behind a bridge without an address: the bus of this bridge.
    lost: BTreeMap<BusNumber, Option<u8>>,
}

impl BusOwners {
    fn of(evidence: &CaptureEvidence, remarks: &mut TopologyRemarks) -> Self {
        let mut by_bus = BTreeMap::new();
        for (&address, function) in &evidence.functions {
            let Some(buses) = behind(function) else { continue };
            let bus = (address.domain, buses.secondary);
            let first = *by_bus.entry(bus).or_insert(address);
            if first != address {
                let text = Message::new("note-bus-claimed-twice")
                    .with("bus", format_args!("{:02x}", buses.secondary))
                    .with("first", first);
                remarks.add(address, text);
            }
        }
        let by_range = stray(evidence, &by_bus);
        let lost = evidence.lost_bridges.iter().filter(|bridge| bridge.buses.secondary != 0);
        let lost = lost.map(|bridge| ((bridge.domain, bridge.buses.secondary), bridge.primary));
        let open = behind_open_bridges(evidence).into_iter().map(|bus| (bus, None));
        let open = open.filter(|(bus, _)| !by_range.contains_key(bus));
        let lost = open.chain(lost).filter(|(bus, _)| !by_bus.contains_key(bus)).collect();
        Self { by_bus, by_range, lost }
    }

    fn above(&self, address: PciAddress, function: &PciFunction) -> Option<PciAddress> {
        let bus = (address.domain, address.bus);
        if function.root_bus == Some(bus) {
            return None;
        }
        if let Some(primary) = self.lost.get(&bus) {
            return self.by_bus.get(&(address.domain, (*primary)?)).copied();
        }
        let above = self.by_bus.get(&bus).or_else(|| self.by_range.get(&bus)).copied()?;
        // Odd bus numbers can put a bridge above its own device.
        (above.first_function() != address.first_function()).then_some(above)
    }
}

fn inner(evidence: &CaptureEvidence) -> BTreeSet<BusNumber> {
    let more = evidence.functions.keys().filter(|address| address.device != 0);
    more.map(|address| (address.domain, address.bus)).collect()
}

/// If one bridge lacks its bus numbers and others have theirs: the buses with neither a bridge
/// above nor a host bridge on them. They may be behind that one.
fn behind_open_bridges(evidence: &CaptureEvidence) -> BTreeSet<BusNumber> {
    let functions = || evidence.functions.iter();
    let is_open = |function: &PciFunction| {
        function.class.is_pci_bridge() && function.buses.is_none() && function.parent.is_none()
    };
    let others_tell = functions().any(|(_, function)| function.buses.is_some());
    if !others_tell || !functions().any(|(_, function)| is_open(function)) {
        return BTreeSet::new();
    }
    let bus = |address: &PciAddress| (address.domain, address.bus);
    let is_host = |function: &PciFunction| function.class.base == 0x06 && function.class.sub == 0;
    let hosts = functions().filter(|(_, function)| is_host(function));
    let roots: BTreeSet<BusNumber> = hosts.map(|(address, _)| bus(address)).collect();
    let below = functions().filter(|(at, function)| at.bus != 0 && function.root_bus.is_none());
    below.map(|(address, _)| bus(address)).filter(|bus| !roots.contains(bus)).collect()
}

/// The buses behind a bridge; `None` if the firmware has not configured it.
fn behind(function: &PciFunction) -> Option<BusRange> {
    function.buses.filter(|buses| buses.secondary != 0)
}

fn stray(
    evidence: &CaptureEvidence,
    owners: &BTreeMap<BusNumber, PciAddress>,
) -> BTreeMap<BusNumber, PciAddress> {
    let mut ranges: BTreeMap<u32, Vec<(BusRange, PciAddress)>> = BTreeMap::new();
    for (&address, function) in &evidence.functions {
        let range = behind(function).map(|buses| (buses, address));
        ranges.entry(address.domain).or_default().extend(range);
    }
    let innermost = |(domain, bus): BusNumber| {
        let around = ranges.get(&domain)?.iter().filter(|(range, above)| {
            range.secondary < bus && bus <= range.subordinate && above.bus != bus
        });
        // Ranges are nested: the innermost one begins last.
        around.max_by_key(|(range, _)| range.secondary).map(|(_, above)| *above)
    };
    // Buses without a bridge of any kind on them. A root bus has at least a host bridge or a port.
    let buses = |bridges: bool| {
        let functions = evidence.functions.iter();
        let chosen = functions.filter(move |(_, f)| bridges == (f.class.base == 0x06));
        chosen.map(|(address, _)| (address.domain, address.bus)).collect::<BTreeSet<BusNumber>>()
    };
    let endpoint_buses = &buses(false) - &buses(true);
    let unowned = endpoint_buses.into_iter().filter(|bus| !owners.contains_key(bus));
    unowned.filter_map(|bus| Some((bus, innermost(bus)?))).collect()
}

/// From `start` up to the last function without a level yet.
fn upwards(
    tree: &mut BridgeTree,
    start: PciAddress,
    remarks: &mut TopologyRemarks,
) -> Vec<PciAddress> {
    let mut walk = Vec::new();
    let mut passed = BTreeSet::new();
    let mut next = Some(start);
    while let Some(address) = next.filter(|address| !tree.depth.contains_key(address)) {
        passed.insert(address);
        walk.push(address);
        next = tree.above(&address);
        if let Some(above) = next.filter(|above| passed.contains(above)) {
            tree.above.remove(&address);
            remarks.add(address, Message::new("note-bus-circle").with("above", above));
            break;
        }
    }
    walk
}

fn number(tree: &mut BridgeTree, walk: Vec<PciAddress>, remarks: &mut TopologyRemarks) {
    for address in walk.into_iter().rev() {
        let known = tree.above(&address).map(|above| tree.depth(&above) + 1);
        let is_inner = tree.inner.contains(&(address.domain, address.bus));
        // A lost bridge is one level, and one inside a switch has the port above it as another.
        let depth = match (known, tree.is_lost(&address)) {
            (known, false) => known.unwrap_or(0),
            (Some(known), true) => known + 1,
            (None, true) => 1 + u16::from(is_inner),
        };
        if depth >= MOST_LEVELS {
            tree.above.remove(&address);
            remarks.add(address, Message::new("note-bus-too-deep"));
        }
        // Where the tree was cut, levels begin at 0 again.
        tree.depth.insert(address, depth % MOST_LEVELS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bridge(secondary: u8) -> PciFunction {
        range(secondary, secondary)
    }

    fn range(secondary: u8, subordinate: u8) -> PciFunction {
        let buses = Some(BusRange { secondary, subordinate });
        PciFunction { buses, ..PciFunction::default() }
    }

    fn machine(functions: &[(&str, PciFunction)]) -> CaptureEvidence {
        let functions = functions.iter().map(|(a, f)| (a.parse().unwrap(), f.clone()));
        CaptureEvidence { functions: functions.collect(), ..CaptureEvidence::default() }
    }

    fn steps_of(functions: &[(&str, PciFunction)]) -> (Vec<String>, Vec<TopologyNote>) {
        let mut notes = Vec::new();
        let tree = find(&machine(functions), &mut notes);
        let steps = tree.above.iter().map(|(below, above)| format!("{below} {above}"));
        (steps.collect(), notes)
    }

    #[test]
    fn bus_numbers_tell_the_bridge_above() {
        let plain = PciFunction::default;
        let (steps, notes) =
            steps_of(&[("00:1d.0", bridge(4)), ("04:00.0", plain()), ("00:1f.0", plain())]);
        assert_eq!(steps, ["0000:04:00.0 0000:00:1d.0"]);
        assert!(notes.is_empty());
    }

    /// 01:00.0 claims that bus 2 is behind it, 02:00.0 claims the same of bus 1: a cycle.
    #[test]
    fn circles_are_cut_and_noted() {
        let (steps, notes) = steps_of(&[("01:00.0", bridge(2)), ("02:00.0", bridge(1))]);
        assert_eq!(steps.len(), 1);
        assert_eq!(notes[0].text.id(), "note-bus-circle");
    }

    #[test]
    fn a_bus_claimed_twice_goes_to_the_first() {
        let (steps, notes) = steps_of(&[
            ("04:02.0", bridge(7)),
            ("04:04.0", bridge(7)),
            ("07:00.0", PciFunction::default()),
        ]);
        assert_eq!(steps, ["0000:07:00.0 0000:04:02.0"]);
        assert_eq!(notes[0].text.id(), "note-bus-claimed-twice");
    }

    /// The port 00:03.0 has buses 3 and 4; the virtual function is on 4, where no bridge leads.
    #[test]
    fn a_virtual_function_on_a_bus_of_its_own_is_below_the_same_port() {
        let (steps, notes) = steps_of(&[
            ("00:03.0", range(3, 4)),
            ("03:00.0", PciFunction::default()),
            ("04:00.0", PciFunction::default()),
        ]);
        assert_eq!(steps, ["0000:03:00.0 0000:00:03.0", "0000:04:00.0 0000:00:03.0"]);
        assert!(notes.is_empty());
    }

    #[test]
    fn where_the_bridge_above_is_left_out_the_one_around_it_counts() {
        let nested = PciFunction { parent: "5f:03.0".parse().ok(), ..PciFunction::default() };
        let (steps, _) = steps_of(&[("5e:00.0", range(0x5f, 0x60)), ("60:00.0", nested)]);
        assert_eq!(steps, ["0000:60:00.0 0000:5e:00.0"]);
    }

    #[test]
    fn a_second_root_bus_is_no_stray_bus() {
        let mut port = bridge(0x41);
        port.class.base = 0x06;
        let (steps, _) = steps_of(&[("00:03.0", range(3, 0xff)), ("40:00.0", port)]);
        assert!(steps.is_empty(), "{steps:?}");
    }

    #[test]
    fn ports_behind_vmd_are_root_ports() {
        let moved = PciFunction { parent: "00:0e.0".parse().ok(), ..bridge(0xe1) };
        let drive = PciFunction { parent: "10000:e0:06.0".parse().ok(), ..PciFunction::default() };
        let (steps, _) = steps_of(&[
            ("00:0e.0", PciFunction::default()),
            ("10000:e0:06.0", moved),
            ("10000:e1:00.0", drive),
        ]);
        assert_eq!(steps, ["10000:e1:00.0 10000:e0:06.0"]);
    }

    /// A chain of 1,000 bridges, each nested in the one before, over four domains' worth of buses.
    #[test]
    fn a_tree_deeper_than_buses_can_be_numbered_is_cut() {
        let address = |n: u32| PciAddress {
            bus: (n / 32) as u8,
            device: (n % 32) as u8,
            ..PciAddress::default()
        };
        let link = |n: u32| PciFunction {
            parent: n.checked_sub(1).map(address),
            ..PciFunction::default()
        };
        let functions = (0..1000).map(|n| (address(n), link(n))).collect();
        let mut notes = Vec::new();
        let tree = find(&CaptureEvidence { functions, ..CaptureEvidence::default() }, &mut notes);
        assert_eq!(tree.depth.values().max(), Some(&255));
        assert_eq!(notes.len(), 3, "cut at levels 256, 512 and 768");
    }
}
