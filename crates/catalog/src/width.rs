//! Errors of predictions of published systems beyond their own bands, by basis (`data/widths.toml`,
//! which `cargo xtask bands --renew` makes from `data/published.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

/// Widening of a band beyond that of its parts, as distances in natural logarithms, added in
/// quadrature.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BandWidening {
    /// Basis of a prediction, as `narrows_model::PredictionBasis` names it.
    pub ground: String,
    pub below: f64,
    pub above: f64,
    /// The published systems of this kind, by id.
    pub systems: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct BandWideningFile {
    #[serde(default)]
    width: Vec<BandWidening>,
}

const TEXT: &str = include_str!("../data/widths.toml");

pub fn widths() -> &'static [BandWidening] {
    static FILE: LazyLock<BandWideningFile> =
        LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());
    &FILE.width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::casebook::published_systems;

    /// A width is no constant of taste: each names the systems that it comes from.
    #[test]
    fn widths_come_from_systems_that_are_published() {
        let data: BandWideningFile = toml::from_str(TEXT).unwrap();
        assert!(!data.width.is_empty());
        for width in &data.width {
            assert!(width.below >= 0.0 && width.above >= 0.0, "{width:?}");
            for id in &width.systems {
                assert!(published_systems().iter().any(|system| system.id == *id), "{id}");
            }
        }
    }
}
