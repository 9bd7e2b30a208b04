//! One command or job, on one volume, timed.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use narrows_host::identity;
use narrows_host::trial::apart;
use narrows_host::trial::usage::{self, CommandUsage};
use narrows_messages::Message;
use narrows_record::trial::{TrialJobStep, TrialRound, TrialTarget};
use narrows_units::{Bytes, Nanos};

use super::volume::TrialVolume;
use crate::args::trial::TrialJobName;
use crate::commands::trial::everyday::{JobPhase, PlayRequest};
use crate::commands::trial::order::{TrialOrder, TrialWork};
use crate::failure::{CommandFailure, Result};

/// Variable with the folder in which the user's command runs.
const FOLDER: &str = "NARROWS_TRIAL_DIR";
/// The same content every time.
const SEED: u64 = 7;

pub struct TrialVolumes {
    pub array: TrialVolume,
    pub alone: TrialVolume,
    pub other: Option<TrialVolume>,
}

impl TrialVolumes {
    /// Location of a job's input, if it is not where the job runs.
    fn source(&self, order: &TrialOrder, work: &TrialWork) -> Option<&TrialVolume> {
        self.other.as_ref().filter(|_| order.is_from_other(work))
    }
}

/// Runs it once on a newly made file system. Prepared data is written out and dropped from memory
/// before the clock starts; writes count until they are on the devices.
pub fn once(
    order: &TrialOrder,
    work: &TrialWork,
    place: TrialTarget,
    repeat: u32,
    volumes: &TrialVolumes,
    cancel: &AtomicBool,
) -> Result<TrialRound> {
    let of = match place {
        TrialTarget::Array => &volumes.array,
        TrialTarget::Alone => &volumes.alone,
    };
    let (volume, source) = (of, volumes.source(order, work));
    let stage = TrialStage { order, work, volume, source, cancel };
    volume.fresh()?;
    if let Some(source) = source {
        source.fresh()?;
    }
    stage.prepare()?;
    let before = volume.moved();
    let begun = Instant::now();
    let (ended, steps) = stage.play_or_run(JobPhase::Do)?;
    volume.sync()?;
    let wall = Nanos::secs(begun.elapsed().as_secs_f64());
    let moved = volume.moved().since(before);
    volume.unmount()?;
    if let Some(source) = source {
        source.unmount()?;
    }
    let both = Bytes::new(moved.read.get().saturating_add(moved.written.get()));
    Ok(TrialRound {
        work: work.name(),
        place,
        repeat,
        wall_s: wall.as_secs(),
        user_s: ended.user.as_secs(),
        system_s: ended.system.as_secs(),
        read: moved.read.get(),
        written: moved.written.get(),
        mb_s: both.per(wall).get() / 1e6,
        exit: ended.status.code(),
        steps,
    })
}

struct TrialStage<'a> {
    order: &'a TrialOrder,
    work: &'a TrialWork,
    volume: &'a TrialVolume,
    /// Location of its input, if it is not where it runs.
    source: Option<&'a TrialVolume>,
    cancel: &'a AtomicBool,
}

fn unstarted(why: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::new(Message::new("trial-not-started").with("why", why))
}

impl TrialStage<'_> {
    fn prepare(&self) -> Result<()> {
        let ended = match (self.work, &self.order.prepare) {
            (TrialWork::Job(_), _) => self.play_or_run(JobPhase::Make)?.0,
            (TrialWork::Command(_), Some(line)) => {
                self.wait(&self.start_command(&["sh", "-c", line].map(str::to_owned))?)?
            }
            (TrialWork::Command(_), None) => return Ok(()),
        };
        if !ended.status.success() {
            let what = Message::new("trial-not-prepared").with("work", self.work.name());
            return Err(CommandFailure::new(what.with("why", ended.status)));
        }
        for volume in [Some(self.volume), self.source].into_iter().flatten() {
            // Unmounting drops the file system's page cache, so that the input is read again.
            volume.sync()?;
            volume.unmount()?;
            volume.mount()?;
        }
        Ok(())
    }

    fn play_or_run(&self, phase: JobPhase) -> Result<(CommandUsage, Vec<TrialJobStep>)> {
        match self.work {
            TrialWork::Job(job) => self.play(*job, phase),
            TrialWork::Command(words) => Ok((self.wait(&self.start_command(words)?)?, Vec::new())),
        }
    }

    /// Starts a child, unless the trial is ending. The flag is set before all are killed: a child
    /// started between the two is noticed by one side or the other. A Ctrl-C of the terminal does not
    /// reach it, so that it does not seem to have failed before the trial is known to end.
    fn start(&self, command: &mut Command) -> Result<Child> {
        let program = command.get_program().display().to_string();
        let child = command
            .process_group(0)
            .spawn()
            .map_err(|why| unstarted(&format!("{program}: {why}")))?;
        if self.cancel.load(Ordering::SeqCst) {
            apart::end_all_others();
        }
        Ok(child)
    }

    /// Waits for a child's end; its result does not count once the trial is ending.
    fn wait(&self, child: &Child) -> Result<CommandUsage> {
        let ended = usage::wait(child).map_err(|why| {
            CommandFailure::new(Message::new("trial-not-waited").with("why", why))
        })?;
        if self.cancel.load(Ordering::SeqCst) { Err(super::interrupted()) } else { Ok(ended) }
    }

    /// The user's own command: with the rights of the user who called, in the mounted folder, its
    /// output beside our messages, because standard output is for the result.
    fn start_command(&self, words: &[String]) -> Result<Child> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(unstarted(&"no command"));
        };
        let beside = io::stderr().as_fd().try_clone_to_owned().map_err(|why| unstarted(&why))?;
        let folder = self.volume.folder();
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder).env(FOLDER, folder);
        command.stdin(Stdio::null()).stdout(Stdio::from(beside));
        if identity::caller().uid != 0 {
            identity::give_up_rights(&mut command);
            command.envs(identity::home().map(|home| ("HOME", home)));
        }
        self.start(&mut command)
    }

    /// A ready-made job, in a separate process so that its time is its own.
    fn play(
        &self,
        job: TrialJobName,
        phase: JobPhase,
    ) -> Result<(CommandUsage, Vec<TrialJobStep>)> {
        let from = self.source.unwrap_or(self.volume).folder().to_owned();
        let to = self.volume.folder().to_owned();
        let play = PlayRequest { job, phase, from, to, size: self.order.size, seed: SEED };
        let json = serde_json::to_vec(&play).map_err(|why| unstarted(&why))?;
        let mut command = Command::new("/proc/self/exe");
        // The path in /proc works even if the binary was replaced since it began.
        command.args(["trial", "--part", "play"]).current_dir("/");
        let mut child = self.start(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let mut output = Vec::new();
        // A job that ended early has reported why; unread input is no further failure.
        if let Some(mut to) = child.stdin.take() {
            let _ = to.write_all(&json);
        }
        // Read to the end before waiting: a child whose pipe is full would never end.
        if let Some(from) = child.stdout.take() {
            let _ = from.take(1 << 20).read_to_end(&mut output);
        }
        let ended = self.wait(&child)?;
        let steps = serde_json::from_slice(&output).unwrap_or_default();
        Ok((ended, steps))
    }
}
