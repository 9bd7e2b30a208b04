//! The process that the user called: it starts the one that makes everything, listens to it, and
//! lets go of it when the user interrupts.
//!
//! A dedicated thread enters new namespaces and starts the child there, and lives as long as the
//! child does: the kernel kills the child with it.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use narrows_host::trial::{apart, mounts};
use narrows_messages::Message;

use super::clean;
use super::order::{TrialOrder, TrialOutcome};
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

const LOOK: Duration = Duration::from_millis(20);
/// How long taking everything down in order may take, before it is all killed at once: a mount
/// that stays busy and then an array, each as long as they are waited for, and some more.
const PATIENCE: Duration =
    mounts::PATIENCE.saturating_add(clean::PATIENCE).saturating_add(Duration::from_secs(10));

type Shared = Arc<Mutex<Child>>;

/// Has an order carried out; nothing but an md array can be left when this returns.
pub fn carry_out(
    order: &TrialOrder,
    cancel: &AtomicBool,
    output: &CliOutput,
) -> Result<TrialOutcome> {
    let words = words(output);
    let (sender, receiver) = channel();
    let keeper = std::thread::spawn(move || keep(&words, &sender));
    let heard = converse(&receiver, order, cancel);
    let _ = keeper.join();
    heard
}

fn lost(why: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::new(Message::new("trial-lost").with("why", why))
}

fn words(output: &CliOutput) -> Vec<String> {
    let language = output.localizer.language().tag();
    let mut words = ["trial", "--part", "inside", "--lang", language].map(str::to_owned).to_vec();
    words.extend(output.quiet.then(|| "--quiet".to_owned()));
    words
}

/// The keeper's whole life: into the namespaces, the child started, its end awaited.
fn keep(words: &[String], sender: &Sender<io::Result<Shared>>) {
    let child = apart::leave().and_then(|()| {
        // The path in /proc works even if the binary was replaced since it began.
        let mut command = Command::new("/proc/self/exe");
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    });
    let child = child.map(|child| Arc::new(Mutex::new(child)));
    let kept = child.as_ref().ok().cloned();
    let _ = sender.send(child);
    while kept.as_ref().is_some_and(is_running) {
        std::thread::sleep(LOOK);
    }
}

fn is_running(child: &Shared) -> bool {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    matches!(child.try_wait(), Ok(None))
}

fn converse(
    receiver: &Receiver<io::Result<Shared>>,
    order: &TrialOrder,
    cancel: &AtomicBool,
) -> Result<TrialOutcome> {
    let child = receiver.recv().map_err(|why| lost(&why))?;
    let child = child
        .map_err(|why| CommandFailure::new(Message::new("trial-no-namespace").with("why", why)))?;
    let (mut to, mut from) = {
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        (child.stdin.take(), child.stdout.take())
    };
    // Read while it runs: a full pipe would stop the child.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let read = from.as_mut().map(|from| from.read_to_string(&mut text));
        read.transpose().map(|_| text)
    });
    // A child that stops reading is noticed by its output.
    let _ = tell(&mut to, order);
    // Waits for the child's end. An interrupt closes its pipe, which makes it take everything down;
    // if that takes too long, it is killed, and the kernel takes down what belongs to it.
    let mut until: Option<Instant> = None;
    while is_running(&child) {
        if cancel.load(Ordering::Relaxed) {
            to = None;
            until = until.or_else(|| Some(Instant::now() + PATIENCE));
        }
        if until.is_some_and(|until| Instant::now() > until) {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
        std::thread::sleep(LOOK);
    }
    drop(to);
    let text = reader.join().map_err(|_| lost(&"a thread"))?.map_err(|why| lost(&why))?;
    serde_json::from_str(&text).map_err(|why| {
        if cancel.load(Ordering::Relaxed) {
            CommandFailure::new(Message::new("trial-interrupted"))
        } else {
            lost(&why)
        }
    })
}

fn tell(to: &mut Option<ChildStdin>, order: &TrialOrder) -> io::Result<()> {
    let Some(to) = to else { return Err(io::ErrorKind::BrokenPipe.into()) };
    let json = serde_json::to_string(order)?;
    to.write_all(format!("{json}\n").as_bytes())
}
