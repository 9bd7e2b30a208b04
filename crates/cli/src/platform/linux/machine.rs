//! The running machine, and machines in directories: `/sys`, `/proc` and the rest of captures.

use std::io;
use std::path::Path;
use std::sync::Arc;

use narrows_host::bundle::{self, Salt};
use narrows_host::filesystems::whereabouts;
use narrows_host::{CaptureExtent, Root, capture, capture_noting};
use narrows_messages::Message;
use narrows_record::see::THIS_MACHINE;
use narrows_topology::evidence;
use narrows_topology::read::{FileTree, sysfs};
use narrows_verdict::answer::source::{SourceEvidence, SourceMachine};

use crate::args::{self, MainJobArgs};
use crate::destination::{Destination, OutputFileKind};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::labels;
use crate::measuring::overrides::owed;
use crate::output::CliOutput;
use crate::source::{CAPTURE, NamedFile};

pub fn this(output: &CliOutput) -> SourceMachine {
    let (tree, shown) = live(output);
    let read = SourceEvidence::Tree(Arc::new(tree));
    SourceMachine::live(THIS_MACHINE.to_owned(), read, &shown)
}

/// Settings that a killed run has changed and that are not as they were, if there are any.
pub fn owed() -> Option<Message> {
    owed::remark(&Root::live())
}

/// Whether this system has everything requested: it has.
pub fn check(_: &MainJobArgs) -> Result<()> {
    Ok(())
}

/// The running machine, as every system shows it.
pub fn look(output: &CliOutput) -> Result<SourceMachine> {
    Ok(this(output))
}

/// The running machine's evidence, before any conclusion.
pub fn evidence(output: &CliOutput) -> Result<evidence::CaptureEvidence> {
    Ok(live(output).1)
}

fn live(output: &CliOutput) -> (FileTree, evidence::CaptureEvidence) {
    let tree = capture(&Root::live(), CaptureExtent::Quick);
    let mut evidence = sysfs::read(&tree);
    evidence.slots.extend(labels::read(output));
    (tree, evidence)
}

/// The kernel name of the block device that a folder lies on.
pub fn device_of(folder: &Path) -> Option<String> {
    whereabouts(folder).ok()?.device
}

/// The running machine as a file that can be a source again.
pub fn as_file() -> io::Result<NamedFile> {
    let mut archive = Vec::new();
    bundle::write(&capture(&Root::live(), CaptureExtent::Quick), &mut archive)?;
    Ok((CAPTURE, archive))
}

/// The files of a machine below a directory; of none, none.
pub fn tree_at(root: &Path) -> Option<FileTree> {
    Some(capture(&Root::at(root), CaptureExtent::Quick))
}

/// `narrows capture`: an archive of the running machine, or of the one in a directory.
pub fn archive(args: &args::CaptureArgs, output: &CliOutput) -> Result<ProgramExit> {
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    let to = output.destination(Some(to), OutputFileKind::Capture, args.force)?;
    if to.as_ref().is_some_and(Destination::is_terminal) {
        return Err(CommandFailure::usage(Message::new("cli-capture-to-terminal")));
    }
    let root = args.root.as_ref().map_or_else(Root::live, Root::at);
    let captured = capture_noting(&root, CaptureExtent::Full);
    if captured.tree.is_empty() {
        let what = Message::new("cli-no-machine-there").with("path", root.path().display());
        return Err(CommandFailure::new(what));
    }
    let tree = if args.anonymise {
        let salt = Salt::random().map_err(|error| failed("getrandom", &error))?;
        bundle::anonymise(&captured.tree, &salt)
    } else {
        captured.tree
    };
    let mut archive = Vec::new();
    bundle::write(&tree, &mut archive).map_err(|error| failed("tar", &error))?;
    to.map_or(Ok(()), |to| to.write(&archive))?;
    if !captured.denied.is_empty() {
        output.remark(&Message::new("cli-capture-denied").count("count", captured.denied.len()));
    }
    Ok(ProgramExit::Ok)
}

fn failed(path: &str, error: &io::Error) -> CommandFailure {
    CommandFailure::new(Message::new("cli-cannot-write").with("path", path).with("why", error))
}
