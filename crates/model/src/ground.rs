//! What a prediction rests on.

use narrows_topology::Basis;
use narrows_topology::evidence::Transport;
use narrows_topology::graph::{NodeKind, StorageKind};
use narrows_workload::Interface;

use crate::array::Engine;
use crate::limit::{Limit, LimitKind};
use crate::lower::Task;
use crate::machine::{HostClass, Machine};
use crate::widths::Ground;

/// What the prediction for `task` rests on, with its limit and that at the lower end of its band.
pub(crate) fn of(
    machine: &Machine,
    task: &Task<'_>,
    limit: &Limit,
    least: Option<&Limit>,
) -> Ground {
    of_way(machine, task).unwrap_or_else(|| of_limit(limit, least))
}

/// By what stands between the program and its drives.
fn of_way(machine: &Machine, task: &Task<'_>) -> Option<Ground> {
    let array = machine.layer(task.target);
    let first = array.and_then(|array| array.members.first()).unwrap_or(task.target);
    let drive = machine.topology.drives.get(first);
    let controller = drive.and_then(|drive| drive.controller.as_ref());
    let way = || controller.into_iter().flat_map(|id| machine.topology.path(id));
    let passes = |kind: NodeKind| way().any(|(_, node)| node.kind == kind);
    let is_usb = drive.is_some_and(|it| matches!(it.transport, Some(Transport::Usb { .. })));
    let is_capped = way().any(|(id, node)| {
        matches!(node.kind, NodeKind::Storage(_)) && machine.ceilings.contains_key(id)
    });
    let is_behind_sas = way().any(|(_, node)| {
        matches!(node.kind, NodeKind::Storage(StorageKind::Sas | StorageKind::Scsi))
    });
    Some(match array.map(|array| array.engine) {
        _ if passes(NodeKind::NetworkLink) => Ground::Network,
        Some(Engine::Zfs | Engine::Btrfs) => Ground::FileSystem,
        Some(Engine::Md | Engine::DmStripe) => Ground::Md,
        Some(_) => Ground::RaidDriver,
        None if is_usb || passes(NodeKind::Tunnel) || is_capped => Ground::Bridge,
        None if is_behind_sas => Ground::Adapter,
        None if task.workload.interface == Interface::Buffered => Ground::PageCache,
        None if machine.host.class == HostClass::Embedded => Ground::Board,
        None => return None,
    })
}

fn of_limit(limit: &Limit, least: Option<&Limit>) -> Ground {
    if least.is_some_and(|least| least.kind == LimitKind::RootComplex) {
        return Ground::Place;
    }
    match (limit.kind, limit.basis) {
        (LimitKind::RootComplex, _) => Ground::Place,
        (LimitKind::Cpu | LimitKind::Memory | LimitKind::RaidLayer, _) => Ground::Processor,
        (LimitKind::Depth, _) => Ground::Waits,
        (LimitKind::Controller, _) => Ground::Bridge,
        (LimitKind::Link | LimitKind::Uplink | LimitKind::Application, _) => Ground::Link,
        (_, Basis::Observed) => Ground::Measured,
        (_, Basis::Assumed) => Ground::Class,
        _ => Ground::DataSheet,
    }
}
