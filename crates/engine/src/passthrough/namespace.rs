//! A drive's namespace, open for NVMe commands.
//!
//! For: ensuring, before anything is read or written through it, that the generic device is the
//! namespace of the chosen block device, and that its blocks have no metadata.
//!
//! Source: kernel drivers/nvme/host/ioctl.c and include/uapi/linux/nvme_ioctl.h; ioctl(2).

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use narrows_units::Bytes;
use narrows_workload::Workload;
use rustix::fs::{Mode, OFlags, major, minor, open};

use super::command::{NamespaceBlocks, NamespaceIdentity, NvmeCommand, PAGE};
use crate::{Errno, RunError, TargetError, TargetRegion};

/// A namespace's generic character device, from sysfs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericDevice {
    /// Its node, such as `/dev/ng0n1`.
    pub path: PathBuf,
    pub number: (u32, u32),
    /// The most bytes that the kernel surely accepts in one command.
    pub transfer_max: Bytes,
}

#[derive(Clone, Debug)]
pub(crate) struct Namespace {
    pub(super) file: Arc<File>,
    pub(super) blocks: NamespaceBlocks,
    pub(super) writable: bool,
    transfer_max: Bytes,
}

impl Namespace {
    #[cfg(test)]
    pub(super) fn of(
        file: Arc<File>,
        blocks: NamespaceBlocks,
        writable: bool,
        transfer_max: Bytes,
    ) -> Self {
        Self { file, blocks, writable, transfer_max }
    }

    /// Opens the generic device of the namespace of which `disk` is the open block device, of `len`
    /// bytes; for writing only if `disk` may be written.
    ///
    /// # Errors
    ///
    /// It cannot be opened or queried, belongs to another namespace, or has metadata in its blocks.
    pub(crate) fn open(
        generic: &GenericDevice,
        disk: &File,
        len: u64,
        writable: bool,
    ) -> Result<Self, TargetError> {
        let path = || generic.path.clone();
        let refused = |errno| TargetError::Generic { path: path(), errno };
        let other = || TargetError::OtherNamespace { path: path() };
        let file = open_node(&generic.path, writable).map_err(refused)?;
        let facts = file.metadata().map_err(|error| refused(Errno::of(&error)))?;
        let number = (major(facts.rdev()), minor(facts.rdev()));
        // Before any ioctl: to another driver the same request number may mean something else.
        if !facts.file_type().is_char_device() || number != generic.number {
            return Err(other());
        }
        let namespace = id(&file).map_err(refused)?;
        let identity = identify(&file, namespace).map_err(refused)?.ok_or_else(other)?;
        // Nearly every drive has a namespace 1, so the size is compared as well.
        if id(disk) != Ok(namespace) || identity.len() != Some(len) {
            return Err(other());
        }
        if identity.metadata > 0 {
            return Err(TargetError::Metadata { path: path(), bytes: identity.metadata });
        }
        Ok(Self {
            file: Arc::new(file),
            blocks: NamespaceBlocks { namespace, shift: identity.shift },
            writable,
            transfer_max: generic.transfer_max,
        })
    }

    /// Whether commands can transfer the workload's blocks, all in `region`.
    ///
    /// # Errors
    ///
    /// Block sizes are not multiples of the namespace's, or larger than a command may be.
    pub(crate) fn fits(&self, workload: &Workload, region: TargetRegion) -> Result<(), RunError> {
        let (block, sector) = (workload.block, Bytes::new(1 << self.blocks.shift));
        if (block.get() | region.offset).trailing_zeros() < self.blocks.shift {
            return Err(RunError::Sectors { block, sector });
        }
        if block > self.transfer_max {
            return Err(RunError::Transfer { block, most: self.transfer_max });
        }
        Ok(())
    }
}

