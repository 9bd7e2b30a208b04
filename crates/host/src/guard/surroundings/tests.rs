use std::fs;

use tempfile::TempDir;

use super::*;
use crate::Root;
use crate::fixture::{link, put};

/// A machine with sdb (8:16) and its partition sdb1 (8:17), and another drive sdc (8:32).
fn machine() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let drive = |name: &str, number: &str| {
        let real = format!("sys/devices/pci0/block/{name}");
        put(&root, &format!("{real}/dev"), number);
        put(&root, &format!("{real}/size"), "2048");
        put(&root, &format!("{real}/ro"), "0");
        put(&root, &format!("{real}/removable"), "0");
        for folder in ["holders", "slaves", "device"] {
            fs::create_dir_all(root.path().join(&real).join(folder)).unwrap();
        }
        link(
            &root,
            &format!("sys/dev/block/{number}"),
            &format!("../../devices/pci0/block/{name}"),
        );
        link(
            &root,
            &format!("sys/class/block/{name}"),
            &format!("../../devices/pci0/block/{name}"),
        );
        link(&root, &format!("sys/block/{name}"), &format!("../devices/pci0/block/{name}"));
    };
    drive("sdb", "8:16");
    drive("sdc", "8:32");
    put(&root, "proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n");
    put(&root, "proc/swaps", "Filename Type Size Used Priority\n");
    root
}

fn partition(root: &TempDir) {
    let real = "sys/devices/pci0/block/sdb/sdb1";
    put(root, &format!("{real}/dev"), "8:17");
    put(root, &format!("{real}/partition"), "1");
    fs::create_dir_all(root.path().join(real).join("holders")).unwrap();
    link(root, "sys/dev/block/8:17", "../../devices/pci0/block/sdb/sdb1");
    link(root, "sys/class/block/sdb1", "../../devices/pci0/block/sdb/sdb1");
}

fn facts(root: &TempDir) -> DriveFacts {
    facts_at(root, (8, 16))
}

fn facts_at(root: &TempDir, number: (u32, u32)) -> DriveFacts {
    let reader = Root::at(root.path()).open().unwrap();
    SysfsDriveFacts::of(&reader, number).unwrap().facts()
}

fn pairs(list: &[(String, String)]) -> Vec<(&str, &str)> {
    list.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect()
}

#[test]
fn a_drive_that_nobody_uses_has_nothing_to_say() {
    let observed = facts(&machine());
    let expected = DriveFacts {
        name: "sdb".to_owned(),
        number: (8, 16),
        size: Bytes::mib(1),
        ..DriveFacts::default()
    };
    assert_eq!(observed, expected);
    let reader = Root::at(machine().path()).open().unwrap();
    assert!(SysfsDriveFacts::of(&reader, (1, 1)).is_none());
}

#[test]
fn partitions_count_as_the_drive() {
    let root = machine();
    partition(&root);
    put(&root, "proc/self/mountinfo", "1 0 8:17 / /mnt/a\\040b rw - ext4 /dev/sdb1 rw\n");
    put(&root, "proc/swaps", "Filename Type Size Used Priority\n/dev/sdb1 partition 1 0 -2\n");
    put(&root, "proc/mdstat", "md0 : active raid1 sdc1[1] sdb1[0](F)\n  1 blocks\n");
    put(&root, "sys/devices/pci0/block/sdb/sdb1/holders/dm-3", "");
    let observed = facts(&root);
    assert_eq!(observed.partitions, ["sdb1"]);
    assert_eq!(pairs(&observed.mounts), [("sdb1", "/mnt/a b")]);
    assert_eq!(observed.swaps, ["sdb1"]);
    assert_eq!(pairs(&observed.arrays), [("sdb1", "md0")]);
    assert_eq!(pairs(&observed.holders), [("sdb1", "dm-3")]);
    assert_eq!(facts_at(&root, (8, 17)).partition_of.as_deref(), Some("sdb"));
    assert_eq!(observed.partition_of, None);
}

