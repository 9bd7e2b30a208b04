use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const GIB: u64 = 1 << 30;

/// With chunks of 64 KiB, cut as Linux does.
fn layout(level: RaidLevel, members: usize) -> ArrayLayout {
    with(level, members, |_| {})
}

fn with(level: RaidLevel, members: usize, change: impl FnOnce(&mut RequestCutting)) -> ArrayLayout {
    let mut cutting = RequestCutting::at(Bytes::kib(64));
    change(&mut cutting);
    of(level, members, cutting, GIB)
}

fn of(level: RaidLevel, members: usize, cutting: RequestCutting, len: u64) -> ArrayLayout {
    ArrayLayout::new(level, NonZeroUsize::new(members).unwrap(), cutting, 0..len)
}

/// Member, direction and KiB of each extent of the request that is the `turn`th of its size.
fn cut(
    layout: &ArrayLayout,
    direction: Direction,
    kib: u64,
    turn: u64,
    before: bool,
) -> Vec<(usize, Direction, u64)> {
    let (len, mut extents) = (kib << 10, Vec::new());
    let request = LogicalRequest { direction, offset: turn * len, len, stream: 0, turn };
    layout.cut(&request, before, &mut extents);
    extents
        .into_iter()
        .map(|extent| (extent.member, extent.direction, extent.bytes >> 10))
        .collect()
}

use Direction::{Read, Write};

/// 512 KiB over three members in chunks of 64 KiB: 3, 3 and 2 chunks; Linux makes three requests of
/// them, Intel's driver eight. The next request continues with the third member.
#[test]
fn a_stripe_goes_on_where_it_ended() {
    let md = layout(RaidLevel::Stripe, 3);
    assert_eq!(cut(&md, Read, 512, 0, false), [(0, Read, 192), (1, Read, 192), (2, Read, 128)]);
    assert_eq!(cut(&md, Read, 512, 1, false), [(2, Read, 192), (0, Read, 192), (1, Read, 128)]);
    assert_eq!(cut(&md, Read, 4, 17, false), [(1, Read, 4)], "68 KiB lie in the second chunk");
    let rst = with(RaidLevel::Stripe, 3, |cutting| cutting.merges = false);
    assert_eq!(cut(&rst, Read, 512, 0, false).len(), 8);
}

/// Chunk 9 of three members is the first one's fourth: 3 x 64 KiB before it, and 4 KiB within.
#[test]
fn an_extent_says_where_on_its_member_it_lies() {
    let mut extents = Vec::new();
    let (offset, len) = (9 * (64 << 10) + 4096, 128 << 10);
    let request = LogicalRequest { direction: Read, offset, len, stream: 0, turn: 0 };
    layout(RaidLevel::Stripe, 3).cut(&request, false, &mut extents);
    let places: Vec<_> =
        extents.iter().map(|extent| (extent.offset >> 10, extent.bytes >> 10)).collect();
    assert_eq!(places, [(196, 60), (192, 64), (192, 4)]);
}

/// A small level 5 write over five members reads the data and parity that it changes, and writes
/// the same; level 6 reads the two members that stay. Parity of the first row is on the last
/// member, a second one on the next, and data after it (md(4), left-symmetric).
#[test]
fn parity_reads_before_it_writes() {
    let five = with(RaidLevel::Parity(1), 5, |cutting| cutting.reads_first = 2);
    assert_eq!(cut(&five, Write, 4, 0, true), [(0, Read, 4), (4, Read, 4)]);
    assert_eq!(cut(&five, Write, 4, 0, false), [(0, Write, 4), (4, Write, 4)]);
    let six = with(RaidLevel::Parity(2), 5, |cutting| cutting.reads_first = 2);
    assert_eq!(cut(&six, Write, 4, 0, true), [(2, Read, 4), (3, Read, 4)]);
    assert_eq!(cut(&six, Write, 4, 0, false), [(1, Write, 4), (4, Write, 4), (0, Write, 4)]);
    assert_eq!(cut(&six, Read, 4, 0, false), [(1, Read, 4)]);
}

/// Over whole turns of the parity every member gets the same, and parity is a quarter of the data.
#[test]
fn whole_stripes_write_parity_once() {
    let five = layout(RaidLevel::Parity(1), 5);
    let mut written = [0; 5];
    for turn in 0..20 {
        for (member, _, kib) in cut(&five, Write, 64, turn, false) {
            written[member] += kib;
        }
    }
    assert_eq!(written, [320; 5], "20 chunks of data, 5 of parity");
}

