//! From the SOURCE of the command line to a machine: this one, a capture, a machine file or one of the
//! catalogue. Files are distinguished by their contents, not by their names. A drive or array of the
//! machine may be named as well, or alone.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use narrows_catalog::entry::EntryKind;
use narrows_catalog::named as catalogued;
use narrows_files::inventory;
use narrows_host::bundle;
use narrows_host::filesystems::number;
use narrows_messages::Message;
use narrows_topology::read::FileTree;
use narrows_topology::read::kind::{self, InputKind, MOST_TEXTS};
use narrows_topology::{Id, Topology, evidence};
use narrows_verdict::answer::processor;
use narrows_verdict::answer::source::{
    CATALOGUE, MOST_DRIVES, SourceEvidence, SourceMachine, place_error,
};

use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::machine;
use crate::store::GZIP;
use crate::{catalogue, input, named};

/// The machine to work on; the running one if none is given.
#[derive(Debug, Default, ClapArgs)]
pub struct SourceArgs {
    #[arg(value_name = "SOURCE")]
    pub source: Option<String>,
    #[arg(value_name = "TEXT")]
    pub texts: Vec<String>,
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
}

/// Its processor, if the source leaves that open or the question is about another one.
#[derive(Debug, ClapArgs)]
pub struct ProcessorArgs {
    #[arg(long, value_name = "MODEL")]
    pub cpu: Option<String>,
}

impl ProcessorArgs {
    /// The catalogue's.
    pub fn named(&self) -> Result<Option<inventory::NamedProcessor>> {
        self.named_on(None)
    }

    /// The same for a board or chipset of the catalogue, if it is in one.
    pub fn named_on(&self, id: Option<&str>) -> Result<Option<inventory::NamedProcessor>> {
        let named = self.cpu.as_deref().map(|text| match id {
            Some(id) => processor::processor_on(text, id),
            None => processor::processor(text),
        });
        Ok(named.transpose()?)
    }
}

pub type NamedFile = (&'static str, Vec<u8>);

/// The data a machine was read from, as a file that can be a source again.
pub fn file_of(evidence: &SourceEvidence) -> io::Result<NamedFile> {
    match evidence {
        SourceEvidence::Tree(tree) => {
            let mut archive = Vec::new();
            bundle::write(tree, &mut archive)?;
            Ok((CAPTURE, archive))
        }
        SourceEvidence::Bytes(bytes) => Ok((called(bytes), bytes.to_vec())),
    }
}

/// Name of a machine's archive.
pub const CAPTURE: &str = "capture.tar.gz";

/// Sources are distinguished by their contents; the name is for people.
fn called(bytes: &[u8]) -> &'static str {
    match InputKind::of(bytes) {
        _ if bytes.starts_with(&GZIP) => CAPTURE,
        Some(InputKind::HwlocXml) => "hwloc.xml",
        Some(InputKind::LspciText | InputKind::LspciHex) => "lspci.txt",
        Some(InputKind::Windows) => "windows.json",
        Some(InputKind::Commands) => "commands.txt",
        _ => "capture",
    }
}

/// A whole machine: drives of it are another command's to look at.
pub fn resolve(source: &SourceArgs, output: &CliOutput) -> Result<SourceMachine> {
    let part = part(source, output)?;
    match part.about.first() {
        Some(drive) => {
            Err(CommandFailure::usage(Message::new("cli-source-is-drive").with("source", drive)))
        }
        None => Ok(part.whole),
    }
}

/// A machine with the drives and arrays in question: all if none is named.
pub struct MachineSelection {
    pub whole: SourceMachine,
    pub about: BTreeSet<Id>,
}

impl MachineSelection {
    /// The selected part as a separate machine.
    pub fn only(self) -> SourceMachine {
        if self.about.is_empty() { self.whole } else { self.whole.only(&self.about) }
    }

    /// The same with a processor that is named.
    pub fn with_processor(self, named: Option<&inventory::NamedProcessor>) -> Result<Self> {
        let Some(processor) = named else { return Ok(self) };
        Ok(Self { whole: self.whole.with_processor(processor)?, ..self })
    }
}

