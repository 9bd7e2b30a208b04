//! `narrows.plan/1`: the best place for every drive and card.
//!
//! For: the answer of `narrows plan`, with every place, device and step.
//!
//! Not here: the search itself (`narrows-plan`); conclusions from it (`narrows-verdict`); boards,
//! RAID engines and purchases side by side ([`crate::plan_beyond`] has their parts).

mod amounts;

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::plan_beyond::{EngineOption, NetworkCapacity, PurchaseAdvice, RankedBoard};
use crate::plan_fitting::{NeededAdapter, PlanMakeshift, SlotSplit};
use crate::plan_levels::LevelComparison;
use crate::predict::{LimitRecord, Prediction};
use crate::run::RunFinding;
use crate::see::{DocumentNote, EvidenceBasis, LinkState, PortKind};
use crate::word::{FigureUnit, words};

pub use amounts::amount;

/// A plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanDocument {
    /// Always `narrows.plan/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Source of the machine: `this machine`, a file's name, `catalog:...`.
    pub source: String,
    /// The places.
    pub inventory: PlanInventory,
    /// Devices to place.
    pub devices: Vec<PlanDevice>,
    /// Constraints.
    pub constraints: Vec<PlanCriterion>,
    /// Objectives to maximise, the most important first.
    pub objectives: Vec<PlanCriterion>,
    /// The operating system that `--os` names; missing without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<OperatingSystem>,
    /// The best arrangement; null if the constraints cannot all be fulfilled.
    pub best: Option<PlanArrangement>,
    /// The next best with a different outcome, best first.
    pub runners_up: Vec<PlanArrangement>,
    /// Every device in the first slot that takes it; null if that is not possible, or is the best.
    pub obvious: Option<PlanArrangement>,
    /// The current arrangement; null if nothing is in it yet, or that is the best.
    pub today: Option<PlanArrangement>,
    /// Arrangements of which none is better than another in rates, lanes of cards and free SATA ports, those
    /// with the most lanes first; empty if there is no choice.
    pub trades: Vec<LaneTrade>,
    /// How sure it is that nothing is better; null without a best.
    pub proof: Option<OptimalityProofRecord>,
    /// Why there is no best; null with one.
    pub impossible: Option<PlanInfeasibility>,
    /// The answer in words, the most important first.
    pub findings: Vec<RunFinding>,
    /// From today's arrangement to the best, in the order in which it can be done.
    pub moves: Vec<PlanMove>,
    /// Reach of few moves, one entry for each number of moves that helps.
    pub few_moves: Vec<MoveBudget>,
    /// How to verify it; null if nothing runs.
    pub confirm: Option<MoveCheckRecord>,
    /// Part of the drives' output that each network card sends; empty without one whose ports are
    /// known.
    pub network: Vec<NetworkCapacity>,
    /// Boards of the catalogue beside each other, best first; empty unless requested.
    pub boards: Vec<RankedBoard>,
    /// RAID engines beside each other; empty unless requested.
    pub engines: Vec<EngineOption>,
    /// Possible purchases; null unless requested.
    pub buying: Option<PurchaseAdvice>,
    /// RAID levels and numbers of drives beside each other; left out unless requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelComparison>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
}

/// The places of a machine or board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanInventory {
    /// Common name.
    pub name: String,
    /// Id of the catalogue's board; null if the catalogue does not have it.
    pub board: Option<String>,
    /// Every place for a device.
    pub slots: Vec<PlanSlot>,
    /// Firmware settings in force.
    pub settings: Vec<PlanSetting>,
}

/// A place for one device, as it is while nothing else is in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanSlot {
    /// Its name.
    pub id: String,
    /// `x16`, `x8`, `x4`, `x1`, `m2`, `u2`, `sata`, ...; null where unknown.
    pub form: Option<PlanSlotForm>,
    /// The link it offers; null for a port that is SATA only.
    pub link: Option<LinkState>,
    /// Evidence for that.
    pub basis: EvidenceBasis,
}

words! {
    /// An operating system as `--os` names it.
    pub enum OperatingSystem or Unlisted {
        /// Windows 10 or 11.
        Windows = "windows",
        Linux = "linux",
    }
}

words! {
    /// Connector type of a place.
    pub enum PlanSlotForm or Unlisted {
        /// A slot for cards, of sixteen lanes' length.
        X16 = "x16",
        X8 = "x8",
        X4 = "x4",
        X1 = "x1",
        M2 = "m2",
        U2 = "u2",
        Sata = "sata",
        /// A SATA port of 3 Gbit/s.
        Sata3g = "sata-3g",
        SataExpress = "sata-express",
    }
}

