//! Parts of `narrows.plan/1` beyond one board: boards ranked, RAID engines side by side, and
//! possible purchases.

use std::collections::BTreeMap;

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::plan::AnswerVerdict;
use crate::predict::LimitRecord;
use crate::word::FigureUnit;

/// A board with its results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedBoard {
    /// The catalogue's board, by id; null for one of a file.
    pub board: Option<String>,
    /// Common name.
    pub name: String,
    /// Whether it meets all requirements, as far as known.
    pub possible: bool,
    /// It is unknown whether it can: booting or RAID is open, and `why` names what would settle it;
    /// the rest is its possible result. Or the search ended first.
    pub open: bool,
    /// Value of each objective, in the unit of `best.scores`; empty if it is not possible.
    pub scores: Vec<f64>,
    /// The first score as a part of the best board's.
    pub part_of_best: Option<f64>,
    /// Its price, as the user gave it.
    pub price: Option<f64>,
    /// It is the cheapest that comes within 5 % of the best.
    pub cheapest_near_best: bool,
    /// Whether it is proven that nothing on it is better.
    pub exact: Option<bool>,
    /// Places of all devices.
    pub places: Vec<SlotPlacement>,
    /// Cards that run narrower than they could on this board, in words.
    pub narrow: Vec<DocumentText>,
    /// Which RAID engine makes each array.
    pub engines: BTreeMap<String, String>,
    /// Limit of most of the traffic.
    pub limit: Option<LimitRecord>,
    /// The constraints that cannot be fulfilled together, as `--want` spells them.
    pub constraints: Vec<String>,
    /// Reasons against it, or facts that would settle it, in words.
    pub why: Vec<DocumentText>,
    /// Value of each objective without those constraints; empty if that is not possible either.
    pub without: Vec<f64>,
}

/// A device in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotPlacement {
    /// The device.
    pub device: String,
    /// The slot, with `/2` for the second part of one that is split.
    pub slot: String,
}

/// A way to make an array.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineOption {
    /// Its id: `intel-rst`, `intel-rst-vmd`, `intel-vroc`, `amd-raidxpert2`, `windows`, `linux-md`,
    /// `raid-card`.
    pub engine: String,
    /// Common name.
    pub name: DocumentText,
    /// The levels that it makes.
    pub levels: Vec<u8>,
    /// Whether it makes the array: `yes`, `no`, `not-known`, `contradicted`; null for a card.
    pub made: Option<AnswerVerdict>,
    /// Whether the machine starts from it, in the same words; null for a card.
    pub starts: Option<AnswerVerdict>,
    /// Facts that decide whether it makes the array.
    pub why: Vec<DocumentText>,
    /// Facts that decide whether the machine starts from it.
    pub why_starts: Vec<DocumentText>,
    /// Settings to make.
    pub set: Vec<DocumentText>,
    /// Facts that would settle it.
    pub settle: Vec<DocumentText>,
    /// Where its drives do best.
    pub places: Vec<SlotPlacement>,
    /// Sequential reads of 128 KiB at depth 32.
    pub read: Option<PredictedRate>,
    /// Sequential writes of 128 KiB at depth 32.
    pub write: Option<PredictedRate>,
    /// Random reads of 4 KiB at depth 32.
    pub random_read: Option<PredictedRate>,
    /// Random writes of 4 KiB at depth 32.
    pub random_write: Option<PredictedRate>,
    /// Limit of a card's slot.
    pub at_most_mb_s: Option<f64>,
    /// The levels that pass TRIM to the drives; null where not known.
    pub trim: Option<EngineStatement>,
    /// Tools to create and monitor it; null if unknown.
    pub tools: Option<EngineStatement>,
    /// Way to read the drives when the machine is gone; null if unknown.
    pub elsewhere: Option<EngineStatement>,
    /// Where its NVMe drives can be: `any`, `chipset`, `processor`, `card`; null where not known.
    pub mixing: Option<EngineStatement>,
    /// Purchase needed: `nothing`, `key`, `card`; null if unknown.
    pub extra: Option<EngineStatement>,
    /// Remarks.
    pub note: Option<String>,
}

/// A predicted rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedRate {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Lower end of the 80 % band.
    pub low_mb_s: f64,
    /// Upper end of the 80 % band.
    pub high_mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Its limit.
    pub limit: LimitRecord,
}

/// Statement of a source on a RAID engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineStatement {
    /// The value, as words of the catalogue or numbers of levels.
    pub is: Vec<String>,
    /// The same for people.
    pub text: DocumentText,
    /// Remarks.
    pub note: Option<String>,
    /// Its sources.
    pub source: Vec<String>,
    /// `low`, `medium` or `high`.
    pub confidence: String,
}

/// Possible purchases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurchaseAdvice {
    /// Value of the first objective now.
    pub now: f64,
    /// Its unit, as in `best.scores`.
    pub unit: FigureUnit,
    /// Purchases, greatest gain first.
    pub offers: Vec<PurchaseOfferRecord>,
    /// Drives that would fill the places of each model.
    pub fillings: Vec<SlotFilling>,
}

/// A purchase, or a move that costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurchaseOfferRecord {
    /// `slots` (a better slot for present devices), `another` (one more drive), `instead` (other
    /// drives), `board` or `board-and-drive`.
    pub kind: String,
    /// The drive's model or the board; null for `slots`.
    pub of: Option<String>,
    /// The purchase, in words.
    pub what: DocumentText,
    /// Whether all requirements are then met.
    pub possible: bool,
    /// Value of each objective then; empty if it is not possible.
    pub scores: Vec<f64>,
    /// Cards that then run narrower than they could, such as `gpu (x4 of x16)`.
    pub narrow: Vec<DocumentText>,
    /// How much more the first objective comes to: 0.31 is 31 % more.
    pub gain: Option<f64>,
    /// Its price, as the user gave it.
    pub price: Option<f64>,
    /// Gain in the first objective per unit of money.
    pub per_price: Option<f64>,
    /// It adds most to the first objective for its price.
    pub most_for_price: bool,
    /// The greatest limit then.
    pub limit: Option<LimitRecord>,
    /// The constraints that cannot be fulfilled together, as `--want` spells them.
    pub constraints: Vec<String>,
}

/// Drives that fill the places of some drives of one model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotFilling {
    /// The drives.
    pub drives: Vec<String>,
    /// Their total, 10^6 bytes per second.
    pub now_mb_s: f64,
    /// Total of their places with drives that limit nothing.
    pub place_mb_s: f64,
    /// The limit then.
    pub limit: Option<LimitRecord>,
    /// The slowest drive of the catalogue that fills the places, by id; null if none does.
    pub slowest: Option<String>,
    /// Read rate of that drive by itself.
    pub slowest_mb_s: Option<f64>,
    /// Total with such drives.
    pub with_slowest_mb_s: Option<f64>,
    /// Conclusion, in words.
    pub text: DocumentText,
}

/// Part of the drives' throughput that a network gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkCapacity {
    /// The network card.
    pub card: String,
    /// Rate sent, 10^6 bytes per second.
    pub serves_mb_s: f64,
    /// Rate of all drives while nothing is sent.
    pub drives_mb_s: f64,
    /// Rate of the card while no drive works.
    pub card_mb_s: f64,
    /// Bottleneck of the outgoing flow; null if it is the card's ports.
    pub limit: Option<LimitRecord>,
    /// The same in words.
    pub text: DocumentText,
}
