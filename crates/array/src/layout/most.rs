//! The most extents that a request can have, so that there is room for each of them.
//!
//! For: rings and pools, which reserve room for each extent of every request in flight. A bound that
//! is too large costs memory and threads; one that is too small loses extents.
//!
//! Not here: where extents lie ([`ArrayLayout::cut`]).

use narrows_workload::Direction;

use super::ArrayLayout;
use crate::{CopyLayout, CopyOrder, RaidLevel};

impl ArrayLayout {
    /// The most extents of a request of `len` bytes at any offset; for a write, without the reads
    /// before it.
    pub fn most(&self, len: u64, direction: Direction) -> usize {
        // No array below a stripe gets more than the whole request.
        let arrays = self.above.as_ref().map_or(1, |above| above.most(len, direction));
        arrays * self.most_alone(len, direction)
    }

    fn most_alone(&self, len: u64, direction: Direction) -> usize {
        let is_read = direction == Direction::Read;
        let (chunks, members) = (self.most_chunks(len), self.members);
        let extents = match self.level {
            RaidLevel::Jbod => {
                // Most members touched if they follow one another: the last takes all the rest.
                let size = ((self.part.end - self.part.start) / self.members).max(1);
                (1 + len.saturating_sub(1).div_ceil(size)).min(self.members)
            }
            RaidLevel::Mirror if is_read => 1,
            RaidLevel::Mirror => members,
            RaidLevel::Stripe if self.cutting.merges => chunks.min(members),
            RaidLevel::Stripe => chunks,
            RaidLevel::MirroredStripe if is_read => self.most_of_a_copy(chunks),
            RaidLevel::MirroredStripe => self.most_of_all_copies(chunks),
            RaidLevel::Parity(parity) if is_read => self.most_of_data(chunks, u64::from(parity)),
            RaidLevel::Parity(parity) => chunks * (1 + u64::from(parity)),
        };
        extents as usize
    }

    /// The most chunks that a request touches: it may begin with the last byte of one.
    fn most_chunks(&self, len: u64) -> u64 {
        if self.cutting.is_record {
            return self.data();
        }
        1 + len.saturating_sub(1).div_ceil(self.cutting.chunk.get().max(1))
    }

    /// Extents of one copy. A near copy takes only some rows of each member, so that no two of its
    /// chunks are adjacent, unless as many copies fill whole rows.
    fn most_of_a_copy(&self, chunks: u64) -> u64 {
        let CopyLayout { order, count } = self.cutting.copies;
        let count = u64::from(count);
        let fills_rows = self.members.is_multiple_of(count);
        match order {
            CopyOrder::Near if self.cutting.merges && fills_rows => {
                chunks.min(self.members / count)
            }
            CopyOrder::Far if self.cutting.merges => chunks.min(self.members),
            _ => chunks,
        }
    }

    /// Near copies together skip no row of any member; far copies lie in a section each.
    fn most_of_all_copies(&self, chunks: u64) -> u64 {
        let CopyLayout { order, count } = self.cutting.copies;
        let count = u64::from(count);
        match order {
            CopyOrder::Near if self.cutting.merges => (count * chunks).min(self.members),
            CopyOrder::Far if self.cutting.merges => count * chunks.min(self.members),
            _ => count * chunks,
        }
    }

