//! `narrows build`: an array of whole drives that persists across restarts.
//!
//! The steps come from `narrows_array::build`, the same for the rehearsal and the build. Every drive is
//! checked again right before each step that destroys anything on it; finished steps are recognised by the
//! drives and files themselves, so that an interrupted build can be continued or undone.
//!
//! Not here: the steps themselves (`narrows_array::build`), the checks (`narrows_host::guard`), the page
//! (`narrows_report`).

mod against;
mod answers;
mod confirmed;
mod edited;
mod ensured;
mod entries;
mod execution;
mod existing;
mod expected;
mod links;
mod planned;
mod records;
mod remembered;
mod request;
mod undo;
mod verified;
mod waiting;

use narrows_array::build::{ArrayBuildStep, steps};
use narrows_messages::{DocumentText, Message};
use narrows_record::build::{ArrayRequestRecord, BuildDocument as Document, BuildPurpose};
use narrows_report::page;
use narrows_verdict::answer::source::SourceMachine;

use self::answers::BuildAnswers;
use self::execution::BuildWork;
use self::records::BuildRecordFile;
use self::request::{ArrayDescription, BuildRequest};
use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::machine;

pub fn run(args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    let answers = BuildAnswers::of(args)?;
    match (&args.explain, &args.adopt, &args.resume, &args.undo) {
        (Some(array), ..) => existing::explain(array, output),
        (_, Some(array), ..) => existing::adopt(array, args, output),
        (.., Some(record), _) => resume(record, &answers, args, output),
        (.., Some(record)) => undo::run(record, &answers, args, output),
        _ => match (&args.ensure, &args.plan) {
            (Some(file), _) => ensured::run(file, answers, args, output),
            (_, Some(plan)) => {
                let source = machine::this(output);
                let description = planned::description(plan, args, &source)?;
                build(&description, &answers, &source, args, output)
            }
            _ => {
                let description = ArrayDescription::of_args(args)?;
                build(&description, &answers, &machine::this(output), args, output)
            }
        },
    }
}

fn build(
    description: &ArrayDescription,
    answers: &BuildAnswers,
    source: &SourceMachine,
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut request = request::of(description, answers)?;
    let slow = links::slow(&request.wanted, source);
    let questions = answers.questions(&request.wanted, !slow.is_empty());
    if !answers.may_be_slow() {
        request.refused.extend(slow);
    }
    let steps = steps(&request.wanted, &request.system, &request.ids);
    let mut document = entries::document(BuildPurpose::Build, args.rehearse);
    document.array = Some(ArrayRequestRecord::of(&request.wanted, &request.system, &request.ids));
    document.questions = questions;
    document.steps = entries::steps(&steps, &request.wanted);
    document.undo = entries::undo(&steps);
    expected::add(&mut document, &request, source);
    document.refused = request.refused.iter().map(DocumentText::from).collect();
    document.notes = entries::notes(&request.notes);
    if args.rehearse || !request.refused.is_empty() {
        // A rehearsal, or a refused build: also for lack of an answer, which is reported.
        show(&document, output)?;
        return match answers.open(&document.questions) {
            _ if request.refused.is_empty() => Ok(ProgramExit::Ok),
            Some(open) if !document.rehearsal => Err(open),
            _ => Ok(ProgramExit::Refused),
        };
    }
    if !request.is_built_here() {
        return Err(CommandFailure::usage(Message::new("build-shown-only").with("engine", "zfs")));
    }
    execution::require_root()?;
    execution::require_programs(&steps)?;
    let typed = confirmed::serials(&request.wanted, answers, &document, output)?;
    let _locks = records::lock_all(&request.wanted)?;
    // Another build may have ended since.
    execution::require_none(against::clashes(&request.wanted, &request.system))?;
    let kept = BuildRecordFile::new(&mut document)?;
    carry_out((&request, &steps), (document, &kept), &typed, args, output)
}

fn resume(
    record: &str,
    answers: &BuildAnswers,
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    execution::require_root()?;
    let (kept, mut document) = BuildRecordFile::open(record)?;
    let request = BuildRequest::recorded(&document)?;
    document.purpose = BuildPurpose::Resume;
    document.rehearsal = args.rehearse;
    let steps = steps(&request.wanted, &request.system, &request.ids);
    document.questions = answers.serials_of(&request.wanted);
    let before = std::mem::take(&mut document.steps);
    document.steps = entries::steps(&steps, &request.wanted);
    entries::keep_added(&mut document.steps, before.iter().chain(&document.undo));
    if !args.rehearse {
        for (step, before) in document.steps.iter_mut().zip(&before) {
            // Another version may make other steps of the same request.
            if before.id == step.id {
                step.state = before.state;
            }
        }
    }
    if args.rehearse {
        entries::mark_done(&mut document.steps, &steps);
        show(&document, output)?;
        return Ok(ProgramExit::Ok);
    }
    let typed = confirmed::serials(&request.wanted, answers, &document, output)?;
    let _locks = records::lock_all(&request.wanted)?;
    execution::require_none(against::hindrances(&request.wanted, &request.system, &request.ids))?;
    carry_out((&request, &steps), (document, &kept), &typed, args, output)
}

fn carry_out(
    (request, steps): (&BuildRequest, &[ArrayBuildStep]),
    (mut document, kept): (Document, &BuildRecordFile),
    typed: &[String],
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let work = BuildWork { request, steps, typed, kept, args, output };
    let ended = work.carry_out(&mut document);
    document.partial = ended.is_err();
    let mut exit = ProgramExit::Ok;
    if ended.is_ok() {
        exit = verified::verify(request, &mut document);
        // Saved before the wait, which may take hours.
        kept.save(&document)?;
        exit = exit.max(verified::synchronized(request, args.wait, &mut document, output));
    }
    kept.save(&document)?;
    show(&document, output)?;
    output.remark(&Message::new("build-recorded").with("record", &document.id));
    ended.map(|()| exit)
}

fn show(document: &Document, output: &CliOutput) -> Result<()> {
    output.result(document, || page::build(document, &output.localizer))
}
