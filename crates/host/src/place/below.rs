//! Which block devices carry the requests to a file or device, level by level down to drives, and which
//! layers on the way may answer instead.
//!
//! For: counting other traffic on the same devices, and marking figures that may not be a drive's.
//!
//! Source: kernel Documentation/ABI/testing/sysfs-block-loop (`loop/dio`, `loop/backing_file`),
//! Documentation/admin-guide/bcache.rst, Documentation/admin-guide/blockdev/zram.rst and ramdisk.rst,
//! Documentation/filesystems/overlayfs.rst; btrfs(5); statx(2), STATX_DIOALIGN.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::layers::{below, disk_of, is_block, kind, name_of_source, text_of};
use crate::facts::{InterceptingLayer, InterceptorKind, StackLevel, UnchangedRequests};
use crate::filesystems::block_name;
use crate::mountinfo::{MountLine, mount_of, unescaped};
use crate::root::{FILE_CAP, RootReader};

/// Most levels; a tree can be made to have cycles.
const LEVELS_MAX: usize = 32;
/// Most devices of a level; arrays have fewer members.
const DEVICES_MAX: usize = 1024;
/// Most layers of an overlay in an overlay, or loop devices over files on each other.
const NESTED_MAX: usize = 8;
/// File systems on block devices that hand direct requests on to their device.
const DIRECT: &[&str] = &[
    "ext2", "ext3", "ext4", "xfs", "f2fs", "udf", "vfat", "exfat", "ntfs3", "jfs", "nilfs2",
    "ocfs2", "gfs2", "erofs", "reiserfs",
];

/// Devices that carry the data of a file system or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CarrierDevices {
    pub devices: Vec<String>,
    /// Which requests reach them unchanged.
    pub passes: UnchangedRequests,
    pub answers_before: Vec<InterceptingLayer>,
}

impl CarrierDevices {
    fn devices(devices: Vec<String>, passes: UnchangedRequests) -> Self {
        Self { devices, passes, answers_before: Vec::new() }
    }

    pub(super) fn device(name: &str) -> Self {
        Self::devices(vec![name.to_owned()], UnchangedRequests::All)
    }

    /// Adds a layer that answers before the devices.
    pub(super) fn behind(mut self, what: InterceptorKind, name: &str) -> Self {
        // The layer that was added last is the outermost.
        self.answers_before.insert(0, InterceptingLayer { what, name: name.to_owned() });
        Self { passes: UnchangedRequests::Nothing, ..self }
    }
}

/// The mounts that this process sees.
pub(super) fn mounts(reader: &RootReader) -> String {
    let mounts = reader.read("proc/self/mountinfo", 16 * FILE_CAP).unwrap_or_default();
    String::from_utf8_lossy(&mounts).into_owned()
}

/// The devices that carry a mounted file system.
pub(super) fn of_mount(reader: &RootReader, mounts: &str, mount: &MountLine) -> CarrierDevices {
    of_nested(reader, mounts, mount, NESTED_MAX)
}

fn of_nested(reader: &RootReader, mounts: &str, mount: &MountLine, left: usize) -> CarrierDevices {
    let device = || {
        block_name(reader, mount.major, mount.minor)
            .or_else(|| name_of_source(reader, &mount.source))
    };
    let devices = |passes| CarrierDevices::devices(device().into_iter().collect(), passes);
    match mount.fs.as_str() {
        "tmpfs" | "ramfs" | "devtmpfs" | "hugetlbfs" => {
            CarrierDevices::devices(Vec::new(), UnchangedRequests::Nothing)
                .behind(InterceptorKind::Memory, &mount.fs)
        }
        "overlay" => match layers(mount).first().filter(|_| left > 0) {
            Some(layer) => of_path(reader, mounts, layer, left - 1),
            None => CarrierDevices::devices(Vec::new(), UnchangedRequests::Nothing),
        },
        "btrfs" => device().map_or_else(
            || CarrierDevices::devices(Vec::new(), UnchangedRequests::Nothing),
            |device| btrfs(reader, &device),
        ),
        "bcachefs" => bcachefs(reader, mount),
        fs if DIRECT.contains(&fs) => devices(UnchangedRequests::All),
        fs => devices(UnchangedRequests::Nothing).behind(InterceptorKind::OwnRules, fs),
    }
}

