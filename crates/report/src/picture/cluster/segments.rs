//! Parts of the network that only some hosts pass, one inside the other.

use std::cmp::Reverse;

/// A part of the way to the storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Segment {
    /// The hosts that pass it, by index, ascending.
    pub(super) members: Vec<usize>,
    /// The switch; empty if it is unnamed.
    pub(super) name: String,
    /// Its capacity, 10^6 bytes per second: as measured, else as documented.
    pub(super) carries: Option<f64>,
    /// The known limit there; `None` if there is none.
    pub(super) limit: Option<SegmentLimit>,
    /// The smallest segment around it, by index.
    pub(super) above: Option<usize>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SegmentLimit {
    /// The suspected limit.
    pub(super) name: String,
    pub(super) is_storage: bool,
}

impl Segment {
    pub(super) fn has(&self, host: usize) -> bool {
        self.members.binary_search(&host).is_ok()
    }

    /// How many of these hosts pass it.
    fn shared(&self, members: &[usize]) -> usize {
        members.iter().filter(|host| self.has(**host)).count()
    }
}

/// The segments that can be drawn as a tree, largest first, each with the one around it. Of two that
/// cross, the first counts; of several with the same hosts, one represents all.
pub(super) fn nested(candidates: Vec<Segment>) -> Vec<Segment> {
    let mut kept: Vec<Segment> = Vec::new();
    for candidate in candidates {
        if let Some(same) = kept.iter_mut().find(|it| it.members == candidate.members) {
            // Facts that another segment of the same hosts adds to this one.
            if same.name.is_empty() {
                same.name = candidate.name;
            }
            same.carries = same.carries.or(candidate.carries);
            same.limit = same.limit.take().or(candidate.limit);
        } else if kept.iter().all(|it| {
            let shared = it.shared(&candidate.members);
            shared == 0 || shared == it.members.len() || shared == candidate.members.len()
        }) {
            kept.push(candidate);
        }
    }
    kept.sort_by_key(|segment| Reverse(segment.members.len()));
    for at in 0..kept.len() {
        // Kept segments are nested or apart, so that any one host decides.
        let first = kept[at].members.first().copied();
        let is_around = |around: &usize| first.is_some_and(|host| kept[*around].has(host));
        // Sizes fall: the nearest before it is the smallest around it.
        kept[at].above = (0..at).rev().find(is_around);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, members: &[usize]) -> Segment {
        Segment { members: members.to_vec(), name: name.to_owned(), ..Segment::default() }
    }

    #[test]
    fn what_lies_inside_has_the_smallest_around_it() {
        let all: Vec<usize> = (0..8).collect();
        let segments = [of("a1", &[0, 1]), of("all", &all), of("a", &[0, 1, 2]), of("b", &[4, 5])];
        let chain = nested(segments.to_vec());
        let names: Vec<&str> = chain.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["all", "a", "a1", "b"]);
        assert_eq!(
            chain.iter().map(|it| it.above).collect::<Vec<_>>(),
            [None, Some(0), Some(1), Some(0)]
        );
    }

    /// Findings take precedence over a file.
    #[test]
    fn of_two_that_cross_the_first_is_drawn() {
        let limited = Segment { limit: Some(SegmentLimit::default()), ..of("", &[0, 1]) };
        let chain = nested(vec![limited, of("leaf", &[1, 2]), of("rack", &[0, 1])]);
        assert_eq!(chain.len(), 1);
        assert!(chain[0].name == "rack" && chain[0].limit.is_some());
    }
}
