use proptest::prelude::*;

use super::*;

const LEN: u64 = UNIT as u64;

fn watched() -> WriteLedger {
    let write_ledger = WriteLedger::new(1);
    write_ledger.watch(8 * LEN, true);
    write_ledger
}

fn block(write_ledger: &WriteLedger, offset: u64, generation: u64) -> Vec<u8> {
    let mut content = vec![0; UNIT];
    write_ledger.stamp().write(&mut content, offset, generation);
    content
}

fn checked(write_ledger: &WriteLedger, generation: u64) -> Option<Result<(), BlockFault>> {
    let look = write_ledger.look(0, LEN);
    write_ledger.judge(look, &block(write_ledger, 0, generation), 0)
}

#[test]
fn what_was_acknowledged_must_be_there() {
    let write_ledger = watched();
    let first = write_ledger.begin(0, LEN);
    write_ledger.end(first, true);
    let second = write_ledger.begin(0, LEN);
    write_ledger.end(second, true);
    assert_eq!((first, second), (1, 2));
    assert_eq!(checked(&write_ledger, 2), Some(Ok(())));
    assert_eq!(checked(&write_ledger, 1), Some(Err(BlockFault::Older)));
}

#[test]
fn of_two_writes_at_once_either_may_stay() {
    let write_ledger = watched();
    let (first, second) = (write_ledger.begin(0, LEN), write_ledger.begin(0, LEN));
    write_ledger.end(second, true);
    write_ledger.end(first, true);
    assert_eq!(checked(&write_ledger, first), Some(Ok(())));
    assert_eq!(checked(&write_ledger, second), Some(Ok(())));
    assert_eq!(
        checked(&write_ledger, 0),
        Some(Err(BlockFault::Older)),
        "but not what was before both"
    );
}

#[test]
fn a_read_beside_a_write_says_nothing() {
    let write_ledger = watched();
    let before = write_ledger.look(0, LEN);
    let write = write_ledger.begin(0, LEN);
    let during = write_ledger.look(0, LEN);
    assert_eq!(write_ledger.look(LEN, LEN), ReadSnapshot::Quiet(2), "the block beside it is quiet");
    write_ledger.end(write, true);
    let torn = [1; UNIT];
    assert_eq!(write_ledger.judge(before, &torn, 0), None);
    assert_eq!(write_ledger.judge(during, &torn, 0), None);
    let after = write_ledger.look(0, LEN);
    assert_eq!(write_ledger.judge(after, &torn, 0), Some(Err(BlockFault::Unwritten)));
}

#[test]
fn a_failed_write_leaves_anything_until_the_next_one() {
    let write_ledger = watched();
    let failed = write_ledger.begin(0, LEN);
    write_ledger.end(failed, false);
    assert_eq!(checked(&write_ledger, 0), None);
    let next = write_ledger.begin(0, LEN);
    write_ledger.end(next, true);
    assert_eq!(checked(&write_ledger, failed), Some(Err(BlockFault::Older)));
    let entry = |generation, promise| LedgerEntry { first: 0, count: 1, generation, promise };
    assert_eq!(
        write_ledger.take(),
        [entry(1, UnitPromise::Nothing(1)), entry(2, UnitPromise::From(2))]
    );
    assert_eq!(write_ledger.take(), []);
}

#[test]
fn without_a_ledger_only_the_stamp_is_judged() {
    let write_ledger = WriteLedger::new(1);
    write_ledger.watch(WATCHED_MAX + 1, false);
    let write = write_ledger.begin(0, LEN);
    write_ledger.end(write, true);
    assert_eq!(checked(&write_ledger, 0), Some(Ok(())));
    assert_eq!(checked(&WriteLedger::new(2), 0), Some(Ok(())));
}

/// Zeros, a block of another run, and a partly written block of another run: none of them is the
/// drive's fault.
fn before_us() -> [Vec<u8>; 3] {
    let mut foreign = vec![0; UNIT];
    WriteLedger::new(99).stamp().write(&mut foreign, 0, 5);
    let mut torn = foreign.clone();
    torn[2048..].fill(0);
    [vec![0; UNIT], foreign, torn]
}

