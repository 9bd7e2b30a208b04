//! Which part of a request lies on which member of an array.
//!
//! For: cutting one request of a program into pieces on members, as the layer does it. How chunks
//! are cut and what is read before a write are the model's (`narrows_model::lower::Cutting`).
//!
//! - *Stripe*: chunk by chunk over the members.
//! - *Mirror*: reads go to the copies in turn, or each stream stays on one; writes go to all.
//! - *Mirrored stripe*: copy `k` of chunk `c` lies on member `2c + k` (md(4), near layout).
//! - *Parity*: chunks go on over all members, with the parity of each stripe in between
//!   (left-symmetric, md(4)). It is written with the last data of its rows, so that what is written
//!   in sequence makes whole stripes.
//! - *One after the other*: the region is spread evenly over the members.

use narrows_issuer::Region;
use narrows_model::lower::Cutting;
use narrows_model::{ArrayPlan, Level};
use narrows_workload::Direction;

/// A request of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Request {
    pub direction: Direction,
    pub offset: u64,
    pub len: u64,
    /// Which of the program's streams.
    pub stream: u64,
    /// A number that grows by one a request.
    pub turn: u64,
}

/// A piece of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    pub member: usize,
    pub direction: Direction,
    pub bytes: u64,
}

/// An array's order.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    level: Level,
    members: u64,
    cutting: Cutting,
    region: Region,
}

impl Layout {
    /// None for an array without members.
    pub fn new(array: &ArrayPlan, cutting: Cutting, region: Region) -> Option<Self> {
        let members = array.members.len() as u64;
        (members > 0).then_some(Self { level: array.level, members, cutting, region })
    }

    /// Whether writes of `request` wait for reads: then [`Self::cut`] gives these first.
    pub fn reads_first(&self, request: &Request) -> bool {
        request.direction == Direction::Write && self.cutting.reads_first > 0
    }

    /// Appends the pieces of `request`; with `before` those that are read before a write.
    pub fn cut(&self, request: &Request, before: bool, pieces: &mut Vec<Piece>) {
        let is_read = request.direction == Direction::Read;
        match self.level {
            Level::Jbod => self.one_after_the_other(request, pieces),
            Level::Mirror if is_read => {
                let turn = if self.cutting.keeps_streams { request.stream } else { request.turn };
                self.put(turn % self.members, request.direction, request.len, pieces);
            }
            Level::Mirror => (0..self.members)
                .for_each(|member| self.put(member, request.direction, request.len, pieces)),
            Level::Stripe => self.chunks(request, |layout, chunk, bytes| {
                layout.put(chunk % layout.members, request.direction, bytes, pieces);
            }),
            Level::MirroredStripe => self.mirrored_stripe(request, pieces),
            Level::Parity(parity) if is_read || self.cutting.reads_first == 0 => {
                self.whole_stripes(request, u64::from(parity), pieces);
            }
            Level::Parity(parity) => self.modify(request, u64::from(parity), before, pieces),
        }
    }

    /// Calls with the number and the bytes of each chunk that a request touches.
    fn chunks(&self, request: &Request, mut each: impl FnMut(&Self, u64, u64)) {
        if self.cutting.is_record {
            let count = self.data();
            let first = request.offset / request.len.max(1) * count;
            for at in 0..count {
                let bytes = request.len * (at + 1) / count - request.len * at / count;
                each(self, first + at, bytes);
            }
            return;
        }
        let chunk = self.cutting.chunk.get().max(1);
        let (mut at, end) = (request.offset, request.offset + request.len);
        while at < end {
            let until = ((at / chunk + 1) * chunk).min(end);
            each(self, at / chunk, until - at);
            at = until;
        }
    }

    /// Members that hold data of one stripe.
    fn data(&self) -> u64 {
        match self.level {
            Level::Parity(parity) => self.members.saturating_sub(u64::from(parity)).max(1),
            _ => self.members,
        }
    }

