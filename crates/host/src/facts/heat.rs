//! How warm a drive is, and whether anything throttles.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThrottlingSign {
    /// The throttled device: a drive's kernel name, `cpu3` or `package0`.
    pub what: String,
    /// The name of the counter or flag in its specification or the kernel.
    pub counter: &'static str,
    /// Whether `value` is a counter, of which only the rise counts, or a current state.
    pub counts: bool,
    /// A number of times, seconds or minutes, according to the counter; 0 or 1 for a current state.
    pub value: u64,
}

impl ThrottlingSign {
    /// The change since an `earlier` sample of the same machine: for a counter the rise, for a
    /// state its current value. A counter that is new, or decreased, gives 0.
    pub fn since(&self, earlier: &[ThrottlingSign]) -> u64 {
        match (self.counts, earlier.iter().find(|sign| sign.is_same(self))) {
            (false, _) => self.value,
            (true, Some(before)) => self.value.saturating_sub(before.value),
            (true, None) => 0,
        }
    }

    /// Whether both are the same counter.
    pub fn is_same(&self, other: &ThrottlingSign) -> bool {
        self.what == other.what && self.counter == other.counter
    }
}

/// A drive's temperature and its signs of throttling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DriveHeat {
    /// Degrees Celsius of the hottest sensor.
    pub celsius: Option<i32>,
    pub signs: Vec<ThrottlingSign>,
}

impl DriveHeat {
    /// Whether the drive gives nothing, so that further queries are useless.
    pub fn is_empty(&self) -> bool {
        self.celsius.is_none() && self.signs.is_empty()
    }
}