    /// Extents of data between parity: each member has data in all rows except those where it has
    /// the parity, which separates its extents.
    fn most_of_data(&self, chunks: u64, parity: u64) -> u64 {
        if !self.cutting.merges || self.cutting.is_record {
            return chunks;
        }
        // It may begin with the last chunk of a row.
        let rows = 1 + (chunks - 1).div_ceil(self.data());
        // The shortest stretch with two extents is a row of data on both sides of the parity.
        let further = rows.checked_sub(parity + 2).map_or(0, |rest| 1 + rest / self.members);
        chunks.min(self.members * (1 + further))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use narrows_units::Bytes;
    use narrows_workload::Direction::{self, Read, Write};

    use super::*;
    use crate::{LogicalRequest, RequestCutting};

    fn layout(level: RaidLevel, members: usize, cutting: RequestCutting) -> ArrayLayout {
        ArrayLayout::new(
            level,
            NonZeroUsize::new(members).unwrap(),
            cutting,
            0..members as u64 * 40,
        )
    }

    /// The most extents of any request that begins within the first rows, on either copy.
    fn largest_cut(layout: &ArrayLayout, direction: Direction, len: u64) -> usize {
        let starts = 0..200;
        let count = |at: u64, turn| {
            let request = LogicalRequest { direction, offset: at, len, stream: 0, turn };
            let mut extents = Vec::new();
            layout.cut(&request, false, &mut extents);
            extents.len()
        };
        starts.flat_map(|at| [count(at, 0), count(at, 1)]).max().unwrap()
    }

    /// The bound is never exceeded, and is reached except for the rows of parity at a request's
    /// first and last rows: at most one per member.
    #[test]
    fn as_many_as_promised_and_hardly_fewer() {
        let levels =
            [RaidLevel::Jbod, RaidLevel::Stripe, RaidLevel::Mirror, RaidLevel::MirroredStripe];
        for level in levels.into_iter().chain([RaidLevel::Parity(1), RaidLevel::Parity(2)]) {
            for (members, chunk, len) in (3..7_usize)
                .flat_map(|members| [2, 4].map(|chunk| (members, chunk)))
                .flat_map(|(m, chunk)| [1, 2, 4, 9, 16, 33, 64].map(|len| (m, chunk, len)))
            {
                let layout = layout(level, members, RequestCutting::at(Bytes::new(chunk)));
                let is_parity = matches!(level, RaidLevel::Parity(_));
                for direction in [Read, Write].into_iter().take(if is_parity { 1 } else { 2 }) {
                    let most = layout.most(len, direction);
                    let largest = largest_cut(&layout, direction, len);
                    let slack = if is_parity { members } else { 0 };
                    assert!(
                        (largest..=largest + slack).contains(&most),
                        "{level:?} {direction} of {members} by {chunk}, {len} bytes: {largest}, {most}"
                    );
                }
            }
        }
    }

    /// 1 MiB touches 257 chunks of 4 KiB. Near copies over four members: each copy is on two.
    /// Levels 5 and 6 over four: 87 and 129 rows, one extent per member for each four of them, and
    /// one or two more at the ends. Alternating copies over three members skip rows.
    #[test]
    fn a_mebibyte_in_chunks_of_four_kibibytes() {
        let most = |level, members| {
            layout(level, members, RequestCutting::at(Bytes::kib(4))).most(1 << 20, Read)
        };
        assert_eq!((most(RaidLevel::Stripe, 4), most(RaidLevel::Mirror, 3)), (4, 1));
        assert_eq!(
            (most(RaidLevel::MirroredStripe, 4), most(RaidLevel::MirroredStripe, 3)),
            (2, 257)
        );
        assert_eq!((most(RaidLevel::Parity(1), 4), most(RaidLevel::Parity(2), 4)), (92, 132));
    }

    /// Without merging, and for records, each chunk is an extent, and each parity one more.
    #[test]
    fn what_does_not_merge_counts_by_chunk() {
        let apart = RequestCutting { merges: false, ..RequestCutting::at(Bytes::new(2)) };
        let ten = layout(RaidLevel::MirroredStripe, 4, apart);
        assert_eq!((ten.most(8, Read), ten.most(8, Write)), (5, 10));
        let record = RequestCutting { is_record: true, ..apart };
        let zfs = layout(RaidLevel::Parity(1), 5, record);
        assert_eq!((zfs.most(64, Read), zfs.most(64, Write)), (4, 8));
    }

    /// The other layouts, and three copies, never have more extents than the bound.
    #[test]
    fn copies_in_any_order_have_no_more_than_promised() {
        let orders = CopyOrder::NAMES.map(|(_, order)| order);
        let all =
            orders.into_iter().flat_map(|order| [2, 3].map(|count| CopyLayout { order, count }));
        for (copies, merges) in all.flat_map(|copies| [true, false].map(|it| (copies, it))) {
            for (members, len) in (3..7).flat_map(|it| [1, 2, 9, 16, 33, 64].map(|len| (it, len))) {
                let cutting =
                    RequestCutting { copies, merges, ..RequestCutting::at(Bytes::new(4)) };
                let layout = layout(RaidLevel::MirroredStripe, members, cutting);
                for direction in [Read, Write] {
                    let (largest, most) =
                        (largest_cut(&layout, direction, len), layout.most(len, direction));
                    assert!(
                        largest <= most,
                        "{copies} {members} {len} {direction}: {largest} {most}"
                    );
                }
            }
        }
    }
}
