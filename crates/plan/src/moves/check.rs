//! The measurement that confirms a step, and its expected result.

use narrows_model::TargetPrediction;
use narrows_topology::Id;
use narrows_workload::Workload;

use super::effect::MoveEffect;

/// From this part of its rate on, a change shows in spite of how rates vary from run to run.
const CLEAR: f64 = 0.2;

/// A measurement to run after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveCheck {
    /// The targets that become faster or slower; all, if everything runs together.
    pub targets: Vec<Id>,
    /// All of them at once, or each alone: whichever shows the step.
    pub together: bool,
    /// The workload to run, by its `measure --workload` name.
    pub workload: String,
    pub expected: Vec<TargetPrediction>,
}

impl MoveCheck {
    /// Returns the check of a step with these effects, after which `all` run so together; `None` if
    /// they change no rate.
    ///
    /// If rates alone change clearly, they are measured alone: nothing else has a part in it. A
    /// change that is larger while others run needs them all.
    pub(super) fn of(
        effects: &[MoveEffect],
        all: &[TargetPrediction],
        workload: &Workload,
    ) -> Option<Self> {
        let most = |part: fn(&MoveEffect) -> f64| effects.iter().map(part).fold(0.0, f64::max);
        let (alone, all_run) = (most(|it| it.alone.part()), most(|it| it.together.part()));
        let is_clear = alone >= CLEAR || alone >= all_run;
        let changed = effects.iter().filter(|effect| is_clear && effect.alone.is_change());
        let changed: Vec<TargetPrediction> =
            changed.filter_map(|effect| effect.alone.after.clone()).collect();
        let together = changed.is_empty();
        if together && !effects.iter().any(|effect| effect.together.is_change()) {
            return None;
        }
        let expected = if together { all.to_vec() } else { changed };
        let targets = expected.iter().map(|outcome| outcome.target.clone()).collect();
        let workload = workload.clone().named_after_itself().name;
        Some(Self { targets, together, workload, expected })
    }

    /// As it is typed.
    pub fn command(&self) -> String {
        let targets: Vec<&str> = self.targets.iter().map(Id::as_str).collect();
        let set = if self.together { "all" } else { "each" };
        format!("narrows measure {} --workload {} --set {set}", targets.join(" "), self.workload)
    }
}
