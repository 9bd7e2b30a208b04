//! `dmidecode` output of the firmware's tables.
//!
//! For: the board's name and its slots beside a listing of lspci, which says neither. By itself it
//! shows no device.
//!
//! ```text
//! Handle 0x0019, DMI type 9, 17 bytes
//! System Slot Information
//!         Designation: PCIEX16_1
//!         Type: x16 PCI Express 3 x16
//!         Bus Address: 0000:00:01.0
//! ```
//!
//! Not here: the table itself (`smbios`), by whose rules slots count. Source: dmidecode 3.6,
//! dmidecode.c (the words), dmioutput.c (the layout).

use narrows_catalog::board::SlotForm;
use narrows_units::Lanes;

use super::{firmware, smbios};
use crate::evidence::{CaptureEvidence, SlotClaim, SlotSource, SystemSlot};

const BIOS: &str = "BIOS Information";
const SYSTEM: &str = "System Information";
const BOARD: &str = "Base Board Information";
const PROCESSOR: &str = "Processor Information";
const SLOT: &str = "System Slot Information";
const DEVICE: &str = "Onboard Device";

/// dmidecode's text for a missing string, and makers' placeholders.
const NOTHING: [&str; 6] = [
    "Not Specified",
    "Unknown",
    "Default string",
    "To Be Filled By O.E.M.",
    "To be filled by O.E.M.",
    "System Product Name",
];

/// No table has more structures; the rest is left out.
const MOST_STRUCTURES: usize = 4096;

/// Reads the text. Missing facts are `None`.
pub fn read(text: &str) -> CaptureEvidence {
    let all = structures(text);
    let of = |title: &'static str| all.iter().filter(move |structure| structure.title == title);
    let field =
        |title: &'static str, key: &str| of(title).find_map(|structure| structure.field(key));
    let slots = of(SLOT).filter_map(DmiStructure::slot).collect();
    let devices = of(DEVICE).filter_map(|device| device.claim("Reference Designation"));
    let table = smbios::table_of(slots, devices);
    let mut evidence = CaptureEvidence {
        slots: table.claims,
        system_slots: table.slots,
        notes: table.note.into_iter().collect(),
        ..CaptureEvidence::default()
    };
    let host = &mut evidence.host;
    host.cpu = field(PROCESSOR, "Version").map(str::to_owned);
    host.board = firmware::joined(&[field(BOARD, "Manufacturer"), field(BOARD, "Product Name")]);
    let bios = ["Vendor", "Version", "Release Date"].map(|key| field(BIOS, key));
    host.firmware = firmware::joined(&bios);
    let system = ["Manufacturer", "Product Name"].map(|key| field(SYSTEM, key).unwrap_or_default());
    host.hypervisor = firmware::hypervisor(system[0], system[1]).map(str::to_owned);
    evidence
}

/// Fields read from each structure; of the system only its hypervisor.
const READ: [(&str, &[&str]); 5] = [
    (BIOS, &["Vendor", "Version", "Release Date"]),
    (BOARD, &["Manufacturer", "Product Name"]),
    (PROCESSOR, &["Version"]),
    (SLOT, &["Designation", "Type", "Bus Address"]),
    (DEVICE, &["Reference Designation", "Bus Address"]),
];

/// The part of the text that is read.
pub(super) fn needed(text: &str) -> String {
    let mut kept = String::new();
    let mut put = |title: &str, fields: &[(&str, &str)]| {
        // The numbers are not read, only the title in the next line.
        kept.push_str(&format!("Handle 0x0000, DMI type 0, 0 bytes\n{title}\n"));
        fields.iter().for_each(|(key, value)| kept.push_str(&format!("\t{key}: {value}\n")));
        kept.push('\n');
    };
    for structure in structures(text) {
        if structure.title == SYSTEM {
            let [vendor, product] = ["Manufacturer", "Product Name"]
                .map(|key| structure.field(key).unwrap_or_default());
            let names = firmware::hypervisor(vendor, product).and_then(firmware::names_of);
            if let Some((vendor, product)) = names {
                put(SYSTEM, &[("Manufacturer", vendor), ("Product Name", product)]);
            }
        }
        let Some((title, keys)) = READ.iter().find(|(title, _)| *title == structure.title) else {
            continue;
        };
        let fields: Vec<(&str, &str)> =
            keys.iter().filter_map(|key| Some((*key, structure.field(key)?))).collect();
        put(title, &fields);
    }
    kept
}

/// The title of a structure and the lines below it.
struct DmiStructure<'a> {
    title: &'a str,
    lines: Vec<&'a str>,
}

/// Whether a line is the title of a structure that is read.
pub(super) fn is_title(line: &str) -> bool {
    [BIOS, BOARD, PROCESSOR, SLOT].contains(&line)
}

