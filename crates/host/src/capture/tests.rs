//! Captures of small trees created here, and of the machine that runs the tests.

use narrows_topology::read::FileTreeEntry;

use super::*;
use crate::fixture::{link, put};

const FUNCTION: &str = "sys/devices/pci0000:00/0000:00:1d.0";

/// One NVMe drive below one function, and an md array over it.
fn machine() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (nvme, disk) = (format!("{FUNCTION}/nvme/nvme0"), format!("{FUNCTION}/nvme/nvme0/nvme0n1"));
    put(root, &format!("{FUNCTION}/vendor"), "0x144d\n");
    put(root, &format!("{FUNCTION}/config"), vec![1; 4096]);
    put(root, &format!("{FUNCTION}/rom"), "never read");
    put(root, &format!("{FUNCTION}/resource"), "not wanted");
    put(root, &format!("{FUNCTION}/msi_irqs/24"), "msix\n");
    link(root, &format!("{FUNCTION}/driver"), "../../../bus/pci/drivers/nvme");
    link(root, "sys/bus/pci/drivers/nvme/module", "../../../../module/nvme");
    put(root, "sys/module/nvme/version", "1.0\n");
    link(root, "sys/bus/pci/devices/0000:00:1d.0", "../../../devices/pci0000:00/0000:00:1d.0");
    put(root, &format!("{nvme}/model"), "A drive\n");
    put(root, &format!("{nvme}/hwmon3/temp1_input"), "41000\n");
    link(root, "sys/class/nvme/nvme0", &format!("../../../{nvme}"));
    put(root, &format!("{disk}/size"), "1000\n");
    put(root, &format!("{disk}/queue/rotational"), "0\n");
    put(root, &format!("{disk}/mq/0/cpu_list"), "0\n");
    link(root, &format!("{disk}/device"), "../../nvme0");
    link(root, "sys/class/block/nvme0n1", &format!("../../../{disk}"));
    put(root, "sys/devices/virtual/block/md0/md/level", "raid0\n");
    link(root, "sys/devices/virtual/block/md0/slaves/nvme0n1", "../../nvme0n1");
    link(root, "sys/class/block/md0", "../../devices/virtual/block/md0");
    put(root, "sys/class/block/loop0/size", "0\n");
    put(root, "sys/class/block/loop0/dev", "7:0\n");
    put(root, "sys/devices/pci0000:00/0000:00:17.0/ata1/host0/scsi_host/host0/state", "running");
    link(
        root,
        "sys/class/scsi_host/host0",
        "../../devices/pci0000:00/0000:00:17.0/ata1/host0/scsi_host/host0",
    );
    put(root, "proc/cpuinfo", "processor : 0\nmodel name : X\n\nprocessor : 1\nmodel name : X\n");
    put(root, "narrows/nvme/nvme0/smart", vec![5; 600]);
    folder
}

#[test]
fn wanted_files_are_found_through_links_and_others_left() {
    let folder = machine();
    let tree = capture(&Root::at(folder.path()), CaptureExtent::Quick);
    let function = "sys/bus/pci/devices/0000:00:1d.0";
    assert_eq!(tree.text(&format!("{function}/vendor")), Some("0x144d"));
    assert_eq!(tree.list(&format!("{function}/msi_irqs")), ["24"]);
    assert_eq!(tree.bytes(&format!("{function}/rom")), Some(&[][..]));
    assert!(!tree.exists(&format!("{FUNCTION}/resource")));
    assert_eq!(
        tree.resolve(&format!("{function}/driver/module")).as_deref(),
        Some("sys/module/nvme")
    );
    assert_eq!(tree.text("sys/module/nvme/version"), Some("1.0"));
    assert_eq!(tree.text("sys/class/block/nvme0n1/device/model"), Some("A drive"));
    assert_eq!(tree.text("sys/class/nvme/nvme0/hwmon3/temp1_input"), Some("41000"));
    assert_eq!(tree.list("sys/class/block/nvme0n1/mq"), ["0"]);
    assert_eq!(tree.text("sys/class/block/md0/md/level"), Some("raid0"));
    assert_eq!(tree.list("sys/class/block/md0/slaves"), ["nvme0n1"]);
    assert_eq!(tree.list("sys/class/block/loop0"), ["size"]);
    assert_eq!(tree.bytes(&format!("{function}/config")).map(<[u8]>::len), Some(4096));
    assert!(tree.exists("sys/devices/pci0000:00/0000:00:17.0/ata1/host0"));
    // The block of the second processor is not kept, but it is counted.
    let cpuinfo = tree.text("proc/cpuinfo").unwrap();
    assert_eq!((cpuinfo.matches("processor").count(), cpuinfo.matches("model").count()), (2, 1));
    assert_eq!(tree.bytes("narrows/nvme/nvme0/smart").map(<[u8]>::len), Some(512));
}

