//! Groups of hosts from the LLDP data of each host's switch: the neighbours that `lldpctl -f json` or
//! `-f json0` of lldpd(8) prints (lldpcli(8), option `-f`).
//!
//! `json` names things by their keys and leaves out lists of one; `json0` has lists everywhere and names inside:
//!
//! ```text
//! {"lldp": {"interface": {"e0": {"chassis": {"leaf1": {"id": {"type": "mac", "value": "00:11:22:33:44:55"}, ...
//! {"lldp": [{"interface": [{"name": "e0", "chassis": [{"id": [{"type": "mac", "value": ...}], "name": [{"value": "leaf1"}], ...
//! ```
//!
//! A neighbour that says that it is neither bridge nor router is another host or a telephone, and no switch.

use std::collections::BTreeMap;

use narrows_record::hosts::HostGroup;
use narrows_record::hosts::exchange::NetworkSwitch;
use serde_json::Value;

/// A host has a few links; more neighbours than this are a slip.
const MOST: usize = 64;

/// The switches that a host is linked to, each once, in the order of the text; empty if it is no such text.
pub fn read(text: &str) -> Vec<NetworkSwitch> {
    let Ok(document) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let mut found: Vec<NetworkSwitch> = Vec::new();
    // Indexing a JSON value by a key that it lacks gives null.
    for part in each(&document["lldp"]) {
        for (_, interface) in named(&part["interface"]) {
            for (name, chassis) in named(&interface["chassis"]) {
                let switch = switch(name, chassis).filter(|_| forwards(chassis));
                found.extend(switch.filter(|switch| !found.contains(switch)));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// A list's entries, or the one thing itself.
fn each(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Null => Vec::new(),
        one => vec![one],
    }
}

/// Items by name: in `json` the values of an object by key, in `json0` those of a list, whose names are inside. An
/// item with an `id` or `via` is taken as is: `json` has no key for a switch without a name.
fn named(value: &Value) -> Vec<(Option<&str>, &Value)> {
    let mut found = Vec::new();
    for one in each(value) {
        match one.as_object() {
            Some(fields) if !fields.contains_key("id") && !fields.contains_key("via") => {
                found.extend(fields.iter().map(|(name, value)| (Some(name.as_str()), value)));
            }
            _ => found.push((text(&one["name"]), one)),
        }
    }
    found
}

/// A text, or that of the first `value`.
fn text(value: &Value) -> Option<&str> {
    let first = each(value).into_iter().next()?;
    first.as_str().or_else(|| first["value"].as_str())
}

fn switch(name: Option<&str>, chassis: &Value) -> Option<NetworkSwitch> {
    let id = text(&chassis["id"])?.to_owned();
    let name = name.filter(|name| !name.is_empty()).unwrap_or(&id).to_owned();
    Some(NetworkSwitch { id, name })
}

/// Whether it announces forwarding; true if it announces no capabilities.
fn forwards(chassis: &Value) -> bool {
    let said = each(&chassis["capability"]);
    let is_on = |it: &&Value| it["enabled"].as_bool().unwrap_or_default();
    let is_switch = |it: &Value| matches!(it["type"].as_str(), Some("Bridge" | "Router"));
    said.is_empty() || said.into_iter().filter(is_on).any(is_switch)
}

/// The hosts at each switch, by name. Switches of one name that are several have their id behind it.
pub fn groups(hosts: &[(String, Vec<NetworkSwitch>)]) -> Vec<HostGroup> {
    let mut found: BTreeMap<&NetworkSwitch, Vec<String>> = BTreeMap::new();
    for (host, switches) in hosts {
        switches.iter().for_each(|switch| found.entry(switch).or_default().push(host.clone()));
    }
    let of_name = |name: &str| found.keys().filter(|switch| switch.name == name).count();
    let called = |switch: &NetworkSwitch| match of_name(&switch.name) {
        1 => switch.name.clone(),
        _ => format!("{} ({})", switch.name, switch.id),
    };
    let group = |(switch, hosts): (&&NetworkSwitch, &Vec<String>)| HostGroup {
        name: called(switch),
        hosts: hosts.clone(),
        from: "LLDP".to_owned(),
        uplink_mb_s: None,
    };
    found.iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(text: &str) -> Vec<(String, String)> {
        read(text).into_iter().map(|switch| (switch.id, switch.name)).collect()
    }

    fn pair(id: &str, name: &str) -> (String, String) {
        (id.to_owned(), name.to_owned())
    }

    /// One neighbour, as lldpd 1.0.16 prints it, without unused fields.
    const JSON: &str = r#"{"lldp": {"interface": {"e0": {"via": "LLDP", "rid": "1", "chassis": {"leaf1":
        {"id": {"type": "mac", "value": "3e:cf"}, "mgmt-ip": ["10.77.0.254", "fe80::1"], "capability": [
        {"type": "Bridge", "enabled": true}, {"type": "Router", "enabled": false}]}}, "port": {"id":
        {"type": "mac", "value": "3e:cf:eb"}, "ttl": "4"}}}}}"#;
    const JSON0: &str = r#"{"lldp": [{"interface": [{"name": "e0", "via": "LLDP", "chassis": [{"id":
        [{"type": "mac", "value": "3e:cf"}], "name": [{"value": "leaf1"}], "capability": [{"type": "Bridge",
        "enabled": true}]}], "port": [{"id": [{"type": "mac", "value": "x"}]}]}]}]}"#;

    #[test]
    fn both_forms_say_the_same() {
        assert_eq!(names(JSON), [pair("3e:cf", "leaf1")]);
        assert_eq!(names(JSON0), names(JSON));
    }

    /// Two links to two switches, of which one has no name; a host at a third link is none.
    #[test]
    fn several_links_are_a_list() {
        let text = r#"{"lldp": {"interface": [
            {"e0": {"via": "LLDP", "chassis": {"a": {"id": {"value": "1"}}}}},
            {"e1": {"via": "CDPv2", "chassis": {"id": {"value": "2"}, "capability":
                {"type": "Router", "enabled": true}}}},
            {"e2": {"via": "LLDP", "chassis": {"node7": {"id": {"value": "3"}, "capability": [
                {"type": "Bridge", "enabled": false}, {"type": "Station", "enabled": true}]}}}}]}}"#;
        assert_eq!(names(text), [pair("1", "a"), pair("2", "2")]);
        assert_eq!(names(r#"{"lldp": {}}"#), []);
        assert_eq!(names("[]"), []);
        assert_eq!(names("lldpctl: no such daemon"), []);
    }

    #[test]
    fn hosts_at_one_switch_are_a_group() {
        let switch =
            |id: &str, name: &str| NetworkSwitch { id: id.to_owned(), name: name.to_owned() };
        let hosts = [
            ("n1".to_owned(), vec![switch("1", "leaf"), switch("3", "other")]),
            ("n2".to_owned(), vec![switch("1", "leaf")]),
            ("n3".to_owned(), vec![switch("2", "leaf")]),
        ];
        let groups = groups(&hosts);
        let told: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|it| (it.name.as_str(), it.hosts.iter().map(String::as_str).collect()))
            .collect();
        let wanted =
            [("leaf (1)", vec!["n1", "n2"]), ("leaf (2)", vec!["n3"]), ("other", vec!["n1"])];
        assert_eq!(told, wanted);
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "(lldp|interface|chassis|id|value|[a-c0-9\":,{}\\[\\] \n]){0,60}") {
            let _ = read(&text);
        }
    }
}
