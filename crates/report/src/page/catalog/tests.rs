use narrows_messages::Language;
use narrows_record::catalog::CatalogEvidence;

use super::*;
use crate::Style;

fn drive_entry() -> CatalogDrive {
    CatalogDrive {
        id: "mine".to_owned(),
        name: "My \u{1b}[2JDrive".to_owned(),
        size: 3_840_000_000_000,
        interface: "nvme".to_owned(),
        forms: vec!["u2".to_owned(), "aic".to_owned()],
        link: Some(LinkState { gts: 16.0, lanes: 4 }),
        read_mb_s: Some(7000.0),
        power_loss: "protected".to_owned(),
        option_rom: "unknown".to_owned(),
        evidence: CatalogEvidence {
            source: vec!["measured here".to_owned()],
            confidence: "high".to_owned(),
            edition: Some("firmware 2".to_owned()),
            file: Some("own.toml".to_owned()),
            replaces: true,
            ..CatalogEvidence::default()
        },
        ..CatalogDrive::default()
    }
}

fn page(whole: bool, language: Language) -> String {
    let document = CatalogDocument { drives: vec![drive_entry()], ..CatalogDocument::empty() };
    catalog(&document, whole, &Localizer::new(language))
        .text(&Localizer::new(language), &Style::default())
}

#[test]
fn a_list_says_what_people_choose_by_and_which_entries_are_theirs() {
    let page = page(false, Language::English);
    for text in ["mine", "3.84 TB", "PCIe 4.0 x4", "7.00 GB/s", "yours"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains('\u{1b}'));
}

#[test]
fn a_whole_entry_says_how_it_is_known() {
    let page = page(true, Language::Japanese);
    for text in ["measured here", "firmware 2", "own.toml", "7.00 GB/s"] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn nothing_found_is_said() {
    let localizer = Localizer::new(Language::English);
    let page =
        catalog(&CatalogDocument::empty(), false, &localizer).text(&localizer, &Style::default());
    assert!(page.starts_with("Nothing"), "{page}");
}
