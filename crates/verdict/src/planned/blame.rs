//! Why arrays cannot be made, or nothing starts from them: the answers about the first slots that fit.

use narrows_messages::Message;
use narrows_plan::evaluate::{PlacementJudge, PlacementView, level};
use narrows_plan::feasibility::{self, BootSituation, RaidEngineKind};
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest};
use narrows_plan::result::{PlanCandidate, PlanConflict};
use narrows_plan::search::{self, SearchEffort};
use narrows_plan::words;
use narrows_record::plan::FirmwareAnswer;

use super::PlanInputs;
use super::answer::answer;
use super::obstacles::InfeasibilityCause;

impl PlanInputs<'_> {
    /// Objections to the arrays and the booting that are to blame.
    pub(super) fn blamed_answers(
        &self,
        blame: &InfeasibilityCause,
        impossible: &PlanConflict,
    ) -> Vec<FirmwareAnswer> {
        let constraints =
            impossible.constraints.iter().filter_map(|&at| self.ask.constraints.get(at));
        let constraints: Vec<&Constraint> = constraints.collect();
        let arrays: Vec<&ArrayConstraint> = match blame {
            InfeasibilityCause::Arrays(arrays) => {
                arrays.iter().filter_map(|&at| self.ask.arrays.get(at)).collect()
            }
            _ => Vec::new(),
        };
        let is_about_arrays = !arrays.is_empty();
        if constraints.is_empty() && !is_about_arrays {
            return Vec::new();
        }
        let bare = PlacementRequest {
            constraints: Vec::new(),
            arrays: Vec::new(),
            objectives: self.ask.objectives.clone(),
        };
        let judge = PlacementJudge::new(self.inventory, self.devices, &bare, true);
        let Some(candidate) = self.first_fitting(&bare) else { return Vec::new() };
        let Ok(view) = PlacementView::new(&judge, &candidate.placement) else { return Vec::new() };
        if is_about_arrays {
            return arrays.into_iter().flat_map(|it| self.of_array(&view, it, false)).collect();
        }
        constraints
            .into_iter()
            .flat_map(|constraint| self.of_constraint(&view, constraint))
            .collect()
    }

    fn first_fitting(&self, bare: &PlacementRequest) -> Option<PlanCandidate> {
        // Any placement will do: it only serves to ask questions about.
        let effort = SearchEffort { top: 1, placements: 100, ..SearchEffort::default() };
        let found = search::best(self.inventory, self.devices, bare, &effort).ok()?;
        found.obvious.or_else(|| found.candidates.into_iter().next())
    }

    fn of_constraint(
        &self,
        view: &PlacementView<'_>,
        constraint: &Constraint,
    ) -> Vec<FirmwareAnswer> {
        let array = |id: &str| self.ask.arrays.iter().find(|array| array.id == id);
        match constraint {
            Constraint::Starts(device) => {
                let found = view.placed(*device).map(|it| self.inventory.situation.starts(&it));
                let question = || words::constraint_says(constraint, self.devices).into();
                found.into_iter().map(|it| answer(&it, question())).collect()
            }
            Constraint::StartsFromAny(devices) => {
                let placed = devices.iter().filter_map(|device| view.placed(*device));
                let found = self.inventory.situation.starts_from_any(placed);
                vec![answer(&found, words::constraint_says(constraint, self.devices).into())]
            }
            Constraint::ArrayStarts(id) => {
                array(id).map(|it| self.of_array(view, it, true)).unwrap_or_default()
            }
            Constraint::FirmwareArray(id) => {
                let array = array(id).map(|it| self.of_array(view, it, false));
                array.unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// One answer for each means that may make the array; whether the machine starts from it, if
    /// `starts`.
    fn of_array(
        &self,
        view: &PlacementView<'_>,
        array: &ArrayConstraint,
        starts: bool,
    ) -> Vec<FirmwareAnswer> {
        let drives = array.members.iter().map(|&at| view.placed(at)).collect::<Option<Vec<_>>>();
        let (Some(drives), Some(level)) = (drives, level(array.level)) else { return Vec::new() };
        let situation = BootSituation { drives, ..self.inventory.situation.clone() };
        let asked = |means: &RaidEngineKind| -> (RaidEngineKind, feasibility::FeasibilityAnswer) {
            let answer = match starts {
                true => situation.array_starts(*means, level),
                false => situation.array(*means, level),
            };
            (*means, answer)
        };
        let is_asked =
            |means: &&RaidEngineKind| starts || means.is_firmware() || array.means.len() == 1;
        let all = array.means.iter().filter(is_asked).map(asked);
        all.map(|(means, found)| {
            let id = if starts { "plan-question-starts" } else { "plan-question-made" };
            let question = Message::new(id).with("means", means).with("array", &array.id);
            answer(&found, question.into())
        })
        .collect()
    }
}
