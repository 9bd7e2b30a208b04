//! The figures at which an observation begins to count, each with its reason.
//!
//! For: looking up the figures that decide findings, and comparing them with each other, in one
//! place. Parts are of 1: 0.1 is a tenth. None is fitted to a machine.
//!
//! Not here: prior likelihoods of causes, and the weight of each observation (`causes::candidate`,
//! `causes::weight`); how many lines a page shows; statistics.

/// Others' traffic on a drive while it was measured, as a part of the bytes of the run itself.
pub(crate) mod others {
    pub(crate) const TOLD: f64 = 0.01;
    /// Can explain why a drive differs from its siblings.
    pub(crate) const EXPLAIN_OUTLIER: f64 = 0.02;
    pub(crate) const EXPLAIN_FALL: f64 = 0.05;
    /// The figure is not the drive's own any more: half as much again as rates scatter anyway.
    pub(crate) const SPOIL_FIGURE: f64 = 0.05;
    /// Worth a sentence if the file system does bookkeeping for our writes: it turns reserved
    /// blocks into written ones, or allocates new ones. ext4's journal took 0.5 to 1.5 % of random
    /// writes of 4 KiB.
    pub(crate) const BOOKS_TOLD: f64 = 0.05;
    /// Fewer bytes are the file system's own bookkeeping in any case, and hardly touch the drive.
    pub(crate) const MIN_BYTES: u64 = 1 << 20;
}

/// For conclusions from a run.
pub(crate) mod explain {
    use std::ops::RangeInclusive;

    /// Together as fast as the sum of each alone, to within the scatter of short runs.
    pub(crate) const UNSHARED: f64 = 0.93;
    /// How near to a limit's capacity counts as being at it: link arithmetic is up to 1 % high, and
    /// hosts lose a few percent more to flow control.
    pub(crate) const AT_LIMIT: f64 = 0.9;
    /// As far above a calculated capacity as calculations are off: with the payload they are up to
    /// 3 % high or low.
    pub(crate) const ABOVE_LIMIT: f64 = 1.03;
    /// A link above this part of its capacity does not have that capacity: the payload alone changes a
    /// capacity by a tenth (24 bytes go with each 128 or each 512, PCI Express Base Specification 5.0,
    /// 2.1), and scatter by a few percent. It is emulated, its state is misreported, or something
    /// answers in the drive's place.
    pub(crate) const BEYOND_LIMIT: f64 = 1.15;
    /// A thread that computes for more than this share of the time is a limit itself.
    pub(crate) const THREAD_BUSY: f64 = 0.9;
    /// Less than this in flight fills no fast link: at 4 GB/s it is a quarter of a millisecond's
    /// worth.
    pub(crate) const IN_FLIGHT_MIN_BYTES: u64 = 1 << 20;
    /// Smaller requests are limited by their number even where larger ones are not.
    pub(crate) const LONG_BLOCK_BYTES: u64 = 64 << 10;
    /// How far apart, in seconds, two events may be seen that are one: links are looked at several
    /// times a second, temperatures once, and a throttle's counter may lag.
    pub(crate) const NEAR_S: f64 = 3.0;
    /// Degrees Celsius from which heat counts as a reason if the drive names no limit of its own:
    /// the NVMe Base Specification (2.0, figure 275, WCTEMP) leaves it to the drive, and recommends
    /// 0157h kelvin, which are 70 degrees.
    pub(crate) const HOT_CELSIUS: i32 = 70;
    /// A full cache leaves at most this part of the rate: flash with one bit a cell, of which caches
    /// are made, is written several times as fast as the flash behind it. Lesser falls have many
    /// reasons.
    pub(crate) const CACHE_FALL: f64 = 0.75;
    /// Runs of one drive differ by a few percent from each other; less than this is no outlier.
    pub(crate) const APART_MIN: f64 = 0.05;
    /// Of two drives neither is the usual one, so they must be further apart.
    pub(crate) const APART_OF_TWO: f64 = 0.10;
    /// So many scaled median absolute deviations off is an outlier (Iglewicz and Hoaglin, "How to
    /// Detect and Handle Outliers", 1993, take 3.5 of about as much).
    pub(crate) const DEVIATIONS: f64 = 3.5;
    /// Degrees Celsius above its siblings that make a drive the hot one.
    pub(crate) const HOTTER: i32 = 10;
    /// Percentage points of fill above its siblings that can slow a drive: it has less room to write
    /// its data together.
    pub(crate) const FULLER: f64 = 20.0;
    /// The least fill, in percent, of which the same holds.
    pub(crate) const FULL: f64 = 80.0;
    /// Shorter windows, in seconds, cannot be steady by the rule, so that not being so says nothing.
    pub(crate) const WINDOW_MIN_S: f64 = 5.0;
    /// A sequential stream that has moved the region once, within the precision of a change's
    /// position, begins it again.
    pub(crate) const ONCE_THROUGH: RangeInclusive<f64> = 0.9..=1.2;
    /// A drive beside a rate-limited one keeps its own rate to within the scatter of short runs.
    pub(crate) const KEPT: f64 = 0.95;
    /// A loss greater than the other's gain, by more than scatter, is no sharing of a capacity.
    pub(crate) const TAKEN_MAX: f64 = 1.25;
}