#[test]
fn mounts_of_other_namespaces_and_of_btrfs_count() {
    let root = machine();
    put(&root, "proc/77/mountinfo", "1 0 8:16 / /inside rw - xfs /dev/sdb rw\n");
    put(&root, "proc/self/mountinfo", "1 0 0:40 / /data rw - btrfs /dev/sdb rw\n");
    put(&root, "sys/fs/btrfs/1234/devices/sdb", "");
    let observed = facts(&root);
    let expected = [("sdb", "/data"), ("sdb", "/inside"), ("sdb", "btrfs 1234")];
    assert_eq!(pairs(&observed.mounts), expected);
}

#[test]
fn holders_are_seen_from_both_sides() {
    let root = machine();
    put(&root, "sys/devices/virtual/block/md9/slaves/sdb", "");
    link(&root, "sys/class/block/md9", "../../devices/virtual/block/md9");
    put(&root, "sys/devices/virtual/block/loop5/loop/backing_file", "/dev/sdb\n");
    link(&root, "sys/class/block/loop5", "../../devices/virtual/block/loop5");
    assert_eq!(pairs(&facts(&root).holders), [("sdb", "loop5"), ("sdb", "md9")]);
}

#[test]
fn what_cannot_be_read_is_unknown() {
    let root = machine();
    fs::remove_file(root.path().join("proc/self/mountinfo")).unwrap();
    fs::remove_file(root.path().join("sys/devices/pci0/block/sdb/ro")).unwrap();
    let observed = facts(&root);
    assert!(
        matches!(observed.unknown[..], [(OverwriteCheck::Mounts, _)]),
        "{:?}",
        observed.unknown
    );
    assert!(observed.read_only, "a drive that does not say that it can be written cannot");
}

#[test]
fn serials_are_read_where_drives_have_them() {
    let root = machine();
    let device = "sys/devices/pci0/block/sdb/device";
    put(&root, &format!("{device}/vpd_pg80"), b"\0\x80\0\x08 WD-1234");
    put(&root, &format!("{device}/wwid"), "naa.5000\n");
    link(&root, "dev/disk/by-id/ata-WD_1234", "../../sdb");
    link(&root, "dev/disk/by-id/dm-name-mine", "../../sdb");
    let observed = facts(&root).identity;
    let text = |text: &str| Some(text.to_owned());
    let all = DriveIdentity {
        serial: text("WD-1234"),
        wwn: text("naa.5000"),
        by_id: text("ata-WD_1234"),
    };
    assert_eq!(observed, all);
    put(&root, "sys/devices/pci0/block/sdb/serial", "virtio-1\n");
    assert_eq!(facts(&root).identity.serial, text("virtio-1"));
}

/// Namespaces of one NVMe drive share its serial, and cheap bridges use the same one.
#[test]
fn a_serial_that_two_have_tells_nothing() {
    let root = machine();
    for drive in ["sdb", "sdc"] {
        put(&root, &format!("sys/devices/pci0/block/{drive}/device/serial"), "SAME");
        put(&root, &format!("sys/devices/pci0/block/{drive}/wwid"), format!("eui.{drive}"));
    }
    assert_eq!(facts(&root).identity.wanted(), Some("eui.sdb"));
    // A path of the same drive, which the kernel hides, is no other drive.
    put(&root, "sys/devices/pci0/block/sdc/hidden", "1");
    assert_eq!(facts(&root).identity.wanted(), Some("SAME"));
}

/// Bridges that have nothing but one serial number between them.
#[test]
fn a_link_that_two_claim_tells_nothing() {
    let root = machine();
    for drive in ["sdb", "sdc"] {
        put(&root, &format!("sys/devices/pci0/block/{drive}/device/serial"), "SAME");
    }
    let name = "usb-Bridge_SAME-0:0";
    link(&root, &format!("dev/disk/by-id/{name}"), "../../sdb");
    for older in ["", r"\x2f"] {
        let claims = format!(r"run/udev/links/{older}disk\x2fby-id\x2f{name}");
        put(&root, &format!("{claims}/b8:16"), "");
        assert_eq!(facts(&root).identity.wanted(), Some(name));
        put(&root, &format!("{claims}/b8:32"), "");
        assert_eq!(facts(&root).identity.wanted(), None);
        fs::remove_dir_all(root.path().join("run")).unwrap();
    }
}

