//! The search for the best placement, on boards of the catalogue.

mod boards;
mod bounds;
mod draw;
mod oracle;
mod seen;
mod sizes;
mod synthetic;
mod wishes;
