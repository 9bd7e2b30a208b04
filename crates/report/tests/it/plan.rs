//! The page and the picture of a plan as people see them.

use narrows_messages::{Language, Localizer};
use narrows_record::plan::Plan;
use narrows_report::{Style, page, svg};

const FOUND: &str = include_str!("samples/plans/three-drives-and-a-card.json");
const NO_PLACE: &str = include_str!("samples/plans/no-place.json");

fn plan(text: &str) -> Plan {
    serde_json::from_str(text).expect("a plan")
}

fn english() -> Localizer {
    Localizer::new(Language::English)
}

/// Three drives of 2,200 MB/s: two on processor slots and one on the chipset bring 3 x 2,200 =
/// 6,600; the first slots that fit put two behind the chipset's uplink, 3,590 + 2,200 = 5,790. The
/// card is left four lanes.
#[test]
fn a_plan_begins_with_the_answer_and_draws_the_board() {
    insta::assert_snapshot!(
        page::plan(&plan(FOUND), &english()).text(&english(), &Style::default())
    );
}

/// Four cards and three slots.
#[test]
fn a_plan_without_a_place_says_who_shares_what() {
    insta::assert_snapshot!(
        page::plan(&plan(NO_PLACE), &english()).text(&english(), &Style::default())
    );
}

/// Texts on one line of a slot keep clear of each other, and the answer stays on the paper.
#[test]
fn the_board_is_drawn_with_its_slots_and_flows() {
    let drawn = svg::board(&plan(FOUND), &english()).expect("an arrangement is drawn");
    insta::assert_snapshot!(drawn);
}
