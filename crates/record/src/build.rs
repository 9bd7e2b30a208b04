//! `narrows.build/1`: an array that is built, continued, undone, adopted or only looked at.

use narrows_array::RaidLevel;
use narrows_array::build::condition::ArrayCondition as ObservedCondition;
use narrows_array::build::{
    ArrayEngine, ArrayIdentifiers, ArrayRequest, Container, FileSystemKind, Identifier,
    MemberDevice, MemberSpan, SystemFacilities, Trim, lines,
};
use narrows_messages::DocumentText;
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use crate::predict::Prediction;
use crate::run::RunFinding;
use crate::see::DocumentNote;

/// The request and its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuildDocument {
    /// Always `narrows.build/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The record's id, and its file's name: `<utc>-<id>`; empty if nothing is recorded.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// The request.
    pub purpose: BuildPurpose,
    /// It was only shown.
    pub rehearsal: bool,
    /// The array to build; null for an existing one.
    pub array: Option<ArrayRequestRecord>,
    /// The existing array; null for one to build.
    pub existing: Option<ExistingArray>,
    /// Whether the settings of the existing array suit it; left out for one to build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fitness: Vec<FitnessRecord>,
    /// Reasons not to do it; empty if it may be done.
    pub refused: Vec<DocumentText>,
    /// Questions to answer before anything is done: typed, by options, or in a file; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<BuildQuestion>,
    /// Steps to run, in this order.
    pub steps: Vec<BuildStep>,
    /// Steps to undo it, in this order.
    pub undo: Vec<BuildStep>,
    /// The model's predictions for the array, a row for each usual workload; empty if nothing is known of
    /// the drives.
    pub expected: Vec<Prediction>,
    /// Duration of the members' initial synchronisation; missing if there is nothing to
    /// synchronise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_synchronization: Option<ExpectedSynchronization>,
    /// Whether space freed on it reaches the drives as free blocks; missing for an array that already exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trimming: Option<TrimSupport>,
    /// Data written to the new file system and read back; null if none was.
    pub read_back: Option<ReadBackCheck>,
    /// How far its members are made to agree; missing where a level has nothing to synchronise, or nothing was
    /// built yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synchronization: Option<SyncProgress>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Remarks.
    pub notes: Vec<DocumentNote>,
    /// Not everything was done.
    pub partial: bool,
}

/// The request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BuildPurpose {
    /// A new array.
    #[default]
    Build,
    /// The rest of one that was broken off.
    Resume,
    /// That one be taken apart again.
    Undo,
    /// Make an existing array available after the next boot, too.
    Adopt,
    /// Report what is missing for that.
    Explain,
    /// That one be there as a file says.
    Ensure,
}

/// A question, and how it was answered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuildQuestion {
    /// The question: `serial` (typing it permits the loss of the drive's data), `wipe`, `unknown_data` (the
    /// drive holds data that no signature explains), `uneven`, `slow_link`.
    pub id: String,
    /// The drive that it is about, by its path; null for all of them.
    pub drive: Option<String>,
    /// True: allowed; false: not allowed; null: not answered, which allows nothing.
    pub answer: Option<bool>,
}

/// How long a new array resynchronises while idle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedSynchronization {
    /// At least, seconds.
    pub low_s: f64,
    /// At most, seconds; null if the rate of a drive is not known.
    pub high_s: Option<f64>,
    /// md's limit for each drive (`/proc/sys/dev/raid/speed_limit_max`), 10^6 bytes per second.
    pub limit_mb_s: f64,
}

/// Whether space freed on an array reaches its drives as free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrimSupport {
    /// Null where something about it is not known.
    pub works: Option<bool>,
    /// Reasons, and what would change it, as sentences.
    pub why: Vec<DocumentText>,
}

/// How far the members of an array are made to agree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SyncProgress {
    /// `done`; `running`; `waiting` (it begins with the first write, or after that of another array on the same
    /// drives); `degraded` (a member is missing, and nothing is under way).
    pub state: String,
    /// Bytes of each member that are done; null if nothing is under way.
    pub done: Option<u64>,
    /// Bytes of each member in all.
    pub all: Option<u64>,
    /// Current rate, 10^6 bytes per second; null if not yet known.
    pub mb_s: Option<f64>,
    /// How much longer it takes at that pace, seconds.
    pub left_s: Option<f64>,
}

