use std::collections::BTreeSet;

use super::*;
use crate::checks;
use crate::entries::Entries;

fn read() -> Entries {
    let mut all = Entries::default();
    for text in DATA.iter().map(PackedText::text) {
        all.append(Entries::read(text).unwrap());
    }
    all
}

/// The offers of a board's slots, as text: `cpu PCIe 3.0 x8`, `off`, or `chipset` for a SATA port.
fn offers(id: &str, used: &[&str], settings: &[(&str, &str)]) -> BTreeMap<String, String> {
    let used = used.iter().map(|text| text.parse().unwrap()).collect();
    let settings = settings.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let say = |offer: Option<SlotOffer>| match offer {
        None => "off".to_owned(),
        Some(SlotOffer { on, link: None }) => on,
        Some(SlotOffer { on, link: Some(link) }) => format!("{on} {link}"),
    };
    let links = board(id).unwrap().links(&used, &settings);
    links.into_iter().map(|(slot, offer)| (slot, say(offer))).collect()
}

#[test]
fn the_file_reads_and_what_it_names_is_there() {
    let known = |id: &str| crate::chipset::chipset(id).is_some();
    let mut ids = BTreeSet::new();
    for text in DATA.iter().map(PackedText::text) {
        let named = checks::check(text, &Entries::read(text).unwrap());
        for (_, id) in named.map_err(|slip| slip.in_file("boards", text)).unwrap() {
            assert!(ids.insert(id.get_ref().clone()), "{id:?} stands in two files");
        }
        let chipsets = checks::chipsets_are_known(text, known);
        chipsets.map_err(|slip| slip.in_file("boards", text)).unwrap();
    }
    assert!(ids.len() >= 60, "{}", ids.len());
}

#[test]
fn every_fact_has_a_source_and_switches_and_users_too() {
    for board in read().boards {
        let sources = board.switches.iter().map(|switch| &switch.source);
        let sources = sources.chain(board.users.iter().map(|user| &user.source));
        let mut sources = sources.chain(board.rules.iter().map(|rule| &rule.source));
        let is_said = |source: &Vec<String>| source.iter().all(|it| !it.trim().is_empty());
        assert!(!board.source.is_empty() && is_said(&board.source), "{}", board.id);
        assert!(sources.all(is_said), "{}", board.id);
        for conflict in &board.conflicts {
            assert!(conflict.says.len() >= 2, "{}: {}", board.id, conflict.about);
        }
    }
}

/// The conflicts that the notes on the facts say must stay visible.
/// Firmware of chipsets from before 2015 boots from NVMe on some boards only: a list of slots or memory is no source
/// for that.
#[test]
fn boards_older_than_nvme_boot_from_it_only_by_a_source() {
    let bare = ["linuxhw/DMI", "BuildCores", "general knowledge"];
    let is_bare = |source: &String| {
        bare.iter().any(|it| source.starts_with(it)) || source.contains("from memory")
    };
    for board in read().boards.iter().filter(|it| it.nvme_boot == Some(NvmeBoot::BuiltIn)) {
        let chipset = board.chipset.as_deref().and_then(crate::chipset::chipset);
        let is_old = chipset.is_some_and(|chipset| chipset.year < 2015);
        assert!(!is_old || !board.source.iter().all(is_bare), "{}", board.id);
    }
}

#[test]
fn sources_that_disagree_are_all_kept() {
    let about = |id: &str| {
        board(id).unwrap().conflicts.iter().map(|it| it.about.as_str()).collect::<Vec<_>>()
    };
    let of_lanes = ["ASMedia ASM1142 (USB 3.1)", "ASM1187E"];
    let of_slots = ["PCIE3", "PCIE3", "M2_1"];
    assert_eq!(about("asrock-z170-oc-formula"), [&of_slots[..], &of_lanes].concat());
    assert_eq!(about("gigabyte-ga-z170x-gaming-g1"), ["PLX"]);
    assert_eq!(about("asus-maximus-viii-gene"), ["PCIEX4_3", "SATAEXPRESS_1", "M2"]);
    assert_eq!(about("gigabyte-ga-z170x-ud5"), ["M2D_32G"]);
    let printings = &board("asus-z170-a").unwrap().conflicts[0].says;
    let editions: Vec<_> = printings.iter().filter_map(|it| it.edition.as_deref()).collect();
    assert_eq!(editions, ["UEFI 3301", "1st printing", "3rd printing"]);
}

