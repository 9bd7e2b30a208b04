//! A small machine: a processor with two slots of four lanes, a chipset of two lanes' uplink with
//! three, and drives that read 3,000 MB/s.

use narrows_catalog::board::{Bus, Form};
use narrows_model::{DriveFigures, Figure, Machine};
use narrows_plan::ask::{Objective, Request};
use narrows_plan::device::{Bay, Body, Device, Shape};
use narrows_plan::found::Candidate;
use narrows_plan::inventory::{Inventory, InventorySlot};
use narrows_plan::placement::{Location, Placement};
use narrows_topology::graph::{Attachment, Drive, Link, Node, NodeKind, StorageKind};
use narrows_topology::{Basis, Id, Topology};
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

pub const ON_CPU: [usize; 2] = [0, 1];
pub const ON_CHIPSET: [usize; 3] = [2, 3, 4];

/// The machine with these devices in these slots.
pub fn inventory(devices: Vec<Device>, slots: &[usize]) -> Inventory {
    let uplink = Link {
        name: None,
        port: None,
        current: LinkWidth::new(3, 2),
        possible: LinkWidth::new(3, 2),
        port_possible: None,
        internal: false,
        max_payload: None,
        degraded: None,
        basis: Basis::Documented,
    };
    let cpu = Node { attachment: Attachment::Cpu, ..Node::bare(NodeKind::Processor) };
    let chipset = Node {
        parent: Some(Id::new("cpu0")),
        link: Some(uplink),
        attachment: Attachment::Chipset,
        ..Node::bare(NodeKind::Chipset)
    };
    let nodes = [(Id::new("cpu0"), cpu), (Id::new("chipset"), chipset)].into();
    let slot = |at: usize| InventorySlot {
        id: format!("S{at}"),
        on: Id::new(if ON_CPU.contains(&at) { "cpu0" } else { "chipset" }),
        link: LinkWidth::new(3, 4),
        form: Some(Form::M2),
        devices: vec![Bus::Pcie],
        splits: Vec::new(),
        may_split: Vec::new(),
        split_setting: None,
        part: None,
        row: None,
        basis: Basis::Documented,
        raid: Default::default(),
    };
    Inventory {
        fixed: Machine {
            topology: Topology { nodes, ..Topology::default() },
            ..Machine::default()
        },
        slots: (0..ON_CPU.len() + ON_CHIPSET.len()).map(slot).collect(),
        today: at(slots),
        devices,
        ..Inventory::default()
    }
}

pub fn at(slots: &[usize]) -> Placement {
    let locations = slots.iter().map(|slot| Location::Slot(*slot)).collect();
    Placement { locations, ..Placement::default() }
}

pub fn plan(slots: &[usize]) -> Candidate {
    Candidate {
        placement: at(slots),
        means: Default::default(),
        scores: Vec::new(),
        outcomes: Vec::new(),
        answers: Vec::new(),
    }
}

pub fn ask() -> Request {
    let sequential = profile("seq-read-128k-q32").unwrap();
    Request { objectives: vec![Objective::Together(sequential)], ..Request::default() }
}

/// A drive of a model; drives of one model read alike.
pub fn drive(id: &str, model: &str) -> Device {
    let link = LinkWidth::new(3, 4);
    let node = Id::new(format!("{id}-controller"));
    let mb_s = if model == "slow" { 500.0 } else { 3000.0 };
    let read = Figure::documented(BytesPerSec::mb_s(mb_s));
    let figures = DriveFigures { read: Some(read), ..DriveFigures::default() };
    let drive = Drive { controller: Some(node.clone()), ..Drive::default() };
    Device {
        id: id.to_owned(),
        model: model.to_owned(),
        shape: Shape::M2,
        bus: Bus::Pcie,
        link,
        raid: None,
        bays: 0,
        bay: Bay::default(),
        thickness: None,
        body: Body {
            nodes: vec![(node, Node::bare(NodeKind::Storage(StorageKind::Nvme)))],
            drives: [(Id::new(id), drive)].into(),
            figures: [(Id::new(id), figures)].into(),
            ..Body::default()
        },
    }
}