/// Four members of level 5 by 64 KiB: rows of three chunks. A member's two chunks with a row of
/// parity between them do not lie side by side.
#[test]
fn parity_lies_between_extents() {
    let mut extents = Vec::new();
    let request =
        LogicalRequest { direction: Read, offset: 0, len: 9 * (64 << 10), stream: 0, turn: 0 };
    layout(RaidLevel::Parity(1), 4).cut(&request, false, &mut extents);
    let of = |member| {
        let own = extents.iter().filter(move |extent| extent.member == member);
        own.map(|extent| (extent.offset >> 16, extent.bytes >> 16)).collect::<Vec<_>>()
    };
    assert_eq!([of(0), of(1)], [vec![(0, 3)], vec![(0, 2)]]);
    assert_eq!([of(2), of(3)], [vec![(0, 1), (2, 1)], vec![(1, 2)]]);
}

#[test]
fn copies() {
    let ten = layout(RaidLevel::MirroredStripe, 4);
    let all = [(0, Write, 64), (1, Write, 64), (2, Write, 64), (3, Write, 64)];
    assert_eq!(cut(&ten, Write, 128, 0, false), all);
    assert_eq!(cut(&ten, Read, 128, 1, false), [(1, Read, 64), (3, Read, 64)]);
    let one = layout(RaidLevel::Mirror, 2);
    assert_eq!(cut(&one, Write, 4, 0, false), [(0, Write, 4), (1, Write, 4)]);
    assert_eq!(cut(&one, Read, 4, 3, false), [(1, Read, 4)]);
    let stream = with(RaidLevel::Mirror, 2, |cutting| cutting.keeps_streams = true);
    assert_eq!(cut(&stream, Read, 4, 3, false), [(0, Read, 4)], "a stream stays on its copy");
}

/// Reads in sequence use every copy equally, also where requests are as large as chunks or half as
/// large.
#[test]
fn all_copies_are_read() {
    let ten = layout(RaidLevel::MirroredStripe, 4);
    for kib in [32, 64, 128] {
        let mut reads = [0; 4];
        for turn in 0..4000 {
            for (member, ..) in cut(&ten, Read, kib, turn, false) {
                reads[member] += 1;
            }
        }
        let [least, most] = [reads.iter().min(), reads.iter().max()].map(|count| *count.unwrap());
        assert!(most - least <= most / 50, "{kib}: {reads:?}");
    }
}

/// A region of 1 GiB over four members: 256 MiB each. A request across the border goes on with the
/// next.
#[test]
fn one_after_the_other() {
    let jbod = layout(RaidLevel::Jbod, 4);
    let member = |turn| cut(&jbod, Read, 1024, turn, false)[0].0;
    assert_eq!([0, 255, 256, 1023].map(member), [0, 0, 1, 3]);
    let three = of(RaidLevel::Jbod, 3, RequestCutting::at(Bytes::kib(64)), 3 << 20);
    assert_eq!(cut(&three, Read, 768, 1, false), [(0, Read, 256), (1, Read, 512)]);
}

/// A ZFS record is cut over all members except parity, whatever its size.
#[test]
fn records_are_cut_evenly() {
    let zfs = with(RaidLevel::Parity(1), 4, |cutting| cutting.is_record = true);
    for turn in 0..8 {
        let extents = cut(&zfs, Write, 128, turn, false);
        assert_eq!(
            (extents.len(), extents.iter().map(|extent| extent.2 / 42).sum::<u64>()),
            (4, 4)
        );
    }
}

fn sectors(extents: &[Extent]) -> impl Iterator<Item = (usize, u64)> + '_ {
    extents.iter().flat_map(|extent| {
        (extent.offset / 512..(extent.offset + extent.bytes) / 512).map(|at| (extent.member, at))
    })
}

