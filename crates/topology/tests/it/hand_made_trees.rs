//! Goal: features in no capture at hand: multipath, md, dm, loop, btrfs, ZFS, SATA, SAS, USB, VMD,
//! SMART, Secure Boot. Method: the few files of each, as the kernel writes them, built here.

use narrows_topology::evidence::{CaptureEvidence, DriveTransport, SlotSource, StackedDevice};
use narrows_topology::read::{FileTree, FileTreeEntry, sysfs};
use narrows_units::Bytes;

/// `path = text` makes a file, `path -> target` a link.
fn tree(lines: &str) -> FileTree {
    let mut tree = FileTree::default();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let added = match (line.split_once(" -> "), line.split_once(" = ")) {
            (Some((path, target)), _) => tree.insert(path, FileTreeEntry::Link(target.into())),
            (None, Some((path, text))) => tree.insert(
                path,
                FileTreeEntry::File(format!("{}\n", text.replace("\\n", "\n")).into()),
            ),
            (None, None) => tree.insert(line, FileTreeEntry::Folder),
        };
        assert!(added, "{line}");
    }
    tree
}

fn read(lines: &str) -> CaptureEvidence {
    sysfs::read(&tree(lines))
}

fn members<'a>(evidence: &'a CaptureEvidence, name: &str) -> Vec<&'a str> {
    evidence.blocks[name].members.iter().map(String::as_str).collect()
}

#[test]
fn functions_take_their_place_from_the_folders_around_them() {
    let evidence = read(
        "sys/bus/pci/devices/0000:00:0e.0 -> ../../../devices/pci0000:00/0000:00:0e.0
         sys/devices/pci0000:00/0000:00:0e.0/vendor = 0x8086
         sys/devices/pci0000:00/0000:00:0e.0/device = 0x467f
         sys/devices/pci0000:00/0000:00:0e.0/class = 0x010400
         sys/devices/pci0000:00/0000:00:0e.0/driver -> ../../../bus/pci/drivers/vmd
         sys/bus/pci/devices/10000:e1:00.0 -> ../../../devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/vendor = 0x144d
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/device = 0xa808
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/current_link_speed = 8.0 GT/s PCIe
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/current_link_width = 4
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/max_link_speed = Unknown
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/max_link_width = 255
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/10000:e1:00.0/nvme/nvme0/hwmon1/temp1_input = 41850
         sys/bus/pci/devices/10000:e0:06.0 -> ../../../devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/vendor = 0x8086
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/device = 0x464d
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/secondary_bus_number = 225
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/subordinate_bus_number = 225
         sys/devices/pci0000:00/0000:00:0e.0/pci10000:e0/10000:e0:06.0/current_link_width = 0
         sys/bus/pci/devices/0000:07:00.0 -> ../../../devices/nowhere
         sys/bus/pci/slots/12/address = 10000:e1:00
         sys/bus/pci/slots/13/address = 0000:63:00
         sys/module/vmd/version = 0.6",
    );
    let drive = &evidence.functions[&"10000:e1:00.0".parse().unwrap()];
    assert_eq!(drive.parent, Some("10000:e0:06.0".parse().unwrap()));
    assert_eq!(drive.root_bus, Some((0x10000, 0xe0)));
    assert_eq!(drive.link.current.unwrap().to_string(), "PCIe 3.0 x4");
    assert_eq!(drive.link.possible, None);
    assert_eq!((drive.temperature_c, drive.kernel_name.as_deref()), (Some(42), Some("nvme0")));
    let port = &evidence.functions[&"10000:e0:06.0".parse().unwrap()];
    assert_eq!(port.parent, Some("00:0e.0".parse().unwrap()), "VMD is the way out of its domain");
    assert_eq!(port.buses.unwrap().secondary, 0xe1);
    let vmd = evidence.functions[&"00:0e.0".parse().unwrap()].driver.clone().unwrap();
    assert_eq!((vmd.name.as_str(), vmd.version.as_deref()), ("vmd", Some("0.6")));
    let slots: Vec<_> = evidence.slots.iter().map(|s| (s.address, &*s.label, s.source)).collect();
    assert_eq!(slots, [("10000:e1:00.0".parse().unwrap(), "12", SlotSource::SlotNumber)]);
    assert_eq!(evidence.functions.len(), 3);
    assert_eq!(evidence.notes[0].id(), "read-sysfs-function-without-id");
}

#[test]
fn functions_are_found_without_the_bus_folder() {
    let evidence = read(
        "sys/devices/pci0000:00/0000:00:01.0/vendor = 0x8086
         sys/devices/pci0000:00/0000:00:01.0/device = 0x1901",
    );
    assert_eq!(evidence.functions.len(), 1);
}

