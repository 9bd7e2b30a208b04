//! `narrows capture`: this machine as an archive that every other command reads, and the script that takes a
//! capture on Windows.

use std::io;
use std::path::Path;

use narrows_host::bundle::{self, Salt};
use narrows_host::{Extent, Root, capture_noting};
use narrows_messages::Message;

use crate::args::{self, CaptureScript};
use crate::destination::{Destination, Kind};
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Takes a capture with what Windows brings along.
const WINDOWS: &str = include_str!("capture/capture.ps1");

pub fn run(args: &args::Capture, output: &Output) -> Result<Exit, Failure> {
    match args.script {
        Some(CaptureScript::Windows) => script(WINDOWS, args, output),
        None => archive(args, output),
    }
}

/// Hands out a script; a terminal may have it, too.
fn script(text: &str, args: &args::Capture, output: &Output) -> Result<Exit, Failure> {
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    let to = output.destination(Some(to), Kind::Script, args.force)?;
    to.map_or(Ok(()), |to| to.write(text.as_bytes()))?;
    Ok(Exit::Ok)
}

fn archive(args: &args::Capture, output: &Output) -> Result<Exit, Failure> {
    let to = args.output.as_deref().unwrap_or(Path::new("-"));
    let to = output.destination(Some(to), Kind::Capture, args.force)?;
    if to.as_ref().is_some_and(Destination::is_terminal) {
        return Err(Failure::usage(Message::new("cli-capture-to-terminal")));
    }
    let root = args.root.as_ref().map_or_else(Root::live, Root::at);
    let captured = capture_noting(&root, Extent::Full);
    if captured.tree.is_empty() {
        let what = Message::new("cli-no-machine-there").with("path", root.path().display());
        return Err(Failure::new(what));
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
    Ok(Exit::Ok)
}

fn failed(path: &str, error: &io::Error) -> Failure {
    Failure::new(Message::new("cli-cannot-write").with("path", path).with("why", error))
}
