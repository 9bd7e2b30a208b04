//! From what a machine is today: as a site, and the moves from there to a plan.

mod identity;
mod swap;
