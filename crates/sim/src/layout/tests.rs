use narrows_model::lower::{Requests, Task};
use narrows_model::{Engine, Machine};
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::{Pattern, Workload};

use super::*;

fn array(level: Level, engine: Engine, members: u32) -> ArrayPlan {
    let members = (0..members).map(Id::new).collect();
    ArrayPlan { chunk: Some(Bytes::kib(64)), ..ArrayPlan::new(level, engine, members) }
}

/// A layout for requests of so many KiB.
fn layout(array: &ArrayPlan, workload: &Workload) -> Layout {
    let mut machine = Machine::default();
    let target = Id::new("r");
    machine.arrays.insert(target.clone(), array.clone());
    let requests = Requests::new(&machine, &[Task::new(&target, workload)]);
    Layout::new(array, requests.cutting(0).unwrap(), Region::whole(1 << 30)).unwrap()
}

fn asked(pattern: Pattern, kib: u64) -> Workload {
    Workload::new(pattern, Direction::Write, Bytes::kib(kib), 1)
}

/// Member, direction and KiB of each piece of the request that is the `turn`th of its size.
fn cut(
    layout: &Layout,
    direction: Direction,
    kib: u64,
    turn: u64,
    before: bool,
) -> Vec<(usize, Direction, u64)> {
    let (len, mut pieces) = (kib << 10, Vec::new());
    let request = Request { direction, offset: turn * len, len, stream: 0, turn };
    layout.cut(&request, before, &mut pieces);
    pieces.into_iter().map(|piece| (piece.member, piece.direction, piece.bytes >> 10)).collect()
}

use Direction::{Read, Write};

/// 512 KiB over three members by 64 KiB: 3, 3 and 2 chunks; Linux makes three requests of them,
/// Intel's driver eight. The next request goes on with the third member.
#[test]
fn a_stripe_goes_on_where_it_ended() {
    let md = layout(&array(Level::Stripe, Engine::Md, 3), &asked(Pattern::Sequential, 512));
    assert_eq!(cut(&md, Read, 512, 0, false), [(0, Read, 192), (1, Read, 192), (2, Read, 128)]);
    assert_eq!(cut(&md, Read, 512, 1, false), [(2, Read, 192), (0, Read, 192), (1, Read, 128)]);
    assert_eq!(cut(&md, Read, 4, 17, false), [(1, Read, 4)], "68 KiB lie in the second chunk");
    let rst = array(Level::Stripe, Engine::IntelRst, 3);
    let rst = layout(&rst, &asked(Pattern::Sequential, 512));
    assert_eq!(cut(&rst, Read, 512, 0, false).len(), 8);
}

/// A small write of level 5 over five members reads what it changes, data and parity, and writes
/// the same; of level 6 it reads the two members that stay.
#[test]
fn parity_reads_before_it_writes() {
    let five = layout(&array(Level::Parity(1), Engine::Md, 5), &asked(Pattern::Random, 4));
    assert_eq!(cut(&five, Write, 4, 0, true), [(0, Read, 4), (4, Read, 4)]);
    assert_eq!(cut(&five, Write, 4, 0, false), [(0, Write, 4), (4, Write, 4)]);
    let six = layout(&array(Level::Parity(2), Engine::Md, 5), &asked(Pattern::Random, 4));
    assert_eq!(cut(&six, Write, 4, 0, true).len(), 2);
    assert_eq!(cut(&six, Write, 4, 0, false), [(0, Write, 4), (3, Write, 4), (4, Write, 4)]);
    assert!(cut(&six, Read, 4, 0, false).iter().all(|piece| *piece == (0, Read, 4)));
}

/// Over whole turns of the parity every member gets the same, and parity is a quarter of the data.
#[test]
fn whole_stripes_write_parity_once() {
    let five = layout(&array(Level::Parity(1), Engine::Md, 5), &asked(Pattern::Sequential, 64));
    let mut written = [0; 5];
    for turn in 0..20 {
        for (member, _, kib) in cut(&five, Write, 64, turn, false) {
            written[member] += kib;
        }
    }
    assert_eq!(written, [320; 5], "20 chunks of data, 5 of parity");
}

#[test]
fn copies() {
    let ten = layout(&array(Level::MirroredStripe, Engine::Md, 4), &asked(Pattern::Random, 128));
    let all = [(0, Write, 64), (1, Write, 64), (2, Write, 64), (3, Write, 64)];
    assert_eq!(cut(&ten, Write, 128, 0, false), all);
    assert_eq!(cut(&ten, Read, 128, 1, false), [(1, Read, 64), (3, Read, 64)]);
    let one = layout(&array(Level::Mirror, Engine::Md, 2), &asked(Pattern::Random, 4));
    assert_eq!(cut(&one, Write, 4, 0, false), [(0, Write, 4), (1, Write, 4)]);
    assert_eq!(cut(&one, Read, 4, 3, false), [(1, Read, 4)]);
    let stream = layout(&array(Level::Mirror, Engine::Md, 2), &asked(Pattern::Sequential, 4));
    assert_eq!(cut(&stream, Read, 4, 3, false), [(0, Read, 4)], "a stream stays on its copy");
}

/// Reads in sequence use every copy equally, also where requests are as large as chunks or half as
/// large.
#[test]
fn all_copies_are_read() {
    let ten = layout(&array(Level::MirroredStripe, Engine::Md, 4), &asked(Pattern::Sequential, 64));
    for kib in [32, 64, 128] {
        let mut reads = [0; 4];
        for turn in 0..4000 {
            for (member, ..) in cut(&ten, Read, kib, turn, false) {
                reads[member] += 1;
            }
        }
        let [least, most] = [reads.iter().min(), reads.iter().max()].map(|found| *found.unwrap());
        assert!(most - least <= most / 50, "{kib}: {reads:?}");
    }
}

/// A region of 1 GiB over four members: 256 MiB each.
#[test]
fn one_after_the_other() {
    let jbod = layout(&array(Level::Jbod, Engine::Md, 4), &asked(Pattern::Sequential, 1024));
    let member = |turn| cut(&jbod, Read, 1024, turn, false)[0].0;
    assert_eq!([0, 255, 256, 1023].map(member), [0, 0, 1, 3]);
}

/// A record of ZFS is cut over all members but those of its parity, whatever its size.
#[test]
fn records_are_cut_evenly() {
    let zfs = layout(&array(Level::Parity(1), Engine::Zfs, 4), &asked(Pattern::Random, 128));
    for turn in 0..8 {
        let pieces = cut(&zfs, Write, 128, turn, false);
        assert_eq!((pieces.len(), pieces.iter().map(|piece| piece.2 / 42).sum::<u64>()), (4, 4));
    }
}
