//! The paths that the reader uses, and a capturer must keep.
//!
//! For: one list for both sides. The capturer in `narrows-host` reads exactly these names and puts
//! them at the same paths below `/`; links stay links. Names are relative to the folder that each
//! list is about.
//!
//! Two are kept although nothing reads them yet, because a capture cannot be repeated: the
//! interrupts of a function (`msi_irqs`) and the length of a block device's queue (`nr_requests`).
//!
//! Not here: how any of it is understood. Source of each name: the kernel's
//! Documentation/ABI/{stable,testing}/sysfs-* and the driver that makes the file.

/// Whole folders of which every entry is read (a capturer lists them; links are kept as links).
pub const FOLDERS: &[&str] = &[
    "sys/bus/pci/devices",
    "sys/bus/pci/slots",
    "sys/class/block",
    "sys/class/nvme",
    "sys/class/nvme-subsystem",
    "sys/class/ata_link",
    "sys/class/sas_phy",
    "sys/devices/system/node",
    "sys/fs/btrfs",
];

pub const FILES: &[&str] = &[
    "proc/cpuinfo",
    "proc/self/mountinfo",
    "proc/mounts",
    "proc/swaps",
    "proc/version",
    "proc/sys/kernel/osrelease",
    "sys/class/dmi/id/board_vendor",
    "sys/class/dmi/id/board_name",
    "sys/class/dmi/id/bios_vendor",
    "sys/class/dmi/id/bios_version",
    "sys/class/dmi/id/bios_date",
    "sys/class/dmi/id/sys_vendor",
    "sys/class/dmi/id/product_name",
    "sys/hypervisor/type",
    "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
    "sys/firmware/dmi/tables/DMI",
];

/// Paths of which only the existence counts; a capturer keeps an empty folder. With `sys/firmware`
/// kept and no `efi` in it, the machine was started by a legacy BIOS.
pub const EXISTENCE: &[&str] = &["sys/firmware", "sys/firmware/efi"];

/// Files of a PCI function, `sys/bus/pci/devices/<address>/`.
pub const PCI_ATTRIBUTES: &[&str] = &[
    "class",
    "vendor",
    "device",
    "subsystem_vendor",
    "subsystem_device",
    "revision",
    "current_link_speed",
    "current_link_width",
    "max_link_speed",
    "max_link_width",
    "numa_node",
    "secondary_bus_number",
    "subordinate_bus_number",
    "config",
    "remapped_nvme",
];

/// Files of a PCI function of which only the existence counts: reading a `rom` reads the chip. A
/// capturer keeps them empty.
pub const PCI_EXISTENCE: &[&str] = &["rom"];

pub const PCI_LINKS: &[&str] = &["driver", "physfn"];

/// Folders of a PCI function of which only the names inside count (kept as empty files).
pub const PCI_NAMES: &[&str] = &["msi_irqs"];

/// Files of a slot, `sys/bus/pci/slots/<name>/`.
pub const SLOT_ATTRIBUTES: &[&str] = &["address"];

/// Files of a loaded module, `sys/module/<driver's module>/`; only for drivers bound to a function.
pub const MODULE_ATTRIBUTES: &[&str] = &["version"];

/// Files of a temperature sensor below an NVMe controller or a disk's SCSI device:
/// `<controller>/hwmon<N>/` or `<device>/hwmon/hwmon<N>/`.
pub const HWMON_ATTRIBUTES: &[&str] = &["temp1_input"];

/// Files of a block device or partition, `sys/class/block/<name>/`.
pub const BLOCK_ATTRIBUTES: &[&str] =
    &["dev", "size", "ro", "removable", "hidden", "wwid", "serial", "partition", "start"];

/// Folders of a block device or partition of which only the names inside count: kept as links.
pub const BLOCK_NAMES: &[&str] = &["slaves", "holders"];

/// Files of a block device's queue, `sys/class/block/<name>/queue/`.
pub const QUEUE_ATTRIBUTES: &[&str] = &[
    "rotational",
    "scheduler",
    "nr_requests",
    "logical_block_size",
    "write_cache",
    "discard_max_bytes",
];

/// Folders below a block device of which only the names inside count (kept as empty folders).
pub const BLOCK_QUEUES: &[&str] = &["mq"];

/// Files of the device behind a block device, `sys/class/block/<name>/device/`: SCSI, virtio, MMC
/// and (on the controller that is its own device) NVMe name themselves here.
pub const DEVICE_ATTRIBUTES: &[&str] =
    &["model", "vendor", "rev", "serial", "firmware_rev", "wwid", "state", "vpd_pg80"];

/// Files of an NVMe controller or subsystem, `sys/class/nvme/<name>/`,
/// `sys/class/nvme-subsystem/<name>/`.
pub const NVME_ATTRIBUTES: &[&str] =
    &["model", "serial", "firmware_rev", "state", "transport", "address", "cntlid"];

