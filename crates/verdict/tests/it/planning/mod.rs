//! What the write-ups worked out on paper about places, asked of the plan. Expectations are theirs, or
//! derived by hand in the comment; where the plan finds what they overlooked, the comment says so.

mod bed;
mod buying;
mod costs;
mod means;
mod microatx;
mod servers;
mod uplink;
