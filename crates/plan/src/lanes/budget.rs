//! What a lane budget says.

use narrows_messages::Message;
use narrows_model::LoadedLimit;
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, LinkWidth};

use super::rules::LaneRule;

#[derive(Clone, Debug, PartialEq)]
pub struct LaneBudget {
    /// Processors first, then chipsets, then switches.
    pub providers: Vec<LaneProvider>,
    /// What the use of one slot does to another: rules in force, and those that would be.
    pub bites: Vec<LaneRule>,
    /// Who gets less of a link than it could use.
    pub short: Vec<LinkShortage>,
    /// What limits several drives at once when all of them read.
    pub shared: Vec<LaneBottleneck>,
    /// Ports that are SATA only.
    pub sata: SataPortBudget,
    /// What is not known or not counted.
    pub notes: Vec<Message>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LaneProvider {
    pub id: Id,
    pub kind: LaneProviderKind,
    /// What people call it; none where unknown.
    pub name: Option<String>,
    /// The lanes that it has; none where unknown.
    pub lanes: Option<LaneCountRange>,
    /// What shares one way up; none for a processor.
    pub uplink: Option<SharedUplink>,
    /// Who takes its lanes: what is there first, then what is empty.
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
    /// The device, the device, the on-board device's name, or the empty slot.
    pub id: String,
    /// What people call it, if that is not the same.
    pub name: Option<String>,
    pub slot: Option<String>,
    pub kind: LaneTakerKind,
    /// The lanes that it takes now, 0 for an empty slot; none where no source counts them.
    pub now: Option<u32>,
    /// The lanes that its place takes when every slot is in use; none where no source counts them
    /// or where its slot would then be off.
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
    /// A slot that what is in use elsewhere switches off.
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
    /// What the drives and network cards below could move at once.
    pub asked: Vec<LaneDemand>,
}

/// What one drive or card could move by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneDemand {
    pub id: Id,
    /// What it could move: a drive's sequential reads, a network card's line rate.
    pub rate: BytesPerSec,
    /// Where that comes from; assumed for a drive of which only the link is known.
    pub basis: FactBasis,
}

/// A device that gets less of a link than it could use.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkShortage {
    pub id: String,
    /// What people call it, if that is not the same.
    pub name: Option<String>,
    pub slot: Option<String>,
    pub gets: LinkWidth,
    pub could: LinkWidth,
    /// What it carries as it is, in one direction.
    pub carries: BytesPerSec,
    pub could_carry: BytesPerSec,
    /// What its drives or network ports move at most; none where unknown.
    pub needs: Option<BytesPerSec>,
    /// The slots whose use takes from its own, by rules in force.
    pub because: Vec<String>,
}

/// A limit that several drives run into together.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneBottleneck {
    pub bound: LoadedLimit,
    /// What would limit them next; none where that is not the same for all.
    pub next: Option<LoadedLimit>,
    /// Each of them would be its own next limit.
    pub then_drives: bool,
    pub drives: Vec<Id>,
    pub rate: BytesPerSec,
    /// The 80 % band of that.
    pub band: (BytesPerSec, BytesPerSec),
    /// Of one drive nothing is known but links, so that the rate is a bound.
    pub is_bound: bool,
}

/// Ports that are SATA only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SataPortBudget {
    /// Names of those with a drive.
    pub taken: Vec<String>,
    /// Names of those that can be used.
    pub free: Vec<String>,
    /// Names of those that what is in use elsewhere switches off.
    pub off: Vec<String>,
}

impl LaneCountRange {
    /// A number that is known.
    pub fn exactly(lanes: u32, basis: FactBasis) -> Self {
        Self { least: lanes, most: lanes, basis }
    }
}

impl LaneProvider {
    /// Lanes taken now, as far as they are counted.
    pub fn now(&self) -> u32 {
        self.takers.iter().filter_map(|taker| taker.now).sum()
    }

    /// Lanes taken when every slot is in use, as far as they are counted.
    pub fn filled(&self) -> u32 {
        self.takers.iter().filter_map(|taker| taker.filled).sum()
    }
}

impl SharedUplink {
    /// What all below could move at once.
    pub fn demand(&self) -> BytesPerSec {
        self.asked.iter().fold(BytesPerSec::ZERO, |sum, asked| sum + asked.rate)
    }

    /// How many times what it carries is asked of it at most.
    pub fn ratio(&self) -> f64 {
        self.demand().get() / self.carries.get().max(1.0)
    }
}
