//! The record of growth: dated, with machine and command, as JSON, as a page and as a plot.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::super::machine::Machine;
use super::timed::Took;
use super::{figure, page};
use crate::{Done, calendar};

/// What sizes cost.
#[derive(Debug, Serialize)]
pub struct Record {
    schema: &'static str,
    /// When, as `2026-11-21`.
    pub date: String,
    /// What makes it again.
    pub command: &'static str,
    /// What it was made on.
    pub machine: Machine,
    /// One for each question.
    pub lines: Vec<Line>,
    /// Programs that show this machine, ours among them.
    pub peers: Vec<Peer>,
}

/// A question at its sizes.
#[derive(Debug, Serialize)]
pub struct Line {
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    pub steps: Vec<Step>,
}

/// A question at one size.
#[derive(Debug, Serialize)]
pub struct Step {
    pub size: u32,
    pub growth: Growth,
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Growth {
    Took(Took),
    /// It ended without an answer, with these words.
    Refused(String),
}

/// A program beside ours.
#[derive(Debug, Serialize)]
pub struct Peer {
    pub name: &'static str,
    /// None where this machine does not have it.
    pub took: Option<Took>,
}

impl Record {
    /// A record of today without figures yet.
    pub fn new(machine: Machine) -> Self {
        Self {
            schema: "narrows.growth/1",
            date: calendar::today(),
            command: "cargo xtask bench growth",
            machine,
            lines: Vec::new(),
            peers: Vec::new(),
        }
    }

    /// Writes `records/growth-<date>.json` and `.md`, and the plot of docs/performance.md.
    pub fn write(&self, root: &Path) -> Done {
        let path = |kind| root.join("records").join(format!("growth-{}.{kind}", self.date));
        fs::write(path("json"), serde_json::to_string_pretty(self)? + "\n")?;
        fs::write(path("md"), page::of(self))?;
        Ok(fs::write(root.join("docs/performance.svg"), figure::svg(&self.lines))?)
    }
}

impl Line {
    /// Sizes with what they took, in order.
    pub fn took(&self) -> Vec<(u32, Took)> {
        let took = self.steps.iter().filter_map(|step| match &step.growth {
            Growth::Took(took) => Some((step.size, *took)),
            Growth::Refused(_) => None,
        });
        took.collect()
    }

    /// The exponent between its two largest sizes: there the start of the program counts least. None
    /// where a time is below what the clock tells apart.
    pub fn exponent(&self) -> Option<f64> {
        let took = self.took();
        let [.., (small, before), (large, after)] = took.as_slice() else { return None };
        let rose = after.busy_s() / before.busy_s();
        let is_told = before.busy_s() >= 0.02;
        is_told.then(|| rose.ln() / (f64::from(*large) / f64::from(*small)).ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(times: &[f64]) -> Line {
        let step = |(at, user_s): (usize, &f64)| {
            let took = Took { user_s: *user_s, system_s: 0.0, max_rss_kib: 1 };
            Step { size: 10u32.pow(at as u32), growth: Growth::Took(took) }
        };
        let steps = times.iter().enumerate().map(step).collect();
        Line { name: "x", unit: "drives", steps }
    }

    /// Ten times the size for a hundred times the time is the exponent 2.
    #[test]
    fn the_exponent_is_that_of_the_last_tenfold() {
        let exponent = line(&[0.05, 0.05, 5.0]).exponent().unwrap();
        assert!((exponent - 2.0).abs() < 1e-9, "{exponent}");
        assert_eq!(line(&[0.01, 0.01, 0.01]).exponent(), None, "the clock tells 10 ms");
        assert_eq!(line(&[1.0]).exponent(), None);
    }
}
