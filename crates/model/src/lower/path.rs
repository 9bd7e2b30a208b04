//! The path between a drive and memory, or a card: links, ceilings, the drive itself.

use std::borrow::Cow;

use narrows_topology::Id;
use narrows_topology::cable;
use narrows_topology::capacity::{self, LinkDirection, REFERENCE_BLOCK};
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink};
use narrows_units::{Bytes, Nanos};

use super::drive::{DirectionSpeeds, DriveSpeeds};
use super::flow::FlowRequest;
use super::limits::{self, WriteMemory};
use super::spread::MemberSpread;
use super::{BandwidthUser, CeilingTraffic, FlowUses, LimitPart, Lowering, mixed};
use crate::array::RaidEngine;
use crate::carries::{completions, with_likely_payload};
use crate::machine::{LocationCeiling, Machine};

/// The cost factor on the chipset's uplink for NVMe drives that the chipset hides behind its SATA
/// controller for Intel's RST: 3,257 MB/s came through where arithmetic allows 3,587 (write-up 001,
/// two 950 PRO; its figure calibrates this, see the casebook). SATA drives are not hidden.
const CHIPSET_RAID_COST: f64 = 1.10;

/// A drive with a figure this near to its own link's capacity shows its link, not itself: makers
/// measure through a link, too.
const AS_ITS_LINK: f64 = 0.96;

/// The cost factor on a card's link for data that turns inside a processor on its way from one
/// device to another: 10.24 GB/s of reads by four drives reached a card of PCIe 3.0 x16 whose
/// calculated capacity is 14.35 (published system esc8000-v100-p2p, which calibrates this).
const PEER_COST: f64 = 1.40;

/// The load of one user byte of a flow on one drive.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberLoad<'a> {
    pub drive: &'a Id,
    pub flow: usize,
    /// Bytes and requests per user request.
    pub spread: MemberSpread,
    /// Bytes of a user request.
    pub block: f64,
    pub speeds: DriveSpeeds,
    pub engine: Option<RaidEngine>,
    /// Whether the RAID engine acknowledges writes from memory.
    pub writes_back: bool,
    /// The card at the other end.
    pub to: Option<&'a Id>,
    /// A RAID card, above which only the requested data is transferred, without copies and parity.
    pub card: Option<&'a Id>,
    /// Whether the time of a command adds to its transfer; behind SATA, SAS and USB it belongs to
    /// the transport.
    pub commands_add: bool,
    /// This member's part of the requested data: bytes read and written per user byte.
    pub above_card: (f64, f64),
}

/// Kinds of a drive's times.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DriveTimeKind {
    Transfers,
    Operations,
}

/// The traffic at a location per user byte.
#[derive(Clone, Copy)]
pub(super) struct LocationTraffic {
    /// Bytes towards the processor and away from it.
    pub bytes: [(LinkDirection, f64); 2],
    pub requests: f64,
}

impl MemberLoad<'_> {
    /// Bytes in each request to the drive.
    fn request(&self) -> f64 {
        let requests = self.spread.reads + self.spread.writes;
        (self.spread.read_bytes + self.spread.write_bytes) / requests.max(1e-12)
    }

    /// Bytes towards the processor and away from it, per user byte.
    fn bytes(&self) -> [(LinkDirection, f64); 2] {
        let MemberSpread { read_bytes, write_bytes, .. } = self.spread;
        [
            (LinkDirection::Up, read_bytes / self.block),
            (LinkDirection::Down, write_bytes / self.block),
        ]
    }

    /// The traffic at the drive itself.
    fn own(&self) -> LocationTraffic {
        let requests = (self.spread.reads + self.spread.writes) / self.block;
        LocationTraffic { bytes: self.bytes(), requests }
    }

    /// The traffic at locations shared with other members: of members that take turns, one is
    /// active at a time.
    fn shared(&self) -> LocationTraffic {
        let MemberSpread { turns, write_turns, reads, writes, .. } = self.spread;
        let [(up, read), (down, written)] = self.bytes();
        let requests = (reads / turns + writes / write_turns) / self.block;
        LocationTraffic { bytes: [(up, read / turns), (down, written / write_turns)], requests }
    }

    /// The traffic on a RAID card's link, without copies and parity.
    fn on_card(&self) -> LocationTraffic {
        let (read, written) = self.above_card;
        let bytes = [(LinkDirection::Up, read), (LinkDirection::Down, written)];
        LocationTraffic { bytes, requests: (read + written) / self.block }
    }

    /// The memory for writes that is full, so that its drain limits.
    fn memory(&self) -> Option<WriteMemory> {
        let only_writes = self.spread.write_bytes > 0.0 && self.spread.read_bytes == 0.0;
        let of_array = self.writes_back.then_some(WriteMemory::OfArray);
        let of_drive = self.speeds.write.cache_is_full.then_some(WriteMemory::OfDrive);
        of_drive.or(of_array).filter(|_| only_writes)
    }

    /// Seconds of the drive for the reads and the writes of a user request. Where commands are the
    /// drive's own, the longer of command and transfer is charged with the time of both.
    fn times(&self, of: DriveTimeKind) -> [f64; 2] {
        let MemberSpread { read_bytes, write_bytes, reads, writes, .. } = self.spread;
        let time = |speeds: &DirectionSpeeds, bytes: f64, count: f64| {
            if count <= 0.0 {
                return 0.0;
            }
            let each = bytes / count;
            let (transfer, operation) = (speeds.transfer(each), speeds.operation().unwrap_or(0.0));
            let (alone, most) = match of {
                DriveTimeKind::Transfers => (transfer, transfer >= operation),
                DriveTimeKind::Operations => (operation, operation > transfer),
            };
            count * if most && self.commands_add { speeds.service(each) } else { alone }
        };
        [time(&self.speeds.read, read_bytes, reads), time(&self.speeds.write, write_bytes, writes)]
    }

    fn is_unknown(&self) -> bool {
        let needs = |bytes: f64, known: bool| bytes > 0.0 && !known;
        needs(self.spread.read_bytes, self.speeds.read.bandwidth.is_some())
            || needs(self.spread.write_bytes, self.speeds.write.bandwidth.is_some())
    }
}

