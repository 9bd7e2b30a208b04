//! The file system of a file.
//!
//! Source: statfs(2), and the kernel's `include/uapi/linux/magic.h`; ZFS's number from OpenZFS's
//! `include/os/linux/zfs/sys/zfs_vfsops_os.h`.

use std::os::fd::AsFd;

use rustix::fs::fstatfs;

const NAMES: &[(u64, &str)] = &[
    (0xEF53, "ext4"),
    (0x5846_5342, "xfs"),
    (BTRFS, "btrfs"),
    (0xF2F5_2010, "f2fs"),
    (0xCA45_1A4E, "bcachefs"),
    (0x2FC1_2FC1, "zfs"),
    (TMPFS, "tmpfs"),
    (RAMFS, "ramfs"),
    (0x794C_7630, "overlay"),
    (0x6969, "nfs"),
    (0xFF53_4D42, "cifs"),
    (0x0102_1997, "9p"),
    (0x6573_5546, "fuse"),
    (0x7366_746E, "ntfs3"),
    (0x2011_BAB0, "exfat"),
    (0x4D44, "vfat"),
];
const BTRFS: u64 = 0x9123_683E;
const TMPFS: u64 = 0x0102_1994;
const RAMFS: u64 = 0x8584_58F6;

/// A file system's properties for measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileSystemMagic(u64);

impl FileSystemMagic {
    pub(crate) fn of(file: impl AsFd) -> rustix::io::Result<Self> {
        // The field is signed on some architectures; the numbers are 32 bits wide.
        Ok(Self(fstatfs(file)?.f_type as u32 as u64))
    }

    /// The name in mount(8), `ext4` also for its predecessors; `other` if it is unknown here.
    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(magic, _)| *magic == self.0).map_or("other", |(_, name)| name)
    }

    /// Whether there is no drive under it.
    pub(crate) fn is_memory(self) -> bool {
        matches!(self.0, TMPFS | RAMFS)
    }

    /// Whether it is btrfs: files are checksummed and copied on write unless that is turned off.
    pub(crate) fn is_btrfs(self) -> bool {
        self.0 == BTRFS
    }
}
