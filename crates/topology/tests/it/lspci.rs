//! lspci listings and dumps of real machines against the readings of people and lspci itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use narrows_topology::PciAddress;
use narrows_topology::evidence::{CaptureEvidence, PciFunction, PortType};
use narrows_topology::read::{lspci_hex, lspci_text};
use narrows_units::LinkWidth;
use proptest::prelude::*;
use serde_json::Value;

/// The files of one folder of the captures, in order; empty if no captures are named.
fn captures(folder: &str) -> Vec<PathBuf> {
    let Some(root) = crate::captures::captures() else { return Vec::new() };
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn at(address: &str) -> PciAddress {
    address.parse().expect(address)
}

fn bridge_above(evidence: &CaptureEvidence, below: PciAddress) -> Option<PciAddress> {
    let behind =
        |function: &PciFunction| function.buses.is_some_and(|buses| buses.secondary == below.bus);
    evidence.functions.iter().find(|(_, function)| behind(function)).map(|(&address, _)| address)
}

fn link(expected: &Value) -> Option<LinkWidth> {
    expected.as_str().map(|link| link.parse().expect(link))
}

#[test]
fn listings_say_what_a_person_reads_from_them() {
    for path in captures("lspci") {
        let Some(name) = path.to_str().and_then(|path| path.strip_suffix(".expect.json")) else {
            continue;
        };
        let expected: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let evidence =
            lspci_text::read(&fs::read_to_string(format!("{name}.txt")).unwrap()).unwrap();
        let drives = expected["storage"].as_array().unwrap();
        assert!(!drives.is_empty());
        for drive in drives {
            check_drive(&evidence, drive, name);
        }
        let denied = evidence.functions.values().filter(|function| function.denied).count();
        assert_eq!(denied == 0, expected["privileged"].as_bool().unwrap(), "{name}");
        assert_eq!(evidence.notes, [], "{name}");
    }
}

fn check_drive(evidence: &CaptureEvidence, drive: &Value, name: &str) {
    let address = at(drive["bdf"].as_str().unwrap());
    let function = &evidence.functions[&address];
    assert_eq!(function.id.to_string(), drive["id"].as_str().unwrap(), "{name} {address}");
    assert!(function.class.is_storage(), "{name} {address}");
    assert_eq!(function.link.current, link(&drive["link_current"]), "{name} {address}");
    assert_eq!(function.link.possible, link(&drive["link_max"]), "{name} {address}");
    if let Some(above) = drive["parent_port"]["bdf"].as_str() {
        assert_eq!(bridge_above(evidence, address), Some(at(above)), "{name} {address}");
        let id = drive["parent_port"]["id"].as_str().unwrap();
        assert_eq!(evidence.functions[&at(above)].id.to_string(), id, "{name} {address}");
    }
}

/// Every function line of every listing is found, with id and class, and no link is empty that has
/// something behind it.
#[test]
fn listings_lose_nothing() {
    let texts = captures("lspci").into_iter().chain(captures("qemu/links-patched"));
    let texts = texts.chain(captures("qemu/stock"));
    let is_listing = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.ends_with(".txt") && !name.contains("-tv")
    };
    for path in texts.filter(is_listing) {
        let text = fs::read_to_string(&path).unwrap();
        let starts =
            |line: &&str| line.starts_with(|c: char| c.is_ascii_hexdigit()) && line.contains(".");
        let evidence = lspci_text::read(&text).unwrap();
        assert_eq!(evidence.functions.len(), text.lines().filter(starts).count(), "{path:?}");
        for (address, function) in &evidence.functions {
            assert!(function.id.vendor != 0 && function.class.base != 0, "{path:?} {address}");
            assert!(function.name.is_some(), "{path:?} {address}");
            let below = function.buses.map(|buses| buses.secondary);
            let taken = evidence.functions.keys().any(|other| Some(other.bus) == below);
            assert!(!(function.link.empty && taken), "{path:?} {address}");
        }
    }
}

/// One board's chipset port reads x0. The other's Thunderbolt port keeps its width and says only
/// that the link is not active; its neighbour 04:04.0 says so too, but bus 7, which it claims with
/// another port, is in use.
#[test]
fn empty_ports_are_told() {
    let cases = [("asus-z170-pro-gaming.txt", "00:1b.0"), ("asrock-x570-creator.txt", "04:01.0")];
    for path in captures("lspci") {
        let Some((_, port)) = cases.iter().find(|(file, _)| path.ends_with(file)) else { continue };
        let evidence = lspci_text::read(&fs::read_to_string(path).unwrap()).unwrap();
        let empty = evidence.functions.iter().filter(|(_, function)| function.link.empty);
        assert_eq!(empty.map(|(&address, _)| address).collect::<Vec<_>>(), [at(port)]);
        assert_eq!(evidence.functions[&at(port)].link.current, None);
    }
}

/// A function's facts that both readers give, as text.
fn facts(evidence: &CaptureEvidence) -> BTreeMap<PciAddress, String> {
    let facts = |function: &PciFunction| {
        let PciFunction { id, class, subsystem, buses, port, link, max_payload, .. } = function;
        let more = (function.slot_number.clone(), function.option_rom, function.denied);
        format!("{id} {class:?} {subsystem:?} {buses:?} {port:?} {link:?} {max_payload:?} {more:?}")
    };
    evidence.functions.iter().map(|(&address, function)| (address, facts(function))).collect()
}

