//! Predicted rates of the drives, alone and together.

mod arrays;
mod beyond;
mod calibrate;
mod doubts;
pub mod measured;
mod more;
mod sets;
mod sweep;
pub mod values;

use std::collections::{BTreeMap, BTreeSet};

use crate::advice;
use narrows_messages::{DocumentText, Message};
use narrows_model::Machine;
use narrows_plan::evaluate::Late;
use narrows_record::predict::{NO_RATE, PredictDocument, Prediction};
use narrows_record::run::RunFinding;
use narrows_record::see::{DocumentNote, SeeDocument, links_shown_by};
use narrows_record::{schema, word};
use narrows_topology::Id;
use narrows_topology::build::PLACES_UNKNOWN;
use narrows_topology::evidence::DriveTransport;
use narrows_workload::{Workload, default_profiles, profile};

use self::measured::MeasuredArgument;
use self::more::KnownInventory;
use self::values::ParameterSweep;
use crate::answer::asks::{self, MOST_ALONE, Outcomes, SetWorkloads};
use crate::answer::failure::AnswerFailure;
use crate::answer::inventory;
use crate::answer::predictions::{PredictionResults, results};
use crate::answer::source::SourceMachine;

pub use self::calibrate::with_run;

/// More names than that hide the sentence.
const MOST_NAMED: usize = 8;

#[derive(Default)]
pub struct PredictionRequest {
    /// The workloads; by default the machine file's, else those of runs, else the usual ones.
    pub workloads: Option<Vec<Workload>>,
    /// Sets of drives that run together, `drive,drive`; if empty, the usual ones.
    pub together: Vec<String>,
    /// Upgrades of every set.
    pub upgrades: bool,
    /// Everyday jobs also for sets and upgrades.
    pub meaning: bool,
    pub sweeps: Vec<ParameterSweep>,
    /// The drive or array that sweeps are of.
    pub of: Option<String>,
    /// Arrays that do not exist yet, `raid0:64K=drive,drive`.
    pub arrays: Vec<String>,
    pub measured: Vec<MeasuredArgument>,
    pub scope: DocumentScope,
}

/// How much of the document whoever asks makes use of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocumentScope {
    #[default]
    Whole,
    /// What a picture shows, for answers while something is dragged: rates, and upgrades of its workload.
    /// Everyday jobs and all other upgrades take many times as long as these.
    Drawn,
}

impl PredictionRequest {
    /// Whether it names no drive and requests no more than rates, so that equal drives may be reported
    /// together.
    pub fn is_foldable(&self) -> bool {
        let Self { together, upgrades, meaning, sweeps, of, arrays, measured, .. } = self;
        let names_none = together.is_empty() && arrays.is_empty() && of.is_none();
        names_none && sweeps.is_empty() && measured.is_empty() && !upgrades && !meaning
    }
}

/// The document for this machine with the requested arrays.
///
/// # Errors
/// What is asked names what the machine does not have, or what cannot be.
pub fn answer(
    request: &PredictionRequest,
    seen: &mut SourceMachine,
) -> Result<PredictDocument, AnswerFailure> {
    let arrays = arrays::add(&request.arrays, seen)?;
    let of_runs = measured::workloads(&request.measured);
    let of_runs = (seen.workloads.is_empty() && !of_runs.is_empty()).then_some(of_runs);
    let workloads = request.workloads.as_deref().or(of_runs.as_deref());
    let (asks, unknown) = known(seen, asks(request, (seen, &arrays), workloads)?);
    let room = KnownInventory::of(seen);
    let document = document(request, (seen, &room), &asks);
    let findings = unknown.into_iter().chain(document.findings).collect();
    let templates = asks::templates(&seen.workloads, workloads);
    let of = request.of.as_deref();
    let sweeps = sweep::run(&request.sweeps, of, (seen, &room), &templates)?;
    let measured = measured::shortfalls(&request.measured, seen, &asks)?;
    Ok(PredictDocument { sweeps, measured, findings, ..document })
}

/// The planner's advice on the drives' locations, if any are known; `late` reports whether its time is
/// over.
pub fn advice_in_words(seen: &SourceMachine, late: impl FnOnce() -> Late) -> Option<DocumentText> {
    let inventory = inventory::places(seen)?;
    advice::in_words(&inventory, late())
}

