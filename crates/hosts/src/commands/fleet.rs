//! All hosts' topologies beside each other: equal hosts folded, differences named.

use std::path::{Path, PathBuf};

use narrows::destination::OutputFileKind;
use narrows::failure::{CommandFailure, ProgramExit, Result};
use narrows::interrupt;
use narrows::output::CliOutput;
use narrows::source::{self, SourceArgs};
use narrows_messages::Message;
use narrows_record::hosts::exchange::{RankReply, RankTask};
use narrows_record::hosts::fleet::Fleet;
use narrows_record::see::SeeDocument;
use narrows_report::page;

use crate::args::HostsSee;
use crate::cluster::{HostOrders, fleet};
use crate::measuring::{RankRole, join};

pub fn see(args: &HostsSee, output: &CliOutput) -> Result<ProgramExit> {
    show(args, true, output)
}

pub fn check(args: &HostsSee, output: &CliOutput) -> Result<ProgramExit> {
    show(args, false, output)
}

/// The page, with trees for `see`; differences or problems show in the exit code of a check.
fn show(args: &HostsSee, trees: bool, output: &CliOutput) -> Result<ProgramExit> {
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let document = match args.sources.as_slice() {
        [] => match ranks(output)? {
            FleetAnswer::Fleet(fleet) => *fleet,
            FleetAnswer::Answered(exit) => return Ok(exit),
        },
        sources => captured(sources, output)?,
    };
    let page = || page::fleet(&document, trees, &output.localizer);
    output.html(html, &document, page)?;
    output.result(&document, page)?;
    let is_sound = document.differences.is_empty()
        && document.varying.is_empty()
        && document.problems.is_empty();
    Ok(if trees || is_sound { ProgramExit::Ok } else { ProgramExit::Found })
}

/// The result of the ranks, or the exit of a rank whose work is done.
enum FleetAnswer {
    Fleet(Box<Fleet>),
    Answered(ProgramExit),
}

fn ranks(output: &CliOutput) -> Result<FleetAnswer> {
    let cancel = interrupt::flag();
    let mut driver = match join(String::new(), &cancel, output)? {
        RankRole::Asks(driver) => driver,
        RankRole::Answered(exit) => return Ok(FleetAnswer::Answered(exit)),
    };
    let mut orders = HostOrders::new(driver.as_mut());
    let answers = orders.give(RankTask::See);
    orders.give(RankTask::End);
    let hosts = answers.into_iter().filter_map(|answer| match answer.reply {
        // A host's topology bears its name.
        RankReply::Seen { see } => Some((see.source.clone(), *see)),
        _ => None,
    });
    let hosts: Vec<(String, SeeDocument)> = hosts.collect();
    Ok(FleetAnswer::Fleet(Box::new(fleet(&hosts))))
}

fn captured(sources: &[PathBuf], output: &CliOutput) -> Result<Fleet> {
    let mut hosts: Vec<(String, SeeDocument)> = Vec::new();
    let paths = sources.iter().map(|path| captures(path)).collect::<Result<Vec<_>, _>>()?.concat();
    for path in &paths {
        let source = Some(path.to_string_lossy().into_owned());
        let source = SourceArgs { source, ..SourceArgs::default() };
        let machine = source::resolve(&source, output)?;
        let see = SeeDocument::of(&machine.machine.topology, &machine.name);
        let mut name = host(path);
        // Files of one name in a folder for each host.
        if paths.iter().filter(|other| host(other) == name).count() > 1
            && let Some(folder) = path.parent().and_then(Path::file_name)
        {
            name = format!("{}/{name}", folder.to_string_lossy());
        }
        hosts.push((name, see));
    }
    Ok(fleet(&hosts))
}

/// A capture, or those in a folder of captures, by name.
fn captures(path: &Path) -> Result<Vec<PathBuf>> {
    let is_capture = |path: &Path| path.join("sys").is_dir() || path.join("devices").is_dir();
    if !path.is_dir() || is_capture(path) {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |why: &std::io::Error| {
        let what = Message::new("cli-source-unreadable").with("source", path.display());
        CommandFailure::new(what.with("why", why))
    };
    let entries = std::fs::read_dir(path).map_err(|error| unreadable(&error))?;
    let mut captures: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    captures.retain(|path| !host(path).starts_with('.'));
    captures.sort();
    Ok(captures)
}

/// A host is named after its capture, without archive extensions.
fn host(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let ends = [".gz", ".xz", ".zst", ".bz2", ".tar", ".tgz", ".toml", ".txt", ".json", ".xml"];
    let cut = |name: String| {
        let end = ends.iter().find(|end| name.len() > end.len() && name.ends_with(**end));
        end.map(|end| name[..name.len() - end.len()].to_owned()).unwrap_or(name)
    };
    // `node1.tar.gz` ends twice.
    cut(cut(name))
}
