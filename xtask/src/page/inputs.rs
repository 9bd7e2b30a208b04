//! What went into the built page: the rooms behind it, and the page's own sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Where the hash of what went into the built page is kept, below the project.
pub const KEPT: &str = "web/dist/inputs.sha256";

type Failed = Box<dyn std::error::Error>;

/// The hash of all inputs, by their names and bytes.
pub fn hash(root: &Path) -> Result<String, Failed> {
    let mut hash = Sha256::new();
    for path in files(root)? {
        let bytes = fs::read(root.join(&path))?;
        hash.update(path.to_string_lossy().as_bytes());
        hash.update([0]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// All inputs, sorted, below the project.
fn files(root: &Path) -> Result<BTreeSet<PathBuf>, Failed> {
    let mut files = BTreeSet::new();
    for room in rooms(root)? {
        let folder = PathBuf::from("crates").join(room);
        files.insert(folder.join("Cargo.toml"));
        for part in fs::read_dir(root.join(&folder))? {
            let part = part?;
            let name = part.file_name();
            let is_shipped = !matches!(name.to_str(), Some("tests" | "benches" | "examples"));
            if is_shipped && part.file_type()?.is_dir() {
                below(root, &folder.join(name), &mut files)?;
            }
        }
    }
    below(root, Path::new("web/src"), &mut files)?;
    for name in ["package-lock.json", "build.mjs", "tsconfig.json"] {
        files.insert(Path::new("web").join(name));
    }
    Ok(files)
}

/// The room behind the page with all that it needs.
fn rooms(root: &Path) -> Result<BTreeSet<String>, Failed> {
    let mut rooms = BTreeSet::new();
    let mut left = vec!["web".to_owned()];
    while let Some(room) = left.pop() {
        let text = fs::read_to_string(root.join(format!("crates/{room}/Cargo.toml")))?;
        let shipped = text.split("[dev-dependencies]").next().unwrap_or_default();
        let needs = shipped.lines().filter_map(|line| line.strip_prefix("narrows-"));
        let needs = needs.filter_map(|rest| rest.split(['.', ' ']).next().map(str::to_owned));
        left.extend(needs.filter(|it| !rooms.contains(it)));
        rooms.insert(room);
    }
    Ok(rooms)
}

/// Every file of a folder but those of tests.
fn below(root: &Path, folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failed> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = folder.join(&name);
        let is_test =
            matches!(name.as_str(), "tests" | "tests.rs" | "snapshots" | "proptest-regressions");
        match (is_test, entry.file_type()?.is_dir()) {
            (true, _) => {}
            (false, true) => below(root, &path, files)?,
            (false, false) => {
                files.insert(path);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_page_is_of_these_sources() {
        let root = crate::tree::root();
        let kept = fs::read_to_string(root.join(KEPT)).expect("the page is built");
        let now = hash(&root).expect("sources are readable");
        assert_eq!(
            kept.trim(),
            now,
            "the page is older than its sources: `cargo xtask page` builds it"
        );
    }

    #[test]
    fn every_room_behind_the_page_counts() {
        let rooms = rooms(&crate::tree::root()).expect("rooms are readable");
        for room in ["web", "answer", "plan", "model", "catalog", "messages", "units"] {
            assert!(rooms.contains(room), "{room}");
        }
        assert!(!rooms.contains("host") && !rooms.contains("cli"));
    }
}
