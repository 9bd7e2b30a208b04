//! The targets of the comparison and the requirements on each.

pub mod disk;
pub mod loops;
pub mod nop;
pub mod zero;

use std::path::Path;
use xtask::Fallible;

use super::fio::{self, FioCandidate};
use super::options::EngineOptions;
use super::question::EngineTools;
use super::record::{EngineComparison, EngineRecord};
use super::rule::{FigurePair, RatioVerdict, Want};
use super::side::{self, BenchSide};

/// Shared by all cases.
pub struct BenchContext<'a> {
    pub root: &'a Path,
    pub folder: &'a Path,
    pub options: &'a EngineOptions,
    pub tools: EngineTools,
    pub record: EngineRecord,
}

/// One question to both sides, and when the answer passes.
pub struct BenchCase {
    pub name: String,
    /// The test setup and its workload.
    pub detail: String,
    pub narrows: BenchSide,
    pub judge: BenchSide,
    /// Flags of the judge of which the best are taken.
    pub candidates: &'static [&'static str],
    pub wants: Vec<Want>,
}

impl BenchContext<'_> {
    /// Runs the case and records the outcome; a side that fails fails this case only.
    pub fn compare(&mut self, case: &BenchCase) {
        eprintln!("== {}: {}", case.name, case.detail);
        match self.compared(case) {
            Ok(comparison) => {
                eprint!("{}", comparison.verdict_lines());
                self.record.comparisons.push(comparison);
            }
            Err(why) => {
                eprintln!("{}: {why}", case.name);
                let why = side::without_root(&format!("{}: {why}", case.name), self.root);
                self.record.failures.push(why);
            }
        }
    }

    fn compared(&self, case: &BenchCase) -> Fallible<EngineComparison> {
        let (judge, tried) = fio::best_of(&case.judge, case.candidates)?;
        let pairs = pairs(&case.narrows, &judge, self.options.pairs)?;
        let verdicts = case.wants.iter().map(|want| RatioVerdict::of(&pairs, *want));
        Ok(EngineComparison {
            name: case.name.clone(),
            detail: case.detail.clone(),
            narrows: case.narrows.spelled(self.root),
            judge: judge.spelled(self.root),
            tried: tried_in_words(tried),
            verdicts: verdicts.collect::<Result<_, _>>()?,
            pairs,
        })
    }
}

fn tried_in_words(tried: Vec<FioCandidate>) -> Vec<FioCandidate> {
    if tried.len() > 1 { tried } else { Vec::new() }
}

/// Which of the two goes first changes with every pair, so that a drift favours neither.
fn pairs(narrows: &BenchSide, judge: &BenchSide, count: usize) -> Fallible<Vec<FigurePair>> {
    // One of ours unseen, as the judge's flags were tried before: the first reader of a fresh file
    // finds it colder than the second.
    narrows.measure()?;
    let mut pairs = Vec::new();
    for number in 1..=count {
        let pair = if number % 2 == 1 {
            let narrows = narrows.measure()?;
            FigurePair { narrows, judge: judge.measure()? }
        } else {
            let judge = judge.measure()?;
            FigurePair { narrows: narrows.measure()?, judge }
        };
        eprintln!(
            "{number:>4}: narrows {:>10.0} IOPS, {} {:>10.0} IOPS, ratio {:.4}",
            pair.narrows.iops,
            judge.name,
            pair.judge.iops,
            pair.narrows.iops / pair.judge.iops
        );
        pairs.push(pair);
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::super::figure::EngineFigures;
    use super::*;

    /// Each call appends its name to a file and answers how long the file has become.
    fn counting(name: &'static str, file: &Path) -> BenchSide {
        let read = |text: &str| {
            let iops = text.trim().parse().ok()?;
            Some(EngineFigures { iops, ..EngineFigures::default() })
        };
        let script = format!("printf {name} >> {0}; wc -c < {0}", file.display());
        BenchSide::new(name, Path::new("/bin/sh"), read).with(["-c".to_owned(), script])
    }

    #[test]
    fn the_sides_take_turns_in_going_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("order");
        let pairs = pairs(&counting("n", &file), &counting("j", &file), 3).unwrap();
        // One of ours unseen; then n j, j n, n j.
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "nnjjnnj");
        assert_eq!((pairs[1].narrows.iops, pairs[1].judge.iops), (5.0, 4.0));
    }
}
