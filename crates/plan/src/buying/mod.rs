//! What to buy: the slowest drive that fills its place, and what else the money would bring.
//!
//! Not here: prices, which the user gives; makers' promises (`narrows-catalog`).

mod filling;
mod offer;

pub use filling::{FILLED, Filling, fillings};
pub use offer::{Choice, Offer, Way, offers};

#[cfg(test)]
mod tests;
