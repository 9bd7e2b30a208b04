//! Machines and rounds for the tests.

use narrows_model::{BandedFigure, DriveFigures, Machine};
use narrows_sim::{PartResult, RoundTiming, SimPart};
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, BytesPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::Workload;
use narrows_workload::issuer::TargetRegion;

pub fn link(generation: u8, lanes: u8) -> NodeLink {
    NodeLink {
        current: LinkWidth::new(generation, lanes),
        max_payload: Some(Bytes::new(256)),
        basis: FactBasis::Observed,
        ..NodeLink::default()
    }
}

/// A drive's figures: MB/s and thousands of operations, reading and writing.
pub fn figures(mb_s: [f64; 2], kiops: [f64; 2], micros: [u64; 2]) -> DriveFigures {
    let rate = |rate| Some(BandedFigure::measured(BytesPerSec::mb_s(rate)));
    let operations = |kiops: f64| Some(BandedFigure::measured(Iops::new(kiops * 1e3)));
    let time = |micros| Some(BandedFigure::measured(Nanos::micros(micros)));
    DriveFigures {
        read: rate(mb_s[0]),
        write: rate(mb_s[1]),
        random_read: operations(kiops[0]),
        random_write: operations(kiops[1]),
        read_latency: time(micros[0]),
        write_latency: time(micros[1]),
        sequential_latency: time(20),
        ..DriveFigures::default()
    }
}

pub fn add_place(
    machine: &mut Machine,
    id: &str,
    kind: NodeKind,
    parent: Option<&str>,
    up: NodeLink,
) {
    let node = Node { link: Some(up), parent: parent.map(Id::new), ..Node::bare(kind) };
    machine.topology.nodes.insert(Id::new(id), node);
}

/// Adds an NVMe drive with its own link.
pub fn add_drive(
    machine: &mut Machine,
    id: &str,
    parent: &str,
    own: NodeLink,
    known: DriveFigures,
) {
    let kind = NodeKind::Storage(StorageControllerKind::Nvme);
    add_place(machine, id, kind, Some(parent), own);
    let drive = Drive { controller: Some(Id::new(id)), ..Drive::default() };
    machine.topology.drives.insert(Id::new(id), drive);
    machine.figures.insert(Id::new(id), known);
}

/// So many equal drives behind one uplink.
pub fn machine(uplink: (u8, u8), drives: &[&str]) -> Machine {
    let mut machine = Machine::default();
    let (generation, lanes) = uplink;
    add_place(&mut machine, "chipset", NodeKind::Chipset, None, link(generation, lanes));
    let known = figures([2000.0, 1000.0], [400.0, 300.0], [80, 20]);
    for drive in drives {
        add_drive(&mut machine, drive, "chipset", link(4, 4), known.clone());
    }
    machine
}

pub fn of_catalogue(name: &str) -> Machine {
    let text = narrows_catalog::machine::machine(name).expect("a machine of the catalogue");
    narrows_files::machine_file::read(text).expect("a sound file").machine
}

/// A part on the first GiB.
pub fn part(target: &str, workload: &Workload) -> SimPart {
    SimPart {
        target: Id::new(target),
        workload: workload.clone(),
        limit: None,
        start_after: Nanos::ZERO,
        region: TargetRegion::whole(1 << 30),
    }
}

/// So long, after so long.
pub fn timing(ramp_ms: u64, time_ms: u64) -> RoundTiming {
    RoundTiming {
        ramp: Nanos::millis(ramp_ms),
        time: Nanos::millis(time_ms),
        ops_max: None,
        bytes_max: None,
        patience: Nanos::millis(500),
    }
}

/// MB/s in the counted time.
pub fn mb_s(ran: &PartResult, timing: &RoundTiming) -> f64 {
    mb_s_between(ran, timing.ramp, timing.finish_at())
}

/// MB/s between two times.
pub fn mb_s_between(ran: &PartResult, from: Nanos, to: Nanos) -> f64 {
    let sums = ran.threads.iter().map(|thread| thread.tally.timeline.sum(from, to).0);
    sums.map(|bytes| bytes.per(to - from).as_mb_s()).sum()
}
