//! From what a machine is today: as a site, and the moves from there to a plan.

#[path = "from_today/identity.rs"]
mod identity;
#[path = "from_today/swap.rs"]
mod swap;
