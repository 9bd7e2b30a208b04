//! The limits that flows use: their capacity, how sure it is, and what they are called.

use narrows_messages::Message;
use narrows_topology::graph::{Link, Node, NodeKind};
use narrows_topology::{Basis, Id};
use narrows_units::{BytesPerSec, Iops, Nanos};

use crate::figures::Figure;
use crate::limit::{Band, Limit, LimitKind, Unit};

/// Payload known: flow control and host buffers cost up to a few percent more than the arithmetic.
const LINK: Band = Band::new(0.965, 1.005);
/// Payload assumed: half of it, or twice, is possible.
const LINK_ASSUMED: Band = Band::new(0.93, 1.03);
/// Whether a chipset's uplink works with 128 or 256 bytes of payload is not documented, and
/// measurements can be read either way; 128 bytes carry 8 % less.
const HIDDEN_UPLINK: Band = Band::new(0.91, 1.02);
/// SATA and USB lose a share to handshakes that differs between controllers.
const TRANSPORT: Band = Band::new(0.95, 1.04);
/// The link of a drive whose own bandwidth is not known: the drive may well be slower.
const DRIVE_UNKNOWN: Band = Band::new(0.4, 1.0);

/// The drive's own bandwidth.
pub(super) fn drive(drive: &Id, figure: Figure<BytesPerSec>) -> Limit {
    Limit {
        kind: LimitKind::Drive,
        id: drive.clone(),
        name: Message::new("limit-drive").with("drive", drive),
        capacity: figure.value.get(),
        unit: Unit::BytesPerSec,
        band: figure.band,
        basis: figure.basis,
    }
}

/// The drive's own operations.
pub(super) fn operations(drive: &Id, figure: Figure<Iops>) -> Limit {
    Limit {
        kind: LimitKind::DriveIops,
        id: drive.clone(),
        name: Message::new("limit-drive-iops").with("drive", drive),
        capacity: figure.value.get(),
        unit: Unit::Iops,
        band: figure.band,
        basis: figure.basis,
    }
}

/// Little's law: with `depth` in flight and each one taking at least `latency`, no more than
/// depth / latency complete in a second. A stripe's depth spreads over its members.
pub(super) fn depth(drive: &Id, latency: Figure<Nanos>, depth: u32, share: f64) -> Limit {
    let per_second = f64::from(depth) * share / latency.value.as_secs().max(1e-9);
    Limit {
        kind: LimitKind::Depth,
        id: drive.clone(),
        name: Message::new("limit-depth")
            .with("drive", drive)
            .with("depth", depth)
            .with("latency", latency.value),
        capacity: per_second,
        unit: Unit::Iops,
        band: Band::new(1.0 / latency.band.high, 1.0 / latency.band.low),
        basis: latency.basis,
    }
}

/// The SATA, SAS or USB link of a drive.
pub(super) fn transport(drive: &Id, rate: BytesPerSec, drive_is_unknown: bool) -> Limit {
    let (band, basis) = match drive_is_unknown {
        true => (DRIVE_UNKNOWN, Basis::Assumed),
        false => (TRANSPORT, Basis::Documented),
    };
    Limit {
        kind: LimitKind::Link,
        id: drive.clone(),
        name: Message::new("limit-transport").with("drive", drive),
        capacity: rate.get(),
        unit: Unit::BytesPerSec,
        band,
        basis,
    }
}

/// The link above `node`.
pub(super) fn link(
    id: &Id,
    node: &Node,
    link: &Link,
    carries: BytesPerSec,
    drive_is_unknown: bool,
) -> Limit {
    let (kind, name) = name_link(id, node, link);
    // No register shows how wide it is and which payload it works with.
    let is_hidden = node.kind == NodeKind::Chipset && link.basis != Basis::Observed;
    let (band, basis) = match link.max_payload {
        _ if drive_is_unknown => (DRIVE_UNKNOWN, Basis::Assumed),
        _ if is_hidden => (HIDDEN_UPLINK, link.basis),
        None => (LINK_ASSUMED, link.basis.min(Basis::Inferred)),
        Some(_) => (LINK, link.basis),
    };
    let capacity = carries.get();
    Limit { kind, id: id.clone(), name, capacity, unit: Unit::BytesPerSec, band, basis }
}

fn name_link(id: &Id, node: &Node, link: &Link) -> (LimitKind, Message) {
    let width = link.current.map(|width| width.to_string()).unwrap_or_default();
    let width = match &link.name {
        Some(name) => format!("{name} {width}"),
        None => width,
    };
    match node.kind {
        NodeKind::Chipset => {
            (LimitKind::Uplink, Message::new("limit-chipset-uplink").with("link", width))
        }
        NodeKind::Switch => (
            LimitKind::Uplink,
            Message::new("limit-switch-uplink").with("switch", id).with("link", width),
        ),
        _ => (LimitKind::Link, Message::new("limit-link").with("node", id).with("link", width)),
    }
}
