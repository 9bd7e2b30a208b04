//! Waiting asleep: often at first, because most letters come soon, seldom later.

use std::thread::sleep;
use std::time::Duration;

/// As long as something is expected any moment: the wake-up itself takes as long.
const SHORT: Duration = Duration::from_micros(50);
/// So often, which is some 20 ms.
const SHORTS: u32 = 200;
/// Afterwards: a thousand looks a second are half a percent of a processor.
const LONG: Duration = Duration::from_millis(1);

/// A wait for one thing.
#[derive(Default)]
pub struct Nap {
    taken: u32,
}

impl Nap {
    /// Sleeps for a moment.
    pub fn take(&mut self) {
        self.taken = self.taken.saturating_add(1);
        sleep(if self.taken <= SHORTS { SHORT } else { LONG });
    }
}
