//! `--measured`: measured figures, and runs.

use std::path::Path;

use narrows_messages::Message;
use narrows_verdict::answer::predict::measured::{Given, given};

use super::calibrate::load;
use crate::failure::Failure;
use crate::output::Output;

/// Reads what the command line gives.
pub fn read(texts: &[String], output: &Output) -> Result<Vec<Given>, Failure> {
    texts.iter().map(|text| read_one(text, output)).collect()
}

fn read_one(text: &str, output: &Output) -> Result<Given, Failure> {
    if let Some(figure) = given(text).map_err(Failure::usage)? {
        return Ok(figure);
    }
    let form = |failure: Failure| {
        let problem = output.localizer.say(&failure.what);
        let what = Message::new("measured-form").with("text", text).with("problem", problem);
        Failure { what, ..failure }
    };
    let run = load(Path::new(text)).map_err(form)?;
    Ok(Given::Run { text: text.to_owned(), run: Box::new(run) })
}
