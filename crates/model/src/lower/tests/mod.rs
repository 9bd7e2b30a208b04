//! Which limits a flow uses, and how sure they are.

mod commands;
mod engines;
mod prices;
mod terms;

use narrows_array::RaidLevel;
use narrows_topology::FactBasis;
use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind, Topology};
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

use super::*;
use crate::array::{ArrayPlan, RaidEngine};
use crate::figures::{BandedFigure, DriveFigures};
use crate::limit::LimitKind;

fn node(lanes: u8, kind: NodeKind, basis: FactBasis) -> Node {
    let uplink = narrows_catalog::chipset::chipset("intel-z170").unwrap().uplink.as_ref();
    let documented = NodeLink::documented(uplink.unwrap(), basis);
    let link = NodeLink { current: LinkWidth::new(3, lanes), ..documented };
    Node { link: Some(link), ..Node::bare(kind) }
}

/// Two drives, `a` and `b`, behind a chipset.
fn machine() -> Machine {
    let mut topology = Topology::default();
    let mut add = |id: &str, node| topology.nodes.insert(Id::new(id), node);
    add("chipset", node(4, NodeKind::Chipset, FactBasis::Documented));
    for id in ["a", "b"] {
        let drive = node(4, NodeKind::Storage(StorageControllerKind::Nvme), FactBasis::Documented);
        add(id, Node { parent: Some(Id::new("chipset")), ..drive });
    }
    for id in ["a", "b"].map(Id::new) {
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        topology.drives.insert(id, drive);
    }
    let mut machine = Machine { topology, ..Machine::default() };
    let read = Some(BandedFigure::documented(BytesPerSec::mb_s(2000.0)));
    let figures = DriveFigures { read, ..DriveFigures::default() };
    machine.figures.insert(Id::new("a"), figures);
    machine
}

/// Both halves of a stripe go through the uplink: it carries all of the flow, each drive's link
/// half of it.
#[test]
fn a_stripe_is_one_flow_over_all_its_members() {
    let mut machine = machine();
    let members = ["a", "b"].map(Id::new).to_vec();
    let stripe = ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, members);
    machine.arrays.insert(Id::new("s"), stripe);
    let (stripe, workload) = (Id::new("s"), profile("seq-read-128k-q32").unwrap());
    let lowered = lower(&machine, &[WorkloadTask::new(&stripe, &workload)], WriteCacheState::Fresh);
    let used =
        lowered.flows[0].uses.iter().map(|used| (&lowered.limits[used.resource], used.coefficient));
    let used = used.filter(|(limit, _)| limit.kind != LimitKind::Cpu);
    let percent = |cost: f64| (cost * 100.0).round();
    let used: Vec<_> = used.map(|(limit, cost)| (limit.id.as_str(), percent(cost))).collect();
    assert_eq!(used, [("a", 50.0), ("a", 50.0), ("chipset", 100.0), ("b", 50.0)]);
}

/// Typed by hand or from the catalogue, a link between two ends is not a chipset's hidden uplink;
/// and its band is wide if the drive at its end is unknown in the requested direction.
#[test]
fn bands_follow_from_what_is_known() {
    let rates = |workload| {
        let targets = ["a", "b"].map(Id::new);
        let workload = profile(workload).unwrap();
        let tasks = targets.each_ref().map(|target| WorkloadTask::new(target, &workload));
        let limits = lower(&machine(), &tasks, WriteCacheState::Fresh).limits;
        let of = |limit: ResourceLimit| (format!("{:?} {}", limit.kind, limit.id), limit.band.low);
        let limits = limits.into_iter().filter(|limit| limit.kind != LimitKind::Cpu);
        limits.map(of).collect::<Vec<_>>()
    };
    let named = |name: &str, low| (name.to_owned(), low);
    assert_eq!(
        rates("seq-read-128k-q32"),
        [
            named("Drive a", 0.87),
            named("Link a", 0.91),
            named("Uplink chipset", 0.91),
            named("Link b", 0.4)
        ]
    );
    assert_eq!(
        rates("seq-write-128k-q32"),
        [named("Link a", 0.4), named("Uplink chipset", 0.91 * 0.95), named("Link b", 0.4)]
    );
}
