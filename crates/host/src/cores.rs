//! Maps logical processors to cores.
//!
//! Two issuing threads on one core take its time from each other, so the cores come first.

use std::collections::BTreeSet;

use crate::cpu_list;
use crate::root::{Root, RootReader};

/// The same processors, with one of each core first and the other threads of these cores after
/// them. Where unknown, each counts as a core.
///
/// Source: kernel Documentation/admin-guide/cputopology.rst, `thread_siblings_list`.
pub fn cores_first(root: &Root, cpus: &[u32]) -> Vec<u32> {
    let Ok(reader) = root.open() else { return cpus.to_vec() };
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    let is_first = |cpu: &u32| {
        // The first listed processor of a core claims its siblings.
        let is_new = !taken.contains(cpu);
        taken.extend(siblings(&reader, *cpu));
        is_new
    };
    let (mut first, rest): (Vec<u32>, Vec<u32>) = cpus.iter().copied().partition(is_first);
    first.extend(rest);
    first
}

fn siblings(reader: &RootReader, cpu: u32) -> Vec<u32> {
    let path = format!("sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    let mut siblings = reader.text(&path).map(|list| cpu_list::parse(&list)).unwrap_or_default();
    siblings.push(cpu);
    siblings
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four cores of two threads each, with adjacent numbers.
    fn machine() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for cpu in 0..8 {
            let topology = folder.path().join(format!("sys/devices/system/cpu/cpu{cpu}/topology"));
            std::fs::create_dir_all(&topology).unwrap();
            let pair = format!("{}-{}\n", cpu / 2 * 2, cpu / 2 * 2 + 1);
            std::fs::write(topology.join("thread_siblings_list"), pair).unwrap();
        }
        folder
    }

    #[test]
    fn one_thread_of_each_core_comes_first() {
        let folder = machine();
        let root = Root::at(folder.path());
        let all: Vec<u32> = (0..8).collect();
        assert_eq!(cores_first(&root, &all), [0, 2, 4, 6, 1, 3, 5, 7]);
        // If only one thread of a core may be used, that one is the first.
        assert_eq!(cores_first(&root, &[3, 4, 5]), [3, 4, 5]);
        assert_eq!(cores_first(&root, &[4, 5, 7]), [4, 7, 5]);
        let nowhere = tempfile::tempdir().unwrap();
        assert_eq!(cores_first(&Root::at(nowhere.path()), &[1, 0]), [1, 0]);
    }
}
