//! Whether space freed on an array reaches its drives as free blocks, and by which mechanism.
//!
//! Sources: md(4) and kernel drivers/md/raid5.c (`devices_handle_discard_safely`: levels 4, 5 and 6 pass nothing on
//! unless every drive surely reads zeros there, and the administrator says so); drivers/md/raid0.c, raid1.c, raid10.c,
//! md-linear.c, dm-stripe.c (passed on); fstrim(8).

use narrows_messages::Message;

use crate::RaidLevel;
use crate::build::{ArrayEngine, ArrayRequest, SystemFacilities, Trim};

/// Facts about the discard path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrimPath {
    /// For each member, in order: whether it takes discards; `None` if unknown.
    pub members: Vec<Option<bool>>,
    /// Whether md is configured so that levels with parity may pass them on; `None` if unknown.
    pub is_parity_trusted: Option<bool>,
    /// fstrim.timer runs already.
    pub is_timer_on: bool,
}

/// Whether free blocks reach the drives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrimReach {
    /// Whether they do; `None` if something about it is unknown.
    pub works: Option<bool>,
    /// Reasons, and possible remedies.
    pub why: Vec<Message>,
}

/// TRIM on the finished array.
pub fn trimmed(wanted: &ArrayRequest, system: &SystemFacilities, way: &TrimPath) -> TrimReach {
    let mut why = Vec::new();
    let not: Vec<&str> = wanted
        .members
        .iter()
        .zip(&way.members)
        .filter(|(_, takes)| **takes == Some(false))
        .map(|(member, _)| member.name.as_str())
        .collect();
    if !not.is_empty() {
        why.push(Message::new("build-trim-drives").with("drives", not.join(", ")));
    }
    // Only md's raid5.c keeps discards back.
    let has_parity =
        wanted.engine == ArrayEngine::Md && matches!(wanted.level, RaidLevel::Parity(_));
    if has_parity && way.is_parity_trusted != Some(true) {
        why.push(Message::new("build-trim-parity"));
    }
    // Why drives would not be trimmed.
    let untold = match wanted.trim {
        Trim::None => Some(Message::new("build-trim-none")),
        _ if wanted.mount.is_none() => Some(Message::new("build-trim-not-mounted")),
        Trim::Timer if !system.has_trim_timer => Some(Message::new("build-trim-no-timer")),
        Trim::Timer | Trim::Discard => None,
    };
    why.extend(untold);
    let is_known = way.members.len() == wanted.members.len()
        && way.members.iter().all(Option::is_some)
        && (!has_parity || way.is_parity_trusted.is_some());
    let works = match (why.is_empty(), is_known) {
        (false, _) => Some(false),
        (true, false) => None,
        (true, true) => Some(true),
    };
    if works == Some(true) && wanted.trim == Trim::Timer && way.is_timer_on {
        why.push(Message::new("build-trim-timer-on"));
    }
    if works.is_none() {
        why.push(Message::new("build-trim-not-known"));
    }
    TrimReach { works, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::wanted::tests::wanted;

    fn way(members: &[Option<bool>]) -> TrimPath {
        TrimPath { members: members.to_vec(), is_parity_trusted: Some(false), is_timer_on: false }
    }

    fn reason_ids(trimmed: &TrimReach) -> Vec<&str> {
        trimmed.why.iter().map(Message::id).collect()
    }

    #[test]
    fn every_part_of_the_way_counts() {
        let system = SystemFacilities { has_trim_timer: true, ..SystemFacilities::default() };
        let mirror = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        let all = [Some(true); 3];
        let good = trimmed(&mirror, &system, &way(&all[..2]));
        assert_eq!((good.works, reason_ids(&good)), (Some(true), Vec::new()));
        let one = trimmed(&mirror, &system, &way(&[Some(true), Some(false)]));
        assert_eq!((one.works, reason_ids(&one)), (Some(false), vec!["build-trim-drives"]));
        let unknown = trimmed(&mirror, &system, &way(&[Some(true), None]));
        assert_eq!((unknown.works, reason_ids(&unknown)), (None, vec!["build-trim-not-known"]));
        let masked = trimmed(&mirror, &SystemFacilities::default(), &way(&all[..2]));
        assert_eq!((masked.works, reason_ids(&masked)), (Some(false), vec!["build-trim-no-timer"]));
        let parity =
            trimmed(&wanted(ArrayEngine::Md, RaidLevel::Parity(1), 3), &system, &way(&all));
        assert_eq!((parity.works, reason_ids(&parity)), (Some(false), vec!["build-trim-parity"]));
    }

    #[test]
    fn a_file_system_that_tells_them_itself_needs_no_timer() {
        let mut stripe = wanted(ArrayEngine::Lvm, RaidLevel::Stripe, 2);
        stripe.trim = Trim::Discard;
        let on = trimmed(&stripe, &SystemFacilities::default(), &way(&[Some(true); 2]));
        assert_eq!((on.works, reason_ids(&on)), (Some(true), Vec::new()));
    }
}
