//! A request for a machine: constraints that must be met, and objectives to maximise.

use narrows_model::RaidLevel;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use crate::feasibility::RaidEngineKind;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacementRequest {
    /// All must be met; a placement that violates one is invalid.
    pub constraints: Vec<Constraint>,
    /// To be as high as possible, the most important first, among the placements that make do with
    /// least ([`crate::makeshift`]). Ties go to the next; after the last, to fewer moves, fewer
    /// adapters, fewer settings, more free SATA ports, and the earlier slots.
    pub objectives: Vec<PlanObjective>,
    pub arrays: Vec<ArrayConstraint>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ArrayConstraint {
    pub id: String,
    pub level: RaidLevel,
    /// Its members, by the index of the device.
    pub members: Vec<usize>,
    /// Allowed engines; the plan chooses among them.
    pub means: Vec<RaidEngineKind>,
}

/// A condition to be met. Devices are named by their index.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// The device has at least this many lanes.
    Lanes(usize, u8),
    /// All lanes of the device are in use.
    FullLink(usize),
    /// The network card moves this in and out while every drive works.
    LineRate(usize, BytesPerSec),
    /// The machine starts from this drive.
    Starts(usize),
    /// The machine starts from one of these drives, whichever it is.
    StartsFromAny(Vec<usize>),
    /// The machine starts from the array of this name.
    ArrayStarts(String),
    /// The array of this name is one of the firmware's.
    FirmwareArray(String),
    /// So many SATA ports stay usable and empty.
    FreeSata(usize),
    /// The device hangs on the processor's own lanes.
    OnProcessor(usize),
    OnChipset(usize),
    /// Both hang under one switch, or else one root complex or processor.
    Near(usize, usize),
    At(usize, String),
    /// The device is in a bay or on a port of this card.
    On(usize, usize),
    Stays(usize),
    NoAdapters,
    /// Cards may hang on riser cables though slots are left. Every placement fulfils it.
    Risers,
}

impl Constraint {
    /// The devices that it names, by index; a drive before the card that it is to be near.
    pub fn devices(&self) -> [Option<usize>; 2] {
        match *self {
            Self::Lanes(device, _)
            | Self::FullLink(device)
            | Self::LineRate(device, _)
            | Self::Starts(device)
            | Self::OnProcessor(device)
            | Self::OnChipset(device)
            | Self::At(device, _)
            | Self::Stays(device) => [Some(device), None],
            Self::Near(one, other) | Self::On(one, other) => [Some(one), Some(other)],
            Self::StartsFromAny(_)
            | Self::ArrayStarts(_)
            | Self::FirmwareArray(_)
            | Self::FreeSata(_)
            | Self::NoAdapters
            | Self::Risers => [None, None],
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum PlanObjective {
    /// Total rate of all drives and arrays, running this at once.
    Together(Workload),
    /// Rate of the slowest of them alone, running this.
    Each(Workload),
    /// Rate of this drive, or the array of this name, alone, running this.
    Of(String, Workload),
    /// Total rate of all drives straight to this card, running this.
    ToCard(usize, Workload),
    /// How short a single request to this drive is: the lanes' way to it, through no chipset.
    Latency(usize),
    FewMoves,
    /// How many lanes of the processor's generation this card has.
    LanesOf(usize),
    /// How many SATA ports stay usable and empty.
    FreeSata,
}

impl PlanObjective {
    /// The device that it names by index, rather than a drive or an array by name.
    pub const fn device(&self) -> Option<usize> {
        match *self {
            Self::ToCard(device, _) | Self::Latency(device) | Self::LanesOf(device) => Some(device),
            Self::Together(_) | Self::Each(_) | Self::Of(..) | Self::FewMoves | Self::FreeSata => {
                None
            }
        }
    }
}
