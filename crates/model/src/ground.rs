//! The basis of a prediction.

use narrows_topology::FactBasis;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{NodeKind, StorageControllerKind};
use narrows_workload::IoInterface;

use crate::array::RaidEngine;
use crate::limit::{LimitKind, ResourceLimit};
use crate::lower::WorkloadTask;
use crate::machine::{HostClass, Machine};
use crate::widths::PredictionBasis;

/// The basis of the prediction for `task`, with its limit and that at the lower end of its band.
pub(crate) fn of(
    machine: &Machine,
    task: &WorkloadTask<'_>,
    limit: &ResourceLimit,
    least: Option<&ResourceLimit>,
) -> PredictionBasis {
    of_way(machine, task).unwrap_or_else(|| of_limit(limit, least))
}

/// By the layers between the program and its drives.
fn of_way(machine: &Machine, task: &WorkloadTask<'_>) -> Option<PredictionBasis> {
    let array = machine.layer(task.target);
    let first = array.and_then(|array| array.members.first()).unwrap_or(task.target);
    let drive = machine.topology.drives.get(first);
    let controller = drive.and_then(|drive| drive.controller.as_ref());
    let way = || controller.into_iter().flat_map(|id| machine.topology.path(id));
    let passes = |kind: NodeKind| way().any(|(_, node)| node.kind == kind);
    let is_usb = drive.is_some_and(|it| matches!(it.transport, Some(DriveTransport::Usb { .. })));
    let is_capped = way().any(|(id, node)| {
        matches!(node.kind, NodeKind::Storage(_)) && machine.ceilings.contains_key(id)
    });
    let is_behind_sas = way().any(|(_, node)| {
        matches!(
            node.kind,
            NodeKind::Storage(StorageControllerKind::Sas | StorageControllerKind::Scsi)
        )
    });
    Some(match array.map(|array| array.engine) {
        // As in the table of widths (docs/model.md) the first that applies counts.
        _ if passes(NodeKind::NetworkLink) => PredictionBasis::Network,
        Some(RaidEngine::Zfs | RaidEngine::Btrfs) => PredictionBasis::FileSystem,
        Some(RaidEngine::Md | RaidEngine::DmStripe) => PredictionBasis::Md,
        Some(_) => PredictionBasis::RaidDriver,
        None if is_usb || passes(NodeKind::Tunnel) || is_capped => PredictionBasis::Bridge,
        None if machine.topology.host.hypervisor.is_some() => PredictionBasis::Guest,
        None if is_behind_sas => PredictionBasis::Adapter,
        None if task.workload.interface == IoInterface::Buffered => PredictionBasis::PageCache,
        None if machine.host.class == HostClass::Embedded => PredictionBasis::Board,
        None => return None,
    })
}

fn of_limit(limit: &ResourceLimit, least: Option<&ResourceLimit>) -> PredictionBasis {
    // An unmeasured root complex limits only at the lower end of its band: its capacity is put out
    // of reach (`lower/complex.rs`).
    if least.is_some_and(|least| least.kind == LimitKind::RootComplex) {
        return PredictionBasis::Place;
    }
    match (limit.kind, limit.basis) {
        (LimitKind::RootComplex, _) => PredictionBasis::Place,
        (LimitKind::Cpu | LimitKind::Memory | LimitKind::RaidLayer, _) => {
            PredictionBasis::Processor
        }
        (LimitKind::Depth, _) => PredictionBasis::Waits,
        (LimitKind::Controller, _) => PredictionBasis::Bridge,
        (LimitKind::Link | LimitKind::Uplink | LimitKind::Application, _) => PredictionBasis::Link,
        (_, FactBasis::Observed) => PredictionBasis::Measured,
        (_, FactBasis::Assumed) => PredictionBasis::Class,
        _ => PredictionBasis::DataSheet,
    }
}
