//! A drive is known again after a change, by its numbers and by its place.

use narrows_record::experiment::*;

fn drive(serial: Option<&str>, wwn: Option<&str>, model: &str) -> ExperimentDrive {
    ExperimentDrive {
        serial: serial.map(str::to_owned),
        wwn: wwn.map(str::to_owned),
        model: Some(model.to_owned()),
        ..ExperimentDrive::default()
    }
}

/// Without rights a capture may lack the serial number, and two makers may use the same one.
#[test]
fn a_drive_is_itself_by_serial_number_else_by_world_wide_name() {
    let one = drive(Some("1"), Some("eui.1"), "A");
    assert!(one.is(&drive(Some("1"), None, "A")));
    assert!(!one.is(&drive(Some("1"), None, "B")));
    assert!(!one.is(&drive(Some("2"), Some("eui.1"), "A")));
    assert!(one.is(&drive(None, Some("eui.1"), "A")));
    assert!(!drive(None, None, "A").is(&drive(None, None, "A")));
    assert!(!drive(None, None, "A").has_name());
}

/// The second drive sits behind a switch: its place is the root port and the switch's port, whose
/// bus number changes with other devices.
#[test]
fn a_place_is_the_chain_of_ports_without_their_bus_numbers() {
    let storage = |hops: serde_json::Value| -> narrows_record::see::StorageRecord {
        let link = serde_json::json!({
            "current": null, "possible": null, "port_possible": null, "internal": false,
            "max_payload": null, "usable_mb_s": null, "basis": "observed"
        });
        let hops = hops.as_array().unwrap().iter().map(|ports| {
            let (device, port) = (&ports[0], &ports[1]);
            serde_json::json!({ "address": device, "port": port, "name": null, "link": link })
        });
        serde_json::from_value(serde_json::json!({
            "id": "x", "address": "0000:05:00.0", "kind": "nvme", "model": null, "pci_id": null,
            "attached_to": "cpu", "attached_basis": "observed", "package": null,
            "numa_node": null, "via": [], "link": null, "degraded": null,
            "degraded_by": null, "hops": hops.collect::<Vec<_>>(), "narrowest": null,
            "slot": null, "driver": null, "option_rom": null, "temperature_c": null,
            "remapped_nvme": null
        }))
        .unwrap()
    };
    let direct = serde_json::json!([["0000:05:00.0", "0000:00:1b.4"]]);
    assert_eq!(place(&storage(direct)), "0000:00:1b.4");
    let switched =
        serde_json::json!([["0000:05:00.0", "0000:04:02.0"], ["0000:03:00.0", "0000:00:01.0"]]);
    assert_eq!(place(&storage(switched)), "0000:00:01.0/02.0");
    assert_eq!(place(&storage(serde_json::json!([]))), "0000:05:00.0");
}
