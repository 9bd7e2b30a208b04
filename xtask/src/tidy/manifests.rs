//! Pure rooms depend on nothing that touches the outside, and versions are in one place.

use toml::{Table, Value};

use super::purity::PURE_ROOMS;
use super::slip::TidySlip;
use crate::tree::ProjectFile;

/// Crates that reach the system, a clock, a terminal or threads; edge rooms among them.
const EDGES: &[&str] = &[
    "clap",
    "crossterm",
    "indicatif",
    "io-uring",
    "libc",
    "narrows-engine",
    "narrows-host",
    "ratatui-crossterm",
    "rusqlite",
    "rustix",
    "signal-hook",
    "sys-locale",
    "tempfile",
];

/// A slip for each dependency of a pure room that is an edge, and each version outside the root.
pub fn check(files: &[ProjectFile]) -> Vec<TidySlip> {
    let manifests = files.iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    manifests.flat_map(check_one).collect()
}

fn check_one(file: &ProjectFile) -> Vec<TidySlip> {
    let Ok(manifest) = file.text.parse::<Table>() else {
        return vec![TidySlip::new(&file.path, 0, "is no TOML")];
    };
    let room = file.path.split('/').nth(1).unwrap_or_default();
    let mut slips = Vec::new();
    for (name, wanted) in tables(&manifest, &["dependencies", "build-dependencies"]) {
        if PURE_ROOMS.contains(&room) && EDGES.contains(&name.as_str()) {
            slips.push(TidySlip::new(&file.path, 0, format!("{name} in a pure room")));
        }
        slips.extend(versioned(&file.path, name, wanted));
    }
    for (name, wanted) in tables(&manifest, &["dev-dependencies"]) {
        slips.extend(versioned(&file.path, name, wanted));
    }
    slips
}

/// The entries of such tables, including those for only one target.
fn tables<'a>(manifest: &'a Table, kinds: &[&str]) -> Vec<(&'a String, &'a Value)> {
    let targets = manifest.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flat_map(|table| table.values()).filter_map(Value::as_table);
    std::iter::once(manifest)
        .chain(targets)
        .flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()))
        .flatten()
        .collect()
}

fn versioned(path: &str, name: &str, wanted: &Value) -> Option<TidySlip> {
    let what = format!("{name}: its version belongs into the root Cargo.toml");
    // Packages leave out a path without a version: tests may depend on their dependents.
    let has_none = wanted.get("path").is_some() && wanted.get("version").is_none();
    (wanted.get("workspace").is_none() && !has_none).then(|| TidySlip::new(path, 0, what))
}

#[cfg(test)]
mod tests {
    use super::super::{files, texts};
    use super::*;

    fn slips(path: &str, text: &str) -> Vec<String> {
        texts(&check(&files(&[(path, text)])))
    }

    #[test]
    fn pure_rooms_depend_on_no_edge() {
        let text = "[dependencies]\nlibc.workspace = true\nserde.workspace = true\n\
                    [dev-dependencies]\ntempfile.workspace = true";
        assert_eq!(
            slips("crates/model/Cargo.toml", text),
            ["crates/model/Cargo.toml: libc in a pure room"]
        );
        assert_eq!(slips("crates/host/Cargo.toml", text), [""; 0]);
    }

    #[test]
    fn one_target_only_is_no_way_around() {
        let text = "[target.'cfg(unix)'.dependencies]\nrustix.workspace = true";
        assert_eq!(slips("crates/units/Cargo.toml", text).len(), 1);
    }

    #[test]
    fn versions_stand_in_the_root() {
        let text = "[dependencies]\nserde = \"1\"";
        let what = "crates/host/Cargo.toml: serde: its version belongs into the root Cargo.toml";
        assert_eq!(slips("crates/host/Cargo.toml", text), [what]);
        let path = "[dev-dependencies]\nnarrows-files = { path = \"../files\" }";
        assert_eq!(slips("crates/sim/Cargo.toml", path), [""; 0]);
    }
}
