//! From the SOURCE of the command line to a machine: this one, a capture, a machine file or one
//! of the catalogue. Files are told apart by what is in them, not by their names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args as ClapArgs;
use narrows_host::{Extent, Root, bundle, capture};
use narrows_messages::Message;
use narrows_model::{Job, Machine};
use narrows_record::inventory;
use narrows_record::machine_file::{self, MachineFile};
use narrows_topology::Id;
use narrows_topology::build::build;
use narrows_topology::evidence;
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::read::kind::{self, Kind};
use narrows_topology::read::sysfs;
use narrows_topology::read::{FileTree, ReadError, TextPosition};

use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::{catalogue, input, labels};

/// Which machine to work on; the running one where nothing is said.
#[derive(Debug, ClapArgs)]
pub struct Source {
    #[arg(value_name = "SOURCE")]
    pub source: Option<String>,
    #[arg(long, value_name = "DIRECTORY")]
    pub root: Option<PathBuf>,
}

/// A machine to work on.
#[derive(Clone)]
pub struct Seen {
    /// What the document's `source` says.
    pub name: String,
    pub machine: Machine,
    /// What a machine file asks of it; empty where the source is none.
    pub workloads: Vec<Job>,
    /// Drives that a machine file gives one name; empty where the source is none.
    pub groups: BTreeMap<String, Vec<Id>>,
    /// The machine file; none where the source is none.
    pub file: Option<Arc<Described>>,
    /// What the machine was read from, where that is no machine file.
    pub evidence: Option<Evidence>,
    /// It is the running machine, which can be looked at again.
    pub is_live: bool,
}

/// A machine file as it was read.
pub struct Described {
    pub text: String,
    pub file: MachineFile,
}

impl Seen {
    /// A machine of which nothing is asked.
    pub fn of(name: String, machine: Machine) -> Self {
        let groups = BTreeMap::new();
        let workloads = Vec::new();
        Self { name, machine, workloads, groups, file: None, evidence: None, is_live: false }
    }

    /// Nothing of it was seen, neither a drive nor a storage controller, although it was looked at: what
    /// follows from that says nothing of the machine.
    pub fn is_blank(&self) -> bool {
        let topology = &self.machine.topology;
        let is_storage = |node: &Node| matches!(node.kind, NodeKind::Storage(_));
        self.evidence.is_some()
            && topology.drives.is_empty()
            && !topology.nodes.values().any(is_storage)
    }

    /// How a command ends that shows what was seen: where that is nothing, it says so.
    pub fn exit(&self, output: &Output) -> Exit {
        if !self.is_blank() {
            return Exit::Ok;
        }
        output.remark(&Message::new("report-check-saw-nothing"));
        Exit::Partial
    }

    /// The same with another machine.
    pub fn with(&self, machine: Machine) -> Self {
        Self { machine, is_live: false, ..self.clone() }
    }

    /// What a machine file describes.
    fn described(name: &str, text: &str, file: MachineFile) -> Self {
        let machine = file.machine.clone();
        let (workloads, groups) = (file.workloads.clone(), file.groups.clone());
        let file = Some(Arc::new(Described { text: text.to_owned(), file }));
        Self { workloads, groups, file, ..Self::of(name.to_owned(), machine) }
    }
}

/// A file's name and what is in it.
pub type NamedFile = (&'static str, Vec<u8>);

/// What a machine was read from, to be kept beside what was made of it.
#[derive(Clone)]
pub enum Evidence {
    /// The files of a machine, running or laid out in a directory.
    Tree(Arc<FileTree>),
    /// A file as it was.
    Bytes(Arc<[u8]>),
}

impl Evidence {
    /// It as a file that can be a source again.
    ///
    /// # Errors
    ///
    /// What packing says.
    pub fn file(&self) -> io::Result<NamedFile> {
        match self {
            Self::Tree(tree) => {
                let mut archive = Vec::new();
                bundle::write(tree, &mut archive)?;
                Ok((CAPTURE, archive))
            }
            Self::Bytes(bytes) => Ok((called(bytes), bytes.to_vec())),
        }
    }
}

const CAPTURE: &str = "capture.tar.gz";
/// What a file packed with gzip begins with (RFC 1952, section 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Sources are told apart by what is in them; the name is for people.
fn called(bytes: &[u8]) -> &'static str {
    match Kind::of(bytes) {
        _ if bytes.starts_with(&GZIP) => CAPTURE,
        Some(Kind::HwlocXml) => "hwloc.xml",
        Some(Kind::LspciText | Kind::LspciHex) => "lspci.txt",
        Some(Kind::Dmidecode) => "dmidecode.txt",
        _ => "capture",
    }
}

