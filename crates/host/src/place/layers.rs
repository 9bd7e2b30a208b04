//! From a mounted block device down to the drive: partitions, device-mapper, md and loop devices.
//!
//! Source: kernel Documentation/ABI/stable/sysfs-block and sysfs-block-dm (`dm/uuid`),
//! Documentation/admin-guide/md.rst (`md/level`), Documentation/ABI/testing/sysfs-block-loop. The
//! prefixes of `dm/uuid` are those that the tools set: cryptsetup `CRYPT-`, lvm2 `LVM-` with
//! endings for its inner devices (lib/activate/dev_manager.c), multipath-tools `mpath-`.

use std::collections::BTreeSet;

use crate::root::RootReader;

/// Most layers; a tree can be made to have cycles.
const LAYERS_MAX: usize = 32;
const DEVICES_MAX: usize = 1024;

/// Layers that copy written data to a new location.
pub(super) const COPYING: &[&str] = &["thin", "snapshot"];

/// Whether there is a block device of that name.
pub(super) fn is_block(reader: &RootReader, name: &str) -> bool {
    !name.is_empty() && !name.contains('/') && reader.exists(&format!("sys/class/block/{name}"))
}

/// The kernel name of a mount's source, for file systems with artificial numbers: `/dev/sda1`
/// itself, or the device-mapper device with the name after `/dev/mapper/`.
pub(super) fn name_of_source(reader: &RootReader, source: &str) -> Option<String> {
    let name = source.strip_prefix("/dev/")?;
    if let Some(mapped) = name.strip_prefix("mapper/") {
        let mut devices = reader.list("sys/class/block").into_iter().map(|(name, _)| name);
        return devices.find(|device| {
            let path = format!("sys/class/block/{device}/dm/name");
            device.starts_with("dm-") && reader.text(&path).is_some_and(|name| name == mapped)
        });
    }
    is_block(reader, name).then(|| name.to_owned())
}

/// The disk of a partition; a disk itself.
pub(crate) fn disk_of(reader: &RootReader, name: &str) -> String {
    let part = format!("sys/class/block/{name}");
    if !reader.exists(&format!("{part}/partition")) {
        return name.to_owned();
    }
    let target = reader.link(&part).unwrap_or_default();
    // `../../devices/pci0000:00/.../block/sda/sda1`
    target.rsplit('/').nth(1).unwrap_or(name).to_owned()
}

/// The layers between a device and a drive with its data, outermost first. Members of an array are
/// examined side by side, and each kind of layer is named once per level.
pub(super) fn between(reader: &RootReader, device: &str, drive: &str) -> Vec<String> {
    let mut layers = Vec::new();
    let mut known = BTreeSet::new();
    let mut level = vec![device.to_owned()];
    for _ in 0..LAYERS_MAX {
        let disks: BTreeSet<String> = level.iter().map(|name| disk_of(reader, name)).collect();
        let fresh = disks.into_iter().filter(|disk| disk != drive && known.insert(disk.clone()));
        let fresh: Vec<String> = fresh.take(DEVICES_MAX).collect();
        let kinds: BTreeSet<String> = fresh.iter().filter_map(|name| kind(reader, name)).collect();
        layers.extend(kinds);
        level = fresh.iter().flat_map(|name| below(reader, name)).take(DEVICES_MAX).collect();
        if level.is_empty() {
            break;
        }
    }
    layers
}

/// The devices directly below one, as the kernel links them.
pub(super) fn below(reader: &RootReader, name: &str) -> Vec<String> {
    let slaves = reader.list(&format!("sys/class/block/{name}/slaves"));
    slaves.into_iter().map(|(name, _)| name).collect()
}

/// The text of a file of a block device in sysfs.
pub(super) fn text_of(reader: &RootReader, name: &str, file: &str) -> Option<String> {
    reader.text(&format!("sys/class/block/{name}/{file}"))
}

/// The kind of layer of a device; `None` for a drive.
pub(super) fn kind(reader: &RootReader, name: &str) -> Option<String> {
    let folder = format!("sys/class/block/{name}");
    if let Some(uuid) = reader.text(&format!("{folder}/dm/uuid")) {
        return Some(mapped(&uuid).to_owned());
    }
    if let Some(level) = reader.text(&format!("{folder}/md/level")) {
        return Some(if level.is_empty() { "md".to_owned() } else { level });
    }
    let other = ["loop", "bcache", "drbd", "zram"];
    other
        .into_iter()
        .find(|kind| {
            let number = name.strip_prefix(kind).unwrap_or_default();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
        .map(str::to_owned)
}

/// From `dm/uuid`: the creator of the device, and the purpose of lvm2's inner ones.
fn mapped(uuid: &str) -> &'static str {
    const MAKERS: &[(&str, &str)] = &[
        ("CRYPT-", "crypt"),
        ("mpath-", "multipath"),
        ("DMRAID-", "dmraid"),
        ("VDO-", "vdo"),
        ("stratis-", "stratis"),
    ];
    // `-tpool` is a thin pool, `-cow` a snapshot's store of changed blocks, `-real` its origin;
    // `-cdata` and `-cvol` hold cached blocks, `-vpool` is a VDO pool.
    const INNER: &[(&str, &str)] = &[
        ("-tpool", "thin"),
        ("-cow", "snapshot"),
        ("-real", "snapshot"),
        ("-cdata", "cache"),
        ("-cvol", "cache"),
        ("-vpool", "vdo"),
    ];
    let made = |(start, kind): &(&str, &'static str)| uuid.starts_with(start).then_some(*kind);
    let inner = |(end, kind): &(&str, &'static str)| uuid.ends_with(end).then_some(*kind);
    // kpartx names a partition of a mapped device `part1-mpath-...`.
    if uuid.starts_with("part") {
        return "partition";
    }
    if uuid.starts_with("LVM-") {
        return INNER.iter().find_map(inner).unwrap_or("lvm");
    }
    MAKERS.iter().find_map(made).unwrap_or("dm")
}
