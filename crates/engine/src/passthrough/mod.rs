//! A device on a ring that takes NVMe commands: `/dev/ngXnY`.
//!
//! For: measuring a drive without the block layer in between, which shows the cost of that. The
//! ring is the same as for files, with entries twice as large; a command names blocks of the
//! namespace itself. Used on request only.
//!
//! Writes are prevented here and not in the kernel, which lets root send any command through a
//! device that is open for reading: [`command`] has no opcodes but Read and Write, and [`NvmeCommands`]
//! makes a Write only for a namespace that was opened for writing, which happens only for a
//! writable target.
//!
//! Kernels before 6.13 refuse a command whose registered buffer is longer than the command's data
//! (block/blk-map.c, `blk_rq_map_user_bvec`), so each slot's buffer is registered separately.
//!
//! Source: kernel drivers/nvme/host/ioctl.c, `nvme_ns_chr_uring_cmd`: 5.19; registered buffers and
//! polling 6.1; for others than root 6.2.

mod command;
mod namespace;

use io_uring::{cqueue, opcode, squeue, types};
use narrows_workload::{Direction, Workload};

use self::command::{NamespaceBlocks, NvmeCommand};
pub use self::namespace::GenericDevice;
pub(crate) use self::namespace::Namespace;
use crate::arena::BufferMemory;
use crate::fan_out::FanOut;
use crate::ring::{RegisteredFile, RingProtocol};
use crate::{EngineFallback, Errno, IoSubmission, Ring, RingSetup};

/// `_IOWR('N', 0x80, struct nvme_uring_cmd)`, the structure being 72 bytes long.
const NVME_URING_CMD_IO: u32 = 0xc048_4e80;

impl Ring<NvmeCommands> {
    /// A ring for NVMe commands to `namespace`. Must be called by the thread that will use it.
    pub(crate) fn passthrough(
        namespace: &Namespace,
        workload: &Workload,
        memory: BufferMemory,
        setup: RingSetup,
    ) -> Result<Self, EngineFallback> {
        let fan_out = FanOut::one(std::sync::Arc::clone(&namespace.file));
        let made = Self::build(&fan_out, workload, memory, setup, |registered| {
            NvmeCommands::new(namespace, registered, workload)
        })?;
        // 5.19 and 6.0 accept commands, but not with registered buffers, and fail each.
        let old = |fallback: &&EngineFallback| matches!(fallback, EngineFallback::NotDeferred(_));
        match made.fallbacks().iter().find(old) {
            Some(old) => Err(*old),
            None => Ok(made),
        }
    }
}

pub struct NvmeCommands {
    blocks: NamespaceBlocks,
    writable: bool,
    registered: Option<RegisteredFile>,
    /// Block size in bytes: a command moves all of it or nothing.
    block: u32,
}

impl NvmeCommands {
    fn new(namespace: &Namespace, registered: Option<RegisteredFile>, workload: &Workload) -> Self {
        Self {
            blocks: namespace.blocks,
            writable: namespace.writable,
            registered,
            block: workload.block.get() as u32,
        }
    }

    fn command(&self, slot: u32, command: &NvmeCommand) -> Result<squeue::Entry128, Errno> {
        let RegisteredFile { file, buffers } = self.registered.ok_or(Errno::EINVAL)?;
        // The kernel registers 16,384 buffers at most (io_uring/rsrc.c, IORING_MAX_REG_BUFFERS),
        // so the number fits.
        let buffer = buffers.then_some(slot as u16);
        let command = command.in_entry();
        Ok(match file {
            Ok(index) => opcode::UringCmd80::new(types::Fixed(index), NVME_URING_CMD_IO)
                .cmd(command)
                .buf_index(buffer)
                .build(),
            Err(descriptor) => opcode::UringCmd80::new(types::Fd(descriptor), NVME_URING_CMD_IO)
                .cmd(command)
                .buf_index(buffer)
                .build(),
        })
    }
}

impl RingProtocol for NvmeCommands {
    const BUFFER_EACH: bool = true;
    type Request = squeue::Entry128;
    type Answer = cqueue::Entry32;

    fn entry(&self, request: &IoSubmission, buffer: u64) -> Result<squeue::Entry128, Errno> {
        let IoSubmission { slot, direction, offset, len, .. } = *request;
        if direction == Direction::Write && !self.writable {
            return Err(Errno::EPERM);
        }
        // The command would reach into the buffer of the next slot.
        if len > self.block {
            return Err(Errno::EINVAL);
        }
        let command = NvmeCommand::transfer(direction, self.blocks, offset, len, buffer)?;
        Ok(self.command(slot, &command)?.user_data(u64::from(slot)))
    }

