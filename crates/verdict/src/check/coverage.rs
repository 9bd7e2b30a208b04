//! Parts that a check could and could not examine.
//!
//! For: the absence of findings means something only with the parts examined. A machine without
//! /sys, a user without rights and a capture with controllers only show less than there is, and
//! must not pass for healthy.
//!
//! Not here: problems ([`super::check`]); permissions.

use narrows_messages::Message;
use narrows_record::see::{DriveRecord, SeeDocument, StorageKind, StorageRecord};

/// One kind of facts that a check examines.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckCoverage {
    pub what: Message,
    /// Its id for programs: `controllers`, `links`, `drives`, `health` or `queues`.
    pub id: &'static str,
    /// The number that could be examined.
    pub seen: usize,
    /// Ids of those that could not.
    pub unseen: Vec<String>,
}

/// Parts that could be examined, by kind. If the first and third are empty, nothing could be
/// examined at all.
pub fn coverage(see: &SeeDocument) -> Vec<CheckCoverage> {
    let nvme = || see.storage.iter().filter(|storage| storage.kind == StorageKind::Nvme);
    let drives = || see.drives.iter().filter(|drive| !drive.assumed);
    let hidden = see.drives.iter().filter(|drive| drive.assumed).map(|drive| &drive.id);
    let without = nvme()
        .filter(|storage| {
            see.drives.iter().find(|drive| drive.controller.as_ref() == Some(&storage.id)).is_none()
        })
        .map(|storage| &storage.id);
    vec![
        row("controllers", "check-looked-controllers", see.storage.len(), Vec::new()),
        split("links", "check-looked-links", nvme(), has_link, |storage| &storage.id),
        row(
            "drives",
            "check-looked-drives",
            drives().count(),
            hidden.chain(without).cloned().collect(),
        ),
        split(
            "health",
            "check-looked-health",
            drives().filter(|drive| is_nvme(see, drive)),
            has_health,
            |drive| &drive.id,
        ),
        split("queues", "check-looked-queues", drives(), has_queue, |drive| &drive.id),
    ]
}

/// Whether there is any drive or controller.
pub fn saw_anything(rows: &[CheckCoverage]) -> bool {
    rows.iter().any(|row| row.seen > 0)
}

/// Whether everything could be examined.
pub fn is_whole(rows: &[CheckCoverage]) -> bool {
    saw_anything(rows) && rows.iter().all(|row| row.unseen.is_empty())
}

fn row(id: &'static str, what: &'static str, seen: usize, unseen: Vec<String>) -> CheckCoverage {
    CheckCoverage { what: Message::new(what), id, seen, unseen }
}

fn split<'a, T: 'a>(
    id: &'static str,
    what: &'static str,
    all: impl Iterator<Item = &'a T>,
    is_seen: impl Fn(&T) -> bool,
    name: impl Fn(&T) -> &String,
) -> CheckCoverage {
    let (seen, unseen): (Vec<&T>, Vec<&T>) = all.partition(|one| is_seen(one));
    row(id, what, seen.len(), unseen.into_iter().map(|one| name(one).clone()).collect())
}

fn is_nvme(see: &SeeDocument, drive: &DriveRecord) -> bool {
    let mut of_it = see.storage.iter().filter(|one| Some(&one.id) == drive.controller.as_ref());
    of_it.any(|storage| storage.kind == StorageKind::Nvme)
}

fn has_link(storage: &StorageRecord) -> bool {
    storage.link.as_ref().is_some_and(|link| link.current.is_some() && link.possible.is_some())
}

fn has_health(drive: &DriveRecord) -> bool {
    drive.percentage_used.is_some() && drive.temperature_c.is_some()
}

/// Whether the facts about discard and scheduler are known: they depend on whether it is a rotating
/// disk.
fn has_queue(drive: &DriveRecord) -> bool {
    drive.rotational.is_some() && drive.discard.is_some() && drive.scheduler.is_some()
}

#[cfg(test)]
mod tests {
    use narrows_record::see::{AttachmentKind, EvidenceBasis, LinkRecord, LinkState};

    use super::*;

    fn nvme() -> StorageRecord {
        let state = Some(LinkState { gts: 8.0, lanes: 4 });
        let link = LinkRecord {
            current: state,
            possible: state,
            basis: EvidenceBasis::Observed,
            ..LinkRecord::default()
        };
        StorageRecord {
            id: "nvme0".into(),
            address: "0000:01:00.0".into(),
            kind: "nvme".into(),
            attached_to: AttachmentKind::Cpu,
            attached_basis: EvidenceBasis::Observed,
            link: Some(link),
            degraded: Some(false),
            ..StorageRecord::default()
        }
    }

    fn drive() -> DriveRecord {
        DriveRecord {
            id: "nvme0n1".into(),
            controller: Some("nvme0".into()),
            rotational: Some(false),
            discard: Some(true),
            scheduler: Some("none".into()),
            percentage_used: Some(1),
            temperature_c: Some(30),
            ..DriveRecord::default()
        }
    }

    fn unseen(storage: Vec<StorageRecord>, drives: Vec<DriveRecord>) -> Vec<&'static str> {
        let rows = coverage(&SeeDocument { storage, drives, ..SeeDocument::default() });
        assert_eq!(
            is_whole(&rows),
            saw_anything(&rows) && rows.iter().all(|r| r.unseen.is_empty())
        );
        rows.iter().filter(|row| !row.unseen.is_empty()).map(|row| row.id).collect()
    }

    #[test]
    fn a_machine_of_which_all_is_known_is_looked_at_whole() {
        assert_eq!(unseen(vec![nvme()], vec![drive()]), [""; 0]);
        let rows = coverage(&SeeDocument::default());
        assert!(!saw_anything(&rows) && !is_whole(&rows), "nothing seen is nothing looked at");
    }

    #[test]
    fn each_fact_that_is_missing_is_told() {
        assert_eq!(unseen(vec![nvme()], vec![]), ["drives"]);
        assert_eq!(
            unseen(vec![nvme()], vec![DriveRecord { assumed: true, ..drive() }]),
            ["drives"]
        );
        assert_eq!(
            unseen(vec![nvme()], vec![DriveRecord { temperature_c: None, ..drive() }]),
            ["health"]
        );
        assert_eq!(
            unseen(vec![nvme()], vec![DriveRecord { discard: None, ..drive() }]),
            ["queues"]
        );
        assert_eq!(unseen(vec![StorageRecord { link: None, ..nvme() }], vec![drive()]), ["links"]);
        let spinning = DriveRecord { controller: None, percentage_used: None, ..drive() };
        assert_eq!(unseen(vec![], vec![spinning]), [""; 0], "its health is asked of NVMe only");
    }
}
