//! Figures that may be those of memory or of a cache rather than of a drive.
//!
//! Which parts of a stack answer by themselves is decided where the stack is read (`narrows-host`,
//! `place`); here is what that means for a figure.

use narrows_messages::Message;
use narrows_record::run::{DataInterceptor, RunDocument, TargetMeasurement};

/// That a target's own figure may not be the drive's, and why; none where nothing is known to answer
/// before the drive.
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
