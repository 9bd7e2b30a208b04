//! Time limits of planning: two thirds for the search itself, the rest for the results around it.
//!
//! The search polls whether its time is over, since it has no clock of its own.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// For advice beside something else.
const BESIDE: Duration = Duration::from_secs(6);

static SEARCH: OnceLock<Instant> = OnceLock::new();
static ALL: OnceLock<Instant> = OnceLock::new();

pub fn begin(budget: Duration) {
    let now = Instant::now();
    // Only the first call counts: time that a plan has used up is not given again.
    let _ = SEARCH.set(now + budget / 3 * 2);
    let _ = ALL.set(now + budget);
}

/// Starts a short time limit for advice shown with other results: no plan was requested.
pub fn soon() -> fn() -> bool {
    begin(BESIDE);
    is_search_over
}

/// Whether the search's time is over.
pub fn is_search_over() -> bool {
    SEARCH.get().is_some_and(|end| Instant::now() >= *end)
}

pub fn is_over() -> bool {
    ALL.get().is_some_and(|end| Instant::now() >= *end)
}
