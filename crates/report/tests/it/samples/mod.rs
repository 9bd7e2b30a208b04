//! Machines made up for the tests, after real ones.
//!
//! Rates are those of link arithmetic, rounded: PCIe 3.0 x4 carries 3,588 MB/s.
#![allow(dead_code)] // Each test file uses its own part.

pub mod course;

use narrows_messages::{Language, Localizer};
use narrows_record::predict::{LimitRecord, LimitRecordKind, PredictDocument, Prediction};
use narrows_record::run::{Latency, MeasuringMethod, RunDocument, RunFinding, TargetMeasurement};
use narrows_record::see::*;
use narrows_report::{Page, Style};

pub fn english() -> Localizer {
    Localizer::new(Language::English)
}

/// A page on a terminal of the usual width.
pub fn text(page: &Page) -> String {
    page.text(&english(), &Style::default())
}

pub fn html(page: &Page, document: &impl serde::Serialize) -> String {
    page.html(document, &english())
}

/// MB/s of this many lanes at 8 GT/s.
fn gen3(lanes: u8) -> f64 {
    897.0 * f64::from(lanes)
}

pub fn link(lanes: u8, possible: u8) -> LinkRecord {
    LinkRecord {
        current: Some(LinkState { gts: 8.0, lanes }),
        possible: Some(LinkState { gts: 8.0, lanes: possible }),
        port_possible: Some(LinkState { gts: 8.0, lanes }),
        internal: false,
        max_payload: Some(256),
        usable_mb_s: Some(gen3(lanes)),
        basis: EvidenceBasis::Observed,
    }
}

pub fn port(id: &str, kind: &str, parent: Option<&str>) -> PortRecord {
    PortRecord {
        id: id.into(),
        kind: kind.into(),
        parent: parent.map(Into::into),
        attached_to: AttachmentKind::Cpu,
        ..PortRecord::default()
    }
}

fn slot(label: &str) -> Option<SlotLabel> {
    Some(SlotLabel { label: label.into(), source: "board".into() })
}

pub fn hop(address: &str, port: &str, link: LinkRecord) -> Hop {
    Hop { address: address.into(), port: Some(port.into()), name: None, link }
}

pub fn nvme(
    id: &str,
    address: &str,
    link: LinkRecord,
    hops: Vec<Hop>,
    label: &str,
) -> StorageRecord {
    let narrowest = hops.first().map(|hop| NarrowestHop {
        address: hop.address.clone(),
        usable_mb_s: hop.link.usable_mb_s.unwrap_or_default(),
    });
    let degraded = link.current != link.possible;
    StorageRecord {
        id: id.into(),
        address: address.into(),
        kind: "nvme".into(),
        attached_to: AttachmentKind::Cpu,
        attached_basis: EvidenceBasis::Observed,
        package: Some(0),
        numa_node: Some(0),
        link: Some(link),
        degraded: Some(degraded),
        degraded_by: degraded.then(|| "port".into()),
        hops,
        narrowest,
        slot: slot(label),
        driver: Some("nvme 1.0".into()),
        temperature_c: Some(41),
        ..StorageRecord::default()
    }
}

pub fn drive(id: &str, controller: &str, model: &str, size: u64) -> DriveRecord {
    DriveRecord {
        id: id.into(),
        controller: Some(controller.into()),
        model: Some(model.into()),
        size: Some(size),
        ..DriveRecord::default()
    }
}

fn mount(device: &str, target: &str) -> MountRecord {
    MountRecord { device: device.into(), target: target.into(), fs: "ext4".into() }
}

fn card(
    id: &str,
    kind: &str,
    model: &str,
    parent: &str,
    link: LinkRecord,
    label: &str,
) -> DeviceRecord {
    DeviceRecord {
        id: id.into(),
        kind: kind.into(),
        model: Some(model.into()),
        parent: Some(parent.into()),
        attached_to: AttachmentKind::Cpu,
        link: Some(link),
        degraded: Some(true),
        slot: slot(label),
        ..DeviceRecord::default()
    }
}

/// DMI 3.0, the link between the Z170 chipset and the processor.
fn dmi() -> LinkRecord {
    LinkRecord { basis: EvidenceBasis::Documented, possible: None, ..link(4, 4) }
}

