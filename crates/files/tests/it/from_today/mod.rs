//! The machine of today: as an inventory, and the moves from there to a plan.

mod identity;
mod swap;
