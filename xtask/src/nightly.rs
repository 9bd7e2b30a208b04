//! `cargo xtask nightly`: what takes too long for every change.

use crate::{Done, inference, packages, shell};

/// Kills of the main job on each rig, and of writing a file that is kept.
const KILLS: &str = "200";
/// How often each rig is asked what its drives share.
const REPEATS: &str = "20";

/// Runs the kill loops of the rigs at length, and the array that outlives a reboot; asks the rigs
/// what their drives share, and judges the inference on a thousand machines.
pub fn run() -> Done {
    packages::install_missing();
    let words = ["test", "--package", "xtask", "--tests", "kill", "--", "--nocapture"];
    let killed = shell::run(shell::cargo(&words).env("NARROWS_KILLS", KILLS));
    let words = ["test", "--package", "narrows-engine", "--test", "kept", "--", "--nocapture"];
    let killed = killed.and(shell::run(shell::cargo(&words).env("NARROWS_KILLS", KILLS)));
    let words = ["test", "--package", "xtask", "--test", "machine_debian", "--", "--nocapture"];
    let killed = killed.and(shell::run(shell::cargo(&words).env("NARROWS_NIGHTLY", "1")));
    let asked = |words: &[&str]| shell::run(shell::cargo(words).env("NARROWS_REPEATS", REPEATS));
    let machines = ["test", "--package", "xtask", "--test", "machine_explain"];
    let loops = ["test", "--package", "xtask", "--test", "loop_rig", "found_from_rates"];
    killed.and(asked(&machines)).and(asked(&loops)).and(inference::run(&[]))
}
