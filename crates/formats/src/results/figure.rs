//! The common output of all readers: figures with their parameters, and problems.

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::Pattern;

/// The figures of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportedResults {
    /// The program that wrote them, as people call it.
    pub tool: String,
    pub version: Option<String>,
    /// When, as an RFC 3339 time in UTC. Local times, as in most files, are taken unchanged.
    pub started: Option<String>,
    /// Statistic of figures over several passes; empty if unknown.
    pub statistic: ImportStatistic,
    /// Number of those passes, if the file gives it.
    pub passes: Option<u32>,
    /// Targets are named in the file as people call them, rather than by paths.
    pub has_names: bool,
    /// The figures, in the order of the file.
    pub figures: Vec<ImportedFigure>,
    /// Omissions and assumptions.
    pub notes: Vec<Message>,
}

/// Figures of one import: two dozen drives alone and in all pairs, under fifty workloads, are as many. A
/// document of more is neither shown nor kept.
pub const MOST_FIGURES: usize = 30_000;

/// There are more figures.
pub fn too_many() -> Message {
    Message::new("import-too-many-figures").with("most", MOST_FIGURES)
}

impl ImportedResults {
    /// Takes a figure, while there are not too many.
    pub(super) fn add(&mut self, figure: ImportedFigure) -> Result<(), Message> {
        if self.figures.len() >= MOST_FIGURES {
            return Err(too_many());
        }
        self.figures.push(figure);
        Ok(())
    }
}

/// Figures of one target under one workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportedFigure {
    /// The target as the file names it: a path, a drive letter.
    pub target: Option<String>,
    /// The file's name for the workload; used if not all of its parameters are known.
    pub label: Option<String>,
    /// The order of offsets.
    pub pattern: Option<Pattern>,
    pub read_percent: Option<u8>,
    /// Bytes a request.
    pub block: Option<u64>,
    /// Requests in flight of each thread.
    pub depth: Option<u32>,
    pub jobs: Option<u32>,
    /// 10^6 bytes per second read.
    pub read_mb_s: f64,
    /// 10^6 bytes per second written.
    pub write_mb_s: f64,
    /// Operations per second, if the file has them.
    pub iops: Option<f64>,
    /// Completion latency at the quantiles that the file has.
    pub latency: Latency,
    /// The average latency, microseconds.
    pub average_us: Option<f64>,
    /// Seconds that were measured.
    pub window_s: Option<f64>,
    pub ops: Option<u64>,
    pub errors: u64,
    /// Share of one core that the target's busiest thread used, 0 to 1.
    pub thread_cpu: Option<f64>,
    /// The rate limit that was set, 10^6 bytes per second.
    pub limit_mb_s: Option<f64>,
    /// Requested delay in seconds before it started after the others.
    pub start_after_s: f64,
    /// Figures of one file with the same number ran at the same time.
    pub round: usize,
    /// The drives that ran together, by `+`, if the file names them.
    pub set: Option<String>,
    /// It is of virtual hardware, as Narrows itself marks it.
    pub simulated: bool,
    /// It is not known whether something else ran beside it.
    pub alone_unknown: bool,
}

impl ImportedFigure {
    /// 10^6 bytes per second in both directions.
    pub fn mb_s(&self) -> f64 {
        self.read_mb_s + self.write_mb_s
    }

    /// Whether its operations of its block are another rate than it has. Programs print a rate with three decimals
    /// and operations with one, or either rounded to three digits.
    pub(super) fn contradicts_itself(&self) -> bool {
        const ROUNDED: f64 = 0.02;
        let Some((iops, block)) = self.iops.zip(self.block) else { return false };
        let (rate, of_iops) = (self.mb_s() * 1e6, iops * block as f64);
        (rate - of_iops).abs() > rate.max(of_iops) * ROUNDED + 0.05 * block as f64 + 500.0
    }

    pub(super) fn contradiction(&self) -> Message {
        let what = self.label.clone().or(self.target.clone()).unwrap_or_default();
        Message::new("import-contradiction").with("what", what)
    }
}

/// Splits a rate into reads and writes, given the percentage of requests that read.
pub(super) fn divided(mb_s: f64, read_percent: u8) -> (f64, f64) {
    match read_percent {
        0 => (0.0, mb_s),
        100.. => (mb_s, 0.0),
        share => {
            let read = mb_s * f64::from(share) / 100.0;
            (read, mb_s - read)
        }
    }
}

/// A broken file, at a line counted from 1.
pub(super) fn broken(tool: &str, line: usize, why: impl std::fmt::Display) -> Message {
    Message::new("import-broken").with("tool", tool).with("line", line).with("why", why)
}
