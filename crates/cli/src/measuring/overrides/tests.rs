use std::fs;
use std::os::unix::fs::symlink;

use super::*;

/// An ATA drive and an NVMe drive with their caches on, and a virtual disk.
fn machine() -> (tempfile::TempDir, Root) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for disk in ["sda", "nvme0n1", "vda"] {
        write(&format!("sys/block/{disk}/queue/write_cache"), "write back\n");
    }
    for (disk, device) in [("sda", "2:0:0:0"), ("nvme0n1", "nvme0"), ("vda", "virtio1")] {
        symlink(device, folder.path().join(format!("sys/block/{disk}/device"))).unwrap();
    }
    write("sys/class/scsi_disk/2:0:0:0/cache_type", "write back\n");
    write("sys/class/scsi_disk/2:0:0:0/device/wwid", "naa.5000\n");
    write("dev/nvme0/feature/06", "write back\n");
    write("sys/class/nvme/nvme0/serial", "S1\n");
    let root = Root::at(folder.path());
    (folder, root)
}

fn planned(root: &Root, disk: &str, switches: &[CacheSwitch]) -> Result<Vec<[String; 2]>, String> {
    let settings = settings(root, &[disk.to_owned()], switches);
    let row = |one: ExperimentSetting| [one.path, one.wanted.unwrap_or_default()];
    settings
        .map(|settings| settings.into_iter().map(row).collect())
        .map_err(|why| why.id().to_owned())
}

#[test]
fn modes_are_named_by_caching_and_switches() {
    assert_eq!(mode("direct"), Some((Caching::Direct, vec![])));
    let both = vec![CacheSwitch::DriveCacheOff, CacheSwitch::NoFlush];
    assert_eq!(mode("page-cache+drive-cache-off+no-flush"), Some((Caching::PageCache, both)));
    for none in ["", "+no-flush", "direct+", "direct+no-flush+no-flush", "no-flush", "driver-none"]
    {
        assert_eq!(mode(none), None, "{none:?}");
    }
}

/// A SCSI drive's switch also changes the kernel's own setting, which is put back after it; an NVMe
/// drive's does not.
#[test]
fn what_is_written_and_what_changes_along() {
    let (_folder, root) = machine();
    let row = |path: &str, wanted: &str| [path.to_owned(), wanted.to_owned()];
    let (scsi, sda) = ("sys/class/scsi_disk/2:0:0:0/cache_type", "sys/block/sda/queue/write_cache");
    let (off, no_flush) = (CacheSwitch::DriveCacheOff, CacheSwitch::NoFlush);
    let plan = |disk: &str, switches: &[CacheSwitch]| planned(&root, disk, switches);
    assert_eq!(plan("sda", &[off]), Ok(vec![row(scsi, "write through"), row(sda, "")]));
    assert_eq!(plan("sda", &[no_flush]), Ok(vec![row(sda, "write through")]));
    let both = vec![row(scsi, "write through"), row(sda, "write through")];
    assert_eq!(plan("sda", &[no_flush, off]), Ok(both));
    assert_eq!(plan("nvme0n1", &[off]), Ok(vec![row("dev/nvme0/feature/06", "write through")]));
    assert_eq!(plan("vda", &[off]), Err("caches-no-switch".to_owned()));
    assert_eq!(plan("sdb", &[no_flush]), Err("experiment-cannot-read".to_owned()));
    assert_eq!(plan("vda", &[]), Ok(vec![]));
}

#[test]
fn what_is_so_already_is_not_written() {
    let (folder, root) = machine();
    for path in ["dev/nvme0/feature/06", "sys/block/nvme0n1/queue/write_cache"] {
        fs::write(folder.path().join(path), "write through\n").unwrap();
    }
    let switches = [CacheSwitch::DriveCacheOff, CacheSwitch::NoFlush];
    assert_eq!(planned(&root, "nvme0n1", &switches), Ok(vec![]));
}

#[test]
fn what_a_drive_has_carries_its_name() {
    let (_folder, root) = machine();
    let disks = ["sda".to_owned(), "nvme0n1".to_owned()];
    let settings = settings(&root, &disks, &[CacheSwitch::DriveCacheOff]).unwrap();
    let names: Vec<Option<&str>> = settings.iter().map(|one| one.drive.as_deref()).collect();
    assert_eq!(names, [Some("naa.5000"), None, Some("S1")]);
    let (change, back) = commands(&settings);
    assert_eq!(
        change,
        [
            "echo \"write through\" > /sys/class/scsi_disk/2:0:0:0/cache_type",
            "nvme set-feature /dev/nvme0 --feature-id=6 --value=0"
        ]
    );
    assert_eq!(back.len(), 3);
    assert_eq!(back[1], "echo \"write back\" > /sys/block/sda/queue/write_cache");
}

/// It saves the setting, and after a power cut it could not be known which drive it was.
#[test]
fn a_drive_that_could_not_be_found_again_is_left_alone() {
    let (folder, root) = machine();
    let wwid = folder.path().join("sys/class/scsi_disk/2:0:0:0/device/wwid");
    let off = || planned(&root, "sda", &[CacheSwitch::DriveCacheOff]);
    fs::write(&wwid, "\n").unwrap();
    assert_eq!(off(), Err("caches-nameless".to_owned()));
    fs::remove_file(&wwid).unwrap();
    assert_eq!(off(), Err("caches-nameless".to_owned()));
    // Settings reset by a restart need no name.
    assert!(planned(&root, "sda", &[CacheSwitch::NoFlush]).is_ok());
    fs::remove_file(folder.path().join("sys/class/nvme/nvme0/serial")).unwrap();
    assert!(planned(&root, "nvme0n1", &[CacheSwitch::DriveCacheOff]).is_ok());
}

#[test]
fn a_cache_that_came_on_again_is_told() {
    let (folder, root) = machine();
    let disks = ["sda".to_owned(), "nvme0n1".to_owned()];
    let settings = settings(&root, &disks, &[CacheSwitch::DriveCacheOff]).unwrap();
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
    write("sys/class/scsi_disk/2:0:0:0/cache_type", "write through\n");
    write("dev/nvme0/feature/06", "write through\n");
    assert_eq!(not_held(&root, &settings), []);
    let lost = [Message::new("caches-did-not-hold").with("path", "dev/nvme0/feature/06")];
    write("dev/nvme0/feature/06", "write back\n");
    assert_eq!(not_held(&root, &settings), lost, "as after a reset");
    write("dev/nvme0/feature/06", "write through\n");
    write("sys/class/nvme/nvme0/serial", "S2\n");
    assert_eq!(not_held(&root, &settings), lost, "another drive at the same path");
}