    fn put(&self, member: u64, direction: Direction, bytes: u64, pieces: &mut Vec<Piece>) {
        let member = member as usize;
        if self.cutting.merges {
            let same = |piece: &&mut Piece| piece.member == member && piece.direction == direction;
            if let Some(piece) = pieces.iter_mut().find(same) {
                piece.bytes += bytes;
                return;
            }
        }
        pieces.push(Piece { member, direction, bytes });
    }

    fn one_after_the_other(&self, request: &Request, pieces: &mut Vec<Piece>) {
        let part = (self.region.len / self.members).max(1);
        let at = request.offset.saturating_sub(self.region.offset) / part;
        self.put(at.min(self.members - 1), request.direction, request.len, pieces);
    }

    fn mirrored_stripe(&self, request: &Request, pieces: &mut Vec<Piece>) {
        let is_read = request.direction == Direction::Read;
        // By the golden ratio copies alternate evenly, and in step with no number of chunks.
        let copy = request.turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63;
        let copies = if is_read { copy..copy + 1 } else { 0..2 };
        self.chunks(request, |layout, chunk, bytes| {
            for copy in copies.clone() {
                let member = (2 * chunk + copy) % layout.members;
                layout.put(member, request.direction, bytes, pieces);
            }
        });
    }

    /// Member of a data chunk, and whether it is the last of its stripe.
    fn of_data(&self, chunk: u64, parity: u64) -> (u64, bool) {
        let place = chunk % self.data();
        let member = self.parity_of(chunk, parity, parity + place) % self.members;
        (member, place == self.data() - 1)
    }

    /// Member of the `number`th parity of a data chunk's stripe; data follows parity.
    fn parity_of(&self, chunk: u64, parity: u64, number: u64) -> u64 {
        let stripe = chunk / self.data() % self.members;
        let first = 2 * self.members - parity.min(self.members) - stripe;
        (first + number) % self.members
    }

    /// Reads, and writes of whole stripes.
    fn whole_stripes(&self, request: &Request, parity: u64, pieces: &mut Vec<Piece>) {
        let is_read = request.direction == Direction::Read;
        self.chunks(request, |layout, chunk, bytes| {
            let (member, is_last) = layout.of_data(chunk, parity);
            layout.put(member, request.direction, bytes, pieces);
            if is_last && !is_read {
                for number in 0..parity {
                    let member = layout.parity_of(chunk, parity, number);
                    layout.put(member, request.direction, bytes, pieces);
                }
            }
        });
    }

    /// Reads what new parity follows from, `before`; then writes data and parity.
    fn modify(&self, request: &Request, parity: u64, before: bool, pieces: &mut Vec<Piece>) {
        let (start, mut first, mut largest) = (pieces.len(), None, 0);
        self.chunks(request, |layout, chunk, bytes| {
            first.get_or_insert(chunk);
            largest = largest.max(bytes);
            layout.put(layout.of_data(chunk, parity).0, Direction::Write, bytes, pieces);
        });
        let Some(chunk) = first else { return };
        for number in 0..parity {
            let member = self.parity_of(chunk, parity, number);
            self.put(member, Direction::Write, largest, pieces);
        }
        if before {
            self.read_before(start, largest, pieces);
        }
    }

    /// In the place of what would be written from `start` on: the same is read, or as much as is
    /// needed of what stays.
    fn read_before(&self, start: usize, bytes: u64, pieces: &mut Vec<Piece>) {
        let reads = self.cutting.reads_first as usize;
        let written = pieces.split_off(start);
        let direction = Direction::Read;
        if written.len() == reads {
            pieces.extend(written.into_iter().map(|piece| Piece { direction, ..piece }));
            return;
        }
        let stays = |member: &usize| written.iter().all(|piece| piece.member != *member);
        let members = (0..self.members as usize).filter(stays).take(reads);
        pieces.extend(members.map(|member| Piece { member, direction, bytes }));
    }
}

#[cfg(test)]
mod tests;
