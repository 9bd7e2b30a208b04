//! Figures that may be those of memory or of a cache rather than of a drive.
//!
//! The layers of a stack that answer by themselves are found where it is read (`narrows-host`,
//! `place`); this is the consequence for a figure.

use narrows_messages::Message;
use narrows_record::run::{DataInterceptor, RunDocument, TargetMeasurement};

/// Warns that a target's own figure may not be the drive's, and why; `None` if nothing is known to
/// answer before the drive.
pub(super) fn conclude(run: &RunDocument, target: &str) -> Option<Message> {
    let row = run.results.iter().find(|row| row.target == target)?;
    Some(say("finding-answered-before", row.place.answers_before.first()?))
}

/// The remarks on a result that may not be the drive's, one for each part of the stack that answers by itself.
pub fn answered_before(row: &TargetMeasurement) -> Vec<Message> {
    let say = |answer| say("note-answered-before", answer).with("drive", &row.target);
    row.place.answers_before.iter().map(say).collect()
}

fn say(id: &'static str, answer: &DataInterceptor) -> Message {
    Message::new(id).with("what", &answer.what).with("name", &answer.name)
}
