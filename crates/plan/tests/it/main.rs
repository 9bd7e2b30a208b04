//! What can be put where, beside what people tried, and from today's arrangement to a plan.

mod asked;
mod moves;
mod seen;
