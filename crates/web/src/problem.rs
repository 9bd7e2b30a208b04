//! Why there is no answer, as sent to the page.

use std::rc::Rc;

use narrows_messages::{Localizer, Message};
use narrows_record::words;
use narrows_verdict::answer::AnswerFailure;
use serde::Serialize;

/// Why there is no answer, in the reader's language.
#[derive(Clone, Debug, Serialize)]
pub struct PageProblem {
    /// The attempt, and why it failed.
    pub message: String,
    /// A remedy; empty if the message contains it.
    pub help: String,
}

impl PageProblem {
    /// A sentence in the reader's language.
    pub fn of(message: &Message, localizer: &Localizer) -> Self {
        Self { message: localizer.say(message), help: String::new() }
    }

    /// A failure in the reader's language.
    pub fn from_failure(failure: &AnswerFailure, localizer: &Localizer) -> Self {
        Self::of(&failure.what, localizer)
    }
}

/// An answer whose documents have their sentences in the reader's language, as JSON, or `{"error": …}`.
pub fn spoken<T: Serialize>(answer: Result<(T, Rc<Localizer>), PageProblem>) -> String {
    match answer {
        Ok((answer, localizer)) => words::spoken(&answer, &localizer).unwrap_or_default(),
        Err(problem) => json::<()>(Err(problem)),
    }
}

/// An answer as JSON, or `{"error": …}`.
pub fn json<T: Serialize>(answer: Result<T, PageProblem>) -> String {
    #[derive(Serialize)]
    struct ErrorReply {
        error: PageProblem,
    }
    let text = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(error) => serde_json::to_string(&ErrorReply { error }),
    };
    // Documents are made of text and numbers only.
    text.unwrap_or_else(|_| r#"{"error":{"message":"no JSON","help":""}}"#.to_owned())
}
