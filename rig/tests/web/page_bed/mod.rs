//! Runs node in the page's folder. Where node, the browser, npm's packages or the built page are
//! missing, a test says so and skips.

// Each of the two test programs takes its part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a file of browser tests.
pub fn browse(file: &str) {
    if !is_there(&built("NARROWS_PAGE", "share/narrows/page"), "the built page") {
        return;
    }
    let Some(browser) = program("chromium") else {
        println!("skipped: no chromium");
        return;
    };
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=spec", file]).env("NARROWS_CHROMIUM", browser);
    run(&mut command, &["playwright-core", "axe-core"]);
}

/// Runs a file of tests of the module alone, which needs no browser.
pub fn module(file: &str) {
    if is_there(&built("NARROWS_WEB_PKG", "page-module"), "the built module") {
        run(Command::new("node").args(["--test", "--test-reporter=spec", file]), &[]);
    }
}

/// Runs a program of the page's packages.
pub fn node(words: &[&str], packages: &[&str]) {
    run(Command::new("node").args(words), packages);
}

fn run(command: &mut Command, packages: &[&str]) {
    if program("node").is_none() {
        println!("skipped: no node");
        return;
    }
    let modules = folder().join("node_modules");
    let are_there = |name: &&str| is_there(&modules.join(name), "a package of npm");
    if !packages.iter().all(are_there) {
        return;
    }
    let output = command.current_dir(folder()).output().expect("node starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{failed}");
    for skipped in text.lines().filter_map(|line| line.split_once("# ")).map(|(_, why)| why) {
        println!("skipped: {skipped}");
    }
}

fn is_there(path: &Path, what: &str) -> bool {
    let is_there = path.exists();
    if !is_there {
        println!("skipped: {what} is missing: {}", path.display());
    }
    is_there
}

/// The build made and named by `cargo xtask test`, or that of `cargo xtask page`.
fn built(variable: &str, of_page: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    std::env::var_os(variable).map_or_else(|| target.join(of_page), PathBuf::from)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|it| it.is_file())
}
