//! Which limits a flow uses, and how sure they are.

use narrows_topology::Basis;
use narrows_topology::graph::{Node, NodeKind, StorageKind, Topology};
use narrows_units::LinkWidth;
use narrows_workload::profile;

use super::*;
use crate::figures::DriveFigures;
use crate::machine::Stripe;

fn node(lanes: u8, kind: NodeKind, basis: Basis) -> Node {
    let uplink = narrows_catalog::chipset::chipset("intel-z170").unwrap().uplink.as_ref();
    let documented = Link::documented(uplink.unwrap(), basis);
    let link = Link { current: LinkWidth::new(3, lanes), ..documented };
    Node { link: Some(link), ..Node::bare(kind) }
}

/// Two drives, `a` and `b`, behind a chipset.
fn machine() -> Machine {
    let mut topology = Topology::default();
    let mut add = |id: &str, node| topology.nodes.insert(Id::new(id), node);
    add("chipset", node(4, NodeKind::Chipset, Basis::Documented));
    for id in ["a", "b"] {
        let drive = node(4, NodeKind::Storage(StorageKind::Nvme), Basis::Documented);
        add(id, Node { parent: Some(Id::new("chipset")), ..drive });
    }
    for id in ["a", "b"].map(Id::new) {
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        topology.drives.insert(id, drive);
    }
    let mut machine = Machine { topology, ..Machine::default() };
    let read = Some(Figure::documented(BytesPerSec::mb_s(2000.0)));
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
    machine.stripes.insert(Id::new("s"), Stripe { members });
    let found = lower(&machine, &[Id::new("s")], &profile("seq-read-128k-q32").unwrap());
    let ids = found.limits.iter().map(|limit| limit.id.as_str());
    let cost = found.flows[0].uses.iter().map(|used| used.coefficient);
    let used: Vec<_> = ids.zip(cost).collect();
    assert_eq!(used, [("a", 0.5), ("a", 0.5), ("chipset", 1.0), ("b", 0.5)]);
}

/// Typed by hand or from the catalogue, a link between two ends is not a chipset's hidden uplink;
/// and its band is wide where the drive at its end is unknown in the direction that is asked for.
#[test]
fn bands_follow_from_what_is_known() {
    let found = |workload| {
        let targets = ["a", "b"].map(Id::new);
        let limits = lower(&machine(), &targets, &profile(workload).unwrap()).limits;
        let of = |limit: Limit| (format!("{:?} {}", limit.kind, limit.id), limit.band.low);
        limits.into_iter().map(of).collect::<Vec<_>>()
    };
    let named = |name: &str, low| (name.to_owned(), low);
    assert_eq!(
        found("seq-read-128k-q32"),
        [
            named("Drive a", 0.9),
            named("Link a", 0.93),
            named("Uplink chipset", 0.91),
            named("Link b", 0.4)
        ]
    );
    assert_eq!(
        found("seq-write-128k-q32"),
        [named("Link a", 0.4), named("Uplink chipset", 0.91), named("Link b", 0.4)]
    );
}
