//! Condition of an md array: whether all its drives are present and in sync, any task in progress, and the
//! resulting health.
//!
//! Not here: whether its system knows it after the next start (`standing`), reading any of this (`host`).
//!
//! Sources: kernel Documentation/admin-guide/md.rst (`array_state`, `degraded`, `raid_disks`, `sync_action`,
//! `dev-NAME/state`).

use narrows_messages::Message;

use crate::RaidLevel;

/// The kernel's report on an array and its members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayCondition {
    /// `clean`, `active`, `inactive`, `broken`, ...; empty if it could not be read.
    pub state: String,
    /// Its level, as md reports it: `raid1`, `linear`; empty if it could not be read.
    pub level: String,
    /// Nominal number of drives; `None` if it could not be read.
    pub drives: Option<usize>,
    /// Number of drives not in sync; `None` if the level has no redundancy, or it could not be read.
    pub degraded: Option<usize>,
    /// The members, spares too.
    pub members: Vec<MemberCondition>,
    /// Task in progress; `None` if it is idle or this could not be read.
    pub task: Option<ArrayTask>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberCondition {
    pub name: String,
    pub is_in_sync: bool,
    pub has_failed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayTask {
    /// `resync`, `recover`, `check`, `repair`, `reshape`.
    pub kind: String,
    /// Progress in whole per cent; `None` if it could not be read.
    pub percent: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Every drive is present and in sync.
    Whole,
    /// Every drive is present; which copy or parity is right is being settled.
    Synchronizing,
    /// A drive is missing or failed, and none is being rebuilt in its place.
    Degraded,
    /// A drive is being filled in the place of one that is gone.
    Rebuilding,
    /// It does not run: too few drives are there, or it was not started.
    NotRunning,
    Unknown,
}

impl Health {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Synchronizing => "synchronizing",
            Self::Degraded => "degraded",
            Self::Rebuilding => "rebuilding",
            Self::NotRunning => "not_running",
            Self::Unknown => "unknown",
        }
    }

    pub const fn is_grave(self) -> bool {
        matches!(self, Self::Degraded | Self::Rebuilding | Self::NotRunning)
    }
}

impl ArrayCondition {
    fn level(&self) -> Option<RaidLevel> {
        // md reports `raid10` and `raid5`, but `linear` without the prefix.
        RaidLevel::named(self.level.strip_prefix("raid").unwrap_or(&self.level))
    }

    pub fn health(&self) -> Health {
        let is_busy = |kind: &str| self.task.as_ref().is_some_and(|task| task.kind == kind);
        match (self.state.as_str(), self.degraded) {
            ("", _) => Health::Unknown,
            // Stripes and linear arrays that lost a member are `broken` since Linux 5.4; they have
            // no `degraded`.
            ("inactive" | "clear" | "broken", _) => Health::NotRunning,
            // A drive that is being filled counts as missing until it is in sync, so the task
            // decides.
            (_, Some(1..)) if is_busy("recover") => Health::Rebuilding,
            (_, Some(1..)) => Health::Degraded,
            (_, Some(0)) if is_busy("resync") => Health::Synchronizing,
            // `check` and `repair` run over members that count as in sync.
            (_, Some(0)) => Health::Whole,
            (_, None) => match self.level() {
                // Without redundancy it runs with every drive, or not at all.
                Some(RaidLevel::Stripe | RaidLevel::Jbod) => Health::Whole,
                // md shows `degraded` for every level with redundancy: here reading it failed.
                _ => Health::Unknown,
            },
        }
    }

    /// Number of further drives that may safely fail; `None` if unknown.
    pub fn spare_failures(&self) -> Option<usize> {
        let drives = self.drives?;
        let bears = match self.level()? {
            RaidLevel::Stripe | RaidLevel::Jbod => 0,
            RaidLevel::Mirror => drives.saturating_sub(1),
            // Two copies: the next drive may be the one with the other copy.
            RaidLevel::MirroredStripe => 1,
            RaidLevel::Parity(parity) => usize::from(parity),
        };
        Some(bears.saturating_sub(self.degraded.unwrap_or_default()))
    }

    /// Recommended action; `None` if all is well.
    pub fn advice(&self, device: &str) -> Option<Message> {
        let id = match self.health() {
            Health::Whole | Health::Synchronizing | Health::Unknown => return None,
            Health::Degraded => "build-degraded-advice",
            Health::Rebuilding => "build-rebuilding-advice",
            Health::NotRunning => "build-not-running-advice",
        };
        Some(Message::new(id).with("device", device))
    }

