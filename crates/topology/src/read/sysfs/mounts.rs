//! Mounts and swap areas, by the kernel's name of the device.
//!
//! Source: proc_pid_mountinfo(5), fstab(5) for the octal escapes, proc(5) for `swaps`.

use std::collections::{BTreeMap, BTreeSet};

use super::folder::SysfsFolder;
use crate::evidence::{CaptureEvidence, DeviceMount, StackedDevice};
use crate::read::FileTree;

/// A machine has fewer mounts than this; the rest of a hostile list is left out.
const MOST_MOUNTS: usize = 65_536;

/// Reads mounts of the block devices that are already known; all others (proc, tmpfs, network file
/// systems) do not concern storage.
pub(super) fn read(tree: &FileTree, evidence: &mut CaptureEvidence) {
    let names = DeviceNames::of(tree, evidence);
    let mountinfo = tree.text("proc/self/mountinfo");
    let lines = mountinfo.unwrap_or_default().lines().take(MOST_MOUNTS);
    let mut resolved: Vec<ResolvedMount> =
        lines.filter_map(|line| by_mountinfo(line, &names)).collect();
    if mountinfo.is_none() {
        let mounts = tree.text("proc/mounts").or_else(|| tree.text("proc/self/mounts"));
        let lines = mounts.unwrap_or_default().lines().take(MOST_MOUNTS);
        resolved = lines.filter_map(|line| by_mounts(line, &names)).collect();
    }
    // Bind mounts (of containers, mostly) repeat a device under other names; they count only if
    // nothing else is mounted from the device. A mounted btrfs subvolume is not a bind mount.
    let whole = resolved.iter().filter(|it| it.whole);
    let whole: BTreeSet<String> = whole.map(|it| it.mount.device.clone()).collect();
    let mut known = BTreeSet::new();
    let kept = resolved.into_iter().filter(|it| it.whole || !whole.contains(&it.mount.device));
    let mounts = kept.map(|it| it.mount);
    let mut mounts: Vec<DeviceMount> =
        mounts.filter(|mount| known.insert((mount.device.clone(), mount.target.clone()))).collect();
    let swaps = tree.text("proc/swaps").unwrap_or_default().lines().take(MOST_MOUNTS);
    mounts.extend(swaps.filter_map(|line| swap(line, &names)));
    evidence.mounts = mounts;
}

/// Every mount point, with its device if known; of two mounts at one path only the upper. A file is
/// in the nearest of them, even if that is in memory.
pub(super) fn places(tree: &FileTree, evidence: &CaptureEvidence) -> Vec<(String, Option<String>)> {
    let names = DeviceNames::of(tree, evidence);
    let place = |line: &str| {
        let target = line.split(' ').nth(4).map(unescaped)?;
        Some((target, by_mountinfo(line, &names).map(|it| it.mount.device)))
    };
    let mountinfo = tree.text("proc/self/mountinfo").unwrap_or_default();
    let places: Vec<_> = mountinfo.lines().take(MOST_MOUNTS).filter_map(place).collect();
    if !places.is_empty() {
        return places;
    }
    let known = evidence.mounts.iter();
    known.map(|mount| (mount.target.clone(), Some(mount.device.clone()))).collect()
}

/// A mount, and whether it shows the root of its file system rather than a folder of it.
struct ResolvedMount {
    mount: DeviceMount,
    whole: bool,
}

/// `36 35 259:2 / /home rw,noatime shared:1 - ext4 /dev/nvme0n1p2 rw`: the number, the folder of
/// the file system, the target; after a lone dash the type and the source.
fn by_mountinfo(line: &str, names: &DeviceNames) -> Option<ResolvedMount> {
    let (mount, kind) = line.split_once(" - ")?;
    let mut mount = mount.split(' ').skip(2);
    let (number, folder, target) = (mount.next()?, mount.next()?, mount.next()?);
    let mut kind = kind.split(' ');
    let (fs, source) = (kind.next()?, kind.next()?);
    let device = names.numbered(number).or_else(|| names.sourced(fs, &unescaped(source)))?;
    let mount = DeviceMount { device, target: unescaped(target), fs: fs.to_owned() };
    Some(ResolvedMount { mount, whole: folder == "/" || fs == "btrfs" || fs == "zfs" })
}

