//! From a source and what is asked of it to the document that answers: what is seen, who takes which lanes,
//! what drives will do together, where they are best put.
//!
//! For: the terminal and the page in the browser, which say the same because both ask here.
//!
//! Not here: reading files (bytes are handed in), the clock (functions are handed in that tell whether time
//! is over), arguments and exit codes, drawing.

pub mod arrangement;
pub mod asks;
mod failure;
pub mod inventory;
pub mod lanes;
pub mod plan;
pub mod predict;
pub mod predictions;
pub mod see;
pub mod source;
mod time;

pub use self::failure::{Failure, Kind};
pub use self::time::Time;
