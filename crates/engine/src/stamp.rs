//! The header of every written block: its location, the number of the write, a checksum.
//!
//! For: checking later whether a read returns the data written there. A buffer is stamped in units
//! of 4 KiB (a shorter buffer or remainder is one unit), each of which begins with
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | `NARROWS` and the kind: checked throughout, or only numbered |
//! | 8..16 | the salt of the file, so that blocks of an older file are recognised |
//! | 16..24 | its place, in bytes from the start of the file or device |
//! | 24..32 | its generation: the number of the write |
//! | 32..36 | the unit's length in bytes |
//! | 36..40 | CRC-32C of the unit without these four bytes (numbered: of the 36 bytes before) |
//!
//! all little-endian. In a checked unit every further sector of 512 bytes begins with a number that
//! no other sector of no other write has: a write that reached the drive in part leaves a mixture,
//! and without these numbers the mixture of two writes from one buffer would be the same bytes as
//! the newer of them.
//!
//! CRC-32C (the polynomial of RFC 3720, appendix B.4) finds every single flipped bit and every
//! burst of up to 32 bits; another change slips through once in 2^32.
//!
//! Not here: which generation belongs where (`write_ledger`), files.

use narrows_workload::issuer::NoiseStream;

/// A unit: the page size, and the internal block size of most drives.
pub const UNIT: usize = 4096;
/// The smallest unit that a drive writes whole.
const SECTOR: usize = 512;
const HEAD: usize = 40;
const SUM_AT: usize = 36;
const CHECKED: [u8; 8] = *b"NARROWSv";
const NUMBERED: [u8; 8] = *b"NARROWSn";

/// Stamps and checks the blocks of one file or device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockStamp {
    salt: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFault {
    /// Narrows wrote nothing here.
    Unwritten,
    /// It was changed, or partially written.
    Checksum,
    /// It belongs to another offset, in bytes.
    Place(u64),
    Foreign,
    /// It is older than the block that was acknowledged and flushed here.
    Older,
    Unreadable,
}

impl BlockFault {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unwritten => "unwritten",
            Self::Checksum => "checksum",
            Self::Place(_) => "place",
            Self::Foreign => "foreign",
            Self::Older => "older",
            Self::Unreadable => "unreadable",
        }
    }
}

impl BlockStamp {
    /// For the file or device with this salt, which no other has.
    pub fn new(salt: u64) -> Self {
        Self { salt }
    }

    pub fn salt(&self) -> u64 {
        self.salt
    }

    /// Stamps each unit of `buffer` with its location, the number of the write and a checksum.
    /// `offset` is the buffer's destination, in bytes. The rest of the content is not changed.
    pub fn write(&self, buffer: &mut [u8], offset: u64, generation: u64) {
        self.each(buffer, offset, |unit, at| {
            // Unlike in any other write or place; sectors of one write differ by their index.
            let write = mixed(self.salt ^ mixed(at ^ mixed(generation)));
            // The first sector differs by its header.
            for (sector, index) in unit.chunks_mut(SECTOR).zip(0_u64..).skip(1) {
                if let Some(start) = sector.first_chunk_mut() {
                    *start = write.wrapping_add(index).to_le_bytes();
                }
            }
            self.head(unit, CHECKED, at, generation);
            seal(unit, checked_sum(unit));
        });
    }

    /// The cheap variant: location and number, without a checksum of the rest. It makes all blocks
    /// different, and misplaced and lost ones detectable.
    pub fn number(&self, buffer: &mut [u8], offset: u64, generation: u64) {
        self.each(buffer, offset, |unit, at| {
            self.head(unit, NUMBERED, at, generation);
            seal(unit, numbered_sum(unit));
        });
    }

    /// Checks each unit of `buffer`, read at `offset`; returns the lowest generation.
    pub fn check(&self, buffer: &[u8], offset: u64) -> Result<u64, BlockFault> {
        let mut lowest = u64::MAX;
        for (index, unit) in buffer.chunks(UNIT).enumerate() {
            lowest = lowest.min(self.check_unit(unit, place(offset, index))?);
        }
        Ok(lowest)
    }