/// The devices that carry the file system of a path; unknown if there is no such path here.
fn of_path(reader: &RootReader, mounts: &str, path: &Path, left: usize) -> CarrierDevices {
    let mount = path.canonicalize().ok().and_then(|path| mount_of(mounts, &path));
    match mount.filter(|_| reader.is_live()) {
        Some(mount) => of_nested(reader, mounts, &mount, left),
        None => CarrierDevices::devices(Vec::new(), UnchangedRequests::Nothing),
    }
}

/// The mount that holds the data of an open file on an overlay: a file without a name, like a written one,
/// is in the upper layer, another in the first layer that has it. `None` if the layers are not visible from
/// here, as in a container.
pub(super) fn layer_of(
    mounts: &str,
    mount: &MountLine,
    path: &Path,
    length: u64,
) -> Option<MountLine> {
    let layers = layers(mount);
    let first = layers.first()?;
    let below = path.strip_prefix(&mount.point).ok()?;
    let root = mount.root.strip_prefix("/").ok()?;
    let has = |layer: &&PathBuf| {
        let metadata = std::fs::symlink_metadata(layer.join(root).join(below));
        metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() == length)
    };
    let layer = layers.iter().find(has).unwrap_or(first);
    mount_of(mounts, &layer.canonicalize().ok()?)
}

/// The folders of an overlay, the upper one first; empty if they are not visible from here. An overlay
/// reports the sizes of its first layer: another folder of that name is not one of its layers.
fn layers(mount: &MountLine) -> Vec<PathBuf> {
    let upper = mount.option("upperdir").map(unescaped);
    let lower = mount.option("lowerdir").unwrap_or_default().split(':');
    let added = mount.options.split(',').filter_map(|option| option.strip_prefix("lowerdir+="));
    let lower = lower.chain(added).filter(|folder| !folder.is_empty()).map(unescaped);
    let layers: Vec<PathBuf> = upper.into_iter().chain(lower).collect();
    let blocks = |path: &Path| statvfs(path).ok().map(|facts| facts.f_blocks);
    let is_own =
        |first: &&PathBuf| blocks(first).is_some_and(|own| blocks(&mount.point) == Some(own));
    match layers.first().filter(is_own) {
        Some(_) => layers,
        None => Vec::new(),
    }
}

/// All devices of the btrfs that one belongs to. Profiles with copies or parity pass reads only.
fn btrfs(reader: &RootReader, device: &str) -> CarrierDevices {
    let folders = reader.list("sys/fs/btrfs").into_iter().map(|(name, _)| name);
    let names = |folder: &str, of: &str| -> Vec<String> {
        let all = reader.list(&format!("sys/fs/btrfs/{folder}/{of}"));
        all.into_iter().map(|(name, _)| name).take(DEVICES_MAX).collect()
    };
    let all = folders.map(|folder| (names(&folder, "devices"), folder));
    let own = all.into_iter().find(|(devices, _)| devices.iter().any(|name| name == device));
    let Some((devices, folder)) = own else { return CarrierDevices::device(device) };
    let is_plain = |name: &String| !name.starts_with("raid") || name == "raid0";
    let profiles = names(&folder, "allocation/data");
    let plain = profiles.iter().all(|name| name != "dup" && is_plain(name));
    let passes = if plain { UnchangedRequests::All } else { UnchangedRequests::Reads };
    CarrierDevices::devices(devices, passes)
}

/// Its source names all devices; of several some may be in front of others.
fn bcachefs(reader: &RootReader, mount: &MountLine) -> CarrierDevices {
    let devices = mount.source.split(':').filter_map(|source| name_of_source(reader, source));
    let devices: Vec<String> = devices.take(DEVICES_MAX).collect();
    match devices.len() {
        0 | 1 => CarrierDevices::devices(devices, UnchangedRequests::All),
        _ => CarrierDevices::devices(devices, UnchangedRequests::Nothing)
            .behind(InterceptorKind::CacheDevice, "bcachefs"),
    }
}

