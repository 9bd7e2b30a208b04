//! Problems that are visible without a benchmark.
//!
//! Not here: whether another slot would be better, which is the planner's job (`advice`).

mod coverage;

use narrows_catalog::drive::DriveInterface;
use narrows_messages::Message;
use narrows_record::check::Severity;
use narrows_record::see::{
    ArrayKind, DeviceKind, DeviceRecord, DriveRecord, LinkDegradation, LinkRecord, PartitionRecord,
    PortKind, SeeDocument, StorageKind, StorageRecord, TransportName,
};
use narrows_record::sentence;
use narrows_units::Bytes;

pub use self::coverage::{CheckCoverage, coverage, is_whole, saw_anything};
use crate::thresholds::check::{
    HOT_CELSIUS, PARTITION_MIN_BYTES, TOO_HOT_CELSIUS, WORN_OUT_PERCENT, WORN_PERCENT,
};

/// A finding before it is rendered.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFinding {
    pub severity: Severity,
    /// The drive or node; `None` for the whole machine.
    pub about: Option<String>,
    pub what: Message,
    pub advice: Message,
}

/// Checks a captured machine; most severe first.
pub fn check(see: &SeeDocument) -> Vec<CheckFinding> {
    let mut found: Vec<CheckFinding> = see
        .storage
        .iter()
        .flat_map(|storage| check_storage(see, storage))
        .chain(see.drives.iter().flat_map(|drive| check_drive(see, drive)))
        .chain(see.devices.iter().filter_map(|device| narrow_graphics(see, device)))
        .chain(
            see.arrays
                .iter()
                .filter(|array| matches!(array.kind, ArrayKind::FirmwareVolume(_)))
                .map(|array| firmware_array(&array.id)),
        )
        .collect();
    found.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.about.cmp(&b.about)));
    found
}

fn found(severity: Severity, about: &str, what: Message, advice: Message) -> Option<CheckFinding> {
    Some(CheckFinding { severity, about: Some(about.to_owned()), what, advice })
}

fn check_storage(see: &SeeDocument, storage: &StorageRecord) -> Vec<CheckFinding> {
    let checks =
        [degraded(storage), remapped(storage), ide_mode(storage), volume_management(see, storage)];
    checks.into_iter().flatten().collect()
}

fn check_drive(see: &SeeDocument, drive: &DriveRecord) -> Vec<CheckFinding> {
    let checks =
        [worn(drive), hot(drive), no_discard(see, drive), scheduler(drive), slow_sata(drive)];
    checks.into_iter().flatten().chain(misaligned(drive)).collect()
}

fn degraded(storage: &StorageRecord) -> Option<CheckFinding> {
    let link = storage.link.as_ref().filter(|_| storage.degraded == Some(true))?;
    let what = Message::new(sentence::LINK_DEGRADED)
        .with("device", &storage.id)
        .with("current", link.current?)
        .with("possible", link.possible?);
    let advice = match storage.degraded_by {
        Some(LinkDegradation::Port) => Message::new("check-link-degraded-by-port"),
        Some(LinkDegradation::Device) => Message::new("check-link-degraded-by-device"),
        // The port's capability is unknown if the capture lacks it.
        _ if link.port_possible.is_none() => Message::new("check-link-degraded-one-end"),
        _ => Message::new("check-link-degraded-unknown"),
    };
    found(Severity::Warning, &storage.id, what, advice)
}

