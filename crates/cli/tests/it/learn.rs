//! Board files drafted from captures, and used as sources.

use std::fs;
use std::path::{Path, PathBuf};

use narrows_catalog::{chipset, cpu};

use super::json::document;
use crate::home::{narrows, text_of};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A desktop with a graphics card and two drives; `wide` lanes are the card's, and the second drive is there
/// when it has eight.
fn listing(wide: u8) -> String {
    let port = |address: &str, id: &str, bus: u8, lanes: u8| {
        format!(
            "00:{address} PCI bridge [0604]: Intel Corporation Port [8086:{id}]\n\
             \tBus: primary=00, secondary={bus:02x}, subordinate={bus:02x}, sec-latency=0\n\
             \tCapabilities: [a0] Express (v2) Root Port (Slot+), MSI 00\n\
             \t\tLnkCap: Port #{bus}, Speed 8GT/s, Width x{lanes}, ASPM L1\n\
             \t\tLnkSta: Speed 8GT/s, Width x{lanes}\n\n"
        )
    };
    let device = |bus: u8, class: &str, id: &str, lanes: u8, runs: u8| {
        format!(
            "{bus:02x}:00.0 {class}: Maker Device [{id}]\n\
             \tCapabilities: [a0] Express (v2) Endpoint, MSI 00\n\
             \t\tLnkCap: Port #0, Speed 8GT/s, Width x{lanes}, ASPM L1\n\
             \t\tLnkSta: Speed 8GT/s, Width x{runs}\n\n"
        )
    };
    let (nvme, vga) = ("Non-Volatile memory controller [0108]", "VGA compatible controller [0300]");
    let second = port("01.1", "1905", 2, 8) + &device(2, nvme, "144d:a808", 4, 4);
    let second = if wide == 8 { second } else { String::new() };
    "00:00.0 Host bridge [0600]: Intel Corporation Bridge [8086:191f]\n\n".to_owned()
        + &port("01.0", "1901", 1, wide)
        + &device(1, vga, "10de:1b80", 16, wide)
        + &second
        + &port("1d.0", "a118", 3, 4)
        + &device(3, nvme, "144d:a808", 4, 4)
        + "00:1f.0 ISA bridge [0601]: Intel Corporation Z170 [8086:a145]\n"
}

pub struct Captures {
    folder: tempfile::TempDir,
}

