//! The kernel's view of a running array and of its parts.
//!
//! Sources: kernel Documentation/admin-guide/md.rst (`md/...`), Documentation/ABI/stable/sysfs-block
//! (`queue/...`, `start` in sectors of 512 bytes), lvs(8) (`--nameprefixes`), fs/btrfs/sysfs.c.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use narrows_array::build::{Geometry, ObservedArray, ObservedBitmap, ObservedMember, SUPERBLOCK};

use super::words;
use crate::place::disk_of;
use crate::root::RootReader;
use crate::{Root, programs};

const SECTOR: u64 = 512;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerDevice {
    /// The kernel's name: `nvme0n1p1`.
    pub name: String,
    pub drive: String,
}

/// The md array of this kernel name as `root` shows it; nothing is known of one that is not there. Of the
/// live machine the file system's superblock is read, too.
pub fn observed(root: &Root, name: &str) -> ObservedArray {
    let Ok(reader) = root.open() else { return ObservedArray::default() };
    let at = format!("sys/class/block/{name}");
    let md = |file: &str| reader.text(&format!("{at}/md/{file}")).filter(|text| !text.is_empty());
    let number = |file: &str| md(file)?.parse::<u64>().ok();
    let queue = |file: &str| reader.text(&format!("{at}/queue/{file}"))?.parse::<u64>().ok();
    let small = |file: &str| number(file).and_then(|count| u32::try_from(count).ok());
    let (geometry, geometry_unread) = geometry(&reader, name);
    ObservedArray {
        device: name.to_owned(),
        level: md("level").unwrap_or_default(),
        chunk: number("chunk_size").filter(|chunk| *chunk > 0),
        layout: number("layout"),
        wanted_members: small("raid_disks"),
        members: members(&reader, &at),
        missing: small("degraded").or_else(|| fewer(&reader, &at)),
        state: md("array_state"),
        sync: md("sync_action"),
        read_ahead: queue("read_ahead_kb").map(|kib| kib << 10),
        bitmap: bitmap(md("bitmap/location"), number("bitmap/chunksize")),
        stripe_cache: number("stripe_cache_size"),
        discard: queue("discard_max_bytes"),
        size: reader
            .text(&format!("{at}/size"))
            .and_then(|text| text.parse::<u64>().ok()?.checked_mul(SECTOR)),
        geometry,
        geometry_unread,
        mounted: Vec::new(),
    }
}

/// The devices directly below one: the members of an array, the devices of a btrfs over several, the
/// devices below a volume. Empty for a drive.
pub fn below(root: &Root, name: &str) -> Vec<LowerDevice> {
    let Ok(reader) = root.open() else { return Vec::new() };
    let at = format!("sys/class/block/{name}");
    let md = members(&reader, &at);
    if !md.is_empty() {
        // A spare carries no data yet.
        let active = md.into_iter().filter(|member| member.slot.is_some());
        return active.map(|it| LowerDevice { name: it.name, drive: it.drive }).collect();
    }
    let folder = btrfs_devices(&reader, name).unwrap_or_else(|| format!("{at}/slaves"));
    let names = reader.list(&folder).into_iter().map(|(name, _)| name);
    names.map(|name| LowerDevice { drive: disk_of(&reader, &name), name }).collect()
}

/// The folder of the devices of the file system that goes by `btrfs-` and the beginning of its identifier.
fn btrfs_devices(reader: &RootReader, name: &str) -> Option<String> {
    let begins = name.strip_prefix("btrfs-")?;
    let all = reader.list("sys/fs/btrfs");
    let (uuid, _) = all.into_iter().find(|(uuid, _)| uuid.starts_with(begins))?;
    Some(format!("sys/fs/btrfs/{uuid}/devices"))
}

/// Chunk in bytes of an LVM volume that is one stripe over its devices, by its name in /dev/mapper; `None` for
/// all others, and if lvs(8) does not say.
pub fn striped(name: &str) -> Option<u64> {
    let ask =
        "lvs --noheadings --nameprefixes --unquoted --nosuffix --units b -o segtype,stripe_size";
    let device = format!("/dev/mapper/{name}");
    let texts: Vec<&str> = ask.split(' ').chain([device.as_str()]).collect();
    stripe_of(&programs::ask(&words(&texts), "").ok()?)
}

