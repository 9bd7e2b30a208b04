//! Arrays that are there already: on Windows they are told of and not measured beside their members yet.

use narrows_messages::Message;

use super::Asked;
use crate::failure::{Exit, Failure};
use crate::named;

/// Refuses an array that is named; none where what is named is no array.
pub(super) fn array(asked: &Asked<'_>, name: &str) -> Option<Result<Exit, Failure>> {
    let (id, _) = named::array(&asked.seen.machine.topology, name)?;
    Some(Err(Failure::usage(Message::new("windows-no-array-in-place").with("array", &id))))
}
