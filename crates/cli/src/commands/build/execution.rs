//! Carries out the steps in order, checking each drive again right before something is destroyed.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{fs, io};

use narrows_array::build::lines::AddedLines;
use narrows_array::build::standing::RunningArray;
use narrows_array::build::{
    ArrayBuildStep, ArrayEngine, InitialRamDisk, NamedContainer, StepAction, StepProof,
    StepPurpose, UNKNOWN_DATA,
};
use narrows_host::build::{arrays, candidate, holds, is_idle};
use narrows_host::guard::{OverwriteCheck, OverwriteRefusal};
use narrows_host::tunables::TunableLock;
use narrows_host::{identity, programs};
use narrows_messages::Message;
use narrows_record::build::{BuildDocument as Document, BuildStep, BuildStepState};

use super::edited;
use super::records::{self, BuildRecordFile};
use super::request::BuildRequest;
use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::interrupt;

/// Time allowed for a step's result to appear: udev names devices a little later.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct BuildWork<'a> {
    pub request: &'a BuildRequest,
    pub steps: &'a [ArrayBuildStep],
    pub typed: &'a [String],
    pub kept: &'a BuildRecordFile,
    pub args: &'a Args,
    pub output: &'a CliOutput,
}

/// Drives are overwritten, arrays made and files below /etc changed: only root can.
pub fn require_root() -> Result<()> {
    if identity::is_root() {
        Ok(())
    } else {
        Err(CommandFailure::refused(Message::new("build-not-root")))
    }
}

/// Refuses steps that something visible now would stop at the end.
pub fn require_files(steps: &[ArrayBuildStep]) -> Result<()> {
    require_none(edited::hindrances(steps))
}

/// The first reason against it refuses it.
pub fn require_none(against: Vec<Message>) -> Result<()> {
    match against.into_iter().next() {
        Some(what) => Err(CommandFailure::refused(what)),
        None => Ok(()),
    }
}

/// All programs are there before the first is run.
pub fn require_programs(steps: &[ArrayBuildStep]) -> Result<()> {
    for step in steps {
        let StepAction::Run { words, .. } = &step.action else { continue };
        let Some(name) = words.first().filter(|name| programs::find_own(name).is_none()) else {
            continue;
        };
        let what = Message::new("build-no-program").with("program", name);
        return Err(CommandFailure::new(what.with("package", programs::package(name))));
    }
    Ok(())
}

