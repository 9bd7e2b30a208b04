//! What a plan adds beyond one board, inside `narrows.plan/1`: boards ranked, RAID engines side by
//! side, and what money would bring.

use std::collections::BTreeMap;

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::plan::AnswerVerdict;
use crate::predict::LimitRecord;
use crate::word::FigureUnit;

/// A board with what it brings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedBoard {
    /// The catalogue's board, by id; null for one of a file.
    pub board: Option<String>,
    /// What people call it.
    pub name: String,
    /// Whether it meets all requirements, as far as that is known.
    pub possible: bool,
    /// Whether it can is unknown: booting or RAID is open, and `why` says what
    /// would settle it; the rest is what it would come to. Or the search ended before its answer.
    pub open: bool,
    /// What each objective comes to, in the unit of `best.scores`; empty where it is not possible.
    pub scores: Vec<f64>,
    /// The first score as a part of the best board's.
    pub part_of_best: Option<f64>,
    /// Its price, as the user gave it.
    pub price: Option<f64>,
    /// It is the cheapest that comes within 5 % of the best.
    pub cheapest_near_best: bool,
    /// Whether it is proven that nothing on it is better.
    pub exact: Option<bool>,
    /// What is where.
    pub places: Vec<SlotPlacement>,
    /// Cards that run narrower than they could on this board, in words.
    pub narrow: Vec<DocumentText>,
    /// Which RAID engine makes each array.
    pub engines: BTreeMap<String, String>,
    /// What holds back most of what is moved.
    pub limit: Option<LimitRecord>,
    /// The constraints that cannot be fulfilled together, as `--want` spells them.
    pub constraints: Vec<String>,
    /// Why not, or what would settle what is open, in words.
    pub why: Vec<DocumentText>,
    /// What each objective comes to without those constraints; empty where that is not possible either.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineOption {
    /// Its id: `intel-rst`, `intel-rst-vmd`, `intel-vroc`, `amd-raidxpert2`, `windows`, `linux-md`,
    /// `raid-card`.
    pub engine: String,
    /// What people call it.
    pub name: DocumentText,
    /// The levels that it makes.
    pub levels: Vec<u8>,
    /// Whether it makes the array: `yes`, `no`, `not-known`, `contradicted`; null for a card.
    pub made: Option<AnswerVerdict>,
    /// Whether the machine starts from it, in the same words; null for a card.
    pub starts: Option<AnswerVerdict>,
    /// What decides whether it makes the array.
    pub why: Vec<DocumentText>,
    /// What decides whether the machine starts from it.
    pub why_starts: Vec<DocumentText>,
    /// What to set.
    pub set: Vec<DocumentText>,
    /// What would settle what is open.
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
    /// What the slot of a card carries at most.
    pub at_most_mb_s: Option<f64>,
    /// The levels that pass TRIM to the drives; null where not known.
    pub trim: Option<EngineStatement>,
    /// What it is made and watched with; null where not known.
    pub tools: Option<EngineStatement>,
    /// What reads the drives when the machine is gone; null where not known.
    pub elsewhere: Option<EngineStatement>,
    /// Where its NVMe drives can be: `any`, `chipset`, `processor`, `card`; null where not known.
    pub mixing: Option<EngineStatement>,
    /// What has to be bought: `nothing`, `key`, `card`; null where not known.
    pub extra: Option<EngineStatement>,
    /// What else matters.
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
    /// What keeps it from being faster.
    pub limit: LimitRecord,
}

/// What a source says of a RAID engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineStatement {
    /// The value, as words of the catalogue or numbers of levels.
    pub is: Vec<String>,
    /// The same for people.
    pub text: DocumentText,
    /// What else matters.
    pub note: Option<String>,
    /// Where it comes from.
    pub source: Vec<String>,
    /// `low`, `medium` or `high`.
    pub confidence: String,
}

/// What money would bring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurchaseAdvice {
    /// What the first objective comes to now.
    pub now: f64,
    /// Its unit, as in `best.scores`.
    pub unit: FigureUnit,
    /// What each purchase would bring, most first.
    pub offers: Vec<PurchaseOfferRecord>,
    /// For each model of drive, what would fill its places.
    pub fillings: Vec<SlotFilling>,
}

/// A purchase, or a move that costs nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PurchaseOfferRecord {
    /// `slots` (a better slot for what is there), `another` (one more drive), `instead` (other
    /// drives), `board` or `board-and-drive`.
    pub kind: String,
    /// The drive's model or the board; null for `slots`.
    pub of: Option<String>,
    /// What it is, in words.
    pub what: DocumentText,
    /// Whether all requirements are then met.
    pub possible: bool,
    /// What each objective then comes to; empty where it is not possible.
    pub scores: Vec<f64>,
    /// Cards that then run narrower than they could, such as `gpu (x4 of x16)`.
    pub narrow: Vec<DocumentText>,
    /// How much more the first objective comes to: 0.31 is 31 % more.
    pub gain: Option<f64>,
    /// Its price, as the user gave it.
    pub price: Option<f64>,
    /// What a unit of money adds to the first objective.
    pub per_price: Option<f64>,
    /// It adds most to the first objective for its price.
    pub most_for_price: bool,
    /// What then holds back most.
    pub limit: Option<LimitRecord>,
    /// The constraints that cannot be fulfilled together, as `--want` spells them.
    pub constraints: Vec<String>,
}

/// What fills the places of some drives of one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotFilling {
    /// The drives.
    pub drives: Vec<String>,
    /// What they bring in all, 10^6 bytes per second.
    pub now_mb_s: f64,
    /// What their places would give to drives that limit nothing.
    pub place_mb_s: f64,
    /// What limits then.
    pub limit: Option<LimitRecord>,
    /// The slowest drive of the catalogue that fills the places, by id; null where none does.
    pub slowest: Option<String>,
    /// What that one reads by itself.
    pub slowest_mb_s: Option<f64>,
    /// What such drives would bring in all.
    pub with_slowest_mb_s: Option<f64>,
    /// What follows, in words.
    pub text: DocumentText,
}

/// What a network gets of what the drives bring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NetworkCapacity {
    /// The network card.
    pub card: String,
    /// What goes out, 10^6 bytes per second.
    pub serves_mb_s: f64,
    /// What all drives bring while nothing goes out.
    pub drives_mb_s: f64,
    /// What the card carries while no drive works.
    pub card_mb_s: f64,
    /// What keeps more from going out; null where the card's ports do.
    pub limit: Option<LimitRecord>,
    /// The same in words.
    pub text: DocumentText,
}