    /// Source: drivers/nvme/host/ioctl.c, `nvme_uring_cmd_end_io`: below 0 the kernel's error,
    /// above 0 the drive's status.
    fn moved(&self, answer: &cqueue::Entry32) -> Result<u32, Errno> {
        match answer.result() {
            0 => Ok(self.block),
            status @ 1.. => Err(Errno::nvme(status as u16)),
            error => Err(Errno(-error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::sync::Arc;

    use narrows_units::{Bytes, Nanos};
    use narrows_workload::Pattern;

    use super::*;
    use crate::IoDevice;

    const BUFFER: u64 = 1 << 40;

    /// Blocks of 512 bytes, requests of 4 KiB.
    fn commands(writable: bool, registered: RegisteredFile) -> NvmeCommands {
        let disk = Arc::new(File::open("/dev/null").unwrap());
        let blocks = NamespaceBlocks { namespace: 1, shift: 9 };
        let namespace = Namespace::of(disk, blocks, writable, Bytes::mib(1));
        let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 2);
        NvmeCommands::new(&namespace, Some(registered), &workload)
    }

    fn request(slot: u32, direction: Direction) -> IoSubmission {
        IoSubmission::whole(slot, direction, 1 << 20, 4096)
    }

    fn bytes(entry: &squeue::Entry128) -> [u8; 128] {
        // SAFETY: the entry is 128 bytes of plain integers, as the kernel's structure is.
        unsafe { std::ptr::from_ref(entry).cast::<[u8; 128]>().read() }
    }

    /// Offsets as in include/uapi/linux/io_uring.h, `struct io_uring_sqe`: operation 0, descriptor
    /// 4, the driver's request 8, flags of the request 28, user data 32, buffer 40, the command 48.
    #[test]
    fn an_entry_carries_the_command_behind_what_the_ring_needs() {
        let known = RegisteredFile { file: Ok(0), buffers: true };
        let commands = commands(false, known);
        let entry = bytes(&commands.entry(&request(1, Direction::Read), BUFFER).unwrap());
        // IORING_OP_URING_CMD is 46; of a registered file (IOSQE_FIXED_FILE, bit 0).
        assert_eq!((entry[0], entry[1], entry[4]), (46, 1, 0));
        assert_eq!(entry[8..12], NVME_URING_CMD_IO.to_ne_bytes());
        assert_eq!(entry[28..32], 1_u32.to_ne_bytes(), "IORING_URING_CMD_FIXED");
        assert_eq!((entry[32], entry[40]), (1, 1), "slot and buffer");
        let blocks = NamespaceBlocks { namespace: 1, shift: 9 };
        let command =
            NvmeCommand::transfer(Direction::Read, blocks, 1 << 20, 4096, BUFFER).unwrap();
        assert_eq!(entry[48..], command.in_entry());

        let unknown = RegisteredFile { file: Err(7), buffers: false };
        let commands = self::commands(false, unknown);
        let entry = bytes(&commands.entry(&request(0, Direction::Read), BUFFER).unwrap());
        assert_eq!((entry[1], entry[4], entry[28]), (0, 7, 0));
    }

    #[test]
    fn nothing_is_written_through_a_namespace_that_is_open_for_reading() {
        let known = RegisteredFile { file: Ok(0), buffers: true };
        let commands = commands(false, known);
        let operation = |commands: &NvmeCommands, direction| {
            let entry = commands.entry(&request(0, direction), BUFFER);
            entry.map(|entry| bytes(&entry)[48])
        };
        assert_eq!(operation(&commands, Direction::Write), Err(Errno::EPERM));
        assert_eq!(operation(&commands, Direction::Read), Ok(0x02));

        let commands = self::commands(true, known);
        assert_eq!(operation(&commands, Direction::Write), Ok(0x01));
    }

    /// Large entries in this kernel's queues, whatever it answers: /dev/null takes any command and
    /// does nothing, or on older kernels takes none.
    #[test]
    fn every_command_is_answered_in_its_slot() {
        let null = Arc::new(File::open("/dev/null").unwrap());
        let blocks = NamespaceBlocks { namespace: 1, shift: 9 };
        let namespace = Namespace::of(null, blocks, false, Bytes::mib(1));
        let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 5);
        let (memory, setup) = (BufferMemory { seed: 1, huge_pages: false }, RingSetup::default());
        let mut ring = match Ring::passthrough(&namespace, &workload, memory, setup) {
            Ok(ring) => ring,
            Err(why) => return println!("skipped: no ring for commands here: {why:?}"),
        };
        let answers = [Ok(4096), Err(Errno(libc::EOPNOTSUPP))];
        for _ in 0..10 {
            let mut requests: Vec<_> = (0..5).map(|slot| request(slot, Direction::Read)).collect();
            let mut completions = Vec::new();
            while completions.len() < 5 {
                ring.exchange(&mut requests, &mut completions, Nanos::millis(1000)).unwrap();
            }
            completions.sort_by_key(|completion| completion.slot);
            assert!(completions.iter().all(|it| answers.contains(&it.result)), "{completions:?}");
            assert!(completions.iter().map(|it| it.slot).eq(0..5), "{completions:?}");
        }
    }

    #[test]
    fn nothing_reaches_beyond_its_buffer() {
        let known = RegisteredFile { file: Ok(0), buffers: true };
        let commands = commands(false, known);
        let refused = |request| commands.entry(&request, BUFFER).err();
        let long = IoSubmission { len: 8192, ..request(0, Direction::Read) };
        assert_eq!(refused(long), Some(Errno::EINVAL));
        let odd = IoSubmission { offset: 100, ..request(0, Direction::Read) };
        assert_eq!(refused(odd), Some(Errno::EINVAL));
    }
}