fn z170_ports() -> Vec<PortRecord> {
    let root = |id: &str, parent: &str| port(id, "root-port", Some(parent));
    let mut ports = vec![
        PortRecord { model: Some("Intel Core i7-6700K".into()), ..port("cpu0", "processor", None) },
        PortRecord {
            model: Some("Intel Z170".into()),
            link: Some(dmi()),
            ..port("chipset", "chipset", Some("cpu0"))
        },
        root("0000:00:01.0", "cpu0"),
        root("0000:00:01.1", "cpu0"),
        root("0000:00:1b.0", "chipset"),
        root("0000:00:1c.4", "chipset"),
        root("0000:00:1d.0", "chipset"),
    ];
    let offers = Some(LinkState { gts: 8.0, lanes: 1 });
    for id in ["0000:00:1c.0", "0000:00:1c.2"] {
        ports.push(PortRecord { empty: true, offers, ..root(id, "chipset") });
    }
    ports
}

fn z170_host() -> HostRecord {
    HostRecord {
        cpu: Some("Intel Core i7-6700K".into()),
        board: Some("ASRock Z170 OC Formula".into()),
        chipset: Some("Intel Z170".into()),
        kernel: Some("6.12.9".into()),
        logical_cpus: Some(8),
        uefi: Some(true),
        ..HostRecord::default()
    }
}

fn z170_raid() -> ArrayRecord {
    ArrayRecord {
        id: "md0".into(),
        kind: "md raid0".into(),
        chunk: Some(65536),
        members: vec!["nvme0n1".into(), "nvme1n1".into(), "nvme2n1".into()],
        drives: vec!["nvme0n1".into(), "nvme1n1".into(), "nvme2n1".into()],
        size: Some(768_000_000_000),
        mounts: vec![mount("md0", "/data")],
    }
}

fn z170_sata(uplink: &Hop) -> (StorageRecord, [DriveRecord; 2]) {
    let storage = StorageRecord {
        kind: "ahci".into(),
        link: None,
        degraded: None,
        degraded_by: None,
        narrowest: None,
        slot: None,
        hops: vec![uplink.clone()],
        attached_to: AttachmentKind::Chipset,
        ..nvme("0000:00:17.0", "0000:00:17.0", link(4, 4), Vec::new(), "")
    };
    let drives = [
        DriveRecord {
            transport: Some("SATA 6 Gbit/s".into()),
            usable_mb_s: Some(550.0),
            mounts: vec![mount("sda1", "/home")],
            ..drive("sda", "0000:00:17.0", "Samsung SSD 860 EVO 1TB", 1_000_204_886_016)
        },
        DriveRecord {
            transport: Some("SATA 6 Gbit/s".into()),
            usable_mb_s: Some(550.0),
            rotational: Some(true),
            ..drive("sdb", "0000:00:17.0", "WDC WD40EZRZ", 4_000_787_030_016)
        },
    ];
    (storage, drives)
}

