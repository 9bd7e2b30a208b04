//! Runs whose true cause is known, with and without noise; the right one must come first.

use std::collections::BTreeMap;

use narrows_record::predict::{LimitRecord, LimitRecordKind};
use narrows_record::run::{
    IssuingThread, LinkReading, RateChange, RunDocument, TargetMeasurement, TemperatureReading,
    ThrottleEvent,
};
use narrows_record::see::{
    AttachmentKind, DriveRecord, EvidenceBasis, Hop, HostRecord, LinkRecord, LinkState,
    NarrowestHop, SeeDocument, StorageRecord,
};
use narrows_record::sharing::{
    CandidateLocation, CapacityAgreement, CapacityRange, ExperimentNeeds, PrivateLimit, SharedLimit,
};
use narrows_workload::profile;

use super::*;

mod experiments;
mod own;
mod refuted;
mod shared;

const LONG: &str = "seq-read-128k-q32";
const LARGER: &str = "seq-read-1m-q32";
const SMALL: &str = "rand-read-4k-q32";
/// Usable bandwidth of a third-generation link of four lanes, MB/s.
const X4: f64 = 3587.0;
const FULL: LinkState = LinkState { gts: 8.0, lanes: 4 };
const HALF: LinkState = LinkState { gts: 8.0, lanes: 2 };

/// Noise of 3 % (the sum of four uniform numbers, whose standard deviation is sqrt(4/12)), from a
/// generator by Lehmer: enough for figures that differ from run to run.
struct LehmerNoise {
    state: u64,
    deviation: f64,
}

impl LehmerNoise {
    fn none() -> Self {
        Self { state: 1, deviation: 0.0 }
    }

    fn seeded(seed: u64) -> Self {
        Self { state: seed * 2 + 1, deviation: 0.03 }
    }

    fn on(&mut self, mb_s: f64) -> f64 {
        let mut uniform = || {
            self.state = self.state * 48_271 % 2_147_483_647;
            self.state as f64 / 2_147_483_647.0 - 0.5
        };
        let sum: f64 = (0..4).map(|_| uniform()).sum();
        mb_s * (1.0 + self.deviation * sum / (4.0_f64 / 12.0).sqrt())
    }
}

fn row(target: &str, workload: &str, set: &str, mb_s: f64) -> TargetMeasurement {
    let known = profile(workload).unwrap();
    let mut row = TargetMeasurement {
        target: target.into(),
        workload: workload.into(),
        set: set.into(),
        repeat: 1,
        direction: known.direction().into(),
        mb_s,
        iops: mb_s * 1e6 / known.block.get() as f64,
        ops: 1000,
        other_io_bytes: Some(0),
        window_s: 2.0,
        thread_cpu: 0.2,
        threads: vec![IssuingThread { cpu: None, user: 0.05, system: 0.15 }],
        ..TargetMeasurement::default()
    };
    row.asked.pattern = known.pattern.as_str().into();
    row.asked.read_percent = known.read_percent;
    row.asked.block_bytes = known.block.get();
    row.asked.depth = known.depth;
    row.asked.jobs = known.jobs;
    row.watched.links = vec![LinkReading { at_s: 0.0, link: Some(FULL) }];
    row.watched.temperatures = vec![TemperatureReading { at_s: 0.0, celsius: 45 }];
    row.watched.temperature_limit_c = Some(80);
    row
}

fn link(usable_mb_s: f64) -> LinkRecord {
    LinkRecord {
        current: Some(FULL),
        possible: Some(FULL),
        port_possible: Some(FULL),
        internal: false,
        max_payload: None,
        usable_mb_s: Some(usable_mb_s),
        basis: EvidenceBasis::Observed,
    }
}

/// A drive on its own four lanes behind the chipset.
fn storage(id: &str) -> StorageRecord {
    let hop =
        |address: &str| Hop { address: address.into(), port: None, name: None, link: link(X4) };
    StorageRecord {
        id: id.into(),
        address: id.into(),
        kind: "nvme".into(),
        model: None,
        pci_id: None,
        parent: None,
        attached_to: AttachmentKind::Chipset,
        attached_basis: EvidenceBasis::Observed,
        package: None,
        numa_node: None,
        via: Vec::new(),
        link: None,
        degraded: None,
        degraded_by: None,
        hops: vec![hop(id), hop("chipset")],
        narrowest: Some(NarrowestHop { address: id.into(), usable_mb_s: X4 }),
        slot: None,
        driver: None,
        option_rom: None,
        temperature_c: None,
        remapped_nvme: None,
    }
}

