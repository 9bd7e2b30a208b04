//! How many requests one call hands over.
//!
//! For: showing the block layer what a workload says, and not neighbours that it would merge; why
//! pairs, see the ring.

use crate::Submission;

/// The most that one call hands over without the kernel collecting them.
const PAIR: u32 = 2;

/// How many requests one call hands over at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Batch {
    /// Two: the most that the block layer is shown one by one. For sequences.
    #[default]
    Pairs,
    /// All that an array makes of one request, at most so many: neighbours on a member that are of
    /// different requests are shown one by one, as an array of the kernel shows them. Requests of one
    /// piece go in pairs. For sequences.
    Pieces(u32),
    /// Eight, as is usual: for random requests, which have no neighbours to be merged with.
    Eights,
    /// As many as there are: for what has no block layer behind it.
    All,
}

impl Batch {
    /// As a number, for a queue so deep.
    pub fn of(self, depth: u32) -> u32 {
        match self {
            Self::Pairs => depth.min(PAIR),
            Self::Pieces(pieces) => pieces.max(depth.min(PAIR)),
            Self::Eights => depth.min(8),
            Self::All => depth,
        }
    }
}

/// How many of `submissions` are the pieces of one request, or of two that are a piece each. The
/// places of a request follow each other, `each` of them.
pub(super) fn whole_requests(each: u32, submissions: &[Submission]) -> usize {
    let mut end = 0;
    for request in submissions.chunk_by(|one, next| one.slot / each == next.slot / each) {
        if end > 0 && end + request.len() > PAIR as usize {
            break;
        }
        end += request.len();
    }
    end
}