/// "Trying NVMe M.2": the firmware sets two or four lanes; lanes three and four are SATA ports 5, 6.
#[test]
fn z170_a_pays_for_four_lanes_in_slot_3_with_two_sata_ports() {
    let usual = offers("asus-z170-a", &["PCIEX16_3"], &[]);
    assert_eq!(usual["PCIEX16_3"], "chipset PCIe 3.0 x2");
    assert_eq!(usual["SATA6G_5"], "chipset");
    let wide = offers("asus-z170-a", &["PCIEX16_3"], &[("PCIEX16_3 bandwidth", "x4")]);
    assert_eq!(wide["PCIEX16_3"], "chipset PCIe 3.0 x4");
    let off = wide.iter().filter(|(_, offer)| *offer == "off").map(|(slot, _)| slot.as_str());
    assert_eq!(off.collect::<Vec<_>>(), ["SATA6G_5", "SATA6G_6"]);
}

/// The four settings that the write-up measured.
#[test]
fn z170_a_runs_slot_3_at_the_generation_that_is_set() {
    let link = |settings: &[(&str, &str)]| {
        offers("asus-z170-a", &["PCIEX16_3"], settings)["PCIEX16_3"].clone()
    };
    let (wide, speed) = (("PCIEX16_3 bandwidth", "x4"), "PCIEX16_3 link speed");
    assert_eq!(link(&[(speed, "Gen1")]), "chipset PCIe 1.0 x2");
    assert_eq!(link(&[(speed, "Gen2")]), "chipset PCIe 2.0 x2");
    assert_eq!(link(&[(speed, "Gen2"), wide]), "chipset PCIe 2.0 x4");
    let settings = board("asus-z170-a").unwrap().settings();
    assert_eq!(settings[speed], BTreeSet::from(["Gen1", "Gen2"]));
}

#[test]
fn z170_a_splits_the_processors_lanes_between_two_slots() {
    let one = offers("asus-z170-a", &["PCIEX16_1"], &[]);
    assert_eq!(one["PCIEX16_1"], "cpu PCIe 3.0 x16");
    let two = offers("asus-z170-a", &["PCIEX16_1", "PCIEX16_2"], &[]);
    assert_eq!(two["PCIEX16_1"], "cpu PCIe 3.0 x8");
    assert_eq!(two["PCIEX16_2"], "cpu PCIe 3.0 x8");
}

/// A slot that takes both is used for PCIe unless stated otherwise.
#[test]
fn z170_a_m2_costs_a_sata_port_only_in_sata_mode() {
    assert_eq!(offers("asus-z170-a", &["M2:sata"], &[])["SATA6G_1"], "off");
    for used in ["M2", "M2:pcie"] {
        assert_eq!(offers("asus-z170-a", &[used], &[])["SATA6G_1"], "chipset");
    }
}

/// Write-up 001: one slot can fall to x2, and both ran at x4 while nothing else was connected.
#[test]
fn ud5_runs_one_m2_slot_at_x2_beside_the_ports_that_share_its_lanes() {
    let m2 = ["M2H_32G", "M2D_32G"];
    let links = |used: &[&str]| {
        let offers = offers("gigabyte-ga-z170x-ud5", used, &[]);
        m2.map(|slot| offers[slot].clone())
    };
    assert_eq!(links(&m2), ["chipset PCIe 3.0 x4", "chipset PCIe 3.0 x4"]);
    let shared = links(&["M2H_32G", "M2D_32G", "SATA3_4"]);
    assert_eq!(shared, ["chipset PCIe 3.0 x4", "chipset PCIe 3.0 x2"]);
}

