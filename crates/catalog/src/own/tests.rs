use super::*;
use crate::Confidence;
use crate::stock::EntryStock;
use crate::{board, cpu, drive};

const DRIVE: &str = r#"
[[drive]]
id = "mine"
name = "Mine"
size = "1 TB"
interface = "nvme"
link = "4.0 x4"
power_loss = "unprotected"
option_rom = "unknown"
source = ["measured here"]
confidence = "high"
"#;

const BOARD: &str = r#"
[[board]]
id = "box"
name = "Box"
chipset = "intel-z170"
source = ["its manual"]
confidence = "high"

[[board.slot]]
id = "A"
on = "cpu"
link = "3.0 x16"
form = "x16"

[[board.rule]]
when = ["A"]
then = [{ slot = "A", link = "3.0 x8" }]
source = ["its manual"]
confidence = "high"
"#;

fn read(text: &str) -> Result<OwnCatalog, CatalogMistake> {
    OwnCatalog::read(&[file("own.toml", text)], Vec::new())
}

fn file(path: &str, text: &str) -> OwnFile {
    OwnFile { path: path.to_owned(), text: text.to_owned() }
}

/// Line, column and sentence of the mistake that `to` in place of `from` makes.
fn mistake(text: &str, from: &str, to: &str) -> (usize, usize, &'static str) {
    assert!(text.contains(from), "{from}");
    let mistake = read(&text.replacen(from, to, 1)).unwrap_err();
    assert_eq!(mistake.file, "own.toml");
    (mistake.line, mistake.column, mistake.problem.id())
}

/// Counted slots are numbered from the number that the id ends in, at the end of all numbers too; two of one
/// name are a slip.
#[test]
fn counted_slots_are_spelled_out() {
    let with = |id: &str, count: u8| {
        let slot = format!(
            "[[board.slot]]\nid = \"{id}\"\ncount = {count}\non = \"cpu\"\nform = \"sata\"\n\
             devices = [\"sata\"]\n[[board.rule]]"
        );
        read(&BOARD.replacen("[[board.rule]]", &slot, 1))
    };
    let ids = |id: &str, count: u8| -> Vec<String> {
        let own = with(id, count).unwrap();
        own.boards()[0].slots.iter().skip(1).map(|slot| slot.id.clone()).collect()
    };
    assert_eq!(ids("SATA_5", 2), ["SATA_5", "SATA_6"]);
    assert_eq!(ids("S", 2), ["S1", "S2"]);
    assert_eq!(ids("S4294967295", 2), ["S4294967295", "S4294967296"]);
    assert_eq!(with("SATA_5", 0).unwrap_err().problem.id(), "catalog-slot-count");
}

/// Values before all entries apply to those without their own, and errors keep their locations.
#[test]
fn source_and_confidence_may_stand_once_a_file() {
    let own_word = "source = [\"its manual\"]\nconfidence = \"high\"\n\n[[board.slot]]";
    let shared = format!(
        "source = [\"learned\"]\nconfidence = \"low\"\n{BOARD}{}",
        BOARD.replacen(own_word, "[[board.slot]]", 1).replacen("\"box\"", "\"other\"", 1)
    );
    let own = read(&shared).unwrap();
    let evidence: Vec<_> =
        own.boards().iter().map(|it| (it.source[0].as_str(), it.confidence)).collect();
    assert_eq!(evidence, [("its manual", Confidence::High), ("learned", Confidence::Low)]);
    let wrong = read(&shared.replacen("\"low\"", "\"lwo\"", 1)).unwrap_err();
    assert_eq!((wrong.line, wrong.column, wrong.entry), (2, 14, None));
    let without = read(&shared.replacen("confidence = \"low\"\n", "", 1)).unwrap_err();
    assert_eq!((without.problem.id(), without.entry.as_deref()), ("catalog-toml", Some("other")));
}

#[test]
fn a_port_leads_to_one_slot() {
    let with = |lines: &str| read(&BOARD.replacen("id = \"A\"\n", lines, 1));
    assert_eq!(
        with("id = \"A\"\nport = \"1d.0\"\n").unwrap().boards()[0].slots[0].port.as_deref(),
        Some("1d.0")
    );
    let counted = with("id = \"A\"\ncount = 2\nport = \"1d.0\"\n").unwrap_err();
    assert_eq!(counted.problem.id(), "catalog-slot-port");
}

