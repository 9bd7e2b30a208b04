//! The write-ups' placements on paper, checked against the plan. Expectations are theirs, or derived
//! by hand in the comment; if the plan finds something they overlooked, the comment says so.

mod bed;
mod buying;
mod costs;
mod means;
mod microatx;
mod servers;
mod uplink;
