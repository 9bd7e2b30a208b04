//! The limits that flows use: their capacity, its uncertainty, and their names.

use narrows_messages::Message;
use narrows_topology::capacity::LinkDirection;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Node, NodeKind, NodeLink};
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, Iops, Nanos, TransferRate, named_link};

use crate::figures::BandedFigure;
use crate::limit::{Band, LimitKind, LimitUnit, ResourceLimit};

/// Locks cost more the more cores contend for them.
const LAYERS: Band = Band::new(0.7, 1.3);
/// Payload known: flow control and host buffers cost up to a few percent more than the arithmetic;
/// where devices reach memory below 4 GiB, shorter headers save 1.6 % of it.
const LINK: Band = Band::new(0.965, 1.015);
/// Payload assumed: half of it, or twice, is possible.
const LINK_ASSUMED: Band = Band::new(0.91, 1.045);
/// Data to be written comes as completions, which many processors cut at 64 or 128 bytes whatever
/// the payload: up to a tenth less.
const CUT_COMPLETIONS: f64 = 0.95;
/// Whether a chipset's uplink uses 128 or 256 bytes of payload is not documented, and measurements
/// are ambiguous; 128 bytes carry 8 % less.
const HIDDEN_UPLINK: Band = Band::new(0.91, 1.02);
/// If the chipset's ports take 128 bytes, its uplink may still take 256, which carry 8 % more.
const HIDDEN_NARROW_UPLINK: Band = Band::new(0.95, 1.08);
/// The first generation moves a cache line at a time, some of its chipsets two.
const HIDDEN_FIRST_UPLINK: Band = Band::new(0.88, 1.16);
/// Completions of 64 bytes: some of a small host's are larger, and its buffers may be smaller than the link.
const SMALL_COMPLETIONS: Band = Band::new(0.88, 1.13);
/// Ports of 5 GT/s and less behind a chipset take 128 bytes on some boards whatever the chipset
/// supports, and forward packets whole, one after the other.
const BEHIND_CHIPSET: f64 = 0.85;
/// SATA loses a share to handshakes that differs between controllers.
const TRANSPORT: Band = Band::new(0.95, 1.04);
/// Bridges in USB enclosures convert between protocols, each a little slower than the cable.
const USB: Band = Band::new(0.83, 1.04);
/// At 480 Mbit/s hosts differ more: 30 to 42 MB/s read are usual (CNet's tests of such disks), 30.8 is a Raspberry
/// Pi 3, 31 to 36 a solid-state drive in a case.
const USB_2: Band = Band::new(0.75, 1.06);
/// The link of a drive whose own bandwidth is not known: the drive may well be slower.
const DRIVE_UNKNOWN: Band = Band::new(0.4, 1.03);

/// The drive's own bandwidth: `rate` for this workload, with the band and basis of `figure`.
pub(super) fn drive(drive: &Id, figure: BandedFigure<BytesPerSec>, rate: f64) -> ResourceLimit {
    ResourceLimit {
        kind: LimitKind::Drive,
        id: drive.clone(),
        name: Message::new("limit-drive").with("drive", drive),
        capacity: rate,
        unit: LimitUnit::BytesPerSec,
        band: figure.band,
        basis: figure.basis,
    }
}

