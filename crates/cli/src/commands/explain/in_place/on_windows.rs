//! Arrays that are there already: on Windows they are told of and not measured beside their members yet.

use narrows_messages::Message;

use super::InPlaceRequest;
use crate::failure::{CommandFailure, ProgramExit};
use crate::named;

/// Refuses an array that is named; none where what is named is no array.
pub(super) fn array(
    request: &InPlaceRequest<'_>,
    name: &str,
) -> Option<Result<ProgramExit, CommandFailure>> {
    let (id, _) = named::array(&request.seen.machine.topology, name)?;
    Some(Err(CommandFailure::usage(Message::new("windows-no-array-in-place").with("array", &id))))
}
