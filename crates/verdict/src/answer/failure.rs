//! Why there is no answer.

use narrows_messages::Message;

/// What kind of failure it is; the terminal has an exit code for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The source cannot be read or makes no sense.
    Failed,
    Usage,
    /// What was asked is right, and impossible.
    Impossible,
}

/// One line for people, and what kind of failure it is.
#[derive(Clone, Debug)]
pub struct AnswerFailure {
    /// How a program should end.
    pub kind: FailureKind,
    /// What was tried, why it failed and what helps.
    pub what: Message,
}

impl AnswerFailure {
    /// The source cannot be read or makes no sense.
    pub fn new(what: Message) -> Self {
        Self { kind: FailureKind::Failed, what }
    }

    /// What was asked is wrong.
    pub fn usage(what: Message) -> Self {
        Self { kind: FailureKind::Usage, what }
    }

    /// What was asked cannot be.
    pub fn impossible(what: Message) -> Self {
        Self { kind: FailureKind::Impossible, what }
    }
}