    /// The generation in the header of a unit for this location, whether the unit is whole or not.
    pub(crate) fn claimed(&self, unit: &[u8], at: u64) -> Option<u64> {
        let is_ours = unit.starts_with(&CHECKED) || unit.starts_with(&NUMBERED);
        let is_here = number(unit, 8) == self.salt && number(unit, 16) == at;
        (is_ours && is_here).then(|| number(unit, 24))
    }

    /// Replaces the generation in a unit without updating its checksum.
    pub(crate) fn renumber(unit: &mut [u8], generation: u64) {
        if let Some(place) = unit.get_mut(24..32) {
            place.copy_from_slice(&generation.to_le_bytes());
        }
    }

    fn check_unit(&self, unit: &[u8], at: u64) -> Result<u64, BlockFault> {
        let sum = match unit.first_chunk() {
            Some(&CHECKED) => checked_sum(unit),
            Some(&NUMBERED) => numbered_sum(unit),
            _ => return Err(BlockFault::Unwritten),
        };
        // Length and checksum lie side by side and are compared as one number.
        if number(unit, 32) != u64::from(sum) << 32 | unit.len() as u64 {
            return Err(BlockFault::Checksum);
        }
        // After the checksum: a damaged salt is damage and not a block of another file.
        if number(unit, 8) != self.salt {
            return Err(BlockFault::Foreign);
        }
        match number(unit, 16) {
            place if place == at => Ok(number(unit, 24)),
            place => Err(BlockFault::Place(place)),
        }
    }

    fn each(&self, buffer: &mut [u8], offset: u64, mut stamp: impl FnMut(&mut [u8], u64)) {
        for (index, unit) in buffer.chunks_mut(UNIT).enumerate() {
            // Drives have no blocks so short; such a remainder is not stamped.
            if unit.len() >= SECTOR {
                stamp(unit, place(offset, index));
            }
        }
    }

    #[inline]
    fn head(&self, unit: &mut [u8], kind: [u8; 8], at: u64, generation: u64) {
        let len = unit.len() as u32;
        if let Some(head) = unit.first_chunk_mut::<HEAD>() {
            head[..8].copy_from_slice(&kind);
            head[8..16].copy_from_slice(&self.salt.to_le_bytes());
            head[16..24].copy_from_slice(&at.to_le_bytes());
            head[24..32].copy_from_slice(&generation.to_le_bytes());
            head[32..36].copy_from_slice(&len.to_le_bytes());
        }
    }
}

/// The offset of a buffer's unit.
#[inline]
fn place(offset: u64, index: usize) -> u64 {
    offset.wrapping_add((index * UNIT) as u64)
}

fn mixed(number: u64) -> u64 {
    NoiseStream::new(number).next()
}

fn checked_sum(unit: &[u8]) -> u32 {
    match unit.split_at_checked(HEAD) {
        Some((head, rest)) => crc32c::crc32c_append(crc32c::crc32c(&head[..SUM_AT]), rest),
        // Such a remainder has no header; the comparison of the length fails it.
        None => 0,
    }
}

#[inline]
fn numbered_sum(unit: &[u8]) -> u32 {
    crc32c::crc32c(unit.get(..SUM_AT).unwrap_or_default())
}

#[inline]
fn seal(unit: &mut [u8], sum: u32) {
    if let Some(place) = unit.get_mut(SUM_AT..HEAD) {
        place.copy_from_slice(&sum.to_le_bytes());
    }
}

