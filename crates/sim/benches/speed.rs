//! How many requests a second of real time the simulation serves: `cargo bench -p narrows-sim`.
//!
//! Three drives behind one link, 4 KiB random reads at depth 32, without an observer. If the link is
//! `wide`, drives are the limit and only threads make events; if it is `narrow`, every request also
//! waits at a shared place. The column `items` counts simulated requests. Figures are for people; no
//! test depends on them.

use divan::counter::ItemsCount;
use divan::{Bencher, main as run};
use narrows_model::{ArrayPlan, BandedFigure, DriveFigures, Machine, RaidEngine, RaidLevel};
use narrows_sim::{RoundTiming, SimPart, Simulator};
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::issuer::TargetRegion;
use narrows_workload::profile;

fn main() {
    run();
}

const REQUESTS: u64 = 300_000;

#[divan::bench(args = ["wide", "narrow"])]
fn three_drives(bencher: Bencher<'_, '_>, uplink: &str) {
    let lanes = if uplink == "wide" { 16 } else { 4 };
    let machine = machine(lanes);
    let parts: Vec<SimPart> = (0..3).map(|drive| part(&format!("d{drive}"))).collect();
    bencher.counter(ItemsCount::new(3 * REQUESTS)).bench_local(|| serve(&machine, &parts));
}

/// A stripe over them: each request goes to one.
#[divan::bench]
fn one_stripe(bencher: Bencher<'_, '_>) {
    let machine = machine(16);
    let parts = [part("stripe")];
    bencher.counter(ItemsCount::new(REQUESTS)).bench_local(|| serve(&machine, &parts));
}

fn serve(machine: &Machine, parts: &[SimPart]) -> u64 {
    let timing = RoundTiming {
        ramp: Nanos::millis(10),
        time: Nanos::millis(20_000),
        ops_max: Some(REQUESTS),
        bytes_max: None,
        patience: Nanos::millis(1000),
    };
    let ran = Simulator::new(machine, &[], 1).run(parts, &timing, &());
    let served = ran.iter().flatten().flat_map(|ran| &ran.threads).map(|it| it.tally.ops).sum();
    assert_eq!(served, REQUESTS * parts.len() as u64, "requests that were not served");
    served
}

fn part(target: &str) -> SimPart {
    let workload = profile("rand-read-4k-q32").expect("a profile");
    let region = TargetRegion::whole(1 << 30);
    SimPart { target: Id::new(target), workload, limit: None, start_after: Nanos::ZERO, region }
}

/// Drives of 3,500 MB/s and 500,000 operations, on links of their own behind a chipset.
fn machine(lanes: u8) -> Machine {
    let mut machine = Machine::default();
    let place = Node { link: Some(link(3, lanes)), ..Node::bare(NodeKind::Chipset) };
    machine.topology.nodes.insert(Id::new("place"), place);
    let figures = DriveFigures {
        read: Some(BandedFigure::measured(BytesPerSec::mb_s(3500.0))),
        random_read: Some(BandedFigure::measured(Iops::new(500e3))),
        read_latency: Some(BandedFigure::measured(Nanos::micros(60))),
        ..DriveFigures::default()
    };
    let ids: Vec<Id> = (0..3).map(|drive| Id::new(format!("d{drive}"))).collect();
    for id in &ids {
        let parent = Some(Id::new("place"));
        let kind = NodeKind::Storage(StorageControllerKind::Nvme);
        let node = Node { link: Some(link(3, 4)), parent, ..Node::bare(kind) };
        machine.topology.nodes.insert(id.clone(), node);
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), drive);
        machine.figures.insert(id.clone(), figures.clone());
    }
    machine
        .arrays
        .insert(Id::new("stripe"), ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, ids));
    machine
}

fn link(generation: u8, lanes: u8) -> NodeLink {
    NodeLink {
        current: LinkWidth::new(generation, lanes),
        basis: FactBasis::Observed,
        ..NodeLink::default()
    }
}