#[test]
fn a_multipath_drive_finds_its_controller() {
    let subsystem = "sys/devices/virtual/nvme-subsystem/nvme-subsys0";
    let path = "sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0";
    let evidence = read(&format!(
        "sys/class/block/nvme0n1 -> ../../devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1
         {subsystem}/nvme0n1/size = 1000215216
         {subsystem}/nvme0n1/wwid = eui.0025385971b0d5b1
         {subsystem}/nvme0n1/device -> ../../nvme-subsys0
         {subsystem}/nvme0n1/queue/scheduler = [none] mq-deadline
         {subsystem}/nvme0n1/queue/write_cache = write back
         {subsystem}/nvme0n1/queue/discard_max_bytes = 2199023255040
         {subsystem}/model = Samsung SSD 970 PRO
         {subsystem}/serial = S463NF0M
         {subsystem}/firmware_rev = 1B2QEXP7
         sys/class/block/nvme0c0n1 -> ../../devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0c0n1
         {path}/nvme0c0n1/size = 1000215216
         {path}/nvme0c0n1/hidden = 1"
    ));
    assert_eq!(evidence.blocks.len(), 1);
    let drive = &evidence.blocks["nvme0n1"];
    assert_eq!(drive.function, Some("01:00.0".parse().unwrap()));
    assert_eq!(drive.size, Some(Bytes::new(1_000_215_216 * 512)));
    assert_eq!(drive.model.as_deref(), Some("Samsung SSD 970 PRO"));
    assert_eq!(drive.serial.as_deref(), Some("S463NF0M"));
    assert_eq!(drive.firmware.as_deref(), Some("1B2QEXP7"));
    assert_eq!(drive.wwn.as_deref(), Some("eui.0025385971b0d5b1"));
    assert_eq!(drive.scheduler.as_deref(), Some("none"));
    assert_eq!((drive.volatile_write_cache, drive.discard), (Some(true), Some(true)));
}

#[test]
fn transports_are_read_from_the_path() {
    let evidence = read(
        "sys/class/block/sda -> ../../devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda
         sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda/device -> ../..
         sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/block/sda/removable = 0
         sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/vendor = ATA
         sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/model = CT500MX500SSD1
         sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/hwmon/hwmon4/temp1_input = 31000
         sys/class/ata_link/link3 -> ../../devices/x/link3
         sys/devices/x/link3/sata_spd = 6.0 Gbps
         sys/class/block/sdb -> ../../devices/pci0000:00/0000:02:00.0/host6/port-6:0/end_device-6:0/target6:0:0/6:0:0:0/block/sdb
         sys/devices/pci0000:00/0000:02:00.0/host6/port-6:0/end_device-6:0/target6:0:0/6:0:0:0/block/sdb/size = 8
         sys/devices/pci0000:00/0000:02:00.0/host6/port-6:0/phy-6:0 -> ../phy-6:0
         sys/class/sas_phy/phy-6:0/negotiated_linkrate = 12.0 Gbit
         sys/class/block/sdc -> ../../devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host7/target7:0:0/7:0:0:0/block/sdc
         sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host7/target7:0:0/7:0:0:0/block/sdc/removable = 1
         sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host7/target7:0:0/7:0:0:0/block/sdc/device -> ../..
         sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host7/target7:0:0/7:0:0:0/vendor = Samsung
         sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host7/target7:0:0/7:0:0:0/model = Portable SSD T7
         sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/speed = 10000
         sys/class/block/vda -> ../../devices/pci0000:00/0000:00:02.0/virtio1/block/vda
         sys/devices/pci0000:00/0000:00:02.0/virtio1/block/vda/serial = root
         sys/class/block/sr0 -> ../../devices/x/block/sr0
         sys/devices/x/block/sr0/size = 8
         sys/class/block/loop0 -> ../../devices/virtual/block/loop0
         sys/devices/virtual/block/loop0/size = 0",
    );
    let transport = |name: &str| evidence.blocks[name].transport;
    assert_eq!(transport("sda"), Some(DriveTransport::Sata { gbit_s: 6.0 }));
    assert_eq!(transport("sdb"), Some(DriveTransport::Sas { gbit_s: 12.0 }));
    assert_eq!(transport("sdc"), Some(DriveTransport::Usb { mbit_s: 10_000 }));
    assert_eq!(transport("vda"), Some(DriveTransport::Virtio));
    assert_eq!(evidence.blocks.len(), 4);
    assert_eq!(evidence.blocks["sda"].model.as_deref(), Some("CT500MX500SSD1"));
    assert_eq!(evidence.blocks["sda"].temperature_c, Some(31));
    assert_eq!(evidence.blocks["sdc"].model.as_deref(), Some("Samsung Portable SSD T7"));
    assert!(evidence.blocks["sdc"].read_only && !evidence.blocks["sda"].read_only);
    assert_eq!(evidence.blocks["vda"].serial.as_deref(), Some("root"));
    assert_eq!(evidence.blocks["sda"].function, Some("00:17.0".parse().unwrap()));
}

