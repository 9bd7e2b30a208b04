//! `narrows predict`: what the drives will do, each alone and all together.

mod arrays;
mod beyond;
mod calibrate;
mod doubts;
mod measured;
mod more;
mod plan;
mod sets;
mod sweep;

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_model::Machine;
use narrows_record::predict::{Predict, Prediction};
use narrows_record::see::{Note, See};
use narrows_record::{schema, word};
use narrows_report::page::{self, Detail};
use narrows_report::picture;
use narrows_report::svg;
use narrows_topology::Id;
use narrows_verdict::advice;
use narrows_workload::{Workload, default_profiles, profile};

use self::more::Room;
use crate::args;
use crate::asks::{self, Ask, MOST_ALONE, Outcomes};
use crate::deadline;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::inventory;
use crate::output::Output;
use crate::picture::in_theme;
use crate::predictions::{Told, results};
use crate::source::{self, Seen};

pub fn run(args: &args::Predict, output: &Output) -> Result<Exit, Failure> {
    let is_flow = args.picture.png.is_some() || args.picture.card.is_some();
    if is_flow && !args.sweep.is_empty() {
        return Err(Failure::usage(Message::new("cli-no-png-of-sweep")));
    }
    let html = output.destination(args.html.as_deref(), Kind::Report, args.force)?;
    let mut drawn = args.picture.files(args.force, output)?;
    let plans = args.sweep.iter().map(|text| plan::Plan::of(text));
    let plans = plans.collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
    let measured = measured::read(&args.measured, output)?;
    let workloads = workloads(&args.workload)?;
    let mut seen = source::resolve(&args.source, output)?;
    if let Some(run) = &args.calibrate {
        seen.machine = calibrate::with_run(seen.machine, run)?;
    }
    let arrays = arrays::add(&args.array, &mut seen)?;
    let of_runs = measured::workloads(&measured);
    let of_runs = (seen.workloads.is_empty() && !of_runs.is_empty()).then_some(of_runs);
    let workloads = workloads.or(of_runs);
    let asks = asks(args, (&seen, &arrays), workloads.as_deref())?;
    let room = Room::of(&seen);
    let document = document(args, (&seen, &room), &asks, output);
    let templates = asks::templates(&seen.workloads, workloads.as_deref());
    let sweeps = sweep::run(&plans, args.of.as_deref(), (&seen, &room), &templates, output)?;
    if let Some(plot) = drawn.svg.take_if(|_| !sweeps.is_empty()) {
        let plots = svg::sweeps(&sweeps, &output.localizer);
        plot.write(in_theme(plots, drawn.theme).as_bytes())?;
    }
    let measured = measured::shortfalls(&measured, &seen, &asks, output)?;
    let document = Predict { sweeps, measured, ..document };
    let is_posted = output.text && document.sweeps.is_empty();
    let advice = if drawn.is_asked() || is_posted { planned(&seen, output) } else { None };
    let scene =
        |layout| Some(picture::predict(&document, advice.clone(), layout, &output.localizer));
    drawn.draw(scene, output)?;
    let detail = Detail { upgrades: args.upgrades, meanings: args.meaning };
    let page = || page::predict_in(&document, detail, &output.localizer);
    if let Some(file) = html {
        file.write(page().html(&document, &output.localizer).as_bytes())?;
    }
    output.result(&document, || match is_posted {
        true => page::posted::predict(&document, advice.clone(), &output.localizer),
        false => page(),
    })?;
    Ok(seen.exit(output))
}

/// What the planner says about the places that drives are in, where any are known.
fn planned(seen: &Seen, output: &Output) -> Option<String> {
    let inventory = inventory::places(seen)?;
    advice::in_words(&inventory, deadline::soon(), &output.localizer)
}

fn document(
    args: &args::Predict,
    (seen, room): (&Seen, &Room),
    asks: &[Ask],
    output: &Output,
) -> Predict {
    let machine = &seen.machine;
    let Told { results, totals, outcomes } = results(machine, asks, sets::repeated, output);
    let chosen = beyond::Chosen { every: args.upgrades, in_full: args.meaning };
    Predict {
        schema: schema::PREDICT.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        machine: See::of(&machine.topology, &seen.name, &output.localizer),
        upgrades: beyond::upgrades((machine, room), asks, chosen, output),
        meanings: beyond::meanings((machine, room), chosen, output),
        sweeps: Vec::new(),
        measured: Vec::new(),
        totals,
        findings: beyond::findings(machine, asks, output),
        notes: notes(machine, asks, &outcomes, &results, output),
        sets: sets::large(asks),
        results,
    }
}

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
    (seen, arrays): (&Seen, &[Id]),
    workloads: Option<&[Workload]>,
) -> Result<Vec<Ask>, Failure> {
    let chosen = sets::chosen(seen, &args.together)?;
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

fn notes(
    machine: &Machine,
    asks: &[Ask],
    outcomes: &[Outcomes],
    results: &[Prediction],
    output: &Output,
) -> Vec<Note> {
    let mut notes = silent(asks, results, output);
    notes.extend(doubts::of(machine, outcomes, output));
    let drives = machine.topology.drives.len();
    if drives > MOST_ALONE && asks.iter().any(|ask| ask.set == word::Set::Alone) {
        let text = Message::new("predict-first-alone").with("most", MOST_ALONE);
        notes.push(Note::of(None, &text.count("drives", drives), &output.localizer));
    }
    notes
}

/// A remark for each drive of which nothing is known that could limit it.
fn silent(asks: &[Ask], results: &[Prediction], output: &Output) -> Vec<Note> {
    let told: BTreeSet<&str> = results.iter().map(|result| result.target.as_str()).collect();
    let asked: BTreeSet<&Id> = asks.iter().flat_map(|ask| &ask.together).collect();
    let note = |id: &Id| {
        let text = Message::new("cli-nothing-to-predict").with("drive", id);
        Note::of(Some(id), &text, &output.localizer)
    };
    let silent = asked.into_iter().filter(|id| !told.contains(id.as_str()));
    silent.map(note).collect()
}