/// A graphics card with fewer lanes than it has; its speed says nothing, because cards lower that to save power. Cards
/// with a switch of their own have the narrow link above that.
fn narrow_graphics(see: &SeeDocument, device: &DeviceRecord) -> Option<CheckFinding> {
    if device.kind != DeviceKind::Gpu {
        return None;
    }
    let mut links: Vec<&LinkRecord> = device.link.iter().collect();
    let mut above = device.parent.as_deref();
    while let Some(port) = see.ports.iter().find(|port| Some(port.id.as_str()) == above) {
        // A switch above may be the card's own. Ports may form a circle in a damaged document.
        if !matches!(port.kind, PortKind::Switch | PortKind::DownstreamPort)
            || links.len() > see.ports.len()
        {
            break;
        }
        links.extend(&port.link);
        above = port.parent.as_deref();
    }
    let is_narrow = |link: &&&LinkRecord| {
        let lanes = link.current.zip(link.possible);
        !link.internal && lanes.is_some_and(|(now, possible)| now.lanes < possible.lanes)
    };
    let link = links.iter().find(is_narrow)?;
    let (now, possible) = (link.current?.lanes, link.possible?.lanes);
    let what = Message::new("check-graphics-narrow")
        .with("device", device.model.as_deref().unwrap_or(&device.id))
        .with("lanes", now)
        .with("possible", possible);
    let advice = match link.port_possible {
        None => Message::new("check-link-degraded-one-end"),
        Some(port) if port.lanes > now => Message::new("check-graphics-narrow-unknown"),
        Some(_) => Message::new("check-graphics-narrow-by-port"),
    };
    found(Severity::Hint, &device.id, what, advice)
}

fn remapped(storage: &StorageRecord) -> Option<CheckFinding> {
    let count = storage.remapped_nvme.filter(|count| *count > 0)?;
    let what =
        Message::new("check-remapped").with("device", &storage.id).count("count", count as usize);
    found(Severity::Danger, &storage.id, what, Message::new("check-remapped-advice"))
}

fn ide_mode(storage: &StorageRecord) -> Option<CheckFinding> {
    let is_sata = storage.model.as_deref().is_some_and(|model| model.contains("SATA"));
    if storage.kind != StorageKind::Ide || !is_sata {
        return None;
    }
    let what = Message::new("check-ide-mode").with("device", &storage.id);
    found(Severity::Warning, &storage.id, what, Message::new("check-ide-mode-advice"))
}

/// Intel VMD without a visible drive behind it: either there is none, or no driver is bound.
fn volume_management(see: &SeeDocument, storage: &StorageRecord) -> Option<CheckFinding> {
    let is_vmd =
        storage.model.as_deref().is_some_and(|model| model.contains("Volume Management Device"));
    // VMD puts its drives into PCI domains of their own, from 10000h up.
    let has_drives = see
        .storage
        .iter()
        .any(|other| other.address.split(':').next().is_some_and(|domain| domain.len() > 4));
    if !is_vmd || has_drives {
        return None;
    }
    let what = Message::new("check-vmd").with("device", &storage.id);
    found(Severity::Hint, &storage.id, what, Message::new("check-vmd-advice"))
}

fn firmware_array(id: &str) -> CheckFinding {
    CheckFinding {
        severity: Severity::Hint,
        about: Some(id.to_owned()),
        what: Message::new("check-imsm").with("array", id),
        advice: Message::new("check-imsm-advice"),
    }
}

fn worn(drive: &DriveRecord) -> Option<CheckFinding> {
    let percent = drive.percentage_used.filter(|percent| *percent >= WORN_PERCENT)?;
    let severity = if percent >= WORN_OUT_PERCENT { Severity::Danger } else { Severity::Warning };
    let what = Message::new("check-worn").with("drive", &drive.id).with("percent", percent);
    found(severity, &drive.id, what, Message::new("check-worn-advice"))
}

fn hot(drive: &DriveRecord) -> Option<CheckFinding> {
    let celsius = drive.temperature_c.filter(|celsius| *celsius >= HOT_CELSIUS)?;
    let severity = if celsius >= TOO_HOT_CELSIUS { Severity::Danger } else { Severity::Warning };
    let what = Message::new("check-hot").with("drive", &drive.id).with("celsius", celsius);
    found(severity, &drive.id, what, Message::new("check-hot-advice"))
}

