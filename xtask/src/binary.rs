//! The program that rigs run: the one built beside the tests, or the one that somebody names.

use std::path::{Path, PathBuf};

use crate::shell;

/// Names a binary that is there already. `cargo xtask test` names the one that its build of the
/// whole workspace made; another build of it would choose other features and compile it all again.
pub const BINARY: &str = "NARROWS_BINARY";

/// Names a binary with MPI in it, for the tests of many hosts.
pub const WITH_MPI: &str = "NARROWS_MPI_BINARY";

/// Names one with MPICH in it, for the nightly tests.
pub const WITH_MPICH: &str = "NARROWS_MPICH_BINARY";

/// The compiler of MPICH where Open MPI's has the plain name.
const MPICC_OF_MPICH: &str = "mpicc.mpich";

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

/// Builds `narrows` with MPICH and gives its path. It has a folder of its own: the crate for MPI keeps what one MPI's
/// compiler said.
///
/// # Errors
///
/// MPICH is not installed, or it cannot be built.
pub fn with_mpich(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    if !shell::is_installed(MPICC_OF_MPICH) {
        return Err(format!("{MPICC_OF_MPICH} is not installed").into());
    }
    let path = built_with_mpich(root);
    let words = ["build", "--quiet", "--package", "narrows", "--features", "mpi"];
    let mut cargo = shell::cargo(&words);
    cargo.env("MPICC", MPICC_OF_MPICH).env("CARGO_TARGET_DIR", folder_of_mpich(root));
    shell::run(&mut cargo)?;
    Ok(path)
}

/// Where [`with_mpich`] leaves it.
pub fn built_with_mpich(root: &Path) -> PathBuf {
    folder_of_mpich(root).join("debug/narrows")
}

fn folder_of_mpich(root: &Path) -> PathBuf {
    target(root).join("mpich")
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Where a build for tests leaves it.
pub fn built(root: &Path) -> PathBuf {
    target(root).join("debug/narrows")
}
