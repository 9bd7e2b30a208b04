//! Linux: everything.

pub mod commands;
pub mod desktop;
pub mod forgotten;
pub mod input;
pub mod interrupt;
pub mod machine;
pub mod screen;
pub mod streams;
pub mod targets;
pub mod whole_file;

/// What the system needs to be told before anything else.
pub fn prepare() {
    interrupt::survive_file_limit();
}