/// Three M.2 drives in an array behind DMI 3.0; one drive on processor lanes at x2 of x4.
pub fn z170() -> SeeDocument {
    let uplink = Hop { name: Some("DMI 3.0".into()), port: None, ..hop("chipset", "", dmi()) };
    let (sata, disks) = z170_sata(&uplink);
    let (mut storage, mut drives) = (vec![sata], disks.to_vec());
    for (n, above) in ["0000:00:1b.0", "0000:00:1c.4", "0000:00:1d.0"].into_iter().enumerate() {
        let (id, address) = (format!("nvme{n}"), format!("0000:0{}:00.0", n + 3));
        let hops = vec![hop(&id, above, link(4, 4)), uplink.clone()];
        let record = nvme(&id, &address, link(4, 4), hops, &format!("M2_{}", n + 1));
        storage.push(StorageRecord { attached_to: AttachmentKind::Chipset, ..record });
        let mounts = vec![mount("md0", "/data")];
        drives.push(DriveRecord {
            mounts,
            ..drive(&format!("{id}n1"), &id, "PLEXTOR PX-256M8PeG", 256_060_514_304)
        });
    }
    let narrow = link(2, 4);
    storage.push(nvme(
        "nvme3",
        "0000:02:00.0",
        narrow.clone(),
        vec![hop("nvme3", "0000:00:01.1", narrow)],
        "PCIE5",
    ));
    let root = vec![mount("nvme3n1p2", "/"), mount("nvme3n1p1", "/boot/efi")];
    drives.push(DriveRecord {
        mounts: root,
        ..drive("nvme3n1", "nvme3", "INTEL SSDPEDMW400G4", 400_088_457_216)
    });
    SeeDocument {
        schema: "narrows.see/1".into(),
        narrows: "0.1.0".into(),
        source: "this machine".into(),
        processor: None,
        host: z170_host(),
        storage,
        drives,
        arrays: vec![z170_raid()],
        devices: vec![
            card("0000:01:00.0", "gpu", "AMD Radeon R9 Nano", "0000:00:01.0", link(8, 16), "PCIE1"),
            card("0000:00:1f.3", "other", "HD Audio", "chipset", link(1, 1), ""),
        ],
        ports: z170_ports(),
        ceilings_mb_s: Default::default(),
        notes: vec![DocumentNote {
            id: "note-slot".into(),
            about: Some("nvme3".into()),
            text: "the manual says x4 for this slot, the port offers x2.".into(),
        }],
    }
}

pub fn virtual_machine() -> SeeDocument {
    let disk = StorageRecord {
        kind: "virtio".into(),
        link: None,
        degraded: None,
        degraded_by: None,
        narrowest: None,
        slot: None,
        attached_to: AttachmentKind::Unknown,
        ..nvme("0000:00:04.0", "0000:00:04.0", link(4, 4), Vec::new(), "")
    };
    SeeDocument {
        source: "this machine".into(),
        host: HostRecord {
            cpu: Some("Intel Xeon Processor @ 2.10GHz".into()),
            hypervisor: Some("kvm".into()),
            kernel: Some("6.1.0".into()),
            logical_cpus: Some(2),
            ..HostRecord::default()
        },
        storage: vec![disk],
        drives: vec![DriveRecord {
            model: None,
            transport: Some("virtio".into()),
            mounts: vec![mount("vda1", "/")],
            ..drive("vda", "0000:00:04.0", "", 64 << 30)
        }],
        ports: vec![port("cpu0", "processor", None)],
        ..SeeDocument::default()
    }
}

/// Two sockets; `each` drives behind a x16 switch on the first, as many on the second's own lanes.
pub fn server(each: usize) -> SeeDocument {
    let mut see = SeeDocument {
        source: "server.toml".into(),
        host: HostRecord {
            cpu: Some("AMD EPYC 7402".into()),
            board: Some("Supermicro H11DSi".into()),
            numa_nodes: Some(2),
            logical_cpus: Some(96),
            ..HostRecord::default()
        },
        ports: vec![
            port("cpu0", "processor", None),
            port("cpu1", "processor", None),
            port("0000:40:01.1", "root-port", Some("cpu0")),
            PortRecord {
                link: Some(link(16, 16)),
                model: Some("Broadcom PEX8796".into()),
                ..port("0000:41:00.0", "switch", Some("0000:40:01.1"))
            },
            port("0000:80:03.1", "root-port", Some("cpu1")),
        ],
        ..SeeDocument::default()
    };
    let mut add = |n: usize, above: &str, parent: &str, hops: &[Hop]| {
        let (id, address) = (format!("nvme{n}"), format!("0000:{:02x}:00.0", n + 0x42));
        let kind = if hops.is_empty() { "root-port" } else { "downstream-port" };
        see.ports.push(port(above, kind, Some(parent)));
        let hops = [&[hop(&id, above, link(4, 4))], hops].concat();
        see.storage.push(nvme(&id, &address, link(4, 4), hops, &format!("bay {n}")));
        see.drives.push(drive(&format!("{id}n1"), &id, "SAMSUNG MZWLL3T2HMJP", 3_200_631_791_616));
    };
    let up = [hop("0000:41:00.0", "0000:40:01.1", link(16, 16))];
    for n in 0..each {
        add(n, &format!("0000:42:{n:02x}.0"), "0000:41:00.0", &up);
        add(each + n, &format!("0000:81:{n:02x}.0"), "cpu1", &[]);
    }
    let nic = |id: &str| {
        card(id, "network", "Mellanox ConnectX-5", "0000:80:03.1", link(16, 16), "SLOT 3")
    };
    see.devices = vec![nic("0000:c1:00.0"), nic("0000:c1:00.1")];
    see
}

