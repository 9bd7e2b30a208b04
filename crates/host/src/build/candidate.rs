//! A drive that is to become a member: its identity, its contents, and objections to it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use narrows_array::build::{MemberDevice, UNKNOWN_DATA};

use crate::guard::{self, DriveContent, DriveFacts, LookError, OverwriteCheck, OverwriteRefusal};

/// A drive as it was looked at.
#[derive(Clone, Debug)]
pub struct MemberCandidate {
    pub member: MemberDevice,
    pub facts: DriveFacts,
    pub refusals: Vec<OverwriteRefusal>,
}

/// Examines a drive; `known` is its content when last examined. With `wipe`, unused signatures and data of an
/// unknown kind are no objection; all others stay: mounted, held, swap, part of a set, of the running system,
/// open, not known.
///
/// # Errors
///
/// It is no block device of this machine.
pub fn candidate(
    path: &Path,
    typed: &[String],
    wipe: bool,
    known: Option<&DriveContent>,
    cancel: &AtomicBool,
) -> Result<MemberCandidate, LookError> {
    let facts = guard::look(path, known, cancel)?;
    let lost: &[OverwriteCheck] =
        if wipe { &[OverwriteCheck::Signatures, OverwriteCheck::Content] } else { &[] };
    let refusals = guard::except(guard::decide(&facts, typed), &facts, lost);
    Ok(MemberCandidate { member: member(&facts), facts, refusals })
}

fn member(facts: &DriveFacts) -> MemberDevice {
    let by_id = facts.identity.by_id.as_ref();
    let by_id = by_id.map(|name| PathBuf::from("/dev/disk/by-id").join(name));
    MemberDevice {
        path: by_id.unwrap_or_else(|| facts.path.clone()).display().to_string(),
        name: facts.name.clone(),
        serial: facts.identity.wanted().unwrap_or_default().to_owned(),
        size: facts.size.get(),
        holds: holds(facts),
    }
}

/// The contents of the drive, in the words of the signatures.
fn holds(facts: &DriveFacts) -> Vec<String> {
    let signatures = facts.signatures.iter().map(ToString::to_string);
    let unknown = facts.unknown_data().map(|_| UNKNOWN_DATA.to_owned());
    let names = facts.partitions.iter().cloned();
    let mut holds: Vec<String> = signatures.chain(names).chain(unknown).collect();
    holds.dedup();
    holds
}
