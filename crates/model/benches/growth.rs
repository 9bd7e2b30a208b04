//! How long predictions take, and how that grows with the machine: `cargo bench -p narrows-model`.
//!
//! The machines: a server of 24 NVMe drives behind four switches, and drives in hosts of 20 behind a
//! network of two levels, 25 hosts to a leaf and all leaves behind one spine. In the network one
//! level is too narrow at a time, because the users of the binding limit decide how much there is to
//! report about the next one. No two drives are alike, so each stops at its own level.
//!
//! The column `items` counts drives: if it stays the same, time grows in proportion. Figures are
//! for people; no test waits for them.

use divan::counter::ItemsCount;
use divan::{Bencher, main as run};
use narrows_model::solver::{ResourceUse, SolverFlow, next, share};
use narrows_model::{BandedFigure, DriveFigures, Machine, TargetPrediction, predict};
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::{Workload, profile};

fn main() {
    run();
}

const DRIVES: [usize; 5] = [100, 300, 1000, 3000, 10_000];
const HOST_DRIVES: usize = 20;
const LEAF_DRIVES: usize = 25 * HOST_DRIVES;

/// The level of the network that is too narrow for those below.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NarrowLevel {
    Drives,
    Hosts,
    Leaves,
    Spine,
}

const NARROW: [NarrowLevel; 4] =
    [NarrowLevel::Drives, NarrowLevel::Hosts, NarrowLevel::Leaves, NarrowLevel::Spine];

#[divan::bench(args = ["seq-read-128k-q32", "rand-read-4k-q32"])]
fn server_of_24(bencher: Bencher<'_, '_>, workload: &str) {
    let workload = named(workload);
    // Four switches on 4.0 x16, each with six drives on 4.0 x4; processor and memory shared by all.
    let mut machine = Machine::default();
    machine.host.cores = Some(32);
    machine.host.memory = Some(BandedFigure::documented(BytesPerSec::mb_s(200_000.0)));
    for switch in 0..4 {
        add_switch(&mut machine, &format!("switch{switch}"), None, (4, 16));
        for drive in 0..6 {
            let mb_s = 6_000.0 + f64::from(switch * 6 + drive);
            add_drive(&mut machine, &format!("switch{switch}"), drive as usize, (4, 4), mb_s);
        }
    }
    let drives = drives(&machine);
    bencher.bench_local(|| predict(&machine, &drives, &workload));
}

#[divan::bench(args = NARROW, sample_count = 15)]
fn network_of_10_000(bencher: Bencher<'_, '_>, narrow: NarrowLevel) {
    predict_network(bencher, 10_000, narrow);
}

#[divan::bench(args = DRIVES, sample_count = 15)]
fn network_growth(bencher: Bencher<'_, '_>, drives: usize) {
    predict_network(bencher, drives, NarrowLevel::Hosts);
}

#[divan::bench(args = DRIVES, sample_count = 15)]
fn solver_share(bencher: Bencher<'_, '_>, drives: usize) {
    let (capacities, flows) = equations(drives);
    let bencher = bencher.counter(ItemsCount::new(drives));
    bencher.bench_local(|| share(&capacities, &flows));
}

#[divan::bench(args = DRIVES, sample_count = 15)]
fn solver_next(bencher: Bencher<'_, '_>, drives: usize) {
    let (capacities, flows) = equations(drives);
    let shares = share(&capacities, &flows);
    let bencher = bencher.counter(ItemsCount::new(drives));
    bencher.bench_local(|| next(&capacities, &flows, &shares));
}

