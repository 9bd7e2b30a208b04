//! `narrows predict`: what the drives will do, each alone and all together.

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_model::{Machine, predict};
use narrows_record::predict::{Predict, Prediction};
use narrows_record::see::{Note, See};
use narrows_record::{schema, see};
use narrows_report::text;
use narrows_topology::Id;
use narrows_workload::{Workload, default_profiles, profile};

use crate::args;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub fn run(args: &args::Predict, output: &Output) -> Result<Exit, Failure> {
    let workloads = workloads(&args.workload)?;
    let seen = source::resolve(&args.source, output)?;
    let sets = match args.together.is_empty() {
        true => usual_sets(&seen.machine),
        false => chosen_sets(&seen.machine, &args.together)?,
    };
    if let Some((_, large)) = sets.iter().find(|(_, set)| set.len() > SET_MAX) {
        let what = Message::new("cli-set-too-large").count("drives", large.len());
        return Err(Failure::usage(what.with("most", SET_MAX)));
    }
    let results = predict_sets(&seen.machine, &sets, &workloads, output);
    let document = Predict {
        schema: schema::PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        machine: See::of(&seen.machine.topology, &seen.name, &output.speaker),
        notes: silent(&sets, &results, output),
        results,
    };
    output.result(&document, || text::predict(&document, &output.speaker, &output.style))?;
    Ok(Exit::Ok)
}

/// Each result names all drives of its set, so that the document grows by their square.
const SET_MAX: usize = 1024;

fn workloads(names: &[String]) -> Result<Vec<Workload>, Failure> {
    if names.is_empty() {
        return Ok(default_profiles());
    }
    let find = |name: &String| {
        profile(name)
            .ok_or_else(|| Failure::usage(Message::new("cli-no-such-workload").with("name", name)))
    };
    names.iter().map(find).collect()
}

/// What runs together, and what the set is called.
pub type Set = (String, Vec<Id>);

/// Every workload on each drive alone, on all together, and on each stripe.
pub fn predictions(machine: &Machine, workloads: &[Workload], output: &Output) -> Vec<Prediction> {
    predict_sets(machine, &usual_sets(machine), workloads, output)
}

/// Every workload on every set.
pub fn predict_sets(
    machine: &Machine,
    sets: &[Set],
    workloads: &[Workload],
    output: &Output,
) -> Vec<Prediction> {
    let mut found = Vec::new();
    for workload in workloads {
        for (name, together) in sets {
            let outcomes = predict(machine, together, workload);
            found.extend(
                outcomes.iter().map(|outcome| {
                    Prediction::of(outcome, name, together, workload, &output.speaker)
                }),
            );
        }
    }
    found
}

fn usual_sets(machine: &Machine) -> Vec<Set> {
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let alone = drives.iter().chain(machine.stripes.keys());
    let mut sets: Vec<Set> = alone.map(|id| ("alone".to_owned(), vec![id.clone()])).collect();
    if drives.len() > 1 {
        sets.push(("all".to_owned(), drives));
    }
    sets
}

fn chosen_sets(machine: &Machine, chosen: &[String]) -> Result<Vec<Set>, Failure> {
    let known =
        |id: &Id| machine.topology.drives.contains_key(id) || machine.stripes.contains_key(id);
    let set = |names: &String| {
        let ids: Vec<Id> = names.split(',').map(|name| Id::new(name.trim())).collect();
        match ids.iter().find(|id| !known(id)) {
            None => Ok((ids.iter().map(Id::as_str).collect::<Vec<_>>().join("+"), ids)),
            Some(stranger) => Err(no_such_drive(machine, stranger)),
        }
    };
    chosen.iter().map(set).collect()
}

fn no_such_drive(machine: &Machine, name: &Id) -> Failure {
    let known = machine.topology.drives.keys().chain(machine.stripes.keys());
    let known = known.map(Id::as_str).collect::<Vec<_>>().join(", ");
    Failure::usage(Message::new("cli-no-such-drive").with("name", name).with("known", known))
}

/// A remark for each drive of which nothing is known that could limit it.
fn silent(sets: &[Set], results: &[Prediction], output: &Output) -> Vec<see::Note> {
    let told: BTreeSet<&str> = results.iter().map(|result| result.target.as_str()).collect();
    let asked: BTreeSet<&Id> = sets.iter().flat_map(|(_, together)| together).collect();
    let note = |id: &Id| {
        let text = Message::new("cli-nothing-to-predict").with("drive", id);
        Note::of(Some(id), &text, &output.speaker)
    };
    let silent = asked.into_iter().filter(|id| !told.contains(id.as_str()));
    silent.map(note).collect()
}
