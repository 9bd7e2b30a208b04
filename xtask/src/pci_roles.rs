//! Builds the catalogue's table of PCI roles from the public list of PCI ids (pci.ids).
//!
//! The rules are in `pci_roles/rules.txt`, each with its reason; this applies them. The table
//! contains ids, roles and our own family names: none of the list's text goes into it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Fallible;

const RULES: &str = include_str!("pci_roles/rules.txt");
const TABLE: &str = "crates/catalog/data/pci-roles.txt";

/// Reads the list at the path that the first argument names and writes the table.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let path = args.first().ok_or("say where the list is: cargo xtask pci-roles PATH/pci.ids")?;
    let list = std::fs::read(path).map_err(|why| format!("cannot read {path}: {why}"))?;
    let table = table(&String::from_utf8_lossy(&list))?;
    std::fs::write(root.join(TABLE), table)?;
    Ok(())
}

type Id = (u16, u16);

/// The table's entry for an id: role, family, chipset.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PciRoleEntry {
    role: String,
    family: String,
    chipset: String,
}

pub fn table(list: &str) -> Result<String, String> {
    let rules = RULES.lines().filter(|line| is_content(line)).map(PciRoleRule::read);
    let rules: Vec<PciRoleRule> = rules.collect::<Result<_, _>>()?;
    let names = devices(list);
    let mut entries = BTreeMap::new();
    for id in names.keys().copied().chain(rules.iter().flat_map(PciRoleRule::by_hand)) {
        let name = names.get(&id).copied().unwrap_or_default();
        // The first rule that matches decides: exceptions stand above what they are exceptions to.
        if let Some(entry) = rules.iter().find(|rule| rule.matches(id, name)) {
            entry.entry(name).map(|entry| entries.insert(id, entry));
        }
    }
    Ok(header(list) + &rows(&entries))
}

fn is_content(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

/// Device names by id. Source: the list's own header describes the format: vendors at the start of
/// a line, devices after one tab, subsystems after two, classes in a separate part at the end.
fn devices(list: &str) -> BTreeMap<Id, &str> {
    let mut devices = BTreeMap::new();
    let mut vendor = None;
    for line in list.lines().filter(|line| is_content(line)) {
        match line.strip_prefix('\t') {
            None => vendor = split(line).map(|(vendor, _)| vendor),
            Some(device) => {
                let entry = vendor.zip(split(device));
                devices.extend(entry.map(|(vendor, (device, name))| ((vendor, device), name)));
            }
        }
    }
    devices
}

/// Splits `a110  Some name` into its two halves; `None` for a class (`C 01  ...`) or a subsystem.
fn split(line: &str) -> Option<(u16, &str)> {
    let (id, name) = line.split_once("  ")?;
    (id.len() == 4).then_some((hex(id)?, name.trim()))
}

fn hex(digits: &str) -> Option<u16> {
    u16::from_str_radix(digits, 16).ok()
}

struct PciRoleRule {
    vendor: Option<u16>,
    devices: Option<(u16, u16)>,
    words: Vec<String>,
    without: Vec<String>,
    place: RuleRole,
    family: String,
    chipset: String,
}

/// Result of a rule: a whole whose part follows from the name, or the role itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RuleRole {
    Chipset,
    Processor,
    Northbridge,
    Skip,
    Role(String),
}

impl PciRoleRule {
    fn read(line: &str) -> Result<Self, String> {
        let wrong = || format!("not a rule: {line}");
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let field = |n: usize| fields.get(n).copied().unwrap_or_default();
        let (vendor, devices) = ids(field(0)).ok_or_else(wrong)?;
        let (words, without) = words(field(1));
        let place = match field(2) {
            "" => return Err(wrong()),
            "Chipset" => RuleRole::Chipset,
            "Processor" => RuleRole::Processor,
            "Northbridge" => RuleRole::Northbridge,
            "Skip" => RuleRole::Skip,
            role => RuleRole::Role(role.to_owned()),
        };
        let (family, chipset) = (field(3).to_owned(), field(4).to_owned());
        Ok(Self { vendor, devices, words, without, place, family, chipset })
    }

    /// The ids that this rule holds for even if the list does not know them.
    fn by_hand(&self) -> Vec<Id> {
        let all = matches!(self.place, RuleRole::Role(_)) && self.words.is_empty();
        let range = self.vendor.zip(self.devices).filter(|_| all);
        range.map_or_else(Vec::new, |(vendor, (first, last))| {
            (first..=last).map(|device| (vendor, device)).collect()
        })
    }

