//! Ensures that an array exists: nothing is done if it does, it is built if it does not, and changes that
//! would lose data are refused. For programs that set machines up.

use std::path::Path;

use narrows_array::build::standing::{PersistenceGap, RunningArray, SystemArrayConfig};
use narrows_array::build::{ArrayBuildStep, ArrayEngine};
use narrows_files::array_file::ArrayFile;
use narrows_host::build::{self, holds};
use narrows_messages::{DocumentText, Message};
use narrows_record::build::BuildPurpose;
use narrows_record::run::RunFinding;

use super::against::of_mount_point;
use super::answers::BuildAnswers;
use super::request::ArrayDescription;
use super::{entries, execution, existing, records, remembered, show, waiting};
use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::input;
use crate::output::CliOutput;
use crate::platform::machine;

pub fn run(
    file: &Path,
    mut answers: BuildAnswers,
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let about = |why: String| {
        CommandFailure::usage(
            Message::new("build-bad-file").with("path", file.display()).with("why", why),
        )
    };
    let bytes = input::read_written(file).map_err(|why| about(why.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|why| about(why.to_string()))?;
    let description =
        ArrayDescription::of_file(ArrayFile::parse(&text).map_err(&about)?).map_err(about)?;
    answers.serials.extend(description.serials.iter().cloned());
    let Some(standing) = standing(&description.name) else {
        let recorded =
            remembered::find(&description).filter(|_| description.engine != ArrayEngine::Md);
        let Some(recorded) = recorded else {
            let source = machine::this(output);
            return super::build(&description, &answers, &source, args, output);
        };
        let wanted = description.wanted(&description.candidates(false)?, false)?;
        return remembered::complete(&recorded, &wanted, args, output);
    };
    if description.engine != ArrayEngine::Md {
        return Err(CommandFailure::usage(Message::new("build-ensures-md")));
    }
    let wanted = description.wanted(&description.candidates(false)?, false)?;
    let system = build::system();
    let known = build::known(&system);
    let mut against = standing.differences(&wanted);
    against.extend(standing.hindrances(&wanted, &known));
    let point = wanted.mount.as_ref().map(|at| standing.mount_point(at));
    against.extend(point.into_iter().flat_map(|point| of_mount_point(&point)));
    against.dedup_by(|one, other| one.id() == other.id());
    if !against.is_empty() {
        let mut document = entries::document(BuildPurpose::Ensure, args.rehearse);
        document.refused = against.iter().map(DocumentText::from).collect();
        show(&document, output)?;
        return Ok(ProgramExit::Refused);
    }
    let mut steps = standing.completion(&wanted, &known, &system);
    steps.retain(|step| !holds(&step.proof).unwrap_or(false));
    complete((&standing, &known), &steps, args, output)
}

/// Makes the missing changes and reports them; exit code 4 for fstab changes only its owner can make.
fn complete(
    (standing, known): (&RunningArray, &SystemArrayConfig),
    steps: &[ArrayBuildStep],
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut document = existing::document(BuildPurpose::Ensure, args.rehearse, (standing, known));
    document.steps = entries::lossless(steps);
    let is_for_owner = |lack: &PersistenceGap| {
        matches!(lack, PersistenceGap::FstabByName { .. } | PersistenceGap::NoFail { .. })
    };
    let is_left = standing.lacks(known).iter().any(is_for_owner);
    if steps.is_empty() && !is_left {
        let text = Message::new("build-as-wanted").into();
        let id = "build-as-wanted".to_owned();
        let finding = RunFinding { id, targets: vec![standing.device.clone()], text, limit: None };
        document.findings.insert(0, finding);
    }
    let mut ended = Ok(());
    if !args.rehearse && !steps.is_empty() {
        execution::require_root()?;
        execution::require_programs(steps)?;
        let _locks = records::lock(standing.short_name(), &[standing.path()], None)?;
        execution::require_files(steps)?;
        ended = existing::add(steps, &mut document.steps, output);
        document.partial = ended.is_err();
    }
    let mut exit = if is_left { ProgramExit::Found } else { ProgramExit::Ok };
    if args.wait && ended.is_ok() && waiting::until_done(&standing.device, output) {
        exit = ProgramExit::Interrupted;
    }
    document.synchronization = build::synchronized(&standing.device).map(waiting::document);
    show(&document, output)?;
    ended.map(|()| exit)
}

/// The array of this name, under whatever number it runs.
fn standing(name: &str) -> Option<RunningArray> {
    build::arrays().into_iter().find(|array| array.short_name() == name)
}