/// Parses the output of lvs(8), a line for each segment: `LVM2_SEGTYPE=striped
/// LVM2_STRIPE_SIZE=65536`.
fn stripe_of(text: &str) -> Option<u64> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    // Several segments are several mappings, which need not be striped alike.
    let only = lines.next().filter(|_| lines.next().is_none())?;
    let value = |key: &str| {
        let mut pairs = only.split_whitespace().filter_map(|word| word.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    (value("LVM2_SEGTYPE")? == "striped").then_some(())?;
    value("LVM2_STRIPE_SIZE")?.parse().ok().filter(|size| *size > 0)
}

fn members(reader: &RootReader, at: &str) -> Vec<ObservedMember> {
    let names = reader.list(&format!("{at}/md")).into_iter().map(|(name, _)| name);
    let names = names.filter_map(|name| name.strip_prefix("dev-").map(str::to_owned));
    let mut members: Vec<ObservedMember> = names.map(|name| member(reader, at, name)).collect();
    // `None` would sort first; spares come last.
    members.sort_by_key(|member| (member.slot.is_none(), member.slot));
    members
}

fn member(reader: &RootReader, at: &str, name: String) -> ObservedMember {
    let own = |file: &str| reader.text(&format!("{at}/md/dev-{name}/{file}"));
    let drive = disk_of(reader, &name);
    let queue = |file: &str| {
        reader.text(&format!("sys/class/block/{drive}/queue/{file}"))?.parse::<u64>().ok()
    };
    // A whole device has no `start`.
    let start = reader.text(&format!("sys/class/block/{name}/start"));
    let start = start.map_or(Some(0), |text| text.parse::<u64>().ok()?.checked_mul(SECTOR));
    ObservedMember {
        slot: own("slot").and_then(|text| text.parse().ok()),
        // A member that is gone has no `start` either and would pass for a whole device.
        start: start.filter(|_| reader.exists(&format!("sys/class/block/{name}"))),
        data_offset: own("offset").and_then(|text| text.parse::<u64>().ok()?.checked_mul(SECTOR)),
        physical_block: queue("physical_block_size"),
        discard: queue("discard_max_bytes"),
        rotational: queue("rotational").map(|value| value == 1),
        drive,
        name,
    }
}

/// Levels without redundancy have no `degraded`; without a member they do not run.
fn fewer(reader: &RootReader, at: &str) -> Option<u32> {
    let level = reader.text(&format!("{at}/md/level"))?;
    ["raid0", "linear"].contains(&level.as_str()).then_some(0)
}

fn bitmap(location: Option<String>, chunk: Option<u64>) -> Option<ObservedBitmap> {
    match location?.as_str() {
        "none" => Some(ObservedBitmap::None),
        _ => Some(ObservedBitmap::Chunks(chunk)),
    }
}

/// Only a live device is opened, for reading.
fn geometry(reader: &RootReader, name: &str) -> (Option<Geometry>, Option<String>) {
    if !reader.is_live() {
        return (None, None);
    }
    let mut superblock = vec![0; SUPERBLOCK];
    let opened = File::open(Path::new("/dev").join(name));
    match opened.and_then(|file| file.read_exact_at(&mut superblock, 0)) {
        Ok(()) => (Geometry::of(&superblock), None),
        Err(why) => (None, Some(why.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::fixture::put;

    /// A RAID 5 of two partitions, a whole drive and a spare, as sysfs shows it.
    fn machine() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for (file, text) in [
            ("md/level", "raid5\n"),
            ("md/chunk_size", "524288\n"),
            ("md/layout", "2\n"),
            ("md/raid_disks", "3\n"),
            ("md/degraded", "1\n"),
            ("md/array_state", "clean\n"),
            ("md/sync_action", "recover\n"),
            ("md/stripe_cache_size", "256\n"),
            ("md/bitmap/location", "+8\n"),
            ("md/bitmap/chunksize", "67108864\n"),
            ("queue/read_ahead_kb", "4096\n"),
            ("queue/discard_max_bytes", "0\n"),
            ("size", "2097152\n"),
        ] {
            put(root, &format!("sys/class/block/md0/{file}"), text);
        }
        for (name, slot) in [("sdb1", "1"), ("sda1", "0"), ("sdc", "2"), ("sdd", "none")] {
            put(root, &format!("sys/class/block/md0/md/dev-{name}/slot"), slot);
            put(root, &format!("sys/class/block/md0/md/dev-{name}/offset"), "2048\n");
        }
        for drive in ["sda", "sdb", "sdc", "sdd"] {
            put(root, &format!("sys/class/block/{drive}/queue/physical_block_size"), "4096\n");
            put(root, &format!("sys/class/block/{drive}/queue/discard_max_bytes"), "2147450880\n");
        }
        for drive in ["sda", "sdb"] {
            put(root, &format!("sys/devices/{drive}/{drive}1/partition"), "1");
            put(root, &format!("sys/devices/{drive}/{drive}1/start"), "2048\n");
            let target = format!("../../devices/{drive}/{drive}1");
            symlink(target, root.join(format!("sys/class/block/{drive}1"))).unwrap();
        }
        folder
    }

    #[test]
    fn an_array_is_seen_with_its_members_in_their_order() {
        let machine = machine();
        let root = Root::at(machine.path());
        let array = observed(&root, "md0");
        assert_eq!(
            (array.level.as_str(), array.chunk, array.missing),
            ("raid5", Some(524_288), Some(1))
        );
        assert_eq!((array.stripe(), array.spare_losses()), (Some(1 << 20), Some(0)));
        assert!(array.is_syncing() && array.has_parity());
        assert_eq!(array.bitmap, Some(ObservedBitmap::Chunks(Some(64 << 20))));
        assert_eq!((array.read_ahead, array.discard), (Some(4 << 20), Some(0)));
        let names: Vec<&str> = array.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["sda1", "sdb1", "sdc", "sdd"]);
        let first = &array.members[0];
        assert_eq!((first.drive.as_str(), first.start), ("sda", Some(1 << 20)));
        assert_eq!((first.data_offset, first.physical_block), (Some(1 << 20), Some(4096)));
        assert_eq!(array.members[2].start, Some(0));
        let names: Vec<String> = below(&root, "md0").into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["sda1", "sdb1", "sdc"], "a spare carries nothing");
    }

    #[test]
    fn what_is_not_there_is_not_known() {
        let machine = machine();
        let array = observed(&Root::at(machine.path()), "md9");
        assert_eq!(array, ObservedArray { device: "md9".to_owned(), ..ObservedArray::default() });
        assert_eq!((array.stripe(), array.spare_losses()), (None, None));
    }

    #[test]
    fn volumes_and_file_systems_have_what_they_lie_on() {
        let machine = machine();
        let root = machine.path();
        for device in ["sda", "sdb"] {
            put(root, &format!("sys/class/block/dm-0/slaves/{device}/size"), "1");
            put(root, &format!("sys/fs/btrfs/01234567-89ab/devices/{device}/size"), "1");
        }
        for name in ["dm-0", "btrfs-01234567"] {
            let names: Vec<String> =
                below(&Root::at(root), name).into_iter().map(|it| it.name).collect();
            assert_eq!(names, ["sda", "sdb"], "{name}");
        }
        assert!(below(&Root::at(root), "sda").is_empty());
    }

    #[test]
    fn only_one_whole_stripe_is_a_stripe() {
        let striped = "  LVM2_SEGTYPE=striped LVM2_STRIPE_SIZE=65536\n";
        assert_eq!(stripe_of(striped), Some(65_536));
        assert_eq!(stripe_of("  LVM2_SEGTYPE=linear LVM2_STRIPE_SIZE=0\n"), None);
        assert_eq!(stripe_of(&striped.repeat(2)), None);
        assert_eq!(stripe_of("lvs: no such volume"), None);
    }
}
