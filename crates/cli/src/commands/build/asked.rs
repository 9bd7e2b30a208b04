//! From the command line to what is wanted, and every reason against it.

use std::path::{Path, PathBuf};

use narrows_array::Level;
use narrows_build::{Engine, FileSystem, Identifier, Identifiers, Span, System, Trim, Wanted};
use narrows_host::build::{self, Candidate};
use narrows_host::guard::Check;
use narrows_messages::Message;
use narrows_record::array_file::ArrayFile;
use narrows_record::build::Build as Document;
use narrows_units::Bytes;

use crate::args::build::{Build as Args, bytes, level};
use crate::failure::Failure;
use crate::whole_file::random;

/// What is to be built, and what speaks against it.
pub struct Asked {
    pub wanted: Wanted,
    pub system: System,
    pub ids: Identifiers,
    /// Reasons against it, but for serial numbers that were not typed yet.
    pub refused: Vec<Message>,
    pub notes: Vec<Message>,
}

/// Marks of drives that belong to a set. What else is in the set cannot be seen here, so they are never
/// taken away, with `--wipe` neither. Names: ours (`guard::Signature`), and blkid's.
const OF_SETS: &[&str] = &[
    "md",
    "linux_raid_member",
    "intel_raid",
    "isw_raid_member",
    "ddf_raid",
    "ddf_raid_member",
    "lvm2",
    "LVM2_member",
    "zfs",
    "zfs_member",
    "bcache",
    "bcachefs",
    "ceph_bluestore",
    "drbd",
    "stratis",
    "oracle_asm",
    "vdo",
];

/// An array as the command line or a file describes it.
pub struct Description {
    pub drives: Vec<PathBuf>,
    pub level: Level,
    pub name: String,
    pub engine: Engine,
    pub chunk: Option<Bytes>,
    pub file_system: Option<FileSystem>,
    pub mount: Option<String>,
    pub span: Span,
    pub trim: Trim,
    pub serials: Vec<String>,
}

impl Description {
    /// What the command line says.
    ///
    /// # Errors
    ///
    /// It names no level.
    pub fn of_args(args: &Args) -> Result<Self, Failure> {
        let missing = || Failure::usage(Message::new("build-no-level-given"));
        Ok(Self {
            drives: args.drives.clone(),
            level: args.level.ok_or_else(missing)?,
            name: args.name.clone(),
            engine: args.raid_engine.into(),
            chunk: args.chunk,
            file_system: args.fs.map(Into::into),
            mount: args.mount.clone(),
            span: args.span(),
            trim: args.trim.into(),
            serials: args.serial.clone(),
        })
    }

    /// What a file says.
    ///
    /// # Errors
    ///
    /// A level or size that is none.
    pub fn of_file(file: ArrayFile) -> Result<Self, String> {
        Ok(Self {
            drives: file.drives.iter().map(PathBuf::from).collect(),
            level: level(&file.level).map_err(|known| format!("level: {known}"))?,
            name: file.name,
            engine: file.engine,
            chunk: file.chunk.as_deref().map(bytes).transpose()?,
            file_system: file.fs,
            mount: file.mount,
            span: if file.partition { Span::Partition } else { Span::Whole },
            trim: file.trim,
            serials: file.serials,
        })
    }

    /// The drives as they are now.
    ///
    /// # Errors
    ///
    /// One of them is no drive of this machine.
    pub fn candidates(&self, wipe: bool) -> Result<Vec<Candidate>, Failure> {
        self.drives.iter().map(|drive| candidate(drive, &self.serials, wipe)).collect()
    }

    /// What is wanted of these drives.
    ///
    /// # Errors
    ///
    /// What cannot be.
    pub fn wanted(&self, candidates: &[Candidate], wipe: bool) -> Result<Wanted, Failure> {
        let wanted = Wanted {
            name: self.name.clone(),
            engine: self.engine,
            level: self.level,
            chunk: self.chunk.unwrap_or_else(|| usual_chunk(self.engine)),
            members: candidates.iter().map(|candidate| candidate.member.clone()).collect(),
            span: self.span,
            file_system: self.file_system,
            mount: self.mount.clone(),
            trim: self.trim,
            wipe,
        };
        match wanted.problems().into_iter().next() {
            Some(problem) => Err(Failure::usage(problem)),
            None => Ok(wanted),
        }
    }
}

