//! `narrows.lanes/1`: providers and takers of lanes, spare lanes, and devices that are short of
//! them.

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
    /// Source of the machine.
    pub source: String,
    /// The machine as a whole.
    pub host: HostRecord,
    /// Catalogue data of its processor; left out if it has none of that name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<crate::processor::ProcessorRecord>,
    /// Processors first, then chipsets, then switches.
    pub providers: Vec<LaneProviderRecord>,
    /// Processors and chipsets together; null if one of them is unknown.
    pub total: Option<LaneTotalRecord>,
    /// Effects of using one slot on another: those now in force first.
    pub rules: Vec<LaneRuleRecord>,
    /// Devices with a link below their capability.
    pub short: Vec<LinkShortfall>,
    /// Limits that hold several drives back at once when all of them read in sequence.
    pub shared: Vec<SharedLaneLimit>,
    /// Ports that are SATA only.
    pub sata: SataPortUse,
    /// Findings, gravest first.
    pub findings: Vec<LaneBudgetFinding>,
    /// Unknown or uncounted items.
    pub notes: Vec<DocumentText>,
}

/// Who offers lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneProviderRecord {
    /// The node; `unknown` for users attached to nothing that is known to offer lanes.
    pub id: String,
    /// `processor`, `chipset`, `switch` or `unknown`.
    pub kind: LaneProviderRecordKind,
    /// Common name.
    pub name: Option<String>,
    /// How sentences call it.
    pub title: DocumentText,
    /// It has at least this many lanes; null if unknown.
    pub lanes_least: Option<u32>,
    /// It has at most this many lanes; null if unknown.
    pub lanes_most: Option<u32>,
    /// Evidence for these numbers.
    pub basis: Option<EvidenceBasis>,
    /// Lanes taken now, as far as they can be counted.
    pub taken: u32,
    /// Lanes taken when every slot is in use.
    pub filled: u32,
    /// The way up that everything below shares; null for a processor.
    pub uplink: Option<UplinkBudget>,
    /// Who takes its lanes.
    pub takers: Vec<LaneTakerRecord>,
}

impl LaneProviderRecord {
    /// Whether the lanes of everything on it are known.
    pub fn is_counted(&self) -> bool {
        self.takers.iter().all(|taker| taker.taken.is_some())
    }

    /// The lanes taken now: `19`, `≥ 4` where some devices have no known width, `?` where none has one.
    pub fn taken_text(&self) -> String {
        match self.taken {
            taken if self.is_counted() => taken.to_string(),
            0 => "?".to_owned(),
            taken => format!("≥ {taken}"),
        }
    }
}

words! {
    /// Provider of lanes.
    pub enum LaneProviderRecordKind or Unlisted {
        Processor = "processor",
        Chipset = "chipset",
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
    /// Common name.
    pub name: Option<String>,
    /// The slot that it is in.
    pub slot: Option<String>,
    /// `device` in a slot, `on_board`, `uplink` of a chipset or switch, `empty` slot, or one that
    /// is `off`.
    pub kind: LaneTakerRecordKind,
    /// The lanes that it takes now; null where no source counts them.
    pub taken: Option<u32>,
    /// The lanes that its location takes when every slot is in use; null if unknown or if the slot
    /// would be off.
    pub filled: Option<u32>,
    /// The sum of `filled` to here.
    pub sum: u32,
    /// That sum is within the provider's lanes; null if unknown.
    pub fits: Option<bool>,
    /// The link that it runs, or that its empty slot offers.
    pub link: Option<LinkState>,
    /// Evidence for that.
    pub basis: EvidenceBasis,
}

words! {
    /// Actual or potential user of lanes.
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
    /// Its current link.
    pub link: LinkState,
    /// Its capacity in one direction, MB/s.
    pub usable_mb_s: f64,
    /// Where its width comes from.
    pub basis: EvidenceBasis,
    /// Combined potential of the drives and network cards below, MB/s.
    pub demand_mb_s: f64,
    /// Ratio of that to its capacity.
    pub ratio: f64,
    /// Components of that sum.
    pub asked: Vec<LaneDemandRecord>,
}

/// Potential of one drive or network card by itself.
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

/// Effect of using one slot on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneRuleRecord {
    /// The slots whose use does it; `SLOT:sata` where only that kind of device counts.
    pub when: Vec<String>,
    /// The settings that it takes, `NAME = VALUE`.
    pub settings: Vec<String>,
    /// It is so now.
    pub in_force: bool,
    /// Its effects.
    pub effects: Vec<LaneEffectRecord>,
    /// The same as a sentence.
    pub text: DocumentText,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium` or `low`.
    pub confidence: String,
}

/// Effect of a rule on a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneEffectRecord {
    /// The slot.
    pub slot: String,
    /// The device in it that loses by it.
    pub loser: Option<String>,
    /// It is switched off.
    pub off: bool,
    /// The link that is left of it.
    pub link: Option<LinkState>,
    /// Its parent then, if another.
    pub on: Option<String>,
}

/// A device with a link below its capability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkShortfall {
    /// The device.
    pub id: String,
    /// Common name.
    pub name: Option<String>,
    /// The slot that it is in.
    pub slot: Option<String>,
    /// The link that it gets.
    pub link: LinkState,
    /// The link that it could run.
    pub possible: LinkState,
    /// Its present capacity, one way, MB/s.
    pub usable_mb_s: f64,
    /// Its possible capacity, MB/s.
    pub possible_mb_s: f64,
    /// Peak rate of its drives or ports, MB/s; null if unknown.
    pub needs_mb_s: Option<f64>,
    /// Its present capacity meets its needs; null if unknown.
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
    /// The next limit; null if that is not the same for all.
    pub next_limit: Option<LimitRecord>,
    /// Each of the drives would be its own next limit.
    pub then_drives: bool,
    /// The drives.
    pub drives: Vec<String>,
    /// Their combined rate, MB/s.
    pub mb_s: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// The rate is an upper bound: of one drive only links are known. Left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// Ports that are SATA only, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SataPortUse {
    /// Ports with a drive.
    pub taken: Vec<String>,
    /// Usable ports.
    pub free: Vec<String>,
    /// Those switched off by devices in use elsewhere.
    pub off: Vec<String>,
}

/// A conclusion from the budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneBudgetFinding {
    /// The sentence's id, the same in every language, such as `lanes-over-now`.
    pub id: String,
    /// How grave.
    pub severity: Severity,
    /// The provider, device or slot that it is about; null for the whole machine.
    pub about: Option<String>,
    /// The finding.
    pub text: DocumentText,
}
