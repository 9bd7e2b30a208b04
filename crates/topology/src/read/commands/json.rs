//! JSON output of commands: `lsblk -J`, `nvme list -o json`, `smartctl -j`, `lshw -json`.
//!
//! Sources: the programs' own keys, of util-linux 2.27 to 2.40, nvme-cli 1.0 to 2.11, smartmontools 7.0 to
//! 7.4, lshw B.02.16 to B.02.20.

use narrows_messages::Message;
use narrows_units::Bytes;
use serde_json::Value;

use super::evidence::{CommandEvidence, DriveBus, fill, word};
use super::lsblk::LsblkRow;
use super::{amount, described, keys, lsblk, lshw, raid};
use crate::evidence::{BlockDevice, DriveTransport};
use crate::read::lspci_text;

/// Deeper stacks of devices are cut.
const DEEPEST: usize = 32;

pub(super) fn read(value: &Value, line: usize, evidence: &mut CommandEvidence) {
    let has = |key: &str| value.get(key).is_some();
    let devices = match value {
        Value::Array(list) => list.clone(),
        one => vec![one.clone()],
    };
    if has("blockdevices") {
        list(value, "blockdevices").iter().for_each(|device| blocks(device, None, 0, evidence));
    } else if has("Devices") {
        list(value, "Devices").iter().for_each(|device| nvme(device, evidence));
    } else if has("json_format_version") || has("smartctl") {
        smart(value, evidence);
    } else if devices
        .iter()
        .any(|device| device.get("id").is_some() && device.get("class").is_some())
    {
        let devices = devices.iter().filter_map(|device| lshw::LshwDevice::of(device, 0));
        devices.for_each(|device| device.take(None, evidence));
    } else if devices.iter().any(|device| text(device, "DevicePath").is_some()) {
        devices.iter().for_each(|device| nvme(device, evidence));
    } else {
        let count =
            |evidence: &CommandEvidence| evidence.unnamed.len() + evidence.capture.blocks.len();
        let before = count(evidence);
        let controllers = list(value, "Controllers");
        for controller in controllers {
            let number = controller.pointer("/Command Status/Controller").and_then(Value::as_u64);
            evidence.scope = number.filter(|_| controllers.len() > 1).map(|it| format!("c{it}"));
            described::read_json(controller, evidence);
            raid::read_json(controller, evidence);
        }
        evidence.scope = None;
        if controllers.is_empty() {
            described::read_json(value, evidence);
        }
        let is_told =
            || evidence.capture.notes.iter().any(|it| it.id() == "note-text-json-unknown");
        if count(evidence) == before && !is_told() {
            evidence.capture.notes.push(Message::new("note-text-json-unknown").with("line", line));
        }
    }
}

/// A listing of lspci's that a value quotes, whole or as a list of its lines.
pub(super) fn listing(value: &Value) -> Option<String> {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(list) if list.iter().all(Value::is_string) => {
                list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
            }
            Value::Array(list) => {
                // From the back, because the next one is taken from the end.
                left.extend(list.iter().rev());
                continue;
            }
            Value::Object(object) => {
                left.extend(object.values().rev());
                continue;
            }
            _ => continue,
        };
        if text.contains('\n') && lspci_text::form(&text).is_some() {
            return Some(text);
        }
    }
    None
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

/// A device of lsblk's and those on it.
fn blocks(device: &Value, parent: Option<&str>, depth: usize, evidence: &mut CommandEvidence) {
    let Some(object) = device.as_object().filter(|_| depth < DEEPEST) else { return };
    let mut row = LsblkRow::new();
    for (key, value) in object {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            // Older versions of lsblk print flags as "0" and "1".
            Value::Bool(flag) => u8::from(*flag).to_string(),
            // `mountpoints` is a list, with a null in it if nothing is mounted.
            Value::Array(list) => match list.iter().find_map(Value::as_str) {
                Some(text) => text.to_owned(),
                None => continue,
            },
            _ => continue,
        };
        row.insert(key.clone(), text);
    }
    lsblk::take(&row, parent, evidence);
    for child in list(device, "children") {
        let parent = text(device, "name").or_else(|| text(device, "kname"));
        blocks(child, parent, depth + 1, evidence);
    }
}

