//! Requirements of an arrangement besides the drives and cards themselves: slots to split in the
//! firmware, adapters and cables to buy, and makeshifts.
//!
//! For: [`crate::plan`]. Not here: which of it is needed (`narrows-plan`).

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::word::words;

/// A slot that the firmware is to split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotSplit {
    /// The slot.
    pub slot: String,
    /// The card that passes its lanes on; null for a connector whose cable leads to several drives.
    pub card: Option<String>,
    /// The parts, such as `x4/x4/x4/x4`.
    pub split: String,
    /// The firmware's name for the setting; null if unknown.
    pub setting: Option<String>,
    /// The sockets of the card that work then, counted from 1 and from the slot's first lane.
    pub sockets: Vec<u8>,
    /// Sockets that the card has.
    pub of: u8,
    /// Whether the firmware is known to offer the split.
    pub is_offered: bool,
    /// The same in words.
    pub text: DocumentText,
}

/// An adapter or cable that is needed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NeededAdapter {
    /// Its id in the catalogue; `placements` uses the same ids.
    pub id: String,
    /// The item to buy, in words.
    pub name: DocumentText,
    /// The drives and cards that need one.
    pub devices: Vec<String>,
    /// How many to buy, if one serves several: a breakout cable leads from one connector to four
    /// drives. Otherwise one each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// Whether it is only the cable of such a connector, which is not counted as an adapter.
    pub is_cable: bool,
}

/// Something that the arrangement makes do with, because no other has less of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanMakeshift {
    /// `covered-slot`, `riser` or `split-not-known`.
    pub kind: MakeshiftKind,
    /// The card that it is about.
    pub device: String,
    /// The card that covers its slot; null for other kinds.
    pub by: Option<String>,
    /// The same in words.
    pub text: DocumentText,
}

words! {
    /// Makeshift of an arrangement.
    pub enum MakeshiftKind or Unlisted {
        /// A card in a slot that another card covers.
        CoveredSlot = "covered-slot",
        /// A card on a riser cable.
        Riser = "riser",
        /// A slot must be split, and whether its firmware does is unknown.
        SplitNotKnown = "split-not-known",
    }
}
