//! `narrows.lanes/1`: who offers lanes, who takes them, what is over and who loses by it.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::check::Severity;
use crate::predict::LimitRecord;
use crate::see::{EvidenceBasis, HostRecord, LinkState};
use crate::word::words;

/// The lane budget of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LanesDocument {
    /// Always `narrows.lanes/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// What was looked at.
    pub source: String,
    /// The machine as a whole.
    pub host: HostRecord,
    /// What the catalogue knows of its processor; left out where it has none of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<crate::processor::ProcessorRecord>,
    /// Processors first, then chipsets, then switches.
    pub providers: Vec<LaneProviderRecord>,
    /// Processors and chipsets together; null where one of them is not known.
    pub total: Option<LaneTotalRecord>,
    /// What the use of one slot does to another: what is so now first.
    pub rules: Vec<LaneRuleRecord>,
    /// Devices with a link below what they could run.
    pub short: Vec<LinkShortfall>,
    /// What holds several drives back at once when all of them read in sequence.
    pub shared: Vec<SharedLaneLimit>,
    /// Ports that are SATA only.
    pub sata: SataPortUse,
    /// What follows, gravest first.
    pub findings: Vec<LaneBudgetFinding>,
    /// What is not known or not counted.
    pub notes: Vec<DocumentText>,
}

/// Who offers lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneProviderRecord {
    /// The node; `unknown` for what hangs on nothing that is known to offer lanes.
    pub id: String,
    /// `processor`, `chipset`, `switch` or `unknown`.
    pub kind: LaneProviderRecordKind,
    /// What people call it.
    pub name: Option<String>,
    /// How sentences call it.
    pub title: DocumentText,
    /// It has at least so many lanes; null where unknown.
    pub lanes_least: Option<u32>,
    /// It has at most so many lanes; null where unknown.
    pub lanes_most: Option<u32>,
    /// Where that comes from.
    pub basis: Option<EvidenceBasis>,
    /// Lanes taken now, as far as they are counted.
    pub taken: u32,
    /// Lanes taken when every slot is in use.
    pub filled: u32,
    /// The way up that everything below shares; null for a processor.
    pub uplink: Option<UplinkBudget>,
    /// Who takes its lanes.
    pub takers: Vec<LaneTakerRecord>,
}

words! {
    /// What offers lanes.
    pub enum LaneProviderRecordKind or Unlisted {
        /// A processor.
        Processor = "processor",
        /// A chipset.
        Chipset = "chipset",
        /// A PCIe switch.
        Switch = "switch",
        /// Nothing that is known to offer lanes.
        Unknown = "unknown",
    }
}

/// Processors and chipsets together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneTotalRecord {
    /// The lanes that they have.
    pub lanes: u32,
    /// Lanes taken now.
    pub taken: u32,
    /// Lanes taken when every slot is in use.
    pub filled: u32,
}

/// Who takes lanes, or would.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneTakerRecord {
    /// The drive, card, device or empty slot.
    pub id: String,
    /// What people call it.
    pub name: Option<String>,
    /// The slot that it is in.
    pub slot: Option<String>,
    /// `device` in a slot, `on_board`, `uplink` of a chipset or switch, `empty` slot, or one that
    /// is `off`.
    pub kind: LaneTakerRecordKind,
    /// The lanes that it takes now; null where no source counts them.
    pub taken: Option<u32>,
    /// The lanes that its place takes when every slot is in use; null where that is not known or
    /// the slot would be off.
    pub filled: Option<u32>,
    /// The sum of `filled` to here.
    pub sum: u32,
    /// That sum is within what the provider has; null where that is not known.
    pub fits: Option<bool>,
    /// The link that it runs, or that its empty slot offers.
    pub link: Option<LinkState>,
    /// Where that comes from.
    pub basis: EvidenceBasis,
}

