//! The measuring of an experiment: the same targets under the same workloads, again and again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_messages::Message;
use narrows_record::experiment::{ExperimentParameters, Phase, Round};
use narrows_record::see::Note;
use narrows_record::word::Set;
use narrows_topology::Id;
use narrows_units::Nanos;
use narrows_verdict::answer::source::Seen;
use narrows_workload::{Workload, default_profiles, profile};

use crate::args::experiment::How;
use crate::failure::Failure;
use crate::measuring;
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{self, Part};
use crate::measuring::targets::{self, LeftOut};
use crate::output::Output;

/// Everything opened, so that nothing but the change differs between rounds.
pub struct Bench<'a> {
    backend: Backend<'a>,
    workloads: Vec<Workload>,
    time: Nanos,
    cancel: Arc<AtomicBool>,
}

/// What came of some rounds.
#[derive(Default)]
pub struct Came {
    pub rounds: Vec<Round>,
    pub notes: Vec<Note>,
    pub partial: bool,
}

/// What is to be measured, as the document has it.
pub fn asked(how: &How, own: &[String]) -> ExperimentParameters {
    let targets = if how.target.is_empty() { own } else { how.target.as_slice() };
    let first = || default_profiles().into_iter().take(1).map(|workload| workload.name).collect();
    let workloads = if how.workload.is_empty() { first() } else { how.workload.clone() };
    ExperimentParameters {
        targets: targets.to_vec(),
        raw: how.raw,
        workloads,
        cycles: how.cycles,
        repeat: how.repeat,
        time_s: how.time.as_secs(),
    }
}

/// The workloads of these names.
///
/// An experiment only reads: a drive that is written to does not stay the same from round to round.
pub fn workloads(asked: &ExperimentParameters) -> Result<Vec<Workload>, Failure> {
    let find = |name: &String| {
        let reads = profile(name).filter(|workload| workload.read_percent == 100);
        reads.ok_or_else(|| {
            Failure::usage(Message::new("experiment-no-workload").with("name", name))
        })
    };
    asked.workloads.iter().map(find).collect()
}

impl<'a> Bench<'a> {
    pub fn open(
        asked: &ExperimentParameters,
        seen: &'a Seen,
        cancel: &Arc<AtomicBool>,
        output: &Output,
    ) -> Result<(Self, Vec<Note>), Failure> {
        let (prepared, left_out) =
            targets::open_named(&asked.targets, asked.raw, seen, cancel, output)?;
        Self::on((Backend::Real(prepared), left_out), asked, cancel)
    }

    /// On what is open already.
    pub fn on(
        (backend, left_out): (Backend<'a>, Vec<LeftOut>),
        asked: &ExperimentParameters,
        cancel: &Arc<AtomicBool>,
    ) -> Result<(Self, Vec<Note>), Failure> {
        let workloads = workloads(asked)?;
        let note = |left: &LeftOut| Note::of(Some(&left.drive), &left.why);
        let notes = left_out.iter().map(note).collect();
        if backend.is_empty() && !cancel.load(Ordering::Relaxed) {
            let why = left_out.into_iter().next().map(|left| left.why);
            return Err(Failure::new(why.unwrap_or_else(|| Message::new("cli-no-drives"))));
        }
        let time = Nanos::secs(asked.time_s);
        Ok((Self { backend, workloads, time, cancel: Arc::clone(cancel) }, notes))
    }

    /// One round of each target under each workload, each alone.
    pub fn once(&self, phase: Phase, cycle: u32, repeat: u32, output: &Output) -> Came {
        let rounds: Vec<rounds::Round> = self
            .workloads
            .iter()
            .flat_map(|workload| {
                self.backend.targets().into_iter().map(move |drive| (workload, drive))
            })
            .map(|(workload, drive)| self.round(workload, &drive, repeat))
            .collect();
        let how = self.backend.how();
        let (means, known) = ((&self.backend, &how), measuring::Known::default());
        let came = measuring::run_rounds(&rounds, means, known, &self.cancel, output);
        let round = |result| Round { phase, cycle, result };
        Came {
            rounds: came.results.into_iter().map(round).collect(),
            notes: came.notes,
            partial: came.partial,
        }
    }

    fn round(&self, workload: &Workload, drive: &Id, repeat: u32) -> rounds::Round {
        let parts = vec![Part::new(drive.clone(), workload.clone())];
        rounds::Round { set: Set::Alone, parts, time: self.time, repeat, amount: None }
    }

    pub fn backend(&self) -> &Backend<'a> {
        &self.backend
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// How long all rounds of a phase take.
    pub fn phase_time(&self, repeat: u32) -> Nanos {
        let each = self.backend.how().ramp + self.time;
        let rounds = self.workloads.len() * self.backend.targets().len() * repeat as usize;
        (0..rounds).fold(Nanos::ZERO, |sum, _| sum + each)
    }
}
