//! The record of a comparison: dated, with machine and command, as JSON and as a page.

use std::fs;
use std::path::Path;

use narrows_stats::ratio_of_pairs;
use serde::Serialize;

use super::machine::Machine;
use super::options::Options;
use super::sides::Figure;
use crate::{Done, calendar};

/// A comparison.
#[derive(Debug, Serialize)]
pub struct Record {
    schema: &'static str,
    date: String,
    /// What makes it again.
    command: String,
    workload: &'static str,
    machine: Machine,
    /// Where the two were compared.
    pub grounds: Vec<Ground>,
    /// Where they could not be, and why.
    pub skipped: Vec<String>,
}

/// What the two did on one ground.
#[derive(Debug, Serialize)]
pub struct Ground {
    /// What people call it.
    pub name: String,
    /// What it is made of.
    pub detail: String,
    /// When the two agree.
    pub rule: String,
    /// They do.
    pub agrees: bool,
    /// Our MB/s divided by fio's.
    pub ratio: Ratio,
    /// Every pair, in order.
    pub pairs: Vec<Pair>,
}

/// Two measurements right after each other.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pair {
    /// Ours.
    pub narrows: Figure,
    /// The judge's.
    pub fio: Figure,
    /// Our MB/s divided by fio's.
    pub ratio: f64,
}

/// The median ratio of the pairs and what covers the true one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The median.
    pub median: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The probability that such an interval holds the true median, at least 0.95.
    pub confidence: f64,
}

impl Ratio {
    /// Of six pairs or more: an interval of order statistics, the 6th and 15th of 20 (95.9 %).
    pub fn of(pairs: &[Pair]) -> Result<Self, String> {
        let ours: Vec<f64> = pairs.iter().map(|pair| pair.narrows.mb_s).collect();
        let theirs: Vec<f64> = pairs.iter().map(|pair| pair.fio.mb_s).collect();
        let it = ratio_of_pairs(&ours, &theirs, 0.95).ok_or("too few pairs for an interval")?;
        Ok(Self { median: it.median, low: it.low, high: it.high, confidence: it.confidence })
    }
}

impl Record {
    /// A record of today without figures yet.
    pub fn new(options: &Options, machine: Machine) -> Self {
        Self {
            schema: "narrows.compare-fio/1",
            date: calendar::today(),
            command: options.command(),
            workload: "sequential read, 128 KiB, depth 32, io_uring, O_DIRECT",
            machine,
            grounds: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Do the two agree wherever they were compared?
    pub fn agrees(&self) -> bool {
        self.grounds.iter().all(|ground| ground.agrees)
    }

    /// Writes `records/compare-fio-<date>.json` and `.md`.
    pub fn write(&self, root: &Path) -> Done {
        let folder = root.join("records");
        fs::create_dir_all(&folder)?;
        let path = |kind| folder.join(format!("compare-fio-{}.{kind}", self.date));
        fs::write(path("json"), serde_json::to_string_pretty(self)? + "\n")?;
        Ok(fs::write(path("md"), self.page())?)
    }

    /// The record for readers.
    pub fn page(&self) -> String {
        let machine = &self.machine;
        let mut page = format!(
            "# Our engine beside fio, {}\n\n`{}`\n\n{}; {}, {} logical processors, Linux {}, {}, {}.\n",
            self.date,
            self.command,
            self.workload,
            machine.cpu,
            machine.logical_cpus,
            machine.kernel,
            machine.file_system,
            machine.fio,
        );
        for ground in &self.grounds {
            page += &ground.page();
        }
        for skipped in &self.skipped {
            page += &format!("\nSkipped: {skipped}.\n");
        }
        page
    }
}

impl Ground {
    fn page(&self) -> String {
        let Ratio { median, low, high, confidence } = self.ratio;
        let verdict = if self.agrees { "They agree" } else { "They disagree" };
        let mut page = format!(
            "\n## {}\n\n{}. Ratio of our MB/s to fio's, {} pairs: median {median:.4}, \
             {:.1} % interval {low:.4} to {high:.4}. {verdict}: {}.\n\n",
            self.name,
            self.detail,
            self.pairs.len(),
            confidence * 100.0,
            self.rule,
        );
        page += "| pair | narrows MB/s | fio MB/s | ratio |\n|---|---|---|---|\n";
        for (index, Pair { narrows, fio, ratio }) in self.pairs.iter().enumerate() {
            let number = index + 1;
            page += &format!("| {number} | {:.1} | {:.1} | {ratio:.4} |\n", narrows.mb_s, fio.mb_s);
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_tells_figures_rule_and_verdict() {
        let options = Options { pairs: 6, time_s: 1, only: None };
        let mut record = Record::new(&options, Machine::default());
        let figure = |mb_s| Figure { mb_s, iops: mb_s };
        let pairs = vec![Pair { narrows: figure(50.0), fio: figure(100.0), ratio: 0.5 }; 6];
        record.grounds.push(Ground {
            name: "disk".into(),
            detail: "A file".into(),
            rule: "the rule".into(),
            agrees: false,
            ratio: Ratio::of(&pairs).unwrap(),
            pairs,
        });
        let page = record.page();
        assert!(page.contains("| 1 | 50.0 | 100.0 | 0.5000 |"), "{page}");
        assert!(page.contains("They disagree: the rule"), "{page}");
        // Six pairs: smallest and greatest, 1 - 2 / 2^6.
        assert!(page.contains("median 0.5000, 96.9 % interval 0.5000 to 0.5000"), "{page}");
        assert!(!record.agrees());
    }
}