#[test]
fn who_has_it_open_for_writing_is_told() {
    let root = machine();
    partition(&root);
    // flags as the kernel writes them: O_RDWR | O_LARGEFILE, and O_RDONLY | O_LARGEFILE.
    for (process, device, flags) in
        [("71", "/dev/sdb1", "0100002"), ("72", "/dev/sdb", "0100000"), ("73", "/dev/sdc", "01")]
    {
        put(&root, &format!("proc/{process}/comm"), "kvm\n");
        put(&root, &format!("proc/{process}/fdinfo/9"), format!("pos:\t0\nflags:\t{flags}\n"));
        link(&root, &format!("proc/{process}/fd/9"), device);
    }
    assert_eq!(pairs(&facts(&root).writers), [("sdb1", "kvm (71)")]);
    // It has it open, and the mode cannot be determined.
    fs::remove_file(root.path().join("proc/72/fdinfo/9")).unwrap();
    assert_eq!(pairs(&facts(&root).writers), [("sdb", "kvm (72)"), ("sdb1", "kvm (71)")]);
}

#[test]
fn other_ways_to_the_same_storage_are_told() {
    let root = machine();
    let over = |name: &str, number: &str, path: &str| {
        let real = format!("sys/devices/virtual/block/{name}");
        put(&root, &format!("{real}/dev"), number);
        put(&root, &format!("{real}/loop/backing_file"), path);
        link(&root, &format!("sys/dev/block/{number}"), &format!("../../{}", &real[4..]));
        link(&root, &format!("sys/class/block/{name}"), &format!("../../{}", &real[4..]));
        link(&root, &format!("sys/block/{name}"), &format!("../{}", &real[4..]));
    };
    over("loop1", "7:1", "/images/a");
    over("loop2", "7:2", "/images/a");
    over("loop3", "7:3", "/images/b");
    over("loop4", "7:4", "/dev/sdc");
    assert_eq!(facts_at(&root, (7, 1)).twins, ["loop2"]);
    assert_eq!(facts_at(&root, (7, 3)).twins, [""; 0]);
    assert_eq!(facts_at(&root, (7, 4)).stands_on.as_deref(), Some("/dev/sdc"));
    // Two paths of one logical unit.
    for drive in ["sdb", "sdc"] {
        put(&root, &format!("sys/devices/pci0/block/{drive}/device/wwid"), "naa.5000");
    }
    assert_eq!(facts(&root).twins, ["sdc"]);
}

#[test]
fn what_is_mapped_registered_or_exported_counts() {
    let root = machine();
    put(&root, "proc/71/comm", "kvm\n");
    put(&root, "proc/71/maps", "7f00-7f01 rw-s 00000000 00:06 325 /dev/sdb\n");
    put(&root, "proc/72/comm", "ring\n");
    link(&root, "proc/72/fd/4", "anon_inode:[io_uring]");
    put(&root, "proc/72/fdinfo/4", "UserFiles:\t1\n    0: /dev/sdb\n");
    put(&root, "proc/73/comm", "bus\n");
    link(&root, "proc/73/fd/4", "socket:[77]");
    put(&root, "proc/73/fdinfo/4", "flags:\t02\nscm_fds: 1\n");
    put(&root, "sys/kernel/config/nvmet/subsystems/a/namespaces/1/device_path", "/dev/sdb\n");
    let observed = facts(&root);
    assert_eq!(pairs(&observed.writers), [("sdb", "kvm (71)"), ("sdb", "ring (72)")]);
    assert_eq!(observed.in_flight, ["bus (73)"]);
    assert_eq!(pairs(&observed.holders), [("sdb", "nvmet")]);
}
