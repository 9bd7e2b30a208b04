//! The condition of an md array, from the kernel's files below /sys/block/NAME/md.
//!
//! Source: kernel Documentation/admin-guide/md.rst.

use std::fs;
use std::path::Path;

use narrows_array::build::Sync;
use narrows_array::build::condition::{ArrayCondition, ArrayTask, MemberCondition};

use super::synchronized;

/// The condition of the array of this kernel name; unreadable values are left open.
pub fn condition(name: &str) -> ArrayCondition {
    let folder = format!("/sys/block/{name}/md");
    let percent = match synchronized(name) {
        Some(sync @ Sync::Running { .. }) => Some((sync.share() * 100.0) as u64),
        _ => None,
    };
    let task = task(Path::new(&folder)).map(|kind| ArrayTask { kind, percent });
    ArrayCondition { task, ..of_folder(Path::new(&folder)) }
}

fn of_folder(folder: &Path) -> ArrayCondition {
    let text = |attribute: &str| {
        let text = fs::read_to_string(folder.join(attribute));
        text.unwrap_or_default().trim().to_owned()
    };
    // While it is reshaped there are two numbers, `4 (3)`: as it will be, and as it was.
    let drives = text("raid_disks");
    ArrayCondition {
        state: text("array_state"),
        level: text("level"),
        drives: drives.split(' ').next().and_then(|count| count.parse().ok()).filter(|it| *it > 0),
        degraded: text("degraded").parse().ok(),
        members: members(folder),
        task: None,
    }
}

fn task(folder: &Path) -> Option<String> {
    let action = fs::read_to_string(folder.join("sync_action")).ok()?;
    let is_work =
        |action: &&str| ["resync", "recover", "check", "repair", "reshape"].contains(action);
    Some(action.trim()).filter(is_work).map(str::to_owned)
}

/// `dev-nvme0n1/state` is a list such as `in_sync` or `faulty,write_error`.
fn members(folder: &Path) -> Vec<MemberCondition> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let member = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?.strip_prefix("dev-")?.to_owned();
        let state = fs::read_to_string(entry.path().join("state")).unwrap_or_default();
        let has = |word: &str| state.trim().split(',').any(|it| it == word);
        Some(MemberCondition { name, is_in_sync: has("in_sync"), has_failed: has("faulty") })
    };
    let mut members: Vec<MemberCondition> = entries.filter_map(member).collect();
    members.sort_by(|a, b| a.name.cmp(&b.name));
    members
}

#[cfg(test)]
mod tests {
    use narrows_array::build::condition::Health;

    use super::*;
    use crate::fixture::{put, tree};

    #[test]
    fn an_array_with_a_failed_member_is_read() {
        let folder = tree(&[
            ("array_state", "active\n"),
            ("level", "raid5\n"),
            ("raid_disks", "3\n"),
            ("degraded", "1\n"),
            ("sync_action", "idle\n"),
            ("dev-nvme0n1/state", "in_sync\n"),
            ("dev-nvme1n1/state", "faulty,write_error\n"),
        ]);
        let read = of_folder(folder.path());
        assert_eq!(read.health(), Health::Degraded);
        assert_eq!((read.drives, read.spare_failures()), (Some(3), Some(0)));
        let failed: Vec<bool> = read.members.iter().map(|member| member.has_failed).collect();
        assert_eq!(failed, [false, true]);
        assert_eq!(task(folder.path()), None);
        put(folder.path(), "sync_action", "recover\n");
        assert_eq!(task(folder.path()).as_deref(), Some("recover"));
    }

    #[test]
    fn an_array_that_is_not_there_is_not_known() {
        assert_eq!(of_folder(Path::new("/none")).health(), Health::Unknown);
    }
}
