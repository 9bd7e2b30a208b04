//! From the command line or a file to a request.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use narrows_array::RaidLevel;
use narrows_array::build::{
    ArrayEngine, ArrayIdentifiers, ArrayRequest, Container, FileSystemKind, FirmwareController,
    Identifier, MemberSpan, SystemFacilities, Trim,
};
use narrows_files::array_file::ArrayFile;
use narrows_host::build::{self, MemberCandidate};
use narrows_host::guard::{self, DriveContent};
use narrows_messages::Message;
use narrows_record::build::BuildDocument as Document;
use narrows_units::{Bytes, ParseQuantityError};

use super::against::{clashes, others, reasons, remarks};
use super::answers::BuildAnswers;
use crate::args::build::{BuildArgs as Args, level};
use crate::failure::{CommandFailure, Result};

/// The array to build, and the reasons against it.
pub struct BuildRequest {
    pub wanted: ArrayRequest,
    pub system: SystemFacilities,
    pub ids: ArrayIdentifiers,
    /// Reasons against it, but for serial numbers that were not typed yet.
    pub refused: Vec<Message>,
    pub notes: Vec<Message>,
    /// Contents of each drive at the first look, for checking it again.
    pub looked: Vec<Option<DriveContent>>,
}

/// With it mdadm makes sets of IMSM on machines whose firmware knows none (mdadm's super-intel.c,
/// `check_no_platform`).
const NO_PLATFORM: &str = "IMSM_NO_PLATFORM";

/// Where neither command line nor plan names it.
const USUAL_NAME: &str = "data";

/// An array as the command line or a file describes it.
pub struct ArrayDescription {
    pub drives: Vec<PathBuf>,
    pub level: RaidLevel,
    pub name: String,
    pub engine: ArrayEngine,
    pub container: Option<Container>,
    pub chunk: Option<Bytes>,
    pub file_system: Option<FileSystemKind>,
    pub mount: Option<String>,
    pub span: MemberSpan,
    pub trim: Trim,
    /// Serial numbers that a file gives: as if they were typed.
    pub serials: Vec<String>,
    /// Those that a plan names, drive by drive: any other serial there means another drive.
    pub expected_serials: Vec<Option<String>>,
}

impl ArrayDescription {
    pub fn of_args(args: &Args) -> Result<Self> {
        let missing = || CommandFailure::usage(Message::new("build-no-level-given"));
        Ok(Self::of_level(args, args.level.ok_or_else(missing)?))
    }

    pub fn of_level(args: &Args, level: RaidLevel) -> Self {
        Self {
            drives: args.drives.clone(),
            level,
            name: args.name.clone().unwrap_or_else(|| USUAL_NAME.to_owned()),
            engine: args.raid_engine.unwrap_or_default(),
            container: args.container,
            chunk: args.chunk,
            file_system: args.fs,
            mount: args.mount.clone(),
            span: args.span(),
            trim: args.trim,
            serials: Vec::new(),
            expected_serials: Vec::new(),
        }
    }

    pub fn of_file(file: ArrayFile) -> Result<Self, String> {
        Ok(Self {
            drives: file.drives.iter().map(PathBuf::from).collect(),
            level: level(&file.level).map_err(|known| format!("level: {known}"))?,
            name: file.name,
            engine: file.engine,
            container: file.container,
            chunk: file
                .chunk
                .map(|text| text.parse().map_err(|why: ParseQuantityError| why.to_string()))
                .transpose()?,
            file_system: file.fs,
            mount: file.mount,
            span: if file.partition { MemberSpan::Partition } else { MemberSpan::Whole },
            trim: file.trim,
            serials: file.serials,
            expected_serials: Vec::new(),
        })
    }

    pub fn candidates(&self, wipe: bool) -> Result<Vec<MemberCandidate>> {
        // Reading samples takes seconds a drive, and drives do not wait for each other.
        thread::scope(|scope| {
            let looks: Vec<_> = self
                .drives
                .iter()
                .map(|drive| scope.spawn(move || candidate(drive, wipe)))
                .collect();
            looks
                .into_iter()
                .map(|look| look.join().unwrap_or_else(|why| resume_unwind(why)))
                .collect()
        })
    }

