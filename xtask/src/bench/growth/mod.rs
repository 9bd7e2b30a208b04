//! `cargo xtask bench growth`: what ten and a hundred times the size cost.
//!
//! For: each question at three sizes, with processor time and memory, and the exponent between them:
//! 1 where ten times the size takes ten times the time. Beside it what other programs take for
//! the same machine, where one answers a question that is alike. The outcome is a dated record and
//! the plot of docs/performance.md.
//!
//! Not here: what is wanted; no test depends on how fast something was.

mod figure;
mod inputs;
mod page;
mod record;
mod timed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::inputs::QUESTIONS;
use self::record::{Growth, Line, Peer, Record, Step};
use self::timed::Took;
use super::{machine, narrows};
use crate::{Done, packages};

/// Of so many runs the median counts.
const RUNS: usize = 3;
/// A run that took longer than this many seconds of processor time is not repeated.
const LONG_S: f64 = 5.0;

/// What questions are asked with.
pub(super) struct Tools {
    binary: PathBuf,
    folder: PathBuf,
}

impl Tools {
    /// The binary, which keeps its runs where this question has its own.
    fn narrows(&self, state: &Path) -> Command {
        let mut command = Command::new(&self.binary);
        command.env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).args(["--quiet"]);
        command
    }
}

/// Measures all, prints it, and writes record and plot.
pub fn run(root: &Path) -> Done {
    packages::install_for(&["time", "lspci", "fio"]);
    let folder = root.join("target/bench/growth");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let tools = Tools { binary: narrows::build(root)?, folder };
    let mut record = Record::new(machine::describe(&tools.folder)?);
    let before = machine::Ticks::now();
    for question in &QUESTIONS {
        let steps = question.sizes.iter().map(|size| step(&tools, question, *size));
        let steps = steps.collect::<Result<Vec<Step>, _>>()?;
        let line = Line { name: question.name, unit: question.unit, steps };
        println!("{}", page::row(&line));
        record.lines.push(line);
    }
    record.peers = peers(&tools)?;
    record.machine.stolen_percent = machine::Ticks::now().stolen_percent_since(before);
    record.peers.iter().for_each(|peer| println!("{}", page::peer(peer)));
    record.write(root)
}

fn step(
    tools: &Tools,
    question: &inputs::Question,
    size: u32,
) -> Result<Step, Box<dyn std::error::Error>> {
    let folder = tools.folder.join(format!("{}-{size}", question.name.replace(' ', "-")));
    fs::create_dir_all(&folder)?;
    let mut command = tools.narrows(&folder);
    (question.prepare)(tools, &folder, size, &mut command)?;
    let growth = match median(&command, &folder)? {
        Ok(took) => Growth::Took(took),
        Err(why) => Growth::Refused(why),
    };
    Ok(Step { size, growth })
}

/// The median of some runs, by processor time; why it ended otherwise where it did.
fn median(command: &Command, folder: &Path) -> std::io::Result<Result<Took, String>> {
    let mut runs: Vec<Took> = Vec::new();
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

/// What programs that everybody has take to show this machine, beside ours.
fn peers(tools: &Tools) -> std::io::Result<Vec<Peer>> {
    let mut see = tools.narrows(&tools.folder);
    see.arg("see");
    let plain = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args);
        command
    };
    let commands = [
        ("narrows see", see),
        ("lspci -vv", plain("lspci", &["-vv"])),
        ("lstopo-no-graphics --of xml", plain("lstopo-no-graphics", &["--of", "xml"])),
    ];
    let timed = commands
        .into_iter()
        .map(|(name, command)| Ok(Peer { name, took: median(&command, &tools.folder)?.ok() }));
    timed.collect()
}
