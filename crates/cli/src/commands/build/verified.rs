//! What was built, looked at: written and read back, and whether it is still synchronised.

use narrows_array::build::{Proof, Sync, Wanted, mount_point};
use narrows_host::build::{holds, read_back};
use narrows_messages::Message;
use narrows_record::build::{Build as Document, ReadBack};

use super::asked::Asked;
use super::{shown, waiting};
use crate::failure::Exit;
use crate::output::Output;

/// Enough to lie on every member several times, little enough for a small array.
const MIB: u64 = 64;

/// Writes, reads back, and adds what came of it to the document.
pub fn verify(asked: &Asked, document: &mut Document) -> Exit {
    let Some(point) = mount_point(&asked.wanted, &asked.ids) else { return Exit::Ok };
    match read_back(&point, MIB.min(room(&asked.wanted))) {
        Ok(back) => {
            let seconds = back.took.as_secs_f64().max(1e-9);
            let mb_s = (back.size as f64 / 1e6 / seconds).round();
            document.read_back = Some(ReadBack { size: back.size, wrong: back.wrong, mb_s });
            if back.wrong > 0 { Exit::Found } else { Exit::Ok }
        }
        Err(why) => {
            let note = Message::new("build-no-read-back").with("why", why);
            document.notes.extend(shown::notes(&[note]));
            let is_mounted = holds(&Proof::Mounted(point)).unwrap_or(false);
            if is_mounted { Exit::Ok } else { Exit::Found }
        }
    }
}

/// Says how far the members agree, after waiting for it if that is asked for.
pub fn synchronized(asked: &Asked, waits: bool, document: &mut Document, output: &Output) -> Exit {
    let Some((device, _)) = waiting::state(asked) else { return Exit::Ok };
    let is_broken_off = waits && waiting::until_done(&device, output);
    let Some((device, sync)) = waiting::state(asked) else { return Exit::Ok };
    document.synchronization = Some(waiting::document(sync));
    let mut notes = vec![waiting::message(&device, sync)];
    if matches!(sync, Sync::Running { .. } | Sync::Waiting) {
        notes.push(Message::new("build-sync-meanwhile").with("record", &document.id));
    }
    document.notes.extend(shown::notes(&notes));
    match sync {
        Sync::Degraded => Exit::Found,
        _ if is_broken_off => Exit::Interrupted,
        _ => Exit::Ok,
    }
}

/// A tenth of the smallest member, in MiB.
fn room(wanted: &Wanted) -> u64 {
    let smallest = wanted.members.iter().map(|member| member.size).min().unwrap_or_default();
    ((smallest / 10) >> 20).max(1)
}
