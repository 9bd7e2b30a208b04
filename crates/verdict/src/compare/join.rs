//! Matches the drives of two runs.
//!
//! From the most to the least certain key: serial number, World Wide Name, the same model in the
//! same slot, the same name. A key matches only where it is unique in both runs and no other key
//! contradicts it: a drive put into another's slot is not that other.

use narrows_record::compare::JoinedBy;
use narrows_record::identity::Identity;
use narrows_record::run::Run;

/// One drive in both runs.
pub(super) struct Joined<'a> {
    pub target_a: &'a str,
    pub target_b: &'a str,
    pub by: JoinedBy,
}

struct Candidate<'a> {
    target: &'a str,
    marks: Identity,
}

/// The drives that both runs measured, in the order of the second.
pub(super) fn drives<'a>(a: &'a Run, b: &'a Run) -> Vec<Joined<'a>> {
    let (mut of_a, mut of_b) = (candidates(a), candidates(b));
    let order: Vec<&str> = of_b.iter().map(|candidate| candidate.target).collect();
    let mut joined = Vec::new();
    for by in [JoinedBy::Serial, JoinedBy::Wwn, JoinedBy::Slot, JoinedBy::Name] {
        for pair in pairs(&of_a, &of_b, by) {
            of_a.retain(|candidate| candidate.target != pair.target_a);
            of_b.retain(|candidate| candidate.target != pair.target_b);
            joined.push(pair);
        }
    }
    joined.sort_by_key(|pair| order.iter().position(|target| *target == pair.target_b));
    joined
}

fn candidates(run: &Run) -> Vec<Candidate<'_>> {
    let mut found: Vec<Candidate<'_>> = Vec::new();
    for result in &run.results {
        if !found.iter().any(|candidate| candidate.target == result.target) {
            let marks = Identity::of(&result.target, &run.machine);
            found.push(Candidate { target: &result.target, marks });
        }
    }
    found
}

fn pairs<'a>(of_a: &[Candidate<'a>], of_b: &[Candidate<'a>], by: JoinedBy) -> Vec<Joined<'a>> {
    let mut joined = Vec::new();
    for before in of_a {
        let Some(mark) = mark(before, by) else { continue };
        let bears = |candidate: &&Candidate<'_>| self::mark(candidate, by).as_ref() == Some(&mark);
        let only_one = of_a.iter().filter(bears).count() == 1;
        let mut bearers = of_b.iter().filter(bears);
        if let (true, Some(after), None) = (only_one, bearers.next(), bearers.next())
            && agrees(&before.marks, &after.marks, by)
        {
            joined.push(Joined { target_a: before.target, target_b: after.target, by });
        }
    }
    joined
}

fn mark(candidate: &Candidate<'_>, by: JoinedBy) -> Option<String> {
    let marks = &candidate.marks;
    match by {
        JoinedBy::Serial => marks.serial.clone(),
        JoinedBy::Wwn => marks.wwn.clone(),
        JoinedBy::Slot => Some(format!("{}\n{}", marks.model.as_ref()?, marks.slot.as_ref()?)),
        JoinedBy::Name => Some(candidate.target.to_owned()),
    }
}

/// Whether no stronger key contradicts it.
fn agrees(before: &Identity, after: &Identity, by: JoinedBy) -> bool {
    let differ =
        |a: &Option<String>, b: &Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let other_model = differ(&before.model, &after.model);
    let other_drive = differ(&before.serial, &after.serial) || differ(&before.wwn, &after.wwn);
    match by {
        JoinedBy::Serial | JoinedBy::Wwn => !other_model,
        JoinedBy::Slot | JoinedBy::Name => !other_model && !other_drive,
    }
}