    fn matches(&self, (vendor, device): Id, name: &str) -> bool {
        let name = name.to_lowercase();
        let holds = |words: &[String]| words.iter().any(|word| name.contains(word.as_str()));
        self.vendor.is_none_or(|wanted| wanted == vendor)
            && self.devices.is_none_or(|(first, last)| (first..=last).contains(&device))
            && (self.words.is_empty() || holds(&self.words))
            && !holds(&self.without)
    }

    fn entry(&self, name: &str) -> Option<PciRoleEntry> {
        let lower = name.to_lowercase();
        let role = match &self.place {
            RuleRole::Skip => return None,
            RuleRole::Role(role) => role,
            RuleRole::Chipset => {
                if is_port(&lower) {
                    "ChipsetRootPort"
                } else {
                    "ChipsetFunction"
                }
            }
            RuleRole::Processor => processor_role(&lower)?,
            RuleRole::Northbridge => northbridge_role(&lower)?,
        };
        let is_hub = self.place == RuleRole::Northbridge && role == "HostBridge";
        let exact = (self.place == RuleRole::Chipset).then(|| exact_chipset(name)).flatten();
        Some(PciRoleEntry {
            role: role.to_owned(),
            family: if is_hub { String::new() } else { self.family.clone() },
            chipset: exact.unwrap_or_else(|| self.chipset.clone()),
        })
    }
}

/// `8086:a110-a11f`, `8086:a110`, `8086` or `*`.
#[expect(clippy::type_complexity, reason = "a vendor and a range, each of them optional")]
fn ids(text: &str) -> Option<(Option<u16>, Option<(u16, u16)>)> {
    if text == "*" {
        return Some((None, None));
    }
    let Some((vendor, devices)) = text.split_once(':') else {
        return Some((Some(hex(text)?), None));
    };
    let (first, last) = devices.split_once('-').unwrap_or((devices, devices));
    Some((Some(hex(vendor)?), Some((hex(first)?, hex(last)?))))
}

/// `one; other -without -nor this`, in lower case.
fn words(text: &str) -> (Vec<String>, Vec<String>) {
    let list = |parts: std::str::Split<'_, &str>| {
        let parts = parts.map(|part| part.trim().to_lowercase());
        parts.filter(|part| !part.is_empty()).collect()
    };
    let (words, without) = text.split_once(" -").unwrap_or((text, ""));
    (list(words.split(";")), list(without.split(" -")))
}

/// `None` for the many functions that configure and count, and move no data.
fn processor_role(name: &str) -> Option<&'static str> {
    const MOVES_DATA: [&str; 9] =
        ["sata", "ahci", "raid", "usb", "xhci", "ethernet", "10gbe", "lpc", "espi"];
    northbridge_role(name).or_else(|| {
        let moves_data = MOVES_DATA.iter().any(|word| name.contains(word));
        moves_data.then_some("CpuFunction")
    })
}

fn northbridge_role(name: &str) -> Option<&'static str> {
    // Bridges to functions in the same silicon, and AMD's port to its own southbridge.
    let within = name.contains("internal") && name.contains("gpp bridge");
    if within || ["int gfx", "internal gfx", "nb-sb link"].iter().any(|word| name.contains(word)) {
        Some("CpuInternalBridge")
    } else if is_port(name) {
        Some("CpuRootPort")
    } else {
        is_host_bridge(name).then_some("HostBridge")
    }
}

fn is_port(name: &str) -> bool {
    const PORTS: [&str; 19] = [
        "root port",
        "pci express port",
        "pcie port",
        "pci express gen5 port",
        "pci express x",
        "pci express graphics",
        "graphics port",
        "pci express bridge",
        "pcie bridge",
        "pci-express root",
        "pcie controller",
        "x4 pcie",
        "in pci express mode",
        "gpp bridge",
        "p2p bridge",
        "gfx port",
        "external gfx",
        "pcie x",
        "pci to pci bridge (pci",
    ];
    const NO_PORTS: [&str; 6] =
        ["dummy", "performance", "ring", "event", "non-transparent", "electrical"];
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    says(&PORTS) && !says(&NO_PORTS)
}

fn is_host_bridge(name: &str) -> bool {
    const BRIDGES: [&str; 8] = [
        "host bridge",
        "dram controller",
        "dram registers",
        "root complex",
        "memory controller hub",
        "host and dram",
        "esi port",
        "system agent",
    ];
    // Intel's servers name the function at 00:00.0 by the link to the chipset.
    let by_dmi = name.ends_with(" dmi") || name.ends_with(" dmi2");
    let says = BRIDGES.iter().any(|word| name.contains(word));
    (says || by_dmi) && !["dummy", "event"].iter().any(|word| name.contains(word))
}

