//! Writing: what the command line may ask, which targets are written, and what is asked first.
//!
//! For: everything that `narrows measure` does before and after writes. Scratch files may always be
//! written; new files that are kept (`--keep`) too; a drive itself only with `--raw-write` and its
//! serial number, after every check of [`narrows_host::guard`], all drives or none.
//!
//! Not here: the checks themselves, the writing itself.

pub mod flush;
pub mod precondition;
mod rehearse;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_engine::{Kept, NewFile, ScratchPlan, Target, TargetResult, UNIT};
use narrows_host::{guard, identity};
use narrows_messages::Message;
use narrows_record::run::PlaceKind;
use narrows_topology::{Id, Topology};
use narrows_units::{Bytes, Nanos};
use narrows_workload::Workload;

pub use self::rehearse::show as rehearse;
use crate::failure::{Exit, Failure};
use crate::measuring::rounds::Round;
use crate::measuring::targets::named::{Kind, Named};
use crate::measuring::targets::{self, Prepared, TargetLocation};
use crate::output::Output;
use crate::progress::Progress;
pub use crate::writes::Writes;

impl Writes {
    /// How many in a hundred requests read where nobody says: who asks for a file to keep or a drive
    /// to overwrite wants to write.
    pub fn read_percent(&self) -> u8 {
        if self.write || self.raw_write || self.keep.is_some() { 0 } else { 100 }
    }

    /// The new file as the only target, if one is to be kept.
    pub fn kept(&self) -> Option<Named> {
        let path = self.keep.as_ref()?;
        let name = path.display().to_string();
        Some(Named { id: Id::new(&name), calls: vec![name], kind: Kind::File(path.clone()) })
    }

    /// How scratch files are made for these rounds: a named size is made exactly, and what nobody
    /// reads is only reserved.
    pub fn plan(&self, rounds: &[Round]) -> ScratchPlan {
        let usual = ScratchPlan::default();
        let fill = rounds.iter().flat_map(|round| &round.parts).any(|part| reads(&part.workload));
        let plan = ScratchPlan { fill: fill || self.verify, ..usual };
        match self.scratch_size {
            Some(wanted) => ScratchPlan { wanted, named: true, time_max: time_for(wanted), ..plan },
            None => plan,
        }
    }

    /// Refuses what makes no sense or would be refused later, before anything is made.
    pub fn check(&self, rounds: &[Round], places: &[(Id, TargetLocation)]) -> Result<(), Failure> {
        let parts = || rounds.iter().flat_map(|round| &round.parts);
        let odd = |workload: &Workload| !workload.block.get().is_multiple_of(UNIT as u64);
        if (self.verify || self.keep.is_some()) && parts().any(|part| odd(&part.workload)) {
            return Err(Failure::usage(Message::new("writes-blocks")));
        }
        if self.precondition && !parts().any(|part| writes(&part.workload)) {
            return Err(Failure::usage(Message::new("writes-nothing-written")));
        }
        let place = |id: &Id| places.iter().find(|(known, _)| known == id).map(|(_, place)| place);
        for part in parts().filter(|part| writes(&part.workload)) {
            let why = match place(&part.drive) {
                Some(TargetLocation::Nop) if self.raw_write => "writes-raw-not-drive",
                Some(TargetLocation::Raw(_) | TargetLocation::File(_)) if self.opens_itself() => {
                    continue;
                }
                Some(TargetLocation::Raw(_) | TargetLocation::File(_) | TargetLocation::Nop) => {
                    "writes-not-written"
                }
                Some(TargetLocation::Scratch(..)) | None => continue,
            };
            return Err(Failure::usage(Message::new(why).with("target", &part.drive)));
        }
        Ok(())
    }

