//! The NVMe commands that are ever sent, and their encoding.
//!
//! Source: NVM Express NVM Command Set Specification 1.0, sections 3.2.4 (Read) and 3.2.6 (Write):
//! the first logical block in Command Dwords 10 and 11, the number of blocks less one in bits 15:0
//! of Command Dword 12. Base Specification 2.0, section 5.17.2.1 (Identify, CNS 00h). Kernel
//! include/uapi/linux/nvme_ioctl.h, `struct nvme_uring_cmd` and `struct nvme_passthru_cmd`, which
//! differ only in their last four bytes: reserved here, a result there.

use narrows_workload::Direction;

use crate::Errno;

/// All opcodes that are ever sent to a namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Opcode {
    Write = 0x01,
    Read = 0x02,
}

/// The only admin command, sent once when a namespace is opened; it changes nothing.
const IDENTIFY: u8 = 0x06;

pub(super) const PAGE: usize = 4096;

/// A command in the kernel's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
pub(super) struct NvmeCommand([u8; 72]);

/// A namespace's number and block size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamespaceBlocks {
    pub(super) namespace: u32,
    /// log2 of the block size in bytes.
    pub(super) shift: u32,
}

impl NvmeCommand {
    /// Moves `len` bytes between the namespace, from byte `offset` on, and memory at `address`.
    pub(super) fn transfer(
        direction: Direction,
        blocks: NamespaceBlocks,
        offset: u64,
        len: u32,
        address: u64,
    ) -> Result<Self, Errno> {
        let opcode = match direction {
            Direction::Read => Opcode::Read,
            Direction::Write => Opcode::Write,
        };
        // Offset and length are whole blocks if neither has a bit below the block size.
        let whole = (offset | u64::from(len)).trailing_zeros() >= blocks.shift;
        let last = (len >> blocks.shift).checked_sub(1).filter(|last| whole && *last <= 0xffff);
        let first = offset >> blocks.shift;
        let mut command = Self([0; 72]);
        command.begin(opcode as u8, blocks.namespace, address, len);
        // Command Dwords 10 to 12 lie at these offsets of the kernel's structure.
        command.put(40, (first as u32).to_ne_bytes());
        command.put(44, ((first >> 32) as u32).to_ne_bytes());
        command.put(48, last.ok_or(Errno::EINVAL)?.to_ne_bytes());
        Ok(command)
    }

    /// Identify; the answer of [`PAGE`] bytes goes to `address`.
    pub(super) fn identify(namespace: u32, address: u64) -> Self {
        let mut command = Self([0; 72]);
        // Dword 10 selects the data structure: 0, the namespace.
        command.begin(IDENTIFY, namespace, address, PAGE as u32);
        command
    }

    fn begin(&mut self, opcode: u8, namespace: u32, address: u64, len: u32) {
        // Offsets of `opcode`, `nsid`, `addr` and `data_len` in the kernel's structure.
        self.put(0, [opcode]);
        self.put(4, namespace.to_ne_bytes());
        self.put(24, address.to_ne_bytes());
        self.put(36, len.to_ne_bytes());
    }

    fn put<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        let Some(place) = self.0.get_mut(at..at + N) else { return };
        place.copy_from_slice(&bytes);
    }

    /// In the layout of the queue's large entry.
    pub(super) fn in_entry(&self) -> [u8; 80] {
        // A large entry has 80 bytes for a command (128 less 48); the driver reads 72.
        let mut room = [0; 80];
        room[..72].copy_from_slice(&self.0);
        room
    }

    /// For a system call that takes it by pointer.
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamespaceIdentity {
    pub(super) blocks: u64,
    /// log2 of the block size in bytes.
    pub(super) shift: u32,
    pub(super) metadata: u16,
}

impl NamespaceIdentity {
    /// Parses the answer to Identify; `None` if its format is missing or impossible.
    ///
    /// Source: NVM Command Set Specification 1.0, section 4.1.5.1: NSZE in bytes 7:0, FLBAS in byte
    /// 26 (the format's index in bits 6:5 and 3:0), formats of four bytes from byte 128 on: MS in
    /// bits 15:0, LBADS in bits 23:16.
    pub(super) fn read(page: &[u8; PAGE]) -> Option<Self> {
        let chosen = page[26];
        let index = usize::from(chosen >> 5 & 0b11) << 4 | usize::from(chosen & 0b1111);
        let format = page.get(128 + 4 * index..132 + 4 * index)?;
        let shift = u32::from(format[2]);
        let identity = Self {
            blocks: u64::from_le_bytes(page[..8].try_into().ok()?),
            shift,
            metadata: u16::from_le_bytes([format[0], format[1]]),
        };
        // No block is below 512 bytes (LBADS 9), and a format that does not exist has LBADS 0.
        (9..=16).contains(&shift).then_some(identity)
    }

