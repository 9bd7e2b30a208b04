use std::fs;
use std::os::unix::fs::symlink;

use super::*;

/// An ATA drive with its cache on, NVMe ones behind a controller and a subsystem, a virtual one.
fn machine() -> (tempfile::TempDir, Root) {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| crate::fixture::put(folder.path(), path, text);
    let link = |path: &str, target: &str| symlink(target, folder.path().join(path)).unwrap();
    for disk in ["sda", "nvme0n1", "nvme1n1", "vda"] {
        write(&format!("sys/block/{disk}/queue/write_cache"), "write back\n");
    }
    link("sys/block/sda/device", "../../../2:0:0:0");
    link("sys/block/nvme0n1/device", "../../nvme0");
    link("sys/block/nvme1n1/device", "../../nvme-subsys1");
    link("sys/block/vda/device", "../../../virtio1");
    write("sys/class/scsi_disk/2:0:0:0/cache_type", "write back\n");
    write("sys/class/scsi_disk/2:0:0:0/device/wwid", "naa.5000c500a1b2c3d4\n");
    write("sys/class/nvme-subsystem/nvme-subsys1/nvme1/state", "live\n");
    write("sys/class/nvme-subsystem/nvme-subsys1/nvme1n1/size", "1\n");
    write("dev/nvme0/feature/06", "write back\n");
    let root = Root::at(folder.path());
    (folder, root)
}

#[test]
fn each_drive_has_its_own_switch() {
    let (_folder, root) = machine();
    let tunable = |disk| drive_cache(&root, disk);
    assert_eq!(tunable("sda"), Some(Tunable::ScsiCache("2:0:0:0".to_owned())));
    assert_eq!(tunable("nvme0n1"), Some(Tunable::NvmeCache("nvme0".to_owned())));
    assert_eq!(tunable("nvme1n1"), Some(Tunable::NvmeCache("nvme1".to_owned())));
    assert_eq!((tunable("vda"), tunable("sdb"), tunable("../sda")), (None, None, None));
    assert_eq!(write_cache("vda"), Some(Tunable::WriteCache("vda".to_owned())));
    assert_eq!(write_cache("../vda"), None);
}

/// Two controllers that lead to one drive: it is not known which of them decides.
#[test]
fn several_controllers_are_left_alone() {
    let (folder, root) = machine();
    fs::create_dir(folder.path().join("sys/class/nvme-subsystem/nvme-subsys1/nvme2")).unwrap();
    assert_eq!(drive_cache(&root, "nvme1n1"), None);
}

#[test]
fn caches_are_switched_and_read_back() {
    let (folder, root) = machine();
    for tunable in ["sda", "nvme0n1"].map(|disk| drive_cache(&root, disk).unwrap()) {
        assert_eq!(tunable.get(&root).unwrap(), WRITE_BACK);
        tunable.set(&root, WRITE_THROUGH).unwrap();
        let text = fs::read_to_string(folder.path().join(tunable.path())).unwrap();
        assert_eq!(text, "write through\n", "nothing before it, such as `temporary`");
        tunable.put_back(&root, WRITE_BACK).unwrap();
        assert_eq!(tunable.get(&root).unwrap(), WRITE_BACK);
    }
}

#[test]
fn only_two_values_are_written_or_believed() {
    let (folder, root) = machine();
    let scheduler = Tunable::Scheduler("sda".to_owned());
    let tunables = ["vda", "sda"].map(|disk| Tunable::WriteCache(disk.to_owned()));
    for tunable in tunables.into_iter().chain(drive_cache(&root, "sda")) {
        for value in ["none", "writeback", "write back ", "temporary write back", "1", ""] {
            assert!(tunable.set(&root, value).is_err(), "{value:?}");
        }
        assert_eq!(tunable.get(&root).unwrap(), WRITE_BACK);
    }
    assert!(scheduler.set(&root, WRITE_BACK).is_err(), "blanks are for caches only");
    let file = folder.path().join("sys/class/scsi_disk/2:0:0:0/cache_type");
    fs::write(file, "write back, no read (daft)\n").unwrap();
    assert!(drive_cache(&root, "sda").unwrap().get(&root).is_err());
}