/// The drive's own IOPS: `rate` for this workload, with the band and basis of `figure`.
pub(super) fn operations(drive: &Id, figure: BandedFigure<Iops>, rate: f64) -> ResourceLimit {
    ResourceLimit {
        kind: LimitKind::DriveIops,
        id: drive.clone(),
        name: Message::new("limit-drive-iops").with("drive", drive),
        capacity: rate,
        unit: LimitUnit::Iops,
        band: figure.band,
        basis: figure.basis,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteMemory {
    /// The drive's fast part of its flash, full.
    OfDrive,
    /// The memory from which a RAID engine acknowledges.
    OfArray,
}

/// The rate at which a drive drains a memory in front of it. In the long run the memory is full,
/// and this rate limits.
pub(super) fn drained<T: CapacityUnit>(
    drive: &Id,
    figure: BandedFigure<T>,
    rate: f64,
    memory: WriteMemory,
) -> ResourceLimit {
    let name = match memory {
        WriteMemory::OfDrive => Message::new("limit-cache"),
        WriteMemory::OfArray => Message::new("limit-write-back"),
    };
    ResourceLimit {
        kind: LimitKind::Cache,
        id: drive.clone(),
        name: name.with("drive", drive),
        capacity: rate,
        unit: T::UNIT,
        band: figure.band,
        basis: figure.basis,
    }
}

/// A unit of a capacity.
pub(super) trait CapacityUnit {
    const UNIT: LimitUnit;
}

impl CapacityUnit for BytesPerSec {
    const UNIT: LimitUnit = LimitUnit::BytesPerSec;
}

impl CapacityUnit for Iops {
    const UNIT: LimitUnit = LimitUnit::Iops;
}

/// Why requests take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LatencyCause {
    Depth,
    /// Parity makes each write wait for a read.
    ReadsFirst,
}

/// With queue depth `depth` and at least `latency` seconds per request, `rate` requests complete
/// per second.
pub(super) fn depth(
    target: &Id,
    (depth, cause): (u32, LatencyCause),
    latency: f64,
    rate: f64,
    band: Band,
    basis: FactBasis,
) -> ResourceLimit {
    let (kind, name) = match cause {
        LatencyCause::Depth => (LimitKind::Depth, Message::new("limit-depth")),
        LatencyCause::ReadsFirst => (LimitKind::RaidLayer, Message::new("limit-reads-first")),
    };
    let name = name.with("drive", target).with("depth", depth);
    ResourceLimit {
        kind,
        id: target.clone(),
        name: name.with("latency", Nanos::secs(latency)),
        capacity: rate,
        unit: LimitUnit::Iops,
        band,
        basis,
    }
}

/// A location's own ceiling.
pub(super) fn ceiling(
    (id, node): (&Id, Option<NodeKind>),
    kind: LimitKind,
    figure: BandedFigure<BytesPerSec>,
) -> ResourceLimit {
    ResourceLimit {
        kind,
        id: id.clone(),
        name: name_ceiling((id, node), kind),
        capacity: figure.value.get(),
        unit: LimitUnit::BytesPerSec,
        band: figure.band,
        basis: figure.basis,
    }
}

/// A location's own ceiling of IOPS.
pub(super) fn ceiling_operations(
    (id, node): (&Id, Option<NodeKind>),
    kind: LimitKind,
    figure: BandedFigure<Iops>,
) -> ResourceLimit {
    ResourceLimit {
        kind,
        id: id.clone(),
        name: name_ceiling((id, node), kind),
        capacity: figure.value.get(),
        unit: LimitUnit::Iops,
        band: figure.band,
        basis: figure.basis,
    }
}

fn name_ceiling((id, node): (&Id, Option<NodeKind>), kind: LimitKind) -> Message {
    let name = match kind {
        LimitKind::RootComplex => Message::new("limit-root-complex"),
        LimitKind::Link if node == Some(NodeKind::NetworkLink) => {
            Message::new("limit-network-link")
        }
        LimitKind::Link => Message::new("limit-cable"),
        LimitKind::Uplink => Message::new("limit-place-uplink"),
        _ => Message::new("limit-controller"),
    };
    name.with("id", id)
}

pub(super) fn threads(target: &Id, jobs: u32, band: Band) -> ResourceLimit {
    let name = Message::new("limit-threads").with("target", target).count("jobs", jobs as usize);
    processor(target, name, LimitKind::Cpu, f64::from(jobs), band)
}

pub(super) fn cores(id: &Id, cores: u32, band: Band) -> ResourceLimit {
    let name = Message::new("limit-cores").count("cores", cores as usize);
    processor(id, name, LimitKind::Cpu, f64::from(cores), band)
}

/// The serial part of a RAID engine. Its time is less certain than the processor's speed.
pub(super) fn layer(array: &Id, band: Band) -> ResourceLimit {
    let band = Band::new(band.low * LAYERS.low, band.high * LAYERS.high);
    let name = Message::new("limit-raid-layer").with("array", array);
    processor(array, name, LimitKind::RaidLayer, 1.0, band)
}

fn processor(id: &Id, name: Message, kind: LimitKind, capacity: f64, band: Band) -> ResourceLimit {
    let basis = FactBasis::Assumed;
    ResourceLimit { kind, id: id.clone(), name, capacity, unit: LimitUnit::Cores, band, basis }
}

pub(super) fn memory(id: &Id, figure: BandedFigure<BytesPerSec>) -> ResourceLimit {
    ResourceLimit {
        kind: LimitKind::Memory,
        id: id.clone(),
        name: Message::new("limit-memory"),
        capacity: figure.value.get(),
        unit: LimitUnit::BytesPerSec,
        band: figure.band,
        basis: figure.basis,
    }
}

/// The program's work on each byte while the next bytes are in flight.
pub(super) fn application(target: &Id, rate: BytesPerSec) -> ResourceLimit {
    let name = Message::new("limit-application").with("target", target);
    exact(target, LimitKind::Application, name, rate)
}

pub(super) fn demand(card: &Id, rate: BytesPerSec) -> ResourceLimit {
    exact(card, LimitKind::Application, Message::new("limit-demand").with("card", card), rate)
}

/// A rate that a file states for a program or card.
fn exact(id: &Id, kind: LimitKind, name: Message, rate: BytesPerSec) -> ResourceLimit {
    ResourceLimit {
        kind,
        id: id.clone(),
        name,
        capacity: rate.get(),
        unit: LimitUnit::BytesPerSec,
        band: Band::new(0.9, 1.1),
        basis: FactBasis::Documented,
    }
}

/// The SATA, SAS or USB link of a drive.
pub(super) fn transport(
    drive: &Id,
    transport: &DriveTransport,
    rate: BytesPerSec,
    drive_is_unknown: bool,
) -> ResourceLimit {
    let (band, basis) = match transport {
        _ if drive_is_unknown => (DRIVE_UNKNOWN, FactBasis::Assumed),
        DriveTransport::Usb { mbit_s: ..=480 } => (USB_2, FactBasis::Documented),
        DriveTransport::Usb { .. } => (USB, FactBasis::Documented),
        _ => (TRANSPORT, FactBasis::Documented),
    };
    ResourceLimit {
        kind: LimitKind::Link,
        id: drive.clone(),
        name: Message::new("limit-transport").with("drive", drive).with("link", transport),
        capacity: rate.get(),
        unit: LimitUnit::BytesPerSec,
        band,
        basis,
    }
}

/// Known facts about a link besides its width.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkCertainty {
    pub payload: bool,
    /// Whether the bandwidth of the drive at its end is known, if it is that drive's own link.
    pub drive: bool,
    pub way: LinkDirection,
    /// Whether the capacity is already that of small completions.
    pub completions: bool,
    pub behind_chipset: bool,
}

