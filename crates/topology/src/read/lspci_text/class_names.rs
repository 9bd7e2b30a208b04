//! Class names as lspci prints them without `-n`, for the classes that matter here.
//!
//! Source: the class list of pci.ids (`C` lines); older names of the same class beside the newer.

/// Base class and subclass of a class name, upper and lower case being the same.
pub(super) fn code(name: &str) -> Option<u16> {
    let of_esxi = || BASES.iter().find_map(|base| own(name.strip_suffix(base)?.trim_end()));
    own(name).or_else(of_esxi)
}

fn own(name: &str) -> Option<u16> {
    let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|&(_, code)| code)
}

/// Names of base classes, which ESXi's lspci writes behind those of subclasses: `SATA controller Mass storage
/// controller`.
const BASES: [&str; 7] = [
    "Mass storage controller",
    "Network controller",
    "Display controller",
    "Multimedia controller",
    "Bridge",
    "Communication controller",
    "Serial bus controller",
];

const NAMES: [(&str, u16); 52] = [
    ("SCSI storage controller", 0x0100),
    ("IDE interface", 0x0101),
    ("RAID bus controller", 0x0104),
    ("SATA controller", 0x0106),
    ("Serial Attached SCSI controller", 0x0107),
    ("Non-Volatile memory controller", 0x0108),
    ("Universal Flash Storage controller", 0x0109),
    ("Mass storage controller", 0x0180),
    ("Ethernet controller", 0x0200),
    ("Infiniband controller", 0x0207),
    ("Fabric controller", 0x0208),
    ("Network controller", 0x0280),
    ("VGA compatible controller", 0x0300),
    ("3D controller", 0x0302),
    ("Display controller", 0x0380),
    ("Multimedia video controller", 0x0400),
    ("Multimedia audio controller", 0x0401),
    ("Audio device", 0x0403),
    ("Multimedia controller", 0x0480),
    ("RAM memory", 0x0500),
    ("CXL", 0x0502),
    ("Memory controller", 0x0580),
    ("Host bridge", 0x0600),
    ("ISA bridge", 0x0601),
    ("PCI bridge", 0x0604),
    ("CardBus bridge", 0x0607),
    ("Semi-transparent PCI-to-PCI bridge", 0x0609),
    ("InfiniBand to PCI host bridge", 0x060a),
    ("Bridge", 0x0680),
    ("Serial controller", 0x0700),
    ("Communication controller", 0x0780),
    ("PIC", 0x0800),
    ("DMA controller", 0x0801),
    ("SD Host controller", 0x0805),
    ("IOMMU", 0x0806),
    ("System peripheral", 0x0880),
    ("Input device controller", 0x0980),
    ("FireWire (IEEE 1394)", 0x0c00),
    ("USB controller", 0x0c03),
    ("Fibre Channel", 0x0c04),
    ("SMBus", 0x0c05),
    ("InfiniBand", 0x0c06),
    ("Serial bus controller", 0x0c80),
    ("Wireless controller", 0x0d80),
    ("Intelligent controller", 0x0e80),
    ("Encryption controller", 0x1080),
    ("Performance counters", 0x1101),
    ("Signal processing controller", 0x1180),
    ("Processing accelerators", 0x1200),
    ("Non-Essential Instrumentation", 0x1300),
    ("Coprocessor", 0x4000),
    ("Unassigned class", 0xff00),
];
