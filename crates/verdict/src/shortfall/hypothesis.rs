//! A hypothesis, and its prediction.

use narrows_messages::Message;
use narrows_model::{Machine, WorkloadOnTarget};
use narrows_record::shortfall::BandPosition;
use narrows_topology::Id;
use narrows_units::BytesPerSec;

use crate::causes::weight::density;
use crate::thresholds::causes::{ABOVE, BELOW};
use crate::thresholds::shortfall::{ODD, ODD_LEAST, ODD_WIDTH};

/// Half the width of an 80 % band, in standard deviations.
const EIGHTY: f64 = 1.2816;
/// A figure with its 80 % band, bytes per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FigureBand {
    pub low: f64,
    pub point: f64,
    pub high: f64,
}

impl FigureBand {
    /// From the least to the most of several, around the middle of their values.
    pub fn around(all: &[Self]) -> Option<Self> {
        let count = all.len() as f64;
        // Hypotheses are factors of a rate, whose middle is the geometric mean.
        let sum: f64 = all.iter().map(|it| it.point.max(1.0).ln()).sum();
        (!all.is_empty()).then(|| Self {
            low: all.iter().map(|it| it.low).fold(f64::INFINITY, f64::min),
            point: (sum / count).exp(),
            high: all.iter().map(|it| it.high).fold(0.0, f64::max),
        })
    }

    pub fn times(self, share: f64) -> Self {
        Self { low: self.low * share, point: self.point * share, high: self.high * share }
    }

    pub fn lies(&self, measured: BytesPerSec) -> BandPosition {
        match measured.get() {
            measured if measured < self.low => BandPosition::Below,
            measured if measured > self.high => BandPosition::Above,
            _ => BandPosition::Inside,
        }
    }

    /// The likelihood of a measured figure, by its logarithm: the band as a normal distribution
    /// with a standard deviation for each side, and for some complaints as a wider one with far ends.
    pub fn density(&self, measured: BytesPerSec) -> f64 {
        let side = |end: f64| (self.point / end.max(1.0)).ln().abs() / EIGHTY;
        let off = (measured.get().max(1.0) / self.point.max(1.0)).ln();
        let (below, above) = (side(self.low).hypot(BELOW), side(self.high).hypot(ABOVE));
        let fits = density(off, below, above);
        let (wide, high) = ((ODD_WIDTH * below).max(ODD_LEAST), (ODD_WIDTH * above).max(ODD_LEAST));
        let odd = (-off.abs() / if off < 0.0 { wide } else { high }).exp() / (wide + high);
        (1.0 - ODD) * fits + ODD * odd
    }
}

/// A changed machine with its changed workloads.
pub(super) struct HypothesisMachine {
    pub machine: Machine,
    pub asked: Vec<WorkloadOnTarget>,
    /// The share of the total rate that the figure belongs to.
    pub share: f64,
}

impl HypothesisMachine {
    pub fn new(machine: Machine, workloads: &[WorkloadOnTarget]) -> Self {
        Self { machine, asked: workloads.to_vec(), share: 1.0 }
    }
}

/// How a machine differs from its source, for any workloads; several cases if it can differ in
/// several ways. Empty if it does not apply.
pub(super) type Apply<'a> = Box<dyn Fn(&[WorkloadOnTarget]) -> Vec<HypothesisMachine> + 'a>;

/// A possible cause of a figure.
pub(super) struct Hypothesis<'a> {
    pub id: &'static str,
    pub what: Message,
    /// First thing to check.
    pub look: Message,
    /// How common it is, from the one table of causes.
    pub prior: f64,
    pub about: Vec<Id>,
    pub apply: Apply<'a>,
}

impl<'a> Hypothesis<'a> {
    pub fn new(
        id: &'static str,
        (what, look): (Message, Message),
        prior: f64,
        about: Vec<Id>,
        apply: impl Fn(&[WorkloadOnTarget]) -> Vec<HypothesisMachine> + 'a,
    ) -> Self {
        Self { id, what, look, prior, about, apply: Box::new(apply) }
    }
}
