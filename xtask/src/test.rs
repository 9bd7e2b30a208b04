//! `cargo xtask test`: one command from a fresh clone to a verdict.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::tally::Tally;
use crate::{Done, packages, shell, static_build, tidy, tree};

/// Installs what the tests need, runs them all, then tidy; the last line tells the counts.
pub fn run() -> Done {
    packages::install_missing();
    // For the emulated machines. Built here once, because every test of theirs would wait for it.
    if let Err(why) = static_build::build(&tree::root(), "rig") {
        eprintln!("the static binary cannot be built: {why}");
    }
    let mut tally = Tally::default();
    let tested = cargo_test(&mut tally);
    let tidied = tidy::run(&tree::root());
    println!("{}", tally.summary());
    tested.and(tidied)
}

fn cargo_test(tally: &mut Tally) -> Done {
    let mut command = shell::cargo(&["test", "--workspace", "--no-fail-fast"]);
    command.args(["--", "--show-output"]);
    eprintln!("$ {}", shell::spelled(&command));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    for line in BufReader::new(child.stdout.take().ok_or("no pipe to cargo")?).split(b'\n') {
        // Tests may print what is no UTF-8; that is no reason to stop counting.
        if let Some(shown) = tally.take(&String::from_utf8_lossy(&line?)) {
            println!("{shown}");
        }
    }
    if child.wait()?.success() { Ok(()) } else { Err("tests failed".into()) }
}
