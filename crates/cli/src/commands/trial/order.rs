//! Messages to and from the process that makes a trial: one line of JSON each way.

use std::path::PathBuf;

use narrows_array::RaidLevel;
use narrows_array::build::FileSystemKind;
use narrows_record::trial::{TrialArray, TrialRound};
use narrows_units::shell_word;
use serde::{Deserialize, Serialize};

use crate::args::trial::{TrialEngineName, TrialJobName};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrialOrder {
    pub engine: TrialEngineName,
    pub level: RaidLevel,
    /// In bytes; of no meaning for a mirror.
    pub chunk: u64,
    pub fs: FileSystemKind,
    /// The size of the file system, in bytes.
    pub size: u64,
    pub members: Vec<BackingFile>,
    /// One drive alone, which holds all of it.
    pub alone: BackingFile,
    /// Another drive that a job copies from; `None` if no job does.
    pub other: Option<BackingFile>,
    pub works: Vec<TrialWork>,
    /// The process namespace of the process that gives the order.
    pub namespace: u64,
    /// A line for the shell, before each command and not timed.
    pub prepare: Option<String>,
    pub repeat: u32,
    pub warm_up: u32,
    /// Its mount point: a folder of the trial's own.
    pub folder: PathBuf,
    /// Name of its loop devices and array.
    pub label: String,
}

/// A scratch file to be made, and the loop device over it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackingFile {
    pub name: String,
    pub folder: PathBuf,
    /// The folder's file system when it was looked up, by number.
    pub number: u64,
    pub size: u64,
    /// Bytes of a block of the drive.
    pub block: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrialWork {
    Job(TrialJobName),
    Command(Vec<String>),
}

impl TrialWork {
    /// The job's name, or the command in one line, as a shell would take it.
    pub fn name(&self) -> String {
        match self {
            Self::Job(job) => job.as_str().to_owned(),
            Self::Command(words) => {
                let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
                words.join(" ")
            }
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TrialOutcome {
    pub rounds: Vec<TrialRound>,
    /// Loop devices that go through the page cache below.
    pub indirect: Vec<String>,
    pub failed: Option<TrialFailure>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialFailure {
    pub is_interrupt: bool,
    pub text: String,
}

impl TrialOrder {
    /// The array as the document has it, members apart.
    pub fn made(&self) -> TrialArray {
        TrialArray {
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
    pub fn backings(&self) -> Vec<&BackingFile> {
        self.members.iter().chain([&self.alone]).chain(&self.other).collect()
    }

    /// Whether a job copies from another drive.
    pub fn is_from_other(&self, work: &TrialWork) -> bool {
        self.other.is_some() && *work == TrialWork::Job(TrialJobName::Between)
    }
}
