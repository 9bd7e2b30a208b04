//! `cargo xtask nightly`: what takes too long for every change.

use crate::{Done, packages, shell};

/// Kills of the main job on each rig, and of writing a file that is kept.
const KILLS: &str = "200";

/// Runs the kill loops of the rigs at length, and the array that outlives a reboot.
pub fn run() -> Done {
    packages::install_missing();
    let words = ["test", "--package", "xtask", "--tests", "kill", "--", "--nocapture"];
    let killed = shell::run(shell::cargo(&words).env("NARROWS_KILLS", KILLS));
    let words = ["test", "--package", "narrows-engine", "--test", "kept", "--", "--nocapture"];
    let killed = killed.and(shell::run(shell::cargo(&words).env("NARROWS_KILLS", KILLS)));
    let words = ["test", "--package", "xtask", "--test", "machine_debian", "--", "--nocapture"];
    killed.and(shell::run(shell::cargo(&words).env("NARROWS_NIGHTLY", "1")))
}
