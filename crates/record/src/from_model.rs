//! From outcomes of the model to `narrows.predict/1`.

use narrows_messages::Speaker;
use narrows_model::{Bound, LimitKind as Kind, Outcome, Unit};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Workload;

use crate::from_topology::{basis, round_mb_s};
use crate::predict::{Limit, LimitKind, Prediction};

impl Prediction {
    /// The wire form of one outcome in a set.
    pub fn of(
        outcome: &Outcome,
        set: &str,
        together: &[Id],
        workload: &Workload,
        speaker: &Speaker,
    ) -> Self {
        Self {
            workload: workload.name.clone(),
            set: set.to_owned(),
            target: outcome.target.to_string(),
            together: together.iter().map(Id::to_string).collect(),
            direction: workload.direction().to_string(),
            mb_s: round_mb_s(outcome.rate.as_mb_s()),
            iops: outcome.rate.in_operations_of(workload.block).get().round(),
            low_mb_s: round_mb_s(outcome.low.as_mb_s()),
            high_mb_s: round_mb_s(outcome.high.as_mb_s()),
            limit: Limit::of(&outcome.limit, speaker),
            next_limit: outcome.next.as_ref().map(|next| Limit::of(next, speaker)),
            basis: basis(outcome.basis),
        }
    }
}

impl Limit {
    /// The wire form of a limit and its load.
    pub fn of(bound: &Bound, speaker: &Speaker) -> Self {
        let (unit, figure): (&str, fn(f64) -> f64) = match bound.limit.unit {
            Unit::BytesPerSec => ("MB/s", |value| round_mb_s(BytesPerSec::new(value).as_mb_s())),
            Unit::Iops => ("IOPS", f64::round),
        };
        Self {
            kind: kind(bound.limit.kind),
            id: bound.limit.id.to_string(),
            name: speaker.say(&bound.limit.name),
            load: figure(bound.load),
            capacity: figure(bound.limit.capacity),
            unit: unit.to_owned(),
        }
    }
}

fn kind(kind: Kind) -> LimitKind {
    match kind {
        Kind::Link => LimitKind::Link,
        Kind::Uplink => LimitKind::Uplink,
        Kind::Drive => LimitKind::Drive,
        Kind::DriveIops => LimitKind::DriveIops,
        Kind::Depth => LimitKind::Depth,
    }
}
