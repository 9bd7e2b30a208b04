//! A capture of Windows with the keys alone that are read, and without the names that Windows gives devices:
//! they end in serial numbers where a device has one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::firmware;

/// Keys read from each list; the firmware's table of slots has serial numbers, and is dropped.
const READ: [(&str, &str); 4] = [
    (
        "devices",
        "id parent name service bus address type base sub interface speed width max_speed \
        max_width payload max_payload numa",
    ),
    (
        "disks",
        "number id device location model firmware bytes sector bus_type media temperature wear \
        read_only",
    ),
    ("spaces", "number members columns resiliency interleave bytes"),
    ("volumes", "number partition letter fs start bytes"),
];
/// System keys read, except the hypervisor's.
const SYSTEM: &str =
    "os cpu logical_cpus board_vendor board bios_vendor bios bios_date uefi secure_boot";
/// Keys that name a device or a disk.
const NAMES: [&str; 4] = ["id", "parent", "device", "members"];

/// The parts of the text that are read; `None` if it is no capture.
pub(in crate::read) fn needed(text: &str) -> Option<String> {
    let root: Value = serde_json::from_str(text).ok()?;
    let mut numbers = BTreeMap::new();
    let mut kept = Map::new();
    for key in ["schema", "administrator"] {
        kept.extend(root.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    if let Some(system) = root.get("system") {
        kept.insert("system".to_owned(), self::system(system));
    }
    for (name, keys) in READ {
        let entries: Vec<Value> =
            super::list(&root, name).iter().map(|entry| of(entry, keys, &mut numbers)).collect();
        kept.insert(name.to_owned(), entries.into());
    }
    serde_json::to_string_pretty(&Value::Object(kept)).ok()
}

fn system(of: &Value) -> Value {
    let mut kept: Map<String, Value> =
        SYSTEM.split(' ').filter_map(|key| Some((key.to_owned(), of.get(key)?.clone()))).collect();
    let [vendor, product] =
        ["vendor", "product"].map(|key| super::word(of, key).unwrap_or_default());
    let names = firmware::hypervisor(vendor, product).and_then(firmware::names_of);
    if let Some((vendor, product)) = names {
        kept.insert("vendor".to_owned(), vendor.into());
        kept.insert("product".to_owned(), product.into());
    }
    Value::Object(kept)
}

fn of(entry: &Value, keys: &str, numbers: &mut BTreeMap<String, usize>) -> Value {
    let mut kept = Map::new();
    for key in keys.split(' ') {
        let Some(value) = entry.get(key) else { continue };
        let mut value = value.clone();
        if NAMES.contains(&key) {
            number(&mut value, numbers);
        }
        // A volume may have a folder for a letter, and a folder the name of a person.
        let is_letter = |text: &str| text.len() == 2 && text.ends_with(':');
        if key == "letter" && !value.as_str().is_some_and(is_letter) {
            continue;
        }
        kept.insert(key.to_owned(), value);
    }
    Value::Object(kept)
}

/// Replaces every device name by its kind and a number, the same one everywhere.
fn number(value: &mut Value, numbers: &mut BTreeMap<String, usize>) {
    match value {
        Value::String(name) => {
            // Windows compares them without regard to case.
            let next = numbers.len();
            let number = *numbers.entry(name.to_uppercase()).or_insert(next);
            let kind = name.rfind('\\').map_or("", |at| &name[..=at]);
            *name = format!("{kind}{number}");
        }
        Value::Array(names) => names.iter_mut().for_each(|name| self::number(name, numbers)),
        other => *other = Value::Null,
    }
}