fn run(drives: &[&str], results: Vec<TargetMeasurement>) -> RunDocument {
    let drive = |id: &&str| DriveRecord {
        id: (*id).into(),
        controller: Some((*id).into()),
        ..DriveRecord::default()
    };
    let machine = SeeDocument {
        host: HostRecord { logical_cpus: Some(8), ..HostRecord::default() },
        drives: drives.iter().map(drive).collect(),
        storage: drives.iter().map(|id| storage(id)).collect(),
        ..SeeDocument::default()
    };
    RunDocument {
        schema: narrows_record::schema::RUN.into(),
        narrows: String::new(),
        id: String::new(),
        started: String::new(),
        command: Vec::new(),
        machine,
        context: None,
        predictions: Vec::new(),
        results,
        sharing: None,
        watch: None,
        array: None,
        stripe: None,
        experiment: None,
        trial: None,
        simulation: None,
        findings: Vec::new(),
        notes: Vec::new(),
        partial: false,
    }
}

fn range(value: f64) -> CapacityRange {
    CapacityRange { value, low: value * 0.97, high: value * 1.03 }
}

/// The chipset's link, below which just these drives are.
fn chipset(found: f64) -> CandidateLocation {
    let limit = LimitRecord {
        kind: LimitRecordKind::Uplink,
        id: "chipset".into(),
        name: "DMI 3.0".into(),
        load: found,
        capacity: X4,
        unit: "MB/s".into(),
    };
    let agrees = match found / X4 {
        above if above > 1.05 => CapacityAgreement::HigherThanDocumented,
        below if below < 0.88 => CapacityAgreement::LowerThanDocumented,
        _ => CapacityAgreement::Agrees,
    };
    CandidateLocation { limit, agrees, others: Vec::new() }
}

/// The inference for one limit of all drives: the sum of their combined rates.
fn sharing(run: &RunDocument) -> SharingRecord {
    let of = |set: &str, drive: &str| {
        let rows = run.results.iter();
        let mut rows = rows.filter(|row| row.workload == LONG && row.set.as_str() == set);
        rows.find(|row| row.target == drive).map_or(0.0, |row| row.mb_s)
    };
    let drives: Vec<String> = run.machine.drives.iter().map(|drive| drive.id.clone()).collect();
    let found: f64 = drives.iter().map(|drive| of("all", drive)).sum();
    let limit = SharedLimit {
        drives: drives.clone(),
        capacity_mb_s: range(found),
        confidence: 0.99,
        cost_percent: 40.0,
        place: Some(chipset(found)),
        ..SharedLimit::default()
    };
    let own = |drive: &String| PrivateLimit {
        drive: drive.clone(),
        capacity_mb_s: range(of("alone", drive)),
        limit: None,
    };
    SharingRecord {
        workload: LONG.into(),
        noise_percent: 3.0,
        limits: if found > 0.0 { vec![limit] } else { Vec::new() },
        private: drives.iter().map(own).collect(),
        ..SharingRecord::default()
    }
}

/// Ranks, and checks invariants of rankings.
fn ranked(run: &RunDocument, mut sharing: SharingRecord) -> SharingRecord {
    rank(run, &mut sharing);
    let mut sums: BTreeMap<(Option<usize>, Option<String>), f64> = BTreeMap::new();
    for cause in &sharing.causes {
        *sums.entry((cause.limit, cause.drive.clone())).or_default() += cause.likelihood;
        assert!(cause.likelihood > 0.0, "{cause:?}");
        assert!(!cause.text.in_english().contains("cause-"), "{:?}", cause.text);
        // No advice promises a rate that is reached already.
        let promises = |id: &str| {
            ["remedy-thread", "remedy-cores", "remedy-depth", "remedy-link"].contains(&id)
        };
        let remedy = cause.remedy.iter().find(|remedy| promises(&remedy.id));
        assert!(remedy.is_none_or(|it| it.gain_mb_s.is_some_and(|gain| gain > 0.0)), "{remedy:?}");
    }
    for (about, sum) in sums {
        assert!((sum - 1.0).abs() < 1e-9, "{about:?} adds up to {sum}");
        let of_it = || sharing.causes.iter().filter(|it| (it.limit, it.drive.clone()) == about);
        assert!(of_it().any(|cause| cause.id == "unknown"));
        let first = of_it().next().unwrap();
        assert!(first.evidence.iter().any(|it| it.supports), "{first:?}");
    }
    sharing
}

/// The explanations of the shared limit with their likelihoods, the likeliest first.
fn of_limit(sharing: &SharingRecord) -> Vec<(&str, f64)> {
    let of = sharing.causes.iter().filter(|cause| cause.limit == Some(0));
    of.map(|cause| (cause.id.as_str(), cause.likelihood)).collect()
}
