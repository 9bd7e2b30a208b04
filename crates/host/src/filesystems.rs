//! Folders on drives that are suitable for scratch files.
//!
//! For: finding for each mounted drive a folder in which the caller may open a file that never has
//! a name (`O_TMPFILE`, open(2)), and the free space. Nothing is created here: the kernel is only
//! queried.
//!
//! Not here: creating the scratch file (`narrows-engine`), the list of mounts (from the capture).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use narrows_topology::evidence::DeviceMount;
use narrows_units::Bytes;
use rustix::fs::{
    Access, AtFlags, CWD, FileType, StatVfs, StatVfsMountFlags, accessat, major, minor, stat,
    statvfs,
};
use rustix::io::Errno;

use crate::Root;
pub use crate::facts::ScratchCandidate;
use crate::mountinfo::mount_of;
use crate::root::{FILE_CAP, RootReader};

/// File systems on block devices whose kernel drivers have a `tmpfile` operation. FAT, exFAT,
/// NTFS and iso9660 have none; squashfs and erofs cannot be written.
const WITH_UNNAMED_FILES: &[&str] =
    &["ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "bcachefs", "udf"];

/// Folders of a file system that are often writable when its top is not.
const OFTEN_WRITABLE: &[&str] = &["", "tmp", "var/tmp"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathFileSystem {
    pub fs: String,
    /// A device, or `server:/path` of a network file system.
    pub source: String,
    pub free: Bytes,
    /// Kernel name of the block device or partition; `None` for tmpfs, network and the like.
    pub device: Option<String>,
}

/// A path whose file system cannot be determined.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct PathFileSystemError {
    pub path: PathBuf,
    pub cause: std::io::Error,
}

/// At most one folder for a scratch file per mounted block device, in the order of `mounts`. Empty
/// for a captured machine: its folders are not here.
pub fn scratch_candidates(root: &Root, mounts: &[DeviceMount]) -> Vec<ScratchCandidate> {
    let Some(reader) = root.open().ok().filter(RootReader::is_live) else { return Vec::new() };
    let own = [crate::identity::home(), std::env::current_dir().ok()];
    let own: Vec<PathBuf> = own.into_iter().flatten().collect();
    let mut devices = BTreeSet::new();
    let mut candidates = Vec::new();
    for mount in mounts.iter().filter(|mount| WITH_UNNAMED_FILES.contains(&mount.fs.as_str())) {
        if devices.contains(mount.device.as_str()) {
            continue;
        }
        if let Some(candidate) = candidate(&reader, mount, &own) {
            devices.insert(mount.device.as_str());
            candidates.push(candidate);
        }
    }
    candidates
}

/// Whether a scratch file would be possible on this mounted file system with sufficient rights: one
/// that supports unnamed files and is not mounted read-only. Uses the live machine.
pub fn is_writable_for_somebody(mount: &DeviceMount) -> bool {
    let target = Path::new(&mount.target);
    let takes_files = WITH_UNNAMED_FILES.contains(&mount.fs.as_str());
    takes_files && statvfs(target).is_ok() && !is_read_only(target)
}

/// The error of a mounted file system that is out of service, such as XFS shut down after errors of
/// its drive; `None` if it works, or this user may not access it.
pub fn breakdown(mount: &DeviceMount) -> Option<std::io::Error> {
    match stat(Path::new(&mount.target)) {
        // A vanished device, a failed read, damaged structures.
        Err(errno @ (Errno::IO | Errno::NODEV | Errno::NXIO | Errno::NODATA | Errno::UCLEAN)) => {
            Some(errno.into())
        }
        _ => None,
    }
}

fn candidate(
    reader: &RootReader,
    mount: &DeviceMount,
    own: &[PathBuf],
) -> Option<ScratchCandidate> {
    let target = Path::new(&mount.target);
    let number = stat(target).ok()?.st_dev;
    // Whether the mount point really shows that device: another file system may be mounted over it.
    // btrfs has artificial device numbers (major 0), which prove nothing.
    let is_on = match block_name(reader, major(number), minor(number)) {
        Some(name) => name == mount.device,
        None => mount.fs == "btrfs" && major(number) == 0,
    };
    if !is_on {
        return None;
    }
    let usual = OFTEN_WRITABLE.iter().map(|below| target.join(below));
    let mut folders = usual.chain(own.iter().cloned());
    let directory = folders.find(|folder| takes_scratch(folder, number))?;
    let free = free_of(&statvfs(&directory).ok()?);
    let (device, fs) = (mount.device.clone(), mount.fs.clone());
    Some(ScratchCandidate { device, directory, number, fs, free })
}

/// A folder of the same file system in which this user may write and search.
fn takes_scratch(folder: &Path, number: u64) -> bool {
    let same = stat(folder).is_ok_and(|facts| {
        facts.st_dev == number && FileType::from_raw_mode(facts.st_mode) == FileType::Directory
    });
    let rights = Access::WRITE_OK | Access::EXEC_OK;
    // As the effective user, who will open the file: access(2) needs this flag for that.
    let allowed = || accessat(CWD, folder, rights, AtFlags::EACCESS).is_ok();
    same && allowed() && !is_read_only(folder)
}

/// access(2) gives EROFS for a read-only file system; this also finds a read-only bind mount.
fn is_read_only(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|facts| facts.f_flag.contains(StatVfsMountFlags::RDONLY))
}