/// The eight bytes from `at`; 0 beyond the end.
#[inline]
fn number(unit: &[u8], at: usize) -> u64 {
    let bytes = unit.get(at..).and_then(|bytes| bytes.first_chunk());
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STAMP: BlockStamp = BlockStamp { salt: 0x5a17 };

    fn noise(len: usize) -> Vec<u8> {
        let mut buffer = vec![0; len];
        NoiseStream::new(len as u64).fill(&mut buffer);
        buffer
    }

    fn written(len: usize, offset: u64, generation: u64) -> Vec<u8> {
        let mut buffer = noise(len);
        STAMP.write(&mut buffer, offset, generation);
        buffer
    }

    #[test]
    fn a_block_says_what_it_is() {
        for len in [512, 4096, 6144, 131_072] {
            let mut block = written(len, 1 << 20, 7);
            assert_eq!(STAMP.check(&block, 1 << 20), Ok(7), "{len}");
            STAMP.number(&mut block, 1 << 20, 8);
            assert_eq!(STAMP.check(&block, 1 << 20), Ok(8), "{len}");
        }
    }

    #[test]
    fn blocks_that_do_not_belong_here_are_told() {
        let block = written(8192, 8192, 1);
        assert_eq!(STAMP.check(&block, 0), Err(BlockFault::Place(8192)));
        assert_eq!(BlockStamp::new(1).check(&block, 8192), Err(BlockFault::Foreign));
        assert_eq!(STAMP.check(&[0; 4096], 0), Err(BlockFault::Unwritten));
        assert_eq!(STAMP.check(&noise(4096), 0), Err(BlockFault::Unwritten));
        let swapped = [&block[4096..], &block[..4096]].concat();
        assert_eq!(STAMP.check(&swapped, 8192), Err(BlockFault::Place(12_288)));
    }

    #[test]
    fn a_block_of_two_writes_is_as_old_as_the_older() {
        let mixed = [&written(8192, 0, 5)[..4096], &written(8192, 0, 9)[4096..]].concat();
        assert_eq!(STAMP.check(&mixed, 0), Ok(5));
    }

    /// The eight sectors of 4 KiB can be old or new in 254 mixed ways, from the same buffer.
    #[test]
    fn every_torn_write_is_found_even_from_one_buffer() {
        let (old, new) = (written(4096, 0, 1), written(4096, 0, 2));
        for torn in 1..255_u32 {
            let pick = |index: usize| if torn >> index & 1 == 1 { &new } else { &old };
            let block: Vec<u8> = (0..8).flat_map(|i| pick(i)[i * 512..][..512].to_vec()).collect();
            assert_eq!(STAMP.check(&block, 0), Err(BlockFault::Checksum), "{torn:08b}");
        }
    }

    #[test]
    fn content_differs_in_every_sector_and_from_write_to_write() {
        let blocks = [written(4096, 0, 1), written(4096, 0, 2), written(4096, 4096, 1)];
        let mut sectors: Vec<&[u8]> = blocks.iter().flat_map(|block| block.chunks(512)).collect();
        sectors.sort_unstable();
        sectors.dedup();
        assert_eq!(sectors.len(), 24);
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        // RFC 3720, appendix B.4: 32 bytes of zeros give aa 36 91 8a, least significant first.
        assert_eq!(crc32c::crc32c(&[0; 32]), 0x8a91_36aa);
    }

    proptest! {
        #[test]
        fn any_flipped_bit_of_a_checked_block_is_found(
            bit in 0..4096_usize * 8, offset in 0..1_u64 << 40, generation: u64,
        ) {
            let offset = offset / 4096 * 4096;
            let mut block = written(4096, offset, generation);
            block[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(STAMP.check(&block, offset).is_err());
        }

        #[test]
        fn any_flipped_bit_of_a_number_is_found(bit in 0..40_usize * 8, generation: u64) {
            let mut block = noise(4096);
            STAMP.number(&mut block, 4096, generation);
            block[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(STAMP.check(&block, 4096).is_err());
        }

        #[test]
        fn any_overwritten_stretch_is_found(from in 0..4095_usize, len in 1..4096_usize) {
            let mut block = written(4096, 0, 3);
            let before = block.clone();
            let len = len.min(4096 - from);
            NoiseStream::new(from as u64).fill(&mut block[from..from + len]);
            prop_assume!(block != before);
            prop_assert!(STAMP.check(&block, 0).is_err());
        }

        /// Checking is safe for any content.
        #[test]
        fn hostile_content_does_no_harm(
            bytes in prop::collection::vec(any::<u8>(), 0..5000), offset: u64,
        ) {
            let _ = STAMP.check(&bytes, offset);
        }
    }
}
