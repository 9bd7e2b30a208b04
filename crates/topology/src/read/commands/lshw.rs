//! `lshw`, as text and as JSON: the tree of devices with the bus that each is on.
//!
//! Source: lshw B.02.16 to B.02.20, src/core/print.cc (text), hw.cc (JSON), pci.cc (descriptions).

use narrows_units::Bytes;
use serde_json::Value;

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, word};
use super::section::CommandSection;
use crate::evidence::{HostFacts, KernelDriver, PciFunction};
use crate::pci::{ClassCode, PciAddress};
use crate::read::{firmware, lspci_text};

#[derive(Default)]
pub(super) struct LshwDevice {
    fields: Vec<(String, String)>,
    driver: Option<String>,
    size: Option<(Bytes, bool)>,
    below: Vec<LshwDevice>,
}

/// Deeper trees are cut; the deepest of lshw's have some 15 levels.
const DEEPEST: usize = 64;

/// What was copied from the middle may lack the line of the device that it begins with.
pub(super) fn begins(line: &str) -> bool {
    (line.starts_with("*-") && line.len() > 2)
        || ["description: NVMe device", "description: ATA Disk"].contains(&line)
}

/// Reads the text form: a device begins with `*-`, indented by its depth; its fields follow below.
pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut open: Vec<(usize, LshwDevice)> = vec![(0, LshwDevice::default())];
    let close = |open: &mut Vec<(usize, LshwDevice)>, column: usize| {
        while open.len() > 1
            && (open.len() > DEEPEST || open.last().is_some_and(|it| it.0 >= column))
        {
            let Some((_, device)) = open.pop() else { return };
            if let Some((_, above)) = open.last_mut() {
                above.below.push(device);
            }
        }
    };
    for line in &section.lines {
        let text = line.trim();
        let column = 1 + line.len() - line.trim_start().len();
        if let Some(id) = text.strip_prefix("*-") {
            close(&mut open, column);
            let id = id.split([':', ' ']).next().unwrap_or_default();
            let fields = vec![("id".to_owned(), id.to_owned())];
            open.push((column, LshwDevice { fields, ..LshwDevice::default() }));
        } else if let (Some((key, value)), Some((_, device))) =
            (text.split_once(": "), open.last_mut())
        {
            device.line(key, value.trim());
        }
    }
    close(&mut open, 0);
    if let Some((_, root)) = open.pop() {
        root.take(None, evidence);
    }
}

impl LshwDevice {
    fn line(&mut self, key: &str, value: &str) {
        match key {
            "size" | "capacity" if self.size.is_none() => {
                self.size = amount::size(value).map(|size| (size, false));
            }
            "configuration" => {
                let driver = value.split(' ').find_map(|word| word.strip_prefix("driver="));
                self.driver = driver.map(str::to_owned);
            }
            _ => self.fields.push((key.replace(' ', "").to_lowercase(), value.to_owned())),
        }
    }

    /// A device of the JSON, which can be a list of them.
    pub fn of(value: &Value, depth: usize) -> Option<Self> {
        let object = value.as_object()?;
        let mut device = Self::default();
        for (key, value) in object {
            let first = || value.as_array().and_then(|list| list.first()?.as_str());
            if let Some(text) = value.as_str().or_else(first) {
                device.fields.push((key.to_lowercase(), text.to_owned()));
            }
        }
        let is_bytes = device.get("units") == Some("bytes");
        let size = value.get("size").and_then(Value::as_u64).filter(|_| is_bytes);
        device.size = size.map(|size| (Bytes::new(size), true));
        let driver = value.pointer("/configuration/driver").and_then(Value::as_str);
        device.driver = driver.map(str::to_owned);
        if let Some(below) = value.get("children").and_then(Value::as_array)
            && depth < DEEPEST
        {
            device.below = below.iter().filter_map(|value| Self::of(value, depth + 1)).collect();
        }
        Some(device)
    }

