//! Advice on buying: the slowest drive that fills its location, and other uses of the money.
//!
//! Not here: prices, which the user gives; makers' promises (`narrows-catalog`).

mod amount;
mod filling;
mod offer;
mod price_list;

pub(crate) use filling::limitless;
pub use filling::{DriveFilling, FILLED, fillings};
pub use offer::{PurchaseChoice, PurchaseKind, PurchaseOffer, offers};
pub use price_list::{PRICED, PriceList, price_list};

#[cfg(test)]
mod tests;
