use narrows_model::RaidLevel as Spread;

use super::*;

/// A machine of which nothing is known: no engine is reported to work, all but the card are
/// examined.
#[test]
fn nothing_known_is_said_as_not_known() {
    let constraint = ArrayConstraint {
        id: "fast".into(),
        level: Spread::Stripe,
        members: vec![],
        means: vec![],
    };
    let rows = beside(&SlotInventory::default(), &[], &[Placement::default()], &constraint);
    assert_eq!(rows.len(), raid::all_means().len());
    for row in &rows {
        assert_eq!(row.means.is_none(), row.facts.id == "raid-card");
        assert_eq!(row.rates, RaidEngineRates::default());
        let surely = row.made.as_ref().is_some_and(|made| made.verdict == FeasibilityVerdict::Yes);
        assert!(!surely, "{}", row.facts.id);
    }
}

/// The widest slot has sixteen lanes of 8 GT/s; a card has eight. Eight lanes carry 8 GT/s x
/// 128/130 x 8 / 8 = 7,877 MB/s raw; with 256 bytes of payload a packet (24 of overhead) and the
/// traffic that keeps the link up, less than 7,300.
#[test]
fn a_card_brings_no_more_than_its_slot_carries() {
    let slot = |link, form| InventorySlot {
        id: "S".into(),
        link: LinkWidth::new(3, link),
        form: Some(form),
        ..InventorySlot::below(Id::new("cpu"))
    };
    let inventory = SlotInventory {
        slots: vec![slot(4, SlotForm::M2), slot(16, SlotForm::X16)],
        ..SlotInventory::default()
    };
    let constraint = ArrayConstraint {
        id: "fast".into(),
        level: Spread::Stripe,
        members: vec![],
        means: vec![],
    };
    let rows = beside(&inventory, &[], &[], &constraint);
    let card = rows.iter().find(|row| row.means.is_none()).unwrap();
    let most = card.at_most.unwrap().as_mb_s();
    assert!((6900.0..7300.0).contains(&most), "{most}");
}