/// The levels below a file's carrier or a device, and all layers that may answer before the drives.
pub(super) fn levels(
    reader: &RootReader,
    carrier: CarrierDevices,
) -> (Vec<StackLevel>, Vec<InterceptingLayer>) {
    let mounts = mounts(reader);
    let CarrierDevices { devices, mut passes, mut answers_before } = carrier;
    let mut levels: Vec<StackLevel> = Vec::new();
    let mut level = whole(reader, devices);
    while !level.is_empty() && levels.len() < LEVELS_MAX {
        levels.push(StackLevel { devices: level.iter().cloned().collect(), passes });
        let mut next = Vec::new();
        for device in &level {
            let below = under(reader, &mounts, device);
            // A device that is a drive itself carries its part on all levels below.
            let ends = below.devices.is_empty();
            // What two layers let through together is the lesser of both.
            passes = if ends && below.answers_before.is_empty() {
                passes
            } else {
                passes.min(below.passes)
            };
            next.extend(if ends { vec![device.clone()] } else { below.devices });
            for answer in below.answers_before {
                if !answers_before.contains(&answer) {
                    answers_before.push(answer);
                }
            }
        }
        let next = whole(reader, next);
        // Only drives are left, which stand for themselves on every further level.
        if next == level {
            break;
        }
        level = next;
    }
    (levels, answers_before)
}

fn whole(reader: &RootReader, devices: Vec<String>) -> BTreeSet<String> {
    let there = devices.iter().filter(|name| is_block(reader, name));
    there.take(DEVICES_MAX).map(|name| disk_of(reader, name)).collect()
}

/// The devices below one; none below a drive.
fn under(reader: &RootReader, mounts: &str, device: &str) -> CarrierDevices {
    let kind = kind(reader, device).unwrap_or_default();
    let slaves = |passes| CarrierDevices::devices(below(reader, device), passes);
    match kind.as_str() {
        "loop" => looped(reader, mounts, device),
        "zram" => slaves(UnchangedRequests::Nothing).behind(InterceptorKind::Memory, device),
        "bcache" => slaves(UnchangedRequests::Nothing).behind(InterceptorKind::CacheDevice, device),
        "lvm" if has(reader, device, "cache") => {
            slaves(UnchangedRequests::Nothing).behind(InterceptorKind::CacheDevice, device)
        }
        "vdo" => slaves(UnchangedRequests::Nothing).behind(InterceptorKind::Packing, device),
        "crypt" | "multipath" | "partition" | "linear" | "raid0" => slaves(UnchangedRequests::All),
        "lvm" if !has_images(reader, device) => slaves(UnchangedRequests::All),
        "lvm" | "raid1" | "raid10" | "raid4" | "raid5" | "raid6" | "dmraid" | "thin"
        | "snapshot" => slaves(UnchangedRequests::Reads),
        "" if is_memory(device) => {
            slaves(UnchangedRequests::Nothing).behind(InterceptorKind::Memory, device)
        }
        "" => slaves(UnchangedRequests::All),
        _ => slaves(UnchangedRequests::Nothing),
    }
}

/// Whether a device lies on one of this kind, as a cached volume does on its cache.
fn has(reader: &RootReader, device: &str, layer: &str) -> bool {
    below(reader, device).iter().any(|name| kind(reader, name).as_deref() == Some(layer))
}

/// The members of a mirror or parity array of LVM are named after it: `vg-data_rimage_0`.
fn has_images(reader: &RootReader, device: &str) -> bool {
    let name = |device: &String| text_of(reader, device, "dm/name");
    below(reader, device).iter().filter_map(name).any(|name| name.contains("_rimage_"))
}

/// Ram disks (`ram0`) and devices that only pretend (`nullb0`).
fn is_memory(device: &str) -> bool {
    let numbered = |start| {
        let number: Option<&str> = device.strip_prefix(start);
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    numbered("ram") || numbered("nullb")
}

/// A loop device without direct I/O of its file reads through the page cache.
fn looped(reader: &RootReader, mounts: &str, device: &str) -> CarrierDevices {
    let file = text_of(reader, device, "loop/backing_file").unwrap_or_default();
    // The kernel marks a file that was unlinked while open; its folder may still be there.
    let file = match file.strip_suffix(" (deleted)") {
        Some(file) => Path::new(file).parent().unwrap_or(Path::new("/")).to_owned(),
        None => PathBuf::from(file),
    };
    let device_below = file.strip_prefix("/dev").ok().and_then(|_| file.canonicalize().ok());
    let device_below =
        device_below.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
    let carrier = match device_below.filter(|name| is_block(reader, name)) {
        Some(below) => CarrierDevices::device(below),
        None => of_path(reader, mounts, &file, NESTED_MAX),
    };
    match text_of(reader, device, "loop/dio").as_deref() {
        Some("1") => carrier,
        _ => carrier.behind(InterceptorKind::PageCache, device),
    }
}
