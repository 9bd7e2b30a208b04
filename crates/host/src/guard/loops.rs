//! The backing of a loop device, a block device or a file, according to the kernel.
//!
//! For: loop devices whose file has no path for us any more: it was removed, or belongs to another
//! mount namespace; and several loop devices over one file. The kernel keeps no lock on the backing
//! of a loop device, so there is no other source.
//!
//! Source: kernel include/uapi/linux/loop.h; drivers/block/loop.c, `loop_get_status`: `lo_device` and
//! `lo_inode` are those of the backing file or device node, `lo_rdevice` is the number of the backing
//! device; of a file it is that of its file system, the same as `lo_device`, and zero on old kernels.

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{FileType, Mode, OFlags, fstat, major, minor, open};
use rustix::io::Errno;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopBacking {
    Block((u32, u32)),
    File(FileId),
}

/// A file independent of its name: the number of its file system and its inode there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId {
    pub(super) device: (u32, u32),
    pub(super) inode: u64,
}

/// `struct loop_info64`, 232 bytes, of which we want the first three numbers.
#[repr(C)]
struct LoopInfo {
    device: u64,
    inode: u64,
    backing: u64,
    rest: [u64; 26],
}
const _: () = assert!(size_of::<LoopInfo>() == 232);

const LOOP_GET_STATUS64: u64 = 0x4c05;

/// The backing of the loop device `name`; `None` if nothing is attached any more.
pub(super) fn under(name: &str, number: (u32, u32)) -> Result<Option<LoopBacking>, Errno> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let device = match open(format!("/dev/{name}"), flags, Mode::empty()) {
        // It was removed since it was listed.
        Err(Errno::NXIO) => return Ok(None),
        opened => opened?,
    };
    let status = fstat(&device)?;
    let is_block = FileType::from_raw_mode(status.st_mode) == FileType::BlockDevice;
    if !is_block || (major(status.st_rdev), minor(status.st_rdev)) != number {
        return Err(Errno::NODEV);
    }
    match loop_info(&device) {
        Ok(info) => Ok(Some(info.under())),
        // Nothing is attached to it any more.
        Err(Errno::NXIO) => Ok(None),
        Err(errno) => Err(errno),
    }
}

impl LoopInfo {
    fn under(&self) -> LoopBacking {
        let number = |code| (major(code), minor(code));
        match self.backing {
            of_a_file if of_a_file == 0 || of_a_file == self.device => {
                LoopBacking::File(FileId { device: number(self.device), inode: self.inode })
            }
            of_a_device => LoopBacking::Block(number(of_a_device)),
        }
    }
}

fn loop_info(device: &OwnedFd) -> Result<LoopInfo, Errno> {
    let mut info = LoopInfo { device: 0, inode: 0, backing: 0, rest: [0; 26] };
    // SAFETY: the kernel writes one `struct loop_info64` for this request, and `LoopInfo` has its
    // size and alignment and any bits are a value of it. It outlives the call.
    let done =
        unsafe { libc::ioctl(device.as_raw_fd(), LOOP_GET_STATUS64 as libc::Ioctl, &raw mut info) };
    if done == 0 {
        return Ok(info);
    }
    Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
}