fn predict_network(bencher: Bencher<'_, '_>, count: usize, narrow: NarrowLevel) {
    let workload = named("rand-read-4k-q32");
    // Hosts, leaves and the spine are switches whose uplinks have the width that makes the level
    // narrow, or wide enough, for drives of 10 or 20 MB/s.
    let wide_or = |level, wide, slim| if level == narrow { slim } else { wide };
    let mb_s = if narrow == NarrowLevel::Drives { 10.0 } else { 20.0 };
    let mut machine = Machine::default();
    add_switch(&mut machine, "spine", None, wide_or(NarrowLevel::Spine, (6, 16), (1, 1)));
    for leaf in 0..count.div_ceil(LEAF_DRIVES) {
        let uplink = wide_or(NarrowLevel::Leaves, (5, 8), (2, 8));
        add_switch(&mut machine, &format!("leaf{leaf}"), Some("spine"), uplink);
    }
    for host in 0..count.div_ceil(HOST_DRIVES) {
        let leaf = format!("leaf{}", host * HOST_DRIVES / LEAF_DRIVES);
        let uplink = wide_or(NarrowLevel::Hosts, (1, 2), (1, 1));
        add_switch(&mut machine, &format!("host{host}"), Some(&leaf), uplink);
    }
    for drive in 0..count {
        let host = format!("host{}", drive / HOST_DRIVES);
        let own = mb_s * (1.0 - drive as f64 * 1e-6);
        add_drive(&mut machine, &host, drive % HOST_DRIVES, (1, 1), own);
    }
    let drives = drives(&machine);
    let bencher = bencher.counter(ItemsCount::new(count));
    bencher.bench_local(|| -> Vec<TargetPrediction> { predict(&machine, &drives, &workload) });
}

fn named(workload: &str) -> Workload {
    profile(workload).expect("a named profile")
}

fn drives(machine: &Machine) -> Vec<Id> {
    machine.topology.drives.keys().cloned().collect()
}

fn add_switch(machine: &mut Machine, id: &str, on: Option<&str>, uplink: (u8, u8)) {
    let bare = Node::bare(NodeKind::Switch);
    let node = Node { parent: on.map(Id::new), link: link(uplink), ..bare };
    machine.topology.nodes.insert(Id::new(id), node);
}

fn add_drive(machine: &mut Machine, on: &str, at: usize, lanes: (u8, u8), mb_s: f64) {
    let id = Id::new(format!("{on}-d{at}"));
    let bare = Node::bare(NodeKind::Storage(StorageControllerKind::Nvme));
    let node = Node { parent: Some(Id::new(on)), link: link(lanes), ..bare };
    machine.topology.nodes.insert(id.clone(), node);
    let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
    machine.topology.drives.insert(id.clone(), drive);
    machine.figures.insert(id, figures(mb_s));
}

/// Operations and latency allow a little more than the bandwidth, so that they come into question.
fn figures(mb_s: f64) -> DriveFigures {
    let operations = mb_s * 1e6 / 4096.0 * 1.1;
    DriveFigures {
        read: Some(BandedFigure::documented(BytesPerSec::mb_s(mb_s))),
        random_read: Some(BandedFigure::documented(Iops::new(operations))),
        read_latency: Some(BandedFigure::documented(Nanos::secs(32.0 / operations / 1.1))),
        ..DriveFigures::default()
    }
}

fn link((generation, lanes): (u8, u8)) -> Option<NodeLink> {
    let uplink = narrows_catalog::chipset::chipset("intel-z170")?.uplink.as_ref()?;
    let current = LinkWidth::new(generation, lanes);
    Some(NodeLink { current, name: None, ..NodeLink::documented(uplink, FactBasis::Documented) })
}

/// The network without names: each drive with its own limit and link, and host uplinks that bind.
fn equations(drives: usize) -> (Vec<f64>, Vec<SolverFlow>) {
    let (hosts, leaves) = (drives.div_ceil(HOST_DRIVES), drives.div_ceil(LEAF_DRIVES));
    let uses = |at: usize| {
        let host = 2 * drives + at / HOST_DRIVES;
        let leaf = 2 * drives + hosts + at / LEAF_DRIVES;
        [at, drives + at, host, leaf, 2 * drives + hosts + leaves]
            .map(|resource| ResourceUse { resource, coefficient: 1.0 })
    };
    let own = (0..drives).map(|at| 20.0 - at as f64 * 1e-5);
    let capacities = own
        .chain(std::iter::repeat_n(40.0, drives))
        .chain((0..hosts).map(|host| 200.0 + host as f64 * 1e-3))
        .chain(std::iter::repeat_n(10.0 * 2.0 * LEAF_DRIVES as f64, leaves))
        .chain([10.0 * 1.5 * drives as f64]);
    let flow = |at| SolverFlow { weight: 1.0, uses: uses(at).into() };
    (capacities.collect(), (0..drives).map(flow).collect())
}
