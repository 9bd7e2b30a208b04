//! How a RAID engine turns one request into requests to members.
//!
//! Requests are aligned to their size, members are equal, and everything is the average over all
//! positions of a request. `chunk` is the chunk size.
//!
//! - *Stripe*: a request of at most a chunk goes to one member; a larger one to as many members as
//!   it has chunks, at most all. Linux merges the chunks of one request on one member, which lie
//!   side by side there, into one (block layer plugging); others send each chunk by itself.
//! - *Mirror*: reads spread over the copies, writes go to all.
//! - *Mirrored stripe*: as a stripe, each byte as often as there are copies. In md's far and offset
//!   orders one copy goes over all members.
//! - *Arrays under a stripe*: each array has its part of the request, as if it stood alone.
//! - *Parity*: reads are as a stripe over all members (parity rotates); a write of whole stripes
//!   writes data and parity; a smaller one reads the old data and parity first, then writes both
//!   (Patterson, Gibson and Katz, *A Case for RAID*, 1988, section 11).

use narrows_array::{RaidLevel, RequestCutting};
use narrows_units::Bytes;
use narrows_workload::{IoInterface, Pattern, Workload};

use super::wait::depth_of_thread;
use crate::array::{ArrayCacheMode, ArrayPlan, Bitmap, RaidEngine, StripeOverArrays};

/// The load of one request on each member, on average over members, and the waits that it adds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MemberSpread {
    pub read_bytes: f64,
    pub write_bytes: f64,
    pub reads: f64,
    pub writes: f64,
    /// Members that work on the request at the same time.
    pub at_once: f64,
    /// The largest load of a member relative to the average: where chunks are uneven, the request
    /// waits for the member with most.
    pub unevenness: f64,
    /// Reads that must finish before a write can begin: 0 or 1.
    pub reads_first: f64,
    /// Groups of members that take turns: a stream is on one of them at a time, and is counted as
    /// if it were on each.
    pub turns: f64,
    pub write_turns: f64,
}

impl Default for MemberSpread {
    /// Nothing, of one member after the other.
    fn default() -> Self {
        Self {
            read_bytes: 0.0,
            write_bytes: 0.0,
            reads: 0.0,
            writes: 0.0,
            at_once: 1.0,
            unevenness: 1.0,
            reads_first: 0.0,
            turns: 1.0,
            write_turns: 1.0,
        }
    }
}

impl MemberSpread {
    pub fn single(block: Bytes, is_read: bool) -> Self {
        let (bytes, one) = (block.as_f64(), 1.0);
        let split = |value: f64| if is_read { (value, 0.0) } else { (0.0, value) };
        let ((read_bytes, write_bytes), (reads, writes)) = (split(bytes), split(one));
        Self { read_bytes, write_bytes, reads, writes, ..Self::default() }
    }

    /// A mix of the two with a `share` of the first, the reads; the other is the writes.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let mean = |a: f64, b: f64| share * a + (1.0 - share) * b;
        Self {
            read_bytes: mean(self.read_bytes, other.read_bytes),
            write_bytes: mean(self.write_bytes, other.write_bytes),
            reads: mean(self.reads, other.reads),
            writes: mean(self.writes, other.writes),
            at_once: mean(self.at_once, other.at_once),
            unevenness: mean(self.unevenness, other.unevenness),
            reads_first: mean(self.reads_first, other.reads_first),
            turns: self.turns,
            write_turns: other.write_turns,
        }
    }

    /// The same for a member that has that part of an average member's reads.
    pub fn reading(self, share: f64) -> Self {
        Self { read_bytes: self.read_bytes * share, reads: self.reads * share, ..self }
    }

    /// The average over the members of all arrays, where `touched` of `arrays` equal arrays have a
    /// part of a request.
    fn in_some(self, (touched, arrays): (f64, f64)) -> Self {
        let part = touched / arrays;
        Self {
            read_bytes: self.read_bytes * part,
            write_bytes: self.write_bytes * part,
            reads: self.reads * part,
            writes: self.writes * part,
            at_once: self.at_once * touched,
            ..self
        }
    }

    /// Requests to all members together.
    pub fn requests(&self, members: usize) -> f64 {
        (self.reads / self.turns + self.writes / self.write_turns) * members as f64
    }

    /// The number of groups of members that take turns, on average over requests.
    pub fn mean_turns(&self) -> f64 {
        let all = (self.reads + self.writes).max(f64::MIN_POSITIVE);
        (self.reads * self.turns + self.writes * self.write_turns) / all
    }
}