#[test]
fn what_nobody_wrote_here_is_not_judged_until_a_write_is_acknowledged() {
    let write_ledger = WriteLedger::of_unknown(1);
    write_ledger.watch(8 * LEN, false);
    for content in before_us() {
        assert_eq!(write_ledger.judge(write_ledger.look(0, LEN), &content, 0), None);
    }
    let failed = write_ledger.begin(0, LEN);
    write_ledger.end(failed, false);
    assert_eq!(write_ledger.judge(write_ledger.look(0, LEN), &[0; UNIT], 0), None);
    let write = write_ledger.begin(0, LEN);
    write_ledger.end(write, true);
    assert_eq!(checked(&write_ledger, write), Some(Ok(())));
    let expected = [BlockFault::Unwritten, BlockFault::Foreign, BlockFault::Checksum];
    for (content, wrong) in before_us().iter().zip(expected) {
        assert_eq!(write_ledger.judge(write_ledger.look(0, LEN), content, 0), Some(Err(wrong)));
    }
    // Of a read that covers both, only the written block counts.
    let both = [block(&write_ledger, 0, write), vec![0; UNIT]].concat();
    assert_eq!(write_ledger.judge(write_ledger.look(0, 2 * LEN), &both, 0), Some(Ok(())));
}

#[test]
fn without_a_ledger_only_what_this_run_wrote_is_judged() {
    let write_ledger = WriteLedger::of_unknown(1);
    for content in before_us() {
        assert_eq!(write_ledger.judge(write_ledger.look(0, LEN), &content, 0), None);
        // After the layout all of it is ours.
        let laid_out = WriteLedger::new(1);
        assert!(matches!(laid_out.judge(laid_out.look(0, LEN), &content, 0), Some(Err(_))));
    }
    let mut torn = block(&write_ledger, 0, 3);
    assert_eq!(write_ledger.judge(write_ledger.look(0, LEN), &torn, 0), Some(Ok(())));
    assert_eq!(
        write_ledger.judge(write_ledger.look(LEN, LEN), &torn, LEN),
        Some(Err(BlockFault::Place(0)))
    );
    torn[4095] ^= 1;
    let unwritten_first = [vec![0; UNIT], torn].concat();
    let misplaced = write_ledger.judge(write_ledger.look(0, 2 * LEN), &unwritten_first, 0);
    assert_eq!(misplaced, None, "a torn block that claims another place may be anybody's");
    let mut torn = block(&write_ledger, LEN, 3);
    torn[4095] ^= 1;
    let unwritten_first = [vec![0; UNIT], torn].concat();
    let judged = write_ledger.judge(write_ledger.look(0, 2 * LEN), &unwritten_first, 0);
    assert_eq!(judged, Some(Err(BlockFault::Checksum)));
}

proptest! {
    /// A drive that executes writes of one block in any order while they are in flight, and loses
    /// none, is never blamed; one that returns the content from before every write that could be
    /// the last is.
    #[test]
    fn honest_drives_are_not_accused(
        steps in prop::collection::vec((any::<bool>(), 0..8_usize), 1..40),
    ) {
        let write_ledger = watched();
        let mut flying: Vec<u64> = Vec::new();
        // The possible content of the block: the slow oracle. When a write is acknowledged, all
        // that had been acknowledged before it was started is gone.
        let mut may: Vec<u64> = vec![0];
        let mut acknowledged_before: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let mut acknowledged: Vec<u64> = vec![0];
        for (begins, pick) in steps {
            if begins || flying.is_empty() {
                let write = write_ledger.begin(0, LEN);
                acknowledged_before.insert(write, acknowledged.clone());
                flying.push(write);
                may.push(write);
            } else {
                let write = flying.remove(pick % flying.len());
                write_ledger.end(write, true);
                acknowledged.push(write);
                let gone = &acknowledged_before[&write];
                may.retain(|old| !gone.contains(old));
            }
        }
        while let Some(write) = flying.pop() {
            write_ledger.end(write, true);
            let gone = &acknowledged_before[&write];
            may.retain(|old| !gone.contains(old));
        }
        for generation in &may {
            prop_assert_eq!(checked(&write_ledger, *generation), Some(Ok(())));
        }
        let oldest_possible = may.iter().min().copied().unwrap_or_default();
        if acknowledged_before.len() == acknowledged.len() - 1 && oldest_possible > 0 {
            prop_assert_eq!(checked(&write_ledger, 0), Some(Err(BlockFault::Older)));
        }
    }
}
