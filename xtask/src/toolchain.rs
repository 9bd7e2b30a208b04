//! Parts of the Rust toolchain that the chores need beside its compiler: added if missing.
//!
//! `rust-toolchain.toml` names version, components and targets, and rustup follows it by itself when
//! it installs the toolchain; one installed earlier may lack some of them.

use std::path::Path;
use std::process::Command;

use crate::{Fallible, shell};

/// The target of the browser, which shows that pure rooms need no operating system.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the components and the target that `cargo xtask test` needs; an error if one stays missing.
pub fn complete() -> Fallible {
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        // rustup puts a stand-in for every component in the path: only running it shows whether
        // the component is there.
        if shell::output(Command::new(program).arg("--version")).is_err() {
            shell::run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    add_target(WASM)
}

/// Adds the standard library of a target, if missing.
pub fn add_target(target: &str) -> Fallible {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let words = ["--print", "target-libdir", "--target", target];
    let folder = shell::output(Command::new(rustc).args(words))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    shell::run(Command::new("rustup").args(["target", "add", target]))
}
