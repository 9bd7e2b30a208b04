//! Writing: requests of the command line, which targets are written, and the confirmations first.
//!
//! For: everything that `narrows measure` does before and after writes. Scratch files may always be
//! written; new files that are kept (`--keep`) too; a drive itself only with `--raw-write`.
//!
//! Not here: opening targets to keep or overwrite (`overwriting`), the writing itself.

pub mod flush;
pub mod precondition;

use narrows_engine::{ScratchPlan, TargetResult, UNIT};
use narrows_messages::Message;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_workload::Workload;

use crate::failure::{CommandFailure, Result};
use crate::measuring::rounds::RoundPlan;
use crate::measuring::targets::TargetLocation;
use crate::named::{NamedTarget, NamedTargetKind};
pub use crate::writes::WriteArgs;

impl WriteArgs {
    /// How many in a hundred requests read by default: who asks for a file to keep or a drive
    /// to overwrite wants to write.
    pub fn read_percent(&self) -> u8 {
        if self.write || self.raw_write || self.keep.is_some() { 0 } else { 100 }
    }

    /// The new file as the only target, if one is to be kept.
    pub fn kept(&self) -> Option<NamedTarget> {
        let path = self.keep.as_ref()?;
        let name = path.display().to_string();
        Some(NamedTarget {
            id: Id::new(&name),
            calls: vec![name],
            kind: NamedTargetKind::File(path.clone()),
        })
    }

    /// Scratch files for these rounds: a given size exactly; unread ones are only reserved.
    pub fn plan(&self, rounds: &[RoundPlan]) -> ScratchPlan {
        let usual = ScratchPlan::default();
        let fill =
            rounds.iter().flat_map(|round| &round.parts).any(|part| part.workload.read_percent > 0);
        let plan = ScratchPlan { fill: fill || self.verify, ..usual };
        match self.scratch_size {
            Some(wanted) => ScratchPlan {
                wanted,
                named: true,
                time_max: Nanos::secs(10.0 + wanted.as_f64() / 40e6),
                ..plan
            },
            None => plan,
        }
    }

    /// Refuses nonsense, and requests that would be refused later, before anything is made.
    pub fn check(&self, rounds: &[RoundPlan], places: &[(Id, TargetLocation)]) -> Result<()> {
        let parts = || rounds.iter().flat_map(|round| &round.parts);
        let odd = |workload: &Workload| !workload.block.get().is_multiple_of(UNIT as u64);
        if (self.verify || self.keep.is_some()) && parts().any(|part| odd(&part.workload)) {
            return Err(CommandFailure::usage(Message::new("writes-blocks")));
        }
        if self.precondition && !parts().any(|part| writes(&part.workload)) {
            return Err(CommandFailure::usage(Message::new("writes-nothing-written")));
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
            return Err(CommandFailure::usage(Message::new(why).with("target", &part.drive)));
        }
        Ok(())
    }

    /// Its targets are drives to overwrite or a file to keep.
    pub(super) fn opens_itself(&self) -> bool {
        self.raw_write || self.keep.is_some()
    }

    pub(super) fn plan_to_keep(&self) -> ScratchPlan {
        ScratchPlan { fill: true, ..self.plan(&[]) }
    }
}

pub fn writes(workload: &Workload) -> bool {
    workload.read_percent < 100
}

/// Remark on a target that returned data other than that written.
pub fn misread(drive: &Id, result: &TargetResult) -> Option<Message> {
    let checked = result.verified.as_ref()?;
    let (at, wrong) = checked.first?;
    let what = Message::new("writes-verified-wrong").with("target", drive);
    let what = what.with("wrong", checked.wrong).with("blocks", checked.blocks);
    Some(what.with("at", at).with("why", wrong.as_str()))
}

#[cfg(test)]
mod tests {
    use narrows_units::Bytes;
    use narrows_workload::profile;

    use super::*;

    fn round(workload: &str) -> [RoundPlan; 1] {
        let workload = profile(workload).unwrap();
        [RoundPlan::of("alone", &[Id::new("sda")], &workload, Nanos::millis(100))]
    }

    fn check(
        writes: &WriteArgs,
        workload: &str,
        place: TargetLocation,
    ) -> Result<(), &'static str> {
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
        let plain = WriteArgs::default();
        assert_eq!(check(&plain, "seq-write-128k-q32", raw()), Err("writes-not-written"));
        let file = TargetLocation::File("/home/me/file".into());
        assert_eq!(check(&plain, "rand-write-4k-q1", file), Err("writes-not-written"));
        assert_eq!(
            check(&plain, "rand-write-4k-q1", TargetLocation::Nop),
            Err("writes-not-written")
        );
        assert_eq!(check(&plain, "seq-write-128k-q32", scratch()), Ok(()));
        assert_eq!(check(&plain, "seq-read-128k-q32", raw()), Ok(()));
        let raw_write = WriteArgs { raw_write: true, ..WriteArgs::default() };
        assert_eq!(check(&raw_write, "seq-write-128k-q32", raw()), Ok(()));
        assert_eq!(
            check(&raw_write, "rand-write-4k-q1", TargetLocation::Nop),
            Err("writes-raw-not-drive")
        );
    }

    #[test]
    fn what_is_verified_has_whole_blocks() {
        let verify = WriteArgs { verify: true, ..WriteArgs::default() };
        assert_eq!(check(&verify, "rand-read-512-q1", scratch()), Err("writes-blocks"));
        assert_eq!(check(&verify, "rand-read-8k-q1", scratch()), Ok(()));
        let precondition = WriteArgs { precondition: true, ..WriteArgs::default() };
        let refused = check(&precondition, "rand-read-8k-q1", scratch());
        assert_eq!(refused, Err("writes-nothing-written"));
    }

    #[test]
    fn what_nobody_reads_is_only_reserved() {
        let plain = WriteArgs::default();
        assert!(plain.plan(&round("seq-read-128k-q32")).fill);
        assert!(!plain.plan(&round("seq-write-128k-q32")).fill);
        let verify = WriteArgs { verify: true, ..WriteArgs::default() };
        assert!(verify.plan(&round("seq-write-128k-q32")).fill);
        let named = WriteArgs { scratch_size: Some(Bytes::gib(32)), ..WriteArgs::default() };
        let plan = named.plan(&round("seq-read-128k-q32"));
        assert_eq!((plan.wanted, plan.named), (Bytes::gib(32), true));
        assert!(named.plan_to_keep().fill);
    }
}
