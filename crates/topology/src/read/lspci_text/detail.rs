//! Lines below a function's first, each identified by its first word.
//!
//! ```text
//! Capabilities: [70] Express (v2) Endpoint, MSI 00
//! DevCap: MaxPayload 256 bytes, PhantFunc 0
//! LnkCap: Port #0, Speed 8GT/s, Width x4, ASPM L1, Exit Latency L1 <64us
//! LnkSta: Speed 8GT/s (ok), Width x2 (downgraded)
//! TrErr- Train- SlotClk+ DLActive+ BWMgmt- ABWMgmt-
//! ```

use narrows_messages::Message;

use super::FunctionDraft;
use super::damage;
use super::headline::cut;
use super::value::{
    bus, buses, flag, lanes, link, payload, port_type, rate, secondary_alone, slot_number,
    subsystem,
};
use crate::evidence::{KernelDriver, PciFunction};

impl FunctionDraft {
    /// Reads one line, without white space around it. A damaged line's fact is left out and
    /// returned as a problem.
    pub fn take(&mut self, line: &str) -> Result<(), Message> {
        let problem = match line.split_once(':') {
            Some((key, value)) => self.take_key(key, value.trim()),
            None => damage::stub(line),
        };
        // Words on their own lines or after a key, depending on lspci's version.
        let express = &mut self.express;
        express.reports_active = flag(line, "LLActRep").or(express.reports_active);
        express.active = flag(line, "DLActive").or(express.active);
        express.slot_number = slot_number(line).or(express.slot_number);
        let payload = payload(line);
        // Device Capabilities is named in the same line, Device Control in the one before.
        if line.starts_with("DevCap:") || line.contains("Supported: MaxPayload") {
            express.payload_supported = payload.or(express.payload_supported);
        } else {
            express.payload_current = payload.or(express.payload_current);
        }
        if line.starts_with("Expansion ROM at") || line.starts_with("[virtual] Expansion ROM at") {
            self.function.option_rom = Some(true);
        }
        self.silent |= line.starts_with("!!! Unknown header type 7f");
        problem.map_or(Ok(()), Err)
    }

    fn take_key(&mut self, key: &str, value: &str) -> Option<Message> {
        let problem = damage::unreadable(key, value).or_else(|| self.cut_width(key, value));
        self.keys.extend(damage::key(key));
        match (key, &problem) {
            // A bridge's secondary bus comes before the last bus, and determines the tree.
            ("Bus", Some(_)) => {
                let buses = secondary_alone(value).filter(|_| self.function.buses.is_none());
                self.function.buses = buses.or(self.function.buses);
                self.primary = bus(value, "primary").or(self.primary);
            }
            ("Capabilities", Some(_)) => self.take_capability(value),
            (_, Some(_)) => {}
            (_, None) => {
                self.take_field(key, value);
                self.take_express_field(key, value);
            }
        }
        problem
    }

    /// The problem of a width that may have lost digits. For `LnkSta` in a dialect that ends there,
    /// only the surrounding lines can decide ([`FunctionDraft::finish`]).
    fn cut_width(&mut self, key: &str, value: &str) -> Option<Message> {
        let at_end = damage::ends_in_lanes(value);
        let is_status = key == "LnkSta" && self.dialect.is_width_last;
        if is_status {
            self.width_at_end = at_end.then_some(self.at);
        }
        let is_cut = at_end && matches!(key, "LnkCap" | "LnkSta") && !is_status;
        let lanes = lanes(value).filter(|_| is_cut)?;
        Some(Message::new("note-lspci-width").with("key", key).with("lanes", lanes))
    }

    fn take_field(&mut self, key: &str, value: &str) {
        let function = &mut self.function;
        match key {
            "Subsystem" => {
                function.subsystem = subsystem(value).or(function.subsystem);
                let named = cut(value).filter(|_| function.subsystem.is_none());
                function.subsystem_name = named;
            }
            "NUMA node" => function.numa_node = value.parse().ok(),
            "Kernel driver in use" => {
                function.driver = cut(value).map(|name| KernelDriver { name, version: None });
            }
            "Bus" => {
                function.buses = buses(value).or(function.buses);
                self.primary = bus(value, "primary").or(self.primary);
            }
            "Physical Slot" => self.physical_slot = cut(value),
            // The firmware's name for an onboard device: SMBIOS type 41 or an ACPI _DSM (Linux,
            // Documentation/ABI/testing/sysfs-bus-pci, "label").
            "DeviceName" => self.label = cut(value),
            "Capabilities" => self.take_capability(value),
            _ => {}
        }
    }

    fn take_capability(&mut self, value: &str) {
        let PciFunction { denied, subsystem: known, .. } = &mut self.function;
        *denied |= value.starts_with("<acc");
        let Some((_, kind)) = value.split_once("] ") else { return };
        if let Some(id) = kind.strip_prefix("Subsystem:") {
            *known = known.or_else(|| subsystem(id.trim()));
        } else if let Some(kind) = kind.strip_prefix("Express ") {
            self.keys.insert(damage::EXPRESS);
            self.express.port = port_type(kind).or(self.express.port);
            self.express.slot |= kind.contains("(Slot+)");
        }
    }

    fn take_express_field(&mut self, key: &str, value: &str) {
        let express = &mut self.express;
        match key {
            "LnkCap" => express.possible = link(value),
            "LnkSta" => (express.rate, express.lanes) = (rate(value), lanes(value)),
            // Old versions wrote both as "Link:".
            "Link" if value.starts_with("Supported Speed") => express.possible = link(value),
            "Link" if value.starts_with("Speed") => {
                (express.rate, express.lanes) = (rate(value), lanes(value));
            }
            "LnkCtl2" => express.target = rate(value),
            "SltCap" => express.hot_plug = flag(value, "HotPlug") == Some(true),
            "SltSta" => express.present = flag(value, "PresDet"),
            _ => {}
        }
    }
}