/// Of arrays that are there already.
pub(crate) mod in_place {
    /// Two ways of asking the same of the same drives differ by about as much.
    pub(crate) const LAYER_MIN: f64 = 0.02;
    /// An interval that goes on beyond this decides nothing: a tenth is worth knowing of.
    pub(crate) const LAYER_OPEN: f64 = 0.1;
    /// Below this part of the members' combined rate, cutting at chunks has a cost: a tenth, as for any
    /// limit reported.
    pub(crate) const CHUNKS_KEEP: f64 = 0.9;
}

/// Of limits found from which drives slow each other.
pub(crate) mod sharing {
    use super::explain::{ABOVE_LIMIT, AT_LIMIT};

    /// Error of documents and link arithmetic: hosts lose up to a tenth to flow control, and
    /// calculated capacities are up to 3 % high or low with the payload.
    pub(crate) const BAND: (f64, f64) = (AT_LIMIT, ABOVE_LIMIT);
    /// The rate of a lower device differs from that of several devices on it by scatter only.
    pub(crate) const MEASURED: (f64, f64) = (0.85, 1.15);
    /// A figure this near to a limit is at it; lower and upper bound of the ratio to it.
    pub(crate) const NEAR: (f64, f64) = (0.9, 1.1);
    /// A location may carry this multiple of its drives' sum and still be in doubt: documents are
    /// off by some percent.
    pub(crate) const IN_DOUBT: f64 = 1.05;
    /// A limit this sure needs no further run.
    pub(crate) const SETTLED: f64 = 0.9;
    /// Rates of drives scatter by a few percent; beyond this something else changed between runs,
    /// and limits that cost a tenth drown in it.
    pub(crate) const NOISE_MAX: f64 = 0.1;
    /// Loss of one drive when all run that is reported: as much as a limit must cost.
    pub(crate) const LOSS_MIN: f64 = 0.1;
    /// So much more than the place carries the drives must do by themselves before it has to limit
    /// them: as much as a limit must cost to be looked for.
    pub(crate) const PRESSED: f64 = 1.1;
    /// Shorter rounds of several drives, in seconds, are those of `--quick`.
    pub(crate) const BRIEF_S: f64 = 0.4;
    /// The most confidence that they give to a set.
    pub(crate) const SURE_IN_BRIEF: f64 = 0.9;
}

/// For causes of a limit. Those shared with `explain` are taken from it, so that the two cannot
/// contradict each other on one run.
pub(crate) mod causes {
    use std::ops::RangeInclusive;

    use super::explain::{ABOVE_LIMIT, AT_LIMIT};

