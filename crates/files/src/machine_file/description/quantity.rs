//! Values that only machine files have: ways to split a slot.

use std::fmt;
use std::str::FromStr;

use narrows_units::Lanes;

/// How one slot's lanes are shared out: `"x8/x4/x4"`; one part is a slot that is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaneSplit(pub Vec<Lanes>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuantityMismatch;

/// `x8/x4/x4`.
impl fmt::Display for LaneSplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|lanes| format!("x{}", lanes.get())).collect();
        f.write_str(&parts.join("/"))
    }
}

impl FromStr for LaneSplit {
    type Err = QuantityMismatch;

    fn from_str(text: &str) -> Result<Self, QuantityMismatch> {
        let lanes = |part: &str| Lanes::new(part.trim().strip_prefix('x')?.parse().ok()?);
        let parts: Option<Vec<Lanes>> = text.split('/').map(lanes).collect();
        parts.map(Self).ok_or(QuantityMismatch)
    }
}
