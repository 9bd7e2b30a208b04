//! The pure rooms behind the page in the browser: JSON in, JSON out.
//!
//! For: a page that says what the terminal says, because both ask the same rooms. A [`Desk`] keeps what was
//! dropped on the page; every other question brings its whole state along ([`State`]).
//!
//! Not here: the page itself (`web/`), what serves it (`narrows web`), and answers that the terminal does
//! not have.

mod best;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod catalogue;
mod desk;
mod dropped;
mod exports;
mod problem;
mod source;
mod state;
mod view;

pub use self::desk::Desk;
pub use self::problem::Problem;
pub use self::state::State;
