//! How a command ends: documented exit codes, and failures that report the attempt and a remedy.

use std::process::ExitCode;

use narrows_messages::Message;
use narrows_verdict::answer::FailureKind;

/// Exit codes; `narrows --help` and docs/json.md list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramExit {
    Ok = 0,
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
    /// The result is true but not whole.
    Partial = 3,
    Found = 4,
    /// Refused, because data could be lost.
    Refused = 5,
    Interrupted = 130,
}

impl From<ProgramExit> for ExitCode {
    fn from(exit: ProgramExit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its job: an exit code, and one line for people.
#[derive(Debug)]
pub struct CommandFailure {
    pub exit: ProgramExit,
    pub what: Message,
}

pub type Result<T, E = CommandFailure> = std::result::Result<T, E>;

impl CommandFailure {
    pub fn new(what: Message) -> Self {
        Self { exit: ProgramExit::Failed, what }
    }

    pub fn usage(what: Message) -> Self {
        Self { exit: ProgramExit::Usage, what }
    }

    pub fn refused(what: Message) -> Self {
        Self { exit: ProgramExit::Refused, what }
    }
}

impl From<narrows_verdict::answer::AnswerFailure> for CommandFailure {
    fn from(failure: narrows_verdict::answer::AnswerFailure) -> Self {
        let exit = match failure.kind {
            FailureKind::Failed => ProgramExit::Failed,
            FailureKind::Usage => ProgramExit::Usage,
            FailureKind::Impossible => ProgramExit::Found,
        };
        Self { exit, what: failure.what }
    }
}