/// Structures by their titles; what grep left of them lacks the lines with handles.
fn structures(text: &str) -> Vec<DmiStructure<'_>> {
    let mut all: Vec<DmiStructure<'_>> = Vec::new();
    let mut is_first = false;
    for line in text.lines() {
        let text = line.trim();
        // With `-t baseboard` and grep the title is missing as well.
        let typed =
            text.strip_prefix("# dmidecode ").filter(|typed| !typed.starts_with(char::is_numeric));
        let is_board =
            typed.is_some_and(|typed| typed.contains("baseboard") || typed.contains("-t 2"));
        let is_new = is_first || is_title(text) || text == SYSTEM || text.starts_with("Handle 0x");
        is_first = text.starts_with("Handle 0x");
        if is_new || is_board || typed.is_some() {
            if all.len() >= MOST_STRUCTURES {
                break;
            }
            let title = if is_board { BOARD } else { text };
            all.push(DmiStructure { title, lines: Vec::new() });
        } else if let Some(last) = all.last_mut() {
            last.lines.push(text);
        }
    }
    all
}

impl<'a> DmiStructure<'a> {
    fn field(&self, key: &str) -> Option<&'a str> {
        let value = |line: &&'a str| line.strip_prefix(key)?.strip_prefix(':').map(str::trim);
        let value = self.lines.iter().find_map(value)?;
        (!value.is_empty() && !NOTHING.contains(&value)).then_some(value)
    }

    fn claim(&self, key: &str) -> Option<SlotClaim> {
        let address = self.field("Bus Address")?.parse().ok()?;
        let label = self.field(key)?.to_owned();
        Some(SlotClaim { address, label, source: SlotSource::Smbios })
    }

    fn slot(&self) -> Option<SystemSlot> {
        let kind = self.field("Type").unwrap_or_default();
        Some(SystemSlot {
            label: self.field("Designation")?.to_owned(),
            address: self.field("Bus Address").and_then(|address| address.parse().ok()),
            form: form(kind),
            lanes: kind.split(' ').next().and_then(lanes),
        })
    }
}

/// `x4 PCI Express 3 x16`: the width comes first, the form last.
fn form(kind: &str) -> Option<SlotForm> {
    let has = |word: &str| kind.contains(word);
    match () {
        () if has("M.2 Socket") => Some(SlotForm::M2),
        () if has("SFF-8639") => Some(SlotForm::U2),
        () if has("PCI Express Mini") => Some(SlotForm::MiniPcie),
        () if !has("PCI Express ") => None,
        () => match kind.rsplit(' ').next() {
            Some("x1") => Some(SlotForm::X1),
            Some("x4") => Some(SlotForm::X4),
            Some("x8") => Some(SlotForm::X8),
            Some("x16") => Some(SlotForm::X16),
            _ => None,
        },
    }
}

fn lanes(word: &str) -> Option<Lanes> {
    Lanes::new(word.strip_prefix('x')?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "# dmidecode 3.3\nGetting SMBIOS data from sysfs.\n\
        Handle 0x0002, DMI type 2, 15 bytes\nBase Board Information\n\
        \tManufacturer: ASRock\n\tProduct Name: Z170 OC Formula\n\tVersion: Default string\n\n\
        Handle 0x0004, DMI type 4, 48 bytes\nProcessor Information\n\
        \tVersion: Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz\n\n\
        Handle 0x0019, DMI type 9, 17 bytes\nSystem Slot Information\n\
        \tDesignation: PCIE5\n\tType: x8 PCI Express 3 x16\n\tCurrent Usage: In Use\n\
        \tBus Address: 0000:00:01.1\n\n\
        Handle 0x001a, DMI type 9, 17 bytes\nSystem Slot Information\n\
        \tDesignation: M2_1\n\tType: x4 M.2 Socket 3\n\tCurrent Usage: Available\n\n\
        Handle 0x001b, DMI type 41, 11 bytes\nOnboard Device\n\
        \tReference Designation: Onboard LAN\n\tBus Address: 0000:00:1f.6\n";

    #[test]
    fn boards_processors_and_slots_are_read() {
        let evidence = read(PRINTED);
        assert_eq!(evidence.host.board.as_deref(), Some("ASRock Z170 OC Formula"));
        assert!(evidence.host.cpu.is_some_and(|cpu| cpu.contains("i7-6700K")));
        let [card, module] = &evidence.system_slots[..] else { panic!("two slots") };
        assert_eq!((card.form, card.lanes), (Some(SlotForm::X16), Lanes::new(8)));
        assert_eq!((module.form, module.address), (Some(SlotForm::M2), None));
        let labels: Vec<_> = evidence.slots.iter().map(|claim| claim.label.as_str()).collect();
        assert_eq!(labels, ["PCIE5", "Onboard LAN"]);
    }

    #[test]
    fn no_line_of_it_is_too_broken() {
        for end in 0..PRINTED.len() {
            read(&PRINTED[..end]);
        }
    }
}