/// The number of arrays under a stripe that have a part of a request, and the number of arrays.
pub(super) fn touched(array: &ArrayPlan, block: Bytes) -> (f64, f64) {
    let arrays = array.arrays() as f64;
    let chunk = array.over.as_ref().map_or(block, StripeOverArrays::chunk);
    let chunks = (block.as_f64() / chunk.as_f64().max(512.0)).ceil();
    (chunks.clamp(1.0, arrays), arrays)
}

/// The part of a request on one of them.
fn part_of(array: &ArrayPlan, workload: &Workload) -> Workload {
    let (touched, _) = touched(array, workload.block);
    let block = Bytes::new((workload.block.as_f64() / touched).ceil() as u64);
    Workload { block, ..workload.clone() }
}

/// The load of a request of `block` on `array`.
pub(super) fn of(array: &ArrayPlan, workload: &Workload, is_read: bool) -> MemberSpread {
    let Some(record) = part_of_record(array, workload) else {
        return cut(array, workload, is_read);
    };
    let whole = Workload { block: record, ..workload.clone() };
    let read = cut(array, &whole, true);
    if is_read {
        return read;
    }
    let MemberSpread { read_bytes, reads, .. } = read;
    MemberSpread { read_bytes, reads, reads_first: 1.0, ..cut(array, &whole, false) }
}

/// ZFS reads records whole, because the checksum covers the whole record, and writes them whole, after
/// reading the unchanged part (zfsprops(7), recordsize): the record, if a random request is less than one.
fn part_of_record(array: &ArrayPlan, workload: &Workload) -> Option<Bytes> {
    let is_part = array.engine == RaidEngine::Zfs
        && workload.pattern == Pattern::Random
        && workload.block < array.record();
    is_part.then(|| array.record())
}

/// The bytes that a RAID engine handles for a request.
pub(super) fn handled(array: &ArrayPlan, workload: &Workload) -> f64 {
    part_of_record(array, workload).unwrap_or(workload.block).as_f64().max(1.0)
}

fn cut(array: &ArrayPlan, workload: &Workload, is_read: bool) -> MemberSpread {
    let alone = of_one(array, &part_of(array, workload), is_read);
    alone.in_some(touched(array, workload.block))
}

/// The load of its part on one of the arrays.
fn of_one(array: &ArrayPlan, workload: &Workload, is_read: bool) -> MemberSpread {
    let (block, pattern) = (workload.block, workload.pattern);
    let extents = ChunkedRequest::new(array, workload);
    let bytes = block.as_f64();
    match (array.level, is_read) {
        // A stream is on one member at a time, on each in turn.
        (RaidLevel::Jbod, _) if pattern == Pattern::Sequential => {
            let turns = extents.members;
            MemberSpread { turns, write_turns: turns, ..MemberSpread::single(block, is_read) }
        }
        (RaidLevel::Jbod, _) => share_out(MemberSpread::single(block, is_read), extents.members),
        (RaidLevel::Stripe | RaidLevel::Parity(_), true) => extents.data(bytes, 1.0, true),
        (RaidLevel::Stripe, false) => extents.data(bytes, 1.0, false),
        (RaidLevel::Mirror, true) if stays_on_copy(array.engine, pattern) => {
            // As many copies are busy as there are streams.
            let streams = f64::from(workload.jobs.max(1)).min(extents.members);
            let turns = extents.members / streams;
            MemberSpread { turns, ..share_out(MemberSpread::single(block, true), streams) }
        }
        (RaidLevel::Mirror, true) => share_out(MemberSpread::single(block, true), extents.members),
        (RaidLevel::Mirror, false) => {
            MemberSpread { at_once: extents.members, ..MemberSpread::single(block, false) }
        }
        // The copies that no process reads are idle.
        (RaidLevel::MirroredStripe, true) if array.engine == RaidEngine::Btrfs => {
            let copies = f64::from(array.copies().count);
            let turns = copies / f64::from(workload.jobs.max(1)).min(copies);
            let all = extents.data(bytes, 1.0, true);
            let (read_bytes, reads) = (all.read_bytes * turns, all.reads * turns);
            MemberSpread { read_bytes, reads, turns, ..all }
        }
        (RaidLevel::MirroredStripe, true) => extents.data(bytes, 1.0, true),
        (RaidLevel::MirroredStripe, false) => {
            extents.data(bytes, f64::from(array.copies().count), false)
        }
        (RaidLevel::Parity(parity), false) => extents.parity_write(array, bytes, f64::from(parity)),
    }
}

