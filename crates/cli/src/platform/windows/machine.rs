//! The running machine, as PowerShell shows it, in the form of captures that are taken by hand.

use std::io;
use std::path::Path;
use std::sync::Arc;

use narrows_host::windows::{self, CaptureError};
use narrows_messages::Message;
use narrows_record::see::THIS_MACHINE;
use narrows_topology::evidence;
use narrows_topology::read::FileTree;
use narrows_topology::read::kind;
use narrows_verdict::answer::source::{SourceEvidence, SourceMachine, place_error};

use crate::args::{self, MainJobArgs};
use crate::commands::capture::WINDOWS;
use crate::destination::OutputFileKind;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::labels;
use crate::output::CliOutput;
use crate::source::NamedFile;

pub fn look(output: &CliOutput) -> Result<SourceMachine> {
    let (bytes, shown) = live(output)?;
    let read = SourceEvidence::Bytes(Arc::from(bytes));
    Ok(SourceMachine::live(THIS_MACHINE.to_owned(), read, &shown))
}

/// Settings that a killed run has changed: no command changes any here.
pub fn owed() -> Option<Message> {
    None
}

/// Refuses Linux-only options.
pub fn check(args: &MainJobArgs) -> Result<()> {
    if args.raw {
        Err(CommandFailure::usage(Message::new("windows-no-such-option").with("option", "--raw")))
    } else {
        Ok(())
    }
}

/// The running machine's evidence, before any conclusion.
pub fn evidence(output: &CliOutput) -> Result<evidence::CaptureEvidence> {
    Ok(live(output)?.1)
}

fn live(output: &CliOutput) -> Result<(Vec<u8>, evidence::CaptureEvidence)> {
    let bytes = take(false, output)?;
    let shown = kind::evidence(&bytes);
    let name = output.localizer.text("cli-this-machine");
    let mut shown = shown.map_err(|error| place_error(&name, &error))?;
    shown.slots.extend(labels::read(output));
    Ok((bytes, shown))
}

fn take(without_serials: bool, output: &CliOutput) -> Result<Vec<u8>> {
    // A minute without a word would look like a program that hangs.
    output.remark(&Message::new("windows-asking"));
    windows::capture(WINDOWS, without_serials).map_err(|error| {
        CommandFailure::new(match error {
            CaptureError::NoPowerShell => Message::new("windows-no-powershell"),
            CaptureError::Failed(why) => Message::new("windows-capture-failed").with("why", why),
            CaptureError::Said(why) => Message::new("windows-capture-failed").with("why", why),
        })
    })
}

/// The drive that a folder lies on, which Windows shows by letters only.
pub fn device_of(_: &Path) -> Option<String> {
    None
}

/// The running machine as a file that can be a source again.
pub fn as_file() -> io::Result<NamedFile> {
    let bytes = windows::capture(WINDOWS, false).map_err(io::Error::other)?;
    Ok(("windows.json", bytes))
}

/// The files of a machine below a directory: `None`, because those of /sys have colons in their names,
/// which Windows does not allow (Microsoft, "Naming Files, Paths, and Namespaces"). Archives of them are
/// read.
pub fn tree_at(_: &Path) -> Option<FileTree> {
    None
}

/// `narrows capture`: the script's output, to standard output if no file is named.
pub fn archive(args: &args::CaptureArgs, output: &CliOutput) -> Result<ProgramExit> {
    if args.root.is_some() {
        return Err(CommandFailure::usage(Message::new("windows-no-root")));
    }
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    let to = output.destination(Some(to), OutputFileKind::Capture, args.force)?;
    let bytes = take(args.anonymise, output)?;
    to.map_or(Ok(()), |to| to.write(&bytes))?;
    Ok(ProgramExit::Ok)
}