/// The link above `node`; that of a drive's controller bears the drive's name.
pub(super) fn link(
    id: &Id,
    drive: Option<&Id>,
    node: &Node,
    link: &NodeLink,
    carries: BytesPerSec,
    sure: LinkCertainty,
) -> ResourceLimit {
    let (kind, name) = name_link(id, drive, node, link, sure.behind_chipset);
    // No register shows its width and its payload.
    let is_hidden = node.kind == NodeKind::Chipset && link.basis != FactBasis::Observed;
    let is_first = link.current.is_some_and(|width| width.rate == TransferRate::Gen1);
    let (band, basis) = match sure.payload {
        _ if !sure.drive => (DRIVE_UNKNOWN, FactBasis::Assumed),
        _ if is_hidden && is_first => (HIDDEN_FIRST_UPLINK, link.basis),
        false if is_hidden => (HIDDEN_UPLINK, link.basis),
        true if is_hidden => (HIDDEN_NARROW_UPLINK, link.basis),
        // An assumed payload makes the capacity an inference at best.
        false => (LINK_ASSUMED, link.basis.min(FactBasis::Inferred)),
        true => (LINK, link.basis),
    };
    let is_slow = link.current.is_some_and(|width| width.rate <= TransferRate::Gen2);
    let band = match sure.drive {
        true if sure.completions => SMALL_COMPLETIONS,
        true if sure.way == LinkDirection::Down => Band::new(band.low * CUT_COMPLETIONS, band.high),
        true if sure.behind_chipset && is_slow && !sure.payload => {
            Band::new(band.low.min(BEHIND_CHIPSET), band.high)
        }
        _ => band,
    };
    let capacity = carries.get();
    ResourceLimit {
        kind,
        id: id.clone(),
        name,
        capacity,
        unit: LimitUnit::BytesPerSec,
        band,
        basis,
    }
}

fn name_link(
    id: &Id,
    drive: Option<&Id>,
    node: &Node,
    link: &NodeLink,
    behind_chipset: bool,
) -> (LimitKind, Message) {
    let width = link.current.map(|width| named_link(link.name.as_deref(), &width.to_string()));
    let width = width.or_else(|| link.name.clone()).unwrap_or_default();
    match node.kind {
        // X670E and their like chain two.
        NodeKind::Chipset if behind_chipset => (
            LimitKind::Uplink,
            Message::new("limit-second-chipset-uplink").with("chipset", id).with("link", width),
        ),
        NodeKind::Chipset => {
            (LimitKind::Uplink, Message::new("limit-chipset-uplink").with("link", width))
        }
        NodeKind::Switch => (
            LimitKind::Uplink,
            Message::new("limit-switch-uplink").with("switch", id).with("link", width),
        ),
        _ => {
            let name = Message::new("limit-link").with("node", drive.unwrap_or(id));
            (LimitKind::Link, name.with("link", width))
        }
    }
}
