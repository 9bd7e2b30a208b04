//! Drives run together under one workload, with results.

use std::collections::BTreeMap;

use narrows_record::run::{RunDocument, TargetMeasurement, WorkloadParameters};
use narrows_record::word::TargetSet;
use narrows_units::stats::median;

/// A set under a workload, its repeats together.
#[derive(Clone, Debug)]
pub(super) struct MeasuredSituation<'a> {
    pub set: &'a TargetSet,
    pub workload: &'a str,
    pub rows: BTreeMap<&'a str, Vec<&'a TargetMeasurement>>,
}

impl<'a> MeasuredSituation<'a> {
    /// Every situation of a run in which no drive failed, was cut short or started late.
    pub fn all(run: &'a RunDocument) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for row in &run.results {
            let same = |it: &&mut Self| *it.set == row.set && it.workload == row.workload;
            // All sets of one drive are called `alone`: each drive is a situation of its own.
            let alone =
                |it: &&mut Self| row.set != TargetSet::Alone || it.rows.contains_key(&*row.target);
            match found.iter_mut().filter(same).find(alone) {
                Some(known) => known.rows.entry(&row.target).or_default().push(row),
                None => found.push(Self {
                    set: &row.set,
                    workload: &row.workload,
                    rows: BTreeMap::from([(row.target.as_str(), vec![row])]),
                }),
            }
        }
        found.retain(Self::is_sound);
        found
    }

    fn is_sound(&self) -> bool {
        let sound = |row: &&TargetMeasurement| {
            !row.partial && row.errors == 0 && row.is_done() && row.asked.start_after_s == 0.0
        };
        self.rows.values().flatten().all(sound)
    }

    pub fn is_alone(&self) -> bool {
        self.rows.len() == 1
    }

    pub fn has_all(&self, drives: &[String]) -> bool {
        drives.iter().all(|drive| self.rows.contains_key(drive.as_str()))
    }

    /// Whether no drive had a rate limit.
    pub fn is_free(&self) -> bool {
        self.rows.values().flatten().all(|row| row.asked.limit_mb_s.is_none())
    }

    /// The median of a drive's repeats, MB/s.
    pub fn rate(&self, drive: &str) -> Option<f64> {
        let rates: Vec<f64> = self.rows.get(drive)?.iter().map(|row| row.mb_s).collect();
        median(&rates)
    }

    pub fn sum(&self, drives: &[String]) -> f64 {
        drives.iter().filter_map(|drive| self.rate(drive)).sum()
    }

    pub fn asked(&self, drive: &str) -> Option<&'a WorkloadParameters> {
        Some(&self.rows.get(drive)?.first()?.asked)
    }

    pub fn rows_of(&self, drives: &[String]) -> impl Iterator<Item = &'a TargetMeasurement> {
        let rows = drives.iter().filter_map(|drive| self.rows.get(drive.as_str()));
        rows.flatten().copied().collect::<Vec<_>>().into_iter()
    }
}
