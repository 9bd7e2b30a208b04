//! The program that rigs run: the one built beside the tests, or the one that is named.

use std::path::{Path, PathBuf};

use crate::Fallible;
use crate::shell;

/// Names an existing binary. `cargo xtask test` names the one that its build of the whole workspace
/// made; another build of it would choose other features and compile it all again.
pub const BINARY: &str = "NARROWS_BINARY";

/// Names the binary for many hosts with MPI in it, for their tests.
pub const WITH_MPI: &str = "NARROWS_MPI_BINARY";

/// Names one with MPICH in it, for the nightly tests.
pub const WITH_MPICH: &str = "NARROWS_MPICH_BINARY";

/// The compiler of MPICH where Open MPI's has the plain name.
const MPICC_OF_MPICH: &str = "mpicc.mpich";

pub fn named() -> Option<PathBuf> {
    std::env::var_os(BINARY).map(PathBuf::from)
}

/// Path of `narrows`, built unless the environment names one.
pub fn narrows(root: &Path) -> Fallible<PathBuf> {
    if let Some(path) = named() {
        return Ok(path);
    }
    shell::run(&mut shell::cargo(&["build", "--quiet", "--package", "narrows"]))?;
    Ok(built(root))
}

/// Parts of the workspace built for the binary with MPI: with a test beside it, cargo gives all below the same
/// features as the build of the tests.
const OF_MPI: [&str; 6] =
    ["--workspace", "--bin", "narrows-hosts", "--test", "web", "--features=narrows-hosts/mpi"];

/// Builds `narrows-hosts` with MPI and gives its path, beside the one without. After a build of the tests only that
/// package is compiled once more. The next build of the tests puts the plain one back into its place.
pub fn with_mpi(root: &Path) -> Fallible<PathBuf> {
    shell::run(shell::cargo(&["build", "--quiet"]).args(OF_MPI))?;
    let (built, path) = (built(root).with_file_name("narrows-hosts"), built_with_mpi(root));
    std::fs::copy(&built, &path)?;
    // Users of the plain one must not find this in its place.
    std::fs::remove_file(&built)?;
    Ok(path)
}

/// Where [`with_mpi`] leaves it.
pub fn built_with_mpi(root: &Path) -> PathBuf {
    built(root).with_file_name("narrows-hosts-mpi")
}

/// Builds `narrows-hosts` with MPICH and returns its path. It has its own folder: the crate for MPI keeps the report of one
/// MPI's compiler.
pub fn with_mpich(root: &Path) -> Fallible<PathBuf> {
    if !shell::is_installed(MPICC_OF_MPICH) {
        return Err(format!("{MPICC_OF_MPICH} is not installed").into());
    }
    let path = built_with_mpich(root);
    let words = ["build", "--quiet", "--package", "narrows-hosts", "--features", "mpi"];
    let mut cargo = shell::cargo(&words);
    cargo.env("MPICC", MPICC_OF_MPICH).env("CARGO_TARGET_DIR", folder_of_mpich(root));
    shell::run(&mut cargo)?;
    Ok(path)
}

/// Where [`with_mpich`] leaves it.
pub fn built_with_mpich(root: &Path) -> PathBuf {
    folder_of_mpich(root).join("debug/narrows-hosts")
}

fn folder_of_mpich(root: &Path) -> PathBuf {
    target(root).join("mpich")
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Where a build for tests leaves `narrows`.
pub fn built(root: &Path) -> PathBuf {
    target(root).join("debug/narrows")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use sha2::Digest;

    use super::*;

    /// Cargo's build plan: the name of each part of the project, with the settings that it and all below are
    /// compiled with. Cargo prints it only with unstable features allowed (`--unit-graph`).
    fn units(words: &[&str]) -> BTreeSet<(String, String)> {
        let mut cargo = shell::cargo(words);
        cargo.args(["--unit-graph", "-Zunstable-options"]).env("RUSTC_BOOTSTRAP", "1");
        let graph: Value = serde_json::from_str(&shell::output(&mut cargo).unwrap()).unwrap();
        let units = graph["units"].as_array().unwrap();
        let mut described = vec![String::new(); units.len()];
        (0..units.len()).for_each(|at| describe(at, units, &mut described));
        let own = units.iter().zip(described).filter(|(unit, _)| {
            unit["pkg_id"].as_str().unwrap().starts_with("path+") && unit["mode"] == "build"
        });
        own.map(|(unit, described)| (unit["target"]["name"].to_string(), described)).collect()
    }

    fn describe(at: usize, units: &[Value], described: &mut [String]) {
        if !described[at].is_empty() {
            return;
        }
        let unit = &units[at];
        let mut text = ["pkg_id", "target", "features", "mode", "platform"]
            .map(|key| unit[key].to_string())
            .concat();
        // The profile's own name changes nothing.
        let profile = unit["profile"].as_object().unwrap();
        text.extend(profile.iter().filter(|(key, _)| *key != "name").map(|it| it.1.to_string()));
        for below in unit["dependencies"].as_array().unwrap() {
            let below = below["index"].as_u64().unwrap() as usize;
            describe(below, units, described);
            text += &described[below];
        }
        let digest = sha2::Sha256::digest(text);
        described[at] = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    }

    /// Chores without the tests have other features of libraries, so that they are compiled once more themselves;
    /// nothing of the product is.
    #[test]
    fn nothing_is_compiled_twice() {
        let tests = units(&["test", "--workspace"]);
        let names = |of: &[&str]| -> BTreeSet<String> {
            units(of).difference(&tests).map(|(name, _)| name.replace('"', "")).collect()
        };
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(names(&["build", "--package", "xtask"]), set(&["xtask"]));
        let of_mpi = names(&[&["build"], &OF_MPI[..]].concat());
        assert_eq!(of_mpi, set(&["narrows-hosts", "narrows_hosts"]));
    }
}
