//! The record of growth: dated, with machine and command, as JSON, as a page and as a plot.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::timed::RunCost;
use super::{figure, page};
use xtask::machine::RecordMachine;
use xtask::{Fallible, calendar};

/// Cost by size.
#[derive(Debug, Serialize, Deserialize)]
pub struct GrowthRecord {
    schema: String,
    /// When, as `2026-11-21`.
    pub date: String,
    pub command: String,
    pub machine: RecordMachine,
    pub lines: Vec<GrowthLine>,
    /// One issuer, two, and many targets.
    pub cores: Vec<CoreScaling>,
    /// The same placements by ours and by solvers of integer programs.
    pub solved: Vec<SolverResult>,
    /// Programs that show a machine, ours among them.
    pub peers: Vec<PeerProgram>,
    /// How busy the machine was with others.
    pub pieces: Vec<GrowthPart>,
}

/// A part that was measured by itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct GrowthPart {
    /// Its name for `--only`.
    pub word: String,
    /// Load averages over 1, 5 and 15 minutes when it began.
    pub load: String,
    /// Share of all CPU time meanwhile that a host gave to other guests, percent.
    pub stolen_percent: f64,
}

/// Throughput of issuers on a number of processors.
#[derive(Debug, Serialize, Deserialize)]
pub struct CoreScaling {
    pub name: String,
    pub cores: u32,
    /// Requests each second of all together, the median.
    pub iops: f64,
    /// Of each round, in order.
    pub rates: Vec<f64>,
}

/// A placement that a program looked for.
#[derive(Debug, Serialize, Deserialize)]
pub struct SolverResult {
    pub slots: u32,
    pub by: String,
    /// `None` if this machine does not have it, or it found nothing.
    pub took: Option<RunCost>,
    pub mb_s: Option<f64>,
    /// Upper bound on how much better another placement could be, as a part of its total; `None` if not
    /// reported.
    pub gap: Option<f64>,
}

/// A question at its sizes.
#[derive(Debug, Serialize, Deserialize)]
pub struct GrowthLine {
    pub name: String,
    pub unit: String,
    pub steps: Vec<GrowthSizeResult>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct GrowthSizeResult {
    pub size: u32,
    pub growth: GrowthOutcome,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrowthOutcome {
    Took(RunCost),
    /// It ended without an answer, with these words.
    Refused(String),
}

/// A program beside ours.
#[derive(Debug, Serialize, Deserialize)]
pub struct PeerProgram {
    pub name: String,
    /// `None` if this machine does not have it.
    pub took: Option<RunCost>,
}

impl GrowthRecord {
    /// The record of today, including earlier results if they are from the same machine.
    pub fn of_today(root: &Path, machine: RecordMachine) -> Fallible<Self> {
        let new = Self {
            schema: "narrows.growth/1".to_owned(),
            date: calendar::today(),
            command: "cargo xtask bench growth".to_owned(),
            machine,
            lines: Vec::new(),
            cores: Vec::new(),
            solved: Vec::new(),
            peers: Vec::new(),
            pieces: Vec::new(),
        };
        let Ok(text) = fs::read_to_string(new.path(root, "json")) else { return Ok(new) };
        let there: Self = serde_json::from_str(&text)?;
        let is_same =
            (&there.machine.cpu, &there.machine.kernel) == (&new.machine.cpu, &new.machine.kernel);
        Ok(if is_same { there } else { new })
    }

    /// Puts a line in the place of the one of its name.
    pub fn put_line(&mut self, line: GrowthLine) {
        match self.lines.iter_mut().find(|it| it.name == line.name) {
            Some(there) => *there = line,
            None => self.lines.push(line),
        }
    }

    /// Puts a piece in the place of the one of its word.
    pub fn put_piece(&mut self, piece: GrowthPart) {
        self.pieces.retain(|it| it.word != piece.word);
        self.pieces.push(piece);
        let stolen = self.pieces.iter().map(|it| it.stolen_percent);
        self.machine.stolen_percent = stolen.fold(0.0, f64::max);
    }

    fn path(&self, root: &Path, kind: &str) -> PathBuf {
        root.join("records").join(format!("growth-{}.{kind}", self.date))
    }

    /// Writes `records/growth-<date>.json` and `.md`, and the plot of docs/performance.md.
    pub fn write(&self, root: &Path) -> Fallible {
        fs::write(self.path(root, "json"), serde_json::to_string_pretty(self)? + "\n")?;
        fs::write(self.path(root, "md"), page::of(self))?;
        Ok(fs::write(root.join("docs/performance.svg"), figure::svg(&self.lines))?)
    }
}

impl GrowthLine {
    /// Sizes and their cost, in order.
    pub fn took(&self) -> Vec<(u32, RunCost)> {
        let took = self.steps.iter().filter_map(|step| match &step.growth {
            GrowthOutcome::Took(took) => Some((step.size, *took)),
            GrowthOutcome::Refused(_) => None,
        });
        took.collect()
    }

    /// The exponent between its two largest sizes, where program startup counts least. `None` if a
    /// time is below the clock's resolution.
    pub fn exponent(&self) -> Option<f64> {
        let took = self.took();
        let [.., (small, before), (large, after)] = took.as_slice() else { return None };
        let rose = after.busy_s() / before.busy_s();
        let is_told = before.busy_s() >= 0.005;
        is_told.then(|| rose.ln() / (f64::from(*large) / f64::from(*small)).ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(times: &[f64]) -> GrowthLine {
        let step = |(at, user_s): (usize, &f64)| {
            let took = RunCost { user_s: *user_s, system_s: 0.0, max_rss_kib: 1 };
            GrowthSizeResult { size: 10u32.pow(at as u32), growth: GrowthOutcome::Took(took) }
        };
        let steps = times.iter().enumerate().map(step).collect();
        GrowthLine { name: "x".to_owned(), unit: "drives".to_owned(), steps }
    }

    /// Ten times the size for a hundred times the time is the exponent 2.
    #[test]
    fn the_exponent_is_that_of_the_last_tenfold() {
        let exponent = line(&[0.05, 0.05, 5.0]).exponent().unwrap();
        assert!((exponent - 2.0).abs() < 1e-9, "{exponent}");
        assert_eq!(
            line(&[0.01, 0.004, 0.01]).exponent(),
            None,
            "the clock tells half a millisecond"
        );
        assert_eq!(line(&[1.0]).exponent(), None);
    }
}
