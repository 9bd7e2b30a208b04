//! The journal of a kept file: the writes that were acknowledged and flushed.
//!
//! For: a record beside the file that is true at every moment, whatever is cut off when. Only whole
//! batches in it count:
//!
//! | part | bytes | what |
//! |---|---|---|
//! | head | 40 | `NARROWSJ`, version, unit, salt, length of the file, reserved, CRC-32C of these 36 |
//! | batch | 12 + 24 each | number of the batch, number of its entries, the entries, CRC-32C of all before |
//! | entry | 24 | first unit (40 bits) and count (24 bits); the promise, its top bit set for a failed write; the generation |
//!
//! all little-endian. A batch is appended after the file's own flush and is flushed itself before
//! the next one is begun; a torn batch at the end fails its checksum and ends the reading. Batch 0
//! has no entries and says that the file is laid out.
//!
//! Not here: files; this is the format alone.

use crate::stamp::UNIT;
use crate::write_ledger::{LedgerEntry, UnitPromise};

const MAGIC: &[u8; 8] = b"NARROWSJ";
const VERSION: u32 = 1;
pub(super) const HEAD: usize = 40;
// Number, count and checksum; the entries stand before the checksum.
const BATCH: usize = 12;
const ENTRY: usize = 24;
/// A file of more units than this has no ledger.
const COUNT_BITS: u32 = 24;
// Generations count up from 1 and never reach this bit.
const FAILED: u64 = 1 << 63;

/// The size beyond which a journal is rewritten.
const SIZE_MAX: usize = 64 << 20;
/// Most entries of a batch: 48 MiB. Further entries of a flush go into further batches.
pub(super) const BATCH_MAX: usize = 2 << 20;

/// The length in bytes beyond which a journal is rewritten whose first account took `base`.
pub(super) fn grown(base: usize) -> usize {
    SIZE_MAX.max(base.saturating_mul(2))
}

/// The longest journal possible for a file of `len` bytes: an entry for each unit at its beginning,
/// then growth up to the limit, then a batch of the largest size.
pub(super) fn longest(len: u64) -> usize {
    let units = len.min(crate::write_ledger::WATCHED_MAX).div_ceil(UNIT as u64) as usize;
    grown(HEAD + 2 * BATCH + ENTRY * units) + BATCH + ENTRY * BATCH_MAX
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) salt: u64,
    /// Length of the file, in bytes.
    pub(crate) len: u64,
    /// Whether the file was laid out: every block of it holds generation 0 or a newer one.
    pub(crate) laid_out: bool,
    pub(crate) promises: Vec<UnitPromise>,
    /// The newest acknowledged and flushed write of each unit.
    pub(crate) newest: Vec<u64>,
    pub(crate) batches: u32,
}

pub(crate) fn head(salt: u64, len: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(UNIT as u32).to_le_bytes());
    bytes.extend_from_slice(&salt.to_le_bytes());
    bytes.extend_from_slice(&len.to_le_bytes());
    bytes.extend_from_slice(&[0; 4]);
    seal(bytes)
}

/// The salt, and the length in bytes, of the file that a journal with this header belongs to;
/// `None` for an invalid header.
pub(super) fn salt_and_len(head: &[u8]) -> Option<(u64, u64)> {
    let numbers = unsealed(head.get(..HEAD)?)?.strip_prefix(MAGIC)?;
    // With units of another size, every entry would mean other blocks.
    if numbers.get(..8)? != [VERSION.to_le_bytes(), (UNIT as u32).to_le_bytes()].concat() {
        return None;
    }
    let (salt, len) = (u64_at(numbers, 8)?, u64_at(numbers, 16)?);
    // The account is this long, which bounds the memory that a forged journal can take.
    (len <= crate::write_ledger::WATCHED_MAX).then_some((salt, len))
}

