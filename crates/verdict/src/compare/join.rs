//! Matches the drives of two runs.
//!
//! From the most to the least certain key: serial number, World Wide Name, the same model in the
//! same slot, the same name. A key matches only if it is unique in both runs and no other key
//! contradicts it: a drive put into another's slot is not that other. `before.txt` and `after.txt`
//! of one drive each are compared, too: the names are the files'.

use std::path::Path;

use narrows_record::compare::JoinKey;
use narrows_record::identity::IdentityRecord;
use narrows_record::run::RunDocument;

pub(super) struct MatchedDrive<'a> {
    pub target_a: &'a str,
    pub target_b: &'a str,
    pub by: JoinKey,
}

struct MatchCandidate<'a> {
    target: &'a str,
    marks: IdentityRecord,
    /// Its name is that of the file that it was imported from.
    is_named_after_file: bool,
}

/// The drives that both runs measured, in the order of the second.
pub(super) fn drives<'a>(a: &'a RunDocument, b: &'a RunDocument) -> Vec<MatchedDrive<'a>> {
    let (mut of_a, mut of_b) = (candidates(a), candidates(b));
    let order: Vec<&str> = of_b.iter().map(|candidate| candidate.target).collect();
    let mut joined = Vec::new();
    for by in [JoinKey::Serial, JoinKey::Wwn, JoinKey::Slot, JoinKey::Name] {
        for pair in pairs(&of_a, &of_b, by) {
            of_a.retain(|candidate| candidate.target != pair.target_a);
            of_b.retain(|candidate| candidate.target != pair.target_b);
            joined.push(pair);
        }
    }
    if let (true, [before], [after]) = (joined.is_empty(), &of_a[..], &of_b[..])
        && before.is_named_after_file
        && after.is_named_after_file
        && agrees(&before.marks, &after.marks, JoinKey::File)
    {
        joined.push(MatchedDrive {
            target_a: before.target,
            target_b: after.target,
            by: JoinKey::File,
        });
    }
    joined.sort_by_key(|pair| order.iter().position(|target| *target == pair.target_b));
    joined
}

fn candidates(run: &RunDocument) -> Vec<MatchCandidate<'_>> {
    let mut found: Vec<MatchCandidate<'_>> = Vec::new();
    for result in &run.results {
        if !found.iter().any(|candidate| candidate.target == result.target) {
            let marks = IdentityRecord::of(&result.target, &run.machine);
            let file = result.imported.as_ref().and_then(|it| Path::new(&it.file).file_stem());
            found.push(MatchCandidate {
                target: &result.target,
                marks,
                is_named_after_file: file.is_some_and(|file| file == result.target.as_str()),
            });
        }
    }
    found
}

fn pairs<'a>(
    of_a: &[MatchCandidate<'a>],
    of_b: &[MatchCandidate<'a>],
    by: JoinKey,
) -> Vec<MatchedDrive<'a>> {
    let mut joined = Vec::new();
    for before in of_a {
        let Some(mark) = mark(before, by) else { continue };
        let bears =
            |candidate: &&MatchCandidate<'_>| self::mark(candidate, by).as_ref() == Some(&mark);
        let only_one = of_a.iter().filter(bears).count() == 1;
        let mut bearers = of_b.iter().filter(bears);
        if let (true, Some(after), None) = (only_one, bearers.next(), bearers.next())
            && agrees(&before.marks, &after.marks, by)
        {
            joined.push(MatchedDrive { target_a: before.target, target_b: after.target, by });
        }
    }
    joined
}

fn mark(candidate: &MatchCandidate<'_>, by: JoinKey) -> Option<String> {
    let marks = &candidate.marks;
    match by {
        JoinKey::Serial => marks.serial.clone(),
        JoinKey::Wwn => marks.wwn.clone(),
        JoinKey::Slot => Some(format!("{}\n{}", marks.model.as_ref()?, marks.slot.as_ref()?)),
        JoinKey::Name => Some(candidate.target.to_owned()),
        JoinKey::File => None,
    }
}

/// Whether no stronger key contradicts it.
fn agrees(before: &IdentityRecord, after: &IdentityRecord, by: JoinKey) -> bool {
    let differ =
        |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let other_model = differ(&before.model, &after.model);
    let other_drive = differ(&before.serial, &after.serial) || differ(&before.wwn, &after.wwn);
    match by {
        JoinKey::Serial | JoinKey::Wwn => !other_model,
        JoinKey::Slot | JoinKey::Name | JoinKey::File => !other_model && !other_drive,
    }
}
