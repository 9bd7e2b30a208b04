use narrows_array::RaidLevel;
use narrows_topology::FactBasis;
use narrows_topology::graph::{
    AttachmentPoint, Drive, Node, NodeKind, NodeLink, StorageControllerKind,
};
use narrows_units::{Iops, LinkWidth, Nanos};
use narrows_workload::profile;

use super::*;
use crate::array::{ArrayPlan, RaidEngine};
use crate::figures::{BandedFigure, DriveFigures};
use crate::job::ApplicationWork;

const SEQUENTIAL: &str = "seq-read-128k-q32";

fn link(lanes: u8) -> NodeLink {
    let width = LinkWidth::new(3, lanes);
    NodeLink {
        current: width,
        possible: width,
        basis: FactBasis::Documented,
        ..NodeLink::default()
    }
}

fn node(kind: NodeKind, parent: &str, lanes: u8) -> Node {
    let (parent, link) = (Some(Id::new(parent)), Some(link(lanes)));
    Node { parent, link, attachment: AttachmentPoint::Chipset, ..Node::bare(kind) }
}

/// Drives of 2,000 MB/s, each on four lanes of 8 GT/s (3,588 MB/s), behind an uplink of as many.
fn machine(drives: usize) -> Machine {
    let mut machine = Machine::default();
    let nodes = &mut machine.topology.nodes;
    nodes.insert(Id::new("cpu"), Node::bare(NodeKind::Processor));
    nodes.insert(Id::new("chipset"), node(NodeKind::Chipset, "cpu", 4));
    for id in (0..drives).map(|number| Id::new(format!("d{number}"))) {
        let controller = node(NodeKind::Storage(StorageControllerKind::Nvme), "chipset", 4);
        nodes.insert(id.clone(), controller);
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), drive);
        let figures = DriveFigures {
            read: Some(BandedFigure::measured(BytesPerSec::mb_s(2000.0))),
            random_read: Some(BandedFigure::measured(Iops::new(400e3))),
            read_latency: Some(BandedFigure::measured(Nanos::micros(100))),
            ..DriveFigures::default()
        };
        machine.figures.insert(id, figures);
    }
    machine
}

fn workloads(machine: &Machine, workload: &str) -> Vec<WorkloadOnTarget> {
    let workload = profile(workload).unwrap();
    machine.topology.drives.keys().map(|drive| WorkloadOnTarget::new(drive, &workload)).collect()
}

fn gain(gains: &[UpgradeGain], is_it: impl Fn(&UpgradeOption) -> bool) -> Option<f64> {
    gains.iter().find(|upgrade| is_it(&upgrade.remedy)).map(|upgrade| upgrade.gain)
}

/// Two drives of 2,000 MB/s want 4,000 of 3,588: an uplink twice as fast gives 4,000 / 3,588 - 1 =
/// 11.5 %; a third drive and faster drives nothing.
#[test]
fn behind_a_full_uplink_only_a_wider_one_helps() {
    let machine = machine(2);
    let gains = upgrades(&machine, &workloads(&machine, SEQUENTIAL), &beside);
    let wider = &gains[0];
    assert_eq!(wider.remedy, UpgradeOption::Uplinks(vec![Id::new("chipset")]));
    assert!((wider.gain - 0.115).abs() < 0.005, "{}", wider.gain);
    assert_eq!(wider.limit.as_ref().map(|bound| bound.limit.kind), Some(LimitKind::Drive));
    assert_eq!(gain(&gains, |it| *it == UpgradeOption::AnotherDrive), Some(0.0));
    assert_eq!(gain(&gains, |it| *it == UpgradeOption::Drives), Some(0.0));
}

