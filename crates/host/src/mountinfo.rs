//! The lines of /proc/self/mountinfo.
//!
//! For: the mount of a path or an open file, with its options.
//!
//! Not here: which drive carries which mount (`narrows-topology` reads that from a capture).
//!
//! Source: kernel Documentation/filesystems/proc.rst, sections 3.5 (mountinfo) and 3.8 (fdinfo).

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A line of /proc/self/mountinfo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MountLine {
    /// The mount's id, as in `mnt_id` of /proc/self/fdinfo.
    pub id: u64,
    pub major: u32,
    pub minor: u32,
    /// The folder of the file system that is mounted.
    pub root: PathBuf,
    pub point: PathBuf,
    pub fs: String,
    pub source: String,
    /// The options of the file system itself, which all its mounts share.
    pub options: String,
}

impl MountLine {
    /// The value of an option; empty for one without a value, `None` if it is not set.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.split(',');
        options.find_map(|option| match option.split_once('=') {
            Some((key, value)) => (key == name).then_some(value),
            None => (option == name).then_some(""),
        })
    }
}

/// A path's mount: the longest mount point above it, of equal ones the last.
pub(crate) fn mount_of(mountinfo: &str, path: &Path) -> Option<MountLine> {
    let lines = mountinfo.lines().filter_map(mount_line);
    let above = lines.filter(|(point, _)| path.starts_with(point));
    // Of several greatest elements `max_by_key` returns the last.
    above.max_by_key(|(point, _)| point.as_os_str().len()).map(|(_, line)| line)
}

pub(crate) fn mount_by_id(mountinfo: &str, id: u64) -> Option<MountLine> {
    let mut lines = mountinfo.lines().filter_map(mount_line).map(|(_, line)| line);
    lines.find(|line| line.id == id)
}

/// The id of the mount of an open file, from the text of its /proc/self/fdinfo.
pub(crate) fn mount_id(fdinfo: &str) -> Option<u64> {
    fdinfo.lines().find_map(|line| line.strip_prefix("mnt_id:")?.trim().parse().ok())
}

/// `36 35 98:0 /root /mount/point options [tags] - type source options`.
pub(crate) fn mount_line(line: &str) -> Option<(PathBuf, MountLine)> {
    let (mount, device) = line.split_once(" - ")?;
    let mut mount = mount.split(' ');
    let id = mount.next()?.parse().ok()?;
    // The id of the parent mount is passed over.
    let (major, minor) = mount.nth(1)?.split_once(':')?;
    let root = unescaped(mount.next()?);
    let point = unescaped(mount.next()?);
    let mut device = device.split(' ');
    let fs = device.next()?.to_owned();
    let source = unescaped(device.next()?).to_string_lossy().into_owned();
    let options = device.next().unwrap_or_default().to_owned();
    let (major, minor) = (major.parse().ok()?, minor.parse().ok()?);
    Some((point.clone(), MountLine { id, major, minor, root, point, fs, source, options }))
}

/// Space, tab, newline and backslash are written as `\040` and so on, three octal digits.
pub(crate) fn unescaped(text: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let octal = others.get(..3).filter(|_| first == b'\\').and_then(octal);
        bytes.push(octal.unwrap_or(first));
        rest = if octal.is_some() { &others[3..] } else { others };
    }
    PathBuf::from(std::ffi::OsStr::from_bytes(&bytes))
}

fn octal(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOUNTS: &str = "\
        1 0 8:1 / / rw - ext4 /dev/sda1 rw\n\
        2 1 8:2 / /home rw shared:5 - xfs /dev/sda2 rw\n\
        3 2 0:40 / /home/with\\040space rw master:1 shared:2 - btrfs /dev/sdb rw,compress=zstd:3\n\
        4 1 0:50 / /home rw - tmpfs tmpfs rw\n\
        broken\n";

    fn fs_of(path: &str) -> Option<String> {
        mount_of(MOUNTS, Path::new(path)).map(|line| line.fs)
    }

    #[test]
    fn the_nearest_and_last_mount_counts() {
        assert_eq!(fs_of("/homework").as_deref(), Some("ext4"));
        assert_eq!(fs_of("/home/ann").as_deref(), Some("tmpfs"));
        assert_eq!(fs_of("/home/with space/x").as_deref(), Some("btrfs"));
        assert_eq!(mount_of("", Path::new("/")), None);
    }

    #[test]
    fn an_open_file_names_its_mount_by_id() {
        let fdinfo = "pos:\t0\nflags:\t02100000\nmnt_id:\t3\nino:\t77\n";
        let mount = mount_id(fdinfo).and_then(|id| mount_by_id(MOUNTS, id)).unwrap();
        assert_eq!((mount.major, mount.minor, mount.fs.as_str()), (0, 40, "btrfs"));
        assert_eq!(mount.option("compress"), Some("zstd:3"));
        assert_eq!((mount.option("rw"), mount.option("comp")), (Some(""), None));
        assert_eq!((mount_id("pos: 0\nmnt_id: x\n"), mount_by_id(MOUNTS, 9)), (None, None));
    }

    #[test]
    fn escapes_are_three_octal_digits() {
        assert_eq!(unescaped("a\\040b\\134c\\0"), Path::new("a b\\c\\0"));
        assert_eq!(unescaped("\\777"), Path::new("\\777"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_readers_panic(text in "[0-9 :/a-z,=\\\\\n-]{0,200}", id in 0u64..9) {
            let _ = (mount_id(&text), mount_by_id(&text, id), mount_of(&text, Path::new("/a")));
        }
    }
}