/// This many drives right below the processor, each with a link and a name of its own.
pub fn crowd(drives: usize) -> SeeDocument {
    let mut see = SeeDocument { source: "crowd.txt".into(), ..SeeDocument::default() };
    see.ports = vec![port("cpu0", "processor", None)];
    for n in 0..drives {
        let id = format!("nvme{n}");
        see.storage.push(nvme(&id, &id, link(4, 4), vec![hop(&id, "cpu0", link(4, 4))], "bay"));
        see.drives.push(drive(&format!("{id}n1"), &id, "X", 1 << 40));
    }
    see
}

/// Of each of this many drives only the link is known: 3588 MB/s at most, 40 % of it likely enough.
pub fn crowd_predicted(drives: usize) -> PredictDocument {
    let see = crowd(drives);
    let row = |drive: &DriveRecord| {
        let kind = LimitRecordKind::Link;
        let id = drive.controller.clone().unwrap_or_default();
        let limit =
            LimitRecord { kind, name: format!("link of {id}").into(), id, ..uplink_limit() };
        Prediction {
            together: Vec::new(),
            low_mb_s: 1435.0,
            high_mb_s: 3588.0,
            basis: EvidenceBasis::Assumed,
            ..prediction(&drive.id, "all", SEQ, 3588.0, limit)
        }
    };
    let results = see.drives.iter().map(row).collect();
    PredictDocument { machine: see, results, ..predict() }
}

/// One drive of [`crowd_predicted`], alone, measured at this many MB/s.
pub fn bounded_run(mb_s: f64) -> RunDocument {
    let PredictDocument { machine, mut results, .. } = crowd_predicted(1);
    results.iter_mut().for_each(|row| row.set = "alone".into());
    let measured = vec![measured("nvme0n1", "alone", SEQ, mb_s)];
    RunDocument { machine, predictions: results, results: measured, findings: Vec::new(), ..run() }
}

/// The same figures of another drive.
pub fn renamed(row: &TargetMeasurement, target: &str) -> TargetMeasurement {
    TargetMeasurement { target: target.into(), together: vec![target.into()], ..row.clone() }
}

pub fn uplink_limit() -> LimitRecord {
    LimitRecord {
        kind: LimitRecordKind::Uplink,
        id: "chipset".into(),
        name: "chipset uplink (DMI 3.0 x4)".into(),
        load: 3588.0,
        capacity: 3588.0,
        unit: "MB/s".into(),
    }
}

pub fn drive_limit(drive: &str, mb_s: f64) -> LimitRecord {
    let (kind, name) = (LimitRecordKind::Drive, format!("drive {drive} itself"));
    LimitRecord {
        kind,
        id: drive.into(),
        name: name.into(),
        load: mb_s,
        capacity: mb_s,
        unit: "MB/s".into(),
    }
}

pub const TARGETS: [&str; 4] = ["nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1"];

fn prediction(
    target: &str,
    set: &str,
    workload: &str,
    mb_s: f64,
    limit: LimitRecord,
) -> Prediction {
    let block = if workload.contains("4k") { 4096.0 } else { 131_072.0 };
    let together =
        if set == "alone" { vec![target.into()] } else { TARGETS.map(Into::into).to_vec() };
    Prediction {
        workload: workload.into(),
        set: set.into(),
        target: target.into(),
        together,
        direction: "read".into(),
        mb_s,
        iops: mb_s * 1e6 / block,
        low_mb_s: mb_s * 0.95,
        high_mb_s: mb_s * 1.03,
        next_limit: Some(drive_limit(target, 2300.0)),
        limit,
        basis: EvidenceBasis::Inferred,
        ..Prediction::default()
    }
}

