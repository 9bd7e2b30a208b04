//! The restorer: a separate process that puts everything back, whatever becomes of the experiment.
//!
//! It is the same binary in its own session, so that neither Ctrl-C nor a closed terminal reaches it, and
//! it waits at a pipe whose other end only the experiment holds. When that end closes, because all is
//! done or because the experiment was killed, it writes the old values back, reads them again and ends.
//! It also holds the machine's lock, so that no other process can take a changed value for an old one.
//!
//! Lines on the pipes, restorer's first: `locked` | `busy` | `failed <why>`; the settings as JSON;
//! `armed` | `failed <why>`; `done`, unless the experiment was killed; the end of the pipe; failed
//! restorations, as JSON.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use narrows_host::Root;
use narrows_host::tunables::{self, Tunable};
use narrows_messages::Message;
use narrows_record::experiment::{ExperimentDocument, ExperimentSetting, ExperimentState};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{owed, store, why};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Between two tries to get the lock.
const PATIENCE_STEP: Duration = Duration::from_millis(50);
// Two seconds in all.
const PATIENCE_STEPS: u32 = 40;

/// The experiment's side.
pub struct Restorer {
    child: Child,
    /// None once it is closed.
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Restorer {
    /// Keeps an experiment that is about to change its settings, which must be as they were
    /// planned, and starts its restorer. From then on the settings may be changed.
    pub fn begin(
        root: &Root,
        experiment: &mut ExperimentDocument,
        output: &CliOutput,
    ) -> Result<Self> {
        // From here on the id belongs to it; it is marked as running once its restorer is ready.
        let state = std::mem::replace(&mut experiment.state, ExperimentState::CutShort);
        let kept = store::save_new(experiment);
        experiment.state = state;
        kept?;
        Self::stand_by(root, experiment, output).inspect_err(|_| {
            // Nothing was changed: there is nothing to tell.
            let _ = store::forget(&experiment.id);
        })
    }

    fn stand_by(root: &Root, experiment: &ExperimentDocument, output: &CliOutput) -> Result<Self> {
        let mut restorer = Self::start(root, &experiment.id, output)?;
        // Between the plan and the lock another experiment may have ended.
        for setting in &experiment.settings {
            let now = Tunable::of_path(&setting.path).and_then(|tunable| tunable.get(root).ok());
            if now.as_deref() != Some(&setting.before) {
                let what = Message::new("experiment-meanwhile").with("path", &setting.path);
                return Err(CommandFailure::new(what));
            }
        }
        // The restorer first: from then on the file is corrected when this process is killed.
        restorer.entrust(&experiment.settings)?;
        match owed::save(root, experiment) {
            Ok(()) => Ok(restorer),
            Err(failure) => {
                // Nothing was changed: it ends in order and has nothing to tell.
                restorer.finish(root, &experiment.settings, output);
                Err(failure)
            }
        }
    }

    /// Starts it with the machine's lock. Nothing may be changed before [`Self::entrust`].
    fn start(root: &Root, id: &str, output: &CliOutput) -> Result<Self> {
        // The path in /proc works even if the binary was replaced since it began.
        let mut command = Command::new("/proc/self/exe");
        command.args(["experiment", "guard", id, "--lang", output.localizer.language().tag()]);
        if !root.is_live() {
            command.arg("--knobs-root").arg(root.path());
        }
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|why| lost(&why))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(lost(&io::Error::other("no pipes")));
        };
        let mut restorer = Self { child, to: Some(to), from: BufReader::new(from) };
        match restorer.hear()?.as_str() {
            "locked" => Ok(restorer),
            "busy" => Err(CommandFailure::new(Message::new("experiment-busy"))),
            other => Err(lost(&io::Error::other(other.to_owned()))),
        }
    }

    /// Hands over the settings to put back. From here on they may be changed.
    fn entrust(&mut self, settings: &[ExperimentSetting]) -> Result<()> {
        let json = serde_json::to_string(settings).map_err(|why| lost(&why))?;
        self.tell(&json).map_err(|why| lost(&why))?;
        match self.hear()?.as_str() {
            "armed" => Ok(()),
            other => Err(lost(&io::Error::other(other.to_owned()))),
        }
    }

    /// Has everything put back, and returns the failures. If the restorer is gone, though it should
    /// never end early, its work is done here.
    pub fn finish(
        mut self,
        root: &Root,
        settings: &[ExperimentSetting],
        output: &CliOutput,
    ) -> Vec<String> {
        // A restorer that is gone cannot be reached; its silence shows below.
        let _ = self.tell("done");
        // The closed pipe is the signal; the line before it only marks an orderly end.
        self.to = None;
        let line = self.hear().unwrap_or_default();
        // No answer, or half of one: the restorer died. To write an old value twice does no harm.
        serde_json::from_str(&line).unwrap_or_else(|_| put_back(root, settings, output))
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        let Some(to) = &mut self.to else { return Err(io::ErrorKind::BrokenPipe.into()) };
        to.write_all(format!("{line}\n").as_bytes())
    }

    fn hear(&mut self) -> Result<String> {
        let mut line = String::new();
        let read = (&mut self.from).take(1 << 20).read_line(&mut line);
        read.map_err(|why| lost(&why))?;
        Ok(line.trim_end().to_owned())
    }
}

