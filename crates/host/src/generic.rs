//! An NVMe drive's generic character device, which takes commands that bypass the block layer.
//!
//! For: finding `/dev/ng0n1` for `nvme0n1`, and the most that one command may move.
//!
//! Not here: opening it (`narrows-engine` does, and checks that it is the right one).
//!
//! Source: kernel drivers/nvme/host/core.c, `nvme_add_ns_cdev`, and multipath.c,
//! `nvme_add_ns_head_cdev`: the generic device hangs beside the block device and is called alike;
//! Documentation/ABI/stable/sysfs-block, `max_hw_sectors_kb` and `max_segments`.

use std::path::PathBuf;

use narrows_engine::GenericDevice;
use narrows_units::Bytes;

use crate::Root;
use crate::name::device_number;
use crate::root::RootReader;

/// The smallest page size, which counts as one segment.
const PAGE: u64 = 4096;

/// An NVMe drive's generic device; `None` before kernel 5.13, and for all else.
pub fn generic(root: &Root, drive: &str) -> Option<GenericDevice> {
    let reader = root.open().ok()?;
    let number = drive.strip_prefix("nvme").filter(|number| {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        number.split_once('n').is_some_and(|(drive, space)| is_number(drive) && is_number(space))
    })?;
    let name = format!("ng{number}");
    let folder = |link: String| {
        reader
            .link(&link)
            .and_then(|it| it.rsplit_once('/').map(|(folder, _)| folder).map(str::to_owned))
    };
    let beside = folder(format!("sys/class/nvme-generic/{name}"))?;
    // Equal numbers do not prove that both are the same drive's.
    if folder(format!("sys/class/block/{drive}"))? != beside {
        return None;
    }
    Some(GenericDevice {
        number: device_number(&reader.text(&format!("sys/class/nvme-generic/{name}/dev"))?)?,
        transfer_max: transfer_max(&reader, drive)?,
        path: PathBuf::from("/dev").join(name),
    })
}

/// Unlike reads and writes, a command is not split if it is too large or has too many segments.
fn transfer_max(reader: &RootReader, drive: &str) -> Option<Bytes> {
    let limit = |name: &str| -> Option<u64> {
        reader.text(&format!("sys/class/block/{drive}/queue/{name}"))?.parse().ok()
    };
    let by_size = limit("max_hw_sectors_kb")?.saturating_mul(1 << 10);
    let by_pieces = limit("max_segments")?.saturating_mul(PAGE);
    Some(Bytes::new(by_size.min(by_pieces)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::*;
    use crate::fixture::put;

    const CONTROLLER: &str = "devices/pci0000:00/0000:01:00.0/nvme/nvme0";

    fn link(root: &Path, class: &str, folder: &str, name: &str) {
        std::fs::create_dir_all(root.join("sys/class").join(class)).unwrap();
        let target = format!("../../{folder}/{name}");
        symlink(target, root.join("sys/class").join(class).join(name)).unwrap();
    }

    /// A drive with its generic device below `folder`.
    fn machine(folder: &str, pieces: u64) -> tempfile::TempDir {
        let machine = tempfile::tempdir().unwrap();
        let root = machine.path();
        let queue = format!("sys/{CONTROLLER}/nvme0n1/queue");
        put(root, &format!("{queue}/max_hw_sectors_kb"), "512\n");
        put(root, &format!("{queue}/max_segments"), format!("{pieces}\n"));
        put(root, &format!("sys/{folder}/ng0n1/dev"), "236:7\n");
        link(root, "block", CONTROLLER, "nvme0n1");
        link(root, "nvme-generic", folder, "ng0n1");
        machine
    }

    #[test]
    fn the_generic_device_is_the_one_beside_the_drive() {
        let machine = machine(CONTROLLER, 127);
        let root = Root::at(machine.path());
        // 127 pieces of 4 KiB are 508 KiB, less than 512.
        let expected = GenericDevice {
            path: "/dev/ng0n1".into(),
            number: (236, 7),
            transfer_max: Bytes::kib(508),
        };
        assert_eq!(generic(&root, "nvme0n1"), Some(expected));
        for other in ["nvme0n1p1", "nvme0", "nvme1n1", "sda", "nvme0n1/../nvme0n1", "nvme"] {
            assert_eq!(generic(&root, other), None, "{other}");
        }
    }

    #[test]
    fn a_namesake_of_another_controller_is_not_taken() {
        let machine = machine("devices/pci0000:00/0000:02:00.0/nvme/nvme1", 127);
        assert_eq!(generic(&Root::at(machine.path()), "nvme0n1"), None);
    }

    #[test]
    fn the_smaller_of_both_limits_counts() {
        let machine = machine(CONTROLLER, 33);
        let device = generic(&Root::at(machine.path()), "nvme0n1").unwrap();
        assert_eq!(device.transfer_max, Bytes::kib(132));
    }
}