/// What is said of a machine of so many drives takes a second and 70 MB; memory grows with them.
const MOST_DRIVES: u64 = 4096;

/// Resolves a source.
pub fn resolve(source: &Source, output: &Output) -> Result<Seen, Failure> {
    let seen = resolved(source, output)?;
    not_too_many(&seen.name, seen.machine.topology.drives.len() as u64, MOST_DRIVES, output)?;
    Ok(seen)
}

/// Refuses a machine of more drives than `most`, unless any size was asked for.
pub fn not_too_many(name: &str, drives: u64, most: u64, output: &Output) -> Result<(), Failure> {
    if drives <= most || output.any_size {
        return Ok(());
    }
    let what = Message::new("cli-too-many-drives").with("source", name).with("drives", drives);
    Err(Failure::usage(what.with("most", most)))
}

fn resolved(source: &Source, output: &Output) -> Result<Seen, Failure> {
    if let Some(root) = &source.root {
        return from_directory(root, output);
    }
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    match source.source.as_deref() {
        Some(name) => named(name, output),
        None => match (set("HWLOC_XMLFILE"), set("HWLOC_FSROOT")) {
            (Some(file), _) => named(&file.to_string_lossy(), output),
            (None, Some(root)) => from_directory(&root, output),
            (None, None) => Ok(this_machine(output)),
        },
    }
}

/// What captures show, each with its name, before any conclusion; this machine where none is named.
///
/// # Errors
/// What is no capture, and what its reader says.
pub fn captured(
    names: &[String],
    output: &Output,
) -> Result<Vec<(String, evidence::Evidence)>, Failure> {
    let of = |name: &String| Ok((name.clone(), captured_in(name, output)?));
    match names {
        [] => Ok(vec![(output.localizer.text("cli-this-machine"), live(output).1)]),
        names => names.iter().map(of).collect(),
    }
}

fn captured_in(name: &str, output: &Output) -> Result<evidence::Evidence, Failure> {
    let path = Path::new(name);
    if path.is_dir() {
        let tree = tree_at(path)?;
        return kind::from_tree(&tree).map_err(|error| place_error(name, &error, output));
    }
    let no_capture = || Failure::usage(Message::new("learn-not-a-capture").with("source", name));
    if name.starts_with("catalog:") {
        return Err(no_capture());
    }
    let bytes = if name == "-" { input::read_stdin() } else { input::read(path) };
    let bytes = bytes.map_err(|error| unreadable(name, &error))?;
    match Kind::of(&bytes) {
        Some(Kind::Machine | Kind::Entries) => Err(no_capture()),
        _ => kind::evidence(&bytes).map_err(|error| place_error(name, &error, output)),
    }
}

fn live(output: &Output) -> (FileTree, evidence::Evidence) {
    let tree = capture(&Root::live(), Extent::Quick);
    let mut evidence = sysfs::read(&tree);
    evidence.slots.extend(labels::read(output));
    (tree, evidence)
}

/// The running machine.
pub fn this_machine(output: &Output) -> Seen {
    let name = output.localizer.text("cli-this-machine");
    let (tree, evidence) = live(output);
    let machine = Machine::of(build(&evidence));
    let evidence = Some(Evidence::Tree(Arc::new(tree)));
    Seen { is_live: true, evidence, ..Seen::of(name, machine) }
}

fn named(name: &str, output: &Output) -> Result<Seen, Failure> {
    if let Some(machine) = name.strip_prefix("catalog:") {
        return from_catalogue(machine, name, output);
    }
    let path = Path::new(name);
    if path.is_dir() {
        return from_directory(path, output);
    }
    let bytes = if name == "-" { input::read_stdin() } else { input::read(path) };
    let bytes = bytes.map_err(|error| unreadable(name, &error))?;
    kind::fits(&bytes).map_err(|error| place_error(name, &error, output))?;
    if Kind::of(&bytes) == Some(Kind::Entries) && name != "-" {
        return of_board_file(name, &bytes, output);
    }
    if Kind::of(&bytes) == Some(Kind::Machine) {
        // Before any of them is made.
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        not_too_many(name, machine_file::drive_count(text), MOST_DRIVES, output)?;
    }
    from_bytes(name, &bytes).map_err(|error| place_error(name, &error, output))
}

