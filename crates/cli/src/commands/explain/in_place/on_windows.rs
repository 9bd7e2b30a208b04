//! Existing arrays: on Windows they are reported but not yet compared with their members.

use narrows_messages::Message;

use super::InPlaceRequest;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::named;

/// Refuses a named array; `None` if the name is not an array.
pub(super) fn array(request: &InPlaceRequest<'_>, name: &str) -> Option<Result<ProgramExit>> {
    let (id, _) = named::array(&request.source.machine.topology, name)?;
    Some(Err(CommandFailure::usage(Message::new("windows-no-array-in-place").with("array", &id))))
}
