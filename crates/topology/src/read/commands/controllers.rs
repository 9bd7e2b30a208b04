//! RAID controllers and adapters of a text: which lines are about which of them, and where each is.
//!
//! ```text
//! Controller = 1                                  (storcli, perccli)
//! Smart Array P410i in Slot 0 (Embedded)          (ssacli)
//! Adapter #0                                      (MegaCli)
//! Read configuration has been initiated for controller 0
//! /c0 Model = 9750-4i                             (tw_cli)
//! Controller Serial Number : 3A371342EC2          (arcconf)
//! ```
//!
//! Slots and volumes of several controllers have the same names, so that names get the controller
//! before them: `c1:252:0`, `c1:volume0`.

use std::collections::BTreeMap;

use super::described::MOST_LINES;
use super::evidence::{CommandEvidence, fill, is_slot};
use crate::pci::{ClassCode, PciAddress};

/// The lines about one controller, in order.
#[derive(Default)]
pub(super) struct ControllerLines<'a> {
    /// The part of names before the colon; `None` in a text of one controller.
    pub scope: Option<String>,
    pub lines: Vec<&'a str>,
}

/// A controller with its PCI address.
pub(super) struct Adapter {
    pub scope: Option<String>,
    pub at: PciAddress,
    pub name: Option<String>,
}

/// Lines by controller; those before the first are of it.
pub(super) fn parts<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<ControllerLines<'a>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut parts = vec![ControllerLines::default()];
    let mut current = 0;
    for line in lines.take(MOST_LINES) {
        if let Some(name) = begun(line.trim()) {
            let next = places.len();
            current = *places.entry(name).or_insert(next);
            if current == parts.len() {
                parts.push(ControllerLines::default());
            }
        }
        parts[current].lines.push(line);
    }
    if places.len() > 1 {
        for (name, place) in places {
            let number = name.parse().unwrap_or(place);
            parts[place].scope = Some(format!("c{number}"));
        }
    }
    parts
}

/// What the line that begins a controller's part calls it.
fn begun(line: &str) -> Option<&str> {
    if let Some((key, serial)) = line.split_once(':')
        && key.trim_end() == "Controller Serial Number"
    {
        return Some(serial.trim());
    }
    let behind = ["Controller = ", "Adapter #", "Adapter: ", "/c"];
    let rest = behind.iter().find_map(|start| line.strip_prefix(start));
    let inside = [" in Slot ", " initiated for controller "];
    let rest = rest.or_else(|| inside.iter().find_map(|mark| Some(line.split_once(mark)?.1)))?;
    let name = rest.split([' ', '/', ')']).next()?;
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// `0000:14:00.0`, or as storcli writes it `00:14:00:00`.
pub(super) fn address(text: &str) -> Option<PciAddress> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [domain, bus, device, function] => {
            let function = function.trim_start_matches('0');
            let function = if function.is_empty() { "0" } else { function };
            format!("{domain:0>4}:{bus}:{device}.{function}").parse().ok()
        }
        _ => text.parse().ok(),
    }
}

/// Puts the drives in slots on the controllers that have them.
pub(super) fn put(evidence: &mut CommandEvidence) {
    for adapter in std::mem::take(&mut evidence.adapters) {
        let Some(function) = evidence.function(adapter.at) else { continue };
        if function.class == ClassCode::default() {
            function.class = ClassCode::from_u24(0x01_04_00);
        }
        fill(&mut function.name, adapter.name);
        let start = adapter.scope.map(|scope| format!("{scope}:")).unwrap_or_default();
        let blocks = evidence.capture.blocks.iter_mut();
        for (_, block) in blocks.filter(|(name, _)| name.starts_with(&start) && is_slot(name)) {
            block.function = Some(adapter.at);
        }
    }
}