pub fn predictions() -> Vec<Prediction> {
    let mut rows = Vec::new();
    for target in TARGETS {
        let fast = if target == "nvme3n1" { 1794.0 } else { 2300.0 };
        rows.push(prediction(target, "alone", SEQ, fast, drive_limit(target, fast)));
    }
    for target in TARGETS {
        let (mb_s, limit) = match target {
            "nvme3n1" => (1794.0, drive_limit(target, 1794.0)),
            _ => (1196.0, uplink_limit()),
        };
        rows.push(prediction(target, "all", SEQ, mb_s, limit));
    }
    for target in TARGETS {
        rows.push(prediction(target, "alone", Q1, 48.0, drive_limit(target, 48.0)));
    }
    rows
}

pub fn predict() -> PredictDocument {
    PredictDocument {
        schema: "narrows.predict/1".into(),
        narrows: "0.1.0".into(),
        machine: z170(),
        results: predictions(),
        ..PredictDocument::default()
    }
}

const SEQ: &str = "seq-read-128k-q32";
const Q1: &str = "rand-read-4k-q1";

fn measured(target: &str, set: &str, workload: &str, mb_s: f64) -> TargetMeasurement {
    let block = if workload.contains("4k") { 4096.0 } else { 131_072.0 };
    let iops = mb_s * 1e6 / block;
    let typical = if workload == Q1 { 1e6 / iops } else { 32e6 / iops };
    let together =
        if set == "alone" { vec![target.into()] } else { TARGETS.map(Into::into).to_vec() };
    // A gentle saw of 3 %, another phase for every drive.
    let phase = target.bytes().map(usize::from).sum::<usize>();
    let timeline = (0..40).map(|n| mb_s * (1.0 + 0.005 * ((n * 5 + phase) % 7) as f64 - 0.015));
    TargetMeasurement {
        target: target.into(),
        workload: workload.into(),
        set: set.into(),
        together,
        repeat: 1,
        direction: "read".into(),
        mb_s,
        iops,
        latency_us: Latency {
            p50: Some(typical),
            p90: Some(typical * 1.1),
            p99: Some(typical * 1.6),
            p999: Some(typical * 3.0),
            p9999: None,
        },
        cpu_us_per_io: Some(1.9),
        system_cpu_us_per_io: Some(2.6),
        thread_cpu: 0.05,
        skew_us: 38.0,
        window_s: 3.98,
        ops: (iops * 3.98) as u64,
        method: MeasuringMethod {
            engine: "io_uring".into(),
            direct: true,
            registered_buffers: true,
            registered_files: true,
            deferred_taskrun: true,
            file_system: Some("ext4".into()),
            region: 1 << 30,
            ..MeasuringMethod::default()
        },
        timeline_mb_s: timeline.collect(),
        temperature_c: Some(48),
        other_io_bytes: Some(0),
        ..TargetMeasurement::default()
    }
}

/// The four NVMe drives of [`z170`] measured alone and together.
pub fn run() -> RunDocument {
    let alone = [2312.0, 2318.0, 2240.0, 1771.0];
    let together = [1168.0, 1181.0, 1161.0, 1770.0];
    let mut results = Vec::new();
    for (set, rates) in [("alone", alone), ("all", together)] {
        results.extend(TARGETS.iter().zip(rates).map(|(t, mb_s)| measured(t, set, SEQ, mb_s)));
    }
    results.extend(
        TARGETS.iter().zip([48.7, 49.1, 48.2, 44.0]).map(|(t, r)| measured(t, "alone", Q1, r)),
    );
    let finding = |id: &str, targets: &[&str], text: &str, limit| RunFinding {
        id: id.into(),
        targets: targets.iter().map(|t| (*t).into()).collect(),
        text: text.into(),
        limit,
    };
    RunDocument {
        schema: "narrows.run/1".into(),
        narrows: "0.1.0".into(),
        id: "20260301T101500Z-1f3a".into(),
        started: "2026-03-01T10:15:00Z".into(),
        command: vec!["narrows".into()],
        machine: z170(),
        predictions: predictions(),
        results,
        findings: vec![
            finding(
                "f1",
                &TARGETS[..3],
                "nvme0n1, nvme1n1 and nvme2n1 share the chipset uplink (DMI 3.0 x4, 3.59 GB/s usable): together they get 3.51 GB/s, as much as 1.5 of them alone.",
                Some(uplink_limit()),
            ),
            finding(
                "f2",
                &TARGETS[3..],
                "nvme3n1 runs at x2 of x4: its slot offers two lanes. In a slot with four it could read 2.2 GB/s.",
                None,
            ),
        ],
        ..RunDocument::default()
    }
}

