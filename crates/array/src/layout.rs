//! Maps parts of a request to members of an array.
//!
//! For: splitting a program's request into extents on members as the RAID engine does. How chunks
//! are cut and what is read before a write depends on the engine ([`RequestCutting`]).
//!
//! - *Stripe*: chunk by chunk over the members. What one request has on a member lies side by side
//!   there, so that it is calculated by member, not by chunk.
//! - *Mirror*: reads go to the copies in turn, or each stream stays on one; writes go to all.
//! - *Mirrored stripe*: of two copies, copy `k` of chunk `c` lies on member `2c + k` (md(4), near
//!   layout). In the far and offset layouts the first copies are a stripe over all members, from
//!   which md reads (the copy at the lowest address, `read_balance` in drivers/md/raid10.c).
//! - *Parity*: chunks go on over all members, with the parity of each stripe in between
//!   (left-symmetric, md(4)). It is written with the last data of its rows, so that what is written
//!   in sequence makes whole stripes.
//! - *One after the other*: the region is spread evenly over the members.
//! - *Arrays in a stripe*: chunks go over the arrays in turn, each of which cuts its part as if it
//!   stood alone ([`ArrayLayout::under`]).

use std::num::NonZeroUsize;
use std::ops::Range;

use narrows_units::Bytes;
use narrows_workload::Direction;

use crate::{CopyLayout, CopyOrder, RaidLevel};

mod most;

/// How a RAID engine cuts requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestCutting {
    pub chunk: Bytes,
    /// Each request is cut evenly over the members that do not hold its parity, whatever the chunk
    /// size (ZFS records).
    pub is_record: bool,
    /// Whether all that one request has on a member is merged into one request there.
    pub merges: bool,
    pub copies: CopyLayout,
    /// Whether a stream that reads in sequence stays on one copy.
    pub keeps_streams: bool,
    /// Requests to a member for each write to it.
    pub writes_each: f64,
    /// Reads of extents that must finish before a write with parity can begin; 0 where whole stripes
    /// are written.
    pub reads_first: u32,
}