fn open_node(path: &Path, writable: bool) -> Result<File, Errno> {
    let way = if writable { OFlags::RDWR } else { OFlags::RDONLY };
    let flags = way | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

/// `_IO('N', 0x40)`: the namespace's number, for block and generic devices.
const NVME_IOCTL_ID: u32 = 0x4e40;
/// `_IOWR('N', 0x41, struct nvme_admin_cmd)`, the structure being 72 bytes long.
const NVME_IOCTL_ADMIN_CMD: u32 = 0xc048_4e41;
const _: () = assert!(size_of::<NvmeCommand>() == 0x48);

fn id(file: &File) -> Result<u32, Errno> {
    // SAFETY: this request takes no argument and returns a number.
    let number = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ID as libc::Ioctl) };
    u32::try_from(number).map_err(|_| Errno::of(&std::io::Error::last_os_error()))
}

/// The namespace's answer to Identify; `None` if that is invalid.
fn identify(file: &File, namespace: u32) -> Result<Option<NamespaceIdentity>, Errno> {
    let mut page = [0; PAGE];
    let mut command = NvmeCommand::identify(namespace, page.as_mut_ptr() as u64);
    let request = NVME_IOCTL_ADMIN_CMD as libc::Ioctl;
    // SAFETY: the request number carries the size of `NvmeCommand`, which the assertion above
    // checks, so the kernel reads and writes that value only; the command has it write `PAGE` bytes
    // to
    // `page`. Both outlive the call, which returns when the command is done.
    let status = unsafe { libc::ioctl(file.as_raw_fd(), request, command.as_mut_ptr()) };
    match u16::try_from(status) {
        Ok(0) => Ok(NamespaceIdentity::read(&page)),
        Ok(status) => Err(Errno::nvme(status)),
        Err(_) => Err(Errno::of(&std::io::Error::last_os_error())),
    }
}

#[cfg(test)]
mod tests {
    use narrows_workload::{Direction, Pattern};

    use super::*;

    fn namespace(shift: u32, transfer_max: Bytes) -> Namespace {
        let file = Arc::new(File::open("/dev/null").unwrap());
        Namespace::of(file, NamespaceBlocks { namespace: 1, shift }, false, transfer_max)
    }

    fn workload(block: u64) -> Workload {
        Workload::new(Pattern::Sequential, Direction::Read, Bytes::new(block), 1)
    }

    #[test]
    fn blocks_must_be_whole_ones_and_no_larger_than_a_command() {
        let namespace = namespace(12, Bytes::kib(256));
        let fits =
            |block, offset| namespace.fits(&workload(block), TargetRegion { offset, len: 1 << 30 });
        assert_eq!(fits(4096, 8192), Ok(()));
        assert_eq!(fits(256 << 10, 0), Ok(()));
        let sector = Bytes::kib(4);
        let sectors = |block| Err(RunError::Sectors { block: Bytes::new(block), sector });
        assert_eq!(fits(512, 0), sectors(512));
        assert_eq!(fits(4096, 512), sectors(4096), "a region that starts within a block");
        let most = Bytes::kib(256);
        assert_eq!(fits(260 << 10, 0), Err(RunError::Transfer { block: Bytes::kib(260), most }));
    }

    /// /dev/null and /dev/zero are the character devices 1:3 and 1:5 on every Linux.
    #[test]
    fn only_the_device_that_sysfs_means_is_asked_anything() {
        let disk = File::open("/dev/null").unwrap();
        let open = |path: &str, number| {
            let generic =
                GenericDevice { path: path.into(), number, transfer_max: Bytes::kib(128) };
            Namespace::open(&generic, &disk, 0, false).map(|_| ()).unwrap_err()
        };
        let other = |path: &str| TargetError::OtherNamespace { path: path.into() };
        assert_eq!(open("/dev/zero", (1, 3)), other("/dev/zero"));
        assert_eq!(open("/proc/version", (0, 0)), other("/proc/version"));
        // The right number, but not NVMe: "inappropriate ioctl for device".
        let errno = Errno(libc::ENOTTY);
        assert_eq!(
            open("/dev/zero", (1, 5)),
            TargetError::Generic { path: "/dev/zero".into(), errno }
        );
        let absent = open("/dev/ng-none", (1, 5));
        assert_eq!(
            absent,
            TargetError::Generic { path: "/dev/ng-none".into(), errno: Errno(libc::ENOENT) }
        );
    }
}
