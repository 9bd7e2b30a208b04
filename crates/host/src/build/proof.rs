//! Whether a step of building was done already.
//!
//! Sources: blkid(8) (`-p`: the device itself is read, no cache), wipefs(8) (`--no-act`), mdadm(8)
//! (`--examine --export`).

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use narrows_array::build::standing::RunningArray;
use narrows_array::build::{Identifier, StepProof, conf, lines, lvm_tag};
use serde::Deserialize;

use super::mounts::mounted_at;
use super::tables::contents;
use super::{array, arrays, exported, is_idle, words};
use crate::programs;

/// Whether this is true now; never for an empty proof.
pub fn holds(proof: &StepProof) -> io::Result<bool> {
    match proof {
        StepProof::Nothing => Ok(false),
        StepProof::Blank(device) => {
            let list =
                words(&["wipefs", "--no-act", "--noheadings", "--output", "OFFSET,TYPE", device]);
            programs::ask(&list, "").map(|marks| marks.trim().is_empty())
        }
        StepProof::Device(path) => Ok(is_device(path)),
        StepProof::Array(id) => {
            Ok(arrays().iter().any(|it| it.identifier == Some(*id) && !is_idle(&it.device)))
        }
        StepProof::FileSystem(device, id) => {
            Ok(is_device(device) && carries(device, &id.to_string()))
        }
        StepProof::MemberOf(device, id) => Ok(is_device(device) && is_member(device, *id)),
        StepProof::PhysicalVolume(device, id) => {
            Ok(is_device(device) && carries(device, &id.to_string()))
        }
        StepProof::Group(name, id) => is_group(name, *id),
        StepProof::Container(devices) => Ok(container(devices).is_some()),
        StepProof::InContainer(device, devices) => Ok(is_in_container(device, devices)),
        StepProof::VolumeOf(devices) => Ok(volume(devices).is_some()),
        StepProof::Named(named) => {
            let device = kernel_name(&named.volume);
            let Some(identifier) = array(&device).and_then(|it| it.identifier) else {
                return Ok(false);
            };
            let bytes = contents(Path::new(&named.file))?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            Ok(conf::arrays(&text).iter().any(|line| line.identifier == Some(identifier)))
        }
        StepProof::Enabled(unit) => Ok(is_enabled(unit)),
        StepProof::Line { file, line } => {
            Ok(contents(Path::new(file))?.is_some_and(|bytes| lines::has(&bytes, line)))
        }
        StepProof::Folder(path) => Ok(Path::new(path).is_dir()),
        StepProof::Mounted(point) => {
            let mounted = mounted_at(Path::new(&point.at))?;
            Ok(mounted.is_some_and(|mounted| mounted.is(point)))
        }
    }
}

fn is_device(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|it| it.file_type().is_block_device())
}

/// Compares an identifier in any spelling: LVM groups digits its own way.
pub(super) fn carries(device: &str, identifier: &str) -> bool {
    let export = programs::ask(&words(&["blkid", "-p", "-o", "export", device]), "");
    let export = export.unwrap_or_default();
    let Some(own) = exported(&export, "UUID") else { return false };
    let parsed = Identifier::parsed(own);
    own.eq_ignore_ascii_case(identifier)
        || parsed.is_some() && parsed == Identifier::parsed(identifier)
}

fn is_member(device: &str, id: Identifier) -> bool {
    let export = programs::ask(&words(&["mdadm", "--examine", "--export", device]), "");
    let export = export.unwrap_or_default();
    exported(&export, "MD_UUID").and_then(Identifier::parsed) == Some(id)
}

/// The assembled set of the firmware that consists of exactly these devices.
fn container(devices: &[String]) -> Option<RunningArray> {
    let mut names: Vec<String> = devices.iter().map(|device| kernel_name(device)).collect();
    names.sort();
    let is_set = |array: &RunningArray| {
        // `external:imsm` is a container, `external:/md127/0` a volume in one (md.rst,
        // `metadata_version`).
        let kind = array.metadata.strip_prefix("external:");
        kind.is_some_and(|kind| !kind.starts_with('/')) && array.members == names
    };
    arrays().into_iter().find(is_set)
}