proptest! {
    /// Two requests side by side, and each sector by itself: a request is where its sectors are, no
    /// two sectors overlap, and the number of extents is within the bound.
    #[test]
    fn a_request_lies_where_its_sectors_lie(
        level in prop_oneof![
            Just(RaidLevel::Stripe), Just(RaidLevel::MirroredStripe), Just(RaidLevel::Parity(1)),
            Just(RaidLevel::Parity(2)), Just(RaidLevel::Jbod),
        ],
        members in 3usize..6, sectors_of_chunk in 1u64..9, merges: bool,
        at in 0u64..200, first in 1u64..40, second in 1u64..40,
    ) {
        let chunk = Bytes::new(sectors_of_chunk * 512);
        let cutting = RequestCutting { merges, ..RequestCutting::at(chunk) };
        let layout = of(level, members, cutting, 512 * 300);
        let cut = |at: u64, count: u64| {
            let mut extents = Vec::new();
            let (offset, len) = (at * 512, count * 512);
            let request = LogicalRequest { direction: Read, offset, len, stream: 0, turn: 0 };
            layout.cut(&request, false, &mut extents);
            extents
        };
        let (one, two) = (cut(at, first), cut(at + first, second));
        let whole: BTreeSet<_> = sectors(&one).chain(sectors(&two)).collect();
        let single: BTreeSet<_> = (at..at + first + second)
            .flat_map(|at| sectors(&cut(at, 1)).collect::<Vec<_>>())
            .collect();
        prop_assert_eq!(whole.len() as u64, first + second);
        prop_assert_eq!(whole, single);
        let most = layout.most(first * 512, Read);
        prop_assert!(one.len() <= most, "{} pieces, promised {}", one.len(), most);
    }

    /// Nothing is beyond the members: the last sector of an array is on one of them.
    #[test]
    fn an_array_holds_what_its_members_do(
        level in prop_oneof![
            Just(RaidLevel::Stripe), Just(RaidLevel::Mirror), Just(RaidLevel::MirroredStripe),
            Just(RaidLevel::Parity(1)), Just(RaidLevel::Jbod),
        ],
        members in 2usize..6, chunk in 1u64..9, size in 9u64..100,
    ) {
        let (chunk, size) = (chunk * 512, size * 512);
        let len = level.capacity(members, size, chunk);
        let layout = of(level, members, RequestCutting::at(Bytes::new(chunk)), len);
        for at in 0..len / 512 {
            let (offset, len) = (at * 512, 512);
            let request = LogicalRequest { direction: Read, offset, len, stream: 0, turn: 0 };
            let mut extents = Vec::new();
            layout.cut(&request, false, &mut extents);
            prop_assert!(extents.iter().all(|extent| extent.offset + extent.bytes <= size));
        }
    }
}

/// Two far copies of four chunks over three members of 4 bytes: the first are a stripe, 0 1 2 0; the
/// second begin one member on, in a separate section (the region of 48 bytes is four rows of 12).
/// Offset copies lie below their row. Reads take the first copies, which are on all members.
#[test]
fn far_and_offset_copies_lie_where_md_puts_them() {
    let with = |order, direction| {
        let cutting = RequestCutting {
            copies: CopyLayout { order, count: 2 },
            merges: false,
            ..RequestCutting::at(Bytes::new(4))
        };
        let members = NonZeroUsize::new(3).unwrap();
        let layout = ArrayLayout::new(RaidLevel::MirroredStripe, members, cutting, 0..48);
        let mut extents = Vec::new();
        let request = LogicalRequest { direction, offset: 0, len: 16, stream: 0, turn: 1 };
        layout.cut(&request, false, &mut extents);
        extents.iter().map(|extent| (extent.member, extent.offset / 4)).collect::<Vec<_>>()
    };
    let far = [(0, 0), (1, 4), (1, 0), (2, 4), (2, 0), (0, 4), (0, 1), (1, 5)];
    assert_eq!(with(CopyOrder::Far, Direction::Write), far);
    let offset = [(0, 0), (1, 1), (1, 0), (2, 1), (2, 0), (0, 1), (0, 2), (1, 3)];
    assert_eq!(with(CopyOrder::Offset, Direction::Write), offset);
    assert_eq!(with(CopyOrder::Far, Direction::Read), [(0, 0), (1, 0), (2, 0), (0, 1)]);
    assert_eq!(with(CopyOrder::Offset, Direction::Read), [(0, 0), (1, 0), (2, 0), (0, 2)]);
}

/// Two mirrors of two under a stripe by 4 bytes: bytes 2 to 10 are 2 to 4 and 8 to 10 of the array,
/// which lie side by side on the first mirror, and 4 to 8 on the second, whose members are 2 and 3.
#[test]
fn arrays_under_a_stripe_cut_their_own_parts() {
    let [two, mirrors] = [2, 2].map(|count| NonZeroUsize::new(count).unwrap());
    let mirror = ArrayLayout::new(RaidLevel::Mirror, two, RequestCutting::at(Bytes::new(4)), 0..64);
    let layout = mirror.under(mirrors, Bytes::new(4));
    let request =
        LogicalRequest { direction: Direction::Write, offset: 2, len: 8, stream: 0, turn: 0 };
    let mut extents = Vec::new();
    layout.cut(&request, false, &mut extents);
    let extents: Vec<_> = extents.iter().map(|it| (it.member, it.offset, it.bytes)).collect();
    assert_eq!(extents, [(0, 2, 4), (1, 2, 4), (2, 0, 4), (3, 0, 4)]);
    assert_eq!(layout.members(), 4);
    assert!(extents.len() <= layout.most(8, Direction::Write));
}