fn from_catalogue(machine: &str, name: &str, output: &Output) -> Result<Seen, Failure> {
    let Some(known) = narrows_catalog::machine::named(machine) else {
        return Err(Failure::usage(Message::new("cli-no-such-machine").with("name", machine)));
    };
    // A test reads our own files; a mistake is in one of the user's.
    let file = known.file.unwrap_or(name);
    let read = machine_file::read(known.text).map_err(|error| place_error(file, &error, output))?;
    Ok(Seen::described(name, known.text, read))
}

/// The bare board of a file of entries, as `catalog:` has those of the catalogue.
fn of_board_file(name: &str, bytes: &[u8], output: &Output) -> Result<Seen, Failure> {
    let board = catalogue::only_board(Path::new(name), output)?;
    let file = inventory::file_of_board(board).map_err(Failure::new)?;
    Ok(Seen::described(name, &String::from_utf8_lossy(bytes), file))
}

fn unreadable(source: &str, why: &io::Error) -> Failure {
    Failure::new(Message::new("cli-source-unreadable").with("source", source).with("why", why))
}

fn from_directory(path: &Path, output: &Output) -> Result<Seen, Failure> {
    let name = path.display().to_string();
    let tree = tree_at(path)?;
    let evidence = kind::from_tree(&tree).map_err(|error| place_error(&name, &error, output))?;
    let machine = Machine::of(build(&evidence));
    let evidence = Some(Evidence::Tree(Arc::new(tree)));
    Ok(Seen { evidence, ..Seen::of(name, machine) })
}

fn tree_at(path: &Path) -> Result<FileTree, Failure> {
    std::fs::read_dir(path).map_err(|error| unreadable(&path.display().to_string(), &error))?;
    let tree = roots(path).into_iter().find_map(|root| captured_at(&root));
    tree.ok_or_else(|| {
        Failure::new(Message::new("cli-no-machine-there").with("path", path.display()))
    })
}

/// The directory itself, the one above a bare `sys`, and the folders in it: archives of captured
/// machines mostly unpack into a folder of their own.
fn roots(path: &Path) -> Vec<PathBuf> {
    let above = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "sys"));
    let below = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut below: Vec<PathBuf> = below.filter(|path| path.join("sys").is_dir()).take(2).collect();
    below.sort();
    [path.to_owned()].into_iter().chain(above.map(Path::to_owned)).chain(below).collect()
}

fn captured_at(root: &Path) -> Option<FileTree> {
    let tree = capture(&Root::at(root), Extent::Quick);
    looks_like_a_machine(&tree).then_some(tree)
}

fn looks_like_a_machine(tree: &FileTree) -> bool {
    ["sys/bus/pci", "sys/devices", "sys/block", "sys/class/block"]
        .iter()
        .any(|path| tree.exists(path))
}

fn from_bytes(name: &str, bytes: &[u8]) -> Result<Seen, ReadError> {
    if Kind::of(bytes) != Some(Kind::Machine) {
        let machine = Machine::of(build(&kind::evidence(bytes)?));
        let evidence = Some(Evidence::Bytes(bytes.into()));
        return Ok(Seen { evidence, ..Seen::of(name.to_owned(), machine) });
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ReadError::whole(Message::new("machine-not-utf8")))?;
    Ok(Seen::described(name, text, machine_file::read(text)?))
}

/// `FILE:LINE:COLUMN: what is wrong`.
pub fn place_error(name: &str, error: &ReadError, output: &Output) -> Failure {
    let place = match &error.place {
        TextPosition::Whole => name.to_owned(),
        TextPosition::Line(line) => format!("{name}:{line}"),
        TextPosition::Column(line, column) => format!("{name}:{line}:{column}"),
        TextPosition::Entry(entry) => format!("{name}({entry})"),
    };
    let problem = output.localizer.say(&error.problem);
    Failure::new(Message::new("cli-bad-source").with("place", place).with("problem", problem))
}