    /// Two rounds of the same thing differ by less, and so does link arithmetic from real hosts.
    pub(crate) const FITS: f64 = 0.1;
    /// A larger error means something else.
    pub(crate) const MISSES: f64 = 0.15;
    /// Standard deviation of a found capacity below the arithmetic of its cause: hosts lose up to a tenth
    /// to flow control.
    pub(crate) const BELOW: f64 = 0.05;
    /// The same above: arithmetic is up to 3 % low with the payload.
    pub(crate) const ABOVE: f64 = 0.025;
    /// A capacity of which nothing is known is anything between 50 MB/s and 50 GB/s.
    pub(crate) const CAPACITY_DECADES: f64 = 3.0;
    /// Standard deviation of a rate in another situation from its prediction: two rounds scatter by 3 % each,
    /// and larger requests bring a few percent.
    pub(crate) const SCATTER: f64 = 0.06;
    /// Without a prediction a rate in another situation is anything within this factor.
    pub(crate) const OUTCOME_RANGE: f64 = 20.0;
    /// How often a further bottleneck binds in another situation, so that less than predicted is seen.
    pub(crate) const ELSEWHERE_NARROWER: f64 = 0.15;
    /// How often more is seen than a limit allows: caches, and mistakes in a figure.
    pub(crate) const ELSEWHERE_MORE: f64 = 0.0001;
    /// Clearly less than a location carries as described.
    pub(crate) const LESS: f64 = 0.93;
    /// A chip's ceiling, or the rest after other traffic, is no less than this part of its link.
    pub(crate) const CEILING_LEAST: f64 = 0.1;
    /// No processor of the last ten years moves less between drives and memory, MB/s.
    pub(crate) const ROOT_COMPLEX_LEAST: f64 = 12_000.0;
    /// Expectations that differ by less than this part of the greater one count as equal: a figure
    /// that misses the one would fit the other.
    pub(crate) const APART: f64 = MISSES;
    /// Explanations whose likelihoods are within this factor of each other count as equal.
    pub(crate) const CLOSE: f64 = 30.0;
    /// The same for a round of seconds that only reads and decides between them: it is run as long as
    /// less than 99 % is for the first.
    pub(crate) const CLOSE_TO_A_ROUND: f64 = 100.0;
    /// More names than these are no answer.
    pub(crate) const NAMES: usize = 3;
    /// As near to a link's capacity as counts as being at it, and as far above as arithmetic is off.
    pub(crate) const AT_LINK: RangeInclusive<f64> = AT_LIMIT..=ABOVE_LIMIT;
    /// How far a sum may be from a limit's capacity in the situation that shows it.
    pub(crate) const AT_CAPACITY: f64 = FITS;
    /// A core that computes for less than this share of the time is no limit.
    pub(crate) const FREE: f64 = 0.75;
    pub(crate) const FALL: f64 = 0.93;
    /// A window in which heat or a cache could have shown itself, seconds.
    pub(crate) const WINDOW_MIN_S: f64 = 1.0;
    /// Degrees Celsius below its limit that a drive has to stay to be cool.
    pub(crate) const COOL: i32 = 3;
    /// A limit leaves room for gains if it exceeds the result by more than the error of
    /// calculations.
    pub(crate) const GAINS: f64 = 1.05;
}

/// Of a measured figure beside its prediction.
pub(crate) mod shortfall {
    use super::causes;

    /// This part of the prediction needs no explanation if the band contains it.
    pub(crate) const NEAR: f64 = 0.9;
    /// Less likely than this, and not held by its band, an explanation is not worth a line.
    pub(crate) const LEAST: f64 = 0.02;
    /// A cause that falls short of the figure needs another beside it.
    pub(crate) const MISSES: f64 = 0.5;
    /// The part of complaints in which a cause works more or less than its band says: with another beside
    /// it, or on a machine that is not quite as described. Complaints that were left out of all counts
    /// are likeliest with this and the next two.
    pub(crate) const ODD: f64 = 0.4;
    /// The mean logarithm by which these are off, in deviations of the band.
    pub(crate) const ODD_WIDTH: f64 = 2.0;
    /// The least one: for a link's steps, which have hardly a band.
    pub(crate) const ODD_LEAST: f64 = 0.2;
    /// A cause that is not listed gives anything between the prediction and this part of it, or this much more.
    pub(crate) const RANGE: f64 = 30.0;
    /// A smaller change is no explanation.
    pub(crate) const NOTHING: f64 = 0.02;
    /// Explanations whose likelihoods are within this factor count as equal.
    pub(crate) const CLOSE: f64 = causes::CLOSE;
    /// Bands that lie at least so far from each other do not meet by scatter.
    pub(crate) const APART: f64 = 1.1;
    /// A drive that has no reason to slow down, in degrees Celsius.
    pub(crate) const COOL: i32 = 60;
    /// Bytes a second below which no drive becomes hot by its work.
    pub(crate) const WARMS: f64 = 300e6;
}