fn document(
    request: &PredictionRequest,
    (seen, room): (&SourceMachine, &KnownInventory),
    asks: &[SetWorkloads],
) -> PredictDocument {
    let machine = &seen.machine;
    let PredictionResults { results, totals, outcomes } =
        results(machine, asks, |ask| sets::repeated(machine, ask));
    let sums = SummableRates::of(seen);
    let chosen = beyond::PredictionScope {
        every: request.upgrades,
        in_full: request.meaning,
        is_drawn: request.scope == DocumentScope::Drawn,
    };
    PredictDocument {
        schema: schema::PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        machine: SeeDocument::of(&machine.topology, &seen.name)
            .with_own_rates(machine)
            .folded(machine),
        upgrades: beyond::upgrades((machine, room), asks, chosen),
        meanings: beyond::meanings((machine, room), chosen, |targets| sums.has_all(targets)),
        sweeps: Vec::new(),
        measured: Vec::new(),
        totals,
        findings: beyond::findings(machine, asks),
        notes: notes(machine, asks, &outcomes, &results),
        sets: sets::large(machine, asks),
        results,
    }
}

/// The workloads of these names; `None` if no name is given.
///
/// # Errors
/// There is no such workload.
pub fn workloads(names: &[String]) -> Result<Option<Vec<Workload>>, AnswerFailure> {
    let find = |name: &String| {
        profile(name).ok_or_else(|| {
            AnswerFailure::usage(Message::new("cli-no-such-workload").with("name", name))
        })
    };
    let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    Ok((!found.is_empty()).then_some(found))
}

/// Workloads to predict: the named ones, else the machine file's, else the usual.
fn asks(
    request: &PredictionRequest,
    (seen, arrays): (&SourceMachine, &[Id]),
    workloads: Option<&[Workload]>,
) -> Result<Vec<SetWorkloads>, AnswerFailure> {
    let chosen = sets::chosen(seen, &request.together)?;
    let of_file = workloads.is_none() && !seen.workloads.is_empty();
    let mut asks = match (of_file, workloads) {
        (true, _) => asks::of_jobs(&seen.machine, &seen.workloads, &chosen),
        (false, Some(workloads)) => asks::of_workloads(&seen.machine, workloads, &chosen),
        (false, None) => asks::of_workloads(&seen.machine, &default_profiles(), &chosen),
    };
    if of_file && chosen.is_empty() {
        asks.extend(asks::of_arrays(&seen.workloads, arrays));
    }
    sets::tell_apart(&mut asks);
    Ok(asks)
}

/// The workloads without targets that have no bound, and sentences on these.
fn known(seen: &SourceMachine, asks: Vec<SetWorkloads>) -> (Vec<SetWorkloads>, Vec<RunFinding>) {
    let machine = &seen.machine;
    let targets: BTreeSet<Id> =
        asks.iter().flat_map(|ask| asks::firsts(machine, &ask.together)).cloned().collect();
    let topology = &machine.topology;
    let is_guest = topology.host.hypervisor.is_some();
    let is_virtual = |id: &&Id| {
        let drive = topology.drives.get(*id);
        is_guest || drive.is_some_and(|it| it.transport == Some(DriveTransport::Virtio))
    };
    let unknown = targets.iter().filter(|id| !machine.is_bounded(id));
    let (guests, unknown): (Vec<&Id>, Vec<&Id>) = unknown.partition(is_virtual);
    let sums = SummableRates::of(seen);
    let adds = |ask: &SetWorkloads| sums.has_all(&ask.together);
    let unsummed: Vec<&Id> = targets
        .iter()
        .filter(|id| machine.is_bounded(id) && !sums.has_all(std::slice::from_ref(id)))
        .collect();
    let asks = asks.into_iter().filter_map(|ask| ask.bounded(machine)).filter(adds).collect();
    let mut findings = Vec::new();
    // A machine file says itself that it has none.
    if targets.is_empty() && seen.evidence.is_some() {
        let id = if is_guest { "predict-no-drive-virtual" } else { "predict-no-drive" };
        findings.push(without_rate(id, &[]));
    }
    let without =
        [(NO_RATE, unknown), ("predict-no-rate-virtual", guests), ("predict-no-sum", unsummed)];
    for (id, drives) in without {
        if !drives.is_empty() {
            findings.push(without_rate(id, &drives));
        }
    }
    (asks, findings)
}