const STACKS: &str = "
    sys/block/sda/size = 4096
    sys/block/sda/dev = 8:0
    sys/block/sda/sda1/start = 2048
    sys/block/sda/sda1/size = 1024
    sys/block/sda/sda1/dev = 8:1
    sys/block/sda/sda2/start = 3072
    sys/block/sda/sda2/size = 512
    sys/block/sda/sda2/dev = 8:2
    sys/block/sdb/dev = 8:16
    sys/block/sdb/size = 4096
    sys/block/md0/md/level = raid0
    sys/block/md0/md/chunk_size = 524288
    sys/block/md0/md/metadata_version = external:/md127/0
    sys/block/md0/size = 4096
    sys/block/md0/slaves/sda1 -> ../../sda/sda1
    sys/block/md0/slaves/sdb -> ../../sdb
    sys/block/dm-0/dm/name = vg--a-lv
    sys/block/dm-0/dm/uuid = LVM-abc
    sys/block/dm-0/slaves/md0 -> ../../md0
    sys/block/loop0/size = 64
    sys/block/loop0/loop/backing_file = /srv/my disk/image (deleted)
    sys/block/loop1/size = 64
    sys/block/loop1/loop/backing_file = /srv/served
    sys/fs/btrfs/features/raid56 = 0
    sys/fs/btrfs/01234567-89ab-cdef-0123-456789abcdef/devices/sda2 -> ../../../../block/sda/sda2
    sys/fs/btrfs/01234567-89ab-cdef-0123-456789abcdef/devices/sdb -> ../../../../block/sdb
    sys/fs/btrfs/01234567-89ab-cdef-0123-456789abcdef/allocation/data/raid1/used_bytes = 0
    sys/fs/btrfs/01234567-89ab-cdef-0123-456789abcdef/allocation/data/total_bytes = 0
    proc/swaps = Filename Type Size Used Priority\\n/dev/sda2 partition 8388604 0 -2\\n/swapfile file 1 0 -3
";

#[test]
fn stacks_and_what_is_below_them() {
    let evidence = read(&format!(
        "{STACKS}
         proc/self/mountinfo = 22 1 8:1 / / rw - ext4 /dev/root rw\\n23 1 8:1 /x /bound rw - ext4 /dev/root rw\\n24 1 253:0 / /srv/my\\040disk rw shared:1 - xfs /dev/mapper/vg--a-lv rw\\n25 1 0:31 /@ /data rw - btrfs /dev/sdb rw\\n26 1 0:40 / /tank/a rw - zfs tank/a rw\\n27 1 0:5 / /proc rw - proc proc rw\\n28 1 0:50 / /srv/served rw - fuse nbdfuse rw"
    ));
    let level = StackedDevice::Md {
        level: "raid0".into(),
        chunk: Some(Bytes::kib(512)),
        metadata: Some("external:/md127/0".into()),
    };
    assert_eq!(evidence.blocks["md0"].stack, Some(level));
    assert_eq!(members(&evidence, "md0"), ["sda1", "sdb"]);
    assert_eq!(members(&evidence, "dm-0"), ["md0"]);
    assert_eq!(members(&evidence, "loop0"), ["dm-0"], "the file lies on what is mounted there");
    assert_eq!(members(&evidence, "loop1"), [""; 0], "the file itself is mounted, from no device");
    assert_eq!(members(&evidence, "btrfs-01234567"), ["sda2", "sdb"]);
    let profile = StackedDevice::Btrfs { data_profile: Some("raid1".into()) };
    assert_eq!(evidence.blocks["btrfs-01234567"].stack, Some(profile));
    assert_eq!(evidence.blocks["zfs-tank"].stack, Some(StackedDevice::Zfs));
    let mounts: Vec<_> = evidence.mounts.iter().map(|m| (&*m.device, &*m.target)).collect();
    let expected = [
        ("sda1", "/"),
        ("dm-0", "/srv/my disk"),
        ("btrfs-01234567", "/data"),
        ("zfs-tank", "/tank/a"),
        ("sda2", "[swap]"),
    ];
    assert_eq!(mounts, expected);
    let starts: Vec<_> = evidence.blocks["sda"].partitions.iter().map(|p| p.start).collect();
    assert_eq!(starts, [Bytes::mib(1), Bytes::kib(1536)]);
}

