//! From what changes would bring to `narrows.predict/1`.

use narrows_messages::Message;
use narrows_model::{
    Everyday, Notice as Noticed, Outcome, Remedy, Threshold, Total, Upgrade as Bought, holding,
};
use narrows_topology::Id;
use narrows_workload::Workload;

use crate::from_model::round_seconds;
use crate::from_topology::round_mb_s;
use crate::predict::{Limit, Meaning, Notice, Situations, SweepPoint, Upgrade, UpgradeKind};
use crate::word::Set;

impl Upgrade {
    /// The wire form of what a change buys for a set.
    pub fn of(
        bought: &Bought,
        set: &Set,
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
            limit: bought.limit.as_ref().map(Limit::of),
        }
    }
}

fn kind(remedy: &Remedy) -> UpgradeKind {
    match remedy {
        Remedy::Links(_) => UpgradeKind::Links,
        Remedy::Transports(_) => UpgradeKind::Transports,
        Remedy::Uplinks(_) => UpgradeKind::Uplinks,
        Remedy::Places(_) => UpgradeKind::Places,
        Remedy::Drives => UpgradeKind::Drives,
        Remedy::Depth => UpgradeKind::Depth,
        Remedy::Jobs => UpgradeKind::Jobs,
        Remedy::Cores => UpgradeKind::Cores,
        Remedy::Clock => UpgradeKind::Clock,
        Remedy::Memory => UpgradeKind::Memory,
        Remedy::Cache => UpgradeKind::Cache,
        Remedy::Application => UpgradeKind::Application,
        Remedy::AnotherDrive => UpgradeKind::AnotherDrive,
        Remedy::Chunk => UpgradeKind::Chunk,
    }
}

/// Two situations, by what they are called and the seconds that a job takes in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Which two.
    pub kind: Situations,
    /// What it is about.
    pub target: Id,
    /// The first situation.
    pub before: (Message, f64),
    /// The second situation.
    pub after: (Message, f64),
}

impl Meaning {
    /// The wire form of a job in two situations.
    pub fn of(job: Everyday, compared: &Compared) -> Self {
        let Compared { before: (before, before_s), after: (after, after_s), .. } = compared;
        let noticed = Noticed::of(*before_s, *after_s);
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
            text: Message::new(words(noticed, after_s < before_s)).into(),
        }
    }
}

fn name(job: Everyday) -> &'static str {
    match job {
        Everyday::Copy => "meaning-copy",
        Everyday::Load => "meaning-load",
        Everyday::Picture => "meaning-picture",
        Everyday::Start => "meaning-start",
    }
}

fn notice(noticed: Noticed) -> Notice {
    match noticed {
        Noticed::No => Notice::No,
        Noticed::Crosses(Threshold::Immediate) => Notice::Immediate,
        Noticed::Crosses(Threshold::Flow) => Notice::Flow,
        Noticed::Crosses(Threshold::Attention) => Notice::Attention,
        Noticed::Clearly => Notice::Clearly,
    }
}

fn words(noticed: Noticed, is_shorter: bool) -> &'static str {
    match (noticed, is_shorter) {
        (Noticed::No, _) => "meaning-no",
        (Noticed::Crosses(Threshold::Immediate), true) => "meaning-immediate",
        (Noticed::Crosses(Threshold::Immediate), false) => "meaning-no-longer-immediate",
        (Noticed::Crosses(Threshold::Flow), true) => "meaning-flow",
        (Noticed::Crosses(Threshold::Flow), false) => "meaning-no-longer-flow",
        (Noticed::Crosses(Threshold::Attention), true) => "meaning-attention",
        (Noticed::Crosses(Threshold::Attention), false) => "meaning-no-longer-attention",
        (Noticed::Clearly, true) => "meaning-shorter",
        (Noticed::Clearly, false) => "meaning-longer",
    }
}

impl SweepPoint {
    /// The wire form of one value's outcomes; none where nothing is known.
    pub fn of(
        (value, number): (String, Option<f64>),
        (outcomes, total): (&[Outcome], Option<Total>),
        workload: &Workload,
    ) -> Option<Self> {
        let Total { rate, low, high, .. } = total?;
        Some(Self {
            value,
            number,
            mb_s: round_mb_s(rate.as_mb_s()),
            iops: rate.in_operations_of(workload.block).get().round(),
            low_mb_s: round_mb_s(low.as_mb_s()),
            high_mb_s: round_mb_s(high.as_mb_s()),
            limit: Limit::of(&holding(outcomes)?),
        })
    }
}
