//! Quantities that only machine files have: clocks, bit rates, and ways to split a slot.

use std::str::FromStr;

use narrows_units::Lanes;

/// A processor's clock: `"3.9 GHz"`, `"3900 MHz"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::machine_file) struct Gigahertz(pub f64);

/// A signalling rate: `"25 Gbit/s"`, `"480 Mbit/s"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::machine_file) struct GbitPerSec(pub f64);

/// How one slot's lanes are shared out: `"x8/x4/x4"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::machine_file) struct Split(pub Vec<Lanes>);

/// What says nothing more than that it is not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::machine_file) struct NotOne;

impl FromStr for Gigahertz {
    type Err = NotOne;

    fn from_str(text: &str) -> Result<Self, NotOne> {
        scaled(text, [("GHz", 1.0), ("MHz", 1e-3)]).map(Self)
    }
}

impl FromStr for GbitPerSec {
    type Err = NotOne;

    fn from_str(text: &str) -> Result<Self, NotOne> {
        scaled(text, [("Gbit/s", 1.0), ("Mbit/s", 1e-3)]).map(Self)
    }
}

impl FromStr for Split {
    type Err = NotOne;

    fn from_str(text: &str) -> Result<Self, NotOne> {
        let lanes = |part: &str| Lanes::new(part.trim().strip_prefix('x')?.parse().ok()?);
        let parts: Option<Vec<Lanes>> = text.split('/').map(lanes).collect();
        parts.filter(|parts| parts.len() >= 2).map(Self).ok_or(NotOne)
    }
}

fn scaled(text: &str, units: [(&str, f64); 2]) -> Result<f64, NotOne> {
    let of = |(unit, factor): (&str, f64)| Some(number(text.trim().strip_suffix(unit)?)? * factor);
    units.into_iter().find_map(of).ok_or(NotOne)
}

/// Digits with at most one point: neither signs nor exponents, and no `nan`.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain = text.len() <= 12 && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse().ok().filter(|_| is_plain)
}