#[test]
fn paths_lead_to_these_settings_and_no_others() {
    let tunables = [
        Tunable::WriteCache("nvme0n1".to_owned()),
        Tunable::ScsiCache("10:0:1:0".to_owned()),
        Tunable::NvmeCache("nvme12".to_owned()),
    ];
    for tunable in tunables {
        assert_eq!(Tunable::of_path(&tunable.path()), Some(tunable));
    }
    let others = [
        "sys/class/scsi_disk/2:0:0/cache_type",
        "sys/class/scsi_disk/2:0:0:0/../cache_type",
        "sys/class/scsi_disk/2:0::0/cache_type",
        "sys/class/scsi_disk/2:0:0:0/manage_start_stop",
        "dev/nvme0n1/feature/06",
        "dev/nvme0/feature/07",
        "dev/../nvme0/feature/06",
        "sys/block/../sda/queue/write_cache",
    ];
    assert!(others.iter().all(|path| Tunable::of_path(path).is_none()));
}

/// After a restart the drive may have another address, and another drive its old one.
#[test]
fn a_saved_setting_follows_its_drive() {
    let (folder, root) = machine();
    let tunable = drive_cache(&root, "sda").unwrap();
    assert!(tunable.outlives_restart());
    let name = tunable.drive_name(&root).unwrap();
    assert_eq!(same_drive(&root, &tunable.path(), &name), Some(tunable.clone()));
    let disks = folder.path().join("sys/class/scsi_disk");
    fs::rename(disks.join("2:0:0:0"), disks.join("3:0:0:0")).unwrap();
    fs::create_dir_all(disks.join("2:0:0:0/device")).unwrap();
    fs::write(disks.join("2:0:0:0/device/wwid"), "naa.5000c500ffffffff\n").unwrap();
    let now = Some(Tunable::ScsiCache("3:0:0:0".to_owned()));
    assert_eq!(same_drive(&root, &tunable.path(), &name), now);
    assert_eq!(same_drive(&root, &tunable.path(), "naa.0"), None);
}

/// A controller that is taken out and another that is put in get the same number.
#[test]
fn a_controller_is_known_by_its_serial_number() {
    let (folder, root) = machine();
    let tunable = drive_cache(&root, "nvme0n1").unwrap();
    assert_eq!(tunable.drive_name(&root), None, "no serial number");
    let serial = |controller: &str, serial: &str| {
        let controller = folder.path().join("sys/class/nvme").join(controller);
        fs::create_dir_all(&controller).unwrap();
        fs::write(controller.join("serial"), serial).unwrap();
    };
    serial("nvme0", "S1  \n");
    assert_eq!(tunable.drive_name(&root).as_deref(), Some("S1"));
    assert!(!tunable.outlives_restart());
    serial("nvme0", "S2\n");
    assert_eq!(same_drive(&root, &tunable.path(), "S1"), None);
    serial("nvme3", "S1\n");
    assert_eq!(
        same_drive(&root, &tunable.path(), "S1"),
        Some(Tunable::NvmeCache("nvme3".to_owned()))
    );
}

/// Bridges give all drives behind them one name, and some none.
#[test]
fn a_name_that_two_bear_is_none() {
    let (folder, root) = machine();
    let tunable = drive_cache(&root, "sda").unwrap();
    let name = tunable.drive_name(&root).unwrap();
    let other = folder.path().join("sys/class/scsi_disk/5:0:0:0/device");
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("wwid"), format!("{name}\n")).unwrap();
    assert_eq!(tunable.drive_name(&root), None);
    assert_eq!(same_drive(&root, &tunable.path(), &name), None);
    fs::remove_dir_all(folder.path().join("sys/class/scsi_disk/5:0:0:0")).unwrap();
    fs::write(folder.path().join("sys/class/scsi_disk/2:0:0:0/device/wwid"), "\n").unwrap();
    assert_eq!(tunable.drive_name(&root), None, "an empty name is none");
}
