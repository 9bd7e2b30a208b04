//! What a measurement looks like while it runs, as a terminal screen.
//!
//! For: from what threads have counted so far to figures of the last second ([`Meter`]), and from a
//! [`View`] to a screen of any size ([`draw()`]). Everything is a value that is handed in: the same
//! view gives the same screen.
//!
//! Not here: the terminal, its keys and the thread that draws (`cli`), what is counted (`issuer`),
//! where drives hang and what links carry (`report`).

mod arrange;
mod draw;
mod hand;
mod limit;
mod meter;
mod view;

pub use draw::{Look, draw, line};
pub use hand::{Act, Column, Hand, Key, Shape};
pub use meter::{Meter, Now};
pub use view::{Cpu, Drive, Expected, Place, View};
