//! What can be put where, what becomes of it, and where it is best put.
//!
//! For: saying before anything is bought or moved which drive, card and lane belongs where. A
//! [`inventory::Inventory`] is a machine's places, a [`device::Device`] is what can be put into them, a
//! [`placement::Placement`] says what is where and becomes a machine that the model predicts.
//! [`feasibility`] says what starts the machine and what a RAID takes.
//!
//! Not here: how fast a placement is (`narrows-model`); facts about products
//! (`narrows-catalog`).

pub mod adapter;
pub mod ask;
pub mod better;
pub mod boards;
pub mod buying;
pub mod clearance;
pub mod device;
pub mod doubts;
pub mod evaluate;
pub mod feasibility;
pub mod found;
pub mod graphics;
pub mod growth;
pub mod inventory;
pub mod lanes;
pub mod learn;
pub mod levels;
pub mod makeshift;
pub mod means;
pub mod moves;
pub mod narrow;
pub mod pinned;
pub mod placement;
pub mod search;
pub mod seen;
pub mod serving;
pub mod trade;
pub mod wanted;