    fn get(&self, key: &str) -> Option<&str> {
        let value = self.fields.iter().find(|(own, _)| own == key);
        value.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Takes its own facts, then those of everything below; `above` is the function above it.
    pub fn take(self, above: Option<PciAddress>, evidence: &mut CommandEvidence) {
        let mut above = above;
        let id = self.get("id").unwrap_or_default();
        let id = id.split(':').next().unwrap_or_default();
        let address = self.get("businfo").and_then(|info| info.strip_prefix("pci@")?.parse().ok());
        if let Some(address) = address {
            self.take_function(address, above, evidence);
            // The host bridge is above everything else without being a bridge to it.
            let is_host = self.get("description") == Some("Host bridge");
            above = if is_host { above } else { Some(address) };
        }
        match id {
            "core" => {
                let board = firmware::joined(&[self.get("vendor"), self.get("product")]);
                evidence.host(HostFacts { board, ..HostFacts::default() });
            }
            "cpu" => {
                let cpu = self.get("product").and_then(word);
                evidence.host(HostFacts { cpu, ..HostFacts::default() });
            }
            _ => {}
        }
        if self
            .get("description")
            .is_some_and(|text| text.ends_with("Computer") || text == "System")
        {
            let names = ["vendor", "product"].map(|key| self.get(key).unwrap_or_default());
            let hypervisor = firmware::hypervisor(names[0], names[1]).map(str::to_owned);
            evidence.host(HostFacts { hypervisor, ..HostFacts::default() });
        }
        if let Some(name) = self.get("logicalname") {
            self.take_named(name, above, evidence);
        }
        let identity = ControllerNames::of(&self);
        for device in self.below {
            let device = device.with(&identity);
            device.take(above, evidence);
        }
    }

    fn take_function(
        &self,
        address: PciAddress,
        above: Option<PciAddress>,
        evidence: &mut CommandEvidence,
    ) {
        let Some(function) = evidence.function(address) else { return };
        let class = self.get("description").and_then(class);
        // Of NVMe lshw names the drive, which has its maker in it, instead of the function.
        let is_drive = self.get("description") == Some("NVMe device");
        let names = [self.get("vendor").filter(|_| !is_drive), self.get("product")];
        // With `-numeric` the ids follow the names in brackets.
        let joined = firmware::joined(&names.map(|name| {
            name.map(|name| {
                name.rsplit_once(" [")
                    .filter(|(_, id)| id.ends_with(']') && id.len() <= 10)
                    .map_or(name, |it| it.0)
            })
        }));
        let id = names[1].and_then(lspci_text::id_at_end);
        let own = PciFunction {
            id: id.unwrap_or_default(),
            class: class.map(ClassCode::from_u24).unwrap_or_default(),
            name: joined,
            parent: above,
            driver: self.driver.clone().map(|name| KernelDriver { name, version: None }),
            ..PciFunction::default()
        };
        function.fill(own);
    }

    fn take_named(&self, name: &str, above: Option<PciAddress>, evidence: &mut CommandEvidence) {
        let path = name.split(' ').next().unwrap_or_default();
        let own = path.strip_prefix("/dev/").unwrap_or_default();
        let is_nvme = own.starts_with("nvme");
        if is_nvme && !own.get(4..).is_some_and(|rest| rest.contains('n')) {
            if let Some(address) = above {
                evidence.controller(own, address);
            }
            return;
        }
        let is_disk = is_nvme && !own.contains('p')
            || self.get("id").is_some_and(|id| id.starts_with("disk"));
        if !is_disk || own.is_empty() {
            return;
        }
        if let Some((size, is_exact)) = self.size {
            evidence.size(path, Some(size), is_exact);
        }
        let bus = self.get("businfo").unwrap_or_default();
        let is_ata = self.get("description").is_some_and(|text| text.starts_with("ATA"));
        let Some((own, block)) = evidence.block(path) else { return };
        fill(&mut block.function, above);
        fill(&mut block.model, self.get("product").and_then(word));
        fill(&mut block.serial, self.get("serial").and_then(word));
        fill(&mut block.firmware, self.get("version").and_then(word));
        if is_nvme {
            evidence.buses.insert(own, DriveBus::Nvme);
        } else if is_ata || bus.starts_with("ide@") {
            evidence.buses.insert(own, DriveBus::Sata);
        }
    }

    /// A namespace has no names of its own; the drive's are those of its controller.
    fn with(mut self, above: &ControllerNames) -> Self {
        let is_namespace = self.get("businfo").is_some_and(|info| info.starts_with("nvme@"));
        if is_namespace || self.get("id").is_some_and(|id| id.starts_with("namespace")) {
            for (key, value) in &above.0 {
                if self.get(key).is_none() {
                    self.fields.push((key.clone(), value.clone()));
                }
            }
        }
        self
    }
}

struct ControllerNames(Vec<(String, String)>);

impl ControllerNames {
    fn of(device: &LshwDevice) -> Self {
        let keys = ["product", "serial", "version"];
        let is_own = |(key, _): &&(String, String)| keys.contains(&key.as_str());
        Self(device.fields.iter().filter(is_own).cloned().collect())
    }
}

/// The class in an lshw description, in its own words or those of pci.ids.
fn class(description: &str) -> Option<u32> {
    const OWN: [(&str, u32); 6] = [
        ("NVMe device", 0x01_08_02),
        ("NVMe storage", 0x01_08_02),
        ("Ethernet interface", 0x02_00_00),
        ("Wireless interface", 0x02_80_00),
        ("SATA controller", 0x01_06_01),
        ("USB controller", 0x0c_03_30),
    ];
    let own = OWN.iter().find(|(name, _)| *name == description).map(|(_, class)| *class);
    own.or_else(|| lspci_text::class_by_name(description).map(|class| u32::from(class) << 8))
}
