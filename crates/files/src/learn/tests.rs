use std::path::{Path, PathBuf};

use narrows_catalog::own::{OwnCatalog, OwnFile};
use narrows_messages::Language;
use narrows_model::Machine;
use narrows_plan::learn::{NamedCapture, learn};
use narrows_plan::observed;
use narrows_topology::{build, read};

use super::*;
use crate::inventory;

/// A draft of nothing is an entry without slots, and says whose file it is.
#[test]
fn a_draft_begins_with_its_mark() {
    let localizer = Localizer::new(Language::English);
    let learned = LearnedBoard { captures: vec!["a.txt".to_owned()], ..LearnedBoard::default() };
    let document = document(&learned, &[], &localizer);
    assert!(document.draft.starts_with(LEARN_MARK));
    let identity = (document.board.id.as_str(), document.schema.as_str());
    assert_eq!(identity, ("unknown-board", schema::LEARN));
}

fn read_draft(name: &str, text: String) -> OwnCatalog {
    let file = OwnFile { path: name.to_owned(), text: text.clone() };
    OwnCatalog::read(&[file], Vec::new()).unwrap_or_else(|mistake| panic!("{mistake:?} in\n{text}"))
}

fn uncommented(draft: &str) -> String {
    let line = |line: &str| match line.strip_prefix('#') {
        Some(rest) if !rest.starts_with(' ') => rest.to_owned(),
        _ => line.to_owned(),
    };
    draft.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn captures_in(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { left.push(path) } else { files.push(path) }
        }
    }
    files
}

/// Every capture of the collection makes an entry that the catalogue takes, in both languages and also
/// with all that is commented, or shows no board.
#[test]
fn every_capture_makes_an_entry_or_has_no_board() {
    let Some(folder) = std::env::var_os("NARROWS_CAPTURES") else {
        return println!("skipped: NARROWS_CAPTURES names no folder of captures");
    };
    let mut drafted = 0;
    for path in captures_in(Path::new(&folder)) {
        let name = path.display().to_string();
        let evidence = std::fs::read(&path).ok().and_then(|it| read::kind::evidence(&it).ok());
        let Some(evidence) = evidence else { continue };
        let machine = Machine::of(build::build(&evidence));
        let learned = match learn(&[NamedCapture { name: &name, machine: &machine }]) {
            Ok(learned) => learned,
            Err(why) => {
                assert!(["learn-virtual", "learn-no-ports"].contains(&why.id()), "{name}: {why:?}");
                continue;
            }
        };
        let free = inventory::usual_free(&observed::inventory(&machine));
        for language in Language::ALL {
            let document = document(&learned, &free, &Localizer::new(language));
            let own = read_draft(&name, document.draft.clone());
            let [board] = own.boards() else { panic!("{name}: one board") };
            let is_told = |slot: &&LearnSlot| slot.link.is_some() && slot.on.is_some();
            for slot in document.slots.iter().filter(is_told) {
                assert!(
                    board.slot(&slot.id).is_some() || board.chipset.is_none(),
                    "{name}: {}",
                    slot.id
                );
            }
            read_draft(&name, uncommented(&document.draft));
        }
        drafted += 1;
    }
    assert!(drafted > 5, "{drafted} drafts");
}
