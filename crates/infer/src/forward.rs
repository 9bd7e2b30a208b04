//! The rates of drives under nested limits.

use narrows_model::Arbitration;

use crate::ports;
use crate::set::DriveSet;

/// Private and shared limits. Any two shared limits are one inside the other or have no drive in
/// common.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LimitModel {
    /// The rate of each drive alone.
    pub(crate) private: Vec<f64>,
    /// The share of each drive relative to others.
    pub(crate) weights: Vec<f64>,
    /// The limits, smaller ones first.
    pub(crate) limits: Vec<MemberLimit>,
    /// Drives that were slower by themselves in some runs.
    pub(crate) states: Vec<SlowState>,
    /// How a limit is shared: equally between drives, up to weights, or between ports. A port is a
    /// drive or a smaller limit, whatever runs behind it (PCI Express Base Specification, section
    /// 6.3.3, port arbitration within a virtual channel).
    pub(crate) arbitration: Arbitration,
}

/// A drive was slower in some of the runs, whichever drives ran beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlowState {
    pub(crate) drive: usize,
    /// Its rate then, as a part of its private rate.
    pub(crate) part: f64,
    /// The runs, by their number in the order of time.
    pub(crate) runs: Vec<bool>,
    /// Whether it includes the last run, and so perhaps the next one.
    pub(crate) lasts: bool,
    /// The prior cost of naming just these runs, as twice a logarithm.
    pub(crate) costs: f64,
}

impl SlowState {
    pub(crate) fn holds(&self, drive: usize, run: usize) -> bool {
        let runs = self.runs.get(run).copied();
        self.drive == drive && (runs.unwrap_or(self.lasts && run == NEXT))
    }
}

const NEXT: usize = usize::MAX;
/// No particular run: all drives as usual.
const STEADY: usize = usize::MAX - 1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MemberLimit {
    pub(crate) members: DriveSet,
    pub(crate) capacity: f64,
}

/// In `stopped_by`, the drive's private limit; other values are numbers of shared limits.
pub(crate) const PRIVATE: usize = usize::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct RunSolution {
    /// For each drive that runs, its rate in units of its weight.
    pub(crate) level: Vec<f64>,
    pub(crate) stopped_by: Vec<usize>,
    /// For each limit, the level at which it is full; `None` if it is not.
    pub(crate) full_at: Vec<Option<f64>>,
    /// With shares by port: how each limit is divided.
    pub(crate) held: Vec<ports::LimitDivision>,
}

impl LimitModel {
    /// The rates of `running` together.
    ///
    /// In max-min fairness a limit keeps each of its flows at or below the level at which it alone
    /// would be full, given the limits inside it. So limits are processed from the inside out, and
    /// each lowers the levels that are above its own.
    pub(crate) fn filled(&self, running: DriveSet) -> RunSolution {
        self.filled_in(running, STEADY)
    }

    /// As [`LimitModel::filled`], in the run after all known ones.
    pub(crate) fn filled_next(&self, running: DriveSet) -> RunSolution {
        self.filled_in(running, NEXT)
    }

    /// As [`LimitModel::filled`], in the run of this number in the order of time.
    pub(crate) fn filled_in(&self, running: DriveSet, run: usize) -> RunSolution {
        let mut filled = RunSolution::default();
        self.fill_run(running, run, &mut filled);
        filled
    }

    /// As [`LimitModel::filled_in`], into a value that was used before.
    pub(crate) fn fill_run(&self, running: DriveSet, run: usize, filled: &mut RunSolution) {
        filled.level.resize(self.private.len(), 0.0);
        filled.stopped_by.resize(self.private.len(), PRIVATE);
        filled.full_at.clear();
        filled.full_at.resize(self.limits.len(), None);
        for drive in running.iter() {
            filled.level[drive] = self.private[drive] / self.weights[drive];
            filled.stopped_by[drive] = PRIVATE;
        }
        for state in
            self.states.iter().filter(|it| running.has(it.drive) && it.holds(it.drive, run))
        {
            filled.level[state.drive] *= state.part;
        }
        if self.arbitration == Arbitration::PerPort {
            self.fill_ports(running, filled);
            return;
        }
        for (at, limit) in self.limits.iter().enumerate() {
            let users = limit.members.and(running);
            if users.is_empty() {
                continue;
            }
            if let Some(level) = self.full_at(limit.capacity, users, &filled.level) {
                filled.full_at[at] = Some(level);
                for drive in users.iter() {
                    if filled.level[drive] <= level {
                        continue;
                    }
                    filled.level[drive] = level;
                    filled.stopped_by[drive] = at;
                }
            }
        }
    }

    /// The level at which `users` fill `capacity`, if they do; `levels` are their levels without
    /// it.
    fn full_at(&self, capacity: f64, users: DriveSet, levels: &[f64]) -> Option<f64> {
        let wanted: f64 = users.iter().map(|drive| self.weights[drive] * levels[drive]).sum();
        if wanted <= capacity {
            return None;
        }
        // Drives that want less than the level drop out, and leave the rest of their share to the
        // others.
        let mut growing = users;
        let mut left = capacity;
        let mut slope: f64 = users.iter().map(|drive| self.weights[drive]).sum();
        loop {
            let level = left / slope;
            let before = growing;
            for drive in before.iter().filter(|&drive| levels[drive] <= level) {
                growing = growing.less(DriveSet::one(drive));
                left -= self.weights[drive] * levels[drive];
                slope -= self.weights[drive];
            }
            // Only by rounding do all stop below the level.
            if growing == before || growing.is_empty() {
                return Some(level);
            }
        }
    }

    pub(crate) fn rate(&self, drive: usize, filled: &RunSolution) -> f64 {
        self.weights[drive] * filled.level[drive]
    }

    /// A drive's rate when nothing else runs.
    pub(crate) fn alone(&self, drive: usize) -> f64 {
        let over = self.limits.iter().filter(|limit| limit.members.has(drive));
        over.map(|limit| limit.capacity).fold(self.private[drive], f64::min)
    }

    /// Inserts a limit in order of size.
    pub(crate) fn add(&mut self, limit: MemberLimit) {
        let size = limit.members.len();
        let at = self.limits.partition_point(|other| other.members.len() <= size);
        self.limits.insert(at, limit);
    }
}