    /// Its size in bytes; none on overflow.
    pub(super) fn len(self) -> Option<u64> {
        self.blocks.checked_mul(1 << self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKS: NamespaceBlocks = NamespaceBlocks { namespace: 0x0102_0304, shift: 12 };

    fn bytes(command: NvmeCommand, at: usize, count: usize) -> Vec<u8> {
        command.0[at..at + count].to_vec()
    }

    /// 128 KiB at 20 TiB + 8 KiB in blocks of 4 KiB: the first block is 20 x 2^28 + 2 =
    /// 0x1_4000_0002, and 32 blocks are 31 in the command, which counts from 0.
    #[test]
    fn a_read_names_its_first_block_and_how_many() {
        let offset = (20 << 40) + 8192;
        let address = 0x7f12_3456_7000;
        let command =
            NvmeCommand::transfer(Direction::Read, BLOCKS, offset, 128 << 10, address).unwrap();
        assert_eq!(bytes(command, 0, 8), [0x02, 0, 0, 0, 4, 3, 2, 1]);
        // CDW2, CDW3 and the metadata's address.
        assert_eq!(bytes(command, 8, 16), [0; 16]);
        assert_eq!(bytes(command, 24, 8), [0, 0x70, 0x56, 0x34, 0x12, 0x7f, 0, 0]);
        // No metadata; 0x20000 bytes of data.
        assert_eq!(bytes(command, 32, 8), [0, 0, 0, 0, 0, 0, 2, 0]);
        assert_eq!(bytes(command, 40, 12), [2, 0, 0, 0x40, 1, 0, 0, 0, 31, 0, 0, 0]);
        // CDW13 to CDW15, the time limit (the kernel's default) and reserved fields.
        assert_eq!(bytes(command, 52, 20), [0; 20]);
        let entry = command.in_entry();
        assert_eq!((&entry[..72], &entry[72..]), (&command.0[..], &[0; 8][..]));
    }

    #[test]
    fn only_the_opcode_tells_a_write_from_a_read() {
        let make = |direction| NvmeCommand::transfer(direction, BLOCKS, 0, 4096, 8).unwrap();
        let (read, write) = (make(Direction::Read), make(Direction::Write));
        assert_eq!((read.0[0], write.0[0]), (0x02, 0x01));
        assert_eq!(read.0[1..], write.0[1..]);
    }

    #[test]
    fn what_is_no_whole_blocks_is_refused() {
        let make = |offset, len| NvmeCommand::transfer(Direction::Read, BLOCKS, offset, len, 0);
        for (offset, len) in [(512, 4096), (0, 4096 + 512), (0, 0), (0, (65_536 + 1) << 12)] {
            assert_eq!(make(offset, len), Err(Errno::EINVAL), "{len} at {offset}");
        }
        assert_eq!(bytes(make(0, 65_536 << 12).unwrap(), 48, 4), [0xff, 0xff, 0, 0]);
    }

    #[test]
    fn identify_asks_for_the_namespace() {
        let command = NvmeCommand::identify(3, 0x1000);
        assert_eq!(bytes(command, 0, 8), [0x06, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(bytes(command, 24, 8), [0, 0x10, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes(command, 36, 8), [0, 0x10, 0, 0, 0, 0, 0, 0]);
    }

    fn page(blocks: u64, flbas: u8, formats: &[(usize, [u8; 4])]) -> [u8; PAGE] {
        let mut page = [0; PAGE];
        page[..8].copy_from_slice(&blocks.to_le_bytes());
        page[26] = flbas;
        for (index, format) in formats {
            page[128 + 4 * index..][..4].copy_from_slice(format);
        }
        page
    }

    #[test]
    fn the_format_in_use_says_the_size_of_blocks() {
        let formats = [(0, [0, 0, 9, 2]), (1, [8, 0, 12, 0]), (17, [0x40, 1, 12, 0])];
        let read = |flbas| NamespaceIdentity::read(&page(1000, flbas, &formats));
        assert_eq!(read(0), Some(NamespaceIdentity { blocks: 1000, shift: 9, metadata: 0 }));
        assert_eq!(read(0).unwrap().len(), Some(512_000));
        // Bit 4 is the location of metadata and not part of the index.
        assert_eq!(read(0x11), Some(NamespaceIdentity { blocks: 1000, shift: 12, metadata: 8 }));
        // Format 17 = 1 in bits 6:5 and 1 in bits 3:0.
        assert_eq!(read(0x21).unwrap().metadata, 0x140);
        // Format 2 does not exist: its blocks would have one byte.
        assert_eq!(read(2), None);
        let endless = NamespaceIdentity { blocks: u64::MAX, shift: 9, metadata: 0 };
        assert_eq!(endless.len(), None);
    }
}
