//! Third-party programs that make packages: pinned, installed below `target` if missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Fallible, packages, shell};

const CARGO_DEB: [&str; 2] = ["cargo-deb", "3.8.0"];
const CARGO_RPM: [&str; 2] = ["cargo-generate-rpm", "0.21.1"];
const CYCLONEDX: [&str; 2] = ["cargo-cyclonedx", "0.5.9"];

/// A C compiler for other processors, with their musl, as a Python package (MIT).
const ZIG: &str = "0.15.1";

pub fn deb(root: &Path) -> Fallible<PathBuf> {
    program(root, CARGO_DEB)
}

pub fn rpm(root: &Path) -> Fallible<PathBuf> {
    program(root, CARGO_RPM)
}

pub fn cyclonedx(root: &Path) -> Fallible<PathBuf> {
    program(root, CYCLONEDX)
}

/// They run for seconds a release: unoptimised, they are there in a third of the time.
fn program(root: &Path, [name, version]: [&str; 2]) -> Fallible<PathBuf> {
    let folder = root.join("target/tools");
    let program = folder.join("bin").join(name);
    // cargo's own record of what it installed there, with versions.
    let kept = std::fs::read_to_string(folder.join(".crates.toml")).unwrap_or_default();
    if !program.exists() || !kept.contains(&format!("\"{name} {version} ")) {
        let mut install = shell::cargo(&["install", "--locked", "--debug", name, "--root"]);
        shell::run(install.arg(&folder).args(["--version", &format!("={version}")]))?;
    }
    Ok(program)
}

pub fn zig(root: &Path) -> Fallible<PathBuf> {
    let folder = root.join("target/tools/zig");
    let [python, zig] = ["bin/python", "bin/python-zig"].map(|name| folder.join(name));
    let version = shell::output(Command::new(&zig).arg("version"));
    if version.is_ok_and(|version| version.trim() == ZIG) {
        return Ok(zig);
    }
    let make = || shell::run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    // Debian's own Python comes in parts, of which this needs another.
    if make().is_err() {
        packages::install_python()?;
        make()?;
    }
    let wanted = format!("ziglang=={ZIG}");
    shell::run(Command::new(python).args(["-m", "pip", "install", "--quiet", &wanted]))?;
    Ok(zig)
}
