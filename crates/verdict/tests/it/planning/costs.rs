//! Costs of an arrangement besides rates: on every board of the catalogue that takes a graphics card, no
//! other arrangement that takes lanes of the card is "the same", and a slot left empty for the card's
//! sake is named.

use narrows_catalog::board::{self, Board, SlotBus, SlotForm};
use narrows_record::plan::{PlanArrangement, PlanDocument};
use narrows_record::see::LinkState;
use narrows_verdict::answer::TimeBudget;
use narrows_verdict::answer::inventory::InventoriedMachine;
use narrows_verdict::answer::plan::{self, PlanRequest};

fn planned(board: &Board, additions: &str) -> PlanDocument {
    let planned = InventoriedMachine::of_entry(&board.id, None, None).ok().unwrap();
    let request =
        PlanRequest { additions: Some(additions.to_owned()), top: 3, ..PlanRequest::default() };
    plan::answer(&request, planned, TimeBudget::UNLIMITED).ok().unwrap().plan
}

fn has_room(board: &Board) -> bool {
    let of = |form: SlotForm| board.slots.iter().filter(move |slot| slot.form == form);
    let m2 = of(SlotForm::M2).filter(|slot| slot.devices.contains(&SlotBus::Pcie));
    of(SlotForm::X16).next().is_some() && m2.count() >= 2
}

fn link_of<'a>(placed: &'a PlanArrangement, device: &str) -> Option<&'a LinkState> {
    placed.placements.iter().find(|put| put.device == device)?.current.as_ref()
}

fn slot_of<'a>(placed: &'a PlanArrangement, device: &str) -> &'a str {
    placed.placements.iter().find(|put| put.device == device).map_or("", |put| &put.slot)
}

/// Slots of which the board says, whatever is set, that a drive in them narrows the card's slot, each with
/// the lanes that are left.
fn narrowing<'a>(board: &'a Board, of: &str) -> Vec<(&'a str, u8)> {
    let rules = board.rules.iter().filter(|rule| rule.settings.is_empty());
    let alone = rules.filter_map(|rule| match rule.when.as_slice() {
        [when] if when.bus != Some(SlotBus::Sata) => Some((when.slot.as_str(), &rule.then)),
        _ => None,
    });
    let narrowed = alone.filter_map(|(slot, then)| {
        let effect = then.iter().find(|effect| effect.slot == of)?;
        Some((slot, effect.link?.lanes.get()))
    });
    narrowed.collect()
}

#[test]
fn no_other_arrangement_is_the_same_that_takes_lanes_of_a_card() {
    let (mut boards, mut costly, mut named) = (0, 0, 0);
    for board in board::all().iter().filter(|board| has_room(board)) {
        let plan = planned(board, "gpu, 2x samsung-990-pro-2000gb");
        let Some(best) = &plan.best else { continue };
        boards += 1;
        let lanes = |placed| link_of(placed, "gpu").map(|link| link.lanes);
        let has = |id: &str| plan.findings.iter().any(|finding| finding.id == id);
        let others = plan.obvious.iter().chain(&plan.runners_up);
        for other in others.filter(|other| lanes(other) < lanes(best)) {
            costly += 1;
            let why = other.why.as_ref().unwrap().in_english();
            assert!(why.contains("gpu runs at"), "{}: {why}", board.id);
        }
        if let Some(obvious) = &plan.obvious {
            let is_same = !has("plan-finding-obvious-same") || lanes(obvious) == lanes(best);
            assert!(is_same, "{}: {:?} for {:?}", board.id, lanes(obvious), lanes(best));
        }
        let card = slot_of(best, "gpu");
        for (slot, left) in narrowing(board, card) {
            let is_empty = best.placements.iter().all(|put| put.slot != slot);
            let is_m2 = board.slot(slot).is_some_and(|slot| slot.form == SlotForm::M2);
            let is_narrower = link_of(best, "gpu").is_some_and(|link| link.lanes > left);
            if !(is_empty && is_m2 && is_narrower) {
                continue;
            }
            named += 1;
            let of_slot = plan.findings.iter().filter(|it| it.id == "plan-finding-empty");
            let mut said = of_slot.map(|finding| finding.text.in_english());
            let is_named = said.any(|said| {
                let (slots, why) = said.split_once(" left empty on purpose").unwrap();
                slots.contains(slot) && why.contains(&format!("gpu runs at x{left}"))
            });
            assert!(is_named, "{}: nothing on {slot} beside {card}", board.id);
        }
    }
    assert!(boards > 60 && costly > 0 && named > 6, "{boards} {costly} {named}");
}

/// The boards for which "the same result" was reported although the default slots halve the card's lanes, each
/// with the slot to blame by its manual.
#[test]
fn the_slot_that_halves_the_graphics_card_is_named() {
    for (id, drives, slot) in [
        ("asus-tuf-gaming-x870-plus-wifi", 2, "M.2_2"),
        ("asus-rog-maximus-z790-extreme", 2, "M.2_1"),
        ("msi-mpg-x870e-carbon-wifi", 2, "M2_2"),
        ("asus-rog-strix-x870e-e-gaming-wifi", 2, "M.2_2"),
        ("gigabyte-x870-aorus-elite-wifi7", 2, "M2B_CPU"),
        ("asus-rog-strix-x670e-e-gaming-wifi", 3, "M.2_3"),
        ("gigabyte-z890-aorus-master", 3, "M2D_CPU"),
    ] {
        let Some(board) = board::board(id) else { panic!("no board {id}") };
        let plan = planned(board, &format!("gpu, {drives}x samsung-990-pro-2000gb"));
        let best = plan.best.as_ref().unwrap();
        assert_eq!(link_of(best, "gpu").map(|link| link.lanes), Some(16), "{id}");
        let said: Vec<String> = plan.findings.iter().map(|it| it.text.in_english()).collect();
        let is_said = said.iter().any(|said| said.contains(slot) && said.contains("left empty"));
        assert!(is_said, "{id}: {said:#?}");
        assert!(said[0].contains("Full width: gpu (x16)"), "{id}: {said:#?}");
    }
}