/// Links in an NVMe subsystem's folder that begin with this lead to its controllers; a multipath
/// drive hangs below the subsystem and finds its PCI function through them.
pub const NVME_SUBSYSTEM_PREFIX: &str = "nvme";

/// Files of an md array, `sys/class/block/<name>/md/`.
pub const MD_ATTRIBUTES: &[&str] = &["level", "chunk_size", "metadata_version", "array_state"];

/// Files of a device-mapper device, `sys/class/block/<name>/dm/`.
pub const DM_ATTRIBUTES: &[&str] = &["name", "uuid"];

/// Files of a loop device, `sys/class/block/<name>/loop/`.
pub const LOOP_ATTRIBUTES: &[&str] = &["backing_file"];

/// Files of a SATA link, `sys/class/ata_link/<name>/`.
pub const ATA_LINK_ATTRIBUTES: &[&str] = &["sata_spd"];

/// Names in a SAS port's folder (`port-<host>:<n>`, the last one on a disk's path) that begin with
/// this are its phys; only their names count.
pub const SAS_PORT_PREFIX: &str = "phy-";

/// Files of a SAS phy, `sys/class/sas_phy/<name>/`.
pub const SAS_PHY_ATTRIBUTES: &[&str] = &["negotiated_linkrate"];

/// Files of a USB device on the path to a disk: the nearest folder above it that has `speed`.
pub const USB_ATTRIBUTES: &[&str] = &["speed"];

/// Files of a NUMA node, `sys/devices/system/node/node<N>/`.
pub const NODE_ATTRIBUTES: &[&str] = &["cpulist"];

/// Files of a logical processor, `sys/devices/system/cpu/cpu<N>/topology/`; one processor of each
/// node is enough.
pub const CPU_TOPOLOGY_ATTRIBUTES: &[&str] = &["physical_package_id"];

/// Below `sys/fs/btrfs/<uuid>/`: the names in `devices` (links into the block devices), and the
/// names in `allocation/data` (the profile is a folder there).
pub const BTRFS_NAMES: &[&str] = &["devices", "allocation/data"];

/// Where a capturer puts a page that it requested from an NVMe controller: the 512 bytes of the
/// SMART / Health Information log page (NVM Express Base Specification 2.0, section 5.16.1.3,
/// figure 207).
///
/// The path is `narrows/nvme/<controller>/smart`.
pub const NVME_SMART_FOLDER: &str = "narrows/nvme";

/// Whether an entry of a tree belongs in a capture, by its path.
pub fn is_read(path: &str) -> bool {
    let attributes = [
        PCI_ATTRIBUTES,
        PCI_EXISTENCE,
        SLOT_ATTRIBUTES,
        MODULE_ATTRIBUTES,
        HWMON_ATTRIBUTES,
        BLOCK_ATTRIBUTES,
        QUEUE_ATTRIBUTES,
        DEVICE_ATTRIBUTES,
        NVME_ATTRIBUTES,
        MD_ATTRIBUTES,
        DM_ATTRIBUTES,
        LOOP_ATTRIBUTES,
        ATA_LINK_ATTRIBUTES,
        SAS_PHY_ATTRIBUTES,
        USB_ATTRIBUTES,
        NODE_ATTRIBUTES,
        CPU_TOPOLOGY_ATTRIBUTES,
        PCI_LINKS,
        &LEADING_ON,
    ];
    let Some((folder, base)) = path.rsplit_once('/') else { return false };
    let is_attribute = attributes.iter().any(|names| names.contains(&base));
    let is_below = |top: &str| path.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'));
    let is_listed = FOLDERS.contains(&folder) || is_named_only(path);
    FILES.contains(&path)
        || EXISTENCE.contains(&path)
        || is_below(NVME_SMART_FOLDER) && base == "smart"
        || is_below("sys") && (is_attribute || is_listed)
}

/// Links between folders by which one device leads to the next.
const LEADING_ON: [&str; 3] = ["device", "subsystem", "module"];

/// Whether only the name of an entry matters, and the path to it.
pub fn is_named_only(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (base, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let names = [PCI_NAMES, BLOCK_NAMES, BLOCK_QUEUES];
    let is_btrfs = path.starts_with("sys/fs/btrfs/")
        && BTRFS_NAMES.iter().any(|names| path.contains(&format!("/{names}/")));
    names.iter().any(|names| names.contains(&folder))
        || is_btrfs
        || base.starts_with(SAS_PORT_PREFIX)
        || folder.starts_with("nvme-subsys") && base.starts_with(NVME_SUBSYSTEM_PREFIX)
        || PCI_EXISTENCE.contains(&base)
        || EXISTENCE.contains(&path)
}