/// md keeps a sequential stream on one copy, whose own read-ahead serves it (md(4), RAID1); btrfs chooses a process's
/// copy by its number, whatever it reads (fs/btrfs/volumes.c, `find_live_mirror`). For Windows' mirrors no source says
/// otherwise, and more would be a guess.
fn stays_on_copy(engine: RaidEngine, pattern: Pattern) -> bool {
    match engine {
        RaidEngine::Btrfs => true,
        RaidEngine::Md | RaidEngine::Vroc | RaidEngine::WindowsStripe => {
            pattern == Pattern::Sequential
        }
        _ => false,
    }
}

/// Each request goes to one member.
fn share_out(one: MemberSpread, members: f64) -> MemberSpread {
    MemberSpread {
        read_bytes: one.read_bytes / members,
        write_bytes: one.write_bytes / members,
        reads: one.reads / members,
        writes: one.writes / members,
        ..one
    }
}

struct ChunkedRequest {
    members: f64,
    /// The number of members over which data of one stripe goes.
    width: f64,
    /// Chunk size in bytes.
    chunk: f64,
    chunks: f64,
    /// Whether the chunks of one request on one member are merged into one request.
    merges: bool,
    /// Whether read-ahead in the drive evens out an uneven load of members.
    reads_ahead: bool,
    /// Bytes of a stream in sequence that are under way at once; a cache gathers any number.
    gathered: f64,
}

impl ChunkedRequest {
    fn new(array: &ArrayPlan, workload: &Workload) -> Self {
        let (block, pattern) = (workload.block, workload.pattern);
        let (members, width) = (array.each().max(1) as f64, array.width());
        let chunk = match array.level {
            RaidLevel::Parity(parity) if array.engine == RaidEngine::Zfs => {
                // A record goes over all members that do not hold its parity, a sector at least.
                let part = block.as_f64() / (members - f64::from(parity)).max(1.0);
                part.max(array.sector().as_f64())
            }
            _ => array.chunk().as_f64().max(512.0),
        };
        let chunks = (block.as_f64() / chunk).max(1.0);
        let reads_ahead = pattern == Pattern::Sequential;
        let is_cached =
            workload.interface == IoInterface::Buffered || array.cache == ArrayCacheMode::WriteBack;
        let gathered = match (reads_ahead, is_cached) {
            (false, _) => block.as_f64(),
            (true, true) => f64::INFINITY,
            (true, false) => block.as_f64() * f64::from(depth_of_thread(workload)),
        };
        Self { members, width, chunk, chunks, merges: merges(array.engine), reads_ahead, gathered }
    }

    fn touched(&self) -> f64 {
        self.chunks.ceil().min(self.width)
    }

    /// The load of data with `copies` copies of each byte.
    fn data(&self, bytes: f64, copies: f64, is_read: bool) -> MemberSpread {
        let requests = if self.merges { self.touched() } else { self.chunks };
        let (bytes, requests) = (bytes * copies / self.members, requests * copies / self.members);
        let split = |value: f64| if is_read { (value, 0.0) } else { (0.0, value) };
        let ((read_bytes, write_bytes), (reads, writes)) = (split(bytes), split(requests));
        let at_once = (self.touched() * copies).min(self.members);
        let unevenness = if is_read && self.reads_ahead { 1.0 } else { self.unevenness() };
        let load = MemberSpread { read_bytes, write_bytes, reads, writes, ..Default::default() };
        MemberSpread { at_once, unevenness, ..load }
    }

    /// The member with the most chunks has their number divided by the members, rounded up.
    fn unevenness(&self) -> f64 {
        let mean = self.chunks / self.touched();
        mean.ceil() / mean
    }

    fn parity_write(&self, array: &ArrayPlan, bytes: f64, parity: f64) -> MemberSpread {
        let data = self.data_members(parity);
        let written = match self.whole_stripes(array, parity) {
            // Each row of a record's sectors has its parity, however short (OpenZFS' vdev_raidz.c).
            true if array.engine == RaidEngine::Zfs => {
                let sectors = (bytes / array.sector().as_f64()).ceil();
                self.data(bytes, 1.0 + parity * (sectors / data).ceil() / sectors, false)
            }
            true => self.data(bytes, self.members / data, false),
            false => self.read_modify_write(bytes, parity),
        };
        MemberSpread { writes: written.writes * writes_each(array), ..written }
    }