/// A firmware setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanSetting {
    /// As the firmware calls it.
    pub name: String,
    /// As the firmware calls it.
    pub value: String,
}

/// A drive or card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanDevice {
    /// Its name.
    pub id: String,
    /// The model.
    pub model: String,
    /// `drive`, `gpu`, `network` or `card`.
    pub kind: String,
    /// `m2`, `card`, `u2`, `sata` or `unknown`.
    pub shape: String,
    /// The link that it can run; null for a SATA drive and where unknown.
    pub link: Option<LinkState>,
    /// The drives that it brings, by id.
    pub drives: Vec<String>,
    /// Their serial numbers, if known; missing for devices that are not in the machine yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub serials: Vec<String>,
    /// Its present place; null if it is not in the machine yet.
    pub today: Option<String>,
    /// How many slots it is thick as a card; null for a drive that is none.
    pub slots_thick: Option<f64>,
    /// Whether that is only assumed.
    pub is_thickness_assumed: bool,
}

/// A constraint or an objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanCriterion {
    /// The word of `--want` that asks for it.
    pub word: String,
    /// The same as a sentence.
    pub text: DocumentText,
}

/// One way to place everything, with its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanArrangement {
    /// `best`, `runner-up-1` and so on, `obvious` or `today`.
    pub name: ArrangementName,
    /// Places, in the order of the devices.
    pub placements: Vec<DevicePlacement>,
    /// Firmware settings to add to those in force.
    pub set: Vec<PlanSetting>,
    /// The arrays, each with its RAID engine.
    pub arrays: Vec<PlanArray>,
    /// The picture of it: processors, chipset and switches with their places.
    pub attachments: Vec<PlanAttachment>,
    /// One for each objective.
    pub scores: Vec<ObjectiveScore>,
    /// Throughput of every drive and array for the first objective about rates, each as that objective runs
    /// it: all at once, one alone, or one after the other.
    pub flows: Vec<Prediction>,
    /// The sum of `flows`, or the rate of the slowest if they run one after the other, 10^6 bytes
    /// per second.
    pub total_mb_s: f64,
    /// Limit of most of it, or of the slowest; null if nothing runs.
    pub limit: Option<LimitRecord>,
    /// Whether it starts and which drives are RAID members, with reasons.
    pub answers: Vec<FirmwareAnswer>,
    /// The slots to split in the firmware.
    pub splits: Vec<SlotSplit>,
    /// Adapters and cables that it takes.
    pub adapters: Vec<NeededAdapter>,
    /// Makeshifts; an arrangement with fewer is better, whatever its throughput.
    pub makeshifts: Vec<PlanMakeshift>,
    /// The constraints that do not come true in it, in words; only the arrangement of today has any.
    pub breaks: Vec<DocumentText>,
    /// Its cost against the best, and why; null for the best.
    pub why: Option<DocumentText>,
}

words! {
    /// Which arrangement it is.
    pub enum ArrangementName or RunnerUp {
        /// Nothing brings more.
        Best = "best",
        /// Every device in the first place that takes it.
        Obvious = "obvious",
        /// Where everything is now.
        Today = "today",
    }
}

/// A device and its location.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DevicePlacement {
    /// The device.
    pub device: String,
    /// The slot, with `/2` for the second part of one that carries several.
    pub slot: String,
    /// The attachment of `attachments` that it hangs on.
    pub attachment: String,
    /// `m2-to-pcie`, `u2-to-m2`, `u2-to-pcie`, `m2-to-u2`, a cable (`u2-to-slimsas`, `u2-to-mcio`,
    /// `u2-to-oculink`, `u2-to-minisas-hd`, `sata-breakout`) or a riser (`pcie-to-m2`,
    /// `pcie-to-oculink`, `pcie-to-slimsas`, `pcie-to-mcio`, `pcie-to-short-slot`); null if it fits
    /// directly.
    pub adapter: Option<PlanAdapter>,
    /// Link that the place offers; null for SATA.
    pub offered: Option<LinkState>,
    /// Link that the device could run; null if it takes any.
    pub possible: Option<LinkState>,
    /// Link that it runs there; null for SATA.
    pub current: Option<LinkState>,
}

