//! `narrows predict`: what the drives will do, each alone and all together.

mod asks;
mod beyond;
mod plan;
mod sweep;

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::predict::{Predict, Prediction};
use narrows_record::schema;
use narrows_record::see::{Note, See};
use narrows_report::svg;
use narrows_report::text::{self, Detail};
use narrows_topology::Id;
use narrows_workload::{Workload, default_profiles, profile};

use self::asks::Ask;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::{self, Output};
use crate::source::{self, Seen};

pub fn run(args: &args::Predict, output: &Output) -> Result<Exit, Failure> {
    let plans = args.sweep.iter().map(|text| plan::Plan::of(text));
    let plans = plans.collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
    let workloads = workloads(&args.workload)?;
    let seen = source::resolve(&args.source, output)?;
    let asks = asks(args, &seen, workloads.as_deref())?;
    let document = document(args, &seen, &asks, output);
    let templates = asks::templates(&seen.workloads, workloads.as_deref());
    let sweeps = sweep::run(&plans, args.of.as_deref(), &seen, &templates, output)?;
    if let Some(path) = &args.svg {
        output::write_file(path, svg::sweeps(&sweeps, &output.speaker).as_bytes())?;
    }
    let document = Predict { sweeps, ..document };
    let detail = Detail { upgrades: args.upgrades, meanings: args.meaning };
    output.result(&document, || {
        text::predict_in(&document, detail, &output.speaker, &output.style)
    })?;
    Ok(Exit::Ok)
}

fn document(args: &args::Predict, seen: &Seen, asks: &[Ask], output: &Output) -> Predict {
    let machine = &seen.machine;
    let results = results(machine, asks, output);
    let chosen = beyond::Chosen { every: args.upgrades, in_full: args.meaning };
    Predict {
        schema: schema::PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        machine: See::of(&machine.topology, &seen.name, &output.speaker),
        upgrades: beyond::upgrades(machine, asks, chosen, output),
        meanings: beyond::meanings(machine, chosen, output),
        sweeps: Vec::new(),
        findings: beyond::findings(machine, asks, output),
        notes: silent(asks, &results, output),
        results,
    }
}

/// Each result names all drives of its set, so that the document grows by their square.
const SET_MAX: usize = 1024;

/// The ones of the command line; none where it names none.
fn workloads(names: &[String]) -> Result<Option<Vec<Workload>>, Failure> {
    let find = |name: &String| {
        profile(name)
            .ok_or_else(|| Failure::usage(Message::new("cli-no-such-workload").with("name", name)))
    };
    let found = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    Ok((!found.is_empty()).then_some(found))
}

/// What is to be predicted: the command line's workloads, else the machine file's, else the usual.
fn asks(
    args: &args::Predict,
    seen: &Seen,
    workloads: Option<&[Workload]>,
) -> Result<Vec<Ask>, Failure> {
    let chosen = chosen_sets(&seen.machine, &args.together)?;
    let of_file = workloads.is_none() && !seen.workloads.is_empty();
    let asks = match (of_file, workloads) {
        (true, _) => asks::of_jobs(&seen.machine, &seen.workloads, &chosen),
        (false, Some(workloads)) => asks::of_workloads(&seen.machine, workloads, &chosen),
        (false, None) => asks::of_workloads(&seen.machine, &default_profiles(), &chosen),
    };
    match asks.iter().map(|ask| ask.asked.len()).find(|targets| *targets > SET_MAX) {
        None => Ok(asks),
        Some(targets) => {
            let what = Message::new("cli-set-too-large").count("drives", targets);
            Err(Failure::usage(what.with("most", SET_MAX)))
        }
    }
}

/// What runs together, and what the set is called.
pub type Set = (String, Vec<Id>);

/// Every workload on each drive alone, on all together, and on each array.
pub fn predictions(machine: &Machine, workloads: &[Workload], output: &Output) -> Vec<Prediction> {
    predict_sets(machine, &asks::usual_sets(machine), workloads, output)
}

/// Every workload on every set.
pub fn predict_sets(
    machine: &Machine,
    sets: &[Set],
    workloads: &[Workload],
    output: &Output,
) -> Vec<Prediction> {
    results(machine, &asks::of_workloads(machine, workloads, sets), output)
}

fn results(machine: &Machine, asks: &[Ask], output: &Output) -> Vec<Prediction> {
    let of_one = |ask: &Ask| {
        let outcomes = ask.outcomes(machine);
        let told = outcomes.iter().map(|(at, outcome)| {
            let asked = &ask.asked[*at];
            let (set, together) = (&ask.set, &ask.together);
            let row = Prediction::of(outcome, set, together, &asked.workload, &output.speaker);
            match ask.job(*at) {
                Some(name) => row.as_job(name, asked.amount, outcome.rate),
                None => row,
            }
        });
        told.collect::<Vec<_>>()
    };
    asks.iter().flat_map(of_one).collect()
}

/// The sets of the command line, each called after its drives.
fn chosen_sets(machine: &Machine, chosen: &[String]) -> Result<Vec<Set>, Failure> {
    let set = |names: &String| {
        let ids: Vec<Id> = names.split(',').map(|name| Id::new(name.trim())).collect();
        match ids.iter().find(|id| !is_target(machine, id)) {
            None => Ok((asks::joined(&ids), ids)),
            Some(stranger) => Err(no_such_drive(machine, stranger)),
        }
    };
    chosen.iter().map(set).collect()
}

fn is_target(machine: &Machine, id: &Id) -> bool {
    machine.topology.drives.contains_key(id) || machine.arrays.contains_key(id)
}

fn no_such_drive(machine: &Machine, name: &Id) -> Failure {
    let known = listed(machine.topology.drives.keys().chain(machine.arrays.keys()));
    Failure::usage(Message::new("cli-no-such-drive").with("name", name).with("known", known))
}

/// More names than a line holds help nobody.
const MOST_NAMES: usize = 40;

fn listed<'a>(ids: impl Iterator<Item = &'a Id>) -> String {
    ids.take(MOST_NAMES).map(Id::as_str).collect::<Vec<_>>().join(", ")
}

/// A remark for each drive of which nothing is known that could limit it.
fn silent(asks: &[Ask], results: &[Prediction], output: &Output) -> Vec<Note> {
    let told: BTreeSet<&str> = results.iter().map(|result| result.target.as_str()).collect();
    let asked: BTreeSet<&Id> = asks.iter().flat_map(|ask| &ask.together).collect();
    let note = |id: &Id| {
        let text = Message::new("cli-nothing-to-predict").with("drive", id);
        Note::of(Some(id), &text, &output.speaker)
    };
    let silent = asked.into_iter().filter(|id| !told.contains(id.as_str()));
    silent.map(note).collect()
}
