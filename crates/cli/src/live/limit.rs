//! What limits now, as far as it can be seen.

use crate::live::view::{Drive, Place, View};

/// A link this full is called the bottleneck: what it carries is known to some percent only.
const FULL: f64 = 0.9;
/// A thread this busy has no time left for more requests.
const BUSY: f64 = 0.95;

/// What is to be said of the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit<'a> {
    Heat(&'a Drive),
    /// A link is full, to this share.
    Link(&'a Place, f64),
    /// A drive's busiest thread has no time left.
    Thread(&'a Drive, f64),
    /// Nothing seen is full. What was predicted to limit, and the share of the prediction that is
    /// reached.
    Expected(&'a str, f64),
    /// Nothing seen is full, nothing was predicted: the fullest link.
    Fullest(&'a Place, f64),
    /// Nothing is known yet.
    Unknown,
}

/// What limits now.
pub fn limit(view: &View) -> Limit<'_> {
    let Some(mb_s) = view.mb_s() else { return Limit::Unknown };
    if let Some(drive) = view.drives.iter().find(|drive| drive.is_throttled) {
        return Limit::Heat(drive);
    }
    let fullest = fullest(view);
    if let Some((place, full)) = fullest.filter(|(_, full)| *full >= FULL) {
        return Limit::Link(place, full);
    }
    if let Some((drive, busy)) = busiest(view).filter(|(_, busy)| *busy >= BUSY && !view.polls) {
        return Limit::Thread(drive, busy);
    }
    let expected = view.expected.as_ref().filter(|expected| expected.mb_s > 0.0);
    match (expected, fullest) {
        (Some(expected), _) => Limit::Expected(&expected.limit, mb_s / expected.mb_s),
        (None, Some((place, full))) => Limit::Fullest(place, full),
        (None, None) => Limit::Unknown,
    }
}

fn fullest(view: &View) -> Option<(&Place, f64)> {
    let known = view.places.iter().filter_map(|place| Some((place, view.fullness(place)?)));
    known.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn busiest(view: &View) -> Option<(&Drive, f64)> {
    let known = view.drives.iter().filter_map(|drive| Some((drive, drive.now?.busiest)));
    known.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::meter::Now;
    use crate::live::view::Expected;

    /// A drive of 2,000 MB/s on a link that carries so much.
    fn view(carries_mb_s: f64, busiest: f64) -> View {
        let now = Some(Now { mb_s: 2000.0, busiest, ..Now::default() });
        let drive = Drive { now, read_share: 1.0, ..Drive::default() };
        let place =
            Place { carries_mb_s: Some(carries_mb_s), drives: vec![(0, 1.0)], ..Place::default() };
        View { drives: vec![drive], places: vec![place], ..View::default() }
    }

    #[test]
    fn what_is_seen_comes_before_what_was_predicted() {
        let expected = Some(Expected { limit: "the drive".into(), mb_s: 4000.0 });
        let with = |view| View { expected: expected.clone(), ..view };
        assert!(matches!(limit(&with(view(2100.0, 0.99))), Limit::Link(..)));
        assert!(matches!(limit(&with(view(9000.0, 0.99))), Limit::Thread(..)));
        assert_eq!(limit(&with(view(9000.0, 0.3))), Limit::Expected("the drive", 0.5));
        assert!(matches!(limit(&view(9000.0, 0.3)), Limit::Fullest(..)));
        let mut hot = view(2100.0, 0.99);
        hot.drives[0].is_throttled = true;
        assert!(matches!(limit(&hot), Limit::Heat(_)));
    }

    #[test]
    fn a_thread_that_polls_is_no_limit_and_nothing_is_said_of_what_is_not_known() {
        let polls = View { polls: true, places: Vec::new(), ..view(9000.0, 1.0) };
        assert_eq!(limit(&polls), Limit::Unknown);
        let mut silent = view(2100.0, 0.0);
        silent.drives[0].now = None;
        assert_eq!(limit(&silent), Limit::Unknown);
    }
}
