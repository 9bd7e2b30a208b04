//! Links that became slower or narrower while their drives were in use.
//!
//! An idle link may save power by being slow, and a second has the fastest that was seen in it; so
//! only seconds count in which the drive moved something.

use std::collections::BTreeMap;

use narrows_record::see::LinkState;
use narrows_record::watch::{LinkDowngrade, WatchSecond};

/// Best and fallen state of each link, in the order of their first fall.
pub fn fallen(seconds: &[WatchSecond]) -> Vec<LinkDowngrade> {
    let mut fastest: BTreeMap<&str, LinkState> = BTreeMap::new();
    let mut found: Vec<LinkDowngrade> = Vec::new();
    for second in seconds {
        for drive in second.drives.iter().filter(|drive| drive.reads + drive.writes > 0) {
            let Some(now) = drive.link else { continue };
            let before = fastest.entry(&drive.drive).or_insert(now);
            if rate(now) >= rate(*before) {
                *before = now;
                continue;
            }
            match found.iter_mut().find(|one| one.drive == drive.drive) {
                Some(known) if rate(now) < rate(known.to) => known.to = now,
                Some(_) => {}
                None => found.push(LinkDowngrade {
                    drive: drive.drive.clone(),
                    at_s: second.at_s,
                    from: *before,
                    to: now,
                }),
            }
        }
    }
    found
}

fn rate(link: LinkState) -> f64 {
    link.gts * f64::from(link.lanes)
}

#[cfg(test)]
mod tests {
    use narrows_record::watch::DriveSecond;

    use super::*;

    /// Seconds in which a drive had these numbers of reads over such a link.
    fn seconds(of: &[(u64, f64, u8)]) -> Vec<WatchSecond> {
        let second = |(at, &(reads, gts, lanes)): (usize, &(u64, f64, u8))| {
            let link = Some(LinkState { gts, lanes });
            let drive = DriveSecond { drive: "sda".into(), reads, link, ..DriveSecond::default() };
            WatchSecond { at_s: at as f64, drives: vec![drive], ..WatchSecond::default() }
        };
        of.iter().enumerate().map(second).collect()
    }

    #[test]
    fn a_link_that_falls_is_told_with_its_worst() {
        let found = fallen(&seconds(&[(9, 16.0, 4), (9, 8.0, 4), (9, 2.5, 1), (9, 16.0, 4)]));
        let (from, to) = (LinkState { gts: 16.0, lanes: 4 }, LinkState { gts: 2.5, lanes: 1 });
        assert_eq!(found, [LinkDowngrade { drive: "sda".into(), at_s: 1.0, from, to }]);
    }

    /// Idle, or slow only at its beginning.
    #[test]
    fn links_that_are_idle_or_wake_up_have_not_fallen() {
        assert!(fallen(&seconds(&[(9, 16.0, 4), (0, 2.5, 4), (9, 16.0, 4)])).is_empty());
        assert!(fallen(&seconds(&[(9, 2.5, 4), (9, 16.0, 4), (9, 16.0, 4)])).is_empty());
        assert!(fallen(&[WatchSecond::default()]).is_empty());
    }
}