words! {
    /// Adapter that makes a device fit its place.
    pub enum PlanAdapter or Unlisted {
        /// A card that carries an M.2 drive.
        M2ToPcie = "m2-to-pcie",
        /// A plug for an M.2 place, with a cable to a U.2 drive.
        U2ToM2 = "u2-to-m2",
        /// A card that carries a U.2 drive.
        U2ToPcie = "u2-to-pcie",
        /// A housing of U.2's form that carries an M.2 drive.
        M2ToU2 = "m2-to-u2",
        /// A cable from SlimSAS to a U.2 drive.
        U2ToSlimSas = "u2-to-slimsas",
        /// A cable from MCIO to a U.2 drive.
        U2ToMcio = "u2-to-mcio",
        /// A cable from OCuLink to a U.2 drive.
        U2ToOcuLink = "u2-to-oculink",
        /// A cable from SFF-8643 to a U.2 drive.
        U2ToMiniSasHd = "u2-to-minisas-hd",
        /// A cable from a connector of several lanes to SATA drives.
        SataBreakout = "sata-breakout",
        /// A card on a riser from M.2.
        PcieToM2 = "pcie-to-m2",
        /// A card on a riser from OCuLink.
        PcieToOcuLink = "pcie-to-oculink",
        /// A card on a riser from SlimSAS.
        PcieToSlimSas = "pcie-to-slimsas",
        /// A card on a riser from MCIO.
        PcieToMcio = "pcie-to-mcio",
        /// A card on a riser from a slot that is too short for it.
        PcieToShortSlot = "pcie-to-short-slot",
    }
}

/// An array that is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanArray {
    /// Its name.
    pub id: String,
    /// `raid0`, `raid1`, ...
    pub level: String,
    /// Its RAID engine, as the catalogue spells it: `intel-rst`, `linux-md`, ...; null if there is
    /// none.
    pub engine: Option<String>,
    /// Its devices.
    pub members: Vec<String>,
    /// What it holds, before file systems; null if the size of a member is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_tb: Option<f64>,
    /// Members that may fail without loss, whichever they are.
    #[serde(default)]
    pub may_fail: u64,
}

/// A processor, chipset or switch with its places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanAttachment {
    /// Its node.
    pub id: String,
    /// Common name; null if it has none.
    pub name: Option<String>,
    /// `processor`, `root-complex`, `chipset`, `switch` or `network-link`.
    pub kind: PortKind,
    /// The attachment above it; null for a processor.
    pub above: Option<String>,
    /// Its link to the one above; null if there is none, or its width is unknown.
    pub uplink: Option<PlanUplink>,
    /// Its places, in the order of the board.
    pub slots: Vec<ArrangementSlot>,
    /// Drives on it that stay where they are.
    pub fixed: Vec<String>,
}

/// An attachment's link to the attachment above.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanUplink {
    /// Its name if it has one of its own, such as `DMI 3.0`.
    pub name: Option<String>,
    /// Speed and width.
    pub link: LinkState,
    /// Its capacity one way, by arithmetic, 10^6 bytes per second.
    pub carries_mb_s: f64,
    /// Load on it for the first objective, 10^6 bytes per second.
    pub load_mb_s: f64,
    /// It holds drives back.
    pub is_limit: bool,
}

/// A place in an arrangement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrangementSlot {
    /// The slot.
    pub slot: String,
    /// `used`, `empty` or `off`.
    pub state: ArrangementSlotState,
    /// Its devices, a carrier before the devices it carries.
    pub devices: Vec<String>,
    /// Its link in this arrangement; null for SATA, and if it is off.
    pub link: Option<LinkState>,
    /// Load on it for the first objective, 10^6 bytes per second.
    pub load_mb_s: f64,
    /// Why it is off or narrower than it could be; null if it is neither.
    pub because: Option<DocumentText>,
}

words! {
    /// How a place is in an arrangement.
    pub enum ArrangementSlotState or Unlisted {
        Used = "used",
        Empty = "empty",
        /// Switched off by something in use elsewhere.
        Off = "off",
    }
}

/// How an arrangement does for one objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectiveScore {
    /// The objective's word.
    pub objective: String,
    /// How much.
    pub value: f64,
    /// `MB/s`, `IOPS`, `lanes`, `moves`, `ports` or `steps` (of a request's way; fewer are better,
    /// as with moves).
    pub unit: FigureUnit,
    /// Gain over the best as a part of it: -0.12 is 12 % less; null if that is meaningless.
    pub against_best: Option<f64>,
}

/// Throughput of the drives if cards have this many lanes and this many SATA ports stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneTrade {
    /// The words of `--want` that bring it, in place of others about these cards.
    pub want: String,
    /// It is the best arrangement, or brings as much with the same lanes and ports.
    pub is_best: bool,
    /// Score of the first objective.
    pub score: ObjectiveScore,
    /// The cards whose lanes are traded.
    pub cards: Vec<TradedCard>,
    /// SATA ports that stay usable and empty.
    pub free_sata: usize,
    /// SATA ports switched off by something in use elsewhere.
    pub sata_off: usize,
    /// Places, in the order of the devices.
    pub placements: Vec<DevicePlacement>,
    /// Firmware settings to add to those in force.
    pub set: Vec<PlanSetting>,
    /// No arrangement with as many lanes and ports brings more; false if the search ended before that
    /// was clear.
    pub exact: bool,
}