words! {
    /// What takes lanes, or would.
    pub enum LaneTakerRecordKind or Unlisted {
        /// A drive or card in a slot.
        Device = "device",
        /// A device of the board.
        OnBoard = "on_board",
        /// The way up of a chipset or switch.
        Uplink = "uplink",
        /// A slot with nothing in it.
        Empty = "empty",
        /// A slot that is switched off.
        Off = "off",
    }
}

/// The way up of a chipset or switch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UplinkBudget {
    /// Its own name, such as `DMI 3.0`.
    pub name: Option<String>,
    /// What it runs at.
    pub link: LinkState,
    /// What it carries in one direction, MB/s.
    pub usable_mb_s: f64,
    /// Where its width comes from.
    pub basis: EvidenceBasis,
    /// What drives and network cards below could move at once, MB/s.
    pub demand_mb_s: f64,
    /// How many times what it carries that is.
    pub ratio: f64,
    /// Of what that is made.
    pub asked: Vec<LaneDemandRecord>,
}

/// What one drive or network card could move by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneDemandRecord {
    /// The drive or card.
    pub id: String,
    /// A drive's sequential reads, a card's ports one way, MB/s.
    pub mb_s: f64,
    /// `assumed` for a drive of which only the link is known.
    pub basis: EvidenceBasis,
}

/// What the use of one slot does to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneRuleRecord {
    /// The slots whose use does it; `SLOT:sata` where only that kind of device counts.
    pub when: Vec<String>,
    /// The settings that it takes, `NAME = VALUE`.
    pub settings: Vec<String>,
    /// It is so now.
    pub in_force: bool,
    /// What it does.
    pub effects: Vec<LaneEffectRecord>,
    /// The same as a sentence.
    pub text: DocumentText,
    /// Where it comes from.
    pub source: Vec<String>,
    /// `high`, `medium` or `low`.
    pub confidence: String,
}

/// What a rule does to a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneEffectRecord {
    /// The slot.
    pub slot: String,
    /// What is in it and loses by it.
    pub loser: Option<String>,
    /// It is switched off.
    pub off: bool,
    /// The link that is left of it.
    pub link: Option<LinkState>,
    /// What it hangs on then, if something else.
    pub on: Option<String>,
}

/// A device with a link below what it could run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkShortfall {
    /// The device.
    pub id: String,
    /// What people call it.
    pub name: Option<String>,
    /// The slot that it is in.
    pub slot: Option<String>,
    /// The link that it gets.
    pub link: LinkState,
    /// The link that it could run.
    pub possible: LinkState,
    /// What it carries as it is, one way, MB/s.
    pub usable_mb_s: f64,
    /// What it could carry, MB/s.
    pub possible_mb_s: f64,
    /// What its drives or ports move at most, MB/s; null where unknown.
    pub needs_mb_s: Option<f64>,
    /// What it carries is as much as it needs; null where that is not known.
    pub enough: Option<bool>,
    /// The slots whose use takes lanes from its own.
    pub because: Vec<String>,
}

/// A limit that several drives run into together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedLaneLimit {
    /// The limit.
    pub limit: LimitRecord,
    /// What would limit them next; null where that is not the same for all.
    pub next_limit: Option<LimitRecord>,
    /// Each of them would be its own next limit.
    pub then_drives: bool,
    /// The drives.
    pub drives: Vec<String>,
    /// What they get together, MB/s.
    pub mb_s: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// The rate is an upper bound: of one drive nothing but links is known. Left out where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// Ports that are SATA only, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SataPortUse {
    /// Those with a drive.
    pub taken: Vec<String>,
    /// Those that can be used.
    pub free: Vec<String>,
    /// Those that what is in use elsewhere switches off.
    pub off: Vec<String>,
}

/// What follows from the budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneBudgetFinding {
    /// The sentence's id, the same in every language, such as `lanes-over-now`.
    pub id: String,
    /// How grave.
    pub severity: Severity,
    /// The provider, device or slot that it is about; null for the whole machine.
    pub about: Option<String>,
    /// What it is.
    pub text: DocumentText,
}
