//! `cargo xtask check`: everything that a change must pass. Runs all of it, then names what failed.

use std::path::Path;
use std::process::Command;

use crate::tidy::PURE_ROOMS;
use crate::{Done, shell, test};

const WASM: &str = "wasm32-unknown-unknown";

type Step = (&'static str, fn() -> Done);

/// Runs every step; an error names those that failed.
pub fn run() -> Done {
    let steps: [Step; 6] = [
        ("fmt", fmt),
        ("clippy", clippy),
        ("test", test::run),
        ("rustdoc", doc),
        ("wasm", wasm),
        ("deny", deny),
    ];
    let mut failed = Vec::new();
    for (name, step) in steps {
        eprintln!("== {name}");
        if let Err(why) = step() {
            eprintln!("{name}: {why}");
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

fn fmt() -> Done {
    shell::run(&mut shell::cargo(&["fmt", "--all", "--check"]))
}

fn clippy() -> Done {
    let words = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    shell::run(&mut shell::cargo(&words))
}

fn doc() -> Done {
    let mut command = shell::cargo(&["doc", "--workspace", "--no-deps"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// The pure rooms must build where there is no operating system at all.
fn wasm() -> Done {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder =
        shell::output(Command::new(rustc).args(["--print", "target-libdir", "--target", WASM]))?;
    if !Path::new(folder.trim()).is_dir() {
        eprintln!("skipped: {WASM} is not installed; `rustup target add {WASM}` adds it");
        return Ok(());
    }
    let mut command = shell::cargo(&["check", "--target", WASM]);
    for room in PURE_ROOMS {
        command.arg("-p").arg(format!("narrows-{room}"));
    }
    shell::run(&mut command)
}

fn deny() -> Done {
    if !shell::is_installed("cargo-deny") {
        eprintln!("skipped: cargo-deny is not installed; `cargo install cargo-deny` adds it");
        return Ok(());
    }
    shell::run(&mut shell::cargo(&["deny", "check"]))
}
