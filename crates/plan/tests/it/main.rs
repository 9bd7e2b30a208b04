//! Placement rules beside reported cases, and the steps from today's arrangement to a plan.

mod feasibility;
mod moves;
mod observed;
