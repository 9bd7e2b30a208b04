//! The record of a comparison: dated, with machine and command, as JSON and as a page.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::fio::FioCandidate;
use super::options::EngineOptions;
use super::page;
use super::rule::{FigurePair, RatioVerdict};
use xtask::machine::RecordMachine;
use xtask::{Fallible, calendar};

/// A comparison of our engine with fio.
#[derive(Debug, Serialize)]
pub struct EngineRecord {
    schema: &'static str,
    /// When, as `2026-11-21`.
    pub date: String,
    pub command: String,
    pub machine: RecordMachine,
    pub comparisons: Vec<EngineComparison>,
    /// Requested comparisons that failed, and why.
    pub failures: Vec<String>,
    pub skipped: Vec<String>,
    /// File name suffix if only some grounds ran.
    #[serde(skip)]
    only: String,
}

/// Results of both sides for one workload.
#[derive(Debug, Serialize)]
pub struct EngineComparison {
    pub name: String,
    /// The test setup and its workload.
    pub detail: String,
    pub narrows: String,
    /// The judge's, with the flags it was best with.
    pub judge: String,
    /// The judge's flags that were tried once each, if there was a choice.
    pub tried: Vec<FioCandidate>,
    pub verdicts: Vec<RatioVerdict>,
    /// Every pair, in order.
    pub pairs: Vec<FigurePair>,
}

impl EngineRecord {
    /// A record of today without figures yet.
    pub fn new(options: &EngineOptions, machine: RecordMachine) -> Self {
        Self {
            schema: "narrows.bench/1",
            date: calendar::today(),
            command: options.command(),
            machine,
            comparisons: Vec::new(),
            failures: Vec::new(),
            skipped: Vec::new(),
            only: options.only.iter().map(|ground| format!("-{ground}")).collect(),
        }
    }

    /// Unmet requirements, one line each; empty if all are met.
    pub fn complaints(&self) -> Vec<String> {
        let failing = self.comparisons.iter().flat_map(|comparison| {
            let failing = comparison.verdicts.iter().filter(|it| it.holds == Some(false));
            failing.map(|verdict| format!("{}: {}", comparison.name, page::line(verdict)))
        });
        failing.chain(self.failures.iter().cloned()).collect()
    }

    /// Writes `records/bench-<date>[-<ground>...].json` and `.md`.
    pub fn write(&self, root: &Path) -> Fallible {
        let folder = root.join("records");
        fs::create_dir_all(&folder)?;
        let path = |kind| folder.join(format!("bench-{}{}.{kind}", self.date, self.only));
        fs::write(path("json"), serde_json::to_string_pretty(self)? + "\n")?;
        Ok(fs::write(path("md"), page::of(self))?)
    }
}

impl EngineComparison {
    pub fn verdict_lines(&self) -> String {
        self.verdicts.iter().map(|it| format!("     {}\n", page::line(it))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::figure::{EngineFigures, EngineQuantity};
    use super::super::rule::RatioRule;
    use super::*;

    /// Six pairs of 150 and 100 operations a second.
    fn comparison(rule: RatioRule) -> EngineComparison {
        let figure = |iops| EngineFigures { iops, ..EngineFigures::default() };
        let pairs = vec![FigurePair { narrows: figure(150.0), judge: figure(100.0) }; 6];
        EngineComparison {
            name: "zero".into(),
            detail: "/dev/zero".into(),
            narrows: "narrows measure".into(),
            judge: "fio".into(),
            tried: Vec::new(),
            verdicts: vec![RatioVerdict::of(&pairs, (EngineQuantity::Iops, rule)).unwrap()],
            pairs,
        }
    }

    fn record(comparisons: Vec<EngineComparison>) -> EngineRecord {
        let options = EngineOptions::parse(&["--only".into(), "zero,nop".into()]).unwrap();
        EngineRecord { comparisons, ..EngineRecord::new(&options, RecordMachine::default()) }
    }

    #[test]
    fn what_fails_is_said() {
        assert_eq!(record(vec![comparison(RatioRule::AtLeast(1.4))]).complaints(), [""; 0]);
        assert_eq!(record(vec![comparison(RatioRule::Shown)]).complaints(), [""; 0]);
        let mut record = record(vec![comparison(RatioRule::AtLeast(2.2))]);
        record.failures.push("nop: no ring".into());
        let complaints = record.complaints();
        assert!(complaints[0].starts_with("zero: FAILS: IOPS 150 to 100"), "{complaints:?}");
        assert_eq!(complaints[1], "nop: no ring");
    }

    #[test]
    fn parts_do_not_replace_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let record = record(vec![comparison(RatioRule::Shown)]);
        record.write(folder.path()).unwrap();
        let name = format!("records/bench-{}-zero-nop.md", record.date);
        let page = fs::read_to_string(folder.path().join(name)).unwrap();
        // Six pairs: the interval is from the smallest to the greatest.
        assert!(page.contains("| 150 | 100 | 1.500 (1.500 to 1.500) | 1.500 |"), "{page}");
    }
}