/// Write-up 000: slots 1, 5 and 7 on the processor at x8, x4, x4; three M.2 at x4 on the chipset,
/// whose lane map then leaves no SATA port.
#[test]
fn oc_formula_is_as_its_author_saw_it() {
    let used = ["PCIE1", "PCIE3", "PCIE5", "PCIE7", "M2_1", "M2_2", "M2_3"];
    let offers = offers("asrock-z170-oc-formula", &used, &[]);
    let of = |slot: &str| offers[slot].as_str();
    assert_eq!(["PCIE1", "PCIE5", "PCIE7"].map(of), ["x8", "x4", "x4"].map(cpu).each_ref());
    assert_eq!(of("PCIE3"), "chipset PCIe 3.0 x4");
    assert!((0..6).all(|port| of(&format!("SATA3_{port}")) == "off"));
}

fn cpu(lanes: &str) -> String {
    format!("cpu PCIe 3.0 {lanes}")
}

/// The published table: with 40 lanes and three cards the M.2 slot has two lanes of the chipset
/// left; with 28 the slots run at x16 and x8, or three times x8, and the M.2 slot keeps its four.
#[test]
fn x99s_depends_on_the_processors_lanes() {
    let of = |used: &[&str], settings: &[(&str, &str)]| {
        let offers = offers("msi-x99s-sli-plus", used, settings);
        ["PCI_E1", "PCI_E3", "PCI_E5", "M2"].map(|slot| offers[slot].clone())
    };
    let few = [("CPU lanes", "28")];
    let two = of(&["PCI_E1", "PCI_E3"], &few);
    assert_eq!(two[..2], [cpu("x16"), cpu("x8")]);
    let three = of(&["PCI_E1", "PCI_E3", "PCI_E5"], &few);
    assert_eq!(three, [cpu("x8"), cpu("x8"), cpu("x8"), cpu("x4")]);
    let forty = of(&["PCI_E1", "PCI_E3", "PCI_E6"], &[]);
    assert_eq!(forty[3], "chipset PCIe 2.0 x2");
}

#[test]
fn an_excluded_slot_stays_off_whatever_later_rules_say() {
    let effect = |slot: &str, off, link| RuleEffect { slot: slot.to_owned(), off, link, on: None };
    let rule = |then| BoardRule {
        when: vec!["A".parse().unwrap()],
        settings: Vec::new(),
        then,
        note: None,
        source: vec!["a test".to_owned()],
        confidence: Some(Confidence::High),
        edition: None,
    };
    let link = LinkWidth::new(3, 4);
    let rules = [rule(vec![effect("B", true, None)]), rule(vec![effect("B", false, link)])];
    let on = |on: &str| Some(SlotOffer { on: on.to_owned(), link });
    let mut offers = Offers::from([("A".to_owned(), on(CPU)), ("B".to_owned(), on(CPU))]);
    apply(&mut offers, &rules, &BTreeSet::from(["A".parse().unwrap()]), &Settings::new());
    assert_eq!(offers["A"], on(CPU));
    assert_eq!(offers["B"], None);
}

/// Kinds print as files spell them: documents and files share one vocabulary.
#[test]
fn kinds_print_as_files_spell_them() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct SlotKinds {
        form: SlotForm,
        boot: NvmeBoot,
    }
    for form in
        [SlotForm::X16, SlotForm::M2, SlotForm::Sata3g, SlotForm::SataExpress, SlotForm::MiniPcie]
    {
        for boot in [NvmeBoot::BuiltIn, NvmeBoot::UefiOptionRom, NvmeBoot::NotBuiltIn] {
            let text = format!("form = \"{form}\"\nboot = \"{boot}\"");
            assert_eq!(toml::from_str(&text), Ok(SlotKinds { form, boot }));
        }
    }
}
