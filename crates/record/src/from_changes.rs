//! From the effects of changes to `narrows.predict/1`.

use narrows_messages::Message;
use narrows_model::{
    EverydayTask, NoticeLevel as Noticed, PerceptionThreshold, PredictedTotal, TargetPrediction,
    UpgradeGain as Bought, UpgradeOption, holding,
};
use narrows_topology::Id;
use narrows_workload::Workload;

use crate::from_model::round_seconds;
use crate::from_topology::round_mb_s;
use crate::predict::{
    EverydayMeaning, LimitRecord, PerceivedDifference, PredictedUpgrade, SituationPair, SweepPoint,
    UpgradeKind,
};
use crate::word::TargetSet;

impl PredictedUpgrade {
    /// The wire form of a change's benefit for a set.
    pub fn of(
        bought: &Bought,
        set: &TargetSet,
        together: &[Id],
        (workload, job): (&Workload, Option<&str>),
    ) -> Self {
        Self {
            workload: workload.name.clone(),
            job: job.map(str::to_owned),
            set: set.clone(),
            together: together.iter().map(Id::to_string).collect(),
            kind: kind(&bought.remedy),
            what: (&bought.what).into(),
            gain: (bought.gain * 1e3).round() / 1e3,
            mb_s: round_mb_s(bought.rate.as_mb_s()),
            limit: bought.limit.as_ref().map(LimitRecord::of),
        }
    }
}

fn kind(remedy: &UpgradeOption) -> UpgradeKind {
    match remedy {
        UpgradeOption::Links(_) => UpgradeKind::Links,
        UpgradeOption::Transports(_) => UpgradeKind::Transports,
        UpgradeOption::Uplinks(_) => UpgradeKind::Uplinks,
        UpgradeOption::Places(_) => UpgradeKind::Places,
        UpgradeOption::Drives => UpgradeKind::Drives,
        UpgradeOption::Depth => UpgradeKind::Depth,
        UpgradeOption::Jobs => UpgradeKind::Jobs,
        UpgradeOption::Cores => UpgradeKind::Cores,
        UpgradeOption::Clock => UpgradeKind::Clock,
        UpgradeOption::Memory => UpgradeKind::Memory,
        UpgradeOption::Cache => UpgradeKind::Cache,
        UpgradeOption::Application => UpgradeKind::Application,
        UpgradeOption::AnotherDrive => UpgradeKind::AnotherDrive,
        UpgradeOption::Chunk => UpgradeKind::Chunk,
    }
}

/// Two situations: their names, and the seconds that a job takes in them.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedSituations {
    /// Which two.
    pub kind: SituationPair,
    /// Its subject.
    pub target: Id,
    /// The first situation.
    pub before: (Message, f64),
    /// The second situation.
    pub after: (Message, f64),
}

impl EverydayMeaning {
    /// The wire form of a job in two situations.
    pub fn of(job: EverydayTask, compared: &ComparedSituations) -> Self {
        let ComparedSituations { before: (before, before_s), after: (after, after_s), .. } =
            compared;
        let noticed = Noticed::of(*before_s, *after_s);
        let words = match (noticed, after_s < before_s) {
            (Noticed::No, _) => "meaning-no",
            (Noticed::Crosses(PerceptionThreshold::Immediate), true) => "meaning-immediate",
            (Noticed::Crosses(PerceptionThreshold::Immediate), false) => {
                "meaning-no-longer-immediate"
            }
            (Noticed::Crosses(PerceptionThreshold::Flow), true) => "meaning-flow",
            (Noticed::Crosses(PerceptionThreshold::Flow), false) => "meaning-no-longer-flow",
            (Noticed::Crosses(PerceptionThreshold::Attention), true) => "meaning-attention",
            (Noticed::Crosses(PerceptionThreshold::Attention), false) => {
                "meaning-no-longer-attention"
            }
            (Noticed::Clearly, true) => "meaning-shorter",
            (Noticed::Clearly, false) => "meaning-longer",
        };
        Self {
            task: job.as_str().to_owned(),
            what: Message::new(name(job)).into(),
            compared: compared.kind.clone(),
            target: compared.target.to_string(),
            before: before.into(),
            after: after.into(),
            before_s: round_seconds(*before_s),
            after_s: round_seconds(*after_s),
            notice: notice(noticed),
            text: Message::new(words).into(),
        }
    }
}

fn name(job: EverydayTask) -> &'static str {
    match job {
        EverydayTask::Copy => "meaning-copy",
        EverydayTask::Load => "meaning-load",
        EverydayTask::Picture => "meaning-picture",
        EverydayTask::Start => "meaning-start",
    }
}

fn notice(noticed: Noticed) -> PerceivedDifference {
    match noticed {
        Noticed::No => PerceivedDifference::No,
        Noticed::Crosses(PerceptionThreshold::Immediate) => PerceivedDifference::Immediate,
        Noticed::Crosses(PerceptionThreshold::Flow) => PerceivedDifference::Flow,
        Noticed::Crosses(PerceptionThreshold::Attention) => PerceivedDifference::Attention,
        Noticed::Clearly => PerceivedDifference::Clearly,
    }
}

impl SweepPoint {
    /// The wire form of one value's outcomes; `None` if nothing is known.
    pub fn of(
        (value, number): (String, Option<f64>),
        (outcomes, total): (&[TargetPrediction], Option<PredictedTotal>),
        workload: &Workload,
    ) -> Option<Self> {
        let PredictedTotal { rate, low, high, .. } = total?;
        Some(Self {
            value,
            number,
            mb_s: round_mb_s(rate.as_mb_s()),
            iops: rate.in_operations_of(workload.block).get().round(),
            low_mb_s: round_mb_s(low.as_mb_s()),
            high_mb_s: round_mb_s(high.as_mb_s()),
            limit: LimitRecord::of(&holding(outcomes)?),
        })
    }
}
