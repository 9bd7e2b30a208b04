//! What was built taken apart again: the steps' own undoing, last step first.

use std::time::{Duration, Instant};
use std::{io, thread};

use narrows_build::{Proof, Undo, What, steps, undo};
use narrows_host::build::holds;
use narrows_messages::Message;
use narrows_record::build::{Purpose, StepState};

use super::answers::Answers;
use super::asked::Asked;
use super::kept::{self, Kept};
use super::{confirmed, done, show, shown};
use crate::args::build::Build as Args;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Everything on the array is lost with it: the serial numbers are typed for that, too.
pub fn run(record: &str, answers: &Answers, args: &Args, output: &Output) -> Result<Exit, Failure> {
    done::require_root()?;
    let (kept, mut document) = Kept::open(record)?;
    let asked = Asked::recorded(&document)?;
    let steps = steps(&asked.wanted, &asked.system, &asked.ids);
    document.purpose = Purpose::Undo;
    document.rehearsal = args.rehearse;
    document.steps = Vec::new();
    document.undo = shown::undo(&steps, output);
    document.questions = answers.serials_of(&asked.wanted);
    if args.rehearse {
        show(&document, output)?;
        return Ok(Exit::Ok);
    }
    confirmed::serials(&asked.wanted, answers, &document, output)?;
    let _lock = kept::lock()?;
    let ended = undo_all(&asked, &undo(&steps), &mut document, output);
    document.partial = ended.is_err();
    kept.save(&document)?;
    show(&document, output)?;
    ended.map(|()| Exit::Ok)
}

fn undo_all(
    asked: &Asked,
    undo: &[(What, Undo)],
    document: &mut narrows_record::build::Build,
    output: &Output,
) -> Result<(), Failure> {
    for ((what, undo), shown) in undo.iter().zip(&mut document.undo) {
        if *what == What::Join {
            done::name_again(asked, &document.id)?;
        }
        let is_ours = undo.only_if == Proof::Nothing || holds(&undo.only_if).unwrap_or(false);
        if !is_ours {
            shown.state = StepState::Skipped;
            continue;
        }
        output.remark(&Message::new("build-doing").with("command", &undo.action));
        let began = Instant::now();
        if let Err(why) = insist(undo) {
            shown.state = StepState::Failed;
            shown.why = Some(why.to_string());
            let what = Message::new("build-undo-failed").with("command", &undo.action);
            return Err(Failure::new(what.with("why", why).with("record", &document.id)));
        }
        shown.state = StepState::Done;
        shown.took_s = done::took(StepState::Done, began);
    }
    Ok(())
}

/// How often something is tried that others keep from happening for a moment, and how long it waits in between: udev
/// looks into each device that was just written to, and mdadm calls it busy meanwhile.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(500);

/// Done again while it fails, as long as what it is to undo is still there; what is gone is undone, whatever the
/// program said.
fn insist(undo: &Undo) -> io::Result<()> {
    let is_left = || holds(&undo.only_if).unwrap_or(true);
    let mut ended = done::act(&undo.action);
    for _ in 1..TRIES {
        if ended.is_ok() || undo.only_if == Proof::Nothing {
            break;
        }
        thread::sleep(PAUSE);
        if !is_left() {
            return Ok(());
        }
        ended = done::act(&undo.action);
    }
    ended
}