/// The LPC or eSPI bridge of an Intel chipset identifies it by a name that begins with it.
fn exact_chipset(name: &str) -> Option<String> {
    let is_bridge = name.contains("LPC") || name.contains("eSPI");
    let name = name.trim_start_matches("Upgraded ").trim_start_matches("Mobile ");
    let model = name.split(' ').next().filter(|word| is_bridge && is_model(word))?;
    Some(format!("intel-{}", model.to_lowercase()))
}

/// One to two letters, two to three digits, at most one letter: `Z170`, `HM570`, `H310D`.
fn is_model(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let suffix = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let (letters, count) = (word.len() - digits.len(), digits.len() - suffix.len());
    (1..=2).contains(&letters) && (2..=3).contains(&count) && suffix.len() <= 1 && word.is_ascii()
}

fn header(list: &str) -> String {
    let header = |key: &str| {
        let line = list.lines().take(20).find_map(|line| line.split_once(key));
        line.map_or("unknown", |(_, value)| value.trim())
    };
    format!(
        "# Where the functions with these PCI ids sit: ids | role | family | chipset.\n\
         #\n\
         # Built by `cargo xtask pci-roles` from the names in the public list of PCI ids\n\
         # (https://pci-ids.ucw.cz), version {}, date {}.\n\
         # The rules and their reasons: xtask/src/pci_roles/rules.txt. Do not edit by hand.\n\n",
        header("Version:"),
        header("Date:"),
    )
}

/// One line for each run of ids that are neighbours and alike.
fn rows(entries: &BTreeMap<Id, PciRoleEntry>) -> String {
    let mut runs: Vec<(Id, u16, &PciRoleEntry)> = Vec::new();
    for (&(vendor, device), entry) in entries {
        match runs.last_mut() {
            Some(((of, _), last, alike))
                if *of == vendor && last.checked_add(1) == Some(device) && *alike == entry =>
            {
                *last = device;
            }
            _ => runs.push(((vendor, device), device, entry)),
        }
    }
    runs.into_iter().map(|((vendor, first), last, entry)| row(vendor, first, last, entry)).collect()
}

fn row(vendor: u16, first: u16, last: u16, entry: &PciRoleEntry) -> String {
    let range = if first == last { String::new() } else { format!("-{last:04x}") };
    let PciRoleEntry { role, family, chipset } = entry;
    let line = format!("{vendor:04x}:{first:04x}{range} | {role} | {family} | {chipset}");
    line.trim_end_matches([' ', '|']).to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
#	Version: 2000.01.02
#	Date:    2000-01-02 03:04:05
8086  A vendor
	a110  A PCIe Root Port #1
	a111  A PCIe Root Port #2
		1234 5678  A subsystem with Root Port in its name
	a145  Z170 Chipset LPC/eSPI Controller
	1901  A controller of five generations
	3c43  Xeon E5/Core i7 Ring to PCI Express Performance Monitor
1234  Another vendor
	0001  A PCI Express Root Port
	0002  A 4-Port Packet Switch
	0003  A network card
C 01  A class
	01  A subclass
";

    #[test]
    fn names_and_ranges_make_rows_and_neighbours_join() {
        let table = table(LIST).unwrap();
        for row in [
            "8086:a110-a111 | ChipsetRootPort | Intel 100 series chipset",
            "8086:a145 | ChipsetFunction | Intel 100 series chipset | intel-z170",
            "8086:1901 | CpuRootPort",
            "1234:0001 | CpuRootPort",
            "1234:0002 | Switch",
        ] {
            assert!(table.lines().any(|line| line == row), "no row `{row}` in\n{table}");
        }
        assert!(!table.contains("8086:3c43") && !table.contains("1234:0003"));
        assert!(table.contains("version 2000.01.02, date 2000-01-02 03:04:05"));
    }

    #[test]
    fn rules_by_hand_hold_for_ids_that_the_list_lacks() {
        let table = table(LIST).unwrap();
        assert!(table.contains("8086:a72d | CpuRootPort | Intel Raptor Lake\n"));
        assert!(table.contains("1022:43b2 | ChipsetSwitchUpstream |"));
    }

    #[test]
    fn a_model_is_letters_then_digits() {
        for word in ["Z170", "HM570", "P55", "C216", "H310D", "NM10"] {
            assert!(is_model(word), "{word}");
        }
        for word in ["6", "ICH9M", "C600/X79", "Sunrise", "3420", "82801IR", "500", ""] {
            assert!(!is_model(word), "{word}");
        }
    }
}
