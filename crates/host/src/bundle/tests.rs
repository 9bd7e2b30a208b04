//! Bundles can be read back, are the same each time, and contain no secrets.

use std::io::Read;

use super::*;

const SERIAL: &str = "S3Z9NB0K512345X";
const SECRETS: &[&str] = &[
    SERIAL,
    "WD-WCC4N7XK1234",
    "0b5d3f2e-7a41-4c3b-9f17-2d9a6c1e8f05",
    "0025385b71b0a1c2",
    "5000c500a1b2c3d4",
    "BOARD-SN-77",
    "anns--laptop--vg",
    "build@anns-laptop",
    "/home/ann",
    "001b213c4d5e",
    "c7Xn2k",
    "UNITSN80",
    "traddr=10.1.2.3",
    "root=UUID",
    "annskernel",
    "Anns Workstation",
    "anns stick",
    "ANNSDISK",
    "anns-array",
];

fn smbios() -> Vec<u8> {
    let mut table = vec![2, 9, 0, 0, 1, 2, 0, 3, 0];
    table.extend(b"Maker\0Board\0BOARD-SN-77\0\0");
    table
}

/// 4,096 bytes with a Device Serial Number capability behind another one.
fn config() -> Vec<u8> {
    let mut config = vec![0; 4096];
    config[0x100..0x104].copy_from_slice(&(0x0001u32 | 1 << 16 | 0x148 << 20).to_le_bytes());
    config[0x148..0x14c].copy_from_slice(&(0x0003u32 | 1 << 16).to_le_bytes());
    config[0x14c..0x154].copy_from_slice(&[0x5e, 0x4d, 0x3c, 0xff, 0xff, 0x21, 0x1b, 0x00]);
    config[0x154] = 0x77;
    config
}

fn tree() -> FileTree {
    let uuid = "0b5d3f2e-7a41-4c3b-9f17-2d9a6c1e8f05";
    let mut page_80 = vec![0, 0x80, 1, 4];
    page_80.extend(format!("{:260}", "UNITSN80").into_bytes());
    let nvme = "sys/devices/pci0000:00/0000:00:1d.0/nvme/nvme0";
    let files = [
        (format!("{nvme}/serial"), format!("{SERIAL}     \n").into_bytes()),
        (format!("{nvme}/model"), b"Samsung SSD 960 PRO 512GB\n".to_vec()),
        (format!("{nvme}/odd"), format!("[{SERIAL}]").into_bytes()),
        (format!("{nvme}/blob"), [b"\xff\xfe", SERIAL.as_bytes(), b"\xff"].concat()),
        (format!("{nvme}/nvme0n1/wwid"), b"eui.0025385b71b0a1c2\n".to_vec()),
        (format!("{nvme}/{SERIAL}/x"), b"1".to_vec()),
        ("sys/devices/pci0000:00/0000:00:1d.0/config".into(), config()),
        ("sys/devices/sda/wwid".into(), b"t10.ATA     WDC WD40   WD-WCC4N7XK1234\n".to_vec()),
        ("sys/devices/sdb/wwid".into(), b"naa.5000c500a1b2c3d4\n".to_vec()),
        ("sys/devices/sdb/device/vpd_pg80".into(), page_80),
        ("sys/devices/f/nvme1/address".into(), b"traddr=10.1.2.3,trsvcid=4420\n".to_vec()),
        ("sys/devices/dm-0/dm/name".into(), b"anns--laptop--vg-root\n".to_vec()),
        ("sys/devices/dm-0/dm/uuid".into(), b"LVM-c7Xn2kJq\n".to_vec()),
        ("sys/devices/loop0/loop/backing_file".into(), b"/home/ann/disk.img\n".to_vec()),
        ("sys/firmware/dmi/tables/DMI".into(), smbios()),
        ("proc/sys/kernel/osrelease".into(), b"6.1.0-annskernel\n".to_vec()),
        ("sys/class/dmi/id/product_name".into(), b"Anns Workstation\n".to_vec()),
        (
            "sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/host6/6:0:0:0/model".into(),
            b"anns stick\n".to_vec(),
        ),
        (
            "sys/devices/platform/host5/session1/target5:0:0/5:0:0:1/model".into(),
            b"ANNSDISK\n".to_vec(),
        ),
        (
            "sys/devices/platform/host5/session1/target5:0:0/5:0:0:1/vendor".into(),
            b"anns-array\n".to_vec(),
        ),
        (
            "sys/devices/virtual/nvme-subsystem/nvme-subsys0/model".into(),
            b"Samsung SSD 960 PRO 512GB\n".to_vec(),
        ),
        ("proc/version".into(), b"Linux version 6.1.0 (build@anns-laptop) (gcc) #1\n".to_vec()),
        (
            "proc/mounts".into(),
            b"/dev/mapper/anns--laptop--vg-root / ext4 rw 0 0\n/dev/sda1 /home/ann xfs rw 0 0\n"
                .to_vec(),
        ),
        ("proc/cmdline".into(), format!("root=UUID={uuid}\n").into_bytes()),
        (format!("sys/fs/btrfs/{uuid}/label"), b"anns--laptop--vg\n".to_vec()),
    ];
    let mut tree = FileTree::default();
    for (path, bytes) in files {
        assert!(tree.insert(&path, FileTreeEntry::File(bytes)), "{path}");
    }
    tree.insert(
        "sys/class/net/enx001b213c4d5e",
        FileTreeEntry::Link("../../enx001b213c4d5e".into()),
    );
    tree.insert("sys/by-uuid", FileTreeEntry::Link(format!("fs/btrfs/{uuid}")));
    tree.insert("sys/firmware/efi", FileTreeEntry::Folder);
    tree
}