    /// Messages about the array with this name; empty if all is well.
    pub fn messages(&self, device: &str) -> Vec<Message> {
        let about = |id| Message::new(id).with("device", device);
        let counted = |id| {
            let message = about(id).count("degraded", self.degraded.unwrap_or_default());
            let drives = self.drives.map_or_else(|| "?".to_owned(), |drives| drives.to_string());
            message.with("drives", drives)
        };
        let mut messages = match self.health() {
            Health::Whole | Health::Synchronizing | Health::Unknown => Vec::new(),
            Health::NotRunning => vec![about("build-not-running")],
            Health::Degraded => vec![counted("build-degraded")],
            Health::Rebuilding => {
                let percent = self.task.as_ref().and_then(|task| task.percent);
                let percent = percent.map_or_else(|| "?".to_owned(), |percent| percent.to_string());
                vec![counted("build-rebuilding").with("percent", percent)]
            }
        };
        let is_degraded = matches!(self.health(), Health::Degraded | Health::Rebuilding);
        if let Some(more) = self.spare_failures().filter(|_| is_degraded) {
            messages.push(match more {
                0 => about("build-none-may-fail"),
                more => about("build-more-may-fail").count("more", more),
            });
        }
        let failed = self.members.iter().filter(|member| member.has_failed);
        messages.extend(failed.map(|member| about("build-has-failed").with("drive", &member.name)));
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(level: RaidLevel, drives: usize, degraded: Option<usize>) -> ArrayCondition {
        ArrayCondition {
            state: "clean".to_owned(),
            level: level.as_str().replace("jbod", "linear"),
            drives: Some(drives),
            degraded,
            ..ArrayCondition::default()
        }
    }

    fn message_ids(condition: &ArrayCondition) -> Vec<&'static str> {
        condition.messages("md127").iter().map(Message::id).collect()
    }

    #[test]
    fn a_drive_that_is_gone_is_told_with_what_it_means() {
        let whole = condition(RaidLevel::Parity(1), 3, Some(0));
        assert_eq!((whole.health(), message_ids(&whole)), (Health::Whole, Vec::new()));
        let mut pulled = condition(RaidLevel::Parity(1), 3, Some(1));
        assert_eq!(pulled.health(), Health::Degraded);
        assert_eq!(message_ids(&pulled), ["build-degraded", "build-none-may-fail"]);
        pulled.members =
            vec![MemberCondition { name: "nvme1n1".into(), has_failed: true, is_in_sync: false }];
        assert_eq!(
            message_ids(&pulled),
            ["build-degraded", "build-none-may-fail", "build-has-failed"]
        );
        pulled.task = Some(ArrayTask { kind: "recover".to_owned(), percent: None });
        assert_eq!(pulled.health(), Health::Rebuilding);
        assert_eq!(condition(RaidLevel::Parity(2), 4, Some(1)).spare_failures(), Some(1));
        assert_eq!(condition(RaidLevel::Mirror, 3, Some(1)).spare_failures(), Some(1));
        assert_eq!(condition(RaidLevel::MirroredStripe, 6, Some(2)).spare_failures(), Some(0));
    }

    #[test]
    fn the_first_synchronisation_is_no_fault() {
        let mut new = condition(RaidLevel::Mirror, 2, Some(0));
        new.task = Some(ArrayTask { kind: "resync".to_owned(), percent: Some(3) });
        assert_eq!((new.health(), message_ids(&new)), (Health::Synchronizing, Vec::new()));
    }

    #[test]
    fn what_does_not_run_is_told_and_what_was_not_read_is_not() {
        let mut stripe = condition(RaidLevel::Stripe, 2, None);
        assert_eq!(stripe.health(), Health::Whole);
        for state in ["broken", "inactive", "clear"] {
            stripe.state = state.to_owned();
            assert_eq!(message_ids(&stripe), ["build-not-running"], "{state}");
        }
        assert_eq!(ArrayCondition::default().health(), Health::Unknown);
        assert_eq!(condition(RaidLevel::Mirror, 2, None).health(), Health::Unknown);
        assert!(!Health::Unknown.is_grave());
    }
}