/// An array to build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayRequestRecord {
    /// Its name.
    pub name: String,
    /// `md`, `lvm`, `btrfs` or `zfs`.
    pub engine: String,
    /// The set of the firmware in which it is made: `imsm`; missing for one that only Linux knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// `raid0`, `raid1`, `raid10`, `raid5`, `raid6` or `jbod`.
    pub level: String,
    /// Chunk size, bytes; null if there are no chunks.
    pub chunk: Option<u64>,
    /// `whole` drives, or a `partition` of each.
    pub span: String,
    /// The file system: `ext4`, `xfs` or `btrfs`; null for none.
    pub fs: Option<String>,
    /// Mount point; null for none.
    pub mount: Option<String>,
    /// `timer`, `discard` or `none`.
    pub trim: String,
    /// Marks on the drives may be taken away.
    pub wipe: bool,
    /// Usable bytes, before the file system takes its part.
    pub size: u64,
    /// The identifier of the array.
    pub uuid: String,
    /// The identifier of the file system.
    pub fs_uuid: String,
    /// The name of the system that it is built for.
    pub host: String,
    /// Its mdadm.conf.
    pub mdadm_conf: String,
    /// Generator of its initial RAM disk: `initramfs-tools`, `dracut`, `mkinitcpio`; null if none was found.
    pub initial_ram_disk: Option<String>,
    /// systemd runs it.
    pub systemd: bool,
    /// It has a timer for TRIM.
    pub trim_timer: bool,
    /// The drives, in the order in which they are members.
    pub members: Vec<MemberDrive>,
}

/// A drive of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberDrive {
    /// A path that follows the drive.
    pub path: String,
    /// The kernel's name when it was looked at.
    pub name: String,
    /// Text to type to permit overwriting it.
    pub serial: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its contents, which are lost.
    pub holds: Vec<String>,
}

/// An existing array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExistingArray {
    /// The kernel's name.
    pub device: String,
    /// The name in its superblock; null if it has none.
    pub name: Option<String>,
    /// Its identifier; null if not read.
    pub uuid: Option<String>,
    /// The version of its superblock.
    pub metadata: String,
    /// Mount points.
    pub mounted: Vec<String>,
    /// Missing parts: `array_line`, `initial_ram_disk`, `start_degraded`, `fstab`, `fstab_by_name`,
    /// `no_fail`.
    pub lacks: Vec<String>,
    /// How it is.
    pub condition: ArrayConditionRecord,
}

/// How an array is: whether all its drives are in it and in sync.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayConditionRecord {
    /// `whole`, `synchronizing`, `degraded`, `rebuilding`, `not_running`, or `unknown` if that could not be
    /// read.
    pub health: String,
    /// Number of drives it is made for; null if not read.
    pub drives: Option<usize>,
    /// Number of drives missing, failed or not yet in sync; null if the level has no redundancy, or if not
    /// read.
    pub degraded: Option<usize>,
    /// Number of further drives that it can certainly lose; null if unknown.
    pub spare_failures: Option<usize>,
    /// The members by the kernel's names, spares too.
    pub members: Vec<ExistingMember>,
    /// Serial numbers of drives that it was built of by Narrows and that this machine does not show any more.
    pub missing: Vec<String>,
    /// Current task: `resync`, `recover`, `check`, `repair`, `reshape`; null if idle.
    pub task: Option<String>,
    /// Progress of that task, in whole per cent; null if not read.
    pub percent: Option<u64>,
}

/// A member of an existing array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExistingMember {
    /// The kernel's name.
    pub name: String,
    /// Its content is up to date.
    pub in_sync: bool,
    /// The array has given it up.
    pub failed: bool,
}

/// A setting of an existing array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitnessRecord {
    /// Which one: `members`, `sync`, `alignment`, `stripe_unit`, `bitmap`, `chunk`, `read_ahead`,
    /// `stripe_cache` or `trim`.
    pub id: String,
    /// How it suits.
    pub state: FitnessState,
    /// Description.
    pub fact: DocumentText,
    /// Consequence; null if there is none.
    pub consequence: Option<DocumentText>,
    /// Command that changes it; null if none is needed or none does.
    pub command: Option<String>,
}

/// How a setting suits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FitnessState {
    /// It suits.
    Suits,
    /// It could be better.
    Doubtful,
    /// The next failure loses the array.
    AtRisk,
    /// It cannot be seen.
    #[default]
    NotSeen,
}

/// A file without a name on the new file system, written, flushed, read back past the page cache and compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadBackCheck {
    /// Its size in bytes.
    pub size: u64,
    /// How many blocks of 4 KiB were other than written.
    pub wrong: u64,
    /// How fast it was read, 10^6 bytes per second.
    pub mb_s: f64,
}

/// A step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuildStep {
    /// Purpose: `join`, `format`, `name_array`, ...
    pub id: String,
    /// The same in a sentence.
    pub what: DocumentText,
    /// The very command, or the one that does the same.
    pub command: String,
    /// The program and its arguments, word by word; missing for a step that is done without a program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argv: Vec<String>,
    /// Standard input of the program; missing if it reads nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The file in which one line is added or taken out, or the folder that is made or removed; missing for
    /// programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// That line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Lines it really adds to that file; missing for other steps, and if the line was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<AddedLinesRecord>,
    /// Duration, seconds; missing if it was not done now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_s: Option<f64>,
    /// The drives whose content is lost with it.
    pub destroys: Vec<String>,
    /// Outcome.
    pub state: BuildStepState,
    /// Why it failed or was left out; null if neither.
    pub why: Option<DocumentText>,
}