/// Which rates of several drives can be added up. Links that are not seen may be shared, or carry less than the
/// drives.
struct SummableRates<'a> {
    arrays: BTreeMap<&'a str, &'a [Id]>,
    unlinked: BTreeSet<String>,
}

impl<'a> SummableRates<'a> {
    fn of(seen: &'a SourceMachine) -> Self {
        let topology = &seen.machine.topology;
        // A machine file states what its arrays are made of, and a link only where one matters.
        let arrays = topology.arrays.iter().filter(|_| seen.evidence.is_some());
        let arrays = arrays.map(|(id, array)| (id.as_str(), array.drives.as_slice())).collect();
        let document = SeeDocument::of(topology, &seen.name);
        let unlinked = document.without_links().map(|drive| drive.id.clone()).collect();
        Self { arrays, unlinked }
    }

    /// Whether the targets come down to one drive, or to several with links.
    fn has_all(&self, targets: &[Id]) -> bool {
        let mut drives = BTreeSet::new();
        for id in targets {
            match self.arrays.get(id.as_str()) {
                Some(members) => drives.extend(*members),
                None => drives.extend([id]),
            }
        }
        drives.len() < 2 || !drives.iter().any(|id| self.unlinked.contains(id.as_str()))
    }
}

fn without_rate(id: &'static str, drives: &[&Id]) -> RunFinding {
    let named: Vec<&str> = drives.iter().take(MOST_NAMED).map(|id| id.as_str()).collect();
    let text = Message::new(id)
        .with("drives", named.join(", "))
        .count("more", drives.len().saturating_sub(MOST_NAMED));
    let text = match id {
        NO_RATE | "predict-no-sum" => {
            text.with("how", links_shown_by(drives.iter().map(|id| id.as_str())))
        }
        _ => text,
    };
    let targets = drives.iter().map(ToString::to_string).collect();
    // One id for all of these sentences.
    RunFinding { id: NO_RATE.to_owned(), targets, text: DocumentText::from(text), limit: None }
}

fn notes(
    machine: &Machine,
    asks: &[SetWorkloads],
    outcomes: &[Outcomes],
    results: &[Prediction],
) -> Vec<DocumentNote> {
    let mut notes = silent(machine, asks, results);
    notes.extend(doubts::of(machine, outcomes, results));
    let is_told = machine.topology.notes.iter().any(|note| note.text.id() == PLACES_UNKNOWN);
    if !machine.topology.shows_places() && !is_told {
        notes.push(DocumentNote::of(None, &Message::new(PLACES_UNKNOWN)));
    }
    if !machine.equal.is_empty() {
        let text = Message::new("predict-folded").count("drives", machine.drive_count());
        notes.push(DocumentNote::of(None, &text));
    }
    let drives = machine.topology.drives.len() - machine.equal.len();
    if drives > MOST_ALONE && asks.iter().any(|ask| ask.set == word::TargetSet::Alone) {
        let text = Message::new("predict-first-alone").with("most", MOST_ALONE);
        notes.push(DocumentNote::of(None, &text.count("drives", drives)));
    }
    notes
}

/// A remark for each drive of which nothing is known that could limit it.
fn silent(machine: &Machine, asks: &[SetWorkloads], results: &[Prediction]) -> Vec<DocumentNote> {
    let texts: BTreeSet<&str> = results.iter().map(|result| result.target.as_str()).collect();
    let asked: BTreeSet<&Id> =
        asks.iter().flat_map(|ask| asks::firsts(machine, &ask.together)).collect();
    let note = |id: &Id| {
        let text = Message::new("cli-nothing-to-predict").with("drive", id);
        DocumentNote::of(Some(id), &text)
    };
    let silent = asked.into_iter().filter(|id| !texts.contains(id.as_str()));
    silent.map(note).collect()
}
