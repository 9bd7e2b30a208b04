//! The map shows every room: each crate is named in ARCHITECTURE.md.

use std::collections::BTreeSet;

use super::slip::TidySlip;
use crate::tree::ProjectFile;

const MAP: &str = "ARCHITECTURE.md";

/// A slip for each crate that the map lacks.
pub fn check(files: &[ProjectFile]) -> Vec<TidySlip> {
    let map = files.iter().find(|file| file.path == MAP).map_or("", |file| file.text.as_str());
    let named: BTreeSet<&str> = map.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let rooms = files
        .iter()
        .filter_map(|file| file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"));
    rooms
        .filter(|room| !named.contains(room))
        .map(|room| TidySlip::new(MAP, 0, format!("does not name the room {room}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{files, texts};
    use super::*;

    #[test]
    fn a_room_must_be_on_the_map() {
        let files = files(&[
            (MAP, "`units/` and model, but not remodelled verdicts"),
            ("crates/units/Cargo.toml", ""),
            ("crates/model/Cargo.toml", ""),
            ("crates/verdict/Cargo.toml", ""),
        ]);
        assert_eq!(texts(&check(&files)), ["ARCHITECTURE.md: does not name the room verdict"]);
    }
}
