//! From outcomes of the model to `narrows.predict/1`.

use std::collections::BTreeMap;

use narrows_model::{
    self as model, LimitKind as Kind, LoadedLimit, PredictedTotal, TargetPrediction, holding,
};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, BytesPerSec};
use narrows_workload::Workload;

use crate::from_topology::{basis, round_mb_s};
use crate::predict::{ErrorCorrelation, LimitRecord, LimitRecordKind, Prediction, SetTotal};
use crate::see::SeeDocument;
use crate::word::{FigureUnit, TargetSet};

impl SeeDocument {
    /// Of equal drives of a folded machine the first only, with how many there are of it.
    #[must_use]
    pub fn folded(mut self, machine: &model::Machine) -> Self {
        let copies: BTreeMap<&str, &model::FoldedDrive> =
            machine.equal.iter().map(|(id, equal)| (id.as_str(), equal)).collect();
        let first: BTreeMap<&str, u32> =
            // `count` is of all but the first.
            copies.values().map(|equal| (equal.like.as_str(), equal.count + 1)).collect();
        self.storage.retain(|storage| !copies.contains_key(storage.id.as_str()));
        self.drives.retain(|drive| !copies.contains_key(drive.id.as_str()));
        for drive in &mut self.drives {
            drive.equal = first.get(drive.id.as_str()).copied();
        }
        self
    }

    /// Adds the drives' own read rates and the ceilings of places, if known rather than assumed of their class.
    pub fn with_own_rates(mut self, machine: &model::Machine) -> Self {
        for (id, ceilings) in &machine.ceilings {
            let rates = ceilings.iter().flat_map(|ceiling| [ceiling.read, ceiling.both]).flatten();
            let known = rates.filter(|rate| rate.basis != FactBasis::Assumed);
            if let Some(least) = known.map(|rate| rate.value).min() {
                self.ceilings_mb_s.insert(id.to_string(), round_mb_s(least.as_mb_s()));
            }
        }
        for drive in &mut self.drives {
            let figures = machine.figures.get(&Id::new(drive.id.as_str()));
            let read = figures.and_then(|figures| figures.read);
            let known = read.filter(|read| read.basis != FactBasis::Assumed);
            drive.read_mb_s = known.map(|read| round_mb_s(read.value.as_mb_s()));
        }
        self
    }
}

impl Prediction {
    /// The wire form of one outcome in a set.
    pub fn of(
        outcome: &TargetPrediction,
        set: &TargetSet,
        together: &[Id],
        workload: &Workload,
    ) -> Self {
        // Operations a second as people compare them; large requests are few.
        let operations = outcome.rate.in_operations_of(workload.block).get();
        let scale = if operations < 10.0 { 1000.0 } else { 1.0 };
        let iops = (operations * scale).round() / scale;
        Self {
            workload: workload.name.clone(),
            set: set.clone(),
            target: outcome.target.to_string(),
            together: together.iter().map(Id::to_string).collect(),
            direction: workload.direction().into(),
            mb_s: round_mb_s(outcome.rate.as_mb_s()),
            iops,
            low_mb_s: round_mb_s(outcome.low.as_mb_s()),
            high_mb_s: round_mb_s(outcome.high.as_mb_s()),
            limit: LimitRecord::of(&outcome.limit),
            next_limit: outcome.next.as_ref().map(LimitRecord::of),
            basis: basis(outcome.basis),
            job: None,
            seconds: None,
            equal: None,
        }
    }

    /// The same as a machine file's workload: under its name, with the time that `amount` takes.
    #[must_use]
    pub fn as_job(self, name: &str, amount: Option<Bytes>, rate: BytesPerSec) -> Self {
        let seconds = amount.filter(|_| rate.get() > 0.0).map(|it| it.as_f64() / rate.get());
        Self { job: Some(name.to_owned()), seconds: seconds.map(round_seconds), ..self }
    }
}

impl SetTotal {
    /// The wire form of a set's total, with the names that its `rows` have in common.
    pub fn of(total: &PredictedTotal, outcomes: &[TargetPrediction], rows: &[Prediction]) -> Self {
        let first = rows.first();
        let text = |of: fn(&Prediction) -> &String| first.map(of).cloned().unwrap_or_default();
        let mut jobs: Vec<&str> = rows.iter().filter_map(|row| row.job.as_deref()).collect();
        jobs.dedup();
        Self {
            workload: text(|row| &row.workload),
            job: (!jobs.is_empty()).then(|| jobs.join(" + ")),
            set: first.map(|row| row.set.clone()).unwrap_or_default(),
            together: first.map(|row| row.together.clone()).unwrap_or_default(),
            mb_s: round_mb_s(total.rate.as_mb_s()),
            iops: rows.iter().map(|row| row.iops * row.times()).sum(),
            low_mb_s: round_mb_s(total.low.as_mb_s()),
            high_mb_s: round_mb_s(total.high.as_mb_s()),
            errors: match total.parts {
                1 => ErrorCorrelation::Common,
                parts if parts == outcomes.len() => ErrorCorrelation::Independent,
                _ => ErrorCorrelation::Grouped,
            },
            limit: holding(outcomes).map(|bound| LimitRecord::of(&bound)),
        }
    }
}

/// To a millisecond; shorter ones to a microsecond.
pub(crate) fn round_seconds(seconds: f64) -> f64 {
    let steps = if seconds < 1.0 { 1e6 } else { 1e3 };
    (seconds * steps).round() / steps
}

impl LimitRecord {
    /// The wire form of a limit and its load.
    pub fn of(bound: &LoadedLimit) -> Self {
        let (unit, figure): (FigureUnit, fn(f64) -> f64) = match bound.limit.unit {
            model::LimitUnit::BytesPerSec => {
                (FigureUnit::MbS, |value| round_mb_s(BytesPerSec::new(value).as_mb_s()))
            }
            model::LimitUnit::Iops => (FigureUnit::Iops, f64::round),
            model::LimitUnit::Cores => (FigureUnit::Cores, |value| (value * 100.0).round() / 100.0),
        };
        Self {
            kind: kind(bound.limit.kind),
            id: bound.limit.id.to_string(),
            name: (&bound.limit.name).into(),
            load: figure(bound.load),
            capacity: figure(bound.limit.capacity),
            unit,
        }
    }
}

fn kind(kind: Kind) -> LimitRecordKind {
    match kind {
        Kind::Link => LimitRecordKind::Link,
        Kind::Uplink => LimitRecordKind::Uplink,
        Kind::Drive => LimitRecordKind::Drive,
        Kind::DriveIops => LimitRecordKind::DriveIops,
        Kind::Depth => LimitRecordKind::Depth,
        Kind::RootComplex => LimitRecordKind::RootComplex,
        Kind::Controller => LimitRecordKind::Controller,
        Kind::Cpu => LimitRecordKind::Cpu,
        Kind::RaidLayer => LimitRecordKind::RaidLayer,
        Kind::Memory => LimitRecordKind::Memory,
        Kind::Cache => LimitRecordKind::Cache,
        Kind::Application => LimitRecordKind::Application,
    }
}
