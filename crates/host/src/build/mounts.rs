//! Which file system is mounted where: decided by device number, and for btrfs, whose mounts have numbers of their
//! own, by its identifier.
//!
//! Sources: kernel Documentation/filesystems/proc.rst, sections 3.5 and 3.8 (`mnt_id`); proc_pid_fd(5) (where a
//! descriptor leads, without links); namespaces(7); fs/btrfs/sysfs.c (`/sys/fs/btrfs/<identifier>/devices`).

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use narrows_array::build::{Identifier, MountPoint};
use rustix::fs::{Mode, OFlags, major, minor, open};

use super::proof::carries;
use crate::mountinfo::{MountLine, mount_id, mount_line};

#[derive(Clone, Debug)]
pub struct PathMount {
    /// A device, or the name of a file system without one.
    pub source: String,
    line: MountLine,
}

impl PathMount {
    /// Whether it is the file system that belongs there.
    pub fn is(&self, point: &MountPoint) -> bool {
        same(&self.line, point) && carries(&point.device, &point.identifier)
    }
}

/// The mount whose root this path is, as an opener finds it; `None` if there is none.
pub fn mounted_at(path: &Path) -> io::Result<Option<PathMount>> {
    match open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
        Ok(opened) => mounted_below(&File::from(opened)),
        Err(why) => match io::Error::from(why) {
            why if matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            why => Err(why),
        },
    }
}

/// The mount whose root an open folder is.
pub(super) fn mounted_below(opened: &File) -> io::Result<Option<PathMount>> {
    let number = opened.as_raw_fd();
    let info = fs::read_to_string(format!("/proc/self/fdinfo/{number}"))?;
    let id =
        mount_id(&info).ok_or_else(|| io::Error::other("the kernel does not tell mounts apart"))?;
    let path = fs::read_link(format!("/proc/self/fd/{number}"))?;
    let mountinfo = fs::read_to_string("/proc/self/mountinfo")?;
    let mut lines = mountinfo.lines().filter_map(mount_line);
    // Every path of a mount has its id, but only its root has the path of the mount point.
    let mount = lines.find(|(point, line)| line.id == id && *point == path);
    Ok(mount.map(|(_, line)| PathMount { source: line.source.clone(), line }))
}

/// Mount points of this file system, in any visible mount namespace.
///
/// # Errors
///
/// Not even the own namespace's mounts can be read.
pub fn mounted_everywhere(point: &MountPoint) -> io::Result<Vec<PathBuf>> {
    let own = fs::read_to_string("/proc/self/mountinfo")?;
    // If neither the device nor a mounted btrfs has this identifier, no process matters.
    if !carries(&point.device, &point.identifier)
        && !Path::new("/sys/fs/btrfs").join(point.identifier.to_ascii_lowercase()).is_dir()
    {
        return Ok(Vec::new());
    }
    // One process of each namespace is enough: all of them see the same mounts.
    let mut namespaces: HashSet<PathBuf> = fs::read_link("/proc/self/ns/mnt").into_iter().collect();
    let processes = fs::read_dir("/proc")?.flatten().map(|entry| entry.path());
    let others = processes.filter_map(|process| {
        let namespace = fs::read_link(process.join("ns/mnt")).ok()?;
        let is_new = namespaces.insert(namespace);
        is_new.then(|| fs::read_to_string(process.join("mountinfo")).ok())?
    });
    let all: Vec<String> = std::iter::once(own).chain(others).collect();
    let lines = all.iter().flat_map(|text| text.lines()).filter_map(mount_line);
    let here = lines.filter(|(_, line)| same(line, point)).map(|(path, _)| path);
    let paths: BTreeSet<PathBuf> = here.collect();
    Ok(paths.into_iter().collect())
}

/// Opens a device for itself alone: nothing can mount or assemble it while this is held (open(2), `O_EXCL` without
/// `O_CREAT`).
///
/// # Errors
///
/// EBUSY: it is mounted, in whatever namespace, or part of something that runs.
pub fn claim(device: &str) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::EXCL | OFlags::CLOEXEC;
    Ok(open(device, flags, Mode::empty())?.into())
}

/// Number of drives of the btrfs on this one; `None` if there is no btrfs with this identifier.
///
/// Source: btrfs(5), "on-disk format": the first superblock at 64 KiB; its magic, identifier and count of devices.
pub fn drives_of_btrfs(device: &str, identifier: Identifier) -> Option<usize> {
    let mut superblock = [0; 0x90];
    File::open(device).ok()?.read_exact_at(&mut superblock, 64 << 10).ok()?;
    // `fsid` lies at 20h, `magic` at 40h, `num_devices` at 88h.
    let is_btrfs = superblock.get(0x40..0x48)? == b"_BHRfS_M";
    let own = u128::from_be_bytes(superblock.get(0x20..0x30)?.try_into().ok()?);
    let is_it = is_btrfs && Identifier::parsed(&format!("{own:032x}")) == Some(identifier);
    let count = u64::from_le_bytes(superblock.get(0x88..0x90)?.try_into().ok()?);
    is_it.then(|| usize::try_from(count).ok())?
}

fn same(line: &MountLine, point: &MountPoint) -> bool {
    if line.fs == "btrfs" {
        let own = btrfs_of(&line.source);
        return own.is_some_and(|own| own.eq_ignore_ascii_case(&point.identifier));
    }
    number(&point.device) == Some((line.major, line.minor))
}

/// The identifier of the mounted btrfs that has this device.
fn btrfs_of(source: &str) -> Option<String> {
    let name = match number(source) {
        Some((major, minor)) => fs::canonicalize(format!("/sys/dev/block/{major}:{minor}")).ok(),
        None => Some(PathBuf::from(source)),
    };
    let name = name?.file_name()?.to_owned();
    let all = fs::read_dir("/sys/fs/btrfs").ok()?.flatten();
    let link = all.map(|entry| entry.path()).find(|path| path.join("devices").join(&name).exists());
    link?.file_name()?.to_str().map(str::to_owned)
}

fn number(device: &str) -> Option<(u32, u32)> {
    let metadata = fs::metadata(device).ok()?;
    let is_block = rustix::fs::FileType::from_raw_mode(metadata.mode()).is_block_device();
    is_block.then(|| (major(metadata.rdev()), minor(metadata.rdev())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_root_of_a_mount_is_one() {
        assert!(mounted_at(Path::new("/")).unwrap().is_some());
        assert_eq!(mounted_at(Path::new("/proc/.//")).unwrap().unwrap().source, "proc");
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("none"), "/etc/passwd/x".into()] {
            assert!(mounted_at(&path).unwrap().is_none(), "{}", path.display());
        }
    }

    #[test]
    fn another_file_system_is_not_the_one_that_belongs_there() {
        let mounted = mounted_at(Path::new("/")).unwrap().unwrap();
        for device in ["/dev/null", "/none", "/"] {
            let point =
                MountPoint { at: "/".into(), device: device.into(), identifier: String::new() };
            assert!(!mounted.is(&point), "{device}");
            assert!(mounted_everywhere(&point).unwrap().is_empty(), "{device}");
        }
    }
}
