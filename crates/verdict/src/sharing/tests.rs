//! Machines of a few drives whose rates follow from their limits by hand, with expected findings.

mod figures;
mod garbage;
mod matching;
mod merge;

use narrows_messages::{Language, Localizer};
use narrows_record::predict::{LimitRecord, LimitRecordKind, Prediction};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{
    ArrayRecord, AttachmentKind, DriveRecord, EvidenceBasis, Hop, LinkRecord, LinkState,
    PortRecord, SeeDocument, StorageRecord,
};

use super::*;

const WORKLOAD: &str = "seq-read-128k-q32";

fn english() -> Localizer {
    Localizer::new(Language::English)
}

fn link(usable_mb_s: f64) -> LinkRecord {
    LinkRecord {
        current: Some(LinkState { gts: 8.0, lanes: 4 }),
        usable_mb_s: Some(usable_mb_s),
        basis: EvidenceBasis::Observed,
        ..LinkRecord::default()
    }
}

fn port(id: &str, kind: &str, parent: Option<&str>, carries: Option<f64>) -> PortRecord {
    PortRecord {
        id: id.into(),
        kind: kind.into(),
        parent: parent.map(Into::into),
        link: carries.map(link),
        attached_to: AttachmentKind::Cpu,
        ..PortRecord::default()
    }
}

/// A controller of the drive's own name on a link of 3,587 MB/s, below these links.
fn storage(id: &str, over: &[(&str, f64)]) -> StorageRecord {
    let hop =
        |address: &str, mb_s| Hop { address: address.into(), link: link(mb_s), ..Hop::default() };
    let mut hops = vec![hop(id, 3587.0)];
    hops.extend(over.iter().map(|(address, mb_s)| hop(address, *mb_s)));
    let parent = over.first().map_or("cpu0", |(address, _)| address);
    StorageRecord {
        id: id.into(),
        address: id.into(),
        kind: "nvme".into(),
        parent: Some(parent.into()),
        attached_to: AttachmentKind::Cpu,
        attached_basis: EvidenceBasis::Observed,
        hops,
        ..StorageRecord::default()
    }
}

/// Drives, each below these links; the links end in one processor.
fn machine(drives: &[(&str, &[(&str, f64)])]) -> SeeDocument {
    let mut ports = vec![port("cpu0", "processor", None, None)];
    for (address, carries) in drives.iter().flat_map(|(_, over)| *over) {
        let kind = if *address == "chipset" { "chipset" } else { "switch" };
        if ports.iter().all(|known| known.id != *address) {
            ports.push(port(address, kind, Some("cpu0"), Some(*carries)));
        }
    }
    let drive = |id: &str| DriveRecord {
        id: id.into(),
        controller: Some(id.into()),
        ..DriveRecord::default()
    };
    SeeDocument {
        drives: drives.iter().map(|(id, _)| drive(id)).collect(),
        storage: drives.iter().map(|(id, over)| storage(id, over)).collect(),
        ports,
        ..SeeDocument::default()
    }
}

/// Rows of a round: drives, rates.
fn round(set: &str, rates: &[(&str, f64)]) -> Vec<TargetMeasurement> {
    let together: Vec<String> = rates.iter().map(|(drive, _)| (*drive).to_owned()).collect();
    let row = |(drive, mb_s): &(&str, f64)| TargetMeasurement {
        target: (*drive).into(),
        workload: WORKLOAD.into(),
        set: set.into(),
        together: together.clone(),
        repeat: 1,
        direction: "read".into(),
        mb_s: *mb_s,
        ops: 1,
        window_s: 1.0,
        thread_cpu: 0.1,
        ..TargetMeasurement::default()
    };
    rates.iter().map(row).collect()
}

fn run(machine: SeeDocument, results: Vec<TargetMeasurement>) -> RunDocument {
    RunDocument {
        schema: schema::RUN.into(),
        id: "one".into(),
        machine,
        results,
        ..RunDocument::default()
    }
}

/// The predicted limit of a set of drives.
fn predicted(
    set: &str,
    drives: &[&str],
    each: f64,
    kind: LimitRecordKind,
    limit: (&str, f64),
) -> Vec<Prediction> {
    let (id, capacity) = limit;
    let limit = LimitRecord {
        kind,
        id: id.into(),
        name: format!("the limit {id}").into(),
        load: capacity,
        capacity,
        unit: "MB/s".into(),
    };
    let row = |drive: &&str| Prediction {
        workload: WORKLOAD.into(),
        set: set.into(),
        target: (*drive).into(),
        together: drives.iter().map(|&drive| drive.to_owned()).collect(),
        direction: "read".into(),
        mb_s: each,
        low_mb_s: each * 0.95,
        high_mb_s: each * 1.02,
        limit: limit.clone(),
        basis: EvidenceBasis::Documented,
        ..Prediction::default()
    };
    drives.iter().map(row).collect()
}

/// Every set of `drives` of two or more, each of which shares `capacity` equally if it is the
/// limit, and each drive alone: a flow-level oracle for one limit over `under`.
fn every_set(drives: &[(&str, f64)], under: &[&str], capacity: f64) -> Vec<TargetMeasurement> {
    let mut rows = Vec::new();
    for mask in 1..(1_u32 << drives.len()) {
        let members: Vec<(&str, f64)> = drives
            .iter()
            .enumerate()
            .filter(|(at, _)| mask & (1 << at) != 0)
            .map(|(_, drive)| *drive)
            .collect();
        let set = match members.len() {
            1 => "alone".to_owned(),
            all if all == drives.len() => "all".to_owned(),
            _ => format!("set-{mask}"),
        };
        rows.extend(round(&set, &shared_out(&members, under, capacity)));
    }
    rows
}

/// Equal shares of the capacity; drives that need less leave the rest to the others.
fn shared_out<'a>(
    members: &[(&'a str, f64)],
    under: &[&str],
    capacity: f64,
) -> Vec<(&'a str, f64)> {
    let mut pressed: Vec<&str> =
        members.iter().map(|(drive, _)| *drive).filter(|drive| under.contains(drive)).collect();
    let mut left = capacity;
    let mut rates: Vec<(&str, f64)> = members.to_vec();
    loop {
        let share = left / pressed.len().max(1) as f64;
        let content: Vec<(&str, f64)> = rates
            .iter()
            .copied()
            .filter(|(drive, want)| pressed.contains(drive) && *want <= share)
            .collect();
        if content.is_empty() {
            for (drive, rate) in &mut rates {
                if pressed.contains(drive) {
                    *rate = share;
                }
            }
            return rates;
        }
        left -= content.iter().map(|(_, want)| want).sum::<f64>();
        pressed.retain(|drive| content.iter().all(|(known, _)| known != drive));
        if pressed.is_empty() {
            return rates;
        }
    }
}
