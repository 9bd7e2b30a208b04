//! Devices that can be placed: drives, cards, and cards that carry drives.

use std::collections::BTreeMap;

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_catalog::{card, drive};
use narrows_model::{Demand, DriveFigures, LocationCeiling};
use narrows_topology::Id;
use narrows_topology::graph::{Drive, Node, NodeKind};
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use crate::adapter;
use crate::feasibility;

pub use crate::adapter::FormAdapter;

/// The link that a device and its location run; `None` if neither is known.
pub(crate) fn common(own: Option<LinkWidth>, offered: Option<LinkWidth>) -> Option<LinkWidth> {
    match (own, offered) {
        (Some(own), Some(offered)) => Some(own.common(offered)),
        (own, offered) => own.or(offered),
    }
}

/// A drive or a card.
#[derive(Clone, Debug, PartialEq)]
pub struct MovableDevice {
    /// Its name: that of its drive, or of the card's node.
    pub id: String,
    /// Its model, such as a drive model's id: devices with the same value here and the same shape
    /// and body are interchangeable.
    pub model: String,
    pub shape: DeviceShape,
    pub bus: SlotBus,
    /// The link that it can run; `None` for a SATA drive.
    pub link: Option<LinkWidth>,
    /// The part that it adds to the machine.
    pub body: DeviceBody,
    /// Facts about booting from it; `None` if it is no drive.
    pub raid: Option<feasibility::DriveBootFacts>,
    /// Bays that it has for drives or cards; 0 for all but carriers.
    pub bays: u8,
    pub bay: CardBay,
    /// Its thickness; `None` if unknown.
    pub thickness: Option<Thickness>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceShape {
    /// An M.2 module.
    M2,
    /// A card with an edge connector of this many lanes.
    Card(u8),
    /// A U.2 drive.
    U2,
    Sata,
    /// Unknown; it fits wherever its device kind does.
    Unknown,
}

/// The part that a device adds to a machine: a node and everything below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceBody {
    /// Its nodes, each before those below it. The first, and others whose parent is none of these, are
    /// functions that the slot's port leads to; their `parent`, `link`, `attachment`, `package` and
    /// `slot` are set by the placement, unless it puts them into the very place where they were seen.
    /// Empty for a drive on a port of a controller that stays.
    pub nodes: Vec<(Id, Node)>,
    /// Its drives. Those without a controller in `nodes` are attached to the slot's node.
    pub drives: BTreeMap<Id, Drive>,
    pub figures: BTreeMap<Id, DriveFigures>,
    pub ceilings: BTreeMap<Id, Vec<LocationCeiling>>,
    pub demands: Vec<Demand>,
}

/// How a device fits a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormFit {
    Direct,
    With(FormAdapter),
}

/// A place that a card has for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CardBay {
    pub form: SlotForm,
    /// The kind of devices that it takes: SATA drives if the card is their controller.
    pub bus: SlotBus,
    /// The lanes that it takes of the card's slot, if the card has no switch.
    pub lanes: u8,
}

impl Default for CardBay {
    /// A socket for an M.2 drive.
    fn default() -> Self {
        Self { form: SlotForm::M2, bus: SlotBus::Pcie, lanes: 4 }
    }
}

/// How many slots a card is thick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thickness {
    /// In widths of one slot: 2.5 covers its own slot and two rows after it.
    pub slots: f64,
    /// Unknown: the usual value of such cards.
    pub is_assumed: bool,
}

impl Thickness {
    /// What graphics cards are taken for where unknown: most of those sold since 2020 are
    /// 2.2 to 3 slots thick (general knowledge), and all of these cover two rows.
    pub const GRAPHICS: Self = Self { slots: 2.5, is_assumed: true };
    const SINGLE: Self = Self { slots: 1.0, is_assumed: false };

    /// Rows after its own that it covers.
    pub fn rows_covered(self) -> u8 {
        // An ATX board has seven rows for cards.
        (self.slots.ceil() - 1.0).clamp(0.0, 7.0) as u8
    }
}

impl FormFit {
    /// The adapter in between; `None` if it fits directly.
    pub fn adapter(self) -> Option<FormAdapter> {
        match self {
            Self::Direct => None,
            Self::With(adapter) => Some(adapter),
        }
    }

    /// It needs more than the cable of such a connector.
    pub fn is_adapted(self) -> bool {
        self.adapter().is_some_and(|adapter| !adapter.is_cable())
    }
}

impl MovableDevice {
    /// The kind of its first node; `None` for a drive without one.
    pub fn kind(&self) -> Option<NodeKind> {
        self.body.nodes.first().map(|(_, node)| node.kind)
    }

