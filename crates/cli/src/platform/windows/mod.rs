//! Windows: everything but what changes drives and machines. What it shows of itself comes from a script of its own
//! shell.

pub mod commands;
pub mod desktop;
pub mod forgotten;
pub mod input;
pub mod interrupt;
pub mod machine;
mod names;
pub mod screen;
pub mod streams;
pub mod targets;
pub mod whole_file;

/// What the system needs to be told before anything else: that colours are meant.
pub fn prepare() {
    streams::allow_colours();
}
