//! Steps and remarks as the document has them.

use narrows_array::build::{
    ArrayBuildStep, ArrayRequest, MemberDevice, StepAction, undo as undo_of,
};
use narrows_host::build::holds;
use narrows_messages::Message;
use narrows_record::build::{BuildDocument as Document, BuildPurpose, BuildStep, BuildStepState};
use narrows_record::schema;
use narrows_record::see::DocumentNote;

use crate::output;
use crate::run_directory::name_run;

pub fn document(purpose: BuildPurpose, rehearsal: bool) -> Document {
    Document {
        schema: schema::BUILD.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        started: name_run().1,
        command: output::command_line(),
        purpose,
        rehearsal,
        ..Document::default()
    }
}

/// Steps that lose nothing.
pub fn lossless(steps: &[ArrayBuildStep]) -> Vec<BuildStep> {
    steps.iter().map(|step| step_of(step, &[])).collect()
}

pub fn steps(steps: &[ArrayBuildStep], wanted: &ArrayRequest) -> Vec<BuildStep> {
    steps.iter().map(|step| step_of(step, &wanted.members)).collect()
}

fn step_of(step: &ArrayBuildStep, members: &[MemberDevice]) -> BuildStep {
    let members = step.destroys.iter().filter_map(|&at| members.get(at));
    BuildStep {
        id: short(step.what.id()),
        what: Message::new(step.what.id()).into(),
        destroys: members.map(|member| member.path.clone()).collect(),
        ..of_action(&step.action)
    }
}

/// The action, as a shell takes it and in its parts.
fn of_action(action: &StepAction) -> BuildStep {
    let step = BuildStep { command: action.to_string(), ..BuildStep::default() };
    match action.clone() {
        StepAction::Run { words, input } => BuildStep { argv: words, input, ..step },
        StepAction::AddLine { file, line } | StepAction::TakeLine { file, line } => {
            BuildStep { path: Some(file), line: Some(line), ..step }
        }
        StepAction::NameContainer(named) | StepAction::UnnameContainer(named) => {
            BuildStep { path: Some(named.file), ..step }
        }
        StepAction::MakeFolder { path } | StepAction::RemoveFolder { path } => {
            BuildStep { path: Some(path), ..step }
        }
    }
}

pub fn undo(steps: &[ArrayBuildStep]) -> Vec<BuildStep> {
    let undo = undo_of(steps).into_iter().map(|(what, undo)| BuildStep {
        id: short(what.id()),
        what: Message::new(what.undo_id()).into(),
        ..of_action(&undo.action)
    });
    undo.collect()
}

/// Takes over an earlier run's record of its additions to files.
pub fn keep_added<'a>(shown: &mut [BuildStep], before: impl Iterator<Item = &'a BuildStep>) {
    let before: Vec<&BuildStep> = before.filter(|step| step.added.is_some()).collect();
    for shown in shown {
        let same = |it: &&&BuildStep| it.path == shown.path && it.line == shown.line;
        let is_edit = shown.path.is_some() && shown.added.is_none();
        let same_step = before.iter().find(same).filter(|_| is_edit);
        shown.added = same_step.map_or(shown.added.take(), |step| step.added.clone());
    }
}

/// Says of each step whether it was done before.
pub fn mark_done(shown: &mut [BuildStep], steps: &[ArrayBuildStep]) {
    for (shown, step) in shown.iter_mut().zip(steps) {
        if holds(&step.proof).unwrap_or(false) {
            shown.state = BuildStepState::Already;
        }
    }
}

pub fn notes(messages: &[Message]) -> Vec<DocumentNote> {
    messages.iter().map(|message| DocumentNote::of(None, message)).collect()
}

/// The name of a step in documents: its message's id without the common prefix.
fn short(id: &str) -> String {
    id.trim_start_matches("build-step-").replace('-', "_")
}
