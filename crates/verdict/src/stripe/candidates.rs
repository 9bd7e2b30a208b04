//! All arrangements of some drives.

use narrows_array::RaidLevel;
use narrows_record::stripe::{self as wire, StripeCandidate, StripeRecord};
use narrows_topology::Id;
use narrows_units::Bytes;

use super::{StripeSweepPlan, jobs};

/// The cache mode of the sweep: past every cache that can be passed by.
pub const DIRECT: &str = "direct";

impl StripeSweepPlan {
    /// All arrangements: single drives first, then arrays, level by level; within a level, those of
    /// all drives first, smallest chunk size first.
    ///
    /// Levels that need more drives than there are have none ([`RaidLevel::fewest`]). With `subsets`,
    /// smaller arrays consist of the first drives: which ones matters little if drives are alike, and
    /// if they are not, their order says which to try.
    pub fn candidates(&self) -> Vec<StripeCandidate> {
        let mut candidates: Vec<StripeCandidate> = self.drives.iter().map(single).collect();
        // Each level once, in their order.
        let is_first = |(at, level): &(usize, &RaidLevel)| {
            !self.levels.iter().take(*at).any(|it| it == *level)
        };
        for level in self
            .levels
            .iter()
            .enumerate()
            .filter(is_first)
            .map(|(_, level)| *level)
            .collect::<Vec<RaidLevel>>()
        {
            // The possible numbers of drives of an array of this level, all drives first.
            let all = self.drives.len();
            let fewest = if self.subsets { 2 } else { all };
            let is_allowed = |count: &usize| *count >= level.fewest();
            for count in (fewest..=all).rev().filter(is_allowed).collect::<Vec<usize>>() {
                let chunks = self.chunks_of(level);
                candidates.extend(chunks.into_iter().map(|chunk| self.array(level, chunk, count)));
            }
        }
        candidates
    }

    fn chunks_of(&self, level: RaidLevel) -> Vec<Option<Bytes>> {
        if !level.has_chunks() {
            return vec![None];
        }
        let mut chunks: Vec<Bytes> =
            self.chunks.iter().copied().filter(|chunk| chunk.get() > 0).collect();
        chunks.sort_unstable();
        chunks.dedup();
        chunks.into_iter().map(Some).collect()
    }

    fn array(&self, level: RaidLevel, chunk: Option<Bytes>, count: usize) -> StripeCandidate {
        let size = chunk.map(|chunk| format!("-{}", short(chunk))).unwrap_or_default();
        let of_fewer = count < self.drives.len();
        let fewer = if of_fewer { format!("-{count}") } else { String::new() };
        StripeCandidate {
            id: format!("{}{size}{fewer}", level.as_str()),
            level: level.as_str().into(),
            chunk: chunk.map(Bytes::get),
            members: self.drives.iter().take(count).map(Id::to_string).collect(),
            cache: DIRECT.to_owned(),
            dropped_for: None,
        }
    }
}

fn single(drive: &Id) -> StripeCandidate {
    StripeCandidate {
        id: drive.to_string(),
        level: wire::CandidateLevel::Single,
        members: vec![drive.to_string()],
        cache: DIRECT.to_owned(),
        ..StripeCandidate::default()
    }
}

/// `64k`, `1m`, `1536`: a chunk size in ids.
fn short(chunk: Bytes) -> String {
    let bytes = chunk.get();
    let units = [(1 << 20, "m"), (1 << 10, "k")];
    let whole = units.into_iter().find(|(unit, _)| bytes.is_multiple_of(*unit));
    whole.map_or_else(|| bytes.to_string(), |(unit, name)| format!("{}{name}", bytes / unit))
}

/// The level of an array; `None` for a single drive.
pub fn level(candidate: &StripeCandidate) -> Option<RaidLevel> {
    let parities = [1, 2, 3].map(RaidLevel::Parity);
    let plain = [RaidLevel::Jbod, RaidLevel::Stripe, RaidLevel::Mirror, RaidLevel::MirroredStripe];
    plain.into_iter().chain(parities).find(|level| level.as_str() == candidate.level.as_str())
}

/// Whether it is an array of the sweep, rather than a drive or a cache mode.
pub(super) fn is_array(candidate: &StripeCandidate) -> bool {
    candidate.level != wire::CandidateLevel::Single && candidate.cache == DIRECT
}

pub(super) fn is_single(candidate: &StripeCandidate) -> bool {
    candidate.level == wire::CandidateLevel::Single
}

/// Fills in missing parameters of the plan.
pub(super) fn prepare(plan: &StripeSweepPlan, stripe: &mut StripeRecord) {
    if stripe.drives.is_empty() {
        stripe.drives = plan.drives.iter().map(Id::to_string).collect();
    }
    if stripe.jobs.is_empty() {
        stripe.jobs = plan.workloads.iter().map(jobs::job).collect();
    }
    let known: Vec<&str> = stripe.candidates.iter().map(|known| known.id.as_str()).collect();
    let missing = plan.candidates();
    let missing: Vec<StripeCandidate> =
        missing.into_iter().filter(|one| !known.contains(&one.id.as_str())).collect();
    stripe.candidates.extend(missing);
}