#[test]
fn a_header_alone_counts_as_denied() {
    let folder = machine();
    // Bit 4 of the Status register (offset 6): there are capabilities.
    put(folder.path(), &format!("{FUNCTION}/config"), vec![0x10; 64]);
    let captured = capture_noting(&Root::at(folder.path()), CaptureExtent::Quick);
    assert_eq!(captured.denied, [format!("{FUNCTION}/config")]);
}

#[test]
fn a_powered_down_function_is_left_asleep() {
    let folder = machine();
    put(folder.path(), &format!("{FUNCTION}/power_state"), "D3cold\n");
    put(folder.path(), &format!("{FUNCTION}/current_link_speed"), "8.0 GT/s PCIe\n");
    let tree = capture(&Root::at(folder.path()), CaptureExtent::Full);
    assert!(!tree.exists(&format!("{FUNCTION}/config")));
    assert!(!tree.exists(&format!("{FUNCTION}/current_link_speed")));
    assert_eq!(tree.text(&format!("{FUNCTION}/vendor")), Some("0x144d"));
}

#[test]
fn spinning_disks_are_not_asked_for_their_temperature() {
    for (rotational, is_read) in [("1", false), ("0", true)] {
        let folder = tempfile::tempdir().unwrap();
        let (root, disk) = (folder.path(), "sys/devices/ata1/0:0:0:0/block/sda");
        put(root, &format!("{disk}/queue/rotational"), rotational);
        put(root, "sys/devices/ata1/0:0:0:0/hwmon/hwmon0/temp1_input", "30000");
        link(root, &format!("{disk}/device"), "../../../0:0:0:0");
        link(root, "sys/class/block/sda", &format!("../../../{disk}"));
        let tree = capture(&Root::at(root), CaptureExtent::Full);
        assert!(tree.exists("sys/class/block/sda/device"));
        assert_eq!(tree.exists("sys/class/block/sda/device/hwmon/hwmon0/temp1_input"), is_read);
    }
}

#[test]
fn kernels_without_a_class_of_block_devices_have_disks_too() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "sys/devices/ata1/block/sda/size", "100\n");
    put(folder.path(), "sys/devices/ata1/block/sda/sda1/start", "8\n");
    link(folder.path(), "sys/block/sda", "../devices/ata1/block/sda");
    let tree = capture(&Root::at(folder.path()), CaptureExtent::Full);
    assert_eq!(tree.text("sys/block/sda/size"), Some("100"));
    assert_eq!(tree.text("sys/block/sda/sda1/start"), Some("8"));
}

#[test]
fn circles_and_missing_roots_end() {
    let folder = tempfile::tempdir().unwrap();
    link(folder.path(), "sys/class/block/sda", "../block/sda");
    link(folder.path(), "sys/bus/pci/devices", "devices");
    let tree = capture(&Root::at(folder.path()), CaptureExtent::Full);
    assert!(tree.entries().all(|(_, entry)| !matches!(entry, FileTreeEntry::File(_))), "{tree:?}");
    assert_eq!(
        capture_noting(&Root::at("/no/such/folder"), CaptureExtent::Full),
        CapturedTree::default()
    );
}

#[test]
fn the_live_machine_is_captured() {
    let captured = capture_noting(&Root::live(), CaptureExtent::Quick);
    let release = captured.tree.text("proc/sys/kernel/osrelease").expect("every Linux has it");
    let version = std::fs::read_to_string("/proc/version").unwrap();
    assert!(version.contains(release));
    assert!(captured.tree.text("proc/cpuinfo").is_some_and(|text| text.contains("processor")));
    let functions = captured.tree.list("sys/bus/pci/devices").len();
    let live = std::fs::read_dir("/sys/bus/pci/devices").map_or(0, Iterator::count);
    assert_eq!(functions, live);
}
