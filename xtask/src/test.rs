//! `cargo xtask test`: one command from a fresh clone to a verdict on everything that a change must
//! pass. Which test is in it, and which are left to nightly: docs/testing.md.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use crate::tally::TestTally;
use crate::{Fallible, binary, packages, page, shell, steps, tree};

/// Installs prerequisites, runs all checks and tests, names failures; counts come last.
pub fn run() -> Fallible {
    // Installing waits for the network, which no build needs, and the page has its own folder.
    let installed = thread::spawn(install);
    let mut failed = steps::failed(&steps::QUICK);
    // Compile errors are counted below, where the same is built again.
    let _ = shell::run(&mut shell::cargo(&[&TESTS[..], &["--no-run"]].concat()));
    let page = installed.join().map_err(|_| "what installs panicked")?;
    let mut tally = TestTally::default();
    let mut tests = shell::cargo(&TESTS);
    tests.args(["--no-fail-fast", "--", "--show-output"]);
    tests.env(binary::BINARY, binary::built(&tree::root()));
    match page {
        Ok(folders) => drop(tests.envs(folders)),
        Err(why) => eprintln!("no page, because {why}: its tests are skipped"),
    }
    match binary::with_mpi(&tree::root()) {
        Ok(path) => drop(tests.env(binary::WITH_MPI, path)),
        Err(why) => eprintln!("no binary with MPI: {why}"),
    }
    // Compiling checks would wait for the build of the tests, or vice versa.
    let mut aside = None;
    let checks = || steps::failed(&steps::COMPILING);
    let begun = || {
        aside.get_or_insert_with(|| thread::spawn(checks));
    };
    if let Err(why) = counted(&mut tests, &mut tally, begun) {
        eprintln!("tests: {why}");
        failed.push("tests");
    }
    let checked = aside.map_or_else(|| Ok(checks()), thread::JoinHandle::join);
    failed.extend(checked.map_err(|_| "a check that compiles panicked")?);
    tally.tell_skipped();
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{}", tally.summary());
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

const TESTS: [&str; 2] = ["test", "--workspace"];

/// Installs packages, and builds the page with them; returns its folders.
fn install() -> Result<[(&'static str, PathBuf); 2], String> {
    packages::install_missing();
    page::for_tests(&tree::root()).map_err(|why| why.to_string())
}

/// Runs a command of cargo's test runner and adds its counts; `begun` is called with each program of
/// tests that begins.
pub fn counted(command: &mut Command, tally: &mut TestTally, mut begun: impl FnMut()) -> Fallible {
    eprintln!("$ {}", shell::spelled(command));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    for line in BufReader::new(child.stdout.take().ok_or("no pipe to cargo")?).split(b'\n') {
        // Tests may print invalid UTF-8; that is no reason to stop counting.
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if line.starts_with("running ") {
            begun();
        }
        if let Some(shown) = tally.take(&line) {
            println!("{shown}");
        }
    }
    if child.wait()?.success() { Ok(()) } else { Err("tests failed".into()) }
}
