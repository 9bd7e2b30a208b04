//! What the write-ups worked out on paper about places, asked of the plan. Expectations are theirs, or
//! derived by hand in the comment; where the plan finds what they overlooked, the comment says so.

#[path = "planning/bed.rs"]
mod bed;
#[path = "planning/buying.rs"]
mod buying;
#[path = "planning/means.rs"]
mod means;
#[path = "planning/microatx.rs"]
mod microatx;
#[path = "planning/servers.rs"]
mod servers;
#[path = "planning/uplink.rs"]
mod uplink;