fn no_discard(see: &SeeDocument, drive: &DriveRecord) -> Option<CheckFinding> {
    let is_virtual =
        see.host.hypervisor.is_some() || drive.transport == Some(TransportName::Virtio);
    let is_memory = drive.id.starts_with("pmem");
    let is_flash = drive.rotational == Some(false) && !is_virtual && !is_memory;
    if !is_flash || drive.discard != Some(false) {
        return None;
    }
    // Many USB adapters cannot pass it on, which cannot be changed.
    let is_usb = matches!(drive.transport, Some(TransportName::Usb(_)));
    let severity = if is_usb { Severity::Hint } else { Severity::Warning };
    let what = Message::new("check-no-discard").with("drive", &drive.id);
    found(severity, &drive.id, what, Message::new("check-no-discard-advice"))
}

/// Schedulers that sort and hold requests cost an NVMe drive IOPS.
fn scheduler(drive: &DriveRecord) -> Option<CheckFinding> {
    let scheduler = drive.scheduler.as_deref().filter(|name| *name == "bfq" || *name == "cfq")?;
    if drive.rotational != Some(false) {
        return None;
    }
    let what =
        Message::new("check-scheduler").with("drive", &drive.id).with("scheduler", scheduler);
    let advice = Message::new("check-scheduler-advice").with("drive", &drive.id);
    found(Severity::Hint, &drive.id, what, advice)
}

/// SATA's rate since its third generation.
const SATA_GBIT_S: f64 = 6.0;

fn slow_sata(drive: &DriveRecord) -> Option<CheckFinding> {
    let is_slow = |transport: &&TransportName| match transport {
        TransportName::Sata(gbit_s) => *gbit_s != SATA_GBIT_S,
        _ => false,
    };
    let slow = drive.transport.as_ref().filter(is_slow)?;
    let model = drive.model.as_deref().unwrap_or_default();
    let known = narrows_catalog::drive::find(model, drive.size.map(Bytes::new));
    let can_no_more = known.is_some_and(|model| model.interface == DriveInterface::Sata3g);
    if drive.rotational != Some(false) || can_no_more {
        return None;
    }
    let what = Message::new("check-slow-sata").with("drive", &drive.id).with("link", slow);
    found(Severity::Warning, &drive.id, what, Message::new("check-slow-sata-advice"))
}

