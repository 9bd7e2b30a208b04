use narrows_units::LinkWidth;

use super::*;
use crate::evidence::{PortType, StackedDevice};

/// A root port of the processor with an NVMe drive on it, in the words of Microsoft's reference.
const MACHINE: &str = r#"{
  "schema": "narrows.windows/1",
  "administrator": false,
  "system": {"os": "Microsoft Windows 11 Pro 10.0.26100", "cpu": "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz",
             "logical_cpus": 8, "board_vendor": "ASUSTeK COMPUTER INC.", "board": "Z170-A ", "uefi": true},
  "devices": [
    {"id": "ACPI\\PNP0A08\\0", "parent": "ACPI_HAL\\PNP0C08\\0"},
    {"id": "PCI\\VEN_8086&DEV_1901&SUBSYS_86941043&REV_07\\3&11583659&0&08", "parent": "ACPI\\PNP0A08\\0",
     "name": "PCI-Express-Stammkomplex", "bus": 0, "address": 65536, "type": 8, "base": 6, "sub": 4,
     "speed": 3, "width": 4, "max_speed": 3, "max_width": 16, "payload": 1, "max_payload": 1},
    {"id": "PCI\\VEN_144D&DEV_A804&SUBSYS_A801144D&REV_00\\4&2F3A", "service": "stornvme",
     "parent": "pci\\ven_8086&dev_1901&subsys_86941043&rev_07\\3&11583659&0&08",
     "bus": 1, "address": 0, "type": 2, "base": 1, "sub": 8, "interface": 2,
     "speed": 3, "width": 4, "max_speed": 3, "max_width": 4}
  ],
  "disks": {"number": 0, "id": "{1}", "device": "SCSI\\DISK&VEN_NVME&PROD_SAMSUNG\\5&1", "model": "Samsung SSD 960 EVO ",
            "serial": "S1", "bytes": 500107862016, "sector": 512, "bus_type": 17, "media": 4},
  "volumes": [{"number": 0, "partition": 3, "letter": "C:", "fs": "NTFS", "start": 122683392, "bytes": 499000000000}]
}"#;

fn with(change: impl FnOnce(&mut Value)) -> CaptureEvidence {
    let mut root: Value = serde_json::from_str(MACHINE).unwrap();
    change(&mut root);
    read(&root.to_string()).unwrap()
}

#[test]
fn a_drive_hangs_where_windows_shows_it() {
    let devices = r#"{"id": "SCSI\\DISK&VEN_NVME&PROD_SAMSUNG\\5&1",
        "parent": "PCI\\VEN_144D&DEV_A804&SUBSYS_A801144D&REV_00\\4&2F3A"}"#;
    let evidence = with(|root| {
        root["devices"].as_array_mut().unwrap().push(serde_json::from_str(devices).unwrap());
    });
    let [port, drive] = ["00:01.0", "01:00.0"].map(|text| text.parse().unwrap());
    let function = &evidence.functions[&drive];
    assert_eq!(function.parent, Some(port));
    assert_eq!(function.link.current, LinkWidth::new(3, 4));
    assert_eq!(function.subsystem.unwrap().to_string(), "144d:a801");
    let above = &evidence.functions[&port];
    assert_eq!(above.port, Some(PortType::RootPort));
    assert_eq!(above.link.possible, LinkWidth::new(3, 16));
    assert_eq!(above.buses.map(|buses| (buses.secondary, buses.subordinate)), Some((1, 1)));
    // 256 bytes are 128 times two to the first.
    assert_eq!(above.max_payload.unwrap().current.unwrap().get(), 256);
    assert_eq!(above.name, None, "the list of ids names it, not a translation");
    let disk = &evidence.blocks["disk0"];
    assert_eq!((disk.function, disk.model.as_deref()), (Some(drive), Some("Samsung SSD 960 EVO")));
    assert_eq!(evidence.mounts[0].target, "C:");
    assert_eq!((evidence.host.kernel, evidence.host.uefi), (None, Some(true)));
    assert_eq!(evidence.host.board.as_deref(), Some("ASUSTeK COMPUTER INC. Z170-A"));
}

/// Disks of a pool have no device of their own, only the place that the enclosure of the pool gives.
#[test]
fn a_disk_without_a_device_is_found_by_its_place() {
    let place =
        |text: &str| with(|root| root["disks"]["location"] = text.into()).blocks["disk0"].function;
    let drive = "01:00.0".parse().ok();
    assert_eq!(place("PCI Slot 4 : Bus 1 : Device 0 : Function 0 : Adapter 1"), drive);
    assert_eq!(place("Integrated : Bus 0 : Device 23 : Function 0 : Adapter 0 : Port 1"), None);
    assert_eq!(place("Bus 1 : Device 40 : Function 0"), None);
    assert_eq!(place("somewhere"), None);
}

#[test]
fn a_space_is_made_of_its_disks() {
    let evidence = with(|root| {
        root["spaces"] = serde_json::json!([{"number": 7, "resiliency": "Mirror", "columns": 1,
            "interleave": 262_144, "bytes": 1000, "members": ["{1}", "{unknown}"]}]);
    });
    let space = &evidence.blocks["disk7"];
    assert_eq!(space.members, ["disk0"]);
    assert!(matches!(&space.stack, Some(StackedDevice::Described { level, .. }) if level == "1"));
}

/// Multi-segment servers: the segment is above the bus.
#[test]
fn segments_are_domains() {
    let evidence = with(|root| {
        root["devices"][1]["bus"] = 0x1_00.into();
        root["devices"][2]["bus"] = 0x1_01.into();
    });
    let all: Vec<String> = evidence.functions.keys().map(ToString::to_string).collect();
    assert_eq!(all, ["0001:00:01.0", "0001:01:00.0"]);
    assert_eq!(evidence.functions.values().last().unwrap().root_bus, Some((1, 0)));
}

/// A key of the wrong kind is a fact that is not known; nothing else changes.
#[test]
fn what_is_no_number_is_not_known() {
    let evidence = with(|root| {
        root["devices"][2]["speed"] = "3".into();
        root["devices"][2]["numa"] = serde_json::json!([0]);
        root["disks"]["bytes"] = (-1).into();
    });
    let function = evidence.functions.values().last().unwrap();
    assert_eq!((function.link.current, function.numa_node), (None, None));
    assert_eq!(function.link.possible, LinkWidth::new(3, 4));
    assert_eq!(evidence.blocks["disk0"].size, None);
}

#[test]
fn what_cannot_be_read_says_where() {
    let error = read(&MACHINE[..MACHINE.len() / 2]).unwrap_err();
    assert!(matches!(error.place, TextPosition::Column(line, _) if line > 5), "{error:?}");
    let later = MACHINE.replace("windows/1", "windows/2");
    assert_eq!(read(&later).unwrap_err().problem.id(), "read-windows-version");
    // A device that is indirectly its own parent has no end above it.
    let evidence = with(|root| root["devices"][1]["parent"] = root["devices"][2]["id"].clone());
    assert_eq!(evidence.functions.len(), 2);
}
