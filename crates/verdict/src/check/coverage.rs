//! What a check could look at, and what it could not.
//!
//! For: that nothing was found means something only beside what was looked at. A machine without
//! /sys, a user without rights and a capture that holds the controllers alone show less than there
//! is, and none of them may pass for a machine in good order.
//!
//! Not here: what is wrong ([`super::check`]); who may read what.

use narrows_messages::Message;
use narrows_record::see::{Drive, See, Storage, StorageKind};

/// One kind of thing that a check looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// What, as a name in a row.
    pub what: Message,
    /// A word for programs: `controllers`, `links`, `drives`, `health`, `queues` or `places`.
    pub id: &'static str,
    /// How many could be looked at.
    pub seen: usize,
    /// What of them could not, by id.
    pub unseen: Vec<String>,
}

/// What was there to look at, kind by kind. Where nothing of the first and third is seen, nothing
/// could be looked at at all.
pub fn coverage(see: &See) -> Vec<Looked> {
    let nvme = || see.storage.iter().filter(|storage| storage.kind == StorageKind::Nvme);
    let drives = || see.drives.iter().filter(|drive| !drive.assumed);
    let hidden = see.drives.iter().filter(|drive| drive.assumed).map(|drive| &drive.id);
    let without = nvme().filter(|storage| of(see, storage).is_none()).map(|storage| &storage.id);
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

/// Whether any drive or controller was seen.
pub fn saw_anything(rows: &[Looked]) -> bool {
    rows.iter().any(|row| row.seen > 0)
}

/// Whether all that is there to look at was looked at.
pub fn is_whole(rows: &[Looked]) -> bool {
    saw_anything(rows) && rows.iter().all(|row| row.unseen.is_empty())
}

fn row(id: &'static str, what: &'static str, seen: usize, unseen: Vec<String>) -> Looked {
    Looked { what: Message::new(what), id, seen, unseen }
}

fn split<'a, T: 'a>(
    id: &'static str,
    what: &'static str,
    all: impl Iterator<Item = &'a T>,
    is_seen: impl Fn(&T) -> bool,
    name: impl Fn(&T) -> &String,
) -> Looked {
    let (seen, unseen): (Vec<&T>, Vec<&T>) = all.partition(|one| is_seen(one));
    row(id, what, seen.len(), unseen.into_iter().map(|one| name(one).clone()).collect())
}

fn of<'a>(see: &'a See, storage: &Storage) -> Option<&'a Drive> {
    see.drives.iter().find(|drive| drive.controller.as_ref() == Some(&storage.id))
}

fn is_nvme(see: &See, drive: &Drive) -> bool {
    let mut of_it = see.storage.iter().filter(|one| Some(&one.id) == drive.controller.as_ref());
    of_it.any(|storage| storage.kind == StorageKind::Nvme)
}

fn has_link(storage: &Storage) -> bool {
    storage.link.as_ref().is_some_and(|link| link.current.is_some() && link.possible.is_some())
}

fn has_health(drive: &Drive) -> bool {
    drive.percentage_used.is_some() && drive.temperature_c.is_some()
}

/// Whether discard arrives and which scheduler sorts is judged by whether it spins.
fn has_queue(drive: &Drive) -> bool {
    drive.rotational.is_some() && drive.discard.is_some() && drive.scheduler.is_some()
}

#[cfg(test)]
mod tests {
    use narrows_record::see::{AttachedTo, Basis, Link, LinkState};

    use super::*;

    fn nvme() -> Storage {
        let state = Some(LinkState { gts: 8.0, lanes: 4 });
        let link = Link {
            current: state,
            possible: state,
            port_possible: None,
            internal: false,
            max_payload: None,
            usable_mb_s: None,
            basis: Basis::Observed,
        };
        Storage {
            id: "nvme0".into(),
            address: "0000:01:00.0".into(),
            kind: "nvme".into(),
            model: None,
            pci_id: None,
            parent: None,
            attached_to: AttachedTo::Cpu,
            attached_basis: Basis::Observed,
            package: None,
            numa_node: None,
            via: Vec::new(),
            link: Some(link),
            degraded: Some(false),
            degraded_by: None,
            hops: Vec::new(),
            narrowest: None,
            slot: None,
            driver: None,
            option_rom: None,
            temperature_c: None,
            remapped_nvme: None,
        }
    }

    fn drive() -> Drive {
        Drive {
            id: "nvme0n1".into(),
            controller: Some("nvme0".into()),
            rotational: Some(false),
            discard: Some(true),
            scheduler: Some("none".into()),
            percentage_used: Some(1),
            temperature_c: Some(30),
            ..Drive::default()
        }
    }

    fn unseen(storage: Vec<Storage>, drives: Vec<Drive>) -> Vec<&'static str> {
        let rows = coverage(&See { storage, drives, ..See::default() });
        assert_eq!(
            is_whole(&rows),
            saw_anything(&rows) && rows.iter().all(|r| r.unseen.is_empty())
        );
        rows.iter().filter(|row| !row.unseen.is_empty()).map(|row| row.id).collect()
    }

    #[test]
    fn a_machine_of_which_all_is_known_is_looked_at_whole() {
        assert_eq!(unseen(vec![nvme()], vec![drive()]), [""; 0]);
        let rows = coverage(&See::default());
        assert!(!saw_anything(&rows) && !is_whole(&rows), "nothing seen is nothing looked at");
    }

    #[test]
    fn each_fact_that_is_missing_is_told() {
        assert_eq!(unseen(vec![nvme()], vec![]), ["drives"]);
        assert_eq!(unseen(vec![nvme()], vec![Drive { assumed: true, ..drive() }]), ["drives"]);
        assert_eq!(
            unseen(vec![nvme()], vec![Drive { temperature_c: None, ..drive() }]),
            ["health"]
        );
        assert_eq!(unseen(vec![nvme()], vec![Drive { discard: None, ..drive() }]), ["queues"]);
        assert_eq!(unseen(vec![Storage { link: None, ..nvme() }], vec![drive()]), ["links"]);
        let spinning = Drive { controller: None, percentage_used: None, ..drive() };
        assert_eq!(unseen(vec![], vec![spinning]), [""; 0], "its health is asked of NVMe only");
    }
}
