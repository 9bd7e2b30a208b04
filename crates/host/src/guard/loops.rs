//! Which block device a loop device stands on, asked of the kernel itself.
//!
//! For: loop devices whose file has no path of ours any more: it was removed, or belongs to another
//! mount namespace. The kernel keeps no lock on a block device under a loop device, so nothing else
//! tells.
//!
//! Source: kernel include/uapi/linux/loop.h; drivers/block/loop.c, `loop_get_status`: `lo_rdevice` is
//! the number of the backing device, zero for a file.

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{FileType, Mode, OFlags, fstat, major, minor, open};
use rustix::io::Errno;

/// `struct loop_info64`, 232 bytes, of which we want the third number.
#[repr(C)]
struct LoopInfo {
    device: u64,
    inode: u64,
    backing: u64,
    rest: [u64; 26],
}
const _: () = assert!(size_of::<LoopInfo>() == 232);

const LOOP_GET_STATUS64: u64 = 0x4c05;

/// The number of the block device under the loop device `name`, which has this number itself; none
/// if a file is under it or nothing any more.
///
/// # Errors
///
/// It cannot be asked.
pub(super) fn backing(name: &str, number: (u32, u32)) -> Result<Option<(u32, u32)>, Errno> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let device = match open(format!("/dev/{name}"), flags, Mode::empty()) {
        // It went away since it was listed.
        Err(Errno::NXIO) => return Ok(None),
        opened => opened?,
    };
    let status = fstat(&device)?;
    let is_block = FileType::from_raw_mode(status.st_mode) == FileType::BlockDevice;
    if !is_block || (major(status.st_rdev), minor(status.st_rdev)) != number {
        return Err(Errno::NODEV);
    }
    match asked(&device) {
        Ok(info) if info.backing == 0 => Ok(None),
        Ok(info) => Ok(Some((major(info.backing), minor(info.backing)))),
        // Nothing is attached to it any more.
        Err(Errno::NXIO) => Ok(None),
        Err(errno) => Err(errno),
    }
}

fn asked(device: &OwnedFd) -> Result<LoopInfo, Errno> {
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
