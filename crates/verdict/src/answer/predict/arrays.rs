//! `--array raid0=nvme0n1,nvme1n1`: an array that does not exist yet.

use std::collections::BTreeSet;

use narrows_files::machine_file::nearest;
use narrows_messages::Message;
use narrows_model::{ArrayPlan, RaidEngine, RaidLevel};
use narrows_topology::Id;
use narrows_units::Bytes;

use super::sets::{drives_named, listed};
use crate::answer::failure::AnswerFailure;
use crate::answer::source::SourceMachine;

const LEAST_CHUNK: Bytes = Bytes::new(512);
const MOST_CHUNK: Bytes = Bytes::mib(64);

/// Adds the arrays of the command line to the machine, and returns their names there. A drive's
/// present memberships do not matter: this is hypothetical.
pub fn add(texts: &[String], seen: &mut SourceMachine) -> Result<Vec<Id>, AnswerFailure> {
    let mut added = Vec::new();
    for text in texts {
        let (level, plan) = plan(text, seen).map_err(AnswerFailure::usage)?;
        // After its level; numbered from the second of a name on.
        let level = &level;
        let taken = |id: &Id| {
            let topology = &seen.machine.topology;
            let is_node = topology.nodes.contains_key(id) || topology.arrays.contains_key(id);
            is_node || seen.machine.arrays.contains_key(id) || topology.drives.contains_key(id)
        };
        let numbered = (2u32..).map(|number| Id::new(format!("{level}-{number}")));
        let mut names = std::iter::once(Id::new(level)).chain(numbered);
        let id = names.find(|name| !taken(name)).unwrap_or_else(|| Id::new(level));
        seen.machine.arrays.insert(id.clone(), plan);
        added.push(id);
    }
    Ok(added)
}

fn plan(text: &str, seen: &SourceMachine) -> Result<(String, ArrayPlan), Message> {
    let form = || Message::new("array-form").with("text", text);
    let (what, members) = text.split_once('=').ok_or_else(form)?;
    let (name, chunk) = match what.split_once(':') {
        Some((name, chunk)) => (name.trim(), Some(chunk.trim())),
        None => (what.trim(), None),
    };
    let (level, engine) = level(name).ok_or_else(form)?;
    let members = members_of(text, members, seen)?;
    if members.len() < level.fewest_members() {
        let few = Message::new("array-few").with("text", text).with("level", name);
        return Err(few.with("fewest", level.fewest_members()));
    }
    let chunk = chunk.map(|chunk| chunk_of(text, (name, level), chunk)).transpose()?;
    Ok((name.to_lowercase(), ArrayPlan { chunk, ..ArrayPlan::new(level, engine, members) }))
}

/// `raid0`, `raid10`, `raidz2`, `jbod`: Linux' md, but raidz is ZFS.
fn level(name: &str) -> Option<(RaidLevel, RaidEngine)> {
    let name = name.to_lowercase();
    let is_zfs = name.starts_with("raidz");
    // `RaidLevel::named` knows `raidz2` in full, and `10` without its prefix.
    let short = if is_zfs { name.as_str() } else { name.strip_prefix("raid").unwrap_or(&name) };
    Some((RaidLevel::named(short)?, if is_zfs { RaidEngine::Zfs } else { RaidEngine::Md }))
}

fn chunk_of(text: &str, (name, level): (&str, RaidLevel), chunk: &str) -> Result<Bytes, Message> {
    if !level.has_chunks() {
        return Err(Message::new("array-no-chunk").with("text", text).with("level", name));
    }
    let wrong = || Message::new("array-chunk").with("text", text).with("chunk", chunk);
    let size: Bytes = chunk.to_uppercase().parse().map_err(|_| wrong())?;
    let fits = (LEAST_CHUNK..=MOST_CHUNK).contains(&size) && size.get().is_multiple_of(512);
    fits.then_some(size).ok_or_else(wrong)
}

fn members_of(text: &str, names: &str, seen: &SourceMachine) -> Result<Vec<Id>, Message> {
    let mut members = Vec::new();
    for name in names.split(',').map(str::trim) {
        members.extend(drives_named(seen, name).ok_or_else(|| no_drive(text, name, seen))?);
    }
    let mut known = BTreeSet::new();
    match members.iter().find(|member| !known.insert(*member)) {
        Some(twice) => Err(Message::new("array-twice").with("text", text).with("drive", twice)),
        None => Ok(members),
    }
}

fn no_drive(text: &str, name: &str, seen: &SourceMachine) -> Message {
    let drives = || seen.machine.topology.drives.keys();
    let groups = seen.groups.keys().map(String::as_str);
    let known = drives().map(Id::as_str).chain(groups);
    let message = match nearest(name, known) {
        Some(near) => Message::new("array-near-drive").with("near", near),
        None => Message::new("array-no-drive").with("known", listed(drives())),
    };
    message.with("text", text).with("name", name)
}