/// Lines that a step really adds to a file, so that undoing it leaves the file as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AddedLinesRecord {
    /// The lines.
    pub lines: Vec<String>,
    /// The file's last line had no break and got one.
    pub ended_last: bool,
    /// There was no such file.
    pub made: bool,
}

impl From<lines::AddedLines> for AddedLinesRecord {
    fn from(added: lines::AddedLines) -> Self {
        Self { lines: added.lines, ended_last: added.ended_last, made: added.made }
    }
}

impl From<AddedLinesRecord> for lines::AddedLines {
    fn from(added: AddedLinesRecord) -> Self {
        Self { lines: added.lines, ended_last: added.ended_last, made: added.made }
    }
}

/// Outcome of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BuildStepState {
    /// It is still to be done.
    #[default]
    Planned,
    /// It was begun, and whether it ended is not known: broken off meanwhile.
    Begun,
    /// It was done now.
    Done,
    /// It had been done before.
    Already,
    /// Skipped: what it would undo does not belong to this array.
    Skipped,
    /// It failed.
    Failed,
}

impl ArrayConditionRecord {
    /// As it was found, with the serial numbers of drives that are gone.
    pub fn of(condition: &ObservedCondition, missing: Vec<String>) -> Self {
        let member = |member: &narrows_array::build::condition::MemberCondition| ExistingMember {
            name: member.name.clone(),
            in_sync: member.is_in_sync,
            failed: member.has_failed,
        };
        Self {
            health: condition.health().as_str().to_owned(),
            drives: condition.drives,
            degraded: condition.degraded,
            spare_failures: condition.spare_failures(),
            members: condition.members.iter().map(member).collect(),
            missing,
            task: condition.task.as_ref().map(|task| task.kind.clone()),
            percent: condition.task.as_ref().and_then(|task| task.percent),
        }
    }
}

impl ArrayRequestRecord {
    /// The array to be built.
    pub fn of(wanted: &ArrayRequest, system: &SystemFacilities, ids: &ArrayIdentifiers) -> Self {
        let member = |member: &MemberDevice| MemberDrive {
            path: member.path.clone(),
            name: member.name.clone(),
            serial: member.serial.clone(),
            size: member.size,
            holds: member.holds.clone(),
        };
        let smallest = wanted.members.iter().map(|member| member.size).min().unwrap_or_default();
        let chunk = wanted.chunk.get();
        Self {
            name: wanted.name.clone(),
            engine: wanted.engine.as_str().to_owned(),
            container: wanted.container.map(|it| it.as_str().to_owned()),
            level: wanted.level.as_str().to_owned(),
            chunk: wanted.level.has_chunks().then_some(chunk),
            span: word(&wanted.span),
            fs: wanted.file_system.map(|it| it.as_str().to_owned()),
            mount: wanted.mount.clone(),
            trim: word(&wanted.trim),
            wipe: wanted.wipe,
            size: wanted.level.capacity(wanted.members.len(), smallest, chunk),
            uuid: ids.array.to_string(),
            fs_uuid: ids.file_system.to_string(),
            host: system.host.clone(),
            mdadm_conf: system.mdadm_conf.clone(),
            initial_ram_disk: system.initial_ram_disk.as_ref().map(word),
            systemd: system.has_systemd,
            trim_timer: system.has_trim_timer,
            members: wanted.members.iter().map(member).collect(),
        }
    }

    /// The array that was to be built, to continue or to undo it; `None` if the record was damaged.
    pub fn parts(&self) -> Option<(ArrayRequest, SystemFacilities, ArrayIdentifiers)> {
        let member = |drive: &MemberDrive| MemberDevice {
            path: drive.path.clone(),
            name: drive.name.clone(),
            serial: drive.serial.clone(),
            size: drive.size,
            holds: drive.holds.clone(),
        };
        let wanted = ArrayRequest {
            name: self.name.clone(),
            engine: of_word::<ArrayEngine>(&self.engine)?,
            container: match &self.container {
                None => None,
                Some(name) => Some(of_word::<Container>(name)?),
            },
            level: RaidLevel::named(self.level.strip_prefix("raid").unwrap_or(&self.level))?,
            chunk: Bytes::new(self.chunk.unwrap_or_default()),
            members: self.members.iter().map(member).collect(),
            span: of_word::<MemberSpan>(&self.span)?,
            file_system: match &self.fs {
                None => None,
                Some(name) => Some(of_word::<FileSystemKind>(name)?),
            },
            mount: self.mount.clone(),
            trim: of_word::<Trim>(&self.trim)?,
            wipe: self.wipe,
        };
        let system = SystemFacilities {
            host: self.host.clone(),
            mdadm_conf: self.mdadm_conf.clone(),
            initial_ram_disk: self.initial_ram_disk.as_deref().and_then(of_word),
            has_systemd: self.systemd,
            has_trim_timer: self.trim_timer,
        };
        let array = Identifier::parsed(&self.uuid)?;
        let file_system = Identifier::parsed(&self.fs_uuid)?;
        Some((wanted, system, ArrayIdentifiers { array, file_system }))
    }
}

fn word<T: Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn of_word<T: for<'de> Deserialize<'de>>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}
