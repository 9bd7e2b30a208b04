//! Parts of a plan beyond one board: boards ranked, RAID engines side by side, gains from
//! purchases, and rates over a network.

mod boards;
mod buying;
mod levels;
mod means;
mod network;

use narrows_messages::{DocumentText, Message};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::{FeasibilityAnswer, FeasibilityReason, FeasibilityVerdict};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceConnection, Placement};
use narrows_plan::request::PlacementRequest;
use narrows_plan::result::PlanConflict;
use narrows_plan::words;
use narrows_record::plan_beyond::SlotPlacement;

use crate::planned::placed::measured_in;

pub use self::boards::boards;
pub use self::buying::buying;
pub use self::levels::levels;
pub use self::means::means;
pub use self::network::network;

fn places(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    at: &Placement,
) -> Vec<SlotPlacement> {
    let found = inventory.places(devices, at).unwrap_or_default();
    let placed = |(device, place): (&MovableDevice, DeviceConnection)| SlotPlacement {
        device: device.id.clone(),
        slot: place.slot,
    };
    devices.iter().zip(found).map(placed).collect()
}

/// `gpu (x4 of x16)`.
fn runs_at(card: &str, here: u8, most: u8) -> DocumentText {
    let message = Message::new("plan-runs-at").with("piece", card);
    message.with("here", here).with("most", most).into()
}

/// The constraints to blame, as words.
fn blamed(
    impossible: &PlanConflict,
    ask: &PlacementRequest,
    devices: &[MovableDevice],
) -> Vec<String> {
    let constraints = impossible.constraints.iter().filter_map(|&at| ask.constraints.get(at));
    constraints.map(|constraint| words::constraint(constraint, devices)).collect()
}

/// Rules made irrelevant by one that denies a way to make an array: if the chipset does not remap, it does
/// not matter which slots are attached to it.
const MOOT: [(&str, &[&str]); 6] = [
    ("sata-drive", &["chipset-sata-raid", "raid-port"]),
    ("pcie-drive", &["chipset-remaps", "slot-on-chipset", "slot-in-set", "cpu-attached"]),
    (
        "chipset-remaps",
        &["firmware-remaps", "slot-on-chipset", "slot-in-set", "slot-widest", "rst-speaks"],
    ),
    ("cpu-attached", &["cpu-attached-board", "slot-on-cpu", "intel-drive"]),
    ("cpu-vmd", &["vroc-platform", "slot-on-cpu", "vroc-domain"]),
    ("chipset-sata-raid", &["raid-port"]),
];
/// That a drive is of another kind denies one way, and is not why all are denied where something else is.
const KINDS: [&str; 3] = ["sata-drive", "pcie-drive", "nvme-drive"];

/// The deciding rules of these answers, each once, without irrelevant ones.
fn reasons<'a>(answers: impl IntoIterator<Item = &'a FeasibilityAnswer>) -> Vec<DocumentText> {
    // What can be set is no reason for a Yes.
    let reasons = |answer: &'a FeasibilityAnswer| {
        let is_yes = answer.verdict == FeasibilityVerdict::Yes;
        answer.deciding().filter(move |it| !is_yes || it.holds != FeasibilityVerdict::NotKnown)
    };
    let all: Vec<&FeasibilityReason> = answers.into_iter().flat_map(reasons).collect();
    let denies =
        |rule: &str| all.iter().any(|it| it.rule == rule && it.holds == FeasibilityVerdict::No);
    let is_moot = |rule: &str| MOOT.iter().any(|(by, moot)| moot.contains(&rule) && denies(by));
    let is_kind = |rule: &str| KINDS.contains(&rule);
    let left = all.iter().filter(|it| !is_moot(it.rule));
    let has_more = left.clone().any(|it| !is_kind(it.rule));
    let mut rules: Vec<&str> = Vec::new();
    let mut said = Vec::new();
    for reason in left.filter(|it| !(has_more && is_kind(it.rule))) {
        if !rules.contains(&reason.rule) {
            rules.push(reason.rule);
            said.push(DocumentText::from(&reason.says));
        }
    }
    said
}

/// To a thousandth, so that no digits are printed that cannot be known.
fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Scores as documents write them: each in the unit that a plan's `scores` have.
fn scores(scores: &[f64], ask: &PlacementRequest) -> Vec<f64> {
    let all = ask.objectives.iter().zip(scores);
    all.map(|(objective, &score)| (measured_in(objective, score).0 * 10.0).round() / 10.0).collect()
}