    fn data_members(&self, parity: f64) -> f64 {
        (self.members - parity).max(1.0)
    }

    /// Whether writes fill whole stripes, whose parity follows from them alone. A stream fills one with its requests
    /// in flight: a call that waits for its end leaves its part of a stripe alone, and md and btrfs then read the
    /// rest needed for its parity (drivers/md/raid5.c, handle_stripe_dirtying; fs/btrfs/raid56.c).
    fn whole_stripes(&self, array: &ArrayPlan, parity: f64) -> bool {
        let covers = self.gathered >= self.chunk * self.data_members(parity);
        array.engine == RaidEngine::Zfs || covers
    }

    /// New parity comes from the old data and parity, or from the unchanged data, whichever is less
    /// to read: the number of extents read.
    fn reads_before_write(&self, parity: f64) -> f64 {
        let changed = self.chunks.ceil();
        let stays = (self.members - parity - changed).max(1.0);
        (changed + parity).min(stays)
    }

    fn read_modify_write(&self, bytes: f64, parity: f64) -> MemberSpread {
        let changed = self.chunks.ceil();
        let (reads, writes) = (self.reads_before_write(parity), changed + parity);
        let extent = bytes / changed;
        MemberSpread {
            read_bytes: extent * reads / self.members,
            write_bytes: extent * writes / self.members,
            reads: reads / self.members,
            writes: writes / self.members,
            at_once: (self.touched() + parity).min(self.members),
            reads_first: 1.0,
            ..MemberSpread::default()
        }
    }
}

/// Requests per write to a member with parity: in a bitmap on the members a bit is set before the
/// write, but not for each one.
fn writes_each(array: &ArrayPlan) -> f64 {
    match (array.level, array.bitmap) {
        (RaidLevel::Parity(_), Bitmap::Internal) => 1.5,
        _ => 1.0,
    }
}

/// How `array` cuts requests of `workload`.
pub(super) fn cutting(array: &ArrayPlan, workload: &Workload) -> RequestCutting {
    let workload = &part_of(array, workload);
    let extents = ChunkedRequest::new(array, workload);
    let reads_first = match array.level {
        RaidLevel::Parity(parity) if !extents.whole_stripes(array, f64::from(parity)) => {
            extents.reads_before_write(f64::from(parity)) as u32
        }
        _ => 0,
    };
    RequestCutting {
        chunk: Bytes::new((extents.chunk.ceil() as u64).max(512)),
        is_record: array.engine == RaidEngine::Zfs && matches!(array.level, RaidLevel::Parity(_)),
        merges: extents.merges,
        copies: array.copies(),
        keeps_streams: stays_on_copy(array.engine, workload.pattern),
        writes_each: writes_each(array),
        reads_first,
    }
}

/// Linux' RAID engines send requests that the block layer merges; a controller's firmware builds
/// one scatter list for each member. Intel's and AMD's drivers and Windows cut at chunks.
fn merges(engine: RaidEngine) -> bool {
    match engine {
        RaidEngine::Md
        | RaidEngine::DmStripe
        | RaidEngine::Btrfs
        | RaidEngine::Zfs
        | RaidEngine::Vroc
        | RaidEngine::Hardware => true,
        RaidEngine::WindowsStripe | RaidEngine::IntelRst | RaidEngine::AmdRaidxpert => false,
    }
}

#[cfg(test)]
mod tests {
    use narrows_array::{CopyLayout, CopyOrder};
    use narrows_topology::Id;
    use narrows_workload::Direction;

    use super::*;

    fn reads(block: u64, pattern: Pattern) -> Workload {
        Workload::new(pattern, Direction::Read, Bytes::kib(block), 1)
    }

    fn array(level: RaidLevel, members: u32, engine: RaidEngine) -> ArrayPlan {
        let members = (0..members).map(Id::new).collect();
        ArrayPlan { chunk: Some(Bytes::kib(64)), ..ArrayPlan::new(level, engine, members) }
    }

