//! From today's arrangement to a plan.

mod bed;
mod order;
mod properties;
mod reach;
