//! How far md has come with making the members of an array agree.
//!
//! Source: kernel Documentation/admin-guide/md.rst (`sync_action`, `sync_completed` in sectors, `sync_speed` in
//! KiB a second over the last 30 seconds, `resync_start`, `degraded`).

use std::time::Duration;

/// An array's files below `md/` in sysfs, verbatim; empty if a file does not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// `idle`, `resync`, `recover`, `check`, `repair`, `reshape`, `frozen`; empty for levels without
    /// redundancy.
    pub sync_action: String,
    /// `DONE / ALL` in sectors, `none` or `delayed`.
    pub sync_completed: String,
    /// KiB a second, or `none`.
    pub sync_speed: String,
    /// The sector that it begins with, `none` if there is nothing to do.
    pub resync_start: String,
    /// How many members are missing, or not filled yet.
    pub degraded: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sync {
    Done,
    /// It has not begun: md begins with the first write, and does one array of a drive after the other.
    Waiting,
    Running {
        /// Bytes of each member that are done.
        done: u64,
        /// Bytes of each member in all.
        all: u64,
        /// Bytes a second; none in the first moments.
        speed: Option<u64>,
    },
    /// A member is missing, and nothing is under way.
    Degraded,
}

const SECTOR: u64 = 512;

impl Sync {
    /// State from the files; `None` if a level has nothing to synchronise, or they cannot be read.
    pub fn of(files: &Attributes) -> Option<Self> {
        let is_working = match files.sync_action.as_str() {
            "" => return None,
            "idle" | "frozen" => false,
            _ => true,
        };
        if is_working {
            // `none` or `delayed`: another array on the same drives has its turn first.
            let running = running(&files.sync_completed, &files.sync_speed);
            return Some(running.unwrap_or(Self::Waiting));
        }
        match (files.degraded.as_str(), files.resync_start.as_str()) {
            ("0", "none") => Some(Self::Done),
            ("0", start) => start.parse::<u64>().ok().map(|_| Self::Waiting),
            // Levels without redundancy have no `degraded`.
            ("", _) => None,
            _ => Some(Self::Degraded),
        }
    }

    /// How much longer it takes at its present pace.
    pub fn left(self) -> Option<Duration> {
        let Self::Running { done, all, speed } = self else { return None };
        let speed = speed.filter(|speed| *speed > 0)?;
        Some(Duration::from_secs(all.saturating_sub(done) / speed))
    }

    /// The part that is done, 0 to 1.
    pub fn share(self) -> f64 {
        match self {
            Self::Done => 1.0,
            Self::Running { done, all, .. } if all > 0 => done as f64 / all as f64,
            _ => 0.0,
        }
    }
}

fn running(completed: &str, speed: &str) -> Option<Sync> {
    let (done, all) = completed.split_once(" / ")?;
    let bytes = |sectors: &str| Some(sectors.parse::<u64>().ok()?.saturating_mul(SECTOR));
    let speed = speed.parse::<u64>().ok().map(|kib| kib.saturating_mul(1024));
    Some(Sync::Running { done: bytes(done)?, all: bytes(all)?, speed })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn files(action: &str, completed: &str, start: &str, degraded: &str) -> Attributes {
        Attributes {
            sync_action: action.to_owned(),
            sync_completed: completed.to_owned(),
            sync_speed: "2048".to_owned(),
            resync_start: start.to_owned(),
            degraded: degraded.to_owned(),
        }
    }

    /// Two million sectors are 1,000,000 KiB, of which a quarter is done: 750,000 KiB at 2,048 KiB a second.
    #[test]
    fn what_is_under_way_says_when_it_ends() {
        let sync = Sync::of(&files("resync", "500000 / 2000000", "0", "0")).unwrap();
        assert_eq!(sync.left(), Some(Duration::from_secs(750_000 / 2048)));
        assert!((sync.share() - 0.25).abs() < 1e-9);
        // md fills the last drive of a new RAID 5 as if it had been exchanged.
        let filled = Sync::of(&files("recover", "0 / 100", "none", "1")).unwrap();
        assert!(matches!(filled, Sync::Running { .. }));
    }

    #[test]
    fn only_what_says_so_is_done() {
        let of = |action, completed, start, degraded| {
            Sync::of(&files(action, completed, start, degraded))
        };
        assert_eq!(of("idle", "none", "none", "0"), Some(Sync::Done));
        assert_eq!(
            of("idle", "none", "0", "0"),
            Some(Sync::Waiting),
            "assembled, and not written to yet"
        );
        assert_eq!(of("resync", "delayed", "0", "0"), Some(Sync::Waiting));
        assert_eq!(of("idle", "none", "none", "1"), Some(Sync::Degraded));
        assert_eq!(of("", "", "", ""), None, "a level without redundancy");
        assert_eq!(of("idle", "none", "", ""), None, "what cannot be read is not done");
    }

    proptest! {
        #[test]
        fn no_file_breaks_it(action in "[a-z]{0,6}", completed in "[0-9 /a-z]{0,44}", start in "[0-9a-z]{0,24}") {
            let sync = Sync::of(&files(&action, &completed, &start, "0"));
            if let Some(sync) = sync {
                prop_assert!(sync.share() >= 0.0);
                let _ = sync.left();
            }
        }
    }
}
