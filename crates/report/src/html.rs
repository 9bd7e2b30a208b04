//! Reports as one HTML file each: no network, no scripts, no fonts of its own, light and dark.
//!
//! The answer stands first and large, then the drawing, then the figures, then how they came
//! about. The whole document is embedded as JSON, so that the file is its own record.

mod bars;
mod casebook;
mod courses;
mod page;
mod run;
mod see;
mod sets;
mod sharing;
mod stripe;
mod timeline;

pub use casebook::casebook;
pub use run::run;
pub use see::see;
pub use stripe::stripe;
