//! Taking a build apart again: the steps' own undo actions, last step first.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{io, thread};

use narrows_array::build::lines::AddedLines;
use narrows_array::build::{
    ArrayRequest, StepAction, StepProof, StepPurpose, StepUndo, mount_point, steps, undo as undo_of,
};
use narrows_host::build::{
    arrays, claim, drives_of_btrfs, holds, mounted_at, mounted_everywhere, real,
};
use narrows_messages::{DocumentText, Message};
use narrows_record::build::{BuildDocument as Document, BuildPurpose, BuildStep, BuildStepState};

use super::answers::BuildAnswers;
use super::records::{self, BuildRecordFile};
use super::request::BuildRequest;
use super::{confirmed, edited, entries, execution, show};
use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Everything on the array is lost with it: the serial numbers are typed for that, too.
pub fn run(
    record: &str,
    answers: &BuildAnswers,
    args: &Args,
    output: &CliOutput,
) -> Result<ProgramExit> {
    execution::require_root()?;
    let (kept, mut document) = BuildRecordFile::open(record)?;
    let request = BuildRequest::recorded(&document)?;
    let steps = steps(&request.wanted, &request.system, &request.ids);
    let before = std::mem::take(&mut document.steps);
    let undone = std::mem::take(&mut document.undo);
    document.purpose = BuildPurpose::Undo;
    document.rehearsal = args.rehearse;
    document.undo = entries::undo(&steps);
    entries::keep_added(&mut document.undo, before.iter().chain(&undone));
    document.questions = answers.serials_of(&request.wanted);
    let against = hindrances(&request);
    document.refused = against.iter().map(DocumentText::from).collect();
    if args.rehearse || !against.is_empty() {
        show(&document, output)?;
        return Ok(if against.is_empty() { ProgramExit::Ok } else { ProgramExit::Refused });
    }
    confirmed::serials(&request.wanted, answers, &document, output)?;
    let _locks = records::lock_all(&request.wanted)?;
    execution::require_none(hindrances(&request))?;
    let undo = BuildUndo { request: &request, kept: &kept, output };
    let ended = undo.all(&undo_of(&steps), &mut document);
    document.partial = ended.is_err();
    kept.save(&document)?;
    show(&document, output)?;
    ended.map(|()| ProgramExit::Ok)
}

/// Reasons not to undo it: its file system is mounted elsewhere, another one is mounted in its place, or it has more
/// drives than were built.
fn hindrances(request: &BuildRequest) -> Vec<Message> {
    // Also without a mount point of its own, its file system may be mounted somewhere.
    let wanted = ArrayRequest {
        mount: Some(request.wanted.mount.clone().unwrap_or_default()),
        ..request.wanted.clone()
    };
    let Some(mut point) = mount_point(&wanted, &request.ids) else { return Vec::new() };
    let array = arrays().into_iter().find(|array| array.identifier == Some(request.ids.array));
    if let Some(array) = &array {
        point.device = array.path();
    }
    let unknown = |why: io::Error| Message::new("build-undo-unknown").with("why", why);
    let mut against = Vec::new();
    if let Some(at) = &request.wanted.mount {
        match mounted_at(Path::new(at)) {
            Ok(Some(mounted)) if !mounted.is(&point) => {
                let message = Message::new("build-undo-other").with("path", at);
                against.push(message.with("source", mounted.source));
            }
            Ok(_) => {}
            Err(why) => against.push(unknown(why)),
        }
    }
    let own = request.wanted.mount.as_ref().map(|at| real(Path::new(at)));
    match mounted_everywhere(&point) {
        Ok(paths) => {
            let others = paths.into_iter().filter(|path| Some(path) != own.as_ref());
            let others: Vec<String> = others.map(|path| path.display().to_string()).collect();
            let message = || Message::new("build-undo-elsewhere").with("paths", others.join(", "));
            against.extend((!others.is_empty()).then(message));
        }
        Err(why) => against.push(unknown(why)),
    }
    let devices = wanted.members.iter().map(|member| member.device(wanted.span));
    let btrfs =
        devices.filter_map(|device| drives_of_btrfs(&device, request.ids.file_system)).max();
    let drives = array.map(|array| array.members.len()).or(btrfs).unwrap_or_default();
    if drives > wanted.members.len() {
        let message = Message::new("build-undo-grown").with("is", drives);
        against.push(message.with("recorded", wanted.members.len()));
    }
    against
}

