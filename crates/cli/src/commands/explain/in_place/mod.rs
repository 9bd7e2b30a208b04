//! `narrows explain ARRAY`: an array that is there already, measured in place beside its members: what its layer
//! costs, which member holds it up. Only reads.
//!
//! Not here: what follows from the figures (`narrows_verdict::in_place`), what its settings suit
//! (`narrows build --explain`).

#[cfg(target_os = "linux")]
mod found;
#[cfg(target_os = "linux")]
mod on_drives;
mod on_virtual;
#[cfg(windows)]
mod on_windows;
mod rounds;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use narrows_messages::Message;
use narrows_record::in_place::ArrayInPlace;
use narrows_record::rounds::Location;
use narrows_record::run::Run;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::Seen;
use narrows_workload::Workload;

#[cfg(target_os = "linux")]
use self::on_drives as here;
#[cfg(windows)]
use self::on_windows as here;
use super::document;
use crate::args::explain::Explain;
use crate::failure::{Exit, Failure};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{How, Round};
use crate::measuring::targets::LeftOut;
use crate::measuring::{self, Campaign, Next, Stage, duration};
use crate::output::Output;

/// Explains the array that is named; none where what is named is no array.
pub fn run(
    args: &Explain,
    seen: &Seen,
    workload: &Workload,
    cancel: &Arc<AtomicBool>,
    output: &Output,
) -> Option<Result<Exit, Failure>> {
    let [name] = args.targets.as_slice() else { return None };
    let asked = Asked { args, seen, workload, cancel, output };
    if args.on.is_given() {
        return on_virtual::array(seen, name).map(|array| on_virtual::run(&asked, array));
    }
    here::array(&asked, name)
}

/// The passes over an array and its members.
struct InPlace(Option<Vec<Round>>);

impl Campaign for InPlace {
    fn next(&mut self, _: &Stage<'_, '_>, _: &mut Run) -> Option<Next> {
        self.0.take().map(|rounds| Next { rounds, after: Nanos::ZERO })
    }

    fn show(&mut self, run: &Run, output: &Output) -> Result<Exit, Failure> {
        document::show(run, vec![run.id.clone()], output)
    }
}

/// What is asked, and what all of it needs.
struct Asked<'a> {
    args: &'a Explain,
    seen: &'a Seen,
    workload: &'a Workload,
    cancel: &'a Arc<AtomicBool>,
    output: &'a Output,
}

impl Asked<'_> {
    fn rounds(&self, array: &ArrayInPlace, how: &How) -> rounds::Passes {
        let is_chosen = self.args.workload.is_some();
        let deep =
            Some(rounds::deep()).filter(|_| !is_chosen && !rounds::fills(self.workload, array));
        rounds::Passes::of(self.args, array, deep.as_ref().unwrap_or(self.workload), how.ramp)
    }

    /// Measures, concludes, shows and keeps.
    fn measure(
        &self,
        array: ArrayInPlace,
        backend: &Backend<'_>,
        left_out: &[LeftOut],
        remarks: &[Message],
    ) -> Result<Exit, Failure> {
        let how = backend.how();
        let rounds = self.rounds(&array, &how).rounds;
        let stage = Stage {
            seen: self.seen,
            backend,
            how,
            left_out,
            is_named: true,
            keeps: !self.args.no_report,
            drawn: None,
            cancel: self.cancel,
            output: self.output,
        };
        let mut run = stage.document();
        let id = Id::new(&array.id);
        run.notes.extend(remarks.iter().map(|what| measuring::note(&id, what)));
        run.array = Some(array);
        stage.run(&mut InPlace(Some(rounds)), run)
    }

    /// How long the whole takes, before it begins.
    fn announce(&self, array: &ArrayInPlace, how: &How) {
        let passes = self.rounds(array, how);
        let time: Nanos = duration(how, &passes.rounds);
        let what = Message::new("in-place-will-take")
            .with("array", &array.id)
            .count("members", array.members.len())
            .count("passes", passes.passes)
            .with("rounds", passes.rounds.len() / passes.passes.max(1))
            .with("round", passes.round)
            .with("time", measuring::minutes(time));
        self.output.remark(&what);
    }

    /// `--dry-run`: all rounds.
    fn rehearse(
        &self,
        array: &ArrayInPlace,
        how: &How,
        locations: Vec<Location>,
    ) -> Result<Exit, Failure> {
        let rounds = self.rounds(array, how).rounds;
        measuring::show_rounds(how, (&rounds, None), locations, &[], self.output)?;
        Ok(Exit::Ok)
    }
}
