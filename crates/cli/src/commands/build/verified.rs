//! Checking a build: written and read back, and whether it is still synchronising.

use narrows_array::build::{StepProof, Sync, mount_point};
use narrows_host::build::{holds, read_back};
use narrows_messages::Message;
use narrows_record::build::{BuildDocument as Document, ReadBackCheck};

use super::request::BuildRequest;
use super::{entries, waiting};
use crate::failure::ProgramExit;
use crate::output::CliOutput;

/// Enough to lie on every member several times, little enough for a small array.
const MIB: u64 = 64;

/// Writes, reads back, and adds the result to the document.
pub fn verify(request: &BuildRequest, document: &mut Document) -> ProgramExit {
    let Some(point) = mount_point(&request.wanted, &request.ids) else { return ProgramExit::Ok };
    // A tenth of the smallest member, in MiB.
    let smallest =
        request.wanted.members.iter().map(|member| member.size).min().unwrap_or_default();
    let room = ((smallest / 10) >> 20).max(1);
    match read_back(&point, MIB.min(room)) {
        Ok(back) => {
            let seconds = back.took.as_secs_f64().max(1e-9);
            let mb_s = (back.size as f64 / 1e6 / seconds).round();
            document.read_back = Some(ReadBackCheck { size: back.size, wrong: back.wrong, mb_s });
            if back.wrong > 0 { ProgramExit::Found } else { ProgramExit::Ok }
        }
        Err(why) => {
            let note = Message::new("build-no-read-back").with("why", why);
            document.notes.extend(entries::notes(&[note]));
            let is_mounted = holds(&StepProof::Mounted(point)).unwrap_or(false);
            if is_mounted { ProgramExit::Ok } else { ProgramExit::Found }
        }
    }
}

/// Reports how far the members agree, after waiting for them if requested.
pub fn synchronized(
    request: &BuildRequest,
    waits: bool,
    document: &mut Document,
    output: &CliOutput,
) -> ProgramExit {
    let Some((device, _)) = waiting::state(request) else { return ProgramExit::Ok };
    let is_broken_off = waits && waiting::until_done(&device, output);
    let Some((device, sync)) = waiting::state(request) else { return ProgramExit::Ok };
    document.synchronization = Some(waiting::document(sync));
    let mut notes = vec![waiting::message(&device, sync)];
    if matches!(sync, Sync::Running { .. } | Sync::Waiting) {
        notes.push(Message::new("build-sync-meanwhile").with("record", &document.id));
    }
    document.notes.extend(entries::notes(&notes));
    match sync {
        Sync::Degraded => ProgramExit::Found,
        _ if is_broken_off => ProgramExit::Interrupted,
        _ => ProgramExit::Ok,
    }
}
