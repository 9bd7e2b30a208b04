use std::collections::BTreeMap;
use std::fs::File;
use std::num::NonZeroU32;
use std::sync::Arc;

use narrows_units::Bytes;
use narrows_workload::Pattern;
use proptest::prelude::*;

use super::*;
use crate::Caching;

/// Completes some of the outstanding requests, chosen by `seed`, and logs everything in order.
struct ShufflingDevice {
    out: Vec<IoSubmission>,
    log: Vec<Event>,
    seed: u64,
    first: u32,
    flushes_fail: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Asked(IoSubmission),
    Answered(u32),
}

impl IoDevice for ShufflingDevice {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        _timeout: Nanos,
    ) -> Result<(), Errno> {
        self.log.extend(submissions.iter().map(|one| Event::Asked(*one)));
        self.out.append(submissions);
        for _ in 0..=self.seed % 3 {
            if self.out.is_empty() {
                break;
            }
            self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let one = self.out.swap_remove((self.seed >> 33) as usize % self.out.len());
            self.log.push(Event::Answered(one.slot));
            let is_flush = one.slot >= self.first;
            let result = if is_flush && self.flushes_fail { Err(Errno(5)) } else { Ok(one.len) };
            completions.push(Completion { slot: one.slot, result });
        }
        Ok(())
    }
}

const DEPTH: u32 = 4;

/// A flush after each `every`th write, over `files` files.
fn cadence(every: u32, files: usize, each: u32, seed: u64) -> FlushCadence<ShufflingDevice> {
    let null = Arc::new(File::open("/dev/null").unwrap());
    let caching = Caching::FlushEvery(NonZeroU32::new(every).unwrap());
    let fan_out = FanOut { files: vec![null; files], each, caching };
    let first = fan_out.requests(DEPTH);
    let notes =
        ShufflingDevice { out: Vec::new(), log: Vec::new(), seed, first, flushes_fail: false };
    let workload = Workload::new(Pattern::Random, Direction::Write, Bytes::kib(64), DEPTH);
    FlushCadence::new(notes, every, &fan_out, &workload)
}

/// A request of `extents` extents in its slot's places.
fn extents(slot: u32, each: u32, extents: u32, direction: Direction) -> Vec<IoSubmission> {
    let extent = |at| IoSubmission::whole(slot * each + at, direction, 0, 4096);
    (0..extents).map(extent).collect()
}

/// Runs requests one after another in any free slot; returns the completions in order.
fn run(
    cadence: &mut FlushCadence<ShufflingDevice>,
    requests: &[(Direction, u32)],
) -> Vec<Completion> {
    let each = cadence.writes.each;
    let mut left: BTreeMap<u32, u32> = BTreeMap::new();
    let (mut came, mut next) = (Vec::new(), requests.iter());
    loop {
        let mut submissions = Vec::new();
        while let Some(slot) = (0..DEPTH).find(|slot| !left.contains_key(slot)) {
            let Some((direction, count)) = next.next() else { break };
            submissions.extend(extents(slot, each, *count, *direction));
            left.insert(slot, *count);
        }
        if left.is_empty() {
            return came;
        }
        let before = came.len();
        cadence.exchange(&mut submissions, &mut came, Nanos::ZERO).unwrap();
        for done in &came[before..] {
            let slot = done.slot / each;
            *left.get_mut(&slot).unwrap() -= 1;
            left.retain(|_, left| *left > 0);
        }
    }
}

fn flushes(cadence: &FlushCadence<ShufflingDevice>) -> Vec<IoSubmission> {
    let log = cadence.inner.device.log.iter();
    let drawn = log.filter_map(|event| match event {
        Event::Asked(one) if one.slot >= cadence.writes.first => Some(*one),
        _ => None,
    });
    drawn.collect()
}

proptest! {
    /// By the device's own log: nothing is lost, and every n-th write was followed by a flush of
    /// every file before its last completion was passed on.
    #[test]
    fn each_so_many_th_write_waits_for_its_flushes(
        every in 1..6_u32,
        files in 1..4_usize,
        drawn in proptest::collection::vec((any::<bool>(), 1..4_u32), 0..40),
        seed: u64,
    ) {
        let way = |write| if write { Direction::Write } else { Direction::Read };
        let requests: Vec<_> = drawn.iter().map(|(write, count)| (way(*write), *count)).collect();
        let mut cadence = cadence(every, files, 3, seed);
        let came = run(&mut cadence, &requests);
        let extents: u32 = requests.iter().map(|(_, count)| count).sum();
        prop_assert_eq!(came.len() as u32, extents);
        let writes = drawn.iter().filter(|(write, _)| *write).count();
        let flushes = flushes(&cadence);
        prop_assert_eq!(flushes.len(), writes / every as usize * files);
        for file in 0..files {
            let of_file = flushes.iter().filter(|flush| usize::from(flush.file) == file).count();
            prop_assert_eq!(of_file, writes / every as usize);
        }
    }

    /// A flush is sent only when the write before it has completed.
    #[test]
    fn a_flush_follows_its_write(seed: u64) {
        let mut cadence = cadence(1, 2, 3, seed);
        run(&mut cadence, &[(Direction::Write, 3); 9]);
        let first = cadence.writes.first;
        let mut out: Vec<u32> = Vec::new();
        for event in &cadence.inner.device.log {
            match event {
                Event::Asked(flush) if flush.slot >= first => {
                    let slot = (flush.slot - first) / 2;
                    prop_assert!(out.iter().all(|place| *place >= first || place / 3 != slot));
                    out.push(flush.slot);
                }
                Event::Asked(extent) => {
                    let slot = extent.slot / 3;
                    let its = |place: &u32| *place >= first && (place - first) / 2 == slot;
                    prop_assert!(!out.iter().any(its), "submitted again before its flush was over");
                    out.push(extent.slot);
                }
                Event::Answered(place) => out.retain(|one| one != place),
            }
        }
    }
}

#[test]
fn a_flush_that_fails_is_its_writes_failure() {
    let mut cadence = cadence(2, 2, 1, 1);
    cadence.inner.device.flushes_fail = true;
    let came = run(&mut cadence, &[(Direction::Write, 1); 4]);
    let failed = came.iter().filter(|done| done.result == Err(Errno(5))).count();
    assert_eq!((came.len(), failed), (4, 2));
}

#[test]
fn reads_are_followed_by_none() {
    let mut cadence = cadence(1, 1, 1, 1);
    assert_eq!(run(&mut cadence, &[(Direction::Read, 1); 8]).len(), 8);
    assert!(flushes(&cadence).is_empty());
}
