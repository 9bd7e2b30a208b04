//! What goes in and what comes out.

/// What ran together, and what each did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// Drives by number, from 0; each once.
    pub members: Vec<usize>,
    /// What each member did, in the order of `members`; positive, in one unit for all
    /// observations, MB/s by custom.
    pub rates: Vec<f64>,
}

/// What is asked for, and what is known beforehand.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many drives there are.
    pub drives: usize,
    /// How many runs there may be in all, those already known included.
    pub runs_max: usize,
    /// The standard deviation of a rate between runs, as a part of the rate: what is assumed
    /// until the figures themselves tell. Between 0.001 and 0.3; others are brought into it.
    pub noise: f64,
    /// Limits that cost none of their members this part of its rate when all run together are not
    /// looked for; 0.10 by custom.
    pub least_cost: f64,
    /// Sets that may well share a limit, for reasons outside the figures. They are tried first and
    /// believed sooner than others; what the figures say counts more.
    pub likely: Vec<Vec<usize>>,
}

impl Settings {
    /// By custom: at most three runs a drive and eight more, 3 % noise, limits that cost 10 %.
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

/// What follows from the observations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inference {
    /// Each drive of which anything is known, by number.
    pub private: Vec<Private>,
    /// The limits found, smallest first; any two are one inside the other or have no drive in
    /// common.
    pub shared: Vec<Shared>,
    /// What the observations leave open, and which run would tell.
    pub undecided: Vec<Undecided>,
    /// Figures that cannot be, or cannot be together.
    pub contradictions: Vec<Contradiction>,
    /// The standard deviation of a rate between runs, as a part of the rate, as the figures show
    /// it; where they are few it stays near [`Settings::noise`].
    pub noise: f64,
    /// How many observations could be used.
    pub runs: usize,
}

/// What a drive does alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Private {
    /// Its number.
    pub drive: usize,
    /// What it does when nothing else runs.
    pub capacity: Interval,
}

/// A limit that several drives share.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// Drives by number, ascending; two or more.
    pub members: Vec<usize>,
    /// What all members together may do.
    pub capacity: Interval,
    /// How sure it is that just these drives share a limit, 0 to 1: of the sets given with 0.9,
    /// about nine in ten are exactly right.
    pub confidence: f64,
    /// The largest part of its rate that a member loses because of this limit when all drives run
    /// together.
    pub cost: f64,
    /// The same when its members run and all others rest: more than `cost` where another limit holds
    /// them back further when all run.
    pub cost_apart: f64,
    /// The smallest limit found that holds all members and more: its place in
    /// [`Inference::shared`].
    pub inside: Option<usize>,
    /// What each member gets relative to the others where this limit presses them, in the order of
    /// `members`, 1 on average; where ports share, what each gets when just the members run. Empty
    /// where they cannot be told from equal.
    pub shares: Vec<f64>,
}

/// A figure and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// 95 % of such intervals hold the truth: from here,
    pub low: f64,
    /// to here.
    pub high: f64,
}

/// What the observations leave open.
#[derive(Clone, Debug, PartialEq)]
pub enum Undecided {
    /// What a drive does alone was not measured.
    NoAloneRun {
        /// The drive.
        drive: usize,
    },
    /// The run of all drives together was not measured, so that the costs of limits are calculated
    /// from other runs.
    NoTogetherRun,
    /// There are more drives than are looked at together; nothing was concluded.
    TooManyDrives {
        /// How many may be.
        most: usize,
    },
    /// Whether a drive is under a limit cannot be told.
    Membership {
        /// The drive.
        drive: usize,
        /// The limit as found, with or without the drive, ascending.
        limit: Vec<usize>,
        /// The run that would tell most.
        run: Vec<usize>,
    },
    /// Drives that may share a limit; the figures do not suffice to say so.
    Limit {
        /// The drives, ascending.
        members: Vec<usize>,
        /// How likely it is that just these share a limit, 0 to 1.
        confidence: f64,
        /// The run that would tell most.
        run: Vec<usize>,
    },
    /// Drives that share one limit, or several over parts of them: no run had one part without
    /// the other, or in another proportion.
    Alike {
        /// All of the drives, ascending.
        members: Vec<usize>,
        /// What one limit over all of them would carry.
        capacity: f64,
        /// The parts that may have limits of their own, and what these would carry.
        parts: Vec<(Vec<usize>, f64)>,
        /// The run that would tell most.
        run: Vec<usize>,
    },
    /// Smaller groups inside a limit may have limits of their own that only show while others rest:
    /// some of its drives never ran together while the limit was not full.
    Hidden {
        /// The limit, ascending.
        limit: Vec<usize>,
        /// Drives that should run together, as many as just do not fill it.
        run: Vec<usize>,
    },
    /// A drive loses by company more than [`Settings::least_cost`], under no limit that was found.
    Loses {
        /// The drive.
        drive: usize,
        /// Who ran when it lost most, ascending.
        members: Vec<usize>,
        /// The part of its rate that it lost.
        part: f64,
    },
}

/// Figures that cannot be, or cannot be together.
#[derive(Clone, Debug, PartialEq)]
pub enum Contradiction {
    /// An observation that was left out.
    Unusable {
        /// Its place among the known observations.
        run: usize,
        /// Why.
        fault: Fault,
    },
    /// A drive did more together with others than alone, beyond what noise explains.
    FasterTogether {
        /// The drive.
        drive: usize,
        /// Who ran, ascending.
        members: Vec<usize>,
        /// What the drive did there, the average where it was measured more than once.
        rate: f64,
        /// What it did alone, on average.
        alone: f64,
    },
    /// The same drives ran together more than once, and one of them did quite different things.
    Unsteady {
        /// The drive.
        drive: usize,
        /// Who ran, ascending.
        members: Vec<usize>,
        /// The least it did.
        low: f64,
        /// The most it did.
        high: f64,
    },
    /// A drive was slower by itself in some of the runs, whoever ran beside it.
    Slower {
        /// The drive.
        drive: usize,
        /// The runs, by their places among the known observations, ascending.
        runs: Vec<usize>,
        /// What it could do then, as a part of what it does otherwise.
        part: f64,
    },
}

/// Why an observation cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// Nobody ran.
    Empty,
    /// There are more members than rates, or fewer.
    Lengths {
        /// How many members.
        members: usize,
        /// How many rates.
        rates: usize,
    },
    /// A drive that is not there: its number is [`Settings::drives`] or more.
    NoSuchDrive {
        /// Its number.
        drive: usize,
    },
    /// A drive is listed twice.
    Twice {
        /// The drive.
        drive: usize,
    },
    /// A rate that is no positive, finite number.
    Rate {
        /// Whose.
        drive: usize,
        /// The rate.
        rate: f64,
    },
}
