//! The running md arrays, and their entries in the system's files.
//!
//! Sources: kernel Documentation/admin-guide/md.rst (`md/metadata_version`), mdadm(8) (`--detail
//! --export`), blkid(8) (`-p -o export`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use narrows_array::build::standing::{RunningArray, SystemArrayConfig};
use narrows_array::build::sync::Attributes;
use narrows_array::build::{Identifier, Sync, SystemFacilities};

use super::tables::contents;
use super::{exported, words};
use crate::mountinfo::mount_line;
use crate::programs;

/// All md arrays that run, in the order of their names.
pub fn arrays() -> Vec<RunningArray> {
    let entries = fs::read_dir("/sys/block").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("md")).collect();
    names.sort();
    names.iter().filter_map(|name| array(name)).collect()
}

/// The md array of this kernel name; `None` if it does not exist.
pub fn array(name: &str) -> Option<RunningArray> {
    let metadata = fs::read_to_string(format!("/sys/block/{name}/md/metadata_version")).ok()?;
    let detail =
        programs::ask(&words(&["mdadm", "--detail", "--export", &format!("/dev/{name}")]), "");
    let detail = detail.unwrap_or_default();
    Some(RunningArray {
        device: name.to_owned(),
        identifier: exported(&detail, "MD_UUID").and_then(Identifier::parsed),
        name: name_of(&detail, &metadata),
        metadata: metadata.trim().to_owned(),
        file_system: file_system(name),
        mounted: mounted(name),
        level: attribute(name, "level"),
        chunk: attribute(name, "chunk_size").parse().unwrap_or_default(),
        members: members(name),
    })
}

/// The name in its superblock; a volume of the firmware's has only that of its device (mdadm(8), `--export`).
fn name_of(detail: &str, metadata: &str) -> Option<String> {
    let is_volume = metadata.starts_with("external:/");
    let device = exported(detail, "MD_DEVNAME").filter(|_| is_volume);
    exported(detail, "MD_NAME").or(device).map(str::to_owned)
}

/// Whether it waits for more members, and nothing can be read from it (md.rst, `array_state`).
pub fn is_idle(name: &str) -> bool {
    let state = fs::read_to_string(format!("/sys/block/{name}/md/array_state"));
    matches!(state.unwrap_or_default().trim(), "inactive" | "clear")
}

/// Whether nothing is written to it, so that md does not begin either (md.rst, `array_state`).
pub fn is_read_only(name: &str) -> bool {
    matches!(attribute(name, "array_state").as_str(), "readonly" | "read-auto")
}

/// How far its members are synchronised; `None` for a level that has nothing to synchronise.
pub fn synchronized(name: &str) -> Option<Sync> {
    let of = |key| attribute(name, key);
    Sync::of(&Attributes {
        sync_action: of("sync_action"),
        sync_completed: of("sync_completed"),
        sync_speed: of("sync_speed"),
        resync_start: of("resync_start"),
        degraded: of("degraded"),
    })
}

fn attribute(name: &str, attribute: &str) -> String {
    let text = fs::read_to_string(format!("/sys/block/{name}/md/{attribute}"));
    text.unwrap_or_default().trim().to_owned()
}

fn members(name: &str) -> Vec<String> {
    let entries = fs::read_dir(format!("/sys/block/{name}/slaves")).into_iter().flatten().flatten();
    let mut members: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    members.sort();
    members
}

fn file_system(name: &str) -> Option<(String, String)> {
    let export =
        programs::ask(&words(&["blkid", "-p", "-o", "export", &format!("/dev/{name}")]), "");
    let export = export.ok()?;
    let (kind, id) = (exported(&export, "TYPE")?, exported(&export, "UUID")?);
    // blkid gives a type to swap, encryption and members of other sets, too.
    (exported(&export, "USAGE") == Some("filesystem")).then(|| (kind.to_owned(), id.to_owned()))
}

fn mounted(name: &str) -> Vec<String> {
    let number = fs::read_to_string(format!("/sys/block/{name}/dev")).unwrap_or_default();
    let mountinfo = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    // By number, and by name for btrfs, whose mounts have numbers of their own.
    let here = mountinfo.lines().filter_map(mount_line).filter(|(_, line)| {
        format!("{}:{}", line.major, line.minor) == number.trim()
            || line.source == format!("/dev/{name}")
    });
    let mut points: Vec<String> = here.map(|(point, _)| point.display().to_string()).collect();
    points.dedup();
    points
}

/// The configuration in the system's files.
pub fn known(system: &SystemFacilities) -> SystemArrayConfig {
    let conf = Path::new(&system.mdadm_conf);
    SystemArrayConfig {
        mdadm_conf: text(conf),
        fstab: text(Path::new("/etc/fstab")),
        is_initial_ram_disk_newer: newest_initial_ram_disk().and_then(|made| {
            let written = fs::metadata(conf).and_then(|file| file.modified()).ok()?;
            Some(made >= written)
        }),
        degraded_rules: system.leaves_degraded().then(own_rules).flatten(),
        links: links(),
    }
}

/// Links to arrays below /dev/md, the first name of each in the order of names.
fn links() -> BTreeMap<String, String> {
    let entries = fs::read_dir("/dev/md").into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    // In a map the last insertion stays; from the back, that is the first name.
    let named = paths.into_iter().rev().filter_map(|path| {
        let target = fs::canonicalize(&path).ok()?;
        Some((target.file_name()?.to_str()?.to_owned(), path.to_str()?.to_owned()))
    });
    named.collect()
}

/// All of udev's local rules; `None` if one cannot be read.
fn own_rules() -> Option<String> {
    let folder = match fs::read_dir("/etc/udev/rules.d") {
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Some(String::new()),
        folder => folder.ok()?,
    };
    let texts: Option<Vec<String>> = folder.map(|file| text(&file.ok()?.path())).collect();
    texts.map(|texts| texts.join("\n"))
}

/// A missing file is empty; an unreadable one is unknown. Invalid text in it is no line of ours.
fn text(path: &Path) -> Option<String> {
    let bytes = contents(path).ok()?.unwrap_or_default();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// When the initial RAM disk of the running kernel was made: `/boot/initrd.img-VERSION` with Debian,
/// `/boot/initramfs-VERSION.img` with Fedora, `/boot/initrd-VERSION` with openSUSE.
fn newest_initial_ram_disk() -> Option<std::time::SystemTime> {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    let release = release.trim();
    let names = [
        format!("/boot/initrd.img-{release}"),
        format!("/boot/initramfs-{release}.img"),
        format!("/boot/initrd-{release}"),
        // Arch names it after the kernel's package and not after its version.
        "/boot/initramfs-linux.img".to_owned(),
    ];
    names.iter().find_map(|name| fs::metadata(name).and_then(|file| file.modified()).ok())
}
