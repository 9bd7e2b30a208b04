//! A small machine: a processor with two slots of four lanes, a chipset of two lanes' uplink with
//! three, and drives that read 3,000 MB/s.

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_model::{BandedFigure, DriveFigures, Machine};
use narrows_plan::device::{CardBay, DeviceBody, DeviceShape, MovableDevice};
use narrows_plan::inventory::{InventorySlot, SlotInventory};
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{PlacementRequest, PlanObjective};
use narrows_plan::result::PlanCandidate;
use narrows_topology::graph::{
    AttachmentPoint, Drive, Node, NodeKind, NodeLink, StorageControllerKind,
};
use narrows_topology::{FactBasis, Id, Topology};
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

pub const ON_CPU: [usize; 2] = [0, 1];
pub const ON_CHIPSET: [usize; 3] = [2, 3, 4];

pub fn inventory(devices: Vec<MovableDevice>, slots: &[usize]) -> SlotInventory {
    let uplink = NodeLink {
        current: LinkWidth::new(3, 2),
        possible: LinkWidth::new(3, 2),
        basis: FactBasis::Documented,
        ..NodeLink::default()
    };
    let cpu = Node { attachment: AttachmentPoint::Cpu, ..Node::bare(NodeKind::Processor) };
    let chipset = Node {
        parent: Some(Id::new("cpu0")),
        link: Some(uplink),
        attachment: AttachmentPoint::Chipset,
        ..Node::bare(NodeKind::Chipset)
    };
    let nodes = [(Id::new("cpu0"), cpu), (Id::new("chipset"), chipset)].into();
    let slot = |at: usize| InventorySlot {
        id: format!("S{at}"),
        link: LinkWidth::new(3, 4),
        form: Some(SlotForm::M2),
        devices: vec![SlotBus::Pcie],
        basis: FactBasis::Documented,
        ..InventorySlot::below(Id::new(if ON_CPU.contains(&at) { "cpu0" } else { "chipset" }))
    };
    SlotInventory {
        fixed: Machine {
            topology: Topology { nodes, ..Topology::default() },
            ..Machine::default()
        },
        slots: (0..ON_CPU.len() + ON_CHIPSET.len()).map(slot).collect(),
        today: at(slots),
        devices,
        ..SlotInventory::default()
    }
}

pub fn at(slots: &[usize]) -> Placement {
    let locations = slots.iter().map(|slot| DeviceLocation::Slot(*slot)).collect();
    Placement { locations, ..Placement::default() }
}

pub fn plan(slots: &[usize]) -> PlanCandidate {
    PlanCandidate {
        placement: at(slots),
        means: Default::default(),
        scores: Vec::new(),
        outcomes: Vec::new(),
        answers: Vec::new(),
    }
}

pub fn request() -> PlacementRequest {
    let sequential = profile("seq-read-128k-q32").unwrap();
    PlacementRequest {
        objectives: vec![PlanObjective::Together(sequential)],
        ..PlacementRequest::default()
    }
}

/// A drive of a model; drives of one model read alike.
pub fn drive(id: &str, model: &str) -> MovableDevice {
    let link = LinkWidth::new(3, 4);
    let node = Id::new(format!("{id}-controller"));
    let mb_s = if model == "slow" { 500.0 } else { 3000.0 };
    let read = BandedFigure::documented(BytesPerSec::mb_s(mb_s));
    let figures = DriveFigures { read: Some(read), ..DriveFigures::default() };
    let drive = Drive { controller: Some(node.clone()), ..Drive::default() };
    MovableDevice {
        id: id.to_owned(),
        model: model.to_owned(),
        shape: DeviceShape::M2,
        bus: SlotBus::Pcie,
        link,
        raid: None,
        bays: 0,
        bay: CardBay::default(),
        thickness: None,
        body: DeviceBody {
            nodes: vec![(node, Node::bare(NodeKind::Storage(StorageControllerKind::Nvme)))],
            drives: [(Id::new(id), drive)].into(),
            figures: [(Id::new(id), figures)].into(),
            ..DeviceBody::default()
        },
    }
}
