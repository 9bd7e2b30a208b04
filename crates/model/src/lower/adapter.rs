//! The throughput of controllers with their own links, if not measured.
//!
//! Their chips move less than their links carry. A machine file with ceilings for a controller, or
//! a measured run, is more accurate.

use narrows_messages::Message;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{Node, NodeKind, StorageControllerKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::TransferRate;

use super::path::LocationTraffic;
use super::{FlowUses, LimitPart, Lowering};
use crate::carries::is_drive;
use crate::limit::{Band, LimitKind, LimitUnit, ResourceLimit};

/// A kind of chip: its share of the link's bandwidth, and its IOPS.
struct AdapterChip {
    share: f64,
    share_band: Band,
    operations: Option<f64>,
}

/// A judgement for each generation, half as many for RAID cards of the same time. One is published:
/// 350,000 operations and 2,500 MB/s, 0.69 of its link, of a SAS2008 (ServeTheHome, *The LSI 9202-16e
/// Host Bus Adapter*, 2012); both lie in the bands.
const OPERATIONS: Band = Band::new(0.5, 1.4);

/// SAS adapters and RAID cards pass on 80 to 95 % of their link's rate, chips of 5 GT/s and older as
/// little as half. SATA controllers for two to six ports at one or two lanes pass 0.92 to 0.97 of it
/// (an ASM1061 386 MB/s, an ASM1166 406, where 128-byte packets carry 419).
fn chip(kind: StorageControllerKind, rate: TransferRate) -> Option<AdapterChip> {
    let is_old = rate <= TransferRate::Gen2;
    let operations = match rate {
        TransferRate::Gen1 => 140e3,
        TransferRate::Gen2 => 300e3,
        TransferRate::Gen3 => 900e3,
        _ => 3000e3,
    };
    let (share, share_band) = match kind {
        StorageControllerKind::Ahci => (0.96, Band::new(0.93, 1.04)),
        _ if is_old => (0.85, Band::new(0.6, 1.12)),
        _ => (0.92, Band::new(0.85, 1.08)),
    };
    let operations = match kind {
        StorageControllerKind::Ahci => None,
        StorageControllerKind::Sas | StorageControllerKind::Scsi => Some(operations),
        StorageControllerKind::Raid => Some(operations / 2.0),
        _ => return None,
    };
    Some(AdapterChip { share, share_band, operations })
}

impl Lowering<'_> {
    /// Uses the controller's own limits; nothing if it has no link of its own, is the drive itself,
    /// or its ceilings are known.
    pub(super) fn use_adapter(
        &mut self,
        (id, node): (&Id, &Node),
        over: LocationTraffic,
        uses: &mut FlowUses,
    ) {
        let bytes: f64 = over.bytes.iter().map(|(_, bytes)| bytes).sum();
        // Searching all drives once for each would take long.
        if let Some(&at) = self.numbers.get(&(id.clone(), LimitPart::Adapter)) {
            uses.add(at, bytes);
            if let Some(&at) = self.numbers.get(&(id.clone(), LimitPart::AdapterOperations)) {
                uses.add(at, over.requests);
            }
            return;
        }
        let Some((chip, carries)) = self.adapter(id, node) else { return };
        let limit = |capacity, unit, band| ResourceLimit {
            kind: LimitKind::Controller,
            id: id.clone(),
            name: Message::new("limit-controller").with("id", id),
            capacity,
            unit,
            band,
            basis: FactBasis::Assumed,
        };
        let share = || limit(chip.share * carries, LimitUnit::BytesPerSec, chip.share_band);
        let at = self.resource(id, LimitPart::Adapter, share);
        uses.add(at, bytes);
        if let Some(operations) = chip.operations {
            let at = self.resource(id, LimitPart::AdapterOperations, || {
                limit(operations, LimitUnit::Iops, OPERATIONS)
            });
            uses.add(at, over.requests);
        }
    }

    fn adapter(&self, id: &Id, node: &Node) -> Option<(AdapterChip, f64)> {
        let NodeKind::Storage(kind) = node.kind else { return None };
        let link = node.link.as_ref().filter(|link| !link.internal)?;
        let chip = chip(kind, link.current?.rate)?;
        let is_drive = is_drive(&self.machine.topology, id);
        if self.machine.ceilings.contains_key(id) || is_drive {
            return None;
        }
        let (link, _) = self.with_payload(id, link);
        let carries = capacity::of_link(&link, LinkDirection::Up)?;
        Some((chip, carries.get()))
    }
}