/// lspci decodes the dump into words, we decode it directly; both must say the same.
#[test]
fn dumps_say_what_lspci_prints_of_them() {
    for path in captures("lspci-hex") {
        let ours = lspci_hex::read(&fs::read_to_string(&path).unwrap()).unwrap();
        let Ok(printed) = Command::new("lspci").arg("-F").arg(&path).arg("-vvnn").output() else {
            println!("skipped: no lspci program here (package pciutils) to compare with");
            return;
        };
        let theirs = lspci_text::read(&String::from_utf8_lossy(&printed.stdout)).unwrap();
        assert_eq!(facts(&ours), facts(&theirs), "{path:?}");
    }
}

/// By hand from the bytes, and the only check where lspci is absent: 04:00.0's Express capability
/// is at 0xe0, its Link Capabilities at 0xec (11 ac 07 00) and Link Status at 0xf2 (11 10) both say
/// speed 1, width 1; Device Control at 0xe8 (00 20) has 0 in bits 7:5, which is 128 bytes.
#[test]
fn a_dumped_laptop_is_read_whole() {
    let mut files = captures("lspci-hex").into_iter();
    let Some(path) = files.find(|path| path.ends_with("tree-fujitsu-p8010")) else { return };
    let evidence = lspci_hex::read(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(evidence.functions.len(), 22);
    let network = &evidence.functions[&at("04:00.0")];
    assert_eq!(network.id.to_string(), "11ab:4363");
    assert_eq!(network.port, Some(PortType::LegacyEndpoint));
    assert_eq!(network.link.current, LinkWidth::new(1, 1));
    assert_eq!(network.max_payload.unwrap().current.unwrap().get(), 128);
    assert_eq!(bridge_above(&evidence, at("04:00.0")), Some(at("00:1c.0")));
    assert_eq!(
        bridge_above(&evidence, at("1d:00.0")),
        Some(at("1c:03.0")),
        "behind a CardBus bridge"
    );
}

const SMALL: &str = "\
00:1c.0 PCI bridge [0604]: Example Port [8086:9d10] (rev f1) (prog-if 00 [Normal decode])
\tBus: primary=00, secondary=02, subordinate=02, sec-latency=0
\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00
\t\tDevCap:\tMaxPayload 256 bytes, PhantFunc 0
\t\t\tMaxPayload 128 bytes, MaxReadReq 128 bytes
\t\tLnkCap:\tPort #1, Speed 8GT/s, Width x4, ASPM not supported
\t\tLnkSta:\tSpeed 8GT/s (ok), Width x4 (ok)
\t\t\tTrErr- Train- SlotClk+ DLActive+ BWMgmt+ ABWMgmt-
\t\t\tSlot # 40, PowerLimit 25.000W; Interlock- NoCompl+
00: 86 80 10 9d 07 04 10 00 f1 00 04 06 10 00 81 00
10: 00 00 00 00 00 00 00 00 00 02 02 00 d0 d0 00 20
20: 80 e8 f0 e8 01 70 f1 81 00 00 00 00 00 00 00 00
30: 00 00 00 00 40 00 00 00 00 00 00 00 ff 01 02 00
40: 10 80 42 01 01 80 00 00 00 00 10 00 43 38 72 01
50: 00 00 43 70 00 00 00 00 00 00 00 00 00 00 00 00
60: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
70: 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00

02:00.0 Non-Volatile memory controller [0108]: Example Drive [AHCI] [144d:a808] (prog-if 02)
\tPhysical Slot: 3
\tNUMA node: 0
\tCapabilities: <access denied>
\tKernel driver in use: nvme
";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Damage of every kind is read or refused, never a panic.
    #[test]
    fn damaged_listings_are_survived(
        cut in 0..SMALL.len(),
        flips in prop::collection::vec((0..SMALL.len(), any::<u8>()), 0..40),
        swaps in prop::collection::vec((0..21usize, 0..21usize), 0..20),
    ) {
        let mut lines: Vec<&str> = SMALL.lines().collect();
        let count = lines.len();
        swaps.into_iter().for_each(|(a, b)| lines.swap(a % count, b % count));
        let mut bytes = lines.join("\n").into_bytes();
        for (at, byte) in flips {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        bytes.truncate(bytes.len() - cut.min(bytes.len()));
        let text = String::from_utf8_lossy(&bytes);
        for evidence in [lspci_text::read(&text), lspci_hex::read(&text)].into_iter().flatten() {
            prop_assert!(evidence.functions.len() <= 3);
        }
    }

    #[test]
    fn any_text_is_survived(text in "([0-9a-f:. \\[\\]()#+x]|Speed|Width x|Slot|\n|\t|é){0,200}") {
        let _ = lspci_text::read(&text);
        let _ = lspci_hex::read(&text);
    }

    #[test]
    fn any_configuration_space_is_survived(config in prop::collection::vec(any::<u8>(), 0..4200)) {
        narrows_topology::read::config_space::decode(&config);
    }
}