impl RequestCutting {
    /// At chunks, as Linux does it: the parts of one request on one member are one request there.
    pub fn at(chunk: Bytes) -> Self {
        Self {
            chunk,
            is_record: false,
            merges: true,
            copies: CopyLayout::default(),
            keeps_streams: false,
            writes_each: 1.0,
            reads_first: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogicalRequest {
    pub direction: Direction,
    /// Offset in the array, in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
    pub stream: u64,
    /// A counter that grows by one for each request.
    pub turn: u64,
}

/// The part of a request on one member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The number of the member, from 0.
    pub member: usize,
    pub direction: Direction,
    /// Offset on the member, in bytes from the start of its part of the array.
    pub offset: u64,
    pub bytes: u64,
}

#[derive(Clone, Debug)]
pub struct ArrayLayout {
    level: RaidLevel,
    members: u64,
    cutting: RequestCutting,
    part: Range<u64>,
    by_chunk: Divisor,
    by_member: Divisor,
    /// The stripe above, if this array is one of several in a stripe.
    above: Option<Box<ArrayLayout>>,
}

impl ArrayLayout {
    /// An array of `members`. `part` is the region of the array that is used; it matters where
    /// members come one after the other.
    pub fn new(
        level: RaidLevel,
        members: NonZeroUsize,
        cutting: RequestCutting,
        part: Range<u64>,
    ) -> Self {
        let members = members.get() as u64;
        let (by_chunk, by_member) = (Divisor::new(cutting.chunk.get()), Divisor::new(members));
        Self { level, members, cutting, part, by_chunk, by_member, above: None }
    }

    /// The same as one of `arrays` arrays under a stripe with this chunk size.
    #[must_use]
    pub fn under(self, arrays: NonZeroUsize, chunk: Bytes) -> Self {
        let above =
            Self::new(RaidLevel::Stripe, arrays, RequestCutting::at(chunk), self.part.clone());
        let count = arrays.get() as u64;
        // Each array holds its share of the region, rounded outwards.
        let part = self.part.start / count..self.part.end.div_ceil(count);
        Self { part, above: Some(Box::new(above)), ..self }
    }

    pub fn members(&self) -> usize {
        self.above.as_ref().map_or(1, |above| above.members()) * self.members as usize
    }

    /// Whether writes of `request` wait for reads; if so, [`Self::cut`] with `before` gives the
    /// reads.
    pub fn reads_first(&self, request: &LogicalRequest) -> bool {
        request.direction == Direction::Write && self.cutting.reads_first > 0
    }

    /// Appends the extents of `request`; with `before`, the extents to read before a write.
    pub fn cut(&self, request: &LogicalRequest, before: bool, extents: &mut Vec<Extent>) {
        match &self.above {
            None => self.cut_alone(request, before, extents),
            Some(above) => self.cut_below(above, request, before, extents),
        }
    }

    /// Each array cuts its part of the request; its members are numbered after those before it.
    fn cut_below(
        &self,
        above: &Self,
        request: &LogicalRequest,
        before: bool,
        extents: &mut Vec<Extent>,
    ) {
        let mut parts = Vec::new();
        // A stripe reads nothing before it writes, so `before` concerns the arrays below only.
        above.cut_alone(request, false, &mut parts);
        for part in parts {
            let own = LogicalRequest { offset: part.offset, len: part.bytes, ..*request };
            let mut of_array = Vec::new();
            self.cut_alone(&own, before, &mut of_array);
            let first = part.member * self.members as usize;
            let numbered = |extent: Extent| Extent { member: first + extent.member, ..extent };
            extents.extend(of_array.into_iter().map(numbered));
        }
    }

    fn cut_alone(&self, request: &LogicalRequest, before: bool, extents: &mut Vec<Extent>) {
        let is_read = request.direction == Direction::Read;
        match self.level {
            RaidLevel::Jbod => self.one_after_the_other(request, extents),
            RaidLevel::Mirror if is_read => {
                let turn = if self.cutting.keeps_streams { request.stream } else { request.turn };
                extents.push(request.on(turn % self.members, request.offset, request.len));
            }
            RaidLevel::Mirror => extents.extend(
                (0..self.members).map(|member| request.on(member, request.offset, request.len)),
            ),
            RaidLevel::Stripe if self.cutting.merges => self.stripe(request, extents),
            RaidLevel::Stripe => self.chunks(request, |layout, part| {
                let (member, row) = (part.chunk % layout.members, part.chunk / layout.members);
                layout.put(request.direction, member, row, part, extents);
            }),
            RaidLevel::MirroredStripe => self.mirrored_stripe(request, extents),
            RaidLevel::Parity(parity) if is_read || self.cutting.reads_first == 0 => {
                self.whole_stripes(request, u64::from(parity), extents);
            }
            RaidLevel::Parity(parity) => self.modify(request, u64::from(parity), before, extents),
        }
    }

    /// One extent a member: its part of the array up to the request's end, without that up to its
    /// beginning.
    #[inline]
    fn stripe(&self, request: &LogicalRequest, extents: &mut Vec<Extent>) {
        let (chunk, width) = (self.by_chunk.by, self.by_member);
        let (number, within) = self.by_chunk.divide(request.offset);
        let (row, member) = width.divide(number);
        let begin = StripeOffset { row, member, within };
        // Most requests stay within one chunk: they need none of the arithmetic below.
        if within + request.len <= chunk {
            extents.push(request.on(member, begin.on(member, chunk), request.len));
            return;
        }
        // The same for the first byte behind the request: a member's part is the difference of
        // both.
        let (further, within) = self.by_chunk.divide(within + request.len);
        let (rows, member) = width.divide(member + further);
        let end = StripeOffset { row: row + rows, member, within };
        // From as many chunks as members on, further ones join the parts that are there.
        let touched = (further + u64::from(within > 0)).min(self.members);
        let mut member = begin.member;
        for _ in 0..touched {
            let (from, until) = (begin.on(member, chunk), end.on(member, chunk));
            extents.push(request.on(member, from, until - from));
            member = if member + 1 == self.members { 0 } else { member + 1 };
        }
    }

    /// Calls `each` for every chunk that a request touches.
    fn chunks(&self, request: &LogicalRequest, mut each: impl FnMut(&Self, ChunkPart)) {
        if self.cutting.is_record {
            // A request is a whole record: its number counts, not the chunk size.
            let count = self.data();
            let first = request.offset / request.len.max(1) * count;
            for at in 0..count {
                // Differences of rounded multiples: parts differ by a byte at most and add up to
                // the request.
                let bytes = request.len * (at + 1) / count - request.len * at / count;
                each(self, ChunkPart { chunk: first + at, within: 0, bytes });
            }
            return;
        }
        let chunk = self.cutting.chunk.get().max(1);
        let (mut at, end) = (request.offset, request.offset + request.len);
        while at < end {
            let until = (at / chunk + 1).saturating_mul(chunk).min(end);
            each(self, ChunkPart { chunk: at / chunk, within: at % chunk, bytes: until - at });
            at = until;
        }
    }

    /// The number of members that hold data of one stripe.
    fn data(&self) -> u64 {
        match self.level {
            RaidLevel::Parity(parity) => self.members.saturating_sub(u64::from(parity)).max(1),
            _ => self.members,
        }
    }

    /// Appends a part of a chunk that lies in `row` of a member; merges it with the extent before
    /// where allowed.
    fn put(
        &self,
        direction: Direction,
        member: u64,
        row: u64,
        part: ChunkPart,
        extents: &mut Vec<Extent>,
    ) {
        let (member, bytes) = (member as usize, part.bytes);
        // Offsets beyond all addresses are clamped to the last one: a chunk may have any size.
        let offset = row.saturating_mul(self.cutting.chunk.get()).saturating_add(part.within);
        if self.cutting.merges {
            let follows = |extent: &&mut Extent| {
                extent.member == member
                    && extent.direction == direction
                    && extent.offset.checked_add(extent.bytes) == Some(offset)
            };
            // The chunk before it on this member lies a whole row back in the list.
            if let Some(extent) = extents.iter_mut().find(follows) {
                extent.bytes += bytes;
                return;
            }
        }
        extents.push(Extent { member, direction, offset, bytes });
    }

    /// A request that reaches the end of a member continues on the next.
    fn one_after_the_other(&self, request: &LogicalRequest, extents: &mut Vec<Extent>) {
        let size = ((self.part.end - self.part.start) / self.members).max(1);
        let last = self.members - 1;
        let (mut at, mut left) = (request.offset.saturating_sub(self.part.start), request.len);
        while left > 0 {
            let member = (at / size).min(last);
            let within = at - member * size;
            // The region need not divide evenly: the last member takes the rest.
            let bytes = if member == last { left } else { left.min(size - within) };
            extents.push(request.on(member, within, bytes));
            (at, left) = (at + bytes, left - bytes);
        }
    }

    fn mirrored_stripe(&self, request: &LogicalRequest, extents: &mut Vec<Extent>) {
        let CopyLayout { order, count } = self.cutting.copies;
        let count = u64::from(count.max(1));
        // Multiples of the golden ratio alternate copies evenly, and in step with no number of
        // chunks.
        let chance = request.turn.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let copies = match (request.direction, order) {
            (Direction::Write, _) => 0..count,
            (Direction::Read, CopyOrder::Near) => {
                // The upper half of the product spreads 64 bits evenly over the copies without a
                // division.
                let copy = ((u128::from(chance) * u128::from(count)) >> 64) as u64;
                copy..copy + 1
            }
            (Direction::Read, CopyOrder::Far | CopyOrder::Offset) => 0..1,
        };
        self.chunks(request, |layout, part| {
            for copy in copies.clone() {
                let (member, row) = layout.of_copy(part.chunk, (copy, count), order);
                layout.put(request.direction, member, row, part, extents);
            }
        });
    }

    /// Member and row of copy `copy` of a chunk with `count` copies.
    fn of_copy(&self, chunk: u64, (copy, count): (u64, u64), order: CopyOrder) -> (u64, u64) {
        let members = self.members;
        match order {
            CopyOrder::Near => {
                let position = count * chunk + copy;
                (position % members, position / members)
            }
            CopyOrder::Far => {
                // A section holds the region that is used: the size of the whole array is not known
                // here.
                let row = members * self.cutting.chunk.get().max(1);
                let section = self.part.end.div_ceil(row);
                ((chunk + copy) % members, chunk / members + copy * section)
            }
            CopyOrder::Offset => ((chunk + copy) % members, chunk / members * count + copy),
        }
    }

    /// Row and member of a data chunk, and whether it is the last of its row.
    fn of_data(&self, chunk: u64, parity: u64) -> (u64, u64, bool) {
        let (row, place) = (chunk / self.data(), chunk % self.data());
        let member = self.parity_of(row, parity + place);
        (row, member, place == self.data() - 1)
    }

    /// The member of a row's `number`th parity; data follows parity.
    fn parity_of(&self, row: u64, number: u64) -> u64 {
        // Left-symmetric: the parity of row 0 is on the last member and moves one to the left with
        // each row.
        (2 * self.members - 1 - row % self.members + number) % self.members
    }

    /// Cuts reads, and writes of whole stripes.
    fn whole_stripes(&self, request: &LogicalRequest, parity: u64, extents: &mut Vec<Extent>) {
        let is_read = request.direction == Direction::Read;
        self.chunks(request, |layout, part| {
            let (row, member, is_last) = layout.of_data(part.chunk, parity);
            layout.put(request.direction, member, row, part, extents);
            if is_last && !is_read {
                for number in 0..parity {
                    let member = layout.parity_of(row, number);
                    layout.put(request.direction, member, row, part, extents);
                }
            }
        });
    }

    /// With `before`, the reads that new parity is computed from; otherwise the writes of data and
    /// parity.
    fn modify(
        &self,
        request: &LogicalRequest,
        parity: u64,
        before: bool,
        extents: &mut Vec<Extent>,
    ) {
        // One parity a request, as long as its largest part and in the first row touched: what
        // covers whole stripes does not come here.
        let (start, mut largest) = (extents.len(), None::<(u64, ChunkPart)>);
        self.chunks(request, |layout, part| {
            let (row, member, _) = layout.of_data(part.chunk, parity);
            let first = largest.map_or(row, |(first, _)| first);
            if largest.is_none_or(|(_, most)| part.bytes > most.bytes) {
                largest = Some((first, part));
            }
            layout.put(Direction::Write, member, row, part, extents);
        });
        let Some((row, part)) = largest else { return };
        for number in 0..parity {
            self.put(Direction::Write, self.parity_of(row, number), row, part, extents);
        }
        if before {
            self.read_before(start, extents);
        }
    }

    /// Replaces the writes from `start` on by the reads they need: of the same blocks, or of the
    /// blocks that stay.
    fn read_before(&self, start: usize, extents: &mut Vec<Extent>) {
        let reads = self.cutting.reads_first as usize;
        let written = extents.split_off(start);
        let read = |extent: Extent| Extent { direction: Direction::Read, ..extent };
        // Read-modify-write: the old contents of the blocks that change.
        if written.len() == reads {
            extents.extend(written.into_iter().map(read));
            return;
        }
        // The parity's extent, written last, is the longest: new parity needs as much of every
        // member that is not written.
        let Some(parity) = written.last().copied() else { return };
        // Reconstruct-write: the same rows of the members that keep theirs.
        let stays = |member: &usize| written.iter().all(|extent| extent.member != *member);
        let members = (0..self.members as usize).filter(stays).take(reads);
        extents.extend(members.map(|member| Extent { member, ..read(parity) }));
    }
}

impl LogicalRequest {
    fn on(&self, member: u64, offset: u64, bytes: u64) -> Extent {
        Extent { member: member as usize, direction: self.direction, offset, bytes }
    }
}

/// The part of a chunk that a request touches.
#[derive(Clone, Copy, Debug)]
struct ChunkPart {
    chunk: u64,
    within: u64,
    bytes: u64,
}

/// An offset in a stripe, as the amount of data before it on each member.
#[derive(Clone, Copy, Debug)]
struct StripeOffset {
    row: u64,
    member: u64,
    /// Bytes of the chunk before it.
    within: u64,
}

/// Divides, quickly where possible: sizes are powers of two, and chunk numbers mostly fit 32 bits,
/// which processors divide in a fraction of the time.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    by: u64,
    /// log2 of the divisor, if it is a power of two.
    shift: Option<u32>,
}

impl Divisor {
    fn new(by: u64) -> Self {
        let by = by.max(1);
        Self { by, shift: by.is_power_of_two().then(|| by.trailing_zeros()) }
    }

    #[inline]
    fn divide(self, value: u64) -> (u64, u64) {
        match (self.shift, u32::try_from(value), u32::try_from(self.by)) {
            (Some(shift), ..) => (value >> shift, value & (self.by - 1)),
            (None, Ok(value), Ok(by)) => (u64::from(value / by), u64::from(value % by)),
            _ => (value / self.by, value % self.by),
        }
    }
}

impl StripeOffset {
    #[inline]
    fn on(self, member: u64, chunk: u64) -> u64 {
        // Members before it already have their chunk of this row. A multiplication costs less than
        // a mispredicted branch.
        let before = u64::from(member < self.member) * chunk;
        self.row * chunk + before + u64::from(member == self.member) * self.within
    }
}

#[cfg(test)]
mod tests;