impl BuildWork<'_> {
    /// Carries out the remaining steps. Each is recorded when it is done.
    ///
    /// # Errors
    ///
    /// A step failed, was refused or interrupted: those before it are done, it and those after it are not.
    pub fn carry_out(&self, document: &mut Document) -> Result<()> {
        let cancel = interrupt::flag();
        name_again(self.request, &self.kept.id())?;
        for (at, step) in self.steps.iter().enumerate() {
            self.end_for_a_test(at, self.args.killed_before);
            let began = Instant::now();
            let is_new =
                document.steps.get(at).is_some_and(|it| it.state == BuildStepState::Planned);
            // A partition of this name may be anybody's: it is ours only if making it was begun.
            let is_anybodys = is_new && matches!(step.what, StepPurpose::Partition);
            let done = match holds(&step.proof) {
                Ok(true) if !is_anybodys => Ok(BuildStepState::Already),
                _ => self.one(at, document, &cancel).map(|()| BuildStepState::Done),
            };
            let Some(shown) = document.steps.get_mut(at) else { continue };
            match done {
                Ok(state) => {
                    shown.state = state;
                    shown.took_s = took(state, began);
                }
                Err(failure) => {
                    // A step refused before it began has touched nothing: a resumed build must not
                    // mistake the drive's contents for its own.
                    if step.destroys.is_empty() || shown.state != BuildStepState::Planned {
                        shown.state = BuildStepState::Failed;
                    }
                    shown.why = Some((&failure.what).into());
                    document.partial = true;
                    return Err(failure);
                }
            }
            self.end_for_a_test(at, self.args.killed_after);
            document.partial = at + 1 < self.steps.len();
            self.kept.save(document)?;
        }
        Ok(())
    }

    fn one(&self, at: usize, document: &mut Document, cancel: &AtomicBool) -> Result<()> {
        let Some(step) = self.steps.get(at) else { return Ok(()) };
        if cancel.load(Ordering::Relaxed) {
            let what = Message::new("build-interrupted").with("record", self.kept.id());
            return Err(CommandFailure { exit: ProgramExit::Interrupted, what });
        }
        if step.what == StepPurpose::Join {
            // udev may have assembled an interrupted join and now occupy the members.
            let own = |array: &RunningArray| {
                array.identifier == Some(self.request.ids.array) && is_idle(&array.device)
            };
            for half in arrays().into_iter().filter(own) {
                let words =
                    ["mdadm", "--stop", &format!("/dev/{}", half.device)].map(str::to_owned);
                programs::ask(&words, "").map_err(|why| {
                    let what = Message::new("build-step-failed").with("command", words.join(" "));
                    CommandFailure::new(what.with("why", why).with("record", self.kept.id()))
                })?;
            }
        }
        if !step.destroys.is_empty() {
            self.check_again(step, document, cancel)?;
            // A program killed at work may leave data without our mark.
            if let Some(shown) = document.steps.get_mut(at) {
                shown.state = BuildStepState::Begun;
            }
            self.kept.save(document)?;
        }
        self.output.remark(&Message::new("build-doing").with("command", &step.action));
        let failed = |why: &io::Error| {
            let what = Message::new("build-step-failed").with("command", &step.action);
            let what = what.with("why", why).with("record", self.kept.id());
            CommandFailure::new(what)
        };
        let _turn = turn(&step.action).map_err(|why| failed(&why))?;
        // Recorded before it is done: the remains of a kill differ from earlier contents.
        if let Some(added) = addition(&step.action).map_err(|why| failed(&why))? {
            if let Some(shown) = document.steps.get_mut(at) {
                shown.added = Some(added.into());
            }
            self.kept.save(document)?;
        }
        act(&step.action).map_err(|why| failed(&why))?;
        wait_for(&step.proof).map_err(|why| failed(&why))
    }

    /// Every reason against it counts as at the beginning, except the remains of these very steps. Only data
    /// shown at the beginning may be lost, and nothing that came since.
    fn check_again(
        &self,
        step: &ArrayBuildStep,
        document: &Document,
        cancel: &AtomicBool,
    ) -> Result<()> {
        let refused = CommandFailure::refused;
        for &at in &step.destroys {
            let Some(member) = self.request.wanted.members.get(at) else { continue };
            let known = self.request.looked.get(at).and_then(Option::as_ref);
            let path = Path::new(&member.path);
            let now = candidate(path, self.typed, self.request.wanted.wipe, known, cancel);
            let now = now.map_err(|why| refused(why.message()))?;
            // Kernel names change as drives come and go: the path may lead to another drive.
            if (&now.member.serial, now.member.size) != (&member.serial, member.size) {
                return Err(refused(Message::new("build-other-drive").with("drive", &member.path)));
            }
            let is_ours = self.is_begun(at, document);
            let is_touched = is_ours || is_touched(document, &member.path, |_| true);
            let counts = |it: &&OverwriteRefusal| match it.check {
                OverwriteCheck::Signatures | OverwriteCheck::Sets => !is_ours,
                OverwriteCheck::Content => !is_touched,
                _ => true,
            };
            if let Some(refusal) = now.refusals.iter().find(counts) {
                return Err(refused(refusal.why.clone()));
            }
            let is_new = |held: &&String| {
                let is_left = is_touched && *held == UNKNOWN_DATA;
                !(is_ours || is_left || member.holds.contains(held))
            };
            if let Some(held) = now.member.holds.iter().find(is_new) {
                let what = Message::new("build-came-since").with("drive", &member.path);
                return Err(refused(what.with("held", held)));
            }
        }
        Ok(())
    }

    /// These steps have begun to write to this member: its partition is the one they make, or it bears the
    /// identifier that was chosen for them.
    fn is_begun(&self, at: usize, document: &Document) -> bool {
        let ids = &self.request.ids;
        let wanted = &self.request.wanted;
        let Some(member) = wanted.members.get(at) else { return false };
        let device = member.device(wanted.span);
        let is_member = StepProof::MemberOf(device.clone(), ids.array);
        let is_volume = StepProof::PhysicalVolume(device.clone(), ids.physical_volume(at));
        let is_formatted = StepProof::FileSystem(device.clone(), ids.file_system);
        let partition = StepProof::Device(device.clone());
        let is_made = is_touched(document, &member.path, |step| step.id == "partition");
        let is_partition = is_made && device != member.path && holds(&partition).unwrap_or(false);
        // A set of the firmware has no identifier of ours: one of just these counts as begun.
        let devices = || wanted.members.iter().map(|member| member.device(wanted.span)).collect();
        let in_set = wanted.container.map(|_| StepProof::InContainer(device, devices()));
        let mut marks = [is_member, is_volume, is_formatted].into_iter().chain(in_set);
        is_partition || marks.any(|proof| holds(&proof).unwrap_or(false))
    }

    /// As after `kill -9`: no cleanup, no message.
    fn end_for_a_test(&self, at: usize, when: Option<usize>) {
        if when == Some(at + 1) {
            std::process::abort();
        }
    }
}

/// Whether a step matching `which` that destroys this drive's contents was begun, now or before the interruption.
fn is_touched(document: &Document, drive: &String, which: impl Fn(&BuildStep) -> bool) -> bool {
    let mut steps = document.steps.iter().filter(|step| step.destroys.contains(drive));
    steps.any(|step| which(step) && step.state != BuildStepState::Planned)
}

