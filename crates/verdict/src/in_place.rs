//! An existing array: its rate beside its members' potential, the member that slows it down, and the cost of
//! its layer.
//!
//! Every pass measures the array, its members at once and each by itself, so that figures of one pass are
//! compared with each other and slow drift cancels. Nothing is concluded if intervals overlap.
//!
//! The members' potential is the least that the array's arithmetic allows ([`narrows_array`]): a stripe
//! waits for its slowest member; mirrors serve a stream from one copy; with parity the data of a stripe
//! comes from all members but those that hold its parity. If Narrows itself distributed the same requests
//! over the members, without the layer, that figure counts instead.
//!
//! Not here: measuring (`cli`); workloads that suit an array (`narrows-array`).

mod conclude;
mod figures;

use narrows_array::RaidLevel;
use narrows_messages::DocumentText;
use narrows_record::array_compared::ArrayComparison;
use narrows_record::in_place::ArrayInPlace;
use narrows_record::run::{RunDocument, RunFinding};

pub(crate) use self::conclude::conclusions;

/// Name of the set of all members at once, each with its share of the array's queue depth.
pub const MEMBERS: &str = "members";

/// Results of a run for the array that it measured; `None` if there is none.
pub fn compared(run: &RunDocument) -> Option<ArrayComparison> {
    let array = run.array.as_ref()?;
    let finding = |found: crate::Conclusion| RunFinding {
        id: found.what.id().to_owned(),
        targets: found.targets,
        text: DocumentText::from(&found.what),
        limit: found.limit,
    };
    Some(ArrayComparison {
        array: array.clone(),
        rows: figures::rows(run, array),
        findings: conclusions(run).into_iter().map(finding).collect(),
    })
}

/// Whether any whole pass was measured.
pub fn says_something(compared: &ArrayComparison) -> bool {
    compared.rows.iter().any(|row| row.passes > 0)
}

fn level(array: &ArrayInPlace) -> Option<RaidLevel> {
    let name = array.level.as_deref()?;
    RaidLevel::named(name.strip_prefix("raid").unwrap_or(name))
}

/// Members' worth of data in one of its stripes: its rate is at least this multiple of one.
fn width(array: &ArrayInPlace) -> Option<f64> {
    let members = array.members.len() as f64;
    let width = match level(array)? {
        RaidLevel::Stripe => members,
        RaidLevel::MirroredStripe => members / f64::from(array.copies.max(2)),
        RaidLevel::Mirror | RaidLevel::Jbod => 1.0,
        RaidLevel::Parity(parity) => members - f64::from(parity),
    };
    (width >= 1.0).then_some(width)
}

/// It lacks members, or its members are being brought in line: its figures are of that state.
fn is_unsettled(array: &ArrayInPlace) -> bool {
    array.missing.is_some_and(|missing| missing > 0) || array.sync.is_some()
}

#[cfg(test)]
mod tests;