/// A namespace of the flat list, or a host with subsystems, controllers and namespaces.
fn nvme(device: &Value, evidence: &mut CommandEvidence) {
    if let Some(path) = text(device, "DevicePath").or_else(|| text(device, "Device")) {
        namespace(path, device, device, evidence);
    }
    let subsystems = list(device, "Subsystems");
    let subsystems = if subsystems.is_empty() { std::slice::from_ref(device) } else { subsystems };
    for subsystem in subsystems {
        for controller in list(subsystem, "Controllers") {
            let Some(own) = text(controller, "Controller") else { continue };
            let address = text(controller, "Address").and_then(|text| text.parse().ok());
            let is_pcie = text(controller, "Transport").is_none_or(|kind| kind == "pcie");
            if !is_pcie {
                evidence.remote.insert(own.to_owned());
            }
            if let Some(address) = address.filter(|_| is_pcie) {
                evidence.controller(own, address);
            }
            let below = [list(controller, "Namespaces"), list(subsystem, "Namespaces")].concat();
            for device in &below {
                let Some(path) = text(device, "NameSpace") else { continue };
                evidence.controller_of.insert(path.to_owned(), own.to_owned());
                namespace(path, device, controller, evidence);
            }
        }
    }
}

fn namespace(path: &str, sizes: &Value, names: &Value, evidence: &mut CommandEvidence) {
    let number = |key: &str| sizes.get(key).and_then(Value::as_u64).filter(|number| *number > 0);
    evidence.size(path, number("PhysicalSize").map(Bytes::new), true);
    let Some((own, block)) = evidence.block(path) else { return };
    fill(&mut block.model, text(names, "ModelNumber").and_then(word));
    fill(&mut block.serial, text(names, "SerialNumber").and_then(word));
    fill(&mut block.firmware, text(names, "Firmware").and_then(word));
    fill(&mut block.logical_block, number("SectorSize").map(Bytes::new));
    block.rotational = Some(false);
    evidence.buses.insert(own, DriveBus::Nvme);
}

fn smart(value: &Value, evidence: &mut CommandEvidence) {
    let at = |path: &str| value.pointer(path);
    let number = |path: &str| at(path).and_then(Value::as_u64);
    let model = text(value, "model_name").or_else(|| text(value, "scsi_model_name"));
    let Some(model) = model.and_then(word) else { return };
    let bytes = number("/user_capacity/bytes").or_else(|| number("/nvme_total_capacity"));
    let speed = at("/interface_speed/current/string").and_then(Value::as_str);
    let is_nvme = at("/device/protocol").and_then(Value::as_str) == Some("NVMe");
    // smartctl gives 0 for drives without platters.
    let rotation = number("/rotation_rate").map(|rpm| rpm > 0);
    let used = number("/nvme_smart_health_information_log/percentage_used");
    let block = BlockDevice {
        size: bytes.map(Bytes::new),
        model: Some(model),
        serial: text(value, "serial_number").and_then(word),
        firmware: text(value, "firmware_version").and_then(word),
        rotational: rotation.or(is_nvme.then_some(false)),
        logical_block: number("/logical_block_size").map(Bytes::new),
        temperature_c: number("/temperature/current").and_then(|it| it.try_into().ok()),
        percentage_used: used.and_then(|it| it.try_into().ok()),
        transport: speed.and_then(amount::gbit_s).map(|gbit_s| DriveTransport::Sata { gbit_s }),
        ..BlockDevice::default()
    };
    let kind = at("/device/type").and_then(Value::as_str).unwrap_or_default();
    let path = at("/device/name").and_then(Value::as_str).filter(|_| !keys::is_behind_raid(kind));
    let possible = at("/interface_speed/max/string").and_then(Value::as_str);
    keys::put_smart(path, block, possible.and_then(amount::gbit_s), evidence);
}
