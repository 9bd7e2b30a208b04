//! The page and the picture of a plan as people see them.

use narrows_record::plan::PlanDocument;
use narrows_report::page;
use narrows_report::picture::{self, PictureLayout};
use narrows_report::scene::{Scene, SceneShape};

use crate::samples::{english, text};

const FOUND: &str = include_str!("samples/plans/three-drives-and-a-card.json");
const NO_PLACE: &str = include_str!("samples/plans/no-place.json");

fn plan(text: &str) -> PlanDocument {
    serde_json::from_str(text).expect("a plan")
}

/// Three drives of 2,200 MB/s: two on processor slots and one on the chipset bring 3 x 2,200 =
/// 6,600; the default slots put two behind the chipset's uplink, 3,590 + 2,200 = 5,790. The card is
/// left four lanes.
#[test]
fn a_plan_begins_with_the_answer_and_draws_the_board() {
    insta::assert_snapshot!(text(&page::plan(&plan(FOUND), &english())));
}

/// Four cards and three slots.
#[test]
fn a_plan_without_a_place_says_who_shares_what() {
    insta::assert_snapshot!(text(&page::plan(&plan(NO_PLACE), &english())));
}

/// The drawing of the best arrangement: the processor receives what its drives supply.
#[test]
fn the_best_arrangement_is_drawn_with_its_flows() {
    let scene =
        picture::plan(&plan(FOUND), PictureLayout::Wide, &english()).expect("an arrangement");
    insta::assert_snapshot!(scene_text(&scene));
}

/// A scene without positions: every band with its rate, every text with its meaning.
fn scene_text(scene: &Scene) -> String {
    let lines = scene.shapes.iter().filter_map(|shape| match shape {
        SceneShape::Band(band) => {
            Some(format!("{:?} {:.1} → {:.1} MB/s", band.kind, band.from.mb_s, band.to.mb_s))
        }
        SceneShape::Label(label) => Some(format!("{:?} {}", label.ink, label.text)),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}
