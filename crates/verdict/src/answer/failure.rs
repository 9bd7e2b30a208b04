//! Why there is no answer.

use narrows_messages::Message;

/// Kind of failure; the terminal has an exit code for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The source cannot be read or makes no sense.
    Failed,
    Usage,
    /// A valid request that cannot be met.
    Impossible,
}

/// One line for people, and the kind of failure.
#[derive(Clone, Debug)]
pub struct AnswerFailure {
    /// How a program should end.
    pub kind: FailureKind,
    /// The attempt, why it failed, and the remedy.
    pub what: Message,
}

impl AnswerFailure {
    /// The source cannot be read or makes no sense.
    pub fn new(what: Message) -> Self {
        Self { kind: FailureKind::Failed, what }
    }

    pub fn usage(what: Message) -> Self {
        Self { kind: FailureKind::Usage, what }
    }

    pub fn impossible(what: Message) -> Self {
        Self { kind: FailureKind::Impossible, what }
    }
}