/// The volume that runs in it (md.rst, `metadata_version`: `external:/md127/0`).
pub fn volume(devices: &[String]) -> Option<RunningArray> {
    let within = format!("external:/{}/", container(devices)?.device);
    let is_in =
        |array: &RunningArray| array.metadata.starts_with(&within) && !is_idle(&array.device);
    arrays().into_iter().find(is_in)
}

fn kernel_name(device: &str) -> String {
    let path = fs::canonicalize(device).unwrap_or_else(|_| Path::new(device).to_owned());
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// It bears a set of as many drives, and no other of these bears another one.
fn is_in_container(device: &str, devices: &[String]) -> bool {
    let examined = |device: &str| {
        let export = programs::ask(&words(&["mdadm", "--examine", "--export", device]), "");
        let export = export.unwrap_or_default();
        let of = |key| exported(&export, key).map(str::to_owned);
        (of("MD_LEVEL"), of("MD_UUID"), of("MD_DEVICES"))
    };
    let (level, own, count) = examined(device);
    let is_same = |it: &String| {
        let (_, other, _) = examined(it);
        other.is_none() || other == own
    };
    level.as_deref() == Some("container")
        && own.is_some()
        && count.and_then(|count| count.parse().ok()) == Some(devices.len())
        && devices.iter().all(is_same)
}

/// A group of this name with the tag of this identifier (vgs(8), `--reportformat json`).
fn is_group(name: &str, id: Identifier) -> io::Result<bool> {
    let tag = lvm_tag(id);
    let is_it = |group: &VgsGroup| group.name == name && group.tags.split(',').any(|it| it == tag);
    Ok(groups()?.iter().any(is_it))
}

/// Whether LVM has a group of this name; false if it has no programs here.
pub fn has_group(name: &str) -> bool {
    groups().is_ok_and(|groups| groups.iter().any(|group| group.name == name))
}

fn groups() -> io::Result<Vec<VgsGroup>> {
    let list = words(&["vgs", "--reportformat", "json", "--options", "vg_name,vg_tags"]);
    let report: VgsReport = serde_json::from_str(&programs::ask(&list, "")?)?;
    Ok(report.report.into_iter().flat_map(|part| part.groups).collect())
}

#[derive(Deserialize)]
struct VgsReport {
    report: Vec<VgsGroups>,
}

#[derive(Deserialize)]
struct VgsGroups {
    #[serde(rename = "vg")]
    groups: Vec<VgsGroup>,
}

#[derive(Deserialize)]
struct VgsGroup {
    #[serde(rename = "vg_name")]
    name: String,
    #[serde(rename = "vg_tags")]
    tags: String,
}

/// systemctl(1) reports it by its exit code.
fn is_enabled(unit: &str) -> bool {
    let says = |verb| programs::ask(&words(&["systemctl", verb, "--quiet", unit]), "").is_ok();
    says("is-enabled") && says("is-active")
}

#[cfg(test)]
mod tests {
    use narrows_array::build::MountPoint;

    use super::*;

    #[test]
    fn what_can_be_seen_without_rights_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conf");
        let of = |line: &str| StepProof::Line {
            file: path.display().to_string(),
            line: line.to_owned(),
        };
        assert!(!holds(&of("ARRAY x")).unwrap(), "a file that is missing has no line");
        fs::write(&path, "ARRAY xy\nARRAY x \n").unwrap();
        assert!(holds(&of("ARRAY x")).unwrap());
        assert!(!holds(&of("ARRAY")).unwrap(), "only whole lines count");
        assert!(holds(&StepProof::Folder(folder.path().display().to_string())).unwrap());
        let root = |device: &str| MountPoint {
            at: "/".to_owned(),
            device: device.to_owned(),
            identifier: "01234567-89ab-4def-8123-456789abcdef".to_owned(),
        };
        assert!(
            !holds(&StepProof::Mounted(root("/dev/null"))).unwrap(),
            "another is mounted there"
        );
        assert!(!holds(&StepProof::Device(path.display().to_string())).unwrap());
        assert!(!holds(&StepProof::Nothing).unwrap());
    }
}