/// One published machine with a figure that is met, one that is missed and one not covered yet.
pub fn casebook() -> narrows_record::casebook::CasebookDocument {
    use narrows_record::casebook::{
        CasebookDocument, CasebookRow, CasebookScore, CasebookSummary, CasebookSystem,
    };
    use narrows_record::predict::LimitRecordKind;
    let row = |id: &str, what: &str, published: f64, predicted: Option<f64>| CasebookRow {
        id: id.into(),
        system: "S000".into(),
        what: what.into(),
        published,
        unit: "MB/s".into(),
        predicted,
        low: predicted.map(|middle| middle * 0.95),
        high: predicted.map(|middle| middle * 1.05),
        error: predicted.map(|predicted| predicted / published - 1.0),
        in_band: predicted.map(|_| true),
        limit: predicted.map(|_| LimitRecordKind::Uplink),
        limit_name: predicted.map(|_| "chipset uplink (DMI 3.0 x4)".into()),
        role: if predicted.is_some() { "checks" } else { "cannot-check" }.into(),
        inputs: Some("datasheet".into()),
        ok: predicted.map(|predicted| (predicted / published - 1.0f64).abs() <= 0.1),
        author: Some("All three sockets hang off the chipset.".into()),
        not_yet: predicted.is_none().then(|| "its depth is not published".into()),
        ..CasebookRow::default()
    };
    let score = CasebookScore {
        checks: 2,
        met: 1,
        median_error: Some(0.056),
        limits: 1,
        in_band: Some(1.0),
        half_width: Some(0.05),
        ..CasebookScore::default()
    };
    CasebookDocument {
        schema: "narrows.casebook/1".into(),
        narrows: "0.1.0".into(),
        systems: vec![CasebookSystem {
            id: "S000".into(),
            title: "Three M.2 drives on a Z170 board".into(),
            finding: "The author saw three drives share about 3.5 GB/s and took the DMI link for the reason.".into(),
            split: None,
            why: None,
            source: None,
            machine: Some(z170()),
            score: Some(score.clone()),
        }],
        summary: CasebookSummary {
            rows: score,
            systems: 1,
            failing: vec!["f2".into()],
            ..CasebookSummary::default()
        },
        rows: vec![
            CasebookRow { published_low: Some(1100.0), published_high: Some(1500.0), error: Some(0.0), ok: Some(true), ..row("f1", "three at once, each", 1300.0, Some(1185.0)) },
            CasebookRow { published_limit: Some(LimitRecordKind::Link), limit_ok: Some(false), ..row("f2", "two at once, each", 1600.0, Some(1777.0)) },
            row("f3", "RAID 0, sequential write", 2000.0, None),
        ],
    }
}

pub fn check() -> narrows_record::check::CheckDocument {
    use narrows_record::check::{CheckDocument, CheckProblem, Severity};
    let problem = |id: &str, severity, about: &str, text: &str, advice: &str| CheckProblem {
        id: id.into(),
        severity,
        about: Some(about.into()),
        text: text.into(),
        advice: advice.into(),
    };
    CheckDocument {
        schema: "narrows.check/1".into(),
        narrows: "0.1.0".into(),
        source: "this machine".into(),
        findings: vec![
            problem(
                "a",
                Severity::Hint,
                "sda",
                "The scheduler is bfq.",
                "Use none for a solid-state drive.",
            ),
            problem("b", Severity::Danger, "nvme0n1", "Wear is at 97 %.", "Replace the drive."),
            problem(
                "c",
                Severity::Warning,
                "nvme3",
                "The link runs at x2 of x4.",
                "Move the drive to a slot with four lanes.",
            ),
        ],
        ..CheckDocument::default()
    }
}