/// How long a step took that was done now, to the millisecond.
pub fn took(state: BuildStepState, began: Instant) -> Option<f64> {
    let milliseconds = began.elapsed().as_millis() as f64;
    (state == BuildStepState::Done).then_some(milliseconds / 1e3)
}

/// Gives an array of md its name again: broken off before the initial RAM disk had its line, it comes back from a
/// reboot under a number, and is mounted if fstab names it already.
pub fn name_again(request: &BuildRequest, record: &str) -> Result<()> {
    let name = format!("/dev/md/{}", request.wanted.name);
    let is_own_mount = |at: &String| request.wanted.mount.as_ref() == Some(at);
    let is_ours = |array: &RunningArray| {
        array.identifier == Some(request.ids.array)
            && array.mounted.iter().all(is_own_mount)
            && !is_idle(&array.device)
    };
    let is_lost = request.wanted.engine == ArrayEngine::Md && !Path::new(&name).exists();
    let Some(array) = arrays().into_iter().filter(|_| is_lost).find(is_ours) else {
        return Ok(());
    };
    let members = request.wanted.members.iter().map(|member| member.device(request.wanted.span));
    let words = ["mdadm", "--assemble", &name].map(str::to_owned).into_iter();
    let uuid = format!("--uuid={}", request.ids.array.in_colons());
    let assemble: Vec<String> = words.chain([uuid]).chain(members).collect();
    let stop = ["mdadm", "--stop", &format!("/dev/{}", array.device)].map(str::to_owned);
    let unmount = array.mounted.iter().map(|at| vec!["umount".to_owned(), at.clone()]);
    for words in unmount.chain([stop.to_vec(), assemble.clone()]) {
        programs::ask(&words, "").map_err(|why| {
            let what = Message::new("build-step-failed").with("command", words.join(" "));
            CommandFailure::new(what.with("why", why).with("record", record))
        })?;
    }
    wait_for(&StepProof::Device(name)).map_err(|why| {
        let what = Message::new("build-step-failed").with("command", assemble.join(" "));
        CommandFailure::new(what.with("why", why).with("record", record))
    })
}

/// Steps that only one build may do at a time, because they edit or use the system's files.
pub fn turn(action: &StepAction) -> io::Result<Option<TunableLock>> {
    let makes = |word: &String| InitialRamDisk::ALL.iter().any(|it| it.program() == word);
    let is_shared = match action {
        StepAction::Run { words, .. } => words.first().is_some_and(makes),
        StepAction::MakeFolder { .. } | StepAction::RemoveFolder { .. } => false,
        _ => true,
    };
    if is_shared { records::turn() } else { Ok(None) }
}

/// The actual additions of an action to a file; `None` if it adds to none.
fn addition(action: &StepAction) -> io::Result<Option<AddedLines>> {
    match action {
        StepAction::AddLine { file, line } => {
            edited::addition(file, std::slice::from_ref(line)).map(Some)
        }
        StepAction::NameContainer(named) => edited::addition(&named.file, &lines(named)?).map(Some),
        _ => Ok(None),
    }
}

pub fn act(action: &StepAction) -> io::Result<()> {
    let all = |lines: Vec<String>| AddedLines { lines, ..AddedLines::default() };
    match action {
        StepAction::Run { words, input } => {
            programs::ask(words, input.as_deref().unwrap_or_default()).map(drop)
        }
        StepAction::AddLine { file, line } => edited::add(Path::new(file), line),
        StepAction::TakeLine { file, line } => {
            edited::take(Path::new(file), &all(vec![line.clone()]))
        }
        StepAction::NameContainer(named) => {
            lines(named)?.iter().try_for_each(|line| edited::add(Path::new(&named.file), line))
        }
        StepAction::UnnameContainer(named) => {
            edited::take(Path::new(&named.file), &all(lines(named)?))
        }
        StepAction::MakeFolder { path } => fs::create_dir_all(path),
        StepAction::RemoveFolder { path } => fs::remove_dir(path),
    }
}

/// The mdadm.conf lines of a set and its volume.
fn lines(named: &NamedContainer) -> io::Result<Vec<String>> {
    let text = programs::ask(&named.lines(), "")?;
    let lines = text.lines().filter(|line| line.starts_with("ARRAY "));
    Ok(lines.map(|line| line.trim_end().to_owned()).collect())
}

/// Waits until it is true. Without a proof, it is assumed.
fn wait_for(proof: &StepProof) -> io::Result<()> {
    if *proof == StepProof::Nothing {
        return Ok(());
    }
    let until = Instant::now() + PATIENCE;
    loop {
        match holds(proof) {
            Ok(true) => return Ok(()),
            Ok(false) if Instant::now() > until => {
                return Err(io::Error::other("it ended well, and what it makes is not there"));
            }
            Ok(false) => sleep(Duration::from_millis(100)),
            Err(why) => return Err(why),
        }
    }
}