#[test]
fn own_files_have_the_form_of_ours() {
    assert_eq!(read(&format!("{DRIVE}{BOARD}")).unwrap().files.len(), 2);
    assert_eq!(read("").unwrap().files.len(), 0);
}

#[test]
fn ours_obey_the_checks_of_the_users_own() {
    for file in [&drive::DATA, &chipset::DATA, &cpu::DATA].into_iter().chain(&board::DATA) {
        assert!(read(file.text()).is_ok(), "{:?}", read(file.text()).unwrap_err());
    }
}

#[test]
fn mistakes_of_form_are_told_with_their_place() {
    assert_eq!(mistake(DRIVE, "name =", "nmae ="), (4, 1, "catalog-toml"));
    assert_eq!(mistake(DRIVE, "\"4.0 x4\"", "\"4.0 x0\""), (7, 8, "catalog-toml"));
    assert_eq!(mistake(DRIVE, "[[drive]]", "[[drvie]]"), (2, 3, "catalog-toml"));
    assert_eq!(mistake(DRIVE, "confidence = \"high\"\n", "confidence ="), (11, 13, "catalog-toml"));
}

#[test]
fn mistakes_of_meaning_are_told_with_their_place() {
    assert_eq!(mistake(DRIVE, "\"measured here\"", ""), (3, 6, "catalog-no-source"));
    let sata = mistake(DRIVE, "\"nvme\"", "\"sata-6g\"");
    assert_eq!(sata, (3, 6, "catalog-drive-with-link"));
    assert_eq!(mistake(BOARD, "\"intel-z170\"", "\"z170\""), (5, 11, "catalog-no-such-chipset"));
    assert_eq!(mistake(BOARD, "\"cpu\"", "\"gpu\""), (11, 6, "catalog-no-such-place"));
    assert_eq!(mistake(BOARD, "[\"A\"]", "[\"B\"]"), (16, 9, "catalog-no-such-slot"));
    assert_eq!(mistake(BOARD, "slot = \"A\"", "slot = \"B\""), (17, 18, "catalog-no-such-slot"));
    assert_eq!(mistake(BOARD, "when = [\"A\"]", ""), (17, 8, "catalog-rule-empty"));
    assert_eq!(mistake(BOARD, "\" }", "\", off = true }"), (17, 18, "catalog-rule-effect"));
    assert_eq!(mistake(BOARD, "link = \"3.0 x16\"\n", ""), (10, 6, "catalog-slot-link"));
}

#[test]
fn an_id_stands_once_in_a_file_and_once_in_all() {
    let twice = read(&format!("{DRIVE}{DRIVE}")).unwrap_err();
    assert_eq!((twice.line, twice.problem.id()), (14, "catalog-twice"));
    let files = [file("a.toml", DRIVE), file("b.toml", DRIVE)];
    let twice = OwnCatalog::read(&files, Vec::new()).unwrap_err();
    assert_eq!((twice.file.as_str(), twice.line), ("b.toml", 3));
    assert_eq!(twice.problem.id(), "catalog-twice-in-files");
}

#[test]
fn a_chipset_of_another_own_file_is_known() {
    let chipset = "[[chipset]]\nid = \"z\"\nname = \"Z\"\nvendor = \"V\"\nyear = 2026\n\
                   family = \"F\"\nsource = [\"s\"]\nconfidence = \"low\"\n";
    let board = BOARD.replace("intel-z170", "z");
    let files = [file("a.toml", &board), file("b.toml", chipset)];
    assert!(OwnCatalog::read(&files, Vec::new()).is_ok());
}

/// The user's come first, so that a search meets them before ours.
#[test]
fn own_entries_stand_before_ours_and_replace_those_of_the_same_id() {
    let ours = Entries::ours(drive::DATA.text()).drives;
    let replaced = ours[0].id.clone();
    let text = format!("{DRIVE}{}", DRIVE.replace("\"mine\"", &format!("\"{replaced}\"")));
    let own = read(&text).unwrap();
    let stock = EntryStock::new(&own.entries.drives, ours.clone());
    assert_eq!(stock.entries.len(), ours.len() + 1);
    assert_eq!(stock.entries[0].id, "mine");
    assert_eq!(stock.get(&replaced).unwrap().name, "Mine");
    assert!(stock.replaced.contains(&replaced) && !stock.replaced.contains("mine"));
}
