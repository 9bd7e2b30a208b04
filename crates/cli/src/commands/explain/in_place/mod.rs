//! `narrows explain ARRAY`: an existing array, measured in place and compared with its members: the cost of its
//! layer, the member that holds it up. Only reads.
//!
//! Not here: conclusions from the figures (`narrows_verdict::in_place`), the fitness of its
//! settings (`narrows build --explain`).

#[cfg(target_os = "linux")]
mod located_array;
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
use narrows_record::rounds::RoundTargetLocation;
use narrows_record::run::RunDocument;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;
use narrows_workload::Workload;

#[cfg(target_os = "linux")]
use self::on_drives as here;
#[cfg(windows)]
use self::on_windows as here;
use super::document;
use crate::args::explain::ExplainArgs;
use crate::failure::{ProgramExit, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{RoundPlan, RoundSettings};
use crate::measuring::targets::LeftOut;
use crate::measuring::{self, Campaign, CampaignContext, NextRounds, duration};
use crate::output::CliOutput;

/// Explains the named array; `None` if the name is not an array.
pub fn run(
    args: &ExplainArgs,
    source: &SourceMachine,
    workload: &Workload,
    cancel: &Arc<AtomicBool>,
    output: &CliOutput,
) -> Option<Result<ProgramExit>> {
    let [name] = args.targets.as_slice() else { return None };
    let request = InPlaceRequest { args, source, workload, cancel, output };
    if args.on.is_given() {
        return on_virtual::array(source, name).map(|array| on_virtual::run(&request, array));
    }
    here::array(&request, name)
}

/// The passes over an array and its members.
struct InPlaceCampaign(Option<Vec<RoundPlan>>);

impl Campaign for InPlaceCampaign {
    fn next(&mut self, _: &CampaignContext<'_, '_>, _: &mut RunDocument) -> Option<NextRounds> {
        self.0.take().map(|rounds| NextRounds { rounds, after: Nanos::ZERO })
    }

    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        document::show(run, vec![run.id.clone()], output)
    }
}

struct InPlaceRequest<'a> {
    args: &'a ExplainArgs,
    source: &'a SourceMachine,
    workload: &'a Workload,
    cancel: &'a Arc<AtomicBool>,
    output: &'a CliOutput,
}

impl InPlaceRequest<'_> {
    fn rounds(&self, array: &ArrayInPlace, how: &RoundSettings) -> rounds::ArrayPasses {
        let is_chosen = self.args.workload.is_some();
        let deep =
            Some(rounds::deep()).filter(|_| !is_chosen && !rounds::fills(self.workload, array));
        rounds::ArrayPasses::of(self.args, array, deep.as_ref().unwrap_or(self.workload), how.ramp)
    }

    fn measure(
        &self,
        array: ArrayInPlace,
        backend: &Backend<'_>,
        left_out: &[LeftOut],
        remarks: &[Message],
    ) -> Result<ProgramExit> {
        let how = backend.how();
        let rounds = self.rounds(&array, &how).rounds;
        let stage = CampaignContext {
            source: self.source,
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
        stage.run(&mut InPlaceCampaign(Some(rounds)), run)
    }

    fn announce(&self, array: &ArrayInPlace, how: &RoundSettings) {
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

    fn rehearse(
        &self,
        array: &ArrayInPlace,
        how: &RoundSettings,
        locations: Vec<RoundTargetLocation>,
    ) -> Result<ProgramExit> {
        let rounds = self.rounds(array, how).rounds;
        measuring::show_rounds(how, (&rounds, None), locations, &[], self.output)?;
        Ok(ProgramExit::Ok)
    }
}