impl Lowering<'_> {
    /// Uses the drive and its path.
    pub(super) fn use_member(&mut self, member: &MemberLoad<'_>, uses: &mut FlowUses) {
        let bandwidth = self.use_bandwidth(member, uses);
        self.use_operations(member, uses);
        let machine = self.machine;
        let Some(drive) = machine.topology.drives.get(member.drive) else { return };
        let transport = self.use_transport(member, drive, uses);
        self.use_path(member, drive, uses);
        // After `use_path`: `own_link` finds the link that it made.
        let own_link = transport.or_else(|| self.own_link(member, drive));
        // A mix alternates inside the drive, while the link carries both directions at once:
        // neither stands for the other.
        let one_way = member.spread.read_bytes == 0.0 || member.spread.write_bytes == 0.0;
        if let (Some(bandwidth), Some(link)) = (bandwidth, own_link)
            && one_way
            && self.limits[bandwidth].capacity >= self.limits[link].capacity * AS_ITS_LINK
        {
            self.stands_for.insert(bandwidth, link);
        }
    }

    /// The link of a drive that is its own controller, in the direction of its data.
    fn own_link(&self, member: &MemberLoad<'_>, drive: &Drive) -> Option<usize> {
        let controller = drive.controller.as_ref()?;
        let link = self.machine.topology.nodes.get(controller)?.link.as_ref()?;
        let wire = link.port.as_ref().unwrap_or(controller);
        let [(up, read), (down, _)] = member.bytes();
        let way = if read > 0.0 { up } else { down };
        self.numbers.get(&(wire.clone(), LimitPart::Link(way))).copied()
    }

    /// A drive that reads and writes alternates between them: shares of its time add up.
    fn use_bandwidth(&mut self, member: &MemberLoad<'_>, uses: &mut FlowUses) -> Option<usize> {
        let MemberSpread { read_bytes, write_bytes, .. } = member.spread;
        let (read, write) = (member.speeds.read.bandwidth, member.speeds.write.bandwidth);
        let [reading, writing] = member.times(DriveTimeKind::Transfers);
        let seconds = (reading + writing) * mixed(reading, writing);
        let most = if read_bytes >= write_bytes { read.or(write) } else { write.or(read) };
        let figure = most.filter(|_| seconds > 0.0)?;
        let rate = (read_bytes + write_bytes) / seconds;
        let limit = || match member.memory() {
            Some(memory) => limits::drained(member.drive, figure, rate, memory),
            None => limits::drive(member.drive, figure, rate),
        };
        let at = self.resource(member.drive, LimitPart::Bandwidth, limit);
        // The first user fixed the capacity for its own mix; this turns seconds of the drive into
        // the same unit.
        uses.add(at, self.limits[at].capacity * seconds / member.block);
        let user = BandwidthUser { flow: member.flow, reads: reading > 0.0, writes: writing > 0.0 };
        self.users.entry(at).or_default().push(user);
        Some(at)
    }

    fn use_operations(&mut self, member: &MemberLoad<'_>, uses: &mut FlowUses) {
        let MemberSpread { reads, writes, .. } = member.spread;
        let (read, write) = (member.speeds.read.operations, member.speeds.write.operations);
        let seconds: f64 = member.times(DriveTimeKind::Operations).iter().sum();
        let most = if reads >= writes { read.or(write) } else { write.or(read) };
        let (Some(figure), true) = (most, seconds > 0.0) else { return };
        let rate = (reads + writes) / seconds;
        let limit = || match member.memory() {
            Some(memory) => limits::drained(member.drive, figure, rate, memory),
            None => limits::operations(member.drive, figure, rate),
        };
        let at = self.resource(member.drive, LimitPart::Operations, limit);
        uses.add(at, self.limits[at].capacity * seconds / member.block);
    }

    /// SATA carries data one way at a time; SAS and USB above 480 Mbit/s both.
    fn use_transport(
        &mut self,
        member: &MemberLoad<'_>,
        drive: &Drive,
        uses: &mut FlowUses,
    ) -> Option<usize> {
        let transport = drive.transport.as_ref()?;
        let rate = capacity::transport(transport)?;
        let cost = capacity::transport_cost(transport, rate, member.request());
        let one_way = matches!(transport, DriveTransport::Sata { .. })
            || matches!(transport, DriveTransport::Usb { mbit_s } if *mbit_s <= 480);
        let mut used = None;
        for (way, bytes) in member.bytes().into_iter().filter(|(_, bytes)| *bytes > 0.0) {
            let part = LimitPart::Transport((!one_way).then_some(way));
            let limit = || limits::transport(member.drive, transport, rate, member.is_unknown());
            let at = self.resource(member.drive, part, limit);
            uses.add(at, bytes * cost);
            used = used.or(Some(at));
        }
        used
    }

    fn use_path(&mut self, member: &MemberLoad<'_>, drive: &Drive, uses: &mut FlowUses) {
        let Some(controller) = &drive.controller else { return };
        let topology = &self.machine.topology;
        let other: Vec<&Id> =
            member.to.map(|to| topology.path(to).map(|(id, _)| id).collect()).unwrap_or_default();
        let mut traffic = member.shared();
        for (id, node) in topology.path(controller) {
            // Data to a card does not go above the node where both paths meet.
            if other.contains(&id) {
                break;
            }
            if member.card == Some(id) {
                traffic = member.on_card();
            }
            // Members that take turns have a link each: only above it one at a time is active.
            let is_own = id == controller && drive.transport.is_none() && member.card != Some(id);
            let over = if is_own { member.own() } else { traffic };
            self.use_node(member, (id, node), drive, over, uses);
        }
        if let Some(to) = member.to {
            self.use_way_to_card(member, controller, to, drive, uses);
        }
    }

    fn use_way_to_card(
        &mut self,
        member: &MemberLoad<'_>,
        controller: &Id,
        to: &Id,
        drive: &Drive,
        uses: &mut FlowUses,
    ) {
        let topology = &self.machine.topology;
        let own: Vec<&Id> = topology.path(controller).map(|(id, _)| id).collect();
        let turn = topology.path(to).find(|(id, _)| own.contains(id));
        let turns_in = |kind| matches!(kind, NodeKind::Processor | NodeKind::RootComplex);
        // Paths that meet nowhere meet between processors.
        let in_processor = turn.is_none_or(|(_, node)| turns_in(node.kind));
        let cost = if in_processor { PEER_COST } else { 1.0 };
        // Data that comes up from the drive goes down to the card.
        let LocationTraffic { bytes: [(up, read), (down, written)], requests } = member.shared();
        let bytes = [(up, written * cost), (down, read * cost)];
        let over = LocationTraffic { bytes, requests };
        for (id, node) in topology.path(to) {
            if own.contains(&id) {
                break;
            }
            self.use_node(member, (id, node), drive, over, uses);
        }
    }

    fn use_node(
        &mut self,
        member: &MemberLoad<'_>,
        (id, node): (&Id, &Node),
        drive: &Drive,
        over: LocationTraffic,
        uses: &mut FlowUses,
    ) {
        for (way, bytes) in over.bytes.into_iter().filter(|(_, bytes)| *bytes > 0.0) {
            if let Some(link) = node.link.as_ref().filter(|link| !link.internal) {
                self.use_link(member, (id, node), drive, link, (way, bytes), uses);
            }
            if let Some(at) = self.unmeasured_complex(id, node, way) {
                uses.add(at, bytes);
            }
        }
        self.use_adapter((id, node), over, uses);
        let machine = self.machine;
        for (at, ceiling) in machine.ceilings.get(id).into_iter().flatten().enumerate() {
            self.use_ceiling((id, at), ceiling, over, uses);
        }
    }

    fn use_link(
        &mut self,
        member: &MemberLoad<'_>,
        (id, node): (&Id, &Node),
        drive: &Drive,
        link: &NodeLink,
        (way, bytes): (LinkDirection, f64),
        uses: &mut FlowUses,
    ) {
        let (link, payload_is_known) = self.with_payload(id, link);
        let Machine { topology, host, .. } = self.machine;
        let completions = completions(topology, host.class, id, way);
        let link = match completions {
            Some(bytes) => Cow::Owned(NodeLink { max_payload: Some(bytes), ..link.into_owned() }),
            None => link,
        };
        let Some(carries) = capacity::of_link(&link, way) else { return };
        let request = Bytes::new(member.request() as u64);
        let chipset_raid =
            member.engine == Some(RaidEngine::IntelRst) && node.kind == NodeKind::Chipset;
        let is_remapped = chipset_raid && drive.transport.is_none();
        let layer = if is_remapped { CHIPSET_RAID_COST } else { 1.0 };
        let cost = small_block_cost(&link, request, way) * layer;
        // If the transport represents an unknown drive, the controller's link does not have to.
        let is_own = drive.controller.as_ref() == Some(id) && drive.transport.is_none();
        let only_drive = is_own && member.is_unknown();
        // Functions of one device share its link, which the port above represents.
        let wire = link.port.as_ref().unwrap_or(id);
        let above = self.machine.topology.path(id).skip(1);
        let behind_chipset = above.into_iter().any(|(_, node)| node.kind == NodeKind::Chipset);
        let sure = limits::LinkCertainty {
            payload: payload_is_known,
            drive: !only_drive,
            way,
            completions: completions.is_some(),
            behind_chipset,
        };
        let drives = &topology.drives;
        let is_here = |it: &&Drive| it.controller.as_ref() == Some(id);
        let limit = || {
            let is_only = is_here(&drive) && drives.values().filter(is_here).count() == 1;
            limits::link(id, is_only.then_some(member.drive), node, &link, carries, sure)
        };
        let at = self.resource(wire, LimitPart::Link(way), limit);
        uses.add(at, bytes * cost);
    }

    /// The link with its likely payload, and whether that is known.
    pub(super) fn with_payload<'l>(
        &self,
        id: &Id,
        link: &'l NodeLink,
    ) -> (Cow<'l, NodeLink>, bool) {
        with_likely_payload(self.machine, id, link)
    }

    pub(super) fn use_ceiling(
        &mut self,
        (id, at): (&Id, usize),
        ceiling: &LocationCeiling,
        over: LocationTraffic,
        uses: &mut FlowUses,
    ) {
        let LocationTraffic { bytes: [(_, up), (_, down)], requests } = over;
        let at_node = (id, self.machine.topology.nodes.get(id).map(|node| node.kind));
        let sides = [
            (CeilingTraffic::Read, ceiling.read, up),
            (CeilingTraffic::Write, ceiling.write, down),
            (CeilingTraffic::Both, ceiling.both, up + down),
        ];
        for (side, figure, bytes) in sides {
            let (Some(figure), true) = (figure, bytes > 0.0) else { continue };
            let limit = || limits::ceiling(at_node, ceiling.kind, figure);
            let resource = self.resource(id, LimitPart::Ceiling(at, side), limit);
            uses.add(resource, bytes);
        }
        if let Some(figure) = ceiling.operations {
            let limit = || limits::ceiling_operations(at_node, ceiling.kind, figure);
            let resource =
                self.resource(id, LimitPart::Ceiling(at, CeilingTraffic::Operations), limit);
            uses.add(resource, requests);
        }
    }

    /// Seconds of latency on the path: bridges in cables, networks and their protocols.
    pub(super) fn way_wait(&self, flow: &FlowRequest<'_>) -> f64 {
        let topology = &self.machine.topology;
        let drive = flow.members.first().and_then(|drive| topology.drives.get(drive));
        let Some(drive) = drive else { return 0.0 };
        let path = drive.controller.iter().flat_map(|controller| topology.path(controller));
        let ceilings = path.flat_map(|(id, _)| self.machine.ceilings.get(id).into_iter().flatten());
        let waits: Vec<Nanos> = ceilings.filter_map(|ceiling| ceiling.wait).collect();
        // A machine file may give a USB enclosure as the cable, as the drive's transport, or as
        // both.
        let is_usb = matches!(drive.transport, Some(DriveTransport::Usb { .. }));
        let bridge = is_usb && !waits.contains(&cable::USB_WAIT);
        let bridge = if bridge { cable::USB_WAIT.as_secs() } else { 0.0 };
        waits.into_iter().map(Nanos::as_secs).sum::<f64>() + bridge
    }
}

fn small_block_cost(link: &NodeLink, block: Bytes, way: LinkDirection) -> f64 {
    let Some(width) = link.current else { return 1.0 };
    if block >= REFERENCE_BLOCK {
        return 1.0;
    }
    let payload = link.max_payload.unwrap_or(capacity::ASSUMED_MAX_PAYLOAD);
    capacity::small_block_cost(width.rate, payload, block, way)
}
