//! A small machine: a processor with two seats of four lanes, a chipset of two lanes' uplink with
//! three, and drives that read 3,000 MB/s.

use narrows_catalog::board::{Device, Form};
use narrows_model::{DriveFigures, Figure, Machine};
use narrows_plan::ask::{Aim, Ask};
use narrows_plan::found::Candidate;
use narrows_plan::piece::{Bay, Body, Piece, Shape};
use narrows_plan::placement::{Placement, Spot};
use narrows_plan::site::{Seat, Site};
use narrows_topology::graph::{Door, Drive, Link, Node, NodeKind, StorageKind};
use narrows_topology::{Basis, Id, Topology};
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

pub const ON_CPU: [usize; 2] = [0, 1];
pub const ON_CHIPSET: [usize; 3] = [2, 3, 4];

/// The machine with these pieces in these seats.
pub fn site(pieces: Vec<Piece>, seats: &[usize]) -> Site {
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
    let cpu = Node { door: Door::Cpu, ..Node::bare(NodeKind::Processor) };
    let chipset = Node {
        parent: Some(Id::new("cpu0")),
        link: Some(uplink),
        door: Door::Chipset,
        ..Node::bare(NodeKind::Chipset)
    };
    let nodes = [(Id::new("cpu0"), cpu), (Id::new("chipset"), chipset)].into();
    let seat = |at: usize| Seat {
        id: format!("S{at}"),
        on: Id::new(if ON_CPU.contains(&at) { "cpu0" } else { "chipset" }),
        link: LinkWidth::new(3, 4),
        form: Some(Form::M2),
        devices: vec![Device::Pcie],
        splits: Vec::new(),
        may_split: Vec::new(),
        split_setting: None,
        part: None,
        row: None,
        basis: Basis::Documented,
        raid: Default::default(),
    };
    Site {
        fixed: Machine {
            topology: Topology { nodes, ..Topology::default() },
            ..Machine::default()
        },
        seats: (0..ON_CPU.len() + ON_CHIPSET.len()).map(seat).collect(),
        today: at(seats),
        pieces,
        ..Site::default()
    }
}

pub fn at(seats: &[usize]) -> Placement {
    let spots = seats.iter().map(|seat| Spot::Seat(*seat)).collect();
    Placement { spots, ..Placement::default() }
}

pub fn plan(seats: &[usize]) -> Candidate {
    Candidate {
        placement: at(seats),
        means: Default::default(),
        scores: Vec::new(),
        outcomes: Vec::new(),
        answers: Vec::new(),
    }
}

pub fn ask() -> Ask {
    let sequential = profile("seq-read-128k-q32").unwrap();
    Ask { aims: vec![Aim::Together(sequential)], ..Ask::default() }
}

/// A drive of a model; drives of one model read alike.
pub fn drive(id: &str, model: &str) -> Piece {
    let link = LinkWidth::new(3, 4);
    let node = Id::new(format!("{id}-controller"));
    let mb_s = if model == "slow" { 500.0 } else { 3000.0 };
    let read = Figure::documented(BytesPerSec::mb_s(mb_s));
    let figures = DriveFigures { read: Some(read), ..DriveFigures::default() };
    let drive = Drive { controller: Some(node.clone()), ..Drive::default() };
    Piece {
        id: id.to_owned(),
        model: model.to_owned(),
        shape: Shape::M2,
        device: Device::Pcie,
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
