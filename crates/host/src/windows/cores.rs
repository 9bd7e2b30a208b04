//! Which logical processors are of one core.
//!
//! Source: sysinfoapi.h, `GetLogicalProcessorInformationEx`: records of different sizes, each stating its
//! own.

use std::collections::BTreeSet;
use std::mem::offset_of;
use std::ptr::null_mut;

use windows_sys::Win32::System::SystemInformation::{
    GROUP_AFFINITY, GetLogicalProcessorInformationEx, PROCESSOR_RELATIONSHIP,
    RelationProcessorCore, SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX,
};
use windows_sys::Win32::System::Threading::GetActiveProcessorCount;

use super::root::Root;

/// The same processors, with one of each core first and the other threads of these cores after
/// them. Where unknown, each counts as a core.
pub fn cores_first(_: &Root, cpus: &[u32]) -> Vec<u32> {
    let cores = cores();
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    let is_first = |cpu: &u32| {
        let is_new = taken.insert(*cpu);
        taken.extend(cores.iter().filter(|core| core.contains(cpu)).flatten());
        is_new
    };
    let (mut first, rest): (Vec<u32>, Vec<u32>) = cpus.iter().copied().partition(is_first);
    first.extend(rest);
    first
}

/// The processors of each core, counted through all groups.
fn cores() -> Vec<Vec<u32>> {
    let records = records();
    let mut cores = Vec::new();
    let mut rest = records.as_slice();
    while let Some((core, size)) = core(rest) {
        cores.push(core);
        rest = &rest[size..];
    }
    cores
}

/// The records as bytes.
fn records() -> Vec<u8> {
    let mut size = 0;
    // SAFETY: without a buffer only the size is returned.
    unsafe { GetLogicalProcessorInformationEx(RelationProcessorCore, null_mut(), &mut size) };
    // Records hold 64-bit numbers, whose alignment the buffer needs.
    let mut words = vec![0u64; (size as usize).div_ceil(size_of::<u64>())];
    // SAFETY: the buffer is aligned and of the stated size.
    let answer = unsafe {
        let records = words.as_mut_ptr().cast::<SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX>();
        GetLogicalProcessorInformationEx(RelationProcessorCore, records, &mut size)
    };
    let bytes = words.iter().flat_map(|word| word.to_ne_bytes());
    if answer == 0 { Vec::new() } else { bytes.take(size as usize).collect() }
}

/// The first record's processors, and its size; none at the end.
fn core(records: &[u8]) -> Option<(Vec<u32>, usize)> {
    let head = offset_of!(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Anonymous);
    let of = |at: usize, len: usize| records.get(at..at + len);
    let size = u32::from_ne_bytes(of(4, 4)?.try_into().ok()?) as usize;
    let counted = head + offset_of!(PROCESSOR_RELATIONSHIP, GroupCount);
    let groups = u16::from_ne_bytes(of(counted, 2)?.try_into().ok()?);
    let mut processors = Vec::new();
    for number in 0..usize::from(groups) {
        let at = head
            + offset_of!(PROCESSOR_RELATIONSHIP, GroupMask)
            + number * size_of::<GROUP_AFFINITY>();
        let mask = usize::from_ne_bytes(of(at, size_of::<usize>())?.try_into().ok()?);
        let group = at + offset_of!(GROUP_AFFINITY, Group);
        let group = u16::from_ne_bytes(of(group, 2)?.try_into().ok()?);
        // The number of a group's first processor.
        // SAFETY: the call takes a number only.
        let first: u32 = (0..group).map(|group| unsafe { GetActiveProcessorCount(group) }).sum();
        processors
            .extend((0..usize::BITS).filter(|bit| mask & 1 << bit != 0).map(|bit| first + bit));
    }
    // A size of 0 would never lead to the next record.
    (size > head && size <= records.len()).then_some((processors, size))
}