/// Of arrays compared on undisturbed drives.
pub(crate) mod stripe {
    /// An array that is not faster by this on the whole is not worth its risk.
    pub(crate) const WORTH: f64 = 1.1;
    /// Jobs are reported as faster or slower from here.
    pub(crate) const JOB_TOLD: f64 = 0.1;
    /// Cache modes are reported as faster or slower from here.
    pub(crate) const CACHE_TOLD: f64 = 0.1;
    /// Gains over another array are reported from here: half as much again as goes unnoticed.
    pub(crate) const GAIN_TOLD: f64 = 0.03;
    /// Within this part of the best nothing is given up that anybody would notice.
    pub(crate) const UNNOTICED: f64 = 0.02;
    /// An array that gets this much more than drives side by side has more than they share.
    pub(crate) const MORE: f64 = 0.1;
    /// How far a round may be off at least, as a part of its figure.
    pub(crate) const NOISE: f64 = 0.04;
    /// Allowance in standard deviations of a round. A figure is the middle of two rounds, and
    /// figures of short and of full ones have this each on either side: six deviations of such a
    /// difference.
    pub(crate) const SEEN: f64 = 1.5;
    /// Where rounds scatter by more than this nothing is dropped by them, whatever they say.
    pub(crate) const MOST_NOISE: f64 = 0.9;
    /// Scores that differ by less than a hundredth are the same for everybody; each of the two that
    /// are compared has its part in that.
    pub(crate) const LEAST_SPREAD: f64 = 0.01 * std::f64::consts::FRAC_1_SQRT_2;
    /// A mirror that is this near to a stripe reads as fast.
    pub(crate) const AS_FAST: f64 = 0.9;
    /// Drives that reach this part of the stripe's rate side by side are as fast.
    pub(crate) const AS_MUCH: f64 = 0.95;
    /// A stripe below this part of its drives' individual sum is capped.
    pub(crate) const CAPPED: f64 = 0.8;
}

/// For temporary arrays, and the time of commands on them.
pub(crate) mod trial {
    use super::stripe;

    /// Less than this may be chance, and pays for no array.
    pub(crate) const WORTH: f64 = stripe::WORTH;
    /// Starting a program and asking a few drives takes as long; seconds.
    pub(crate) const SHORT_S: f64 = 0.1;
    /// As busy as a core gets beside its waiting for drives.
    pub(crate) const BUSY: f64 = 0.85;
}

/// For effects of an experiment.
pub(crate) mod experiment {
    /// A rate that goes with a link's or clock's to within this part of it is limited by nothing
    /// else. Link arithmetic and hosts leave a few percent (as in the prediction's own bands).
    pub(crate) const IN_FULL: f64 = 0.1;
}

/// Of two runs beside each other.
pub(crate) mod compare {
    /// A file system that is fuller or emptier by fewer percentage points is as good as the same.
    pub(crate) const FILL_POINTS: f64 = 10.0;
    /// Less is within the error of clocks and counters for a rate that never varies.
    pub(crate) const LEAST_DIFFERENCE: f64 = 0.001;
    /// While such a difference is not excluded, "no difference" is not reported.
    pub(crate) const EXCLUDED: f64 = 0.1;
    /// The probability that anything of an unchanged pair is called different: one pair in a hundred.
    pub(crate) const LEVEL: f64 = 0.01;
}

/// For problems visible without measuring.
pub(crate) mod check {
    use super::explain;

    /// Percent of the maker's endurance from which a drive is worn: a fifth is left to replace it in.
    pub(crate) const WORN_PERCENT: u8 = 80;
    /// The maker's endurance ends there (NVM Express Base Specification 2.0, figure 207).
    pub(crate) const WORN_OUT_PERCENT: u8 = 100;
    /// Consumer drives begin to throttle between 70 and 85 degrees.
    pub(crate) const HOT_CELSIUS: i32 = explain::HOT_CELSIUS;
    pub(crate) const TOO_HOT_CELSIUS: i32 = 80;
    /// Extended partitions (which Linux shows as 1 KiB) and BIOS boot partitions hold no data whose
    /// speed matters.
    pub(crate) const PARTITION_MIN_BYTES: u64 = 4 << 20;
}

