//! Placement of devices: possible locations, their results, and the best one.
//!
//! For: deciding before anything is bought or moved which drive, card and lane belongs where. A
//! [`inventory::SlotInventory`] is a machine's slots, a [`device::MovableDevice`] can be put into them, a
//! [`placement::Placement`] has the location of each and becomes a machine that the model predicts.
//! [`feasibility`] answers how the machine boots and which drives a RAID takes.
//!
//! Not here: how fast a placement is (`narrows-model`); facts about products
//! (`narrows-catalog`).
//!
//! ```
//! use narrows_model::Machine;
//! use narrows_plan::{lanes, observed};
//! use narrows_topology::{build, read};
//!
//! let listing = "00:1d.0 PCI bridge [0604]: Example Port [8086:a118] (prog-if 00 [Normal decode])
//! \tBus: primary=00, secondary=01, subordinate=01, sec-latency=0
//! \tLnkCap:\tPort #9, Speed 8GT/s, Width x4
//! \tLnkSta:\tSpeed 8GT/s, Width x2
//! 01:00.0 Non-Volatile memory controller [0108]: Example SSD [144d:a804] (prog-if 02)
//! \tLnkCap:\tPort #0, Speed 8GT/s, Width x4
//! \tLnkSta:\tSpeed 8GT/s, Width x2
//! ";
//! let evidence = read::kind::evidence(listing.as_bytes()).expect("an lspci listing");
//! let inventory = observed::inventory(&Machine::of(build::build(&evidence)));
//! let budget = lanes::of(&inventory, &inventory.devices, &inventory.today).expect("what was seen");
//! // The drive runs two of its four lanes.
//! assert_eq!(budget.providers.iter().map(|it| it.now()).sum::<u32>(), 2);
//! ```

pub mod adapter;
pub mod better;
pub mod boards;
pub mod buying;
pub mod clearance;
pub mod device;
pub mod doubts;
pub mod evaluate;
pub mod feasibility;
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
pub mod observed;
pub mod pinned;
pub mod placement;
pub mod request;
pub mod result;
pub mod search;
pub mod serving;
pub mod sparing;
pub mod splitting;
pub mod trade;
pub mod words;