#[test]
fn a_file_in_memory_lies_on_no_drive() {
    let over = |mounts: &str| {
        let mountinfo = format!("22 1 8:1 / / rw - ext4 /dev/root rw{mounts}");
        read(&format!("{STACKS}\nproc/self/mountinfo = {mountinfo}"))
    };
    assert_eq!(members(&over(""), "loop0"), ["sda1"]);
    let memory = "\\n23 1 0:40 / /srv rw - tmpfs none rw";
    assert_eq!(members(&over(memory), "loop0"), [""; 0]);
    let bind = "\\n24 1 8:1 /x /srv/my\\040disk rw - ext4 /dev/root rw";
    let nearest = over(&format!("{memory}{bind}"));
    assert_eq!(members(&nearest, "loop0"), ["sda1"], "a folder of it is mounted there");
    let on_btrfs = "\\n23 1 0:31 / /srv rw - btrfs /dev/sdb rw";
    assert_eq!(members(&over(on_btrfs), "loop0"), ["btrfs-01234567"]);
}

#[test]
fn without_mountinfo_sources_are_looked_up() {
    let evidence = read(&format!(
        "{STACKS}
         proc/mounts = /dev/sda1 / ext4 rw 0 0\\n/dev/vg-a/lv /srv xfs rw 0 0\\n/dev/block/8:16 /b ext4 rw 0 0\\n/dev/disk/by-id/x /c ext4 rw 0 0\\nhost:/x /nfs nfs rw 0 0"
    ));
    let mounts: Vec<_> = evidence.mounts.iter().map(|m| (&*m.device, &*m.target)).collect();
    assert_eq!(mounts, [("sda1", "/"), ("dm-0", "/srv"), ("sdb", "/b"), ("sda2", "[swap]")]);
}

#[test]
fn the_host_says_how_it_was_started_and_on_what() {
    let mut tree = tree(
        "proc/cpuinfo = processor : 0\\nmodel name : Xeon\\nflags : fpu hypervisor\\n\\nprocessor : 1
         proc/version = Linux version 6.1.0-18-amd64 (build@host)
         sys/class/dmi/id/sys_vendor = QEMU
         sys/firmware/efi",
    );
    let path = "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
    tree.insert(path, FileTreeEntry::File(vec![6, 0, 0, 0, 1]));
    let host = sysfs::read(&tree).host;
    assert_eq!((host.uefi, host.secure_boot), (Some(true), Some(true)));
    assert_eq!(host.kernel.as_deref(), Some("6.1.0-18-amd64"));
    assert_eq!(host.hypervisor.as_deref(), Some("QEMU"));
    assert_eq!((host.cpu.as_deref(), host.logical_cpus), (Some("Xeon"), Some(2)));
    assert_eq!(read("sys/firmware/acpi").host.uefi, Some(false));
    assert_eq!(read("proc/cpuinfo = x").host.uefi, None);
}

#[test]
fn smart_tells_wear_and_temperature() {
    let mut tree = tree(
        "sys/class/block/nvme0n1 -> ../../devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1
         sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1/device -> ../../nvme0
         sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0/model = X",
    );
    // Byte 0 critical warning, 1-2 temperature 0x0139 = 313 K = 40 degrees, 5 percentage used.
    let log = vec![0, 0x39, 0x01, 100, 10, 7];
    tree.insert("narrows/nvme/nvme0/smart", FileTreeEntry::File(log));
    let drive = &sysfs::read(&tree).blocks["nvme0n1"];
    assert_eq!((drive.percentage_used, drive.temperature_c), (Some(7), Some(40)));
}

/// As the kernel has it (seen on Debian 12 with a set that mdadm made): only the set says whose metadata they are.
#[test]
fn a_volume_of_the_firmwares_set_has_the_sets_metadata() {
    let evidence = read(
        "sys/class/block/md126 -> ../../devices/virtual/block/md126
         sys/devices/virtual/block/md126/md/level = raid1
         sys/devices/virtual/block/md126/md/metadata_version = external:/md127/0
         sys/class/block/md127 -> ../../devices/virtual/block/md127
         sys/devices/virtual/block/md127/md/metadata_version = external:imsm
         sys/class/block/md125 -> ../../devices/virtual/block/md125
         sys/devices/virtual/block/md125/md/level = raid1
         sys/devices/virtual/block/md125/md/metadata_version = external:/md9/0",
    );
    let metadata = |name: &str| match &evidence.blocks[name].stack {
        Some(StackedDevice::Md { metadata, .. }) => metadata.clone().unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        (metadata("md126"), metadata("md127")),
        ("external:imsm".into(), "external:imsm".into())
    );
    assert_eq!(metadata("md125"), "external:/md9/0", "whose set is not there");
}
