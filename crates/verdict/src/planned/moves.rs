//! The steps from today to the best.

use narrows_catalog::board::Settings;
use narrows_messages::{DocumentText, Message, placed_names};
use narrows_model::TargetPrediction;
use narrows_plan::moves::{self, MoveCheck, MoveReach};
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_record::plan::{
    DeviceMove, MoveBudget, MoveCheckRecord, MoveEffectRecord, PlanDocument, PlanMove, PlanSetting,
};
use narrows_record::plan_fitting::SlotSplit;
use narrows_record::round_mb_s;

use super::{PlanInputs, put};

impl PlanInputs<'_> {
    /// The plan with the steps that lead to it, and the results of few of them.
    #[must_use]
    pub fn with_moves(
        &self,
        plan: PlanDocument,
        steps: &[moves::MoveStep],
        reaches: &[MoveReach],
    ) -> PlanDocument {
        let before = self.today.and_then(|today| today.scores.first()).copied();
        let few = |reach: &MoveReach| {
            let (value, before) = (*reach.worth.scores.first()?, before?);
            Some(MoveBudget {
                moves: u32::try_from(reach.moves).unwrap_or(u32::MAX),
                text: self.changes(&reach.placement),
                value: round_mb_s(value),
                before: round_mb_s(before),
            })
        };
        let moves = self.steps(steps);
        let few_moves = reaches.iter().filter(|it| it.moves > 0).filter_map(few).collect();
        PlanDocument { moves, few_moves, ..plan }
    }

    fn steps(&self, steps: &[moves::MoveStep]) -> Vec<PlanMove> {
        let mut before: Vec<Option<DeviceLocation>> =
            self.inventory.today.locations.iter().map(|it| Some(*it)).collect();
        let mut settings = self.inventory.today.settings.clone();
        let mut split = self.splits(&at(&before, &settings));
        let mut told = Vec::new();
        for step in steps {
            settings.extend(step.settings.clone());
            let after = self.splits(&at(&step.locations, &settings));
            // A slot that is split already needs no step.
            let new = after.iter().filter(|it| {
                !split.iter().any(|was| {
                    (&was.slot, &was.card, &was.split) == (&it.slot, &it.card, &it.split)
                })
            });
            let new: Vec<SlotSplit> = new.cloned().collect();
            told.push(self.step(step, &before, new));
            before.clone_from(&step.locations);
            split = after;
        }
        told
    }

    fn step(
        &self,
        step: &moves::MoveStep,
        before: &[Option<DeviceLocation>],
        splits: Vec<SlotSplit>,
    ) -> PlanMove {
        let carried: Vec<DeviceMove> =
            step.carried.iter().map(|it| self.carried(it, (before, &step.locations))).collect();
        let set: Vec<PlanSetting> = step
            .settings
            .iter()
            .map(|(name, value)| PlanSetting { name: name.clone(), value: value.clone() })
            .collect();
        PlanMove {
            text: step_says(&carried, &set, &splits),
            carried,
            set,
            splits,
            effects: step.effects.iter().map(effect).collect(),
            check: step.check.as_ref().map(check),
        }
    }

    fn carried(
        &self,
        carried: &moves::MovedDevice,
        (before, after): (&[Option<DeviceLocation>], &[Option<DeviceLocation>]),
    ) -> DeviceMove {
        let device = self.devices.get(carried.device);
        let drive = device.and_then(|device| device.body.drives.get(device.drive()?));
        let slot = |location: DeviceLocation, locations: &[Option<DeviceLocation>]| {
            self.inventory.location_name(&at(locations, &Settings::new()), location)
        };
        DeviceMove {
            device: device.map_or_else(String::new, |device| device.id.clone()),
            serial: drive.and_then(|drive| drive.serial.clone()),
            from: carried.from.and_then(|location| slot(location, before)),
            to: slot(carried.to, after).unwrap_or_default(),
        }
    }

    /// Devices moved from today.
    fn changes(&self, at: &Placement) -> DocumentText {
        let today = &self.inventory.today;
        let pairs = self.devices.iter().zip(today.locations.iter().zip(&at.locations));
        let moved = pairs.filter(|(_, (before, after))| before != after);
        let moved: Vec<(&str, String)> = moved
            .filter_map(|(device, (_, after))| {
                Some((device.id.as_str(), self.inventory.location_name(at, *after)?))
            })
            .collect();
        let moved: Vec<(&str, &str)> =
            moved.iter().map(|(device, slot)| (*device, slot.as_str())).collect();
        DocumentText::list("between-names", placed_names(&moved).into_iter().map(put))
    }
}

fn step_says(carried: &[DeviceMove], set: &[PlanSetting], splits: &[SlotSplit]) -> DocumentText {
    let mut sentences: Vec<DocumentText> = match carried {
        [one, other] if one.from.as_ref() == Some(&other.to) => {
            let message = Message::new("plan-move-exchange")
                .text("piece", called(one))
                .text("other", called(other))
                .with("from", &other.to)
                .with("to", &one.to);
            vec![message.into()]
        }
        all => all.iter().map(one_says).collect(),
    };
    sentences.extend(set.iter().map(|setting| {
        let message = Message::new("plan-move-set").with("name", &setting.name);
        message.with("value", &setting.value).into()
    }));
    sentences.extend(splits.iter().map(|split| split.text.clone()));
    DocumentText::list("plan-between-sentences", sentences)
}

fn one_says(carried: &DeviceMove) -> DocumentText {
    let message = match &carried.from {
        Some(from) => Message::new("plan-move").with("from", from),
        None => Message::new("plan-move-in"),
    };
    message.text("piece", called(carried)).with("to", &carried.to).into()
}

/// Its name, with the serial number that sets it apart from its twins.
fn called(carried: &DeviceMove) -> DocumentText {
    match &carried.serial {
        Some(serial) => {
            let message = Message::new("plan-serial").with("piece", &carried.device);
            message.with("serial", serial).into()
        }
        None => carried.device.as_str().into(),
    }
}

/// A state between two steps as a placement: devices not in the machine yet are in a slot that does not
/// exist.
fn at(locations: &[Option<DeviceLocation>], settings: &Settings) -> Placement {
    let nowhere = DeviceLocation::Slot(usize::MAX);
    let locations = locations.iter().map(|location| location.unwrap_or(nowhere)).collect();
    Placement { locations, settings: settings.clone() }
}

fn effect(effect: &moves::MoveEffect) -> MoveEffectRecord {
    let mb_s = |outcome: &Option<TargetPrediction>| {
        outcome.as_ref().map(|outcome| round_mb_s(outcome.rate.as_mb_s()))
    };
    MoveEffectRecord {
        target: effect.target.to_string(),
        before_mb_s: mb_s(&effect.together.before),
        after_mb_s: mb_s(&effect.together.after),
        alone_before_mb_s: mb_s(&effect.alone.before),
        alone_after_mb_s: mb_s(&effect.alone.after),
    }
}

fn check(check: &MoveCheck) -> MoveCheckRecord {
    let sum = |of: fn(&TargetPrediction) -> narrows_units::BytesPerSec| {
        round_mb_s(check.expected.iter().map(|it| of(it).as_mb_s()).sum())
    };
    MoveCheckRecord {
        command: check.command(),
        mb_s: sum(|it| it.rate),
        low_mb_s: sum(|it| it.low),
        high_mb_s: sum(|it| it.high),
    }
}
