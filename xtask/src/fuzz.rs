//! `cargo xtask fuzz`: every reader fed by libFuzzer, guided by coverage.
//!
//! The compiler's own instrumentation is enabled by stable flags, so neither cargo-fuzz nor a
//! nightly toolchain is needed. Inputs that led somewhere new are kept under `target/fuzz-corpus/`
//! for the next time; failures are written to `fuzz/found/TARGET/`, where the ordinary tests use
//! them from then on.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Fallible, shell};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The flags of cargo-fuzz: counters at every edge, comparisons traced. Source: LLVM's
/// documentation of SanitizerCoverage.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions=on --cfg fuzzing";

/// `[SECONDS] [TARGET...]`: a minute each, all targets by default.
pub fn run(root: &Path, words: &[String]) -> Fallible {
    let (seconds, names) = match words.split_first() {
        Some((first, rest)) if first.parse::<u32>().is_ok() => (first.as_str(), rest),
        _ => ("60", words),
    };
    let program = build(root)?;
    let all = shell::output(&mut Command::new(&program))?;
    let wanted = |name: &&str| names.is_empty() || names.iter().any(|it| it == name);
    let mut failed = Vec::new();
    for name in all.lines().filter(wanted) {
        if let Err(why) = feed(root, &program, name, seconds) {
            eprintln!("{name}: {why}");
            failed.push(name);
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failures in: {}", failed.join(", ")).into())
    }
}

fn build(root: &Path) -> Fallible<std::path::PathBuf> {
    let words = ["build", "--release", "--target", TARGET, "--target-dir", "target/fuzz"];
    let mut command = shell::cargo(&words);
    command.args(["--package", "narrows-fuzz", "--features", "guided", "--bin", "guided"]);
    shell::run(command.env("RUSTFLAGS", FLAGS))?;
    Ok(root.join(format!("target/fuzz/{TARGET}/release/guided")))
}

fn feed(root: &Path, program: &Path, name: &str, seconds: &str) -> Fallible {
    let corpus = root.join("target/fuzz-corpus").join(name);
    let seeds = root.join("target/fuzz-seeds").join(name);
    let findings = root.join("fuzz/found").join(name);
    for folder in [&corpus, &seeds, &findings] {
        fs::create_dir_all(folder)?;
    }
    let mut command = Command::new(program);
    command.arg(&corpus).arg(&seeds).arg(format!("-max_total_time={seconds}"));
    command.args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=300000", "-print_final_stats=1"]);
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    command.env("NARROWS_FUZZ_TARGET", name).env("NARROWS_FUZZ_SEEDS", &seeds);
    let outcome = shell::run(&mut command);
    // Only a folder that holds something is kept.
    let _ = fs::remove_dir(&findings);
    outcome
}
