//! `narrows predict`: what the drives will do, each alone and all together.

mod calibrate;
mod measured;

use narrows_answer::predict::values::Plan;
use narrows_answer::predict::{self, Asked};
use narrows_messages::Message;
use narrows_report::page::{self, Detail};
use narrows_report::picture::{self, Layout};
use narrows_report::svg;

use crate::args;
use crate::deadline;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub fn run(args: &args::Predict, output: &Output) -> Result<Exit, Failure> {
    if args.picture.png.is_some() && !args.sweep.is_empty() {
        return Err(Failure::usage(Message::new("cli-no-png-of-sweep")));
    }
    let mut drawn = args.picture.files(args.force, output)?;
    let asked = asked(args, output)?;
    let mut seen = source::resolve(&args.source, output)?;
    if let Some(run) = &args.calibrate {
        seen.machine = calibrate::with_run(seen.machine, run)?;
    }
    let document = predict::answer(&asked, &mut seen, &output.localizer)?;
    if let Some(plot) = drawn.svg.take_if(|_| !document.sweeps.is_empty()) {
        plot.write(svg::sweeps(&document.sweeps, &output.localizer).as_bytes())?;
    }
    let scene = || {
        let advice = predict::advice_in_words(&seen, deadline::soon, &output.localizer);
        Some(picture::predict(&document, advice, Layout::Wide, &output.localizer))
    };
    drawn.draw(scene, output)?;
    let detail = Detail { upgrades: args.upgrades, meanings: args.meaning };
    output.result(&document, || page::predict_in(&document, detail, &output.localizer))?;
    Ok(source::exit(&seen, output))
}

fn asked(args: &args::Predict, output: &Output) -> Result<Asked, Failure> {
    let sweeps = args.sweep.iter().map(|text| Plan::of(text));
    let sweeps = sweeps.collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
    Ok(Asked {
        sweeps,
        measured: measured::read(&args.measured, output)?,
        workloads: predict::workloads(&args.workload)?,
        together: args.together.clone(),
        upgrades: args.upgrades,
        meaning: args.meaning,
        of: args.of.clone(),
        arrays: args.array.clone(),
    })
}
