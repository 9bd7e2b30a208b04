//! Recognises whether a drive has been moved, by its serial number and the ports above it.

use narrows_messages::Message;
use narrows_record::experiment::ExperimentDrive;

/// The state of the drive that was to be moved, and other changes.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveRecognition {
    /// The drive as it is now; `None` if it is missing, or its identity is not unique.
    pub drive: Option<ExperimentDrive>,
    /// Whether it is below other ports than before.
    pub has_moved: bool,
    pub remarks: Vec<Message>,
}

/// Looks for `drive` among the drives of `now`, and for other changes since `before`.
pub fn recognise(
    drive: &ExperimentDrive,
    before: &[ExperimentDrive],
    now: &[ExperimentDrive],
) -> DriveRecognition {
    let found: Vec<&ExperimentDrive> = now.iter().filter(|other| other.is(drive)).collect();
    let only = if let [one] = found.as_slice() { Some((*one).clone()) } else { None };
    let has_moved = only.as_ref().is_some_and(|now| now.place != drive.place);
    let what = match (found.len(), has_moved) {
        (0, _) => Some(Message::new("experiment-gone")),
        (1, true) => None,
        (1, false) => Some(Message::new("experiment-not-moved")),
        _ => Some(Message::new("experiment-twins")),
    };
    let place = drive.place.as_deref().unwrap_or("?");
    let what = what.map(|what| what.with("drive", name(drive)).with("place", place));
    let remarks = what.into_iter().chain(others(drive, before, now)).collect();
    DriveRecognition { drive: only, has_moved, remarks }
}

/// The model and serial number, as on the drive's label.
fn name(drive: &ExperimentDrive) -> String {
    let known = [&drive.model, &drive.serial].into_iter().flatten();
    let words: Vec<&str> = known.map(String::as_str).collect();
    if words.is_empty() { drive.id.clone() } else { words.join(" ") }
}

/// Other drives that were moved, removed or added: then more than this move is measured.
fn others(
    drive: &ExperimentDrive,
    before: &[ExperimentDrive],
    now: &[ExperimentDrive],
) -> Vec<Message> {
    let mut remarks = Vec::new();
    for other in before.iter().filter(|other| other.has_name() && !other.is(drive)) {
        match now.iter().find(|now| now.is(other)) {
            None => remarks.push(Message::new("experiment-other-gone").with("drive", name(other))),
            Some(found) if found.place != other.place => {
                remarks.push(Message::new("experiment-other-moved").with("drive", name(other)));
            }
            Some(_) => {}
        }
    }
    let is_new =
        |other: &&ExperimentDrive| other.has_name() && !before.iter().any(|old| old.is(other));
    let new = now.iter().filter(is_new);
    remarks.extend(new.map(|new| Message::new("experiment-other-new").with("drive", name(new))));
    remarks
}