/// A machine, and the drives and arrays of it that are named beside it or alone.
pub fn part(source: &SourceArgs, output: &CliOutput) -> Result<MachineSelection> {
    let words = source.source.iter().chain(&source.texts).map(String::as_str);
    let (sources, drives): (Vec<&str>, Vec<&str>) = words.partition(|word| is_one(word));
    let source = resolved(source.root.as_deref(), &sources, output)?;
    let whole = source.not_too_many(most(MOST_DRIVES, output))?;
    let mut about = BTreeSet::new();
    for name in drives {
        let mut named_ids = named::on_machine(&whole, name);
        if named_ids.is_empty() && whole.is_live {
            named_ids.extend(mounted(&whole.machine.topology, Path::new(name)));
        }
        if named_ids.is_empty() {
            let what = named::nothing(name, named::names_in(&whole), &whole.title());
            return Err(CommandFailure::new(what));
        }
        about.extend(named_ids);
    }
    Ok(MachineSelection { whole, about })
}

/// Whether a word can only be a source here, where files on drives are not targets. A path in `/dev` is a drive,
/// and a folder without a captured machine may be where a drive is mounted.
fn is_one(word: &str) -> bool {
    let word = numbered(word).0;
    let path = Path::new(word);
    // Names such as those in /dev/disk/by-id are links.
    let is_device = || path.canonicalize().is_ok_and(|path| path.starts_with("/dev"));
    if path.is_dir() {
        !is_mount(path) || is_captured(path)
    } else {
        word == "-" || word.starts_with(CATALOGUE) || (path.exists() && !is_device())
    }
}

/// Whether a word names a machine; any other file means its drive.
pub fn is_source(word: &str) -> bool {
    let word = numbered(word).0;
    let path = Path::new(word);
    if word.starts_with(CATALOGUE) || path.is_dir() {
        return word.starts_with(CATALOGUE) || is_captured(path);
    }
    let Some(bytes) = path.is_file().then(|| input::beginning(path)).flatten() else {
        return false;
    };
    match InputKind::of(&bytes) {
        // Anything can be in an archive: only its contents tell whether that is a machine.
        Some(InputKind::Archive) => input::read(path).is_ok_and(|all| kind::evidence(&all).is_ok()),
        parsed => parsed.is_some(),
    }
}

/// Removes the first source from the names, if there is one.
pub fn take_source(words: &mut Vec<String>) -> Option<String> {
    let at = words.iter().position(|word| is_source(word))?;
    Some(words.remove(at))
}

/// The drive or array on which a folder is the uppermost of its file system.
fn mounted(topology: &Topology, folder: &Path) -> Option<Id> {
    let device = is_mount(folder).then(|| machine::device_of(folder))??;
    named::on_topology(topology, &device)
}

/// Whether a folder is the uppermost of its file system.
pub fn is_mount(folder: &Path) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let is_other = |above: &Path| number(above) != number(&folder);
    folder.is_dir() && folder.parent().is_none_or(is_other)
}

/// Whether a folder is a captured machine, and not the running one.
pub fn is_captured(folder: &Path) -> bool {
    // A running system's `sys` is a file system of its own, an unpacked capture's a folder.
    !is_mount(&folder.join("sys")) && captured_at(folder).is_some()
}

/// Groups equal drives of a machine file with more drives than the limit; `None` for any other.
pub fn folded(source: &SourceArgs, output: &CliOutput) -> Result<Option<SourceMachine>> {
    let is_alone = source.root.is_none() && source.texts.is_empty() && !output.any_size;
    let file = source.source.as_deref().filter(|name| *name != "-" && is_alone);
    let Some(path) = file.map(Path::new).filter(|path| path.is_file()) else { return Ok(None) };
    let name = path.display().to_string();
    let bytes = input::read(path).map_err(|error| unreadable(&name, &error))?;
    Ok(SourceMachine::folded(&name, &bytes, MOST_DRIVES)?)
}

/// The largest accepted number of drives, unless any size was requested.
pub fn most(most: u64, output: &CliOutput) -> Option<u64> {
    (!output.any_size).then_some(most)
}

