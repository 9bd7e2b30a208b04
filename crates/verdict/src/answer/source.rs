//! From the bytes of a source to a machine: a capture, a machine file or one of the catalogue. Contents
//! distinguish them, not names.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use narrows_catalog::board::Board;
use narrows_files::inventory::{self, NamedProcessor};
use narrows_files::machine_file::{self, MachineFile};
use narrows_messages::{DocumentText, Message};
use narrows_model::{Machine, WorkloadJob};
use narrows_record::see::THIS_MACHINE;
use narrows_topology::Id;
use narrows_topology::build::build;
use narrows_topology::evidence;
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::read::kind::{self, InputKind};
use narrows_topology::read::{FileTree, ReadError, TextPosition};

use crate::answer::failure::AnswerFailure;
use crate::answer::processor::fits_socket;

/// Prefix of the names of catalogue entries.
pub const CATALOGUE: &str = "catalog:";

/// Output for a machine of this many drives takes a second and 70 MB; memory grows with them.
pub const MOST_DRIVES: u64 = 4096;

#[derive(Clone, Default)]
pub struct SourceMachine {
    /// The document's `source`.
    pub name: String,
    pub machine: Machine,
    /// Workloads of a machine file; empty for other sources.
    pub workloads: Vec<WorkloadJob>,
    /// Drives that a machine file gives one name; empty for other sources.
    pub groups: BTreeMap<String, Vec<Id>>,
    /// The machine file; `None` for other sources.
    pub file: Option<Arc<MachineFileSource>>,
    /// The source of the machine, unless it is a machine file.
    pub evidence: Option<SourceEvidence>,
    /// It is the running machine, which can be looked at again.
    pub is_live: bool,
    /// The virtual hardware behind this description, if it is not as described.
    pub behaves: Option<Box<Machine>>,
}

pub struct MachineFileSource {
    pub text: String,
    pub file: MachineFile,
}

/// The source of a machine, kept beside the result.
#[derive(Clone)]
pub enum SourceEvidence {
    /// The files of a machine, running or laid out in a directory.
    Tree(Arc<FileTree>),
    Bytes(Arc<[u8]>),
}

impl SourceMachine {
    /// The machine's name in sentences.
    pub fn title(&self) -> DocumentText {
        match self.name.as_str() {
            THIS_MACHINE => Message::new("cli-this-machine").into(),
            name => name.into(),
        }
    }

    /// A machine without requests.
    pub fn of(name: String, machine: Machine) -> Self {
        Self { name, machine, ..Self::default() }
    }

    /// The machine that virtual hardware is made of.
    pub fn answering(&self) -> &Machine {
        self.behaves.as_deref().unwrap_or(&self.machine)
    }

    /// The machine shown by its files.
    ///
    /// # Errors
    /// There is no machine in them, or one that is none.
    pub fn of_tree(name: &str, tree: FileTree) -> Result<Self, AnswerFailure> {
        let shown = kind::from_tree(&tree).map_err(|error| place_error(name, &error))?;
        Ok(Self::shown(name.to_owned(), SourceEvidence::Tree(Arc::new(tree)), &shown))
    }

    /// The running machine, with the evidence read and its contents.
    pub fn live(name: String, read: SourceEvidence, shown: &evidence::CaptureEvidence) -> Self {
        Self { is_live: true, ..Self::shown(name, read, shown) }
    }

    /// The machine in a file; `most` drives in it, or any number.
    ///
    /// # Errors
    /// It is nothing we know, or has more drives than that.
    pub fn of_bytes(name: &str, bytes: &[u8], most: Option<u64>) -> Result<Self, AnswerFailure> {
        kind::fits(bytes).map_err(|error| place_error(name, &error))?;
        if InputKind::of(bytes) == Some(InputKind::Machine) {
            // Before any of them is made.
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            not_too_many(name, machine_file::drive_count(text), most)?;
        }
        from_bytes(name, bytes).map_err(|error| place_error(name, &error))
    }

    /// A machine of the catalogue, under the name that follows `catalog:`.
    ///
    /// # Errors
    /// There is none of that name, or a machine file of the user's has a mistake.
    pub fn of_catalogue(machine: &str) -> Result<Self, AnswerFailure> {
        let name = format!("{CATALOGUE}{machine}");
        let Some(known) = narrows_catalog::machine::named(machine) else {
            return Err(AnswerFailure::usage(
                Message::new("cli-no-such-machine").with("name", machine),
            ));
        };
        // A test reads our own files; a mistake is in one of the user's.
        let file = known.file.unwrap_or(&name);
        let read = machine_file::read(known.text);
        let read = read.map_err(|error| place_error(file, &error))?;
        Ok(Self::described(&name, known.text, read))
    }

    /// A bare board that the text of a file of entries describes.
    ///
    /// # Errors
    /// Nothing is known of its slots.
    pub fn of_board(name: &str, text: &str, board: &Board) -> Result<Self, AnswerFailure> {
        let file = inventory::file_of_board(board).map_err(AnswerFailure::new)?;
        Ok(Self::described(name, text, file))
    }

