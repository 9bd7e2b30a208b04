//! The published machines and what was measured on them (`data/casebook.toml`).
//!
//! Not here: what we predict for them (`narrows-verdict`).

use std::sync::OnceLock;

use serde::Deserialize;

/// A published machine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// Short name, such as `S000`.
    pub id: String,
    /// Its machine file, by name in [`crate::machine`].
    pub machine: String,
    /// The sentence that says what it is.
    pub title: String,
    /// The sentence that says what its author found or could not find out.
    pub finding: String,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// The machine's id.
    pub system: String,
    /// The sentence that says what was measured.
    pub what: String,
    /// The figure, where it is one.
    pub published: Option<f64>,
    /// At least.
    pub low: Option<f64>,
    /// At most.
    pub high: Option<f64>,
    /// Of all three.
    pub unit: String,
    /// The workload, by name.
    pub workload: Option<String>,
    /// What runs at once.
    #[serde(default)]
    pub together: Vec<String>,
    /// Whose figure is meant; `total` for the sum.
    pub of: Option<String>,
    /// The sentence that says why the model does not cover it yet.
    pub not_yet: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    system: Vec<System>,
    row: Vec<Row>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| toml::from_str(TEXT).unwrap_or_default())
}

const TEXT: &str = include_str!("../data/casebook.toml");

/// The machines.
pub fn systems() -> &'static [System] {
    &data().system
}

/// The figures.
pub fn rows() -> &'static [Row] {
    &data().row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_belongs_to_a_machine_and_says_what_to_compare() {
        let parsed: Data = toml::from_str(TEXT).unwrap();
        assert_eq!(parsed.system.len(), 5);
        for row in &parsed.row {
            assert!(parsed.system.iter().any(|system| system.id == row.system), "{}", row.id);
            assert!(row.published.or(row.low).or(row.high).is_some(), "{}", row.id);
            let compares = row.workload.is_some() && row.of.is_some() && !row.together.is_empty();
            assert!(compares != row.not_yet.is_some(), "{}", row.id);
        }
        for system in &parsed.system {
            assert!(crate::machine::machine(&system.machine).is_some(), "{}", system.machine);
        }
    }
}