struct BuildUndo<'a> {
    request: &'a BuildRequest,
    kept: &'a BuildRecordFile,
    output: &'a CliOutput,
}

impl BuildUndo<'_> {
    fn all(&self, undo: &[(StepPurpose, StepUndo)], document: &mut Document) -> Result<()> {
        for (at, (what, undo)) in undo.iter().enumerate() {
            if *what == StepPurpose::Join {
                execution::name_again(self.request, &self.kept.id())?;
            }
            let Some(shown) = document.undo.get_mut(at) else { continue };
            let is_ours =
                undo.only_if == StepProof::Nothing || holds(&undo.only_if).unwrap_or(false);
            let added = self.added(shown);
            if !is_ours || added.as_ref().is_some_and(|added| added.lines.is_empty()) {
                shown.state = BuildStepState::Skipped;
                let was_there = Message::new("build-undo-line-not-ours");
                shown.why = is_ours.then(|| was_there.into());
                continue;
            }
            self.output.remark(&Message::new("build-doing").with("command", &undo.action));
            let began = Instant::now();
            if let Err(failure) = self.one(undo, added.as_ref()) {
                shown.state = BuildStepState::Failed;
                shown.why = Some((&failure.what).into());
                return Err(failure);
            }
            shown.state = BuildStepState::Done;
            shown.took_s = execution::took(BuildStepState::Done, began);
        }
        Ok(())
    }

    fn one(&self, undo: &StepUndo, added: Option<&AddedLines>) -> Result<()> {
        let failed = |why: io::Error| {
            let what = Message::new("build-undo-failed").with("command", &undo.action);
            CommandFailure::new(what.with("why", why).with("record", self.kept.id()))
        };
        let _claim = claimed(undo)?;
        let _turn = execution::turn(&undo.action).map_err(failed)?;
        match (&undo.action, added) {
            (StepAction::TakeLine { file, .. }, Some(added)) => {
                edited::take(Path::new(file), added)
            }
            (StepAction::UnnameContainer(named), Some(added)) => {
                edited::take(Path::new(&named.file), added)
            }
            _ => insist(undo),
        }
        .map_err(failed)
    }

    /// A step's recorded additions to a file. A step whose line was there already added nothing.
    fn added(&self, undo: &BuildStep) -> Option<AddedLines> {
        let nothing = undo.line.is_some().then(AddedLines::default);
        undo.added.clone().map(AddedLines::from).or(nothing)
    }
}

/// Opens a device to be erased exclusively, so that nothing mounted or running is erased. A program that opens it so
/// itself gets it back; dd does not.
fn claimed(undo: &StepUndo) -> Result<Option<File>> {
    let device = match &undo.only_if {
        StepProof::FileSystem(device, _)
        | StepProof::MemberOf(device, _)
        | StepProof::PhysicalVolume(device, _)
        | StepProof::InContainer(device, _)
        | StepProof::Blank(device) => device,
        _ => return Ok(None),
    };
    let mut claimed = claim(device);
    for _ in 1..TRIES {
        if claimed.is_err() {
            thread::sleep(PAUSE);
            claimed = claim(device);
        }
    }
    let is_dd = matches!(&undo.action, StepAction::Run { words, .. } if words.first().is_some_and(|it| it == "dd"));
    match claimed {
        Ok(opened) => Ok(Some(opened).filter(|_| is_dd)),
        Err(why) => {
            let what = Message::new("build-undo-in-use").with("device", device).with("why", why);
            Err(CommandFailure::refused(what))
        }
    }
}

/// How often something is tried that others keep from happening for a moment, and how long it waits in between: udev
/// looks into each device that was just written to, and mdadm calls it busy meanwhile.
const TRIES: u32 = 4;
const PAUSE: Duration = Duration::from_millis(500);

/// Retries while the thing to undo is there; once it is gone, it is undone.
fn insist(undo: &StepUndo) -> io::Result<()> {
    // What cannot be looked at may still be there.
    let is_left = || holds(&undo.only_if).unwrap_or(true);
    let mut ended = execution::act(&undo.action);
    for _ in 1..TRIES {
        if ended.is_ok() || undo.only_if == StepProof::Nothing {
            break;
        }
        thread::sleep(PAUSE);
        if !is_left() {
            return Ok(());
        }
        ended = execution::act(&undo.action);
    }
    ended
}