    /// 256 KiB on 64 KiB chunks are four chunks: one for each of four members. 4 KiB go to one.
    #[test]
    fn a_stripe_cuts_at_chunks() {
        let stripe = array(RaidLevel::Stripe, 4, RaidEngine::Md);
        let large = of(&stripe, &reads(256, Pattern::Random), true);
        assert_eq!((large.reads, large.read_bytes, large.at_once), (1.0, 65_536.0, 4.0));
        let small = of(&stripe, &reads(4, Pattern::Random), true);
        assert_eq!((small.reads, small.read_bytes, small.at_once), (0.25, 1024.0, 1.0));
    }

    /// 512 KiB on three members by 64 KiB: eight chunks, at most three on one, 8/3 on average.
    #[test]
    fn the_slowest_member_has_the_most_chunks() {
        let stripe = array(RaidLevel::Stripe, 3, RaidEngine::IntelRst);
        let read = of(&stripe, &reads(512, Pattern::Random), true);
        assert!((read.unevenness - 3.0 / (8.0 / 3.0)).abs() < 1e-12);
        assert!((read.reads - 8.0 / 3.0).abs() < 1e-12, "each chunk by itself");
        let ahead = of(&stripe, &reads(512, Pattern::Sequential), true);
        assert_eq!(ahead.unevenness, 1.0);
    }

    /// A 4 KiB write on level 5: two reads and two writes, over five members 0.4 each. On level 6 two reads of the unchanged data, not three of the
    /// changed, and three writes. Whole stripes: each data byte comes with a quarter of parity.
    #[test]
    fn parity_costs_reads_for_small_writes_and_space_for_large_ones() {
        let small = |parity| {
            let array = array(RaidLevel::Parity(parity), 5, RaidEngine::Md);
            of(&array, &reads(4, Pattern::Random), false)
        };
        assert_eq!((small(1).reads, small(1).writes, small(1).reads_first), (0.4, 0.4, 1.0));
        assert!((small(2).reads - 0.4).abs() < 1e-12 && (small(2).writes - 0.6).abs() < 1e-12);
        let five = array(RaidLevel::Parity(1), 5, RaidEngine::Md);
        let large = of(&five, &reads(256, Pattern::Sequential), false);
        assert!((large.write_bytes - 65_536.0).abs() < 1e-9 && large.read_bytes == 0.0);
    }

    /// Records of 4 KiB on four members with double parity are a sector and two of parity. With sectors of 512
    /// bytes they are eight in four rows, and as much parity as data.
    #[test]
    fn each_row_of_a_record_has_its_parity() {
        let pool = |sector| ArrayPlan {
            record: Some(Bytes::kib(4)),
            sector,
            ..array(RaidLevel::Parity(2), 4, RaidEngine::Zfs)
        };
        let of = |sector, is_read| of(&pool(sector), &reads(4, Pattern::Random), is_read);
        let (read, write) = (of(None, true), of(None, false));
        assert_eq!((read.reads, read.at_once), (0.25, 1.0));
        assert_eq!((write.write_bytes, write.at_once), (3072.0, 3.0));
        let small = Some(Bytes::new(512));
        assert_eq!((of(small, true).at_once, of(small, false).write_bytes), (2.0, 2048.0));
    }

    /// 64 KiB in sequence on four chunks of data: one at a time each is alone in its stripe, and the old data and
    /// parity are read; four at once fill it, and so does the system's cache.
    #[test]
    fn a_stream_fills_stripes_with_what_is_under_way_at_once() {
        let five = array(RaidLevel::Parity(1), 5, RaidEngine::Md);
        let written = |depth, interface| {
            let workload = Workload { depth, interface, ..reads(64, Pattern::Sequential) };
            of(&five, &workload, false).reads_first
        };
        assert_eq!(written(1, IoInterface::Libaio), 1.0);
        assert_eq!(written(4, IoInterface::Libaio), 0.0);
        assert_eq!(written(4, IoInterface::Sync), 1.0, "a blocking call has one under way");
        assert_eq!(written(1, IoInterface::Buffered), 0.0);
    }

