//! What speaks against building an array of these drives, and what should be known beforehand.

use std::path::Path;

use narrows_build::{Engine, System, Wanted};
use narrows_host::build::{self, Candidate};
use narrows_host::guard::Check;
use narrows_messages::Message;

/// All but the serial numbers, which are asked for later.
pub fn reasons(candidates: &[Candidate]) -> Vec<Message> {
    let mut reasons = Vec::new();
    for candidate in candidates {
        let refusals = candidate.refusals.iter();
        let refusals = refusals.filter(|it| !(it.check == Check::Serial && has_serial(candidate)));
        reasons.extend(refusals.map(|refusal| refusal.why.clone()));
    }
    reasons
}

/// Drives that are not those of the plan.
pub fn others(candidates: &[Candidate], expected: &[Option<String>]) -> Vec<Message> {
    let pairs = candidates.iter().zip(expected);
    let other = |(candidate, expected): (&Candidate, &Option<String>)| {
        let member = &candidate.member;
        let expected = expected.as_ref().filter(|serial| **serial != member.serial)?;
        let message = Message::new("build-plan-drive-other").with("drive", &member.path);
        Some(message.with("serial", &member.serial).with("wanted", expected))
    };
    pairs.filter_map(other).collect()
}

fn has_serial(candidate: &Candidate) -> bool {
    !candidate.member.serial.is_empty()
}

/// Names and folders that are somebody else's already.
pub fn clashes(wanted: &Wanted, system: &System) -> Vec<Message> {
    let known = build::known(system);
    let mut clashes = Vec::new();
    let lines = known.mdadm_conf.as_deref().map(narrows_build::conf::arrays).unwrap_or_default();
    let is_there = |device: &str| {
        lines.iter().any(|line| line.device.as_deref() == Some(device))
            || Path::new(device).exists()
    };
    let is_taken = match wanted.engine {
        Engine::Md if wanted.container.is_some() => {
            is_there(&format!("/dev/md/{}", wanted.name))
                || is_there(&format!("/dev/md/{}-imsm", wanted.name))
        }
        Engine::Md => is_there(&format!("/dev/md/{}", wanted.name)),
        Engine::Lvm => is_there(&format!("/dev/{}", wanted.name)) || build::has_group(&wanted.name),
        Engine::Btrfs | Engine::Zfs => false,
    };
    if is_taken {
        clashes.push(Message::new("build-name-taken").with("name", &wanted.name));
    }
    let Some(at) = &wanted.mount else { return clashes };
    let entries = known.fstab.as_deref().map(narrows_build::fstab::entries).unwrap_or_default();
    if entries.iter().any(|entry| entry.at == *at) {
        clashes.push(Message::new("build-mount-taken").with("path", at));
    }
    let is_empty = std::fs::read_dir(at).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty {
        clashes.push(Message::new("build-mount-not-empty").with("path", at));
    }
    clashes
}

/// What does not forbid it, and should be known beforehand.
pub fn remarks(wanted: &Wanted, system: &System) -> Vec<Message> {
    let mut notes = Vec::new();
    if wanted.engine == Engine::Md && system.initial_ram_disk.is_none() {
        notes.push(Message::new("build-no-initial-ram-disk"));
    }
    if wanted.mount.is_none() {
        notes.push(Message::new("build-not-mounted"));
    }
    notes
}