impl Captures {
    pub fn new() -> Self {
        let folder = folder();
        for (name, wide) in [("alone.txt", 16), ("both.txt", 8)] {
            fs::write(folder.path().join(name), listing(wide)).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }
}

/// Two captures yield a rule for the drive that halves the graphics card's lanes; the file is an entry that
/// the catalogue accepts, a source by itself, and the board of the captured machine.
#[test]
fn a_draft_is_checked_planned_with_and_put_under_a_capture() {
    let captures = Captures::new();
    let (alone, both, board) =
        (captures.text("alone.txt"), captures.text("both.txt"), captures.text("board.toml"));
    let learned = narrows(&["learn", &alone, &both, "--name", "Example Z1", "--save", &board]);
    assert!(learned.status.success() && learned.stdout.is_empty(), "{}", text_of(&learned));
    let draft = fs::read_to_string(&board).unwrap();
    assert!(draft.contains("\n[[board.rule]]\nwhen = [\"port-8086-1905\"]\n"), "{draft}");
    assert!(draft.contains("# ? ") && draft.contains("id = \"example-z1\""), "{draft}");

    let checked = narrows(&["catalog", "check", &board]);
    assert!(checked.status.success(), "{}", text_of(&checked));
    let lanes = document(&narrows(&["lanes", &board, "--json"]).stdout);
    assert_eq!(lanes["rules"].as_array().unwrap().len(), 1);
    let plan = ["plan", &board, "--drives", "samsung-990-pro-2tb", "--cards", "gpu", "--json"];
    assert!(!document(&narrows(&plan).stdout)["best"].is_null());
    let under = document(&narrows(&["lanes", &both, "--board", &board, "--json"]).stdout);
    let rule = &under["rules"][0];
    assert_eq!(
        (&rule["in_force"], &rule["effects"][0]["slot"]),
        (&true.into(), &"port-8086-1901".into())
    );
    let text = under.to_string();
    // Paired by their ports, not by their order.
    assert!(!text.contains("identified by their order"), "{text}");
}

/// TRX40 and X570 have the same ids: the processor tells which of the two it is, and no other does.
#[test]
fn the_processor_tells_chipsets_of_one_series_apart() {
    let x570 = chipset::chipset("amd-x570").unwrap();
    let only = |name: &str| {
        let row = cpu::find(name).unwrap_or_else(|| panic!("{name}"));
        chipset::only_with(x570, row).map(|chipset| chipset.id.as_str())
    };
    assert_eq!(only("AMD Ryzen Threadripper 3970X 32-Core Processor"), Some("amd-trx40"));
    assert_eq!(only("AMD Ryzen 9 5950X 16-Core Processor"), Some("amd-x570"));
    assert_eq!(only("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz"), None, "of another series");
}

#[test]
fn a_draft_replaces_no_file_of_somebody_else() {
    let captures = Captures::new();
    let (both, mine) = (captures.text("both.txt"), captures.text("mine.toml"));
    fs::write(&mine, "# mine\n").unwrap();
    assert_eq!(narrows(&["learn", &both, "--save", &mine]).status.code(), Some(5));
    assert_eq!(fs::read_to_string(&mine).unwrap(), "# mine\n");
    assert!(narrows(&["learn", &both, "--save", &mine, "--force"]).status.success());
    assert!(narrows(&["learn", &both, "--save", &mine]).status.success(), "it is ours now");
}

#[test]
fn the_document_is_what_its_schema_says() {
    let captures = Captures::new();
    let learned = narrows(&["learn", &captures.text("both.txt"), "--json", "--quiet"]);
    let learned = document(&learned.stdout);
    assert_eq!(learned["board"]["chipset"], "intel-z170");
    assert_eq!(learned["slots"].as_array().unwrap().len(), 3);
    assert_eq!(learned["rules"][0]["certain"], false);
    assert!(learned["draft"].as_str().unwrap().contains("\n#[[board.rule]]\n"));
}

/// dmidecode's text names the board and a slot; of another board it is refused.
#[test]
fn dmidecode_names_the_board_and_its_slots() {
    let captures = Captures::new();
    let firmware = "# dmidecode 3.3\nHandle 0x0002, DMI type 2, 15 bytes\nBase Board Information\n\
        \tManufacturer: Example\n\tProduct Name: Z1\n\n\
        Handle 0x0019, DMI type 9, 17 bytes\nSystem Slot Information\n\tDesignation: M2_1\n\
        \tType: x4 M.2 Socket 3\n\tBus Address: 0000:00:1d.0\n";
    fs::write(captures.path("dmi.txt"), firmware).unwrap();
    let (both, dmi) = (captures.text("both.txt"), captures.text("dmi.txt"));
    let learned = document(&narrows(&["learn", &both, &dmi, "--json", "--quiet"]).stdout);
    assert_eq!(learned["board"]["name"], "Example Z1");
    let slots = learned["slots"].as_array().unwrap();
    let slot = slots.iter().find(|slot| slot["id"] == "M2_1").unwrap();
    assert_eq!((&slot["form"], &slot["form_assumed"]), (&"m2".into(), &false.into()));
    let alone = narrows(&["learn", &dmi]);
    assert_eq!(alone.status.code(), Some(2), "{}", text_of(&alone));
}

#[test]
fn what_is_no_capture_is_refused_with_its_reason() {
    let captures = Captures::new();
    let refused = |name: &str, text: &str, why: &str| {
        fs::write(captures.path(name), text).unwrap();
        let output = narrows(&["learn", &captures.text(name)]);
        assert!(!output.status.success() && output.stdout.is_empty(), "{name}");
        assert!(text_of(&output).contains(why), "{name}: {}", text_of(&output));
    };
    refused("empty.txt", "", "nothing in it can be read as a machine");
    refused("words.txt", "hello\n", "nothing in it can be read as a machine");
    refused("machine.toml", "schema = \"narrows.machine/1\"\n", "drafts are made from captures");
    refused("board.toml", "[[board]]\nid = \"x\"\n", "drafts are made from captures");
    let output = narrows(&["learn", &captures.text("both.txt"), "--ask"]);
    assert_eq!(output.status.code(), Some(2), "{}", text_of(&output));
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/z170-trio.tar.gz");
    let guest = narrows(&["learn", fixture.to_str().unwrap()]);
    assert!(text_of(&guest).contains("virtual machine"), "{}", text_of(&guest));
    let other = listing(8).replace("8086:a145", "8086:7a04");
    fs::write(captures.path("other.txt"), other).unwrap();
    let two = narrows(&["learn", &captures.text("both.txt"), &captures.text("other.txt")]);
    assert!(text_of(&two).contains("one board at a time"), "{}", text_of(&two));
}

#[test]
fn a_file_of_two_boards_is_no_source() {
    let captures = Captures::new();
    let entry = |id: &str| format!("[[board]]\nid = \"{id}\"\nname = \"{id}\"\n");
    let text = format!("source = [\"x\"]\nconfidence = \"low\"\n{}{}", entry("one"), entry("two"));
    fs::write(captures.path("two.toml"), text).unwrap();
    let output = narrows(&["lanes", &captures.text("two.toml")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("one, two"), "{}", text_of(&output));
}