fn packed(tree: &FileTree) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(tree, &mut bytes).unwrap();
    bytes
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut tar = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut tar).unwrap();
    tar
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
}

#[test]
fn no_secret_survives_in_the_bytes_of_the_bundle() {
    let plain = unpacked(&packed(&tree()));
    let hidden = unpacked(&packed(&anonymise(&tree(), &Salt::of([9; 32]))));
    for secret in SECRETS {
        assert!(holds(&plain, secret), "the test must be able to fail: {secret}");
        assert!(!holds(&hidden, secret), "{secret}");
    }
}

#[test]
fn what_is_no_secret_stays_and_hashes_agree() {
    let salt = Salt::of([9; 32]);
    let hidden = anonymise(&tree(), &salt);
    let nvme = "sys/devices/pci0000:00/0000:00:1d.0/nvme/nvme0";
    assert_eq!(hidden.text(&format!("{nvme}/model")), Some("Samsung SSD 960 PRO 512GB"));
    let several = "sys/devices/virtual/nvme-subsystem/nvme-subsys0/model";
    assert_eq!(hidden.text(several), Some("Samsung SSD 960 PRO 512GB"), "its controller's name");
    let serial = salt.word(SERIAL);
    assert_eq!(hidden.text(&format!("{nvme}/serial")), Some(serial.as_str()));
    assert_eq!(hidden.text(&format!("{nvme}/odd")), Some(format!("[{serial}]").as_str()));
    assert_eq!(hidden.text(&format!("{nvme}/{serial}/x")), Some("1"));
    assert!(hidden.text(&format!("{nvme}/nvme0n1/wwid")).unwrap().starts_with("eui."));
    // The link to the file system's folder still leads there.
    assert!(hidden.exists("sys/by-uuid/label") && hidden.exists("sys/firmware/efi"));
    let mapped = format!("/dev/mapper/{} / ext4", hidden.text("sys/devices/dm-0/dm/name").unwrap());
    assert!(hidden.text("proc/mounts").unwrap().contains(&mapped));
    assert_eq!(hidden.bytes("sys/devices/sdb/device/vpd_pg80").unwrap()[2..4], [0, 17]);
}

#[test]
fn the_device_serial_number_is_zeroed_and_nothing_else() {
    let hidden = anonymise(&tree(), &Salt::of([9; 32]));
    let mut expected = config();
    expected[0x14c..0x154].fill(0);
    let path = "sys/devices/pci0000:00/0000:00:1d.0/config";
    assert_eq!(hidden.bytes(path), Some(expected.as_slice()));

    // A list that leads in a circle, and one that leads out.
    for next in [0x100u32, 0xffc] {
        let mut tree = FileTree::default();
        let mut config = vec![0; 4096];
        config[0x100..0x104].copy_from_slice(&(0x0003 | next << 20).to_le_bytes());
        config[0xffc..].copy_from_slice(&0x0003u32.to_le_bytes());
        tree.insert("config", FileTreeEntry::File(config));
        assert_eq!(anonymise(&tree, &Salt::of([0; 32])).bytes("config").unwrap().len(), 4096);
    }
}

#[test]
fn bundles_are_the_same_each_time_and_read_back() {
    let mut tree = tree();
    let long = format!("sys/{}/x", "long/".repeat(40));
    tree.insert(&long, FileTreeEntry::File(b"far down".to_vec()));
    tree.insert("far", FileTreeEntry::Link(format!("sys/{}", "long/".repeat(40))));
    let bytes = packed(&tree);
    assert_eq!(bytes, packed(&tree));

    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
    let mut back = FileTree::default();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let header = entry.header();
        assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (0, 0));
        let path = entry.path().unwrap().to_str().unwrap().to_owned();
        let link = entry.link_name().unwrap().map(|to| to.to_str().unwrap().to_owned());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let read = match (entry.header().entry_type(), link) {
            (EntryType::Symlink, Some(target)) => FileTreeEntry::Link(target),
            (EntryType::Directory, _) => FileTreeEntry::Folder,
            _ => FileTreeEntry::File(bytes),
        };
        back.insert(&path, read);
    }
    assert_eq!(back, tree);
}
