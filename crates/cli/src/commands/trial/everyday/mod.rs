//! Ready-made everyday jobs, each its own process; making their input is not timed.
//!
//! For: a folder copied within the array or from another drive, a large file loaded, sequences
//! searched in a genome-like text, media read by many at once. Content is the same for a seed.
//!
//! Not here: file systems, timing the whole (`inside::work`).

mod copy;
pub(in crate::commands) mod fill;
mod media;
mod search;

use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Instant;

use narrows_messages::Message;
use narrows_record::trial::TrialJobStep;
use serde::{Deserialize, Serialize};

use crate::args::trial::TrialJobName;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// The job to do, as a line on standard input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayRequest {
    pub job: TrialJobName,
    pub phase: JobPhase,
    pub from: PathBuf,
    pub to: PathBuf,
    /// The size of the file system, in bytes.
    pub size: u64,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobPhase {
    Make,
    Do,
}

/// Parts of the file system that inputs take. Their outputs must fit next to them: a copy of the
/// folder, an index of four times the text and 16 MiB.
const FOLDER_SHARE: u64 = 5;
const FILE_SHARE: u64 = 2;
const TEXT_SHARE: u64 = 32;

pub fn run(output: &CliOutput) -> Result<ProgramExit> {
    let mut line = String::new();
    let read = io::stdin().take(1 << 20).read_to_string(&mut line);
    let play: PlayRequest = read
        .and_then(|_| serde_json::from_str(&line).map_err(io::Error::other))
        .map_err(|why| failed("?", &why))?;
    let steps = match play.phase {
        JobPhase::Make => make(&play).map(|()| Vec::new()),
        JobPhase::Do => perform(&play),
    };
    let steps = steps.map_err(|why| failed(play.job.as_str(), &why))?;
    let json = serde_json::to_string(&steps).map_err(|why| failed(play.job.as_str(), &why))?;
    output.print(&json)?;
    Ok(ProgramExit::Ok)
}

fn failed(job: &str, why: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::new(Message::new("trial-job-failed").with("job", job).with("why", why))
}

fn make(play: &PlayRequest) -> io::Result<()> {
    match play.job {
        TrialJobName::Copy | TrialJobName::Between => {
            fill::folder(&play.from.join("source"), play.size / FOLDER_SHARE, play.seed)
        }
        TrialJobName::Load | TrialJobName::Media => {
            fill::file(&play.from.join("large"), play.size / FILE_SHARE, play.seed)
        }
        TrialJobName::Search => {
            search::write_text(&play.from.join("genome.fa"), play.size / TEXT_SHARE, play.seed)
        }
    }
}

fn perform(play: &PlayRequest) -> io::Result<Vec<TrialJobStep>> {
    match play.job {
        TrialJobName::Copy | TrialJobName::Between => {
            copy::folder(&play.from.join("source"), &play.to.join("copy")).map(|()| Vec::new())
        }
        TrialJobName::Load => {
            copy::load(&play.from.join("large"), play.size / FILE_SHARE).map(|()| Vec::new())
        }
        TrialJobName::Media => media::read(&play.from.join("large"), play.seed),
        TrialJobName::Search => {
            search::run(&play.from.join("genome.fa"), &play.to.join("index"), play.seed)
        }
    }
}

fn timed<T>(name: &str, work: impl FnOnce() -> io::Result<T>) -> io::Result<(TrialJobStep, T)> {
    let begun = Instant::now();
    let done = work()?;
    let wall_s = begun.elapsed().as_secs_f64();
    Ok((TrialJobStep { name: name.to_owned(), wall_s, streams: None }, done))
}

#[cfg(test)]
mod tests;
