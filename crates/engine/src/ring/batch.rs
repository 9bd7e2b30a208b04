//! The number of requests that one call submits.
//!
//! For: showing the block layer the workload's requests, not neighbours that it would merge; for
//! the reason of pairs, see the ring.

use crate::IoSubmission;

/// The most that one call submits without the kernel collecting them.
const PAIR: u32 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BatchLimit {
    /// Two: the most that the block layer sees one by one. For sequential workloads.
    #[default]
    Pairs,
    /// The extents that an array makes of one request, at most this many: neighbours on a member
    /// that belong to different requests are handled one by one, as from an array of the kernel.
    /// Requests of one extent go in pairs. For sequential workloads.
    Extents(u32),
    /// Four: for random requests, which have no neighbours to be merged with. The kernel holds a batch back
    /// until its last request is made: with eight at depth 32 a virtual disk had 4 % fewer requests a second than
    /// with one by one, with 32 15 % fewer; with four as many as one by one, for a fifth less processor time.
    Fours,
    /// All: for targets without a block layer.
    All,
}

impl BatchLimit {
    /// As a number, at this queue depth.
    pub fn of(self, depth: u32) -> u32 {
        match self {
            Self::Pairs => depth.min(PAIR),
            Self::Extents(extents) => extents.max(depth.min(PAIR)),
            Self::Fours => depth.min(4),
            Self::All => depth,
        }
    }
}

/// The number of `submissions` that are the extents of one request, or of two that have one extent
/// each. The places of a request follow each other, `each` of them.
pub(super) fn whole_requests(each: u32, submissions: &[IoSubmission]) -> usize {
    let mut end = 0;
    for request in submissions.chunk_by(|one, next| one.slot / each == next.slot / each) {
        // The first request goes whole, however many extents it has.
        if end > 0 && end + request.len() > PAIR as usize {
            break;
        }
        end += request.len();
    }
    end
}
