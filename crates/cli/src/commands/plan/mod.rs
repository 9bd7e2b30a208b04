//! `narrows plan`: where every drive and card is best put.

mod prices;

use std::time::Duration;

use narrows_messages::Message;
use narrows_record::plan::AnswerVerdict;
use narrows_report::page;
use narrows_report::picture;
use narrows_verdict::answer::TimeBudget;
use narrows_verdict::answer::plan::{self, PlanRequest};

use crate::args;
use crate::deadline;
use crate::destination::OutputFileKind;
use crate::failure::{ProgramExit, Result};
use crate::inventory;
use crate::output::CliOutput;

pub fn run(args: &args::PlanArgs, output: &CliOutput) -> Result<ProgramExit> {
    // Looking at the machine and reading files count towards the time that was given.
    deadline::begin(Duration::from_secs(args.time));
    let file = output.destination(args.save.as_deref(), OutputFileKind::MachineFile, args.force)?;
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let drawn = args.picture.files(args.force, output)?;
    let request = request(args, output)?;
    let planned = inventory::extended(&args.machine, output)?;
    let time = TimeBudget { search: deadline::is_search_over, all: deadline::is_over };
    let answer = plan::answer(&request, planned, time)?;
    answer.remarks.iter().for_each(|remark| output.remark(remark));
    if let (Some(file), Some(text)) = (file, answer.machine_file(&output.localizer)?) {
        let saved = Message::new("plan-saved").with("path", file.path().display());
        file.write(text.as_bytes())?;
        output.remark(&saved);
    }
    let plan = &answer.plan;
    drawn.draw(|layout| picture::plan(plan, layout, &output.localizer), output)?;
    if let Some(file) = html {
        let page = page::plan(plan, &output.localizer);
        file.write(page.html(plan, &output.localizer).as_bytes())?;
    }
    output.result(plan, || {
        if output.text {
            page::posted::plan(plan, &output.localizer)
        } else {
            page::plan(plan, &output.localizer)
        }
    })?;
    // A plan with answers not known to work is true, but incomplete.
    let mut answers = plan.best.iter().flat_map(|best| &best.answers);
    let exit = match (&plan.impossible, answers.any(|answer| answer.verdict != AnswerVerdict::Yes))
    {
        (Some(impossible), _) if !impossible.proven => ProgramExit::Partial,
        (Some(_), _) => ProgramExit::Found,
        (None, true) => ProgramExit::Partial,
        (None, false) => ProgramExit::Ok,
    };
    Ok(exit)
}

fn request(args: &args::PlanArgs, output: &CliOutput) -> Result<PlanRequest> {
    let system = args.os.map(|system| match system {
        args::OsName::Windows => plan::OsFamily::Windows,
        args::OsName::Linux => plan::OsFamily::Linux,
    });
    Ok(PlanRequest {
        prices: prices::all(&args.prices, &args.price, output)?,
        network: args.network.as_deref().map(plan::network).transpose()?,
        additions: args.machine.additions(),
        set: args.set.clone(),
        system,
        want: args.want.clone(),
        top: args.top.into(),
        boards: args.boards.clone(),
        raid_engines: args.raid_engines,
        buy: args.buy,
        levels: args.levels,
        kept_in: args.save.as_ref().map(|path| path.display().to_string()),
    })
}