/// What is to be built, with every reason against it.
///
/// # Errors
///
/// It cannot be, or a drive is none of this machine.
pub fn asked(description: &Description, args: &Args) -> Result<Asked, Failure> {
    let candidates = description.candidates(args.wipe)?;
    let wanted = description.wanted(&candidates, args.wipe)?;
    let system = build::system();
    let mut refused = reasons(&candidates);
    refused.extend((!args.uneven && wanted.is_uneven()).then(|| Message::new("build-uneven")));
    refused.extend(clashes(&wanted, &system));
    let notes = remarks(&wanted, &system);
    Ok(Asked { wanted, system, ids: new_ids()?, refused, notes })
}

impl Asked {
    /// What a record says was wanted.
    ///
    /// # Errors
    ///
    /// It is damaged.
    pub fn recorded(document: &Document) -> Result<Self, Failure> {
        let parts = document.array.as_ref().and_then(narrows_record::build::Array::parts);
        let damaged =
            || Failure::new(Message::new("build-record-damaged").with("record", &document.id));
        let (wanted, system, ids) =
            parts.filter(|(it, ..)| it.problems().is_empty()).ok_or_else(damaged)?;
        Ok(Self { wanted, system, ids, refused: Vec::new(), notes: Vec::new() })
    }

    /// It is built here, not only shown.
    pub fn is_built_here(&self) -> bool {
        self.wanted.engine != Engine::Zfs
    }
}

/// mdadm's own (mdadm(8), `--chunk`), and LVM's (lvcreate(8), `--stripesize`).
fn usual_chunk(engine: Engine) -> Bytes {
    match engine {
        Engine::Md => Bytes::kib(512),
        Engine::Lvm | Engine::Btrfs | Engine::Zfs => Bytes::kib(64),
    }
}

fn candidate(drive: &Path, typed: &[String], wipe: bool) -> Result<Candidate, Failure> {
    let path = match drive.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => drive.to_owned(),
        _ => Path::new("/dev").join(drive),
    };
    build::candidate(&path, typed, wipe).map_err(|why| Failure::usage(why.message()))
}

/// All but the serial numbers, which are asked for later.
fn reasons(candidates: &[Candidate]) -> Vec<Message> {
    let mut reasons = Vec::new();
    for candidate in candidates {
        let refusals = candidate.refusals.iter();
        let refusals = refusals.filter(|it| !(it.check == Check::Serial && has_serial(candidate)));
        reasons.extend(refusals.map(|refusal| refusal.why.clone()));
        let sets = candidate.member.holds.iter().filter(|mark| OF_SETS.contains(&mark.as_str()));
        reasons.extend(sets.take(1).map(|mark| {
            let message = Message::new("build-of-a-set").with("drive", &candidate.member.path);
            message.with("mark", mark)
        }));
    }
    reasons
}

fn has_serial(candidate: &Candidate) -> bool {
    !candidate.member.serial.is_empty()
}

/// Names and folders that are somebody else's already.
fn clashes(wanted: &Wanted, system: &System) -> Vec<Message> {
    let known = build::known(system);
    let mut clashes = Vec::new();
    let device = format!("/dev/md/{}", wanted.name);
    let lines = known.mdadm_conf.as_deref().map(narrows_build::conf::arrays).unwrap_or_default();
    let is_named = lines.iter().any(|line| line.device.as_deref() == Some(&device));
    if wanted.engine == Engine::Md && (is_named || Path::new(&device).exists()) {
        clashes.push(Message::new("build-name-taken").with("name", &wanted.name));
    }
    let Some(at) = &wanted.mount else { return clashes };
    let entries = known.fstab.as_deref().map(narrows_build::fstab::entries).unwrap_or_default();
    if entries.iter().any(|entry| entry.at == *at) {
        clashes.push(Message::new("build-mount-taken").with("path", at));
    }
    let is_empty = std::fs::read_dir(at).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty {
        clashes.push(Message::new("build-mount-not-empty").with("path", at));
    }
    clashes
}

/// What does not forbid it, and should be known beforehand.
fn remarks(wanted: &Wanted, system: &System) -> Vec<Message> {
    let mut notes = Vec::new();
    if wanted.engine == Engine::Md && system.initial_ram_disk.is_none() {
        notes.push(Message::new("build-no-initial-ram-disk"));
    }
    if wanted.mount.is_none() {
        notes.push(Message::new("build-not-mounted"));
    }
    notes
}

fn new_ids() -> Result<Identifiers, Failure> {
    Ok(Identifiers { array: new_id()?, file_system: new_id()? })
}

fn new_id() -> Result<Identifier, Failure> {
    let half =
        || random().map_err(|why| Failure::new(Message::new("build-no-random").with("why", why)));
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&half()?.to_ne_bytes());
    bytes[8..].copy_from_slice(&half()?.to_ne_bytes());
    Ok(Identifier::of_random(bytes))
}
