//! What the process that makes a trial is told, and what it tells: one line of JSON each way.

use std::path::PathBuf;

use narrows_record::trial::{Made, Ran};
use serde::{Deserialize, Serialize};

use crate::args::trial::{Engine, Fs, Job, Level};

/// A trial, decided in every respect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    pub engine: Engine,
    pub level: Level,
    /// In bytes; of no meaning for a mirror.
    pub chunk: u64,
    pub fs: Fs,
    /// The size of the file system, in bytes.
    pub size: u64,
    pub members: Vec<Backing>,
    /// One drive alone, which holds all of it.
    pub alone: Backing,
    /// Another drive that a job copies from; none where no job does.
    pub other: Option<Backing>,
    pub works: Vec<Work>,
    /// The process namespace of the process that gives the order.
    pub namespace: u64,
    /// A line for the shell, before each command and not timed.
    pub prepare: Option<String>,
    pub repeat: u32,
    pub warm_up: u32,
    /// Where it is mounted: a folder of the trial's own.
    pub folder: PathBuf,
    /// What its loop devices and array are called.
    pub label: String,
}

/// A scratch file to be made, and the loop device over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backing {
    pub name: String,
    pub folder: PathBuf,
    /// The file system that the folder was found on, by number.
    pub number: u64,
    pub size: u64,
    /// Bytes of a block of the drive.
    pub block: u32,
}

/// What is done on the array and alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    Job(Job),
    Command(Vec<String>),
}

impl Work {
    /// The job's name, or the command in one line, as a shell would take it.
    pub fn name(&self) -> String {
        match self {
            Self::Job(job) => job.as_str().to_owned(),
            Self::Command(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                words.join(" ")
            }
        }
    }
}

/// As a shell would read it back.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What came of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    pub rounds: Vec<Ran>,
    /// Loop devices that go through the page cache below.
    pub indirect: Vec<String>,
    pub failed: Option<Failed>,
}

/// Why it ended early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    pub is_interrupt: bool,
    /// In the reader's language.
    pub text: String,
}

impl Order {
    /// The array as the document has it, members apart.
    pub fn made(&self) -> Made {
        Made {
            engine: self.engine.as_str().to_owned(),
            level: self.level.as_str().to_owned(),
            chunk: self.level.has_chunks().then_some(self.chunk),
            fs: self.fs.as_str().to_owned(),
            size: self.size,
            members: Vec::new(),
            alone: self.alone.name.clone(),
        }
    }

    /// Every scratch file: the members', the one alone, the other.
    pub fn backings(&self) -> Vec<&Backing> {
        self.members.iter().chain([&self.alone]).chain(&self.other).collect()
    }

    /// Whether a job copies from another drive.
    pub fn is_from_other(&self, work: &Work) -> bool {
        self.other.is_some() && *work == Work::Job(Job::Between)
    }
}