/// Whether several machines are named. Texts may all be of one; they are of several if two show links, which one
/// machine's do once, or if together they list more machines than any alone.
pub fn are_machines(source: &SourceArgs) -> bool {
    let words = source.source.iter().chain(&source.texts).map(String::as_str);
    let names: Vec<&str> = words.filter(|word| is_one(word)).collect();
    if source.root.is_some() || names.len() < 2 {
        return false;
    }
    if names.iter().any(|name| name.starts_with(CATALOGUE) || Path::new(name).is_dir()) {
        return true;
    }
    // A pipe can be read only once.
    if !names.iter().all(|name| Path::new(numbered(name).0).is_file()) {
        return false;
    }
    let Ok(mut texts) = names.iter().map(|name| bytes_of(name)).collect::<Result<Vec<_>, _>>()
    else {
        return false;
    };
    if !texts.iter().all(|bytes| is_text(bytes)) {
        return true;
    }
    let shows_links = |text: &&Vec<u8>| {
        let functions = kind::evidence(text).map(|evidence| evidence.functions).unwrap_or_default();
        functions.values().any(|function| function.link.possible.is_some())
    };
    let lists_two = |text: &[u8]| kind::machine(text, 2).is_ok();
    texts.iter_mut().for_each(|text| text.push(b'\n'));
    texts.iter().filter(shows_links).count() > 1
        || lists_two(&texts.concat()) && !texts.iter().any(|text| lists_two(text))
}

/// Exit code of a command that shows a machine: special if it shows nothing.
pub fn exit(source: &SourceMachine, output: &CliOutput) -> ProgramExit {
    if !source.is_blank() {
        return ProgramExit::Ok;
    }
    output.remark(&Message::new("report-check-saw-nothing"));
    ProgramExit::Partial
}

fn resolved(root: Option<&Path>, sources: &[&str], output: &CliOutput) -> Result<SourceMachine> {
    if let Some(root) = root {
        return from_directory(root);
    }
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    match sources {
        [name] => of_name(name, output),
        // hwloc's own variables: who has set them means that machine here too.
        [] => match (set("HWLOC_XMLFILE"), set("HWLOC_FSROOT")) {
            (Some(file), _) => of_name(&file.to_string_lossy(), output),
            (None, Some(root)) => from_directory(&root),
            (None, None) => machine::look(output),
        },
        texts => together(texts, output),
    }
}

/// Evidence of captures, each with its name, before any conclusion; this machine if none is named.
pub fn captured(
    names: &[String],
    output: &CliOutput,
) -> Result<Vec<(String, evidence::CaptureEvidence)>> {
    let of = |name: &String| Ok((name.clone(), captured_in(name)?));
    match names {
        [] => Ok(vec![(output.localizer.text("cli-this-machine"), machine::evidence(output)?)]),
        names => names.iter().map(of).collect(),
    }
}

fn captured_in(name: &str) -> Result<evidence::CaptureEvidence> {
    let path = Path::new(name);
    if path.is_dir() {
        let tree = tree_at(path)?;
        return kind::from_tree(&tree).map_err(|error| place_error(name, &error).into());
    }
    let no_capture =
        || CommandFailure::usage(Message::new("learn-not-a-capture").with("source", name));
    if name.starts_with(CATALOGUE) {
        return Err(no_capture());
    }
    let bytes = bytes_of(name)?;
    match InputKind::of(&bytes) {
        Some(InputKind::Machine | InputKind::Entries) => Err(no_capture()),
        _ => kind::evidence(&bytes).map_err(|error| place_error(name, &error).into()),
    }
}

fn of_name(name: &str, output: &CliOutput) -> Result<SourceMachine> {
    if let Some(machine) = name.strip_prefix(CATALOGUE) {
        let source = SourceMachine::of_catalogue(machine);
        return source.map_err(|failure| match catalogued::ids(machine, &[EntryKind::Board])[..] {
            [board] => CommandFailure::usage(Message::new("cli-board-alone").with("board", board)),
            _ => named::slip(name).unwrap_or(failure.into()),
        });
    }
    let path = Path::new(name);
    if path.is_dir() {
        return match texts_in(path) {
            texts if texts.is_empty() || captured_in_directory(path).is_some() => {
                from_directory(path)
            }
            texts => together(&texts.iter().map(String::as_str).collect::<Vec<_>>(), output),
        };
    }
    let bytes = bytes_of(name)?;
    kind::fits(&bytes).map_err(|error| place_error(name, &error))?;
    if InputKind::of(&bytes) == Some(InputKind::Entries) && name != "-" {
        let board = catalogue::only_board(path, output)?;
        return Ok(SourceMachine::of_board(name, &String::from_utf8_lossy(&bytes), board)?);
    }
    Ok(SourceMachine::of_bytes(name, &bytes, most(MOST_DRIVES, output))?)
}

