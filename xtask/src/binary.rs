//! The program that rigs run: the one built beside the tests, or the one that somebody names.

use std::path::{Path, PathBuf};

use crate::shell;

/// Names a binary that is there already. `cargo xtask test` names the one that its build of the
/// whole workspace made; another build of it would choose other features and compile it all again.
pub const BINARY: &str = "NARROWS_BINARY";

/// The one that the environment names.
pub fn named() -> Option<PathBuf> {
    std::env::var_os(BINARY).map(PathBuf::from)
}

/// Path of `narrows`, built unless the environment names one.
pub fn narrows(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    if let Some(path) = named() {
        return Ok(path);
    }
    shell::run(&mut shell::cargo(&["build", "--quiet", "--package", "narrows"]))?;
    Ok(built(root))
}

/// Where a build for tests leaves it.
pub fn built(root: &Path) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("debug/narrows")
}
