use super::*;

/// A draft of nothing is an entry without slots, and says whose file it is.
#[test]
fn a_draft_begins_with_its_mark() {
    let localizer = Localizer::new(narrows_messages::Language::English);
    let learned = Learned { captures: vec!["a.txt".to_owned()], ..Learned::default() };
    let document = Learn::of(&learned, &[], &localizer);
    assert!(document.draft.starts_with(LEARN_MARK));
    let found = (document.board.id.as_str(), document.schema.as_str());
    assert_eq!(found, ("unknown-board", schema::LEARN));
}
