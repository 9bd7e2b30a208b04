//! `narrows predict`: forecast for the drives, each alone and all together.

mod calibrate;
mod measured;

use narrows_messages::Message;
use narrows_report::page::{self, PredictDetail};
use narrows_report::picture;
use narrows_report::svg;
use narrows_verdict::answer::predict::values::ParameterSweep;
use narrows_verdict::answer::predict::{self, PredictionRequest};

use crate::args;
use crate::deadline;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::picture::in_theme;
use crate::source::{self, MachineSelection};

pub fn run(args: &args::PredictArgs, output: &CliOutput) -> Result<ProgramExit> {
    let is_flow = args.picture.png.is_some() || args.picture.card.is_some();
    if is_flow && !args.sweep.is_empty() {
        return Err(CommandFailure::usage(Message::new("cli-no-png-of-sweep")));
    }
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let mut drawn = args.picture.files(args.force, output)?;
    let request = request(args, output)?;
    let is_page = html.is_none() && !drawn.is_asked() && !output.text && args.calibrate.is_none();
    let processor = args.processor.named()?;
    let folded = if is_page && request.is_foldable() && processor.is_none() {
        source::folded(&args.source, output)?
    } else {
        None
    };
    let part = || source::part(&args.source, output)?.with_processor(processor.as_ref());
    let mut source = folded.map_or_else(|| part().map(MachineSelection::only), Ok)?;
    if let Some(run) = &args.calibrate {
        source.machine = calibrate::with_run(source.machine, run)?;
    }
    let document = predict::answer(&request, &mut source)?;
    // Sweeps have plots of their own, in place of the drawn machine.
    if let Some(plot) = drawn.svg.take_if(|_| !document.sweeps.is_empty()) {
        let plots = svg::sweeps(&document.sweeps, &output.localizer);
        plot.write(in_theme(plots, drawn.theme).as_bytes())?;
    }
    let is_posted = output.text && document.sweeps.is_empty();
    // It takes a search by the planner, which only these outputs show.
    let advice = if drawn.is_asked() || is_posted {
        predict::advice_in_words(&source, deadline::soon)
            .map(|advice| output.localizer.text_of(&advice))
    } else {
        None
    };
    let scene =
        |layout| Some(picture::predict(&document, advice.clone(), layout, &output.localizer));
    drawn.draw(scene, output)?;
    let detail = PredictDetail { upgrades: args.upgrades, meanings: args.meaning };
    let page = || page::predict_in(&document, detail, &output.localizer);
    output.html(html, &document, page)?;
    output.result(&document, || {
        if is_posted {
            page::posted::predict(&document, advice.clone(), &output.localizer)
        } else {
            page()
        }
    })?;
    Ok(source::exit(&source, output))
}

fn request(args: &args::PredictArgs, output: &CliOutput) -> Result<PredictionRequest> {
    let sweeps = args.sweep.iter().map(|text| ParameterSweep::of(text));
    let sweeps = sweeps.collect::<Result<Vec<_>, _>>().map_err(CommandFailure::usage)?;
    Ok(PredictionRequest {
        sweeps,
        measured: measured::read(&args.measured, output)?,
        workloads: predict::workloads(&args.workload)?,
        together: args.together.clone(),
        upgrades: args.upgrades,
        meaning: args.meaning,
        of: args.of.clone(),
        arrays: args.array.clone(),
        ..PredictionRequest::default()
    })
}
