//! One command or job, on one ground, timed.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use narrows_host::identity;
use narrows_host::trial::usage::{self, Ended};
use narrows_messages::Message;
use narrows_record::trial::{Place, Ran, Step};
use narrows_units::{Bytes, Nanos};

use super::ground::Ground;
use crate::failure::Failure;
use crate::verbs::trial::args::Job;
use crate::verbs::trial::everyday::{Phase, Play};
use crate::verbs::trial::order::{Order, Work};

/// Where the user's command finds the folder that it runs in.
const FOLDER: &str = "NARROWS_TRIAL_DIR";
/// The same content every time.
const SEED: u64 = 7;

/// What there is to run on.
pub struct Grounds {
    pub array: Ground,
    pub alone: Ground,
    pub other: Option<Ground>,
}

impl Grounds {
    fn of(&self, place: Place) -> &Ground {
        match place {
            Place::Array => &self.array,
            Place::Alone => &self.alone,
        }
    }

    /// Where a job's input lies, if that is not where it runs.
    fn source(&self, order: &Order, work: &Work) -> Option<&Ground> {
        self.other.as_ref().filter(|_| order.is_from_other(work))
    }
}

/// Does it once on a file system made anew. What is prepared is written out and forgotten before
/// the clock starts; what is written counts until it is on the devices.
pub fn once(
    order: &Order,
    work: &Work,
    place: Place,
    repeat: u32,
    grounds: &Grounds,
) -> Result<Ran, Failure> {
    let (ground, source) = (grounds.of(place), grounds.source(order, work));
    ground.fresh()?;
    if let Some(source) = source {
        source.fresh()?;
    }
    prepare(order, work, ground, source)?;
    let before = ground.moved();
    let begun = Instant::now();
    let (ended, steps) = perform(order, work, ground, source)?;
    ground.sync()?;
    let wall = Nanos::secs(begun.elapsed().as_secs_f64());
    let moved = ground.moved().since(before);
    ground.unmount()?;
    if let Some(source) = source {
        source.unmount()?;
    }
    let both = Bytes::new(moved.read.get().saturating_add(moved.written.get()));
    Ok(Ran {
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

fn prepare(
    order: &Order,
    work: &Work,
    ground: &Ground,
    source: Option<&Ground>,
) -> Result<(), Failure> {
    let ended = match (work, &order.prepare) {
        (Work::Job(job), _) => play(order, *job, Phase::Make, ground, source)?.0,
        (Work::Command(_), Some(line)) => {
            let words = ["sh", "-c", line].map(str::to_owned);
            wait(&start_command(&words, ground)?)?
        }
        (Work::Command(_), None) => return Ok(()),
    };
    if !ended.status.success() {
        let what = Message::new("trial-not-prepared").with("work", work.name());
        return Err(Failure::new(what.with("why", ended.status)));
    }
    for ground in [Some(ground), source].into_iter().flatten() {
        ground.sync()?;
        ground.unmount()?;
        ground.mount()?;
    }
    Ok(())
}

fn perform(
    order: &Order,
    work: &Work,
    ground: &Ground,
    source: Option<&Ground>,
) -> Result<(Ended, Vec<Step>), Failure> {
    match work {
        Work::Job(job) => play(order, *job, Phase::Do, ground, source),
        Work::Command(words) => Ok((wait(&start_command(words, ground)?)?, Vec::new())),
    }
}

fn unstarted(why: &dyn std::fmt::Display) -> Failure {
    Failure::new(Message::new("trial-not-started").with("why", why))
}

fn wait(child: &Child) -> Result<Ended, Failure> {
    usage::wait(child).map_err(|why| unstarted(&why))
}

/// The user's own command: with the rights of the user who called, in the mounted folder, its
/// output beside our messages, because standard output is for the result.
fn start_command(words: &[String], ground: &Ground) -> Result<Child, Failure> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(unstarted(&"no command"));
    };
    let beside = io::stderr().as_fd().try_clone_to_owned().map_err(|why| unstarted(&why))?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(ground.folder()).env(FOLDER, ground.folder());
    command.stdin(Stdio::null()).stdout(Stdio::from(beside));
    let caller = identity::caller();
    if caller.uid != 0 {
        command.uid(caller.uid).gid(caller.gid);
        command.envs(identity::home().map(|home| ("HOME", home)));
    }
    command.spawn().map_err(|why| unstarted(&format!("{program}: {why}")))
}

/// A ready-made job, in a process of its own so that its time is its own.
fn play(
    order: &Order,
    job: Job,
    phase: Phase,
    ground: &Ground,
    source: Option<&Ground>,
) -> Result<(Ended, Vec<Step>), Failure> {
    let from = source.unwrap_or(ground).folder().to_owned();
    let to = ground.folder().to_owned();
    let play = Play { job, phase, from, to, size: order.size, seed: SEED };
    let json = serde_json::to_vec(&play).map_err(|why| unstarted(&why))?;
    let mut command = Command::new("/proc/self/exe");
    command.args(["trial", "--part", "play"]).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|why| unstarted(&why))?;
    let mut said = Vec::new();
    // A job that ended early has said why; what it did not read is no further failure.
    if let Some(mut to) = child.stdin.take() {
        let _ = to.write_all(&json);
    }
    if let Some(from) = child.stdout.take() {
        let _ = from.take(1 << 20).read_to_end(&mut said);
    }
    let ended = wait(&child)?;
    let steps = serde_json::from_slice(&said).unwrap_or_default();
    Ok((ended, steps))
}