/// Of published figures beside ours.
pub(crate) mod casebook {
    /// How far a prediction for a machine of others may be off; most of their drives are known from
    /// datasheets, and conditions from a few words.
    pub(crate) const PUBLISHED_TOLERANCE: f64 = 0.10;
}

/// Of a watched job.
pub(crate) mod watch {
    /// Fewer looks in a second say nothing of it: one of four may be chance.
    pub(crate) const LEAST_LOOKS: u32 = 5;
    /// The greatest of three parts is at least a third; one that is hardly more limits no more than the others.
    pub(crate) const LEAST_PART: f64 = 0.4;
    /// Up to here the requests that a drive has while it is busy are one at a time, with some that overlap by
    /// chance.
    pub(crate) const ONE_AT_A_TIME: f64 = 1.5;
    /// A job that waits for a drive sees it busy nearly always; if it does so more rarely than this, its
    /// requests wait somewhere else.
    pub(crate) const REACHED_DRIVE: f64 = 0.3;
    /// An array waits for a drive that has requests in flight this part as often as the array above it.
    pub(crate) const SAME_WAIT: f64 = 0.7;
    /// A device that moves this part of the bytes of the one below it is where these bytes come from:
    /// redundancy doubles writes, and others' share of the lower device is the smaller one.
    pub(crate) const SAME_MOVED: f64 = 0.4;
    /// Traffic that a device can cause below it for each byte read, with a quarter for requests already under way, and
    /// for each byte written: a small write to an array with two parities reads three blocks and writes three (the
    /// kernel's drivers/md/raid5.c, read-modify-write). More includes requests of others.
    pub(crate) const CAUSED_BY_READS: f64 = 1.25;
    pub(crate) const CAUSED_BY_WRITES: f64 = 6.0;
    /// A job's requests that are this part of its traffic show which drive it uses; with fewer the kernel
    /// writes most of it later.
    pub(crate) const OWN_EXPLAINS: f64 = 0.5;
    /// From here on a drive's requests are the job's own: the rest are requests that begin or end within the
    /// second. Likewise for its processor time: the rest are programs that start and watch others.
    pub(crate) const NEARLY_ALL: f64 = 0.8;
    /// A control group that reaches this part of its limit is throttled by it: the controller counts by slices of a
    /// tenth of a second.
    pub(crate) const AT_ITS_LIMIT: f64 = 0.9;
    /// A link that carries this part of its calculated capacity is full: sets of drives reach as much.
    pub(crate) const FULL_LINK: f64 = 0.85;
    /// A job waits for a thread that takes this part of all its processor time.
    pub(crate) const BUSY_THREAD: f64 = 0.6;
    /// From here on there is no free processor worth the name.
    pub(crate) const BUSY_PROCESSORS: f64 = 0.9;
    /// Tasks that wait for memory during this part of the time are slowed down by it.
    pub(crate) const MEMORY_SHORT: f64 = 0.2;
    /// The gain from a change is known if the ends of its range, with their scatter, are within this factor
    /// of its middle: predictions are to be within 15 %.
    pub(crate) const SURE: f64 = 1.15;
    /// Requests of which this part are reads, or writes, are of one direction.
    pub(crate) const ONE_DIRECTION: f64 = 0.9;
    /// Rates of one drive under one load differ from second to second by about a twentieth.
    pub(crate) const SCATTER: f64 = 1.05;
    /// At a depth at which a drive was busy for less than this, in seconds, or had fewer requests, nothing
    /// is known of it: single requests take many times the mean, and the rate of one second at one depth is up
    /// to a fifth off that of the next (70 to 95 requests a second on the rig of `one_request_at_a_time`).
    pub(crate) const LEAST_BUSY_S: f64 = 2.0;
    pub(crate) const LEAST_REQUESTS: f64 = 10.0;
}
