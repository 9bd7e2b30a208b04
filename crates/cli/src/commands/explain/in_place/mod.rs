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
use narrows_report::page;
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
use crate::measuring::rounds::How;
use crate::measuring::targets::LeftOut;
use crate::measuring::{self, duration};
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
        let (output, seen) = (self.output, self.seen);
        let mut how = backend.how();
        let rounds = self.rounds(&array, &how).rounds;
        how.slot = measuring::slot(&how, &rounds);
        let mut run = measuring::document(seen, backend);
        let id = Id::new(&array.id);
        run.notes.extend(left_out.iter().map(|it| measuring::note(&it.drive, &it.why)));
        run.notes.extend(remarks.iter().map(|what| measuring::note(&id, what)));
        run.partial = !left_out.is_empty();
        run.array = Some(array);
        run.predictions = measuring::predicted(&seen.machine, &rounds);
        let known = measuring::Known::of(&run.machine, &run.predictions);
        let means = (backend, &how);
        let came = measuring::run_rounds(&rounds, means, known, self.cancel, output);
        let samples = came.into_document(&mut run);
        let keeping = measuring::keep(&mut run, &samples, seen, !self.args.no_report, output);
        measuring::finish(&mut run, seen, self.cancel);
        let page = document::of(&run, vec![run.id.clone()]);
        let shown = output.result(&page, || page::explain(&page, &output.localizer));
        let kept = keeping.whole(&run, &samples, output);
        shown?;
        Ok(measuring::exit(&run, self.cancel).max(kept).max(document::exit(&page)))
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
