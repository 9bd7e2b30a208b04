//! `cargo xtask nightly`: what takes too long for every change.

use crate::{Done, packages, shell};

/// Kills of the main job on each rig.
const KILLS: &str = "200";

/// Runs the kill loops of the rigs at length.
pub fn run() -> Done {
    packages::install_missing();
    let words = ["test", "--package", "xtask", "--tests", "kill", "--", "--nocapture"];
    shell::run(shell::cargo(&words).env("NARROWS_KILLS", KILLS))
}
