use std::num::NonZeroU32;

use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern};

use super::*;
use crate::Caching;

const KNOWN: RegisteredFile = RegisteredFile { file: Ok(0), buffers: true };

fn bytes(entry: &squeue::Entry) -> [u8; 64] {
    // SAFETY: the entry is 64 bytes of plain integers, as the kernel's structure is.
    unsafe { std::ptr::from_ref(entry).cast::<[u8; 64]>().read() }
}

fn fan_out(files: usize, caching: Caching) -> FanOut {
    let null = Arc::new(File::open("/dev/null").unwrap());
    FanOut { files: vec![null; files], each: 1, caching }
}

fn workload() -> Workload {
    Workload::new(Pattern::Random, Direction::Write, Bytes::kib(4), 2)
}

/// Source: include/uapi/linux/io_uring.h, `struct io_uring_sqe`: rw_flags bytes 28 to 31;
/// include/uapi/linux/fs.h: RWF_DSYNC is 2.
#[test]
fn writes_that_last_carry_the_flag_and_others_nothing() {
    for registered in [KNOWN, RegisteredFile { file: Err(5), buffers: false }] {
        for (caching, flags) in [
            (Caching::Direct, 0_u32),
            (Caching::WriteThrough, 2),
            (Caching::PageCache, 0),
            (Caching::PageCacheThrough, 2),
            (Caching::FlushEvery(NonZeroU32::MIN), 0),
        ] {
            let (workload, fan_out) = (workload(), fan_out(1, caching));
            let entries = Templates::new(EntryMaker::Known(registered), &workload, &fan_out);
            for direction in [Direction::Write, Direction::Read, Direction::Write] {
                let request = IoSubmission::whole(1, direction, 8192, 4096);
                let entry = bytes(&entries.entry(&request, 1 << 20).unwrap());
                assert_eq!(entry[28..32], flags.to_ne_bytes(), "{caching:?} {direction}");
                assert_eq!(entry[8..16], 8192_u64.to_ne_bytes());
                assert_eq!(entry[16..24], (1_u64 << 20).to_ne_bytes());
            }
        }
    }
}

/// Operation 3 is IORING_OP_FSYNC, flag 1 in bytes 28 to 31 IORING_FSYNC_DATASYNC, bit 0 of byte 1
/// IOSQE_FIXED_FILE; the answer names the place, bytes 32 to 39.
#[test]
fn flushes_are_of_each_file_in_their_own_places() {
    let caching = Caching::FlushEvery(NonZeroU32::MIN);
    let (workload, fan_out) = (workload(), fan_out(3, caching));
    let entries = FlushingTemplates::new(EntryMaker::Known(KNOWN), &workload, &fan_out);
    let write = |place| IoSubmission::whole(place, Direction::Write, 4096, 4096);
    // Two slots of requests, then three flushes of each.
    for (place, file) in [(2, 0_u32), (3, 1), (4, 2), (5, 0), (6, 1), (7, 2)] {
        let entry = bytes(&entries.entry(&write(place), 0).unwrap());
        assert_eq!((entry[0], entry[1] & 1), (3, 1), "place {place}");
        assert_eq!(entry[4..8], file.to_ne_bytes());
        assert_eq!(entry[8..16], 0_u64.to_ne_bytes(), "all of the file");
        assert_eq!(entry[28..32], 1_u32.to_ne_bytes());
        assert_eq!(entry[32..40], u64::from(place).to_ne_bytes());
    }
    // IORING_OP_WRITE_FIXED.
    assert_eq!(bytes(&entries.entry(&write(0), 1 << 20).unwrap())[0], 5);
}

/// Places of four to a request: three extents go by themselves, single ones in pairs, as the kernel
/// collects three and more.
#[test]
fn extents_of_two_requests_are_never_collected_together() {
    let batches = |places: &[u32]| {
        let one = |place: &u32| IoSubmission::whole(*place, Direction::Read, 0, 4096);
        let submissions: Vec<_> = places.iter().map(one).collect();
        let (mut rest, mut batches) = (submissions.as_slice(), Vec::new());
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(whole_requests(4, rest));
            batches.push(batch.len());
            rest = after;
        }
        batches
    };
    assert_eq!(batches(&[0, 1, 2, 4, 5, 6, 12, 13]), [3, 3, 2]);
    assert_eq!(batches(&[0, 4, 8, 12, 16]), [2, 2, 1]);
    assert_eq!(batches(&[0, 4, 5, 8, 12]), [1, 2, 2]);
    assert_eq!(batches(&[]), [0; 0]);
}

