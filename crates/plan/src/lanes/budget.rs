//! The contents of a lane budget.

use narrows_messages::Message;
use narrows_model::LoadedLimit;
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, LinkWidth};

use super::rules::LaneRule;

#[derive(Clone, Debug, PartialEq)]
pub struct LaneBudget {
    /// Processors first, then chipsets, then switches.
    pub providers: Vec<LaneProvider>,
    /// Effects of using one slot on another: rules in force, then potential ones.
    pub rules: Vec<LaneRule>,
    /// Who gets less of a link than it could use.
    pub short: Vec<LinkShortage>,
    /// Limits of several drives at once when all of them read.
    pub shared: Vec<LaneBottleneck>,
    pub sata: SataPortBudget,
    /// Unknowns and omissions.
    pub notes: Vec<Message>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LaneProvider {
    pub id: Id,
    pub kind: LaneProviderKind,
    /// Its common name; `None` if unknown.
    pub name: Option<String>,
    /// Its lanes; `None` if unknown.
    pub lanes: Option<LaneCountRange>,
    /// The uplink its devices share; `None` for a processor.
    pub uplink: Option<SharedUplink>,
    /// Users of its lanes: present devices first, then empty slots.
    pub takers: Vec<LaneTaker>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneProviderKind {
    Processor,
    Chipset,
    Switch,
    Unknown,
}

/// A number of lanes that is known to lie between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneCountRange {
    pub least: u32,
    pub most: u32,
    pub basis: FactBasis,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LaneTaker {
    /// The device, the on-board device's name, or the empty slot.
    pub id: String,
    /// Its common name, if that is not the same.
    pub name: Option<String>,
    pub slot: Option<String>,
    pub kind: LaneTakerKind,
    /// The lanes that it takes now, 0 for an empty slot; `None` if no source counts them.
    pub now: Option<u32>,
    /// The lanes that its location takes when every slot is in use; `None` if no source counts them
    /// or if its slot would then be off.
    pub filled: Option<u32>,
    /// The link that it runs, or that its empty slot offers.
    pub link: Option<LinkWidth>,
    pub basis: FactBasis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneTakerKind {
    /// A drive or card in a slot.
    Device,
    /// A device on the board, or one that cannot be moved.
    OnBoard,
    /// A chipset or switch that hangs on it.
    Uplink,
    /// An empty slot.
    Empty,
    /// A slot switched off by use elsewhere.
    Off,
}

/// The way up that everything below a chipset or switch shares.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedUplink {
    /// Its own name: `DMI 3.0`.
    pub name: Option<String>,
    pub link: LinkWidth,
    pub carries: BytesPerSec,
    pub basis: FactBasis,
    /// Possible traffic of the drives and network cards below, all at once.
    pub demands: Vec<LaneDemand>,
}

/// Possible traffic of one drive or card by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneDemand {
    pub id: Id,
    /// A drive's sequential reads, a network card's line rate.
    pub rate: BytesPerSec,
    /// Source of the rate; assumed for a drive of which only the link is known.
    pub basis: FactBasis,
}

/// A device that gets less of a link than it could use.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkShortage {
    pub id: String,
    /// Its common name, if that is not the same.
    pub name: Option<String>,
    pub slot: Option<String>,
    pub gets: LinkWidth,
    pub could: LinkWidth,
    /// Its current rate in one direction.
    pub carries: BytesPerSec,
    pub could_carry: BytesPerSec,
    /// The most that its drives or network ports move; `None` if unknown.
    pub needs: Option<BytesPerSec>,
    /// The slots whose use takes lanes from its own, by rules in force.
    pub because: Vec<String>,
}

/// A limit that several drives run into together.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneBottleneck {
    pub bound: LoadedLimit,
    /// Their next limit; `None` if that is not the same for all.
    pub next: Option<LoadedLimit>,
    /// Each drive would be its own next limit.
    pub then_drives: bool,
    pub drives: Vec<Id>,
    pub rate: BytesPerSec,
    /// The 80 % band of that.
    pub band: (BytesPerSec, BytesPerSec),
    /// Of one drive nothing is known but links, so that the rate is a bound.
    pub is_bound: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SataPortBudget {
    /// Names of ports with a drive.
    pub taken: Vec<String>,
    /// Names of usable ports.
    pub free: Vec<String>,
    /// Names of those switched off by use elsewhere.
    pub off: Vec<String>,
}

impl LaneCountRange {
    /// A number that is known.
    pub fn exactly(lanes: u32, basis: FactBasis) -> Self {
        Self { least: lanes, most: lanes, basis }
    }
}

impl LaneProvider {
    /// Lanes taken now, as far as they can be counted.
    pub fn now(&self) -> u32 {
        self.takers.iter().filter_map(|taker| taker.now).sum()
    }

    /// Lanes taken when every slot is in use, as far as they can be counted.
    pub fn filled(&self) -> u32 {
        self.takers.iter().filter_map(|taker| taker.filled).sum()
    }
}

impl SharedUplink {
    /// Possible traffic of all below at once.
    pub fn demand(&self) -> BytesPerSec {
        self.demands.iter().map(|demand| demand.rate).sum()
    }

    /// The largest demand on it, as a multiple of its rate.
    pub fn ratio(&self) -> f64 {
        // A link that carries nothing must not be divided by.
        self.demand().get() / self.carries.get().max(1.0)
    }
}