    #[test]
    fn mirrors_read_from_one_copy_and_write_all() {
        let mirror = array(RaidLevel::Mirror, 2, RaidEngine::Md);
        let read = of(&mirror, &reads(4, Pattern::Random), true);
        let write = of(&mirror, &reads(4, Pattern::Random), false);
        assert_eq!((read.reads, write.writes, write.at_once), (0.5, 1.0, 2.0));
        let stream = of(&mirror, &reads(128, Pattern::Sequential), true);
        assert_eq!((stream.read_bytes, stream.turns), (131_072.0, 2.0), "one stream stays on one");
        let ten = array(RaidLevel::MirroredStripe, 4, RaidEngine::Md);
        let write = of(&ten, &reads(128, Pattern::Sequential), false);
        assert_eq!((write.write_bytes, write.at_once), (65_536.0, 4.0));
    }

    /// A process reads one copy of btrfs, at random and in sequence, and two may read both.
    #[test]
    fn a_process_reads_one_copy_of_btrfs() {
        let read = |level, members, jobs| {
            let workload = Workload { jobs, ..reads(64, Pattern::Random) };
            of(&array(level, members, RaidEngine::Btrfs), &workload, true)
        };
        let one = read(RaidLevel::Mirror, 2, 1);
        assert_eq!((one.read_bytes, one.turns), (65_536.0, 2.0));
        assert_eq!(read(RaidLevel::Mirror, 2, 2).read_bytes, 32_768.0);
        let ten = read(RaidLevel::MirroredStripe, 4, 1);
        assert_eq!((ten.read_bytes, ten.turns, ten.requests(4)), (32_768.0, 2.0, 1.0));
        assert_eq!(read(RaidLevel::MirroredStripe, 4, 8).turns, 1.0);
    }

    /// 512 KiB on four members by 64 KiB are eight chunks. Near copies are on pairs: two pairs read
    /// at a time; of far ones all four members read, one request each. Written, far copies are two
    /// requests a member, one in each section; three copies are three times the bytes.
    #[test]
    fn far_copies_are_read_like_a_stripe() {
        let ten = |order, count| ArrayPlan {
            copies: CopyLayout { order, count },
            ..array(RaidLevel::MirroredStripe, 4, RaidEngine::Md)
        };
        let of = |plan: &ArrayPlan, is_read| of(plan, &reads(512, Pattern::Sequential), is_read);
        let stripe = of(&array(RaidLevel::Stripe, 4, RaidEngine::Md), true);
        assert_eq!(of(&ten(CopyOrder::Far, 2), true), stripe);
        assert_eq!(of(&ten(CopyOrder::Near, 2), true).at_once, 2.0);
        let [near, far] = [CopyOrder::Near, CopyOrder::Far].map(|order| of(&ten(order, 2), false));
        assert_eq!((near.write_bytes, near.writes), (262_144.0, 1.0));
        assert_eq!((far.write_bytes, far.writes), (262_144.0, 2.0));
        assert_eq!(of(&ten(CopyOrder::Offset, 3), false).write_bytes, 393_216.0);
    }

    /// Two arrays of level 5 with three members each, 64 KiB on the outer stripe. A write of 4 KiB is
    /// on one of them: one read, of the data that stays, and two writes, over six members. 128 KiB are
    /// a chunk on each, with a read of the other first. In sequence, two at once, all stripes are whole: half as
    /// much parity as data.
    #[test]
    fn arrays_under_a_stripe_have_their_parts() {
        let over = StripeOverArrays {
            arrays: vec![Id::new("x"), Id::new("y")],
            engine: RaidEngine::Md,
            chunk: Some(Bytes::kib(64)),
            controllers: vec![None, None],
        };
        let fifty =
            ArrayPlan { over: Some(over), ..array(RaidLevel::Parity(1), 6, RaidEngine::Md) };
        let small = of(&fifty, &reads(4, Pattern::Random), false);
        assert!((small.reads - 1.0 / 6.0).abs() < 1e-12, "{small:?}");
        assert!((small.writes - 2.0 / 6.0).abs() < 1e-12 && small.at_once == 2.0);
        let both = of(&fifty, &reads(128, Pattern::Random), false);
        assert!((both.writes - 4.0 / 6.0).abs() < 1e-12 && both.at_once == 4.0, "{both:?}");
        let whole = Workload { depth: 2, ..reads(128, Pattern::Sequential) };
        let whole = of(&fifty, &whole, false);
        assert!((whole.write_bytes * 6.0 - 1.5 * 131_072.0).abs() < 1e-6, "{whole:?}");
        let read = of(&fifty, &reads(128, Pattern::Random), true);
        assert!((read.read_bytes * 6.0 - 131_072.0).abs() < 1e-6 && read.at_once == 2.0);
    }
}
