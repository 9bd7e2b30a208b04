//! `--measured`: measured figures, and runs.

use std::path::Path;

use narrows_messages::Message;
use narrows_verdict::answer::predict::measured::{MeasuredArgument, given};

use super::calibrate::load;
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

pub fn read(texts: &[String], output: &CliOutput) -> Result<Vec<MeasuredArgument>> {
    texts
        .iter()
        .map(|text| {
            if let Some(figure) = given(text).map_err(CommandFailure::usage)? {
                return Ok(figure);
            }
            let form = |failure: CommandFailure| {
                let problem = output.localizer.say(&failure.what);
                let what =
                    Message::new("measured-form").with("text", text).with("problem", problem);
                CommandFailure { what, ..failure }
            };
            let run = load(Path::new(text)).map_err(form)?;
            Ok(MeasuredArgument::Run { text: text.to_owned(), run: Box::new(run) })
        })
        .collect()
}
