//! The captures that tests read.

use std::fs;
use std::path::{Path, PathBuf};

use narrows_model::Machine;
use narrows_topology::{build, read};

/// The project's own captures.
pub fn fixture(name: &str) -> Machine {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    readable(&path).unwrap_or_else(|| panic!("{} is no capture", path.display()))
}

/// Every capture of the project.
pub fn fixtures() -> Vec<(String, Machine)> {
    machines_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures"))
}

/// Every capture of the collection that `NARROWS_CAPTURES` names; without one the test counts as skipped.
pub fn collection() -> Option<Vec<(String, Machine)>> {
    let folder = std::env::var_os("NARROWS_CAPTURES");
    if folder.is_none() {
        println!("skipped: NARROWS_CAPTURES names no folder of captures");
    }
    Some(machines_in(Path::new(&folder?)))
}

fn machines_in(folder: &Path) -> Vec<(String, Machine)> {
    let files = captures_in(folder).into_iter();
    files.filter_map(|path| Some((path.display().to_string(), readable(&path)?))).collect()
}

fn readable(path: &Path) -> Option<Machine> {
    let evidence = read::kind::evidence(&fs::read(path).ok()?).ok()?;
    Some(Machine::of(build::build(&evidence)))
}

fn captures_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() { left.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}
