//! What is watched: a command that we start, a process that runs, or the whole machine.

use std::process::{Child, Command, Stdio};

use narrows_host::Root;
use narrows_host::sample::Sampler;
use narrows_messages::Message;
use narrows_record::watch::{Subject, Watch};

use crate::args;
use crate::failure::Failure;
use crate::output::Output;

pub struct Job {
    subject: Subject,
    name: String,
    pid: Option<u32>,
    child: Option<Child>,
    exit_code: Option<i32>,
}

impl Job {
    /// Starts the command, or finds the process.
    ///
    /// # Errors
    /// It cannot be started, or there is no such process.
    pub fn begin(args: &args::Watch, output: &Output) -> Result<Self, Failure> {
        match (args.command.as_slice(), args.pid) {
            ([program, words @ ..], _) => Self::start(program, words, output),
            ([], Some(pid)) => Self::running(pid),
            ([], None) => Ok(Self {
                subject: Subject::Machine,
                name: String::new(),
                pid: None,
                child: None,
                exit_code: None,
            }),
        }
    }

    fn start(program: &str, words: &[String], output: &Output) -> Result<Self, Failure> {
        let mut command = Command::new(program);
        command.args(words);
        if output.json || output.markdown {
            // Standard output is the document's alone.
            command.stdout(Stdio::from(std::io::stderr()));
        }
        let child = command.spawn().map_err(|error| {
            let what = Message::new("watch-cannot-start").with("command", program);
            Failure::new(what.with("why", error))
        })?;
        let all: Vec<&str> =
            [program].into_iter().chain(words.iter().map(String::as_str)).collect();
        Ok(Self {
            subject: Subject::Command,
            name: all.join(" "),
            pid: Some(child.id()),
            child: Some(child),
            exit_code: None,
        })
    }

    fn running(pid: u32) -> Result<Self, Failure> {
        let name = Sampler::new(&Root::live()).process_name(pid);
        let nobody = || Failure::new(Message::new("watch-no-process").count("pid", pid as usize));
        let (subject, child) = (Subject::Process, None);
        Ok(Self { subject, name: name.ok_or_else(nobody)?, pid: Some(pid), child, exit_code: None })
    }

    /// The process at the top of the job; none for the whole machine.
    pub fn pid(&self) -> Option<u32> {
        self.pid
    }

    /// Whether it has ended. What was started by others is gone with its entry in /proc.
    pub fn has_ended(&mut self, sampler: &Sampler) -> bool {
        match (&mut self.child, self.pid) {
            (Some(child), _) => match child.try_wait() {
                Ok(Some(status)) => {
                    self.exit_code = status.code();
                    true
                }
                Ok(None) => false,
                Err(_) => true,
            },
            (None, Some(pid)) => sampler.threads(pid).is_empty(),
            (None, None) => false,
        }
    }

    /// What is said of it in the document.
    pub fn described(self) -> Watch {
        Watch {
            subject: self.subject,
            name: self.name,
            pid: self.pid,
            exit_code: self.exit_code,
            ..Watch::default()
        }
    }
}