/// One drive of 2,000 MB/s: a second one doubles the sum as far as the uplink goes, 3,588 / 2,000 -
/// 1 = 79 %, and so does a drive of 4,000.
#[test]
fn below_the_uplink_more_and_faster_drives_help() {
    let machine = machine(1);
    let gains = upgrades(&machine, &workloads(&machine, SEQUENTIAL), &beside);
    for remedy in [UpgradeOption::AnotherDrive, UpgradeOption::Drives] {
        let gain = gain(&gains, |it| *it == remedy).unwrap();
        assert!((gain - 0.79).abs() < 0.02, "{remedy:?} {gain}");
    }
    assert!(gain(&gains, |it| matches!(it, UpgradeOption::Uplinks(_))).is_none());
}

/// At QD1, 100 us each: twice the depth is twice the rate, and a second drive as much.
#[test]
fn one_request_at_a_time_is_helped_by_a_second() {
    let machine = machine(1);
    let gains = upgrades(&machine, &workloads(&machine, "rand-read-4k-q1"), &beside);
    let deeper = gain(&gains, |it| *it == UpgradeOption::Depth).unwrap();
    assert!(deeper > 0.9 && deeper <= 1.01, "{deeper}");
}

/// A program that takes 65 MB/s from a drive of 2,000: a faster drive is worth nothing.
#[test]
fn a_slow_program_is_helped_by_a_faster_program_alone() {
    let machine = machine(1);
    let application = Some(ApplicationWork { rate: BytesPerSec::mb_s(65.0), overlaps: true });
    let with = |workloads: WorkloadOnTarget| WorkloadOnTarget { application, ..workloads };
    let workloads: Vec<WorkloadOnTarget> =
        workloads(&machine, SEQUENTIAL).into_iter().map(with).collect();
    let gains = upgrades(&machine, &workloads, &beside);
    assert_eq!(gain(&gains, |it| *it == UpgradeOption::Drives), Some(0.0));
    let program = gain(&gains, |it| *it == UpgradeOption::Application).unwrap();
    assert!((program - 1.0).abs() < 0.01, "{program}");
}

/// A stripe of two behind an uplink of twice its members: a third member helps until the uplink is
/// full.
#[test]
fn an_array_grows_by_members() {
    let mut machine = machine(2);
    let members: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let (array, plan) = (Id::new("s"), ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, members));
    machine.arrays.insert(array.clone(), plan);
    let workloads = [WorkloadOnTarget::new(&array, &profile(SEQUENTIAL).unwrap())];
    let gains = upgrades(&machine, &workloads, &beside);
    let (after, _) = UpgradeOption::AnotherDrive.apply(&machine, &workloads, &beside).unwrap();
    assert_eq!(after.arrays[&array].members.len(), 3);
    let gain = gain(&gains, |it| *it == UpgradeOption::AnotherDrive).unwrap();
    assert!(gain < 0.01, "the uplink was full already: {gain}");
}

/// Sixteen lanes of 32 GT/s have no successor in the shops; of 16 GT/s it is the next generation, and of eight lanes
/// it is sixteen.
#[test]
fn only_links_that_can_be_bought_are_offered() {
    let mut machine = machine(2);
    let mut with = |generation, lanes| {
        let width = LinkWidth::new(generation, lanes);
        let link =
            machine.topology.nodes.get_mut(&Id::new("chipset")).unwrap().link.as_mut().unwrap();
        (link.current, link.possible) = (width, width);
        let uplinks = UpgradeOption::Uplinks(vec![Id::new("chipset")]);
        let (after, _) = uplinks.apply(&machine, &workloads(&machine, SEQUENTIAL), &beside)?;
        after.topology.nodes[&Id::new("chipset")].link.as_ref()?.current
    };
    assert_eq!(with(5, 16), None);
    assert_eq!(with(4, 16), LinkWidth::new(5, 16));
    assert_eq!(with(5, 8), LinkWidth::new(5, 16));
}