pub(crate) fn batch(number: u32, entries: &[LedgerEntry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BATCH + ENTRY * entries.len());
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(&(entries.len() as u32).to_le_bytes());
    for entry in entries {
        let place = entry.first << COUNT_BITS | entry.count;
        let promise = match entry.promise {
            UnitPromise::From(floor) => floor,
            UnitPromise::Nothing(failed) => failed | FAILED,
        };
        bytes.extend_from_slice(&place.to_le_bytes());
        bytes.extend_from_slice(&promise.to_le_bytes());
        bytes.extend_from_slice(&entry.generation.to_le_bytes());
    }
    seal(bytes)
}

fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32c::crc32c(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Reads a journal up to the first damage; `None` if it is not a journal.
pub(crate) fn read(bytes: &[u8]) -> Option<Account> {
    let (head, mut rest) = bytes.split_at_checked(HEAD)?;
    let (salt, len) = salt_and_len(head)?;
    let units = len.div_ceil(UNIT as u64) as usize;
    let (promises, newest) = (vec![UnitPromise::From(0); units], vec![0; units]);
    let mut account = Account { salt, len, laid_out: false, promises, newest, batches: 0 };
    while let Some(after) = account.take(rest) {
        rest = after;
    }
    Some(account)
}

impl Account {
    /// Adds the first batch of `bytes` if it is whole and next in sequence; returns the rest.
    fn take<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (number, count) = (u32_at(bytes, 0)?, u32_at(bytes, 4)? as usize);
        let (batch, rest) =
            bytes.split_at_checked(BATCH.checked_add(ENTRY.checked_mul(count)?)?)?;
        let body = unsealed(batch)?;
        if number != self.batches {
            return None;
        }
        // The body no longer has its checksum and begins with the eight bytes of number and count.
        for entry in body.get(BATCH - 4..)?.chunks_exact(ENTRY) {
            self.promise(u64_at(entry, 0)?, u64_at(entry, 8)?, u64_at(entry, 16)?);
        }
        // Batch 0 is written only after the layout was flushed, so any batch proves it.
        (self.laid_out, self.batches) = (true, number + 1);
        Some(rest)
    }

    fn promise(&mut self, place: u64, promise: u64, generation: u64) {
        let (first, count) = (place >> COUNT_BITS, place & ((1 << COUNT_BITS) - 1));
        let promise = match promise & FAILED {
            0 => UnitPromise::From(promise),
            _ => UnitPromise::Nothing(promise & !FAILED),
        };
        let acknowledged = if matches!(promise, UnitPromise::From(_)) { generation } else { 0 };
        let units = self.promises.iter_mut().zip(&mut self.newest);
        // An entry beyond the end of the file touches no unit.
        for (unit, newest) in units.skip(first as usize).take(count as usize) {
            *unit = unit.and(promise);
            *newest = acknowledged.max(*newest);
        }
    }

    /// The same account in the fewest entries.
    pub(crate) fn entries(&self) -> Vec<LedgerEntry> {
        let mut entries: Vec<LedgerEntry> = Vec::new();
        for ((&promise, &generation), first) in self.promises.iter().zip(&self.newest).zip(0..) {
            let goes_on = |last: &&mut LedgerEntry| {
                let is_same = (last.promise, last.generation) == (promise, generation);
                // 64 GiB are 2^24 units, one more than the field holds.
                is_same && last.count < (1 << COUNT_BITS) - 1
            };
            match entries.last_mut().filter(goes_on) {
                Some(last) => last.count += 1,
                None => entries.push(LedgerEntry { first, count: 1, generation, promise }),
            }
        }
        // A reader assumes this promise for every unit without an entry.
        entries.retain(|entry| entry.promise != UnitPromise::From(0));
        entries
    }
}

