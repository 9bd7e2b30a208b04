//! The subject to watch: a command that we start, a running process, or the whole machine.

use std::process::{Child, Command, Stdio};

use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_messages::Message;
use narrows_record::watch::{WatchRecord, WatchSubject};

use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WatchRequest {
    #[default]
    Machine,
    Command(Vec<String>),
    Process(u32),
    Named(String),
}

pub struct WatchedJob {
    subject: WatchSubject,
    name: String,
    /// Its top-level processes; empty for the whole machine.
    roots: Vec<u32>,
    child: Option<Child>,
    exit_code: Option<i32>,
}

impl WatchedJob {
    /// Starts the command, or finds the processes.
    pub fn begin(wanted: &WatchRequest, output: &CliOutput) -> Result<Self> {
        match wanted {
            WatchRequest::Command(words) => match words.as_slice() {
                [program, words @ ..] => {
                    let mut command = Command::new(program);
                    command.args(words);
                    if output.json || output.markdown {
                        // Standard output is the document's alone.
                        command.stdout(Stdio::from(std::io::stderr()));
                    }
                    let child = command.spawn().map_err(|error| {
                        let what = Message::new("watch-cannot-start").with("command", program);
                        CommandFailure::new(what.with("why", error))
                    })?;
                    let all: Vec<&str> =
                        [program].into_iter().chain(words).map(String::as_str).collect();
                    Ok(Self {
                        subject: WatchSubject::Command,
                        name: all.join(" "),
                        roots: vec![child.id()],
                        child: Some(child),
                        exit_code: None,
                    })
                }
                [] => Ok(Self::machine()),
            },
            WatchRequest::Process(pid) => {
                let name = Sampler::new(&Root::live()).process_name(*pid).ok_or_else(|| {
                    let what = Message::new("watch-no-process").count("pid", *pid as usize);
                    CommandFailure::new(what)
                })?;
                let (subject, child) = (WatchSubject::Process, None);
                Ok(Self { subject, name, roots: vec![*pid], child, exit_code: None })
            }
            WatchRequest::Named(name) => {
                let own = std::process::id();
                let mut roots = Sampler::new(&Root::live()).processes_named(name);
                // This program's own command line has the name in it.
                roots.retain(|process| *process != own);
                if roots.is_empty() {
                    return Err(CommandFailure::new(
                        Message::new("watch-no-such-name").with("name", name),
                    ));
                }
                let (subject, name) = (WatchSubject::Process, name.to_owned());
                Ok(Self { subject, name, roots, child: None, exit_code: None })
            }
            WatchRequest::Machine => Ok(Self::machine()),
        }
    }

    fn machine() -> Self {
        let (subject, name) = (WatchSubject::Machine, String::new());
        Self { subject, name, roots: Vec::new(), child: None, exit_code: None }
    }

    /// The top-level processes of the job; empty for the whole machine.
    pub fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// Whether it has ended. A process started by others is gone with its entry in /proc, or once none of its threads
    /// runs: its entry then stays until its parent asks for its exit code.
    pub fn has_ended(&mut self, sampler: &Sampler) -> bool {
        match &mut self.child {
            Some(child) => match child.try_wait() {
                Ok(Some(status)) => {
                    self.exit_code = status.code();
                    true
                }
                Ok(None) => false,
                // It fails only for a child that is not ours any more, whose end will not show.
                Err(_) => true,
            },
            None => {
                let is_gone = |root: &u32| {
                    let state = |thread| sampler.thread_state(*root, thread);
                    let threads = sampler.threads(*root);
                    threads.into_iter().all(|it| matches!(state(it), None | Some('Z' | 'X')))
                };
                !self.roots.is_empty() && self.roots.iter().all(is_gone)
            }
        }
    }

    pub fn described(&self) -> WatchRecord {
        let one = <[u32; 1]>::try_from(self.roots.as_slice());
        WatchRecord {
            subject: self.subject.clone(),
            name: self.name.clone(),
            pid: one.ok().map(|[pid]| pid),
            exit_code: self.exit_code,
            ..WatchRecord::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_whose_parent_does_not_ask_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let threads = |states: &[&str]| {
            for (at, state) in states.iter().enumerate() {
                let task = folder.path().join(format!("proc/7/task/{}", 7 + at));
                std::fs::create_dir_all(&task).unwrap();
                std::fs::write(task.join("stat"), format!("{} (a b) {state} 1 7\n", 7 + at))
                    .unwrap();
            }
            let roots = vec![7];
            let mut job = WatchedJob { roots, ..WatchedJob::machine() };
            job.has_ended(&Sampler::new(&Root::at(folder.path())))
        };
        assert!(threads(&["Z"]));
        // The first thread may end before the others.
        assert!(!threads(&["Z", "S"]));
        assert!(threads(&["Z", "X"]));
    }
}
