//! What can be put where: drives, slots and RAID, and what becomes of them.
//!
//! For: saying before anything is bought or moved whether a drive in a slot starts the machine,
//! whether it can be a member of the chipset's RAID, whether such a volume starts, what must be set
//! in the firmware for it, and what would settle what nobody knows ([`feasibility`]).
//!
//! Not here: how fast a placement is (`narrows-model`); facts about products
//! (`narrows-catalog`).

pub mod feasibility;
