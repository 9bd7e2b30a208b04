//! The program that rigs run: the one built beside the tests, or the one that somebody names.

use std::path::{Path, PathBuf};

use crate::shell;

/// Names a binary that is there already. `cargo xtask test` names the one that its build of the
/// whole workspace made; another build of it would choose other features and compile it all again.
pub const BINARY: &str = "NARROWS_BINARY";

/// Names a binary with MPI in it, for the tests of many hosts.
pub const WITH_MPI: &str = "NARROWS_MPI_BINARY";

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

/// Builds `narrows` with MPI and gives its path, beside the one without. Of the whole workspace only the binary is
/// compiled once more: a test that is built with it makes cargo give all below the features that the tests'
/// build gives it. The build of the tests, which comes later, puts the plain one back into its place.
pub fn with_mpi(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let words = ["build", "--quiet", "--workspace", "--bin", "narrows", "--test", "web"];
    shell::run(shell::cargo(&words).args(["--features", "narrows/mpi"]))?;
    let (built, path) = (built(root), built(root).with_file_name("narrows-mpi"));
    std::fs::copy(&built, &path)?;
    // What runs the plain one must not find this in its place.
    std::fs::remove_file(&built)?;
    Ok(path)
}

/// Where a build for tests leaves it.
pub fn built(root: &Path) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("debug/narrows")
}
