//! From what a machine is today: as an inventory, and the moves from there to a plan.

mod identity;
mod swap;
