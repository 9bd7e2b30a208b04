//! Reasons against building an array of these drives, and notes to read beforehand.

use std::path::Path;
use std::{fs, io};

use narrows_array::build::{
    ArrayEngine, ArrayIdentifiers, ArrayRequest, Identifier, MountPoint, SystemFacilities,
    mount_point, steps,
};
use narrows_host::build::{self, MemberCandidate};
use narrows_host::guard::OverwriteCheck;
use narrows_host::identity;
use narrows_messages::Message;
use rustix::fs::{Access, AtFlags, CWD, accessat};

use super::edited;

const FSTAB: &str = "/etc/fstab";

/// Below these the kernel shows itself and its devices.
const SYSTEMS_OWN: [&str; 3] = ["/proc", "/sys", "/dev"];

/// All reasons except serial numbers, which are requested later.
pub fn reasons(candidates: &[MemberCandidate]) -> Vec<Message> {
    let mut reasons = Vec::new();
    for candidate in candidates {
        let refusals = candidate.refusals.iter();
        let refusals = refusals
            .filter(|it| it.check != OverwriteCheck::Serial || candidate.member.serial.is_empty());
        reasons.extend(refusals.map(|refusal| refusal.why.clone()));
    }
    reasons
}

/// Drives that differ from the plan's.
pub fn others(candidates: &[MemberCandidate], expected: &[Option<String>]) -> Vec<Message> {
    let pairs = candidates.iter().zip(expected);
    let other = |(candidate, expected): (&MemberCandidate, &Option<String>)| {
        let member = &candidate.member;
        let expected = expected.as_ref().filter(|serial| **serial != member.serial)?;
        let message = Message::new("build-plan-drive-other").with("drive", &member.path);
        Some(message.with("serial", &member.serial).with("wanted", expected))
    };
    pairs.filter_map(other).collect()
}

/// Names and folders already in use.
pub fn clashes(wanted: &ArrayRequest, system: &SystemFacilities) -> Vec<Message> {
    let known = build::known(system);
    let mut clashes = Vec::new();
    let lines =
        known.mdadm_conf.as_deref().map(narrows_array::build::conf::arrays).unwrap_or_default();
    let is_there = |device: &str| {
        lines.iter().any(|line| line.device.as_deref() == Some(device))
            || Path::new(device).exists()
    };
    let is_taken = match wanted.engine {
        ArrayEngine::Md if wanted.container.is_some() => {
            is_there(&format!("/dev/md/{}", wanted.name))
                || is_there(&format!("/dev/md/{}-imsm", wanted.name))
        }
        ArrayEngine::Md => is_there(&format!("/dev/md/{}", wanted.name)),
        ArrayEngine::Lvm => {
            is_there(&format!("/dev/{}", wanted.name)) || build::has_group(&wanted.name)
        }
        ArrayEngine::Btrfs | ArrayEngine::Zfs => false,
    };
    if is_taken {
        clashes.push(Message::new("build-name-taken").with("name", &wanted.name));
    }
    // Identifiers are drawn only when the array is made; here any will do for the files' lines.
    let new = Identifier::of_random([0; 16]);
    let ids = ArrayIdentifiers { array: new, file_system: new };
    clashes.extend(hindrances(wanted, system, &ids));
    clashes
}

/// Obstacles that would stop these steps at the end, after the drives are overwritten: system files that cannot be
/// edited, a mount point that is another's or none.
pub fn hindrances(
    wanted: &ArrayRequest,
    system: &SystemFacilities,
    ids: &ArrayIdentifiers,
) -> Vec<Message> {
    if wanted.engine == ArrayEngine::Zfs {
        return Vec::new();
    }
    let mut steps = steps(wanted, system, ids);
    steps.retain(|step| !build::holds(&step.proof).unwrap_or(false));
    let mut hindrances = edited::hindrances(&steps);
    hindrances
        .extend(mount_point(wanted, ids).into_iter().flat_map(|point| of_mount_point(&point)));
    hindrances
}

/// Reasons against mounting this file system there; empty if it is mounted there.
pub fn of_mount_point(point: &MountPoint) -> Vec<Message> {
    let about = |id| Message::new(id).with("path", &point.at);
    let unusable = |why: &io::Error| about("build-mount-unusable").with("why", why);
    let path = Path::new(&point.at);
    match build::mounted_at(path) {
        Ok(Some(mounted)) if mounted.is(point) => return Vec::new(),
        Ok(Some(mounted)) => {
            return vec![about("build-mount-in-use").with("source", mounted.source)];
        }
        Ok(None) => {}
        Err(why) => return vec![unusable(&why)],
    }
    let own = format!("UUID={}", point.identifier);
    let mut reasons = Vec::new();
    match build::mounts_at(Path::new(FSTAB), path) {
        Ok(sources) if sources.iter().all(|source| *source == own) => {}
        Ok(_) => reasons.push(about("build-mount-taken")),
        Err(why) => {
            reasons.push(Message::new("build-file-unwritable").with("path", FSTAB).with("why", why))
        }
    }
    let real = build::real(path);
    if SYSTEMS_OWN.iter().any(|folder| real.starts_with(folder)) {
        reasons.push(about("build-mount-in-system"));
        return reasons;
    }
    reasons.extend(match fs::symlink_metadata(path) {
        Ok(is) if is.is_symlink() => Some(about("build-mount-link")),
        Ok(is) if !is.is_dir() => Some(about("build-mount-not-folder")),
        Ok(_) => match fs::read_dir(path).map(|mut entries| entries.next().is_none()) {
            Ok(true) => None,
            Ok(false) => Some(about("build-mount-not-empty")),
            Err(why) => Some(unusable(&why)),
        },
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            cannot_be_made(path).map(|why| unusable(&why))
        }
        Err(why) => Some(unusable(&why)),
    });
    reasons
}

/// Why a folder cannot be created, judging by its nearest existing parent.
fn cannot_be_made(path: &Path) -> Option<io::Error> {
    let parent = path.ancestors().skip(1).find(|it| it.symlink_metadata().is_ok())?;
    if !parent.is_dir() {
        return Some(io::ErrorKind::NotADirectory.into());
    }
    let can = accessat(CWD, parent, Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS);
    // Without root's rights missing ones are no obstacle: root will build it.
    can.err().filter(|_| identity::is_root()).map(io::Error::from)
}

/// Notes to read beforehand that do not forbid it.
pub fn remarks(wanted: &ArrayRequest, system: &SystemFacilities) -> Vec<Message> {
    let mut notes = Vec::new();
    if wanted.engine == ArrayEngine::Md && system.initial_ram_disk.is_none() {
        notes.push(Message::new("build-no-initial-ram-disk"));
    }
    if wanted.mount.is_none() {
        notes.push(Message::new("build-not-mounted"));
    }
    notes
}
