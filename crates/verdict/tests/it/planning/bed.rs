//! Helpers of the cases.

use narrows_catalog::{Confidence, board};
use narrows_files::inventory;
use narrows_messages::{Language, Localizer, Message};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::{FactEvidence, OsKind, SourcedFact};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::Placement;
use narrows_plan::request::PlacementRequest;
use narrows_plan::result::{PlanCandidate, PlanConflict, Search, SearchResult};
use narrows_plan::search::{self, SearchEffort};
use narrows_plan::words;

/// A board of the catalogue with devices for it.
pub struct Case {
    pub inventory: SlotInventory,
    pub devices: Vec<MovableDevice>,
}

impl Case {
    pub fn on(board: &str, devices: &str) -> Self {
        let found = board::board(board).unwrap_or_else(|| panic!("no board {board}"));
        Self::at(inventory::of_board(found).unwrap(), devices)
    }

    /// With Windows 10, which the write-ups use when they make arrays.
    pub fn at(inventory: SlotInventory, devices: &str) -> Self {
        Self { devices: named(devices), inventory: with_windows(inventory) }
    }

    pub fn ask(&self, words: &str) -> PlacementRequest {
        words::read([words], &self.inventory, &self.devices)
            .unwrap_or_else(|it| panic!("{}", said(&it)))
    }

    pub fn search(&self, words: &str) -> Search {
        search(&self.inventory, &self.devices, &self.ask(words))
    }

    pub fn found(&self, words: &str) -> SearchResult {
        self.search(words).unwrap_or_else(|it| panic!("{words}: {it:?}"))
    }

    pub fn best(&self, words: &str) -> Best<'_> {
        let candidate = self.found(words).candidates.remove(0);
        Best { case: self, candidate }
    }

    /// The words that cannot be fulfilled together.
    pub fn blamed(&self, words: &str) -> Vec<String> {
        let ask = self.ask(words);
        let impossible = match search(&self.inventory, &self.devices, &ask) {
            Ok(found) => panic!("{words}: possible: {:?}", found.candidates[0].placement),
            Err(impossible) => impossible,
        };
        self.words(&impossible, &ask)
    }

    pub fn words(&self, impossible: &PlanConflict, ask: &PlacementRequest) -> Vec<String> {
        let constraints = impossible.constraints.iter().map(|&at| &ask.constraints[at]);
        constraints.map(|constraint| words::constraint(constraint, &self.devices)).collect()
    }

    pub fn slots(&self, at: &Placement) -> Vec<String> {
        let places = self.inventory.places(&self.devices, at).unwrap();
        places.into_iter().map(|place| place.slot).collect()
    }

    /// Every device in the slot of this name.
    pub fn placed(&self, slots: &[&str]) -> Placement {
        use narrows_plan::placement::DeviceLocation;
        let location = |slot: &&str| DeviceLocation::Slot(self.inventory.slot(slot).unwrap().0);
        Placement { locations: slots.iter().map(location).collect(), ..Placement::default() }
    }
}

/// The best placement of a case.
pub struct Best<'a> {
    case: &'a Case,
    pub candidate: PlanCandidate,
}

impl Best<'_> {
    /// Result for the first objective, MB/s.
    pub fn score(&self) -> f64 {
        self.candidate.scores[0]
    }

    pub fn slot(&self, device: &str) -> String {
        let index = self.case.devices.iter().position(|it| it.id == device).unwrap();
        self.case.slots(&self.candidate.placement)[index].clone()
    }

    /// The kind of limit that holds most back.
    pub fn limit(&self) -> narrows_model::LimitKind {
        narrows_model::holding(&self.candidate.outcomes).unwrap().limit.kind
    }

    /// The 80 % band of the total.
    pub fn band(&self) -> (f64, f64) {
        let sum = |of: fn(&narrows_model::TargetPrediction) -> f64| {
            self.candidate.outcomes.iter().map(of).sum::<f64>()
        };
        (sum(|it| it.low.as_mb_s()), sum(|it| it.high.as_mb_s()))
    }
}

/// The same with Windows 10 on it, as the write-ups have it.
pub fn with_windows(mut inventory: SlotInventory) -> SlotInventory {
    let evidence = FactEvidence::documented("the write-ups", Confidence::High);
    inventory.situation.system.kind = SourcedFact::new(OsKind::Windows(100), evidence);
    inventory
}

pub fn named(devices: &str) -> Vec<MovableDevice> {
    inventory::devices_named(devices).unwrap_or_else(|it| panic!("{devices}: {}", said(&it)))
}

pub fn search(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Search {
    search::best(inventory, devices, ask, &SearchEffort { top: 1, ..SearchEffort::default() })
}

/// Within a thousandth.
pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-3 * a.abs().max(b.abs())
}

fn said(message: &Message) -> String {
    Localizer::new(Language::English).say(message)
}