/// The bytes of a source; of the machine that a number behind its name tells, where its text lists several.
fn bytes_of(name: &str) -> Result<Vec<u8>> {
    let (file, number) = numbered(name);
    let bytes = if file == "-" { input::read_stdin() } else { input::read(Path::new(file)) };
    let bytes = bytes.map_err(|error| unreadable(file, &error))?;
    let Some(number) = number else { return Ok(bytes) };
    kind::machine(&bytes, number).map_err(|error| place_error(file, &error).into())
}

/// A file's name and the number of a machine in it: `paste.txt#2` is the second one, unless a file is called so.
fn numbered(name: &str) -> (&str, Option<usize>) {
    let parts = name.rsplit_once('#').filter(|_| !Path::new(name).exists());
    let number = parts.and_then(|(file, number)| Some((file, number.parse().ok()?)));
    number.map_or((name, None), |(file, number)| (file, Some(number)))
}

/// Texts of one machine, such as a listing and the output of `nvme list`, read as one.
fn together(names: &[&str], output: &CliOutput) -> Result<SourceMachine> {
    let mut whole = Vec::new();
    for name in names {
        let bytes = bytes_of(name)?;
        kind::fits(&bytes).map_err(|error| place_error(name, &error))?;
        if !is_text(&bytes) {
            return Err(CommandFailure::usage(
                Message::new("cli-source-no-text").with("source", name),
            ));
        }
        whole.extend_from_slice(&bytes);
        // A text need not end in a line break.
        whole.push(b'\n');
    }
    Ok(SourceMachine::of_bytes(&names.join(", "), &whole, most(MOST_DRIVES, output))?)
}

fn is_text(bytes: &[u8]) -> bool {
    InputKind::of(bytes).is_some_and(InputKind::is_text)
}

/// The files of a folder that are such texts, by name.
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).take(MOST_TEXTS).collect();
    paths.sort();
    paths.retain(|path| input::read_written(path).is_ok_and(|bytes| is_text(&bytes)));
    paths.into_iter().map(|path| path.display().to_string()).collect()
}

fn unreadable(source: &str, why: &io::Error) -> CommandFailure {
    CommandFailure::new(
        Message::new("cli-source-unreadable").with("source", source).with("why", why),
    )
}

fn from_directory(path: &Path) -> Result<SourceMachine> {
    let name = path.display().to_string();
    Ok(SourceMachine::of_tree(&name, tree_at(path)?)?)
}

fn tree_at(path: &Path) -> Result<FileTree> {
    std::fs::read_dir(path).map_err(|error| unreadable(&path.display().to_string(), &error))?;
    captured_in_directory(path).ok_or_else(|| {
        CommandFailure::new(Message::new("cli-no-machine-there").with("path", path.display()))
    })
}

fn captured_in_directory(path: &Path) -> Option<FileTree> {
    // The directory itself, the one above a bare `sys`, and the folders in it: archives of captured
    // machines mostly unpack into a folder of their own.
    let above = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "sys"));
    let below = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut below: Vec<PathBuf> = below.filter(|path| path.join("sys").is_dir()).take(2).collect();
    below.sort();
    let roots: Vec<PathBuf> =
        [path.to_owned()].into_iter().chain(above.map(Path::to_owned)).chain(below).collect();
    roots.into_iter().find_map(|root| captured_at(&root))
}

fn captured_at(root: &Path) -> Option<FileTree> {
    machine::tree_at(root).filter(|tree| {
        ["sys/bus/pci", "sys/devices", "sys/block", "sys/class/block"]
            .iter()
            .any(|path| tree.exists(path))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_machine_is_told_from_a_file_to_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let machine = file("machine.txt", "schema = \"narrows.machine/1\"\n");
        let data = file("data.toml", "nothing that describes a machine");
        let folder_itself = folder.path().display().to_string();
        let mut words = vec![data.clone(), machine.clone(), folder_itself.clone()];
        assert_eq!(take_source(&mut words), Some(machine));
        assert_eq!(words, [data, folder_itself]);
        assert!(is_source("catalog:asus-z170-a") && !is_source("nvme0n1"));
    }
}
