//! `lsusb -t`: the tree of USB with the speed that each device has.
//!
//! Source: usbutils 007 to 017, lsusb-t.c.

use super::evidence::CommandEvidence;
use super::section::CommandSection;

pub(super) fn begins(line: &str) -> bool {
    line.starts_with("/:  Bus ") || line.starts_with("/: Bus ")
}

/// Interfaces of mass storage with the speed at the end of their line. A device with two of them, for
/// both protocols, is one drive.
pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut bus = 0;
    let mut ports: Vec<(usize, u32)> = Vec::new();
    for line in &section.lines {
        let number = |text: &str| {
            let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        };
        if let Some((_, rest)) = line.split_once("Bus ").filter(|_| begins(line.trim())) {
            (bus, ports) = (number(rest).unwrap_or(0), Vec::new());
            continue;
        }
        let Some((indent, rest)) = line.split_once("|__") else { continue };
        let Some(port) = rest.trim().strip_prefix("Port ").and_then(number) else { continue };
        ports.retain(|(column, _)| *column < indent.len());
        ports.push((indent.len(), port));
        let Some((_, speed)) = rest.rsplit_once(", ").filter(|_| {
            ["Class=Mass Storage", "Class=stor.", "Driver=uas", "Driver=usb-storage"]
                .iter()
                .any(|word| rest.contains(word))
        }) else {
            continue;
        };
        let mbit_s = number(speed.trim()).filter(|_| speed.trim().contains('M'));
        let way: Vec<String> = ports.iter().map(|(_, port)| port.to_string()).collect();
        let name = format!("{bus}-{}", way.join("."));
        let is_known = evidence.usb.iter().any(|(known, _)| *known == name);
        if let Some(mbit_s) = mbit_s.filter(|_| !is_known) {
            evidence.usb.push((name, mbit_s));
        }
    }
}
