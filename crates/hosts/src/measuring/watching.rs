//! A job that a rank watches in the background, while it goes on answering.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use narrows::failure::Result;
use narrows::measuring::job::{
    JobWatcher, StopCondition, WatchRequest, WatchedJob, concluded, document,
};
use narrows::output::CliOutput;
use narrows::run_directory;
use narrows_record::hosts::exchange::RankReply;
use narrows_record::see::SeeDocument;
use narrows_record::watch::{WatchRecord, WatchSecond};
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;

use super::load::sleep_until;

/// Subject and options of a watch, from a rank's command line.
#[derive(Clone, Debug, Default)]
pub struct WatchPlan {
    pub wanted: WatchRequest,
    pub lasts: Option<Nanos>,
    pub is_traced: bool,
    /// Each host keeps its own run.
    pub is_kept: bool,
}

pub struct Background {
    described: WatchRecord,
    /// The id of this host's own run, and when it began.
    named: (String, String),
    state: Arc<Mutex<WatchState>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// This many of the latest seconds are handed over at the end.
    keep: usize,
}

#[derive(Default)]
struct WatchState {
    seconds: Vec<WatchSecond>,
    handed: usize,
    ended: Option<WatchRecord>,
}

fn locked(state: &Mutex<WatchState>) -> std::sync::MutexGuard<'_, WatchState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Background {
    /// Gets ready, waits for the common start, and begins; `None` if that is called off.
    pub fn begin(
        (plan, source): (&WatchPlan, &SourceMachine),
        keep: u32,
        cancel: &Arc<AtomicBool>,
        start: &mut dyn FnMut() -> Option<Nanos>,
        output: &CliOutput,
    ) -> Result<Option<Self>> {
        let watching = JobWatcher::new(source, plan.is_traced);
        let Some(at) = start() else { return Ok(None) };
        if !sleep_until(at, cancel) {
            return Ok(None);
        }
        let named = run_directory::name_run();
        let job = WatchedJob::begin(&plan.wanted, output)?;
        let described = job.described();
        let (state, stop) = <(Arc<Mutex<WatchState>>, Arc<AtomicBool>)>::default();
        let (shared, stopped) = (Arc::clone(&state), Arc::clone(&stop));
        let (lasts, cancel) = (plan.lasts, Arc::clone(cancel));
        let thread = std::thread::spawn(move || {
            let is_over = || stopped.load(Ordering::Relaxed) || cancel.load(Ordering::Relaxed);
            let until = StopCondition { lasts, interrupted: &is_over };
            let watch = watching.watch(job, &until, &mut |second, _| {
                locked(&shared).seconds.push(second.clone());
            });
            locked(&shared).ended = Some(watch);
        });
        let keep = keep as usize;
        Ok(Some(Self { described, named, state, stop, thread: Some(thread), keep }))
    }

    /// Returns observations since the last call; once ended, all that is handed over.
    pub fn hand_over(&mut self, stop: bool) -> RankReply {
        if stop {
            self.end();
        }
        // Not before `end`, which waits for a thread that needs the lock for its result.
        let mut state = locked(&self.state);
        let (watch, ended) = match &state.ended {
            Some(watch) => (last(watch, self.keep), true),
            None => {
                let so_far = concluded(&self.described, state.seconds.clone());
                // A thread that ended without a result has panicked.
                let ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
                let new = so_far.seconds.len() - if ended { 0 } else { state.handed };
                (last(&so_far, new.min(self.keep)), ended)
            }
        };
        state.handed = state.seconds.len();
        RankReply::Watched { watch: Box::new(watch), ended }
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A thread that panicked has reported it itself, and has no more to hand over.
        let _ = self.thread.take().map(JoinHandle::join);
    }

    /// Keeps all of it as this host's own run.
    pub fn keep(mut self, rank: u32, source: &SourceMachine, output: &CliOutput) -> Result<()> {
        self.end();
        let Some(watch) = locked(&self.state).ended.take() else { return Ok(()) };
        if watch.seconds.is_empty() {
            return Ok(());
        }
        let see = SeeDocument::of(&source.machine.topology, &source.name);
        let (id, started) = self.named;
        let mut run = document(see, watch);
        // Ranks that share a home folder end in the same second.
        (run.id, run.started) = (format!("{id}-{rank}"), started);
        run_directory::keep(&mut run, &[], source, output).map(drop)
    }
}

/// The same with its last seconds only.
fn last(watch: &WatchRecord, seconds: usize) -> WatchRecord {
    let from = watch.seconds.len().saturating_sub(seconds);
    let mut cut = watch.clone();
    cut.seconds.drain(..from);
    cut
}

/// The options that must agree on all hosts, as one text.
pub fn options(plan: &WatchPlan) -> String {
    let what = match &plan.wanted {
        WatchRequest::Machine => "watch the machine".to_owned(),
        WatchRequest::Command(words) => format!("watch -- {}", words.join(" ")),
        WatchRequest::Process(pid) => format!("watch process {pid}"),
        WatchRequest::Named(name) => format!("watch processes called {name}"),
    };
    match plan.lasts {
        Some(lasts) => format!("{what} for {} s", lasts.as_secs()),
        None => what,
    }
}
