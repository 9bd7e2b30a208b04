//! A drive that is to become a member: which one it is, what stands on it, what speaks against it.

use std::path::{Path, PathBuf};

use narrows_build::Member;

use crate::guard::{self, Check, Facts, LookError, Refusal};

/// A drive as it was looked at.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// As a member of the array.
    pub member: Member,
    /// Every reason against overwriting it.
    pub refusals: Vec<Refusal>,
}

/// Looks at a drive. With `wipe`, marks of file systems and partitions that nobody uses are no reason
/// against it; all others stay: mounted, held, swap, in an array, of the running system, open, not known.
///
/// # Errors
///
/// It is no block device of this machine.
pub fn candidate(path: &Path, typed: &[String], wipe: bool) -> Result<Candidate, LookError> {
    let facts = guard::look(path)?;
    let mut refusals = guard::decide(&facts, typed);
    if wipe && !facts.unknown.iter().any(|(check, _)| *check == Check::Signatures) {
        refusals.retain(|refusal| refusal.check != Check::Signatures);
    }
    Ok(Candidate { member: member(&facts), refusals })
}

fn member(facts: &Facts) -> Member {
    let by_id = facts.identity.by_id.as_ref();
    let by_id = by_id.map(|name| PathBuf::from("/dev/disk/by-id").join(name));
    Member {
        path: by_id.unwrap_or_else(|| facts.path.clone()).display().to_string(),
        name: facts.name.clone(),
        serial: facts.identity.wanted().unwrap_or_default().to_owned(),
        size: facts.size.get(),
        holds: holds(facts),
    }
}

/// What stands on it, in the words of the marks.
fn holds(facts: &Facts) -> Vec<String> {
    let marks = facts.signatures.iter().map(|mark| mark.kind.to_string());
    let mut holds: Vec<String> = marks.chain(facts.partitions.iter().cloned()).collect();
    holds.dedup();
    holds
}
