//! An array of LVM or btrfs that was built here according to a record. Its drives bear the identifiers that were
//! chosen for it, so that it is recognised without querying its programs further.

use narrows_array::build::{ArrayBuildStep, ArrayRequest, StepProof, mount_point, steps};
use narrows_host::build::holds;
use narrows_messages::{DocumentText, Message};
use narrows_record::build::BuildPurpose;
use narrows_record::run::RunFinding;

use super::against::of_mount_point;
use super::request::{ArrayDescription, BuildRequest};
use super::{entries, execution, existing, records, show};
use crate::args::build::BuildArgs as Args;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;

/// The one of this name and engine that still exists.
pub fn find(description: &ArrayDescription) -> Option<BuildRequest> {
    let recorded =
        records::all().into_iter().filter_map(|record| BuildRequest::recorded(&record).ok());
    let is_it = |request: &BuildRequest| {
        request.wanted.name == description.name && request.wanted.engine == description.engine
    };
    recorded.filter(is_it).find(stands)
}

/// Whether all that was made on the drives is there.
fn stands(request: &BuildRequest) -> bool {
    let steps = steps(&request.wanted, &request.system, &request.ids);
    let on_drives = |step: &&ArrayBuildStep| {
        matches!(
            step.proof,
            StepProof::PhysicalVolume(..)
                | StepProof::Group(..)
                | StepProof::FileSystem(..)
                | StepProof::Device(_)
        )
    };
    let mut marks = steps.iter().filter(on_drives).peekable();
    // `all` is true of no step, too.
    marks.peek().is_some() && marks.all(|step| holds(&step.proof).unwrap_or(false))
}

/// Makes the missing changes that lose nothing; refuses differences.
pub fn complete(
    request: &BuildRequest,
    wanted: &ArrayRequest,
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let mut document = entries::document(BuildPurpose::Ensure, args.rehearse);
    let missing = missing(request);
    let mut differences = differences(&request.wanted, wanted);
    let point = mount_point(&request.wanted, &request.ids);
    differences.extend(point.into_iter().flat_map(|point| of_mount_point(&point)));
    if !differences.is_empty() {
        document.refused = differences.iter().map(DocumentText::from).collect();
        show(&document, output)?;
        return Ok(ProgramExit::Refused);
    }
    document.steps = entries::lossless(&missing);
    if missing.is_empty() {
        let text = Message::new("build-as-wanted").into();
        let id = "build-as-wanted".to_owned();
        document.findings.push(RunFinding {
            id,
            targets: vec![wanted.name.clone()],
            text,
            limit: None,
        });
    }
    let mut ended = Ok(());
    if !args.rehearse && !missing.is_empty() {
        execution::require_root()?;
        execution::require_programs(&missing)?;
        let _locks = records::lock_all(&request.wanted)?;
        execution::require_files(&missing)?;
        ended = existing::add(&missing, &mut document.steps, output);
        document.partial = ended.is_err();
    }
    show(&document, output)?;
    ended.map(|()| ProgramExit::Ok)
}

/// Steps undone since; those without a proof were done when the array was built.
fn missing(request: &BuildRequest) -> Vec<ArrayBuildStep> {
    let mut steps = steps(&request.wanted, &request.system, &request.ids);
    steps.retain(|step| {
        step.destroys.is_empty()
            && step.proof != StepProof::Nothing
            && !holds(&step.proof).unwrap_or(false)
    });
    steps
}

fn differences(is: &ArrayRequest, wanted: &ArrayRequest) -> Vec<Message> {
    let differs = |what: &str, is: String, wanted: String| {
        let message = Message::new("build-differs").with("what", what);
        (is != wanted).then(|| message.with("is", is).with("wanted", wanted))
    };
    let drives = |array: &ArrayRequest| {
        let mut serials: Vec<&str> = array.members.iter().map(|it| it.serial.as_str()).collect();
        serials.sort_unstable();
        serials.join(", ")
    };
    let chunk = |array: &ArrayRequest| {
        if array.level.has_chunks() { array.chunk.to_string() } else { "-".to_owned() }
    };
    let fs = |array: &ArrayRequest| array.file_system.map_or("-", |it| it.as_str()).to_owned();
    let mount = |array: &ArrayRequest| array.mount.clone().unwrap_or_else(|| "-".to_owned());
    let level = |array: &ArrayRequest| array.level.as_str().to_owned();
    let options = [
        differs("level", level(is), level(wanted)),
        differs("chunk", chunk(is), chunk(wanted)),
        differs("drives", drives(is), drives(wanted)),
        differs("fs", fs(is), fs(wanted)),
        differs("mount", mount(is), mount(wanted)),
    ];
    options.into_iter().flatten().collect()
}
