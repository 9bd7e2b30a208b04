use super::super::kind::evidence;
use super::*;

/// Stands for whatever identifies a machine or its owner.
const SECRET: &str = "S5H9ANNSBOX";

const LSPCI: &str = "ann@SECRET:~$ sudo lspci -vvvnn\n\
00:1d.0 PCI bridge [0604]: Intel Corporation Sunrise Point-H Root Port [8086:a118] (rev f1)\n\
\tBus: primary=00, secondary=02, subordinate=02, sec-latency=0\n\
\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n\
\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0\n\
\t\t\tMaxPayload 256 bytes, MaxReadReq 128 bytes\n\
\t\tLnkCap:\tPort #9, Speed 8GT/s, Width x4, ASPM L0s L1, Exit Latency L0s <1us\n\
\t\tLnkSta:\tSpeed 8GT/s (ok), Width x4 (ok)\n\
\t\t\tTrErr- Train- SlotClk+ DLActive+ BWMgmt+ ABWMgmt-\n\
\t\t\tSlot #8, PowerLimit 25.000W; Interlock- NoCompl+\n\n\
02:00.0 Non-Volatile memory controller [0108]: Samsung NVMe SSD [144d:a804] (prog-if 02 [NVM Express])\n\
\tSubsystem: Samsung Electronics Co Ltd SSD 960 PRO [144d:a801]\n\
\tCapabilities: [70] Express (v2) Endpoint, MSI 00\n\
\t\tLnkCap:\tPort #0, Speed 8GT/s, Width x4, ASPM L1, Exit Latency L1 <64us\n\
\t\tLnkSta:\tSpeed 8GT/s (ok), Width x4 (ok)\n\
\tCapabilities: [d0] Vital Product Data\n\
\t\tProduct Name: SECRET\n\
\t\tRead-only fields:\n\
\t\t\t[PN] Part number: SECRET\n\
\t\t\t[EC] Engineering changes: SECRET\n\
\t\t\t[SN] Serial number: SECRET\n\
\t\t\t[V0] Vendor specific: SECRET\n\
\t\t\t[Y1] System specific: SECRET\n\
\t\t\t[RV] Reserved: checksum good, 3 byte(s) reserved\n\
\tCapabilities: [148 v1] Device Serial Number SECRET\n\
\tKernel driver in use: nvme\n\
ann@SECRET:~$ ls -l /dev/disk/by-id\n\
lrwxrwxrwx 1 root root 13 Nov 21 10:00 nvme-Samsung_SECRET -> ../../nvme0n1\n\
    link/ether 00:1b:21:SECRET brd ff:ff:ff:ff:ff:ff\n";

const HWLOC: &str = "<?xml version=\"1.0\"?>\n<!-- SECRET -->\n<topology version=\"2.0\">\n\
<object type=\"Machine\" os_index=\"0\" cpuset=\"0x0000000f\" nodeset=\"0x00000001\" gp_index=\"1\">\n\
<info name=\"HostName\" value=\"SECRET\"/><info name=\"DMIProductSerial\" value=\"SECRET\"/>\n\
<info name=\"DMIProductName\" value=\"SECRET\"/><info name=\"DMIBoardName\" value=\"Z170 &amp; Co\"/>\n\
<info name=\"OSRelease\" value=\"6.1.0-SECRET\"/><info name=\"ProcessName\" value=\"SECRET\"/>\n\
<object type=\"Package\" os_index=\"0\" cpuset=\"0x0000000f\"><info name=\"CPUModel\" value=\"i7\"/>\n\
<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x0000000f\" nodeset=\"0x00000001\"/>\n\
<object type=\"PU\" os_index=\"0\" cpuset=\"0x00000001\"/></object>\n\
<object type=\"Bridge\" bridge_type=\"0-1\" depth=\"0\" bridge_pci=\"0000:[00-02]\">\n\
<object type=\"Bridge\" bridge_type=\"1-1\" depth=\"1\" bridge_pci=\"0000:[02-02]\" pci_busid=\"0000:00:1d.0\" \
pci_type=\"0604 [8086:a118] [0000:0000] f1\" pci_link_speed=\"3.938462\">\n\
<object type=\"PCIDev\" pci_busid=\"0000:02:00.0\" pci_type=\"0108 [144d:a804] [144d:a801] 00\" pci_link_speed=\"3.938462\">\n\
<info name=\"PCIVendor\" value=\"Samsung\"/>\n\
<object type=\"OSDev\" name=\"nvme0n1\" subtype=\"Disk\" osdev_type=\"0\"><info name=\"Size\" value=\"500107608KiB\"/>\n\
<info name=\"Model\" value=\"Samsung SSD 960 PRO\"/><info name=\"SerialNumber\" value=\"SECRET\"/></object></object></object>\n\
<object type=\"PCIDev\" pci_busid=\"0000:00:1f.6\" pci_type=\"0200 [8086:15b8] [1849:15b8] 31\">\n\
<object type=\"OSDev\" name=\"enxSECRET\" osdev_type=\"2\"><info name=\"Address\" value=\"SECRET\"/></object></object>\n\
</object></object><support name=\"SECRET\"/></topology>\n";