    /// Its targets are drives to overwrite or a file to keep.
    fn opens_itself(&self) -> bool {
        self.raw_write || self.keep.is_some()
    }

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
        for (id, target) in self.open_raw(&places, output)? {
            opened.prepared.push(targets::surrounded(topology, &id, PlaceKind::Raw, target));
        }
        Ok(opened)
    }

    fn plan_to_keep(&self) -> ScratchPlan {
        ScratchPlan { fill: true, ..self.plan(&[]) }
    }

    fn open_raw(
        &self,
        places: &[(Id, TargetLocation)],
        output: &Output,
    ) -> Result<Vec<(Id, Target)>, Failure> {
        let (mut permits, mut refusals) = (Vec::new(), Vec::new());
        for (id, place) in places {
            match guard::permit(&device(id, place), &self.serial) {
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

/// What was opened here.
#[derive(Default)]
pub struct Opened {
    pub prepared: Vec<Prepared>,
    /// Places that are opened in the usual way.
    pub others: Vec<(Id, TargetLocation)>,
    /// The file that stays, for [`settle`].
    pub kept: Option<(PathBuf, Kept)>,
}

/// How long laying out a file of a named size may take before the drive is given up: a plan gives it
/// four times its time, which makes 10 MB a second.
fn time_for(size: Bytes) -> Nanos {
    Nanos::secs(10.0 + size.as_f64() / 40e6)
}

/// How long the last flush of a kept file may take.
const PATIENCE: Nanos = Nanos::millis(60_000);

/// Whether a workload writes at all.
pub fn writes(workload: &Workload) -> bool {
    workload.read_percent < 100
}

fn reads(workload: &Workload) -> bool {
    workload.read_percent > 0
}

/// The path of a place that is to be overwritten.
fn device(id: &Id, place: &TargetLocation) -> PathBuf {
    match place {
        TargetLocation::Raw(path) | TargetLocation::File(path) => path.clone(),
        TargetLocation::Scratch(..) | TargetLocation::Nop => Path::new("/dev").join(id.as_str()),
    }
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
    let failed = |what| match cancel.load(Ordering::Relaxed) {
        true => Failure { exit: Exit::Interrupted, what },
        false => Failure::new(what),
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

/// Said of a target that gave back something else than was written.
pub fn misread(drive: &Id, result: &TargetResult) -> Option<Message> {
    let checked = result.verified.as_ref()?;
    let (at, wrong) = checked.first?;
    let what = Message::new("writes-verified-wrong").with("target", drive);
    let what = what.with("wrong", checked.wrong).with("blocks", checked.blocks);
    Some(what.with("at", at).with("why", wrong.as_str()))
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

#[cfg(test)]
mod tests {
    use narrows_workload::profile;

    use super::*;

    fn round(workload: &str) -> [Round; 1] {
        let workload = profile(workload).unwrap();
        [Round::of("alone", &[Id::new("sda")], &workload, Nanos::millis(100))]
    }

    fn check(writes: &Writes, workload: &str, place: TargetLocation) -> Result<(), &'static str> {
        let places = [(Id::new("sda"), place)];
        writes.check(&round(workload), &places).map_err(|failure| failure.what.id())
    }

    fn raw() -> TargetLocation {
        TargetLocation::Raw("/dev/sda".into())
    }

    fn scratch() -> TargetLocation {
        TargetLocation::Scratch("/tmp".into(), 1)
    }

    #[test]
    fn nothing_is_written_that_nobody_asked_to_be() {
        let plain = Writes::default();
        assert_eq!(check(&plain, "seq-write-128k-q32", raw()), Err("writes-not-written"));
        let file = TargetLocation::File("/home/me/file".into());
        assert_eq!(check(&plain, "rand-write-4k-q1", file), Err("writes-not-written"));
        assert_eq!(
            check(&plain, "rand-write-4k-q1", TargetLocation::Nop),
            Err("writes-not-written")
        );
        assert_eq!(check(&plain, "seq-write-128k-q32", scratch()), Ok(()));
        assert_eq!(check(&plain, "seq-read-128k-q32", raw()), Ok(()));
        let raw_write = Writes { raw_write: true, ..Writes::default() };
        assert_eq!(check(&raw_write, "seq-write-128k-q32", raw()), Ok(()));
        assert_eq!(
            check(&raw_write, "rand-write-4k-q1", TargetLocation::Nop),
            Err("writes-raw-not-drive")
        );
    }

    #[test]
    fn what_is_verified_has_whole_blocks() {
        let verify = Writes { verify: true, ..Writes::default() };
        assert_eq!(check(&verify, "rand-read-512-q1", scratch()), Err("writes-blocks"));
        assert_eq!(check(&verify, "rand-read-8k-q1", scratch()), Ok(()));
        let precondition = Writes { precondition: true, ..Writes::default() };
        let refused = check(&precondition, "rand-read-8k-q1", scratch());
        assert_eq!(refused, Err("writes-nothing-written"));
    }

    #[test]
    fn what_nobody_reads_is_only_reserved() {
        let plain = Writes::default();
        assert!(plain.plan(&round("seq-read-128k-q32")).fill);
        assert!(!plain.plan(&round("seq-write-128k-q32")).fill);
        let verify = Writes { verify: true, ..Writes::default() };
        assert!(verify.plan(&round("seq-write-128k-q32")).fill);
        let named = Writes { scratch_size: Some(Bytes::gib(32)), ..Writes::default() };
        let plan = named.plan(&round("seq-read-128k-q32"));
        assert_eq!((plan.wanted, plan.named), (Bytes::gib(32), true));
        assert!(named.plan_to_keep().fill);
    }
}
