//! The open questions, one after the other, on a terminal.

use std::io::{self, BufRead, IsTerminal};

use narrows_messages::Message;
use narrows_plan::learn::{LearnedBoard, QuestionTopic};

use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

/// Answers come from a person.
pub fn check_terminal() -> Result<()> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        Ok(())
    } else {
        Err(CommandFailure::usage(Message::new("learn-needs-terminal")))
    }
}

/// Asks; an empty line leaves a question in the file, the end of input all that follow.
pub fn ask(learned: &mut LearnedBoard, output: &CliOutput) {
    let mut answers = io::stdin().lock().lines();
    let mut passed = 0;
    while let Some(question) = learned.questions.get(passed).cloned() {
        if question.topic == QuestionTopic::Unseen {
            passed += 1;
            continue;
        }
        output.prompt(&question.text);
        let Some(Ok(answer)) = answers.next() else { return };
        let answer = answer.trim();
        // An answered question is closed.
        let is_answered = !answer.is_empty() && learned.answer(&question, answer).is_ok();
        if !is_answered {
            passed += 1;
            let skipped = Message::new("learn-answer-skipped").with("answer", answer);
            Some(skipped).filter(|_| !answer.is_empty()).iter().for_each(|it| output.prompt(it));
        }
    }
}