fn free_of(facts: &StatVfs) -> Bytes {
    // `f_bfree` would include the blocks that are reserved for root.
    Bytes::new(facts.f_bavail.saturating_mul(facts.f_frsize))
}

/// The number of a folder's file system (stat(2), `st_dev`); `None` without the folder.
pub fn number(folder: &Path) -> Option<u64> {
    Some(stat(folder).ok()?.st_dev)
}

/// The file system of an existing path of the live machine.
pub fn whereabouts(path: &Path) -> Result<PathFileSystem, PathFileSystemError> {
    look(path).map_err(|cause| PathFileSystemError { path: path.to_owned(), cause })
}

fn look(path: &Path) -> std::io::Result<PathFileSystem> {
    let reader = Root::live().open()?;
    let path = path.canonicalize()?;
    let free = free_of(&statvfs(&path)?);
    let mounts = reader.read("proc/self/mountinfo", 16 * FILE_CAP)?;
    let mounts = String::from_utf8_lossy(&mounts);
    let mount = mount_of(&mounts, &path).ok_or(Errno::NOENT)?;
    let named = || device_of_source(&mount.source);
    let device = block_name(&reader, mount.major, mount.minor).or_else(named);
    Ok(PathFileSystem { fs: mount.fs, source: mount.source, free, device })
}

/// The kernel name of a block device by number.
pub(crate) fn block_name(reader: &RootReader, major: u32, minor: u32) -> Option<String> {
    let target = reader.link(&format!("sys/dev/block/{major}:{minor}"))?;
    target.rsplit('/').next().map(str::to_owned)
}

/// `/dev/mapper/x` is a link to `/dev/dm-3`, whose last part is the kernel name.
fn device_of_source(source: &str) -> Option<String> {
    let path = Path::new(source).canonicalize().ok().filter(|path| path.starts_with("/dev"))?;
    Some(path.file_name()?.to_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_live_root_lies_somewhere() {
        let root = whereabouts(Path::new("/")).unwrap();
        assert!(!root.fs.is_empty());
        let nowhere = Path::new("/no/such/path");
        assert_eq!(whereabouts(nowhere).unwrap_err().path, nowhere);
    }

    #[test]
    fn candidates_can_be_written_and_lie_on_their_device() {
        let here = tempfile::tempdir().unwrap();
        let Ok(PathFileSystem { fs, device: Some(device), .. }) = whereabouts(here.path()) else {
            return println!("skipped: the temporary folder is on no block device");
        };
        if !WITH_UNNAMED_FILES.contains(&fs.as_str()) {
            return println!("skipped: {fs} has no unnamed files");
        }
        let target = here.path().to_str().unwrap().to_owned();
        let mount = DeviceMount { device: device.clone(), target, fs };
        let candidates = scratch_candidates(&Root::live(), &[mount.clone(), mount.clone()]);
        assert_eq!(candidates.len(), 1, "{candidates:?}");
        assert_eq!(candidates[0].directory, here.path());
        assert_eq!(candidates[0].number, stat(here.path()).unwrap().st_dev);
        assert!(here.path().read_dir().unwrap().next().is_none(), "nothing was created");

        let elsewhere = DeviceMount { device: format!("not{device}"), ..mount.clone() };
        let boot = DeviceMount { fs: "vfat".into(), ..mount.clone() };
        assert_eq!(scratch_candidates(&Root::live(), &[elsewhere, boot]), []);
        assert_eq!(scratch_candidates(&Root::at(here.path()), &[mount]), []);
    }
}