    /// The same with a processor named by the user, if the known facts about the machine leave it open.
    ///
    /// # Errors
    /// It shows its processor, or the file does not go with this one.
    pub fn with_processor(self, processor: &NamedProcessor) -> Result<Self, AnswerFailure> {
        if let Some(described) = &self.file {
            let file = machine_file::read_with_processor(&described.text, &processor.name);
            let file = file.map_err(|error| place_error(&self.name, &error))?;
            if let Some(board) = file.board {
                fits_socket(processor, board.socket.as_deref())?;
            }
            return Ok(Self::described(&self.name, &described.text, file));
        }
        if let Some(shown) = &self.machine.topology.host.cpu {
            let what = Message::new("source-shows-processor").with("shown", shown);
            return Err(AnswerFailure::usage(what.text("source", self.title())));
        }
        let mut seen = self;
        seen.machine.name_processor(&processor.name);
        Ok(seen)
    }

    /// These of its drives and arrays only, with the way from there to the processor.
    pub fn only(&self, ids: &BTreeSet<Id>) -> Self {
        let machine = self.machine.only(ids);
        let has =
            |id: &Id| machine.topology.drives.contains_key(id) || machine.arrays.contains_key(id);
        let mut workloads = self.workloads.clone();
        workloads.retain_mut(|job| {
            // An empty list means all drives: a job that loses its last target must not become one
            // on all.
            let of_all = job.on.is_empty();
            job.on.retain(has);
            of_all || !job.on.is_empty()
        });
        let mut groups = self.groups.clone();
        groups.retain(|_, group| group.iter().all(has));
        Self { machine, workloads, groups, ..self.clone() }
    }

    /// The same with a processor, if one is named.
    ///
    /// # Errors
    /// Those of [`Self::with_processor`].
    pub fn with_named(self, processor: Option<&NamedProcessor>) -> Result<Self, AnswerFailure> {
        processor.map_or(Ok(self.clone()), |it| self.clone().with_processor(it))
    }

    /// Neither a drive nor a storage controller was found, although the machine was examined:
    /// conclusions from that are not about the machine.
    pub fn is_blank(&self) -> bool {
        let topology = &self.machine.topology;
        let is_storage = |node: &Node| matches!(node.kind, NodeKind::Storage(_));
        self.evidence.is_some()
            && topology.drives.is_empty()
            && !topology.nodes.values().any(is_storage)
    }

    /// Refuses a machine of more drives than `most`.
    ///
    /// # Errors
    /// It has more.
    pub fn not_too_many(self, most: Option<u64>) -> Result<Self, AnswerFailure> {
        not_too_many(&self.name, self.machine.topology.drives.len() as u64, most)?;
        Ok(self)
    }

    pub fn with(&self, machine: Machine) -> Self {
        Self { machine, is_live: false, ..self.clone() }
    }

    /// A machine file of more than `most` drives, with equal ones folded; `None` if it is not a
    /// machine file, has no more drives than that, or names single drives.
    ///
    /// # Errors
    /// It has a mistake, or more different drives than that.
    pub fn folded(name: &str, bytes: &[u8], most: u64) -> Result<Option<Self>, AnswerFailure> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
        let is_large = InputKind::of(bytes) == Some(InputKind::Machine)
            && kind::fits(bytes).is_ok()
            && machine_file::drive_count(text) > most;
        if !is_large {
            return Ok(None);
        }
        let file = machine_file::read_folded(text, most);
        let file = file.map_err(|error| place_error(name, &error))?;
        Ok(file.map(|file| Self::described(name, text, file)))
    }

    fn shown(name: String, evidence: SourceEvidence, shown: &evidence::CaptureEvidence) -> Self {
        Self { evidence: Some(evidence), ..Self::of(name, Machine::of(build(shown))) }
    }

    fn described(name: &str, text: &str, file: MachineFile) -> Self {
        let machine = file.machine.clone();
        let (workloads, groups) = (file.workloads.clone(), file.groups.clone());
        let file = Some(Arc::new(MachineFileSource { text: text.to_owned(), file }));
        Self { workloads, groups, file, ..Self::of(name.to_owned(), machine) }
    }
}

/// Refuses a machine of more drives than `most`, if there is such a bound.
///
/// # Errors
/// There are more.
pub fn not_too_many(name: &str, drives: u64, most: Option<u64>) -> Result<(), AnswerFailure> {
    let Some(most) = most.filter(|most| drives > *most) else { return Ok(()) };
    let what = Message::new("cli-too-many-drives").with("source", name).with("drives", drives);
    Err(AnswerFailure::usage(what.with("most", most)))
}

fn from_bytes(name: &str, bytes: &[u8]) -> Result<SourceMachine, ReadError> {
    if InputKind::of(bytes) != Some(InputKind::Machine) {
        let shown = kind::evidence(bytes)?;
        return Ok(SourceMachine::shown(
            name.to_owned(),
            SourceEvidence::Bytes(bytes.into()),
            &shown,
        ));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ReadError::whole(Message::new("machine-not-utf8")))?;
    Ok(SourceMachine::described(name, text, machine_file::read(text)?))
}

/// `FILE:LINE:COLUMN: problem`.
pub fn place_error(name: &str, error: &ReadError) -> AnswerFailure {
    let place = match &error.place {
        TextPosition::Whole => name.to_owned(),
        TextPosition::Line(line) => format!("{name}:{line}"),
        TextPosition::Column(line, column) => format!("{name}:{line}:{column}"),
        TextPosition::Entry(entry) => format!("{name}({entry})"),
    };
    let message = Message::new("cli-bad-source").with("place", place);
    AnswerFailure::new(message.text("problem", &error.problem))
}
