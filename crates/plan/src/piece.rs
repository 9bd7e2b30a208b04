//! What can be put into a place: drives, cards, and cards that carry drives.

use std::collections::BTreeMap;

use narrows_catalog::board::{Device, Form};
use narrows_catalog::card;
use narrows_model::{Ceiling, Demand, DriveFigures};
use narrows_topology::Id;
use narrows_topology::graph::{Drive, Node, NodeKind};
use narrows_units::{BytesPerSec, LinkWidth};

use crate::feasibility;

/// A drive or a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name: that of its drive, or of the card's node.
    pub id: String,
    /// What it is of, such as a drive model's id: pieces with the same word here and the same
    /// shape and body can be exchanged for each other.
    pub model: String,
    /// What it is mechanically.
    pub shape: Shape,
    /// What it is to a slot.
    pub device: Device,
    /// The link that it can run; none for a SATA drive.
    pub link: Option<LinkWidth>,
    /// What it brings into the machine.
    pub body: Body,
    /// What is known about starting from it; none for what is no drive.
    pub raid: Option<feasibility::Drive>,
    /// Bays that it has for drives; 0 for all but carriers.
    pub bays: u8,
}

/// What a piece is mechanically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// An M.2 module.
    M2,
    /// A card with an edge connector of so many lanes.
    Card(u8),
    /// A U.2 drive.
    U2,
    /// A drive with a SATA plug.
    Sata,
    /// Nobody says; it fits wherever its device kind does.
    Unknown,
}

/// What a piece brings into a machine: a node and what hangs below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Its nodes, each before those below it. The first, and others whose parent is none of these,
    /// are functions that the seat's port leads to; their `parent`, `link`, `door`, `package` and
    /// `slot` are the placement's to say, except where it puts them into the very place where they
    /// were seen. Empty for a drive on a port of a controller that stays.
    pub nodes: Vec<(Id, Node)>,
    /// Its drives. Those whose controller is none of `nodes` hang on the seat's node.
    pub drives: BTreeMap<Id, Drive>,
    /// What they can do.
    pub figures: BTreeMap<Id, DriveFigures>,
    /// What its nodes carry.
    pub ceilings: BTreeMap<Id, Vec<Ceiling>>,
    /// What they move all the time.
    pub demands: Vec<Demand>,
}

/// How a piece fits a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// As it is.
    Direct,
    /// With something in between.
    With(Adapter),
}

/// What goes between a piece and a slot of another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Adapter {
    /// An M.2 module on a card.
    M2ToPcie,
    /// A U.2 drive on an M.2 slot, by a kit with a cable.
    U2ToM2,
    /// A U.2 drive on a card.
    U2ToPcie,
}

impl Piece {
    /// What its first node is; none for a drive without one.
    pub fn kind(&self) -> Option<NodeKind> {
        self.body.nodes.first().map(|(_, node)| node.kind)
    }

    /// Whether it is a graphics card: some have a switch of their own before the chip.
    pub fn is_graphics(&self) -> bool {
        self.body.nodes.iter().any(|(_, node)| node.kind == NodeKind::Gpu)
    }

    /// Its drive; none for what is none or has several.
    pub fn drive(&self) -> Option<&Id> {
        let mut drives = self.body.drives.keys();
        let first = drives.next();
        first.filter(|_| drives.next().is_none() && self.bays == 0)
    }

    /// What a network card moves each way when its ports are busy: what it is said to move all the
    /// time, else its ports' nominal rate by the catalogue; none where nobody says.
    pub fn line_rate(&self) -> Option<BytesPerSec> {
        let demands = self.body.demands.iter();
        let most = demands.map(|demand| demand.sends.get().max(demand.receives.get()));
        let most = BytesPerSec::new(most.fold(0.0, f64::max));
        let by_model = || card::card(&self.model)?.line_rate();
        if most.get() > 0.0 { Some(most) } else { by_model() }
    }

    /// All lanes that it has, or that its connector has where nobody says more; none for what is no
    /// card and has no link.
    pub fn lanes(&self) -> Option<u8> {
        match (self.link, self.shape) {
            (Some(link), _) => Some(link.lanes.get()),
            (None, Shape::Card(lanes)) => Some(lanes),
            (None, _) => None,
        }
    }

    /// How it fits a slot of this form that takes these devices; none if it does not.
    pub fn fit(&self, form: Option<Form>, devices: &[Device]) -> Option<Fit> {
        if !devices.contains(&self.device) {
            return None;
        }
        let Some(form) = form else { return Some(Fit::Direct) };
        match (self.shape, form) {
            (Shape::Unknown, _)
            | (Shape::M2, Form::M2)
            | (Shape::U2, Form::U2 | Form::SlimSas | Form::Mcio | Form::OcuLink)
            | (Shape::Sata, Form::Sata | Form::Sata3g)
            | (Shape::Sata, Form::SlimSas | Form::Mcio | Form::OcuLink | Form::MiniSasHd) => {
                Some(Fit::Direct)
            }
            (Shape::Card(lanes), form) => (lanes <= length(form)?).then_some(Fit::Direct),
            (Shape::M2, Form::X16 | Form::X8 | Form::X4) => Some(Fit::With(Adapter::M2ToPcie)),
            (Shape::U2, Form::X16 | Form::X8 | Form::X4) => Some(Fit::With(Adapter::U2ToPcie)),
            (Shape::U2, Form::M2) => Some(Fit::With(Adapter::U2ToM2)),
            _ => None,
        }
    }
}

/// The longest edge connector that a slot takes, in lanes.
fn length(form: Form) -> Option<u8> {
    match form {
        Form::X16 => Some(16),
        Form::X8 => Some(8),
        Form::X4 => Some(4),
        Form::X1 => Some(1),
        _ => None,
    }
}