const DMIDECODE: &str = "# dmidecode 3.3\nGetting SMBIOS data from sysfs.\n\
Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: SECRET\n\tProduct Name: SECRET\n\
\tSerial Number: SECRET\n\tUUID: SECRET\n\n\
Handle 0x0002, DMI type 2, 15 bytes\nBase Board Information\n\tManufacturer: ASRock\n\
\tProduct Name: Z170 OC Formula\n\tSerial Number: SECRET\n\tAsset Tag: SECRET\n\n\
Handle 0x0019, DMI type 9, 17 bytes\nSystem Slot Information\n\tDesignation: PCIE5\n\
\tType: x8 PCI Express 3 x16\n\tBus Address: 0000:00:01.1\n\n\
Handle 0x0020, DMI type 11, 5 bytes\nOEM Strings\n\tString 1: SECRET\n";

const WINDOWS: &str = r#"{"schema": "narrows.windows/1", "host": "SECRET", "smbios": "00", "system":
{"os": "Windows 11", "product": "SECRET", "vendor": "SECRET", "user": "SECRET", "uefi": true},
"devices": [{"id": "PCI\\VEN_144D&DEV_A80A\\SECRET", "bus": 1, "address": 0, "asset": "SECRET"},
{"id": "SCSI\\DISK\\5&1", "parent": "pci\\ven_144d&dev_a80a\\SECRET"}],
"disks": [{"number": 0, "device": "scsi\\disk\\5&1", "id": "eui.SECRET", "serial": "SECRET", "bytes": 512}],
"spaces": [{"number": 1, "name": "SECRET", "members": ["eui.SECRET"]}],
"volumes": [{"number": 0, "partition": 1, "letter": "C:", "fs": "NTFS", "label": "SECRET"},
{"number": 0, "partition": 2, "letter": "C:\\mnt\\SECRET", "fs": "NTFS"}]}"#;

fn planted(text: &str) -> String {
    text.replace("SECRET", SECRET)
}

#[test]
fn what_no_reader_asks_for_is_in_no_text() {
    let hex = planted(LSPCI).replace(
        "\tKernel driver in use",
        "00: 4d 14 08 a8 06 04 10 00 00 02 08 01 10 00 00 00\n\
         150: 53 35 48 39 41 4e 4e 53 42 4f 58 00 00 00 00 00\n\tKernel driver in use",
    );
    let all = [planted(LSPCI), hex, planted(HWLOC), planted(DMIDECODE), planted(WINDOWS)];
    for text in all {
        let kept = needed(text.as_bytes()).expect(&text);
        for gone in [SECRET, "ann@", "link/ether", "53 35 48 39"] {
            assert!(!kept.to_lowercase().contains(&gone.to_lowercase()), "{gone} in {kept}");
        }
        let again = needed(kept.as_bytes()).unwrap();
        assert_eq!(again, kept, "what is needed is all of it");
    }
}

/// Identifying data aside, the machine is the same.
#[test]
fn what_is_needed_is_all_that_is_read() {
    for text in [LSPCI, HWLOC, DMIDECODE, WINDOWS] {
        let (whole, kept) = (evidence(text.as_bytes()), needed(text.as_bytes()).unwrap());
        let (Ok(whole), Ok(kept)) = (whole, evidence(kept.as_bytes())) else { panic!("{text}") };
        assert_eq!(kept.functions, whole.functions);
        assert_eq!(kept.slots, whole.slots);
        assert_eq!(kept.system_slots, whole.system_slots);
        assert_eq!(kept.numa_nodes, whole.numa_nodes);
        assert_eq!(kept.root_bus_nodes, whole.root_bus_nodes);
        assert_eq!(kept.blocks.len(), whole.blocks.len());
        for (name, block) in &whole.blocks {
            let hidden = crate::evidence::BlockDevice { serial: None, ..block.clone() };
            assert_eq!(kept.blocks[name], hidden, "{name}");
        }
        let (host, own) = (&kept.host, &whole.host);
        assert_eq!((&host.board, &host.cpu, &host.firmware), (&own.board, &own.cpu, &own.firmware));
    }
}