    pub fn wanted(&self, candidates: &[MemberCandidate], wipe: bool) -> Result<ArrayRequest> {
        let wanted = ArrayRequest {
            name: self.name.clone(),
            engine: self.engine,
            container: self.container,
            level: self.level,
            chunk: self.chunk.unwrap_or_else(|| usual_chunk(self.engine, self.container)),
            members: candidates.iter().map(|candidate| candidate.member.clone()).collect(),
            span: self.span,
            file_system: self.file_system,
            mount: self.mount.clone(),
            trim: self.trim,
            wipe,
        };
        match wanted.problems().into_iter().next() {
            Some(problem) => Err(CommandFailure::usage(problem)),
            None => Ok(wanted),
        }
    }
}

pub fn of(description: &ArrayDescription, answers: &BuildAnswers) -> Result<BuildRequest> {
    let candidates = description.candidates(answers.may_wipe())?;
    let wanted = description.wanted(&candidates, answers.may_wipe())?;
    let system = build::system();
    let mut refused = reasons(&candidates);
    refused.extend(others(&candidates, &description.expected_serials));
    let is_too_uneven = wanted.is_uneven() && !answers.may_be_uneven();
    refused.extend(is_too_uneven.then(|| Message::new("build-uneven")));
    refused.extend(clashes(&wanted, &system));
    let mut notes = remarks(&wanted, &system);
    notes.extend(candidates.iter().filter_map(|it| guard::shown_empty(&it.facts)));
    if wanted.container.is_some() {
        match std::env::var_os(NO_PLATFORM) {
            None => refused.extend(FirmwareController::refusal(&build::platforms(), &wanted)),
            Some(_) => notes.push(Message::new("build-imsm-unasked").with("variable", NO_PLATFORM)),
        }
    }
    let looked = candidates.into_iter().map(|it| it.facts.content).collect();
    let ids = ArrayIdentifiers { array: new_id()?, file_system: new_id()? };
    Ok(BuildRequest { wanted, system, ids, refused, notes, looked })
}

impl BuildRequest {
    pub fn recorded(document: &Document) -> Result<Self> {
        let parts =
            document.array.as_ref().and_then(narrows_record::build::ArrayRequestRecord::parts);
        let damaged = || {
            CommandFailure::new(Message::new("build-record-damaged").with("record", &document.id))
        };
        let (wanted, system, ids) =
            parts.filter(|(it, ..)| it.problems().is_empty()).ok_or_else(damaged)?;
        let looked = vec![None; wanted.members.len()];
        Ok(Self { wanted, system, ids, refused: Vec::new(), notes: Vec::new(), looked })
    }

    /// It is built here, not only shown.
    pub fn is_built_here(&self) -> bool {
        self.wanted.engine != ArrayEngine::Zfs
    }
}

/// mdadm's own (mdadm(8), `--chunk`; super-intel.c, `imsm_orom_default_chunk`: the largest, 128 KiB on most
/// platforms), and LVM's (lvcreate(8), `--stripesize`).
fn usual_chunk(engine: ArrayEngine, container: Option<Container>) -> Bytes {
    match engine {
        ArrayEngine::Md if container.is_some() => Bytes::kib(128),
        ArrayEngine::Md => Bytes::kib(512),
        ArrayEngine::Lvm | ArrayEngine::Btrfs | ArrayEngine::Zfs => Bytes::kib(64),
    }
}

fn candidate(drive: &Path, wipe: bool) -> Result<MemberCandidate> {
    let path = match drive.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => drive.to_owned(),
        _ => Path::new("/dev").join(drive),
    };
    // Nothing is held yet that an interrupt would have to put back: it ends the program at once.
    let cancel = AtomicBool::new(false);
    build::candidate(&path, &[], wipe, None, &cancel)
        .map_err(|why| CommandFailure::usage(why.message()))
}

fn new_id() -> Result<Identifier> {
    let half = || {
        getrandom::u64()
            .map_err(|why| CommandFailure::new(Message::new("build-no-random").with("why", why)))
    };
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&half()?.to_ne_bytes());
    bytes[8..].copy_from_slice(&half()?.to_ne_bytes());
    Ok(Identifier::of_random(bytes))
}
