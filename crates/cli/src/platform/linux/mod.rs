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

/// System set-up that must come before anything else.
pub fn prepare() {
    interrupt::survive_file_limit();
}
