//! Equal drives of very large files, folded: the first, and a second that represents all others.
//!
//! Names are claimed for these two only, so that nothing else may name one of the others; a file in
//! which arrays, workloads or slots say which drives they mean is not folded.

use std::collections::BTreeMap;

use narrows_model::FoldedDrive;
use narrows_topology::Id;

use super::spec::ResolvedDrive;
use crate::machine_file::description;

/// Fewer are not folded: two drives represent two.
const FEWEST: usize = 3;

/// The drives to build, and the drives that second ones represent.
pub(super) fn folded<'a>(
    file: &description::File,
    mut specs: Vec<ResolvedDrive<'a>>,
) -> (Vec<ResolvedDrive<'a>>, BTreeMap<Id, FoldedDrive>) {
    let mut equal = BTreeMap::new();
    let names_drives = !file.array.is_empty()
        || file
            .workload
            .iter()
            .any(|workload| !workload.on.is_empty() || workload.threads.is_some());
    for spec in specs.iter_mut().filter(|spec| !names_drives && is_of_equals(spec)) {
        // There are at least three by `is_of_equals`, and at most `MAX_COUNT`.
        let count = spec.ids.len() as u32 - 1;
        spec.ids.truncate(2);
        if let [first, second] = spec.ids.as_slice() {
            equal.insert(Id::new(second), FoldedDrive { like: Id::new(first), count });
        }
    }
    (specs, equal)
}

/// A drive in a slot represents only itself, and so does a measured one: its error is its own.
fn is_of_equals(spec: &ResolvedDrive<'_>) -> bool {
    let described = spec.described;
    let is_measured = described.measured.as_ref().is_some_and(|measured| measured.value);
    spec.ids.len() >= FEWEST
        && spec.slots().is_empty()
        && described.driver.is_none()
        && !is_measured
}