/// An experiment that fails halfway waits until everything is as before.
impl Drop for Restorer {
    fn drop(&mut self) {
        // Closed before the wait, in which the restorer waits for the end of this pipe.
        self.to = None;
        let _ = self.child.wait();
    }
}

fn lost(why: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::new(Message::new("experiment-no-guardian").with("why", why))
}

/// The restorer's own side.
pub fn run(id: &str, root: &Root, output: &CliOutput) -> Result<ProgramExit> {
    // In its own session, without a terminal, and in no folder that might have to be unmounted.
    let alone = tunables::leave_session();
    let _ = std::env::set_current_dir("/");
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        // A flag that is not read: an end by hand is that of the experiment, which closes the pipe.
        let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
    let lock = alone.and_then(|()| lock(root));
    // Held to the end: another experiment would take a value not yet put back for the old one.
    let _lock = match lock {
        Ok(Some(lock)) => lock,
        Ok(None) => return say("busy"),
        Err(why) => return say(&format!("failed {why}")),
    };
    say("locked")?;
    // One reader for both: what it has buffered behind the first line is part of the rest.
    let mut from = BufReader::new(io::stdin());
    let Some(settings) = read_settings(&mut from) else { return say("failed") };
    say("armed")?;
    // Blocks as long as the experiment lives: the kernel closes a killed process's pipes.
    let is_done = is_done(&mut from);
    let problems = put_back(root, &settings, output);
    if !is_done {
        report_ourselves(id, root, &problems, output);
    }
    let json = serde_json::to_string(&problems).unwrap_or_default();
    say(&json)?;
    Ok(if problems.is_empty() { ProgramExit::Ok } else { ProgramExit::Failed })
}

/// The restorer of an experiment that was just killed needs a moment to put things back.
fn lock(root: &Root) -> io::Result<Option<tunables::TunableLock>> {
    for _ in 0..PATIENCE_STEPS {
        if let Some(lock) = tunables::alone(root)? {
            return Ok(Some(lock));
        }
        std::thread::sleep(PATIENCE_STEP);
    }
    tunables::alone(root)
}

/// The experiment may be gone and its end of the pipe closed: then there is no reader.
fn say(line: &str) -> Result<ProgramExit> {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
    Ok(ProgramExit::Ok)
}

/// None also where something is in it that is no setting of ours.
fn read_settings(from: &mut impl BufRead) -> Option<Vec<ExperimentSetting>> {
    let mut line = String::new();
    from.take(1 << 20).read_line(&mut line).ok()?;
    let settings: Vec<ExperimentSetting> = serde_json::from_str(&line).ok()?;
    settings.iter().all(|setting| Tunable::of_path(&setting.path).is_some()).then_some(settings)
}

/// Waits for the end of the pipe. A killed experiment has not sent `done`.
fn is_done(from: &mut impl BufRead) -> bool {
    let mut rest = String::new();
    // Invalid text, or a failed read, is no orderly end either.
    from.read_to_string(&mut rest).is_ok() && rest.trim() == "done"
}

/// Writes every old value back, and returns the problems.
pub fn put_back(root: &Root, settings: &[ExperimentSetting], output: &CliOutput) -> Vec<String> {
    let put = |setting: &ExperimentSetting| match tunable(root, setting) {
        Err(problem) => Some(problem),
        Ok(None) => None,
        Ok(Some(tunable)) => tunable.put_back(root, &setting.before).err().map(|error| why(&error)),
    };
    settings.iter().filter_map(put).map(|problem| output.localizer.say(&problem)).collect()
}

/// A setting with a drive's name is looked up at the drive's current location. `None` for a drive
/// that is gone and took the change with it: a removed controller begins with its factory setting.
fn tunable(root: &Root, setting: &ExperimentSetting) -> Result<Option<Tunable>, Message> {
    let path = &setting.path;
    let no_tunable = || Message::new("experiment-no-knob").with("path", path);
    let tunable = Tunable::of_path(path).ok_or_else(no_tunable)?;
    let Some(drive) = &setting.drive else { return Ok(Some(tunable)) };
    match tunables::same_drive(root, path, drive) {
        None if tunable.outlives_restart() => {
            Err(Message::new("caches-drive-gone").with("path", path).with("drive", drive))
        }
        now => Ok(now),
    }
}

/// Reports for the experiment, which no longer can: to the terminal and its file.
fn report_ourselves(id: &str, root: &Root, problems: &[String], output: &CliOutput) {
    let what = if problems.is_empty() {
        Message::new("experiment-put-back-by-guardian")
    } else {
        let problems = problems.join("; ");
        Message::new("experiment-not-put-back").with("problems", problems).with("id", id)
    };
    // The terminal may be gone: an unheard remark must not keep the file from being restored.
    let _ = writeln!(io::stderr(), "{}", output.localizer.say(&what));
    let Ok(mut experiment) = store::named(id) else {
        // Killed before it was kept, or deleted since: if nothing is left, nothing is owed.
        let _ = if problems.is_empty() { owed::strike(root, id) } else { Ok(()) };
        return;
    };
    experiment.state =
        if problems.is_empty() { ExperimentState::CutShort } else { ExperimentState::NotRestored };
    experiment.partial = true;
    // If that fails it stays `running`, which `restore` handles.
    let _ = owed::save(root, &experiment);
}