    /// The model's common name: the catalogue's, else what a drive or a card's node calls itself.
    pub fn model_name(&self) -> &str {
        let known = drive::drive(&self.model).map(|it| &it.name);
        let known = known.or_else(|| card::card(&self.model).map(|it| &it.name));
        // A drive names itself more exactly than its controller's PCI id does.
        let own = || self.body.nodes.first()?.1.name.as_ref().filter(|_| self.drive().is_none());
        known.or_else(own).unwrap_or(&self.model)
    }

    /// Whether it is a graphics card: some have a switch of their own before the chip.
    pub fn is_graphics(&self) -> bool {
        self.body.nodes.iter().any(|(_, node)| node.kind == NodeKind::Gpu)
    }

    /// Its drive; `None` if it has none or several.
    pub fn drive(&self) -> Option<&Id> {
        let mut drives = self.body.drives.keys();
        let first = drives.next();
        first.filter(|_| drives.next().is_none() && self.bays == 0)
    }

    /// The size of its drive, else of the drive's model.
    pub fn drive_size(&self) -> Option<Bytes> {
        let own = self.body.drives.get(self.drive()?)?.size;
        own.or_else(|| Some(drive::drive(&self.model)?.size))
    }

    /// Rate of a network card each way when its ports are busy: its stated constant rate, else its
    /// ports' nominal rate by the catalogue; `None` if unknown.
    pub fn line_rate(&self) -> Option<BytesPerSec> {
        let demands = self.body.demands.iter();
        let most = demands.map(|demand| demand.sends.get().max(demand.receives.get()));
        let most = BytesPerSec::new(most.fold(0.0, f64::max));
        let by_model = || card::card(&self.model)?.line_rate();
        if most.get() > 0.0 { Some(most) } else { by_model() }
    }

    /// All lanes that it has, or that its connector has unless more is known; `None` if it is no
    /// card and has no link.
    pub fn lanes(&self) -> Option<u8> {
        match (self.link, self.shape) {
            (Some(link), _) => Some(link.lanes.get()),
            (None, DeviceShape::Card(lanes)) => Some(lanes),
            (None, _) => None,
        }
    }

    /// How it fits a slot of this form that takes these devices; `None` if it does not, or only on
    /// a riser.
    pub fn fit(&self, form: Option<SlotForm>, devices: &[SlotBus]) -> Option<FormFit> {
        if !devices.contains(&self.bus) {
            return None;
        }
        let Some(form) = form else { return Some(FormFit::Direct) };
        adapter::usual(self.shape, self.bus, form)
    }

    /// The same, with a riser if it does not fit otherwise: for cards, not for drives that are cards
    /// and are sold in other forms, nor for carriers.
    pub fn fit_at_all(&self, form: Option<SlotForm>, devices: &[SlotBus]) -> Option<FormFit> {
        let is_for_risers = self.body.drives.is_empty() && !self.is_carrier();
        let riser = || {
            let form = form.filter(|_| is_for_risers && devices.contains(&self.bus))?;
            adapter::riser(self.shape, form).map(FormFit::With)
        };
        self.fit(form, devices).or_else(riser)
    }

    /// How it fits the bays of a card; `None` if it does not, or the card has none.
    pub fn fit_in_bay(&self, card: &Self) -> Option<FormFit> {
        // Cards with bays are not nested: a bay's slot is looked up one level deep.
        let is_carried = card.bays > 0 && self.bays == 0;
        is_carried.then(|| self.fit(Some(card.bay.form), &[card.bay.bus]))?
    }

    /// It carries PCIe devices, rather than being the controller of SATA drives.
    pub fn is_carrier(&self) -> bool {
        self.bays > 0 && self.bay.bus == SlotBus::Pcie
    }

    /// It is the controller of the SATA drives on its ports.
    pub fn is_controller(&self) -> bool {
        self.bays > 0 && self.bay.bus == SlotBus::Sata
    }

    /// What holds something in this bay: the card, or the SAS expander on it that has the bay.
    pub fn holder(&self, bay: u8) -> Option<&Id> {
        let (card, _) = self.body.nodes.first()?;
        let expanders = self.expanders();
        let each = usize::from(self.bays).checked_div(expanders.len()).unwrap_or_default();
        let at = usize::from(bay).checked_div(each).filter(|_| self.is_controller());
        Some(at.and_then(|at| expanders.get(at).copied()).unwrap_or(card))
    }

    /// The SAS expanders on a SAS card.
    pub fn expanders(&self) -> Vec<&Id> {
        let Some(((card, first), rest)) = self.body.nodes.split_first() else { return Vec::new() };
        let is_controller = |node: &Node| matches!(node.kind, NodeKind::Storage(_));
        let below = rest.iter().filter(|(_, node)| {
            node.parent.as_ref() == Some(card) && is_controller(node) && is_controller(first)
        });
        below.map(|(id, _)| id).collect()
    }

    pub fn thickness(&self) -> Thickness {
        let usual = if self.is_graphics() { Thickness::GRAPHICS } else { Thickness::SINGLE };
        self.thickness.unwrap_or(usual)
    }
}