/// A request's extents go in one call however many requests there are.
#[test]
fn batches_are_of_requests() {
    assert_eq!([1, 2, 32].map(|depth| BatchLimit::Extents(3).of(depth)), [3, 3, 3]);
    assert_eq!([1, 2, 32].map(|depth| BatchLimit::Extents(1).of(depth)), [1, 2, 2]);
    assert_eq!([1, 2, 32].map(|depth| BatchLimit::Pairs.of(depth)), [1, 2, 2]);
}

/// By the ring itself: three requests of two extents are three calls, though three extents would go in
/// one; with the last it waits.
#[test]
fn a_ring_for_extents_hands_over_request_by_request() {
    let zero = Arc::new(File::open("/dev/zero").unwrap());
    let fan_out = FanOut { files: vec![zero; 3], each: 3, caching: Caching::Direct };
    let workload = Workload::new(Pattern::Sequential, Direction::Read, Bytes::kib(12), 3);
    let setup = RingSetup { batch: BatchLimit::Extents(3), ..RingSetup::default() };
    let ring = Ring::new(&fan_out, &workload, BufferMemory { seed: 1, huge_pages: false }, setup);
    let mut ring = match ring {
        Ok(ring) => ring,
        Err(why) => return println!("skipped: no ring here: {why:?}"),
    };
    let extent = |place| IoSubmission::whole(place, Direction::Read, 0, 4096);
    let mut submissions = [0, 1, 3, 4, 6, 7].map(extent).to_vec();
    let lens = |ring: &Ring, of: &[IoSubmission]| ring.split(of).map(|(one, _)| one.len());
    assert_eq!(lens(&ring, &submissions), Some(2));
    assert_eq!(lens(&ring, &submissions[..2]), None, "the last goes with the wait");
    let mut completions = Vec::new();
    while completions.len() < 6 {
        ring.exchange(&mut submissions, &mut completions, Nanos::millis(1000)).unwrap();
    }
    assert!(completions.iter().all(|done| done.result == Ok(4096)));
}

/// No-ops complete during submission; a read of an empty pipe does not, and from then on the ring waits,
/// with its time limit, for its submitted requests.
#[test]
fn a_ring_waits_where_answers_take_their_time() {
    let memory = BufferMemory { seed: 1, huge_pages: false };
    let (reader, writer) = std::io::pipe().unwrap();
    let reader = Arc::new(File::from(std::os::fd::OwnedFd::from(reader)));
    let fan_out = FanOut::one(reader);
    let rings =
        [Ring::nop, Ring::new].map(|of| of(&fan_out, &workload(), memory, RingSetup::default()));
    let [mut nop, mut pipe] = match rings {
        [Ok(nop), Ok(pipe)] => [nop, pipe],
        _ => return println!("skipped: no ring here"),
    };
    let exchange = |ring: &mut Ring, slots: &[u32]| {
        let read = |slot: &u32| IoSubmission::whole(*slot, Direction::Read, 0, 4096);
        let (mut requests, mut completions) = (slots.iter().map(read).collect(), Vec::new());
        ring.exchange(&mut requests, &mut completions, Nanos::millis(20)).unwrap();
        completions.len()
    };
    assert_eq!([exchange(&mut nop, &[0, 1]), exchange(&mut nop, &[1])], [2, 1]);
    assert!(nop.answers_at_once);
    assert_eq!(exchange(&mut pipe, &[0, 1]), 0);
    assert!(!pipe.answers_at_once);
    std::io::Write::write_all(&mut &writer, b"both, or one of them").unwrap();
    assert!(exchange(&mut pipe, &[]) > 0);
    drop(writer);
}
