//! Windows: everything except changes to drives and machines. The machine's data comes from a script of its own
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

/// System set-up that must come before anything else: enabling colours.
pub fn prepare() {
    streams::allow_colours();
}
