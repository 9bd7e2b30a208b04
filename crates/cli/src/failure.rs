//! How a command ends: documented exit codes, and failures that say what was tried and what helps.

use std::process::ExitCode;

use narrows_messages::Message;
use narrows_verdict::answer::Kind;

/// Exit codes; `narrows --help` and docs/json.md list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its job: an exit code, and one line for people.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub what: Message,
}

impl Failure {
    pub fn new(what: Message) -> Self {
        Self { exit: Exit::Failed, what }
    }

    pub fn usage(what: Message) -> Self {
        Self { exit: Exit::Usage, what }
    }
}

impl From<narrows_verdict::answer::Failure> for Failure {
    fn from(failure: narrows_verdict::answer::Failure) -> Self {
        let exit = match failure.kind {
            Kind::Failed => Exit::Failed,
            Kind::Usage => Exit::Usage,
            Kind::Impossible => Exit::Found,
        };
        Self { exit, what: failure.what }
    }
}
