//! What was built, looked at: written and read back, and whether it is still synchronised.

use std::path::Path;

use narrows_build::Wanted;
use narrows_host::build::{arrays, read_back, synchronized};
use narrows_messages::Message;
use narrows_record::build::{Build as Document, ReadBack};

use super::asked::Asked;
use super::shown;
use crate::output::Output;

/// Enough to lie on every member several times, little enough for a small array.
const MIB: u64 = 64;

/// Adds what was found to the document.
pub fn verify(asked: &Asked, document: &mut Document, output: &Output) {
    let mut notes = Vec::new();
    if let Some(at) = &asked.wanted.mount {
        match read_back(Path::new(at), MIB.min(room(&asked.wanted))) {
            Ok(back) => {
                let seconds = back.took.as_secs_f64().max(1e-9);
                let mb_s = (back.size as f64 / 1e6 / seconds).round();
                document.read_back = Some(ReadBack { size: back.size, wrong: back.wrong, mb_s });
            }
            Err(why) => notes.push(Message::new("build-no-read-back").with("why", why)),
        }
    }
    let own = arrays().into_iter().find(|array| array.identifier == Some(asked.ids.array));
    notes.extend(own.and_then(|array| {
        let percent = synchronized(&array.device)?;
        let message = Message::new("build-sync").with("device", &array.device);
        Some(message.with("percent", percent))
    }));
    document.notes.extend(shown::notes(&notes, output));
}

/// A tenth of the smallest member, in MiB.
fn room(wanted: &Wanted) -> u64 {
    let smallest = wanted.members.iter().map(|member| member.size).min().unwrap_or_default();
    (smallest / 10 >> 20).max(1)
}