/// Behind an uplink of sixteen lanes of 32 GT/s and one of 16 GT/s, both full, the second is what can be changed.
#[test]
fn of_two_full_uplinks_the_one_with_a_successor_is_named() {
    let mut machine = machine(20);
    let wide = |generation| {
        let width = LinkWidth::new(generation, 16);
        NodeLink { current: width, possible: width, ..link(16) }
    };
    let nodes = &mut machine.topology.nodes;
    nodes.get_mut(&Id::new("chipset")).unwrap().link = Some(wide(4));
    let newer = Node { link: Some(wide(5)), ..node(NodeKind::Switch, "cpu", 16) };
    nodes.insert(Id::new("newer"), newer);
    for drive in 0..20 {
        let id = Id::new(format!("d{drive}"));
        let node = machine.topology.nodes.get_mut(&id).unwrap();
        node.parent = Some(Id::new(if drive < 10 { "chipset" } else { "newer" }));
        let figures = machine.figures.get_mut(&id).unwrap();
        figures.read = Some(BandedFigure::measured(BytesPerSec::mb_s(7000.0)));
        node.link.as_mut().unwrap().current = LinkWidth::new(5, 4);
    }
    let gains = upgrades(&machine, &workloads(&machine, SEQUENTIAL), &beside);
    let wider = gains.iter().find(|it| matches!(it.remedy, UpgradeOption::Uplinks(_))).unwrap();
    assert_eq!(wider.remedy, UpgradeOption::Uplinks(vec![Id::new("chipset")]));
}

/// RST takes drives behind the chipset only: a third member on the processor is none.
#[test]
fn an_array_of_the_chipset_has_no_member_elsewhere() {
    let mut machine = machine(2);
    let members: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let of = |engine| ArrayPlan::new(RaidLevel::Stripe, engine, members.clone());
    let array = Id::new("s");
    let on_processor = |machine: &Machine, like: &Id, count: usize| {
        let (mut larger, twins) = beside(machine, like, count)?;
        for twin in &twins {
            let controller = larger.topology.drives[twin].controller.clone()?;
            larger.topology.nodes.get_mut(&controller)?.parent = Some(Id::new("cpu"));
        }
        Some((larger, twins))
    };
    let workloads = [WorkloadOnTarget::new(&array, &profile(SEQUENTIAL).unwrap())];
    let mut grows = |engine, more: AddDrivesFn<'_>| {
        machine.arrays.insert(array.clone(), of(engine));
        UpgradeOption::AnotherDrive.apply(&machine, &workloads, more).is_some()
    };
    assert!(!grows(RaidEngine::IntelRst, &on_processor));
    assert!(grows(RaidEngine::IntelRst, &beside) && grows(RaidEngine::Md, &on_processor));
}

#[test]
fn of_nothing_and_of_too_many_nothing_is_said() {
    assert_eq!(upgrades(&machine(1), &[], &beside), []);
    let machine = machine(UPGRADE_TARGETS + 1);
    assert_eq!(upgrades(&machine, &workloads(&machine, SEQUENTIAL), &beside), []);
}

/// More queue depth helps if small writes wait for reads, a faster processor if the RAID engine
/// computes.
#[test]
fn writes_that_wait_for_reads_want_depth_and_no_clock() {
    let machine = machine(3);
    let workloads = workloads(&machine, SEQUENTIAL);
    let mut outcomes = predict_workloads(&machine, &workloads);
    let offered = |outcomes: &[TargetPrediction], remedy| {
        remedies(&Machine::default(), &workloads, outcomes).contains(&remedy)
    };
    for (name, depth, clock) in [("limit-reads-first", true, false), ("limit-threads", false, true)]
    {
        let limit = &mut outcomes[0].limit.limit;
        (limit.kind, limit.name) = (LimitKind::RaidLayer, Message::new(name));
        assert_eq!(offered(&outcomes, UpgradeOption::Depth), depth, "{name}");
        assert_eq!(offered(&outcomes, UpgradeOption::Clock), clock, "{name}");
    }
}