/// Flash pages and RAID chunks are multiples of 4 KiB; a partition that starts off that grid makes
/// every request touch one page more.
fn misaligned(drive: &DriveRecord) -> Vec<CheckFinding> {
    let is_off = |partition: &&PartitionRecord| {
        !partition.start.is_multiple_of(4096) && partition.size >= PARTITION_MIN_BYTES
    };
    let off = drive.partitions.iter().filter(|_| drive.rotational != Some(true)).filter(is_off);
    off.map(|partition| CheckFinding {
        severity: Severity::Warning,
        about: Some(drive.id.clone()),
        what: Message::new("check-misaligned")
            .with("partition", &partition.name)
            .with("start", partition.start),
        advice: Message::new("check-misaligned-advice"),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use narrows_record::see::{HostRecord, PartitionRecord};

    use super::*;

    fn drive(id: &str) -> DriveRecord {
        DriveRecord {
            id: id.into(),
            rotational: Some(false),
            discard: Some(true),
            ..DriveRecord::default()
        }
    }

    fn ids(see: &SeeDocument) -> Vec<&'static str> {
        check(see).iter().map(|found| found.what.id()).collect()
    }

    #[test]
    fn a_healthy_drive_gives_nothing_to_say() {
        let partitions = vec![PartitionRecord { name: "p1".into(), start: 1 << 20, size: 1 << 30 }];
        let see = SeeDocument {
            drives: vec![DriveRecord { partitions, ..drive("nvme0n1") }],
            ..SeeDocument::default()
        };
        assert_eq!(ids(&see), Vec::<&str>::new());
    }

    #[test]
    fn the_gravest_comes_first() {
        let partitions =
            vec![PartitionRecord { name: "p1".into(), start: 63 * 512, size: 1 << 30 }];
        let drives = vec![
            DriveRecord { partitions, scheduler: Some("bfq".into()), ..drive("a") },
            DriveRecord { percentage_used: Some(100), temperature_c: Some(71), ..drive("b") },
        ];
        let see = SeeDocument { drives, ..SeeDocument::default() };
        assert_eq!(ids(&see), ["check-worn", "check-misaligned", "check-hot", "check-scheduler"]);
    }

    /// A card with a switch of its own: the link between the two is as wide as the card, the one above is not.
    #[test]
    fn a_graphics_card_with_half_its_lanes_is_worth_knowing() {
        let state = |lanes| Some(narrows_record::see::LinkState { gts: 8.0, lanes });
        let link = |now, possible, port, internal| LinkRecord {
            current: state(now),
            possible: state(possible),
            port_possible: port,
            internal,
            basis: narrows_record::see::EvidenceBasis::Observed,
            ..LinkRecord::default()
        };
        let advice = |own: LinkRecord, of_switch: Option<LinkRecord>| {
            let port = |id: &str, kind, parent: &str, link| narrows_record::see::PortRecord {
                id: id.into(),
                kind,
                parent: Some(parent.into()),
                link,
                attached_to: narrows_record::see::AttachmentKind::Cpu,
                ..narrows_record::see::PortRecord::default()
            };
            let see = SeeDocument {
                devices: vec![DeviceRecord {
                    id: "gpu".into(),
                    kind: DeviceKind::Gpu,
                    model: None,
                    pci_id: None,
                    parent: Some("down".into()),
                    attached_to: narrows_record::see::AttachmentKind::Cpu,
                    link: Some(own),
                    degraded: None,
                    slot: None,
                    driver: None,
                    numa_node: None,
                }],
                ports: vec![
                    port("down", PortKind::DownstreamPort, "up", None),
                    port("up", PortKind::Switch, "root", of_switch),
                    port("root", PortKind::RootPort, "cpu0", None),
                ],
                ..SeeDocument::default()
            };
            check(&see).iter().map(|found| found.advice.id()).collect::<Vec<_>>()
        };
        let whole = || link(16, 16, None, true);
        assert_eq!(advice(whole(), Some(link(16, 16, state(16), false))), [""; 0]);
        let by_port = advice(whole(), Some(link(8, 16, state(8), false)));
        assert_eq!(by_port, ["check-graphics-narrow-by-port"]);
        assert_eq!(advice(link(4, 16, None, false), None), ["check-link-degraded-one-end"]);
        let more = advice(link(8, 16, state(16), false), None);
        assert_eq!(more, ["check-graphics-narrow-unknown"]);
    }

    #[test]
    fn partitions_without_data_may_start_anywhere() {
        let partition = |start, size| PartitionRecord { name: "p".into(), start, size };
        let partitions = vec![partition(501_758 * 512, 1024), partition(34 * 512, 1 << 20)];
        let flash = SeeDocument {
            drives: vec![DriveRecord { partitions, ..drive("a") }],
            ..SeeDocument::default()
        };
        assert_eq!(ids(&flash), Vec::<&str>::new());
        let partitions = vec![partition(63 * 512, 1 << 30)];
        let disk = DriveRecord { partitions, rotational: Some(true), ..drive("a") };
        assert_eq!(
            ids(&SeeDocument { drives: vec![disk], ..SeeDocument::default() }),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn a_virtual_disk_without_discard_is_no_fault_of_the_drive() {
        let drives = vec![DriveRecord { discard: Some(false), ..drive("vda") }];
        let bare = SeeDocument { drives: drives.clone(), ..SeeDocument::default() };
        assert_eq!(ids(&bare), ["check-no-discard"]);
        let host = HostRecord { hypervisor: Some("KVM".into()), ..HostRecord::default() };
        assert_eq!(
            ids(&SeeDocument { drives, host, ..SeeDocument::default() }),
            Vec::<&str>::new()
        );
    }
}