/// `/dev/sda1 / ext4 rw 0 0`.
fn by_mounts(line: &str, names: &DeviceNames) -> Option<ResolvedMount> {
    let mut fields = line.split(' ');
    let (source, target, fs) = (fields.next()?, fields.next()?, fields.next()?);
    let device = names.sourced(fs, &unescaped(source))?;
    let mount = DeviceMount { device, target: unescaped(target), fs: fs.to_owned() };
    Some(ResolvedMount { mount, whole: true })
}

/// `/dev/nvme0n1p3 partition 8388604 0 -2`; swap files belong to the file system they are in.
fn swap(line: &str, names: &DeviceNames) -> Option<DeviceMount> {
    let mut fields = line.split_whitespace();
    let (source, kind) = (fields.next()?, fields.next()?);
    let device = names.sourced("swap", &unescaped(source)).filter(|_| kind == "partition")?;
    Some(DeviceMount { device, target: "[swap]".to_owned(), fs: "swap".to_owned() })
}

/// Space, tab, newline and backslash are written as a backslash and three octal digits.
fn unescaped(text: &str) -> String {
    let mut pieces = text.split('\\');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                plain.push(char::from(code));
                plain.push_str(piece.get(3..).unwrap_or_default());
            }
            None => {
                plain.push('\\');
                plain.push_str(piece);
            }
        }
    }
    plain
}

/// The kernel names of devices by the other ways in which mounts name them.
struct DeviceNames {
    known: BTreeSet<String>,
    by_number: BTreeMap<String, String>,
    by_mapper: BTreeMap<String, String>,
}

impl DeviceNames {
    fn of(tree: &FileTree, evidence: &CaptureEvidence) -> Self {
        let mut names =
            Self { known: BTreeSet::new(), by_number: BTreeMap::new(), by_mapper: BTreeMap::new() };
        for (disk, block) in &evidence.blocks {
            names.add(tree, disk, disk);
            for partition in &block.partitions {
                names.add(tree, disk, &partition.name);
            }
            if let Some(StackedDevice::Dm { name: Some(mapper), .. }) = &block.stack {
                names.by_mapper.insert(mapper.clone(), disk.clone());
            }
        }
        names
    }

    fn add(&mut self, tree: &FileTree, disk: &str, name: &str) {
        self.known.insert(name.to_owned());
        let places = ["sys/class/block", "sys/block", &format!("sys/block/{disk}")];
        let folders =
            places.iter().filter_map(|place| SysfsFolder::at(tree, &format!("{place}/{name}")));
        if let Some(number) = folders.filter_map(|folder| folder.text("dev")).next() {
            self.by_number.insert(number.to_owned(), name.to_owned());
        }
    }

    /// By major and minor number, which no renaming or link in /dev can blur. btrfs and ZFS show
    /// a number that is no device's.
    fn numbered(&self, number: &str) -> Option<String> {
        self.by_number.get(number).cloned()
    }

    /// By the source as it was given to mount(8).
    fn sourced(&self, fs: &str, source: &str) -> Option<String> {
        if fs == "zfs" {
            // The source is a data set, `pool/set`.
            let pool = source.split('/').next().filter(|pool| !pool.is_empty())?;
            return Some(format!("zfs-{pool}"));
        }
        let name = source.strip_prefix("/dev/")?;
        if self.known.contains(name) {
            return Some(name.to_owned());
        }
        match name.split_once('/')? {
            ("mapper", mapper) => self.by_mapper.get(mapper).cloned(),
            ("block", number) => self.numbered(number),
            // LVM joins group and volume with a dash, and doubles the dashes inside them.
            (group, volume) => {
                let mapper = [group, volume].map(|part| part.replace('-', "--")).join("-");
                self.by_mapper.get(&mapper).cloned()
            }
        }
    }
}