/// The bytes before a valid checksum.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    (crc32c::crc32c(body) == u32::from_le_bytes(*sum)).then_some(body)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LEN: u64 = 16 * UNIT as u64;

    fn entries() -> impl Strategy<Value = Vec<LedgerEntry>> {
        // Generation 0 is the layout, which never has an entry.
        let promise = (any::<bool>(), 1..1000_u64)
            .prop_map(|(ok, n)| if ok { UnitPromise::From(n) } else { UnitPromise::Nothing(n) });
        let entry = (0..16_u64, 1..8_u64, promise).prop_map(|(first, count, promise)| {
            let (UnitPromise::From(floor) | UnitPromise::Nothing(floor)) = promise;
            LedgerEntry { first, count, generation: floor + count, promise }
        });
        prop::collection::vec(entry, 0..10)
    }

    fn journal(batches: &[Vec<LedgerEntry>]) -> Vec<u8> {
        let mut bytes = head(7, LEN);
        bytes.extend(batch(0, &[]));
        for (number, entries) in (1..).zip(batches) {
            bytes.extend(batch(number, entries));
        }
        bytes
    }

    #[test]
    fn a_head_alone_promises_nothing() {
        let account = read(&head(7, LEN)).unwrap();
        assert!(!account.laid_out);
        assert_eq!((account.salt, account.len, account.newest.len()), (7, LEN, 16));
        assert!(read(&journal(&[])).unwrap().laid_out);
        assert_eq!(read(b"NARROWSJ and more that is nothing of the kind"), None);
        assert_eq!(read(&[]), None);
    }

    #[test]
    fn a_batch_says_what_holds_now() {
        let entry =
            |first, count, generation, promise| LedgerEntry { first, count, generation, promise };
        let first =
            vec![entry(0, 3, 6, UnitPromise::From(5)), entry(1, 1, 9, UnitPromise::Nothing(9))];
        let second = vec![entry(2, 2, 12, UnitPromise::From(12))];
        let account = read(&journal(&[first, second])).unwrap();
        let promises = [
            UnitPromise::From(5),
            UnitPromise::Nothing(9),
            UnitPromise::From(12),
            UnitPromise::From(12),
        ];
        assert_eq!(account.promises[..4], promises);
        assert_eq!((account.newest[..4].to_vec(), account.batches), (vec![6, 6, 12, 12], 3));
    }

    proptest! {
        /// Cut off anywhere, it gives the content of the whole batches before the cut.
        #[test]
        fn a_torn_end_is_left_out(
            batches in prop::collection::vec(entries(), 1..5), cut: prop::sample::Index,
        ) {
            let whole = journal(&batches);
            let start = HEAD + BATCH;
            let cut = start + cut.index(whole.len() - start);
            let mut kept = Vec::new();
            let mut end = start;
            for entries in &batches {
                end += BATCH + ENTRY * entries.len();
                if end > cut {
                    break;
                }
                kept.push(entries.clone());
            }
            prop_assert_eq!(read(&whole[..cut]), read(&journal(&kept)));
        }

        /// A changed byte never adds a promise: reading stops before it.
        #[test]
        fn a_changed_byte_ends_the_reading(
            batches in prop::collection::vec(entries(), 1..4),
            at: prop::sample::Index,
            by in 1..=255_u8,
        ) {
            let whole = journal(&batches);
            let mut changed = whole.clone();
            let at = at.index(whole.len());
            changed[at] ^= by;
            let (before, after) = (read(&whole).unwrap(), read(&changed));
            prop_assert!(after.is_none_or(|after| after.batches < before.batches));
        }

        #[test]
        fn an_account_can_be_written_anew(batches in prop::collection::vec(entries(), 1..5)) {
            let account = read(&journal(&batches)).unwrap();
            let mut anew = head(7, LEN);
            anew.extend(batch(0, &[]));
            anew.extend(batch(1, &account.entries()));
            let anew = read(&anew).unwrap();
            prop_assert_eq!(&anew.promises, &account.promises);
            // If nothing is promised, the newest write is irrelevant.
            let judged = |account: &Account| -> Vec<(UnitPromise, u64)> {
                let units = account.promises.iter().copied().zip(account.newest.iter().copied());
                units.filter(|(promise, _)| matches!(promise, UnitPromise::From(_))).collect()
            };
            prop_assert_eq!(judged(&anew), judged(&account));
        }

        #[test]
        fn hostile_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
            let _ = read(&bytes);
            let _ = read(&[head(1, LEN), bytes].concat());
        }
    }
}
