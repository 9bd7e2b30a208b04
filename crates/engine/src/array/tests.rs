use std::collections::BTreeMap;

use narrows_workload::Direction::{self, Read, Write};

use super::*;

/// A device that accepts everything and completes two at a time, the newest first.
#[derive(Default)]
struct RecordingDevice {
    out: Vec<IoSubmission>,
    submitted: Vec<IoSubmission>,
    /// Injected results of members' requests.
    wrong: BTreeMap<u16, Result<u32, Errno>>,
}

impl IoDevice for RecordingDevice {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        _timeout: Nanos,
    ) -> Result<(), Errno> {
        self.submitted.extend_from_slice(submissions);
        self.out.append(submissions);
        for _ in 0..2 {
            let Some(one) = self.out.pop() else { break };
            let result = self.wrong.get(&one.file).copied().unwrap_or(Ok(one.len));
            completions.push(Completion { slot: one.slot, result });
        }
        Ok(())
    }
}

/// Members that begin at 1 MiB, 2 MiB, ..., 64 MiB each, with chunks of 64 KiB.
fn members(level: RaidLevel, count: usize) -> MemberFiles {
    let chunk = Bytes::kib(64);
    MemberFiles {
        files: Vec::new(),
        members: NonZeroUsize::new(count).unwrap(),
        starts: (1..=count as u64).map(|at| at << 20).collect(),
        level,
        chunk,
        region: TargetRegion::whole(level.capacity(count, 64 << 20, chunk.get())),
    }
}

fn workload(direction: Direction, kib: u64) -> Workload {
    Workload::new(Pattern::Random, direction, Bytes::kib(kib), 2)
}

fn ask(
    array: &mut ArrayDevice<RecordingDevice>,
    slot: u32,
    direction: Direction,
    offset: u64,
    kib: u32,
) -> Vec<Completion> {
    let mut submissions = vec![IoSubmission::whole(slot, direction, offset, kib << 10)];
    let mut came = Vec::new();
    array.exchange(&mut submissions, &mut came, Nanos::ZERO).unwrap();
    came
}

/// 256 KiB from 64 KiB on, over three members: chunks 1 to 4, of which 1 and 4 are the second
/// member's, side by side. Three requests, whose parts of the buffer lie side by side, too.
#[test]
fn a_request_becomes_one_for_each_member() {
    let workload = workload(Read, 256);
    let members = members(RaidLevel::Stripe, 3);
    assert_eq!(members.fan_out(&workload).each, 3);
    let mut array = members.on(RecordingDevice::default(), &workload, 0);
    let came = ask(&mut array, 1, Read, 64 << 10, 256);
    assert_eq!(came, [Completion { slot: 1, result: Ok(256 << 10) }], "once, when all are in");
    let submitted = array.inner.device.submitted.iter();
    let kib = |bytes: u64| bytes >> 10;
    let submitted: Vec<_> = submitted
        .map(|it| (it.slot, it.file, kib(it.offset), kib(it.len.into()), kib(it.within.into())))
        .collect();
    assert_eq!(
        submitted,
        [(3, 1, 2048, 128, 0), (4, 2, 3072, 64, 128), (5, 0, 1024 + 64, 64, 192)]
    );
}

/// Copies are sent from one and the same buffer.
#[test]
fn a_mirror_writes_to_all_and_reads_from_one() {
    let write = workload(Write, 128);
    let mut array = members(RaidLevel::Mirror, 2).on(RecordingDevice::default(), &write, 0);
    let came = ask(&mut array, 0, Write, 0, 128);
    assert_eq!(came, [Completion { slot: 0, result: Ok(128 << 10) }]);
    let whole = |it: &IoSubmission| (it.len, it.within) == (128 << 10, 0);
    assert!(
        array.inner.device.submitted.len() == 2 && array.inner.device.submitted.iter().all(whole)
    );
    ask(&mut array, 0, Read, 0, 128);
    ask(&mut array, 0, Read, 0, 128);
    let files: Vec<u16> = array.inner.device.submitted[2..].iter().map(|it| it.file).collect();
    assert!(files == [0, 1] || files == [1, 0], "{files:?}");
}

/// A request fails as its first part that failed did, and the next in its slot is a new one.
#[test]
fn what_fails_on_a_member_fails() {
    let read = workload(Read, 128);
    let mut array = members(RaidLevel::Stripe, 2).on(RecordingDevice::default(), &read, 0);
    array.inner.device.wrong.insert(1, Err(Errno::EIO));
    assert_eq!(ask(&mut array, 0, Read, 0, 128)[0].result, Err(Errno::EIO));
    array.inner.device.wrong.insert(1, Ok(0));
    assert_eq!(ask(&mut array, 0, Read, 0, 128)[0].result, Ok(0), "the end of a device");
    array.inner.device.wrong.clear();
    assert_eq!(ask(&mut array, 0, Read, 0, 128)[0].result, Ok(128 << 10));
}

/// 128 KiB over two members, of which the second moves 40 of its 64 KiB; two copies, of which one
/// lacks 28 of 128 KiB.
#[test]
fn what_a_member_did_not_move_is_missing() {
    let read = workload(Read, 128);
    let mut array = members(RaidLevel::Stripe, 2).on(RecordingDevice::default(), &read, 0);
    array.inner.device.wrong.insert(1, Ok(40 << 10));
    assert_eq!(ask(&mut array, 0, Read, 0, 128)[0].result, Ok(104 << 10));
    let write = workload(Write, 128);
    let mut array = members(RaidLevel::Mirror, 2).on(RecordingDevice::default(), &write, 0);
    array.inner.device.wrong.insert(0, Ok(100 << 10));
    assert_eq!(ask(&mut array, 1, Write, 0, 128)[0].result, Ok(100 << 10));
}

/// A ring that does nothing reports for each extent that it moved a whole block.
#[test]
fn nothing_is_never_short_nor_long() {
    let read = workload(Read, 128);
    let mut array = members(RaidLevel::Stripe, 2).on(RecordingDevice::default(), &read, 0);
    array.inner.device.wrong.extend([(0, Ok(128 << 10)), (1, Ok(128 << 10))]);
    assert_eq!(ask(&mut array, 0, Read, 0, 128)[0].result, Ok(128 << 10));
}

/// A read of three copies goes to one, a write to all; a mix needs places for both.
#[test]
fn there_are_places_for_what_is_asked() {
    let each = |level, workload: &Workload| members(level, 3).fan_out(workload).each;
    let mix = Workload { read_percent: 70, ..workload(Read, 128) };
    let workloads = [workload(Read, 128), workload(Write, 128), mix];
    assert_eq!(workloads.each_ref().map(|workload| each(RaidLevel::Mirror, workload)), [1, 3, 3]);
    // 1 MiB touches 17 chunks of 64 KiB at most, of data 10 rows of two: 4 extents a member.
    assert_eq!(each(RaidLevel::Parity(1), &workload(Read, 1024)), 12);
}
