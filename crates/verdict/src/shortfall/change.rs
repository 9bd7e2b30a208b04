//! Changes one thing of a machine.

use narrows_model::{
    BandedFigure, DriveFigures, LimitKind, LocationCeiling, Machine, WorkloadOnTarget,
};
use narrows_topology::graph::NodeLink;
use narrows_topology::{FactBasis, Id};
use narrows_units::{BytesPerSec, Iops, LinkWidth, Nanos};
use narrows_workload::{Direction, Workload};

/// A figure with the band of a guess: the value, and the factors to its ends.
fn guess<T>(value: T, (low, high): (f64, f64)) -> BandedFigure<T> {
    let band = narrows_model::Band::new(low, high);
    BandedFigure { value, band, basis: FactBasis::Assumed }
}

/// A factor with its 80 % band.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactorBand {
    pub low: f64,
    pub middle: f64,
    pub high: f64,
}

impl FactorBand {
    pub const fn new(low: f64, middle: f64, high: f64) -> Self {
        Self { low, middle, high }
    }

    pub fn times(self, by: f64) -> Self {
        Self { low: self.low * by, middle: self.middle * by, high: self.high * by }
    }

    fn ends(self) -> (f64, f64) {
        (self.low / self.middle, self.high / self.middle)
    }

    /// This part of a rate.
    pub fn of(self, rate: f64) -> BandedFigure<BytesPerSec> {
        guess(BytesPerSec::new(rate * self.middle), self.ends())
    }

    /// This part of a number of operations.
    pub fn of_operations(self, rate: f64) -> BandedFigure<Iops> {
        guess(Iops::new(rate * self.middle), self.ends())
    }
}

pub(super) fn figures(
    machine: &Machine,
    drives: &[Id],
    change: impl Fn(&mut DriveFigures),
) -> Machine {
    let mut machine = machine.clone();
    for drive in drives {
        change(machine.figures.entry(drive.clone()).or_default());
    }
    machine
}

/// Scales all rates and times of a drive by a factor; `link` replaces an unknown rate.
pub(super) fn slower(figures: &mut DriveFigures, part: FactorBand, link: Option<f64>) {
    rates(figures, part, link);
    let DriveFigures { read_latency, write_latency, sequential_latency, .. } = figures;
    for time in [read_latency, write_latency, sequential_latency].into_iter().flatten() {
        // A lower rate is a longer time: the ends change places.
        let longest = (1.0 / part.ends().1, 1.0 / part.ends().0);
        *time = guess(Nanos::secs(time.value.as_secs() / part.middle), longest);
    }
}

/// The rates alone: a request at QD1 takes the same time.
pub(super) fn rates(figures: &mut DriveFigures, part: FactorBand, link: Option<f64>) {
    let DriveFigures { read, write, random_read, random_write, .. } = figures;
    for rate in [read, write] {
        let known = rate.map(|rate| rate.value.get()).or(link);
        *rate = known.map(|rate| part.of(rate));
    }
    for rate in [random_read, random_write].into_iter().flatten() {
        *rate = part.of_operations(rate.value.get());
    }
}

/// The limit of a drive without figures: the narrowest link right at it.
pub(super) fn at_its_link(machine: &Machine, drive: &Id) -> Option<f64> {
    use narrows_topology::capacity::{self, LinkDirection};
    let found = machine.topology.drives.get(drive)?;
    let cable = found.transport.as_ref().and_then(capacity::transport);
    let carries = || {
        let (id, node) = machine.topology.nodes.get_key_value(found.controller.as_ref()?)?;
        narrows_model::carries(&machine.topology, id, node.link.as_ref()?, LinkDirection::Up)
    };
    cable.or_else(carries).map(BytesPerSec::get)
}

pub(super) fn links(machine: &Machine, ids: &[Id], change: impl Fn(&mut NodeLink)) -> Machine {
    let mut machine = machine.clone();
    for id in ids {
        if let Some(link) = machine.topology.nodes.get_mut(id).and_then(|it| it.link.as_mut()) {
            change(link);
        }
    }
    machine
}

pub(super) fn at_width(machine: &Machine, ids: &[Id], width: LinkWidth) -> Machine {
    links(machine, ids, |link| link.current = Some(width))
}

/// The machine with a ceiling at a location, whatever its link carries.
pub(super) fn ceiling(machine: &mut Machine, place: &Id, rate: BandedFigure<BytesPerSec>) {
    let ceiling = LocationCeiling::both_ways(LimitKind::Controller, rate);
    machine.ceilings.entry(place.clone()).or_default().push(ceiling);
}

/// The machine with latency for every request at a location.
pub(super) fn wait(machine: &mut Machine, place: &Id, wait: Nanos) {
    // A ceiling that limits nothing and only carries the wait.
    let nothing = BandedFigure::of_class(BytesPerSec::new(1e15));
    let ceiling = LocationCeiling {
        wait: Some(wait),
        ..LocationCeiling::both_ways(LimitKind::Controller, nothing)
    };
    machine.ceilings.entry(place.clone()).or_default().push(ceiling);
}

/// The machine with an IOPS ceiling at a location.
pub(super) fn operations(machine: &mut Machine, place: &Id, rate: BandedFigure<Iops>) {
    let ceiling = LocationCeiling {
        kind: LimitKind::Controller,
        read: None,
        write: None,
        both: None,
        operations: Some(rate),
        wait: None,
        protocol: None,
    };
    machine.ceilings.entry(place.clone()).or_default().push(ceiling);
}

/// Existing ceilings, by a factor.
pub(super) fn lower_ceilings(machine: &mut Machine, places: &[Id], part: FactorBand) {
    let of_places = machine.ceilings.iter_mut().filter(|(id, _)| places.contains(id));
    for ceiling in of_places.flat_map(|(_, ceilings)| ceilings) {
        for rate in [&mut ceiling.read, &mut ceiling.write, &mut ceiling.both] {
            *rate = rate.map(|rate| part.of(rate.value.get()));
        }
    }
}

pub(super) fn requests(
    asked: &[WorkloadOnTarget],
    change: impl Fn(&mut Workload),
) -> Vec<WorkloadOnTarget> {
    let mut asked = asked.to_vec();
    asked.iter_mut().for_each(|asked| change(&mut asked.workload));
    asked
}

pub(super) fn writes(asked: &[WorkloadOnTarget]) -> bool {
    let is_write = |asked: &WorkloadOnTarget| asked.workload.direction() == Direction::Write;
    asked.iter().any(|asked| is_write(asked) || asked.workload.read_percent < 100)
}
