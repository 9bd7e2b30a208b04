//! Latest readings while a round runs.

use narrows_record::see::LinkState;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TargetReadings {
    pub link: Option<LinkState>,
    /// Degrees Celsius.
    pub temperature_c: Option<i32>,
    /// It has slowed itself down since the round began.
    pub is_throttled: bool,
}

impl TargetReadings {
    /// Of several drives that represent one array: the hottest, and the link if all have the same.
    pub fn of_all(drives: impl Iterator<Item = Self>) -> Self {
        let both = |one: Self, other: Self| Self {
            link: one.link.filter(|_| one.link == other.link),
            temperature_c: one.temperature_c.max(other.temperature_c),
            is_throttled: one.is_throttled || other.is_throttled,
        };
        drives.reduce(both).unwrap_or_default()
    }
}
