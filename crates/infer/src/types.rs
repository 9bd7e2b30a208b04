//! Inputs and outputs of the inference.

/// The rates of drives that ran together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// Drives by number, from 0; each once.
    pub members: Vec<usize>,
    /// The rate of each member, in the order of `members`; positive, in one unit for all
    /// observations, by convention MB/s.
    pub rates: Vec<f64>,
}

/// The request, and prior knowledge.
#[derive(Clone, Debug, PartialEq)]
pub struct InferenceSettings {
    pub drives: usize,
    /// The most runs in all, those already known included.
    pub runs_max: usize,
    /// The standard deviation of a rate between runs, as a part of the rate: assumed until the
    /// figures show it. Between 0.001 and 0.3; other values are clamped.
    pub noise: f64,
    /// Bottlenecks that cost every member less than this part of its rate when all run together are
    /// not searched for; by default 0.10.
    pub least_cost: f64,
    /// Sets that probably share a bottleneck for reasons outside the figures. They are tried first
    /// and accepted sooner than others; the figures have more weight.
    pub likely: Vec<Vec<usize>>,
}

impl InferenceSettings {
    /// Defaults: at most three runs per drive and eight more, 3 % noise, bottlenecks that cost 10
    /// %.
    pub fn of(drives: usize) -> Self {
        Self {
            drives,
            runs_max: drives.saturating_mul(3).saturating_add(8),
            noise: 0.03,
            least_cost: 0.10,
            likely: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inference {
    /// Each drive of which anything is known, by number.
    pub private: Vec<PrivateCapacity>,
    /// The inferred bottlenecks, smallest first; any two are nested or disjoint.
    pub shared: Vec<SharedBottleneck>,
    /// Questions that the observations leave open, each with the run that would answer it.
    pub undecided: Vec<UndecidedQuestion>,
    /// Impossible or contradictory figures.
    pub contradictions: Vec<RateContradiction>,
    /// The standard deviation of a rate between runs, as a part of the rate, estimated from the
    /// figures; if they are few, it stays near [`InferenceSettings::noise`].
    pub noise: f64,
    /// The number of usable observations.
    pub runs: usize,
}

/// A drive's rate alone.
#[derive(Clone, Debug, PartialEq)]
pub struct PrivateCapacity {
    pub drive: usize,
    /// Its rate when nothing else runs.
    pub capacity: RateInterval,
}

/// A bottleneck that several drives share.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedBottleneck {
    /// Drives by number, ascending; two or more.
    pub members: Vec<usize>,
    pub capacity: RateInterval,
    /// The confidence that just these drives share a bottleneck, 0 to 1: of the sets with 0.9,
    /// about nine in ten are exactly right.
    pub confidence: f64,
    /// The largest part of its rate that a member loses to this bottleneck when all drives run
    /// together.
    pub cost: f64,
    /// The same when its members run and all others are idle: more than `cost` where another
    /// bottleneck limits them further when all run.
    pub cost_apart: f64,
    /// The smallest inferred bottleneck that contains all members and more: its index in
    /// [`Inference::shared`].
    pub inside: Option<usize>,
    /// The members' relative shares if this bottleneck limits them, in the order of `members`, 1 on
    /// average; with shares by port, those when only the members run. Empty if they do not differ
    /// significantly.
    pub shares: Vec<f64>,
}

/// A figure with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateInterval {
    pub value: f64,
    /// The lower end of the 95 % confidence interval.
    pub low: f64,
    /// The upper end of the 95 % confidence interval.
    pub high: f64,
}

/// A question that the observations leave open.
#[derive(Clone, Debug, PartialEq)]
pub enum UndecidedQuestion {
    /// A drive's rate alone was not measured.
    NoAloneRun { drive: usize },
    /// The run of all drives together was not measured, so that the costs of bottlenecks are
    /// calculated from other runs.
    NoTogetherRun,
    /// There are too many drives; nothing was concluded.
    TooManyDrives { most: usize },
    /// It is uncertain whether a drive is behind a bottleneck.
    Membership {
        drive: usize,
        /// The bottleneck as inferred, with or without the drive, ascending.
        limit: Vec<usize>,
        /// The most informative run.
        run: Vec<usize>,
    },
    /// Drives that may share a bottleneck, without enough evidence.
    Limit {
        members: Vec<usize>,
        /// The probability that just these share a bottleneck, 0 to 1.
        confidence: f64,
        /// The most informative run.
        run: Vec<usize>,
    },
    /// Drives that share one bottleneck, or several over parts of them: no run had one part without
    /// the other, or in another proportion.
    Alike {
        /// All of the drives, ascending.
        members: Vec<usize>,
        capacity: f64,
        /// The parts that may have bottlenecks of their own, with their capacities.
        parts: Vec<(Vec<usize>, f64)>,
        /// The most informative run.
        run: Vec<usize>,
    },
    /// Smaller groups behind a bottleneck may have their own bottlenecks that only show while
    /// others are idle: some of its drives never ran together while it was not full.
    Hidden {
        /// The members of the bottleneck, ascending.
        limit: Vec<usize>,
        /// The drives to run together, as many as just do not fill it.
        run: Vec<usize>,
    },
    /// A drive loses more than [`InferenceSettings::least_cost`] in company, behind no bottleneck that was
    /// found.
    Loses {
        drive: usize,
        /// The drives that ran when it lost most, ascending.
        members: Vec<usize>,
        part: f64,
    },
}

/// Impossible or contradictory figures.
#[derive(Clone, Debug, PartialEq)]
pub enum RateContradiction {
    Unusable {
        /// Its index in the known observations.
        run: usize,
        fault: ObservationFault,
    },
    /// A drive was faster together with others than alone, beyond noise.
    FasterTogether {
        drive: usize,
        /// The drives that ran, ascending.
        members: Vec<usize>,
        /// The drive's rate in the run that exceeds it the most.
        rate: f64,
        alone: f64,
    },
    /// The same drives ran together more than once, and the rate of one of them differed widely.
    Unsteady {
        drive: usize,
        /// The drives that ran, ascending.
        members: Vec<usize>,
        low: f64,
        high: f64,
    },
    /// A drive was slower by itself in some of the runs, whichever drives ran beside it.
    Slower {
        drive: usize,
        /// The runs, by index in the known observations, ascending.
        runs: Vec<usize>,
        /// Its rate then, as a part of its usual rate.
        part: f64,
    },
}

/// Why an observation cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObservationFault {
    /// No drive ran.
    Empty,
    /// There are more members than rates, or fewer.
    Lengths {
        members: usize,
        rates: usize,
    },
    /// An unknown drive: its number is [`InferenceSettings::drives`] or more.
    NoSuchDrive {
        drive: usize,
    },
    Twice {
        drive: usize,
    },
    /// A rate that is not a positive, finite number.
    Rate {
        drive: usize,
        rate: f64,
    },
}
