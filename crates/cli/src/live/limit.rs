//! The current bottleneck, as far as observable.

use crate::live::view::{LiveDrive, LiveLocation, LiveView};

/// A link this full is called the bottleneck: its throughput is known to some percent only.
const FULL: f64 = 0.9;
/// A thread this busy has no time left for more requests.
const BUSY: f64 = 0.95;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LiveLimit<'a> {
    Heat(&'a LiveDrive),
    /// A link is full, to this share.
    Link(&'a LiveLocation, f64),
    /// A drive's busiest thread has no time left.
    Thread(&'a LiveDrive, f64),
    /// Nothing observed is full: the predicted bottleneck and the share of it that is reached.
    Expected(&'a str, f64),
    /// Nothing observed is full, nothing was predicted: the fullest link.
    Fullest(&'a LiveLocation, f64),
    Unknown,
}

pub fn limit(view: &LiveView) -> LiveLimit<'_> {
    let Some(mb_s) = view.mb_s() else { return LiveLimit::Unknown };
    // Heat comes first: a drive that throttles leaves its links and threads idle.
    if let Some(drive) = view.drives.iter().find(|drive| drive.is_throttled) {
        return LiveLimit::Heat(drive);
    }
    let fullest = fullest(view);
    if let Some((place, full)) = fullest.filter(|(_, full)| *full >= FULL) {
        return LiveLimit::Link(place, full);
    }
    // A thread that polls is busy whether it could do more or not.
    if let Some((drive, busy)) = busiest(view).filter(|(_, busy)| *busy >= BUSY && !view.polls) {
        return LiveLimit::Thread(drive, busy);
    }
    let expected = view.expected.as_ref().filter(|expected| expected.mb_s > 0.0);
    match (expected, fullest) {
        (Some(expected), _) => LiveLimit::Expected(&expected.limit, mb_s / expected.mb_s),
        (None, Some((place, full))) => LiveLimit::Fullest(place, full),
        (None, None) => LiveLimit::Unknown,
    }
}

fn fullest(view: &LiveView) -> Option<(&LiveLocation, f64)> {
    let known = view.places.iter().filter_map(|place| Some((place, view.fullness(place)?)));
    known.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn busiest(view: &LiveView) -> Option<(&LiveDrive, f64)> {
    let known = view.drives.iter().filter_map(|drive| Some((drive, drive.now?.busiest)));
    known.max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::meter::CurrentRates;
    use crate::live::view::LivePrediction;

    /// A drive of 2,000 MB/s on a link that carries so much.
    fn view(carries_mb_s: f64, busiest: f64) -> LiveView {
        let now = Some(CurrentRates { mb_s: 2000.0, busiest, ..CurrentRates::default() });
        let drive = LiveDrive { now, read_share: 1.0, ..LiveDrive::default() };
        let place = LiveLocation {
            carries_mb_s: Some(carries_mb_s),
            drives: vec![(0, 1.0)],
            ..LiveLocation::default()
        };
        LiveView { drives: vec![drive], places: vec![place], ..LiveView::default() }
    }

    #[test]
    fn what_is_seen_comes_before_what_was_predicted() {
        let expected = Some(LivePrediction { limit: "the drive".into(), mb_s: 4000.0 });
        let with = |view| LiveView { expected: expected.clone(), ..view };
        assert!(matches!(limit(&with(view(2100.0, 0.99))), LiveLimit::Link(..)));
        assert!(matches!(limit(&with(view(9000.0, 0.99))), LiveLimit::Thread(..)));
        assert_eq!(limit(&with(view(9000.0, 0.3))), LiveLimit::Expected("the drive", 0.5));
        assert!(matches!(limit(&view(9000.0, 0.3)), LiveLimit::Fullest(..)));
        let mut hot = view(2100.0, 0.99);
        hot.drives[0].is_throttled = true;
        assert!(matches!(limit(&hot), LiveLimit::Heat(_)));
    }

    #[test]
    fn a_thread_that_polls_is_no_limit_and_nothing_is_said_of_what_is_not_known() {
        let polls = LiveView { polls: true, places: Vec::new(), ..view(9000.0, 1.0) };
        assert_eq!(limit(&polls), LiveLimit::Unknown);
        let mut silent = view(2100.0, 0.0);
        silent.drives[0].now = None;
        assert_eq!(limit(&silent), LiveLimit::Unknown);
    }
}
