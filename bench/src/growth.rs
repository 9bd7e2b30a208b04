//! `cargo xtask bench growth`: the cost of ten and a hundred times the size.
//!
//! For: each question at three sizes, with CPU time and memory, and the exponent between them: 1 if ten
//! times the size takes ten times the time. For comparison, the cost of other programs for the same
//! machine or placement, if one answers a similar question. The outcome is a dated record and the plot
//! of docs/performance.md. With `--only`, one part is measured and replaces that part in the day's
//! record.
//!
//! Not here: requirements; no test depends on how fast something was.

mod cores;
mod figure;
mod inputs;
mod options;
mod page;
mod peers;
mod questions;
mod record;
mod solvers;
mod timed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::options::GrowthOptions;
use self::questions::{GrowthQuestion, QUESTIONS};
use self::record::{GrowthLine, GrowthOutcome, GrowthPart, GrowthRecord, GrowthSizeResult};
use self::timed::RunCost;
use crate::engine::narrows;
use xtask::{Fallible, machine, packages};

/// Number of runs; the median counts.
const RUNS: usize = 3;
/// A run that took longer than this many seconds of processor time is not repeated.
const LONG_S: f64 = 5.0;

/// Paths used to run the questions.
pub(super) struct GrowthTools {
    binary: PathBuf,
    folder: PathBuf,
}

impl GrowthTools {
    /// The binary, which keeps its runs in `state`.
    fn narrows(&self, state: &Path) -> Command {
        let mut command = Command::new(&self.binary);
        command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).args(["--quiet"]);
        command
    }
}

const BESIDE: [&str; 3] = ["cores", "solvers", "peers"];

/// Measures all or the selected parts, prints the results, and writes record and plot.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let words: Vec<&str> = QUESTIONS.iter().map(|question| question.word).chain(BESIDE).collect();
    let options = GrowthOptions::parse(args, &words)?;
    packages::install_if_possible(&packages::FOR_GROWTH);
    let folder = root.join("target/bench/growth");
    // What an earlier build kept there would pass for this one's.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tools = GrowthTools { binary: narrows::build(root)?, folder };
    let mut record = GrowthRecord::of_today(root, machine::describe(&tools.folder)?)?;
    for question in QUESTIONS.iter().filter(|question| options.wants(question.word)) {
        piece(root, &mut record, question.word, |record| ask(&tools, question, record))?;
    }
    if options.wants("cores") {
        piece(root, &mut record, "cores", |record| {
            record.cores = cores::all(&tools)?;
            page::cores(&record.cores).for_each(|row| println!("{row}"));
            Ok(())
        })?;
    }
    if options.wants("solvers") {
        piece(root, &mut record, "solvers", |record| solve(&tools, record))?;
    }
    if options.wants("peers") {
        piece(root, &mut record, "peers", |record| {
            record.peers = peers::all(&tools)?;
            record.peers.iter().for_each(|peer| println!("{}", page::peer(peer)));
            Ok(())
        })?;
    }
    Ok(())
}

/// Measures one part and saves it, so that results survive if the next one is stopped.
fn piece(
    root: &Path,
    record: &mut GrowthRecord,
    word: &str,
    measure: impl FnOnce(&mut GrowthRecord) -> Fallible,
) -> Fallible {
    let (load, before) = (machine::load_now(), machine::Ticks::now());
    measure(record)?;
    let stolen_percent = machine::Ticks::now().stolen_percent_since(before);
    record.put_piece(GrowthPart { word: word.to_owned(), load, stolen_percent });
    record.write(root)
}

fn ask(tools: &GrowthTools, question: &GrowthQuestion, record: &mut GrowthRecord) -> Fallible {
    let steps = question.sizes.iter().map(|size| step(tools, question, *size));
    let steps = steps.collect::<Result<Vec<GrowthSizeResult>, _>>()?;
    let line = GrowthLine { name: question.name.to_owned(), unit: question.unit.to_owned(), steps };
    println!("{}", page::row(&line));
    record.put_line(line);
    Ok(())
}

fn solve(tools: &GrowthTools, record: &mut GrowthRecord) -> Fallible {
    record.solved.clear();
    for slots in solvers::SIZES {
        for solved in solvers::at(tools, slots)? {
            println!("{}", page::solved(&solved));
            record.solved.push(solved);
        }
    }
    Ok(())
}

fn step(tools: &GrowthTools, question: &GrowthQuestion, size: u32) -> Fallible<GrowthSizeResult> {
    let folder = tools.folder.join(format!("{}-{size}", question.word));
    fs::create_dir_all(&folder)?;
    let mut command = tools.narrows(&folder);
    (question.prepare)(tools, &folder, size, &mut command)?;
    let growth = match median(&command, &folder)? {
        Ok(took) => GrowthOutcome::Took(took),
        Err(why) => GrowthOutcome::Refused(why),
    };
    Ok(GrowthSizeResult { size, growth })
}

/// The median of several runs by CPU time, or the reason if one ended abnormally.
fn median(command: &Command, folder: &Path) -> std::io::Result<Result<RunCost, String>> {
    let mut runs: Vec<RunCost> = Vec::new();
    while runs.len() < RUNS {
        match timed::run(command, folder)? {
            Ok(took) => runs.push(took),
            Err(why) => return Ok(Err(why)),
        }
        if runs.iter().any(|took| took.busy_s() > LONG_S) {
            break;
        }
    }
    runs.sort_by(|a, b| a.busy_s().total_cmp(&b.busy_s()));
    Ok(Ok(runs[runs.len() / 2]))
}
