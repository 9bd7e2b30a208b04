//! The record of a comparison: dated, with machine and command, as JSON and as a page.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::fio::Tried;
use super::options::Options;
use super::page;
use super::rule::{Pair, Verdict};
use xtask::machine::Machine;
use xtask::{Done, calendar};

/// A comparison of our engine with fio.
#[derive(Debug, Serialize)]
pub struct Record {
    schema: &'static str,
    /// When, as `2026-11-21`.
    pub date: String,
    pub command: String,
    pub machine: Machine,
    /// One for each question.
    pub comparisons: Vec<Comparison>,
    /// What was asked but gave no comparison, and why.
    pub failures: Vec<String>,
    pub skipped: Vec<String>,
    /// Names the files, when not everything was asked.
    #[serde(skip)]
    only: String,
}

/// What the two did at one question.
#[derive(Debug, Serialize)]
pub struct Comparison {
    pub name: String,
    /// What the ground is made of, and what was asked.
    pub detail: String,
    pub narrows: String,
    /// The judge's, with the flags it was best with.
    pub judge: String,
    /// The judge's flags that were tried once each, where there was a choice.
    pub tried: Vec<Tried>,
    pub verdicts: Vec<Verdict>,
    /// Every pair, in order.
    pub pairs: Vec<Pair>,
}

impl Record {
    /// A record of today without figures yet.
    pub fn new(options: &Options, machine: Machine) -> Self {
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

    /// What does not hold, a line each; empty when all is well.
    pub fn complaints(&self) -> Vec<String> {
        let failing = self.comparisons.iter().flat_map(|comparison| {
            let failing = comparison.verdicts.iter().filter(|it| it.holds == Some(false));
            failing.map(|verdict| format!("{}: {}", comparison.name, page::line(verdict)))
        });
        failing.chain(self.failures.iter().cloned()).collect()
    }

    /// Writes `records/bench-<date>[-<ground>...].json` and `.md`.
    pub fn write(&self, root: &Path) -> Done {
        let folder = root.join("records");
        fs::create_dir_all(&folder)?;
        let path = |kind| folder.join(format!("bench-{}{}.{kind}", self.date, self.only));
        fs::write(path("json"), serde_json::to_string_pretty(self)? + "\n")?;
        Ok(fs::write(path("md"), page::of(self))?)
    }
}

impl Comparison {
    /// What was wanted, a line each.
    pub fn verdict_lines(&self) -> String {
        self.verdicts.iter().map(|it| format!("     {}\n", page::line(it))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::figure::{Figure, Quantity};
    use super::super::rule::Rule;
    use super::*;

    /// Six pairs of 150 and 100 operations a second.
    fn comparison(rule: Rule) -> Comparison {
        let figure = |iops| Figure { iops, ..Figure::default() };
        let pairs = vec![Pair { narrows: figure(150.0), judge: figure(100.0) }; 6];
        Comparison {
            name: "zero".into(),
            detail: "/dev/zero".into(),
            narrows: "narrows measure".into(),
            judge: "fio".into(),
            tried: Vec::new(),
            verdicts: vec![Verdict::of(&pairs, (Quantity::Iops, rule)).unwrap()],
            pairs,
        }
    }

    fn record(comparisons: Vec<Comparison>) -> Record {
        let options = Options::parse(&["--only".into(), "zero,nop".into()]).unwrap();
        Record { comparisons, ..Record::new(&options, Machine::default()) }
    }

    #[test]
    fn what_fails_is_said() {
        assert_eq!(record(vec![comparison(Rule::AtLeast(1.4))]).complaints(), [""; 0]);
        assert_eq!(record(vec![comparison(Rule::Shown)]).complaints(), [""; 0]);
        let mut record = record(vec![comparison(Rule::AtLeast(2.2))]);
        record.failures.push("nop: no ring".into());
        let complaints = record.complaints();
        assert!(complaints[0].starts_with("zero: FAILS: IOPS 150 to 100"), "{complaints:?}");
        assert_eq!(complaints[1], "nop: no ring");
    }

    #[test]
    fn parts_do_not_replace_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let record = record(vec![comparison(Rule::Shown)]);
        record.write(folder.path()).unwrap();
        let name = format!("records/bench-{}-zero-nop.md", record.date);
        let page = fs::read_to_string(folder.path().join(name)).unwrap();
        // Six pairs: the interval is from the smallest to the greatest.
        assert!(page.contains("| 150 | 100 | 1.500 (1.500 to 1.500) | 1.500 |"), "{page}");
    }
}