/// A card whose lanes are traded for rates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TradedCard {
    /// The device.
    pub device: String,
    /// Its link there; null if unknown.
    pub link: Option<LinkState>,
}

/// How sure it is that nothing is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptimalityProofRecord {
    /// Nothing is better.
    pub exact: bool,
    /// If not: nothing is better by more than this part of the first objective.
    pub gap: Option<f64>,
    /// How many arrangements were looked at.
    pub looked_at: u64,
}

/// Why there is no arrangement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanInfeasibility {
    /// The fewest constraints that cannot all be fulfilled.
    pub constraints: Vec<PlanCriterion>,
    /// The fewest devices that find no place, if no constraint is to blame.
    pub devices: Vec<String>,
    /// Reasons, in words: the needs of devices without a slot and the occupants, and where each
    /// constraint to blame could be met.
    pub clashes: Vec<DocumentText>,
    /// Objections to the requested arrays and booting, in the first slots that fit.
    pub answers: Vec<FirmwareAnswer>,
    /// Whether that there is none is sure; if not, the search was given up before it found one.
    pub proven: bool,
}

/// An answer about starting or RAID.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FirmwareAnswer {
    /// The request, in words; empty if it follows from the constraints.
    pub question: DocumentText,
    /// `yes`, `no`, `not-known` or `contradicted`, once everything in `set` is set.
    pub verdict: AnswerVerdict,
    /// The same for the current settings, as far as they are known.
    pub as_set: AnswerVerdict,
    /// Facts that decide it.
    pub reasons: Vec<AnswerReason>,
    /// Settings or actions needed, in words.
    pub set: Vec<DocumentText>,
    /// Facts that would settle unknowns or contradictions, in words.
    pub settle: Vec<DocumentText>,
}

words! {
    /// Verdict of an answer or a reason.
    pub enum AnswerVerdict or Unlisted {
        Yes = "yes",
        No = "no",
        NotKnown = "not-known",
        /// Sources disagree.
        Contradicted = "contradicted",
    }
}

/// Why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerReason {
    /// The rule's id.
    pub rule: String,
    /// The condition and the finding, in words.
    pub text: DocumentText,
    /// `yes`, `no`, `not-known` or `contradicted`: whether its condition holds as things are set.
    pub holds: AnswerVerdict,
    /// The weakest basis of its facts.
    pub basis: EvidenceBasis,
    /// The lowest confidence of its facts.
    pub confidence: String,
    /// Sources of these facts.
    pub sources: Vec<String>,
}

/// One step on the way from today to the best, done at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanMove {
    /// Devices taken out and put in; several if they change places; empty if only settings change.
    pub carried: Vec<DeviceMove>,
    /// Firmware settings changed with it.
    pub set: Vec<PlanSetting>,
    /// The slots to split with it, as for the whole arrangement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splits: Vec<SlotSplit>,
    /// Effects.
    pub effects: Vec<MoveEffectRecord>,
    /// The measurement that confirms it; null if it changes no drive's rate.
    pub check: Option<MoveCheckRecord>,
    /// The step in words.
    pub text: DocumentText,
}

/// A device on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceMove {
    /// The device.
    pub device: String,
    /// Its serial number; null if it has none or it is unknown.
    pub serial: Option<String>,
    /// Its present place; null if it is not in the machine yet.
    pub from: Option<String>,
    /// Its destination.
    pub to: String,
}

/// Effect of a step on a drive or array, 10^6 bytes per second; null if it is not in the machine or
/// nothing is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveEffectRecord {
    /// The drive or array.
    pub target: String,
    /// Before it, while all others run.
    pub before_mb_s: Option<f64>,
    /// After it.
    pub after_mb_s: Option<f64>,
    /// Before it, running alone.
    pub alone_before_mb_s: Option<f64>,
    /// After it.
    pub alone_after_mb_s: Option<f64>,
}

/// The best possible with this many moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveBudget {
    /// How many; an exchange counts as one.
    pub moves: u32,
    /// The moves, in words.
    pub text: DocumentText,
    /// Value of the first objective then, as in `scores`.
    pub value: f64,
    /// The same before any move.
    pub before: f64,
}

/// A measurement with its expected result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveCheckRecord {
    /// The command line.
    pub command: String,
    /// Expected result, 10^6 bytes per second in all.
    pub mb_s: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
}
