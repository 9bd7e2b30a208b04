//! Placement rules beside reported cases, and the steps from today's arrangement to a plan.

mod asked;
mod moves;
mod seen;
