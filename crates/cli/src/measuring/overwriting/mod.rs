//! Files that are kept, drives that are overwritten: confirmations, and how they are opened.
//!
//! A new file (`--keep`) may always be made; a drive itself is written only with `--raw-write` and its serial number,
//! after every check of [`narrows_host::guard`], all drives or none.
//!
//! Not here: the checks themselves, the writing itself.

mod rehearse;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{IoTarget, KeptFile, NewFile, ScratchPlan};
use narrows_host::guard::{self, OverwriteCheck};
use narrows_host::identity;
use narrows_messages::Message;
use narrows_record::run::TargetLocationKind;
use narrows_topology::{Id, Topology};
use narrows_units::Nanos;

pub use self::rehearse::show as rehearse;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::targets::{self, Prepared, TargetLocation};
use crate::output::CliOutput;
use crate::progress::ProgressReporter;
use crate::writes::WriteArgs;

impl WriteArgs {
    /// Opens the locations to overwrite or keep, and leaves the rest to others.
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
        output: &CliOutput,
    ) -> Result<OpenedTargets> {
        if !self.opens_itself() {
            return Ok(OpenedTargets { others: places, ..OpenedTargets::default() });
        }
        let mut opened = OpenedTargets::default();
        if let Some(path) = &self.keep {
            let (kept, target) = keep(path, self.plan_to_keep(), cancel, output)?;
            let id = Id::new(path.display().to_string());
            opened.prepared.push(targets::surrounded(
                topology,
                &id,
                TargetLocationKind::Kept,
                target,
            ));
            opened.kept = Some((path.clone(), kept));
            return Ok(opened);
        }
        let (mut permits, mut refusals) = (Vec::new(), Vec::new());
        // A refusal does not end the loop: all reasons are given at once, and no drive is opened
        // for writing before every one is permitted.
        for (id, place) in &places {
            match guard::permit(&device(id, place), &self.serial, lost(self), cancel) {
                Ok(permit) => permits.push((id, permit)),
                Err(reasons) => refusals.extend(reasons),
            }
        }
        if !refusals.is_empty() {
            let reasons = refusals.iter().map(|one| output.localizer.say(&one.why));
            let what = Message::new("writes-refused").count("count", refusals.len());
            return Err(CommandFailure::refused(what.lines("reasons", reasons)));
        }
        let mut targets = Vec::new();
        for (id, permit) in permits {
            guard::remarks(permit.facts()).iter().for_each(|what| output.remark(what));
            let target = IoTarget::raw_write(id.as_str(), permit)
                .map_err(|error| CommandFailure::new(error.message()))?;
            targets.push((id, target));
        }
        for (id, target) in targets {
            let surrounded = targets::surrounded(topology, id, TargetLocationKind::Raw, target);
            opened.prepared.push(surrounded);
        }
        Ok(opened)
    }
}

#[derive(Default)]
pub struct OpenedTargets {
    pub prepared: Vec<Prepared>,
    /// Places that are opened in the usual way.
    pub others: Vec<(Id, TargetLocation)>,
    /// The file that stays, for [`settle`].
    pub kept: Option<(PathBuf, KeptFile)>,
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

/// The loss that the user has consented to: data that no signature explains.
fn lost(writes: &WriteArgs) -> &'static [OverwriteCheck] {
    if writes.lose.is_some() { &[OverwriteCheck::Content] } else { &[] }
}

/// Makes the file, with the rights of the user who called and no others, and lays it out.
fn keep(
    path: &Path,
    plan: ScratchPlan,
    cancel: &AtomicBool,
    output: &CliOutput,
) -> Result<(KeptFile, IoTarget)> {
    let failed = |what| {
        if cancel.load(Ordering::Relaxed) {
            CommandFailure { exit: ProgramExit::Interrupted, what }
        } else {
            CommandFailure::new(what)
        }
    };
    let made = identity::as_caller(|| NewFile::make(path));
    let made = made.map_err(|error| {
        let what = Message::new("cli-cannot-write").with("path", path.display());
        failed(what.with("why", error))
    })?;
    let new = made.map_err(|error| failed(error.message()))?;
    let progress = ProgressReporter::new(output);
    progress.say(output.localizer.text("cli-writing-scratch"));
    let kept = new.lay_out(plan, cancel, &|share| progress.at(share));
    let kept = kept.map_err(|error| failed(error.message()))?;
    let target = IoTarget::kept(path.display().to_string(), &kept);
    Ok((kept, target))
}

/// Flushes and writes down the last of a kept file, and says how to verify it.
pub fn settle(kept: Option<&(PathBuf, KeptFile)>, output: &CliOutput) -> ProgramExit {
    let Some((path, kept)) = kept else { return ProgramExit::Ok };
    match kept.settle(PATIENCE) {
        Ok(()) => {
            output.remark(&Message::new("writes-kept").with("path", path.display()));
            ProgramExit::Ok
        }
        Err(error) => {
            output.remark(&error.message());
            ProgramExit::Partial
        }
    }
}
