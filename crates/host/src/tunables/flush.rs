//! Flushes a drive's volatile cache once the kernel sends it flushes again.
//!
//! While `queue/write_cache` is `write through` the kernel drops every flush, even those requested
//! by programs (block/blk-core.c, `submit_bio_noacct`). Restoring the value does not resend dropped
//! flushes: only the next flush makes their data durable, and an idle disk gets none.
//!
//! Source: kernel block/fops.c (`blkdev_fsync` ends with a flush to the drive, also of a descriptor
//! that only reads), fsync(2); Documentation/admin-guide/devices.txt (a `!` in a name is a `/` in
//! its device node's).

use rustix::fs::{FileType, Mode, OFlags, fdatasync, fstat, major, minor, open};
use rustix::io::Errno;

use crate::Root;

/// Flushes the volatile cache of the disk, by kernel name. Waits for it.
pub(super) fn flush(root: &Root, disk: &str) -> Result<(), Errno> {
    let number = root.open()?.text(&format!("sys/block/{disk}/dev")).ok_or(Errno::NODEV)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let file = open(node(disk), flags, Mode::empty())?;
    let facts = fstat(&file)?;
    let is_block = FileType::from_raw_mode(facts.st_mode) == FileType::BlockDevice;
    let is_it = number == format!("{}:{}", major(facts.st_rdev), minor(facts.st_rdev));
    if is_block && is_it { fdatasync(&file) } else { Err(Errno::NODEV) }
}

/// The device node of a disk by kernel name.
pub(super) fn node(disk: &str) -> String {
    format!("/dev/{}", disk.replace('!', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_disks_own_node_is_opened() {
        assert_eq!(node("cciss!c0d0"), "/dev/cciss/c0d0");
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("sys/block/null")).unwrap();
        // The number of /dev/null, which is no disk.
        std::fs::write(folder.path().join("sys/block/null/dev"), "1:3\n").unwrap();
        let root = Root::at(folder.path());
        assert_eq!(flush(&root, "null"), Err(Errno::NODEV));
        assert_eq!(flush(&root, "zero"), Err(Errno::NODEV));
    }
}
