//! Replaces a machine's figures of its drives by measured ones.

use narrows_topology::Id;
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use crate::figures::{BandedFigure, DriveFigures};
use crate::machine::Machine;

/// A measurement of one drive alone.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationSample {
    pub drive: Id,
    pub workload: Workload,
    pub rate: BytesPerSec,
}

impl Machine {
    /// The machine with `samples` as its drives' own figures; samples of other drives, of mixes and
    /// of workloads that no figure is for (see [`DriveFigures`]) are ignored. Of several alike the fastest counts: a drive that was slower once was
    /// disturbed.
    #[must_use]
    pub fn calibrated(mut self, samples: &[CalibrationSample]) -> Self {
        let mut ordered: Vec<&CalibrationSample> = samples.iter().collect();
        // Each sample replaces the one before, so that the fastest comes last.
        ordered.sort_by(|a, b| a.rate.get().total_cmp(&b.rate.get()));
        for sample in ordered {
            if self.topology.drives.contains_key(&sample.drive) {
                let figures = self.figures.entry(sample.drive.clone()).or_default();
                figures.take(&sample.workload, sample.rate);
            }
        }
        self
    }
}

impl DriveFigures {
    fn take(&mut self, workload: &Workload, rate: BytesPerSec) {
        let reads = workload.direction() == Direction::Read;
        let is_mix = (1..100).contains(&workload.read_percent);
        if is_mix || rate.get() <= 0.0 {
            return;
        }
        let operations = Iops::new(rate.get() / workload.block.as_f64().max(1.0));
        match (workload.pattern, workload.in_flight()) {
            (Pattern::Sequential, 1) => {}
            (Pattern::Random, _) if workload.block != Bytes::kib(4) => {}
            (Pattern::Sequential, _) => {
                *either(reads, &mut self.read, &mut self.write) =
                    Some(BandedFigure::measured(rate));
            }
            (Pattern::Random, 1) => {
                let time = BandedFigure::measured(Nanos::secs(1.0 / operations.get()));
                *either(reads, &mut self.read_latency, &mut self.write_latency) = Some(time);
            }
            (Pattern::Random, depth) => {
                *either(reads, &mut self.random_read, &mut self.random_write) =
                    Some(BandedFigure::measured(operations));
                self.at_depth = Some(depth);
            }
        }
    }
}

fn either<'a, T>(first: bool, one: &'a mut T, other: &'a mut T) -> &'a mut T {
    if first { one } else { other }
}

#[cfg(test)]
mod tests {
    use narrows_topology::FactBasis;
    use narrows_topology::graph::Drive;
    use narrows_workload::profile;

    use super::*;
    use crate::predict::predict;

    /// Predictions equal the measurements, with basis observed: 3,100 MB/s; 20 us a read, 204.8
    /// MB/s.
    #[test]
    fn what_was_measured_is_predicted() {
        let (mut machine, id) = (Machine::default(), Id::new("a"));
        machine.topology.drives.insert(id.clone(), Drive::default());
        let sample = |workload: &str, mb_s| CalibrationSample {
            drive: id.clone(),
            workload: profile(workload).unwrap(),
            rate: BytesPerSec::mb_s(mb_s),
        };
        let samples = [
            sample("seq-read-128k-q32", 3100.0),
            sample("seq-read-128k-q32", 2000.0),
            sample("rand-read-4k-q1", 204.8),
            sample("rand-read-64k-q1", 1500.0),
            sample("rand-read-64k-q32", 3000.0),
            CalibrationSample { drive: Id::new("other"), ..sample("seq-read-128k-q32", 1.0) },
        ];
        let machine = machine.calibrated(&samples);
        assert_eq!(machine.figures.len(), 1);
        let of = |workload| {
            let outcomes =
                predict(&machine, std::slice::from_ref(&id), &profile(workload).unwrap());
            (outcomes[0].rate.as_mb_s(), outcomes[0].basis)
        };
        let (read, basis) = of("seq-read-128k-q32");
        assert!((read - 3100.0).abs() < 1.0 && basis == FactBasis::Observed, "{read} {basis:?}");
        assert!((of("rand-read-4k-q1").0 - 204.8).abs() < 0.5);
        assert_eq!(machine.figures[&id].random_read, None);
        let mut machine = machine;
        machine.figures.clear();
        let shallow = machine.calibrated(&[sample("cdm-seq-read", 900.0)]);
        assert_eq!(shallow.figures[&id].read, None);
    }
}
