//! Feasibility beside what people tried.

mod asked;
