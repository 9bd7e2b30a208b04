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

/// Every capture of the project, and of the collection where it is there.
pub fn all() -> Vec<(String, Machine)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = captures_in(&root.join("fixtures"));
    let default = root.join("../shared/captures");
    let folder = std::env::var_os("NARROWS_CAPTURES").map_or(default, PathBuf::from);
    if folder.is_dir() {
        files.extend(captures_in(&folder));
    } else {
        println!("skipped: {} is absent; NARROWS_CAPTURES names the captures", folder.display());
    }
    files.iter().filter_map(|path| Some((path.display().to_string(), readable(path)?))).collect()
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
