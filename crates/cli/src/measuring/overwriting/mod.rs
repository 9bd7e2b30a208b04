//! Files that are kept and drives that are overwritten: what is asked first, and how they are opened.
//!
//! A new file (`--keep`) may always be made; a drive itself is written only with `--raw-write` and its serial number,
//! after every check of [`narrows_host::guard`], all drives or none.
//!
//! Not here: the checks themselves, the writing itself.

mod rehearse;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{Kept, NewFile, ScratchPlan, Target};
use narrows_host::guard::{self, Check};
use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::run::PlaceKind;
use narrows_topology::{Id, Topology};
use narrows_units::Nanos;

pub use self::rehearse::show as rehearse;
use crate::failure::{Exit, Failure};
use crate::measuring::targets::{self, Prepared, TargetLocation};
use crate::output::Output;
use crate::progress::Progress;
use crate::writes::Writes;

impl Writes {
    /// Opens what is to be overwritten or kept, and leaves the other places to others.
    ///
    /// # Errors
    ///
    /// A drive that must not be overwritten, with every reason: then none is. A file that cannot be
    /// made.
    pub fn open(
        &self,
        places: Vec<(Id, TargetLocation)>,
        topology: &Topology,
        cancel: &Arc<AtomicBool>,
        output: &Output,
    ) -> Result<Opened, Failure> {
        if !self.opens_itself() {
            return Ok(Opened { others: places, ..Opened::default() });
        }
        let mut opened = Opened::default();
        if let Some(path) = &self.keep {
            let (kept, target) = keep(path, self.plan_to_keep(), cancel, output)?;
            let id = Id::new(path.display().to_string());
            opened.prepared.push(targets::surrounded(topology, &id, PlaceKind::Kept, target));
            opened.kept = Some((path.clone(), kept));
            return Ok(opened);
        }
        for (id, target) in self.open_raw(&places, cancel, output)? {
            opened.prepared.push(targets::surrounded(topology, &id, PlaceKind::Raw, target));
        }
        Ok(opened)
    }

    fn open_raw(
        &self,
        places: &[(Id, TargetLocation)],
        cancel: &Arc<AtomicBool>,
        output: &Output,
    ) -> Result<Vec<(Id, Target)>, Failure> {
        let (mut permits, mut refusals) = (Vec::new(), Vec::new());
        for (id, place) in places {
            match guard::permit(&device(id, place), &self.serial, lost(self), cancel) {
                Ok(permit) => permits.push((id, permit)),
                Err(reasons) => refusals.extend(reasons),
            }
        }
        if !refusals.is_empty() {
            return Err(refused(&refusals, output));
        }
        let mut targets = Vec::new();
        for (id, permit) in permits {
            guard::remarks(permit.facts()).iter().for_each(|what| output.remark(what));
            let target = Target::raw_write(id.as_str(), permit);
            targets.push((id.clone(), target.map_err(|error| Failure::new(error.message()))?));
        }
        Ok(targets)
    }
}

#[derive(Default)]
pub struct Opened {
    pub prepared: Vec<Prepared>,
    /// Places that are opened in the usual way.
    pub others: Vec<(Id, TargetLocation)>,
    /// The file that stays, for [`settle`].
    pub kept: Option<(PathBuf, Kept)>,
}

/// How long the last flush of a kept file may take.
const PATIENCE: Nanos = Nanos::millis(60_000);

/// The path of a place that is to be overwritten.
fn device(id: &Id, place: &TargetLocation) -> PathBuf {
    match place {
        TargetLocation::Raw(path) | TargetLocation::File(path) => path.clone(),
        TargetLocation::Scratch(..) | TargetLocation::Nop => Path::new("/dev").join(id.as_str()),
    }
}

/// What the user has consented to lose: data that no signature explains.
fn lost(writes: &Writes) -> &'static [Check] {
    if writes.lose.is_some() { &[Check::Content] } else { &[] }
}

/// All reasons in one failure.
fn refused(refusals: &[guard::Refusal], output: &Output) -> Failure {
    let reasons = refusals.iter().map(|one| output.localizer.say(&one.why));
    let what = Message::new("writes-refused").count("count", refusals.len());
    Failure { exit: Exit::Refused, what: what.lines("reasons", reasons) }
}

/// Makes the file, with the rights of the user who called and no others, and lays it out.
fn keep(
    path: &Path,
    plan: ScratchPlan,
    cancel: &AtomicBool,
    output: &Output,
) -> Result<(Kept, Target), Failure> {
    let failed = |what| {
        if cancel.load(Ordering::Relaxed) {
            Failure { exit: Exit::Interrupted, what }
        } else {
            Failure::new(what)
        }
    };
    let made = identity::as_caller(|| NewFile::make(path));
    let made = made.map_err(|error| {
        let what = Message::new("cli-cannot-write").with("path", path.display());
        failed(what.with("why", error))
    })?;
    let new = made.map_err(|error| failed(error.message()))?;
    let progress = Progress::new(output);
    progress.say(output.localizer.text("cli-writing-scratch"));
    let kept = new.lay_out(plan, cancel, &|share| progress.at(share));
    let kept = kept.map_err(|error| failed(error.message()))?;
    let target = Target::kept(path.display().to_string(), &kept);
    Ok((kept, target))
}

/// Flushes and writes down the last of a kept file, and says how to verify it.
pub fn settle(kept: Option<&(PathBuf, Kept)>, output: &Output) -> Exit {
    let Some((path, kept)) = kept else { return Exit::Ok };
    match kept.settle(PATIENCE) {
        Ok(()) => {
            output.remark(&Message::new("writes-kept").with("path", path.display()));
            Exit::Ok
        }
        Err(error) => {
            output.remark(&error.message());
            Exit::Partial
        }
    }
}
