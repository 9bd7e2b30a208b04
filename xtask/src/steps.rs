//! Checks of `cargo xtask test` beside the tests: form, lints, documentation, the program for Windows, the pure rooms
//! without an operating system, licences.

use crate::tidy;
use crate::tidy::PURE_ROOMS;
use crate::toolchain::{self, WASM};
use crate::{Fallible, licences, shell, tree, windows};

/// A check: its name, and how it is made.
pub type Step = (&'static str, fn() -> Fallible);

/// Checks that take seconds, and so come before the tests.
pub const QUICK: [Step; 4] = [
    ("toolchain", toolchain::complete),
    ("tidy", || tidy::run(&tree::root())),
    ("fmt", || shell::run(&mut shell::cargo(&["fmt", "--all", "--check"]))),
    ("licences", || licences::run(&tree::root())),
];

/// Checks that compile run beside the tests, which wait for emulated machines half the time.
pub const COMPILING: [Step; 4] =
    [("windows", for_windows), ("clippy", clippy), ("rustdoc", rustdoc), ("wasm", wasm)];

/// Runs all of the checks; returns the names of those that failed.
pub fn failed(steps: &[Step]) -> Vec<&'static str> {
    let mut failed = Vec::new();
    for (name, step) in steps {
        eprintln!("== {name}");
        if let Err(why) = step() {
            eprintln!("{name}: {why}");
            failed.push(*name);
        }
    }
    failed
}

/// `narrows.exe`, which the tests under Wine look for; they are the last. Without a linker they say so and skip.
fn for_windows() -> Fallible {
    if shell::is_installed(windows::LINKER) {
        windows::built(&tree::root(), shell::cargo_aside).map(drop)
    } else {
        Ok(())
    }
}

/// The nightly tests have a command of their own: cargo overlooks a `--test` beside `--tests`.
fn clippy() -> Fallible {
    for targets in [&["--lib", "--bins", "--tests", "--benches"][..], &["--test", "nightly"]] {
        let mut command = shell::cargo_aside(&["clippy", "--quiet", "--workspace"]);
        shell::run(command.args(targets).args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

fn rustdoc() -> Fallible {
    let mut command = shell::cargo_aside(&["doc", "--quiet", "--workspace", "--no-deps"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// The pure rooms must build without any operating system. Most of them were built for the page.
fn wasm() -> Fallible {
    let mut command = shell::cargo_aside(&["build", "--quiet", "--lib", "--target", WASM]);
    for room in PURE_ROOMS {
        command.arg("-p").arg(format!("narrows-{room}"));
    }
    shell::run(&mut command)
}
