//! Which processor each issuing thread is bound to.
//!
//! A thread on another NUMA node than its drive measures the way between the nodes, so on a machine with
//! several it is pinned to its drive's. On one node all stay free, as in other programs: the scheduler brings
//! a thread to the processor that takes its drive's interrupts, and pinned to another, a virtual disk did a
//! quarter fewer single reads. With too few processors a pinned thread would wait for its neighbour and
//! measure the scheduler, so then, too, all stay free.

use std::collections::BTreeSet;

use narrows_host::place::allowed_cpus;
use narrows_host::{Root, cores_first};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadPinning {
    Free,
    /// Where some processors are nearer to a drive than others: to one each, near its drive if one is left.
    /// `all` that may be used, the better ones first.
    Near {
        all: Vec<u32>,
    },
    Listed(Vec<u32>),
}

impl Default for ThreadPinning {
    fn default() -> Self {
        Self::Near { all: cores_first(&Root::live(), &allowed_cpus()) }
    }
}

impl ThreadPinning {
    /// Processors for each target, given its number of threads and the processors near it (all are
    /// if none are known). Empty: free.
    pub fn share_out(&self, wants: &[(u32, &[u32])]) -> Vec<Vec<u32>> {
        match self {
            Self::Free => wants.iter().map(|_| Vec::new()).collect(),
            Self::Listed(cpus) => {
                let mut next = cpus.iter().copied().cycle();
                wants
                    .iter()
                    .map(|(threads, _)| next.by_ref().take(*threads as usize).collect())
                    .collect()
            }
            Self::Near { all } => {
                let has_far =
                    |near: &[u32]| !near.is_empty() && all.iter().any(|cpu| !near.contains(cpu));
                let pinned = if wants.iter().any(|(_, near)| has_far(near)) {
                    nearest(all, wants)
                } else {
                    None
                };
                pinned.unwrap_or_else(|| Self::Free.share_out(wants))
            }
        }
    }

    /// Whether so many threads have a processor each, or share them as the user requested.
    pub fn has_room(&self, threads: u32) -> bool {
        match self {
            Self::Near { all } => all.len() >= threads as usize,
            Self::Free | Self::Listed(_) => true,
        }
    }
}

/// Near ones first for everyone, then any for those that are short; `None` if there are too few.
fn nearest(all: &[u32], wants: &[(u32, &[u32])]) -> Option<Vec<Vec<u32>>> {
    let mut left: BTreeSet<u32> = all.iter().copied().collect();
    let mut take = |threads: usize, from: &[u32]| -> Vec<u32> {
        let mut taken = Vec::new();
        for cpu in from {
            if taken.len() < threads && left.remove(cpu) {
                taken.push(*cpu);
            }
        }
        taken
    };
    // Two passes: in one, a target short of near processors would take those near the next.
    let mut shares: Vec<Vec<u32>> =
        wants.iter().map(|(threads, near)| take(*threads as usize, near)).collect();
    for (share, (threads, _)) in shares.iter_mut().zip(wants) {
        share.extend(take((*threads as usize).saturating_sub(share.len()), all));
    }
    let is_enough =
        |(share, (threads, _)): (&Vec<u32>, &(u32, &[u32]))| share.len() == *threads as usize;
    shares.iter().zip(wants).all(is_enough).then_some(shares)
}

/// `0-3,8` as numbers, each once, in the order given; `None` if it is not such a list.
pub fn parse_list(text: &str) -> Option<Vec<u32>> {
    /// More processors no Linux has (CONFIG_NR_CPUS ends at 8,192).
    const MOST: u32 = 8192;
    let mut cpus: Vec<u32> = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if first > last || last >= MOST {
            return None;
        }
        let new = (first..=last).filter(|cpu| !cpus.contains(cpu)).collect::<Vec<_>>();
        cpus.extend(new);
    }
    Some(cpus)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(all: &[u32], wants: &[(u32, &[u32])]) -> Vec<Vec<u32>> {
        ThreadPinning::Near { all: all.to_vec() }.share_out(wants)
    }

    #[test]
    fn each_thread_gets_a_processor_of_its_own_near_its_drive() {
        assert_eq!(near(&[0, 1, 2, 3], &[(1, &[2, 3]), (2, &[2, 3])]), [vec![2], vec![3, 0]]);
        // A drive without its own node takes what the others leave, even if it comes first.
        assert_eq!(near(&[0, 1], &[(1, &[]), (1, &[0])]), [vec![1], vec![0]]);
        // Processors that this process may not use are not near either.
        assert_eq!(near(&[4, 5], &[(1, &[0, 1])]), [vec![4]]);
    }

    /// On one node, and where no node is known, the scheduler places them.
    #[test]
    fn on_one_node_all_stay_free() {
        assert_eq!(near(&[0, 1], &[(1, &[0, 1])]), [vec![0; 0]]);
        assert_eq!(near(&[0, 1], &[(1, &[]), (1, &[])]), [vec![0; 0], vec![]]);
    }

    #[test]
    fn where_there_are_too_few_all_stay_free() {
        assert_eq!(near(&[0, 1], &[(2, &[0]), (1, &[1])]), [vec![0; 0], vec![]]);
        assert!(!ThreadPinning::Near { all: vec![0, 1] }.has_room(3));
    }

    #[test]
    fn a_list_is_gone_through_in_turn() {
        let listed = ThreadPinning::Listed(vec![1, 3]);
        assert_eq!(listed.share_out(&[(1, &[]), (2, &[])]), [vec![1], vec![3, 1]]);
        assert_eq!(ThreadPinning::Free.share_out(&[(1, &[0])]), [vec![0; 0]]);
    }

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_list("0-2, 8,1"), Some(vec![0, 1, 2, 8]));
        for text in ["", "a", "3-1", "0-", "-1", "0-8192", "1,,2"] {
            assert_eq!(parse_list(text), None, "{text}");
        }
    }

    proptest! {
        /// No processor is shared, and either all threads have theirs or none has; all have where there
        /// are enough and one is nearer than another.
        #[test]
        fn shares_are_disjoint_and_whole(
            all in prop::collection::btree_set(0u32..16, 0..16),
            wants in prop::collection::vec((1u32..4, prop::collection::vec(0u32..16, 0..6)), 0..6),
        ) {
            let all: Vec<u32> = all.into_iter().collect();
            let wanted: Vec<(u32, &[u32])> =
                wants.iter().map(|(threads, near)| (*threads, near.as_slice())).collect();
            let shares = near(&all, &wanted);
            let threads: u32 = wants.iter().map(|(threads, _)| threads).sum();
            let given: Vec<u32> = shares.concat();
            let distinct: BTreeSet<u32> = given.iter().copied().collect();
            prop_assert_eq!(distinct.len(), given.len());
            prop_assert!(given.iter().all(|cpu| all.contains(cpu)));
            let has_far = wants.iter().any(|(_, near)| {
                !near.is_empty() && all.iter().any(|cpu| !near.contains(cpu))
            });
            let pinned = has_far && all.len() >= threads as usize;
            prop_assert_eq!(given.len(), if pinned { threads as usize } else { 0 });
        }
    }
}
