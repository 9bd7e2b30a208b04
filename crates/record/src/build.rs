//! `narrows.build/1`: an array that is built, continued, undone, adopted or only looked at.

use narrows_array::Level;
use narrows_build::{
    Engine, FileSystem, Identifier, Identifiers, Member, Span, System, Trim, Wanted,
};
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use crate::predict::Prediction;
use crate::run::Finding;
use crate::see::Note;

/// What was asked, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Build {
    /// Always `narrows.build/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The record's id, and its file's name: `<utc>-<id>`; empty where nothing is recorded.
    pub id: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// The command line.
    pub command: Vec<String>,
    /// What was asked for.
    pub purpose: Purpose,
    /// It was only shown.
    pub rehearsal: bool,
    /// The array to build; null for one that is there already.
    pub array: Option<Array>,
    /// The array that is there already; null for one to build.
    pub existing: Option<Existing>,
    /// Whether the settings of the array that is there already suit it; left out for one to build.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fitness: Vec<Fitness>,
    /// Why it must not be done; empty where it may.
    pub refused: Vec<String>,
    /// What is done, in this order.
    pub steps: Vec<BuildStep>,
    /// What takes it back, in this order.
    pub undo: Vec<BuildStep>,
    /// What the model says the array will do, a row for each usual workload; empty where nothing is known of
    /// the drives.
    #[serde(default)]
    pub expected: Vec<Prediction>,
    /// What was written to the new file system and read back; null where it was not.
    #[serde(default)]
    pub read_back: Option<ReadBack>,
    /// What follows, most important first.
    pub findings: Vec<Finding>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// Not everything was done.
    pub partial: bool,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A new array.
    #[default]
    Build,
    /// The rest of one that was broken off.
    Resume,
    /// That one be taken apart again.
    Undo,
    /// That one which is there be there after the next start, too.
    Adopt,
    /// What is missing for that.
    Explain,
    /// That one be there as a file says.
    Ensure,
}

/// An array to build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Array {
    /// Its name.
    pub name: String,
    /// `md`, `lvm`, `btrfs` or `zfs`.
    pub engine: String,
    /// `raid0`, `raid1`, `raid10`, `raid5`, `raid6` or `jbod`.
    pub level: String,
    /// How much goes to one member before the next, in bytes; null where there are no chunks.
    pub chunk: Option<u64>,
    /// `whole` drives, or a `partition` of each.
    pub span: String,
    /// The file system: `ext4`, `xfs` or `btrfs`; null for none.
    pub fs: Option<String>,
    /// Where it is mounted; null for nowhere.
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
    /// What makes its initial RAM disk: `initramfs-tools`, `dracut`, `mkinitcpio`; null where none was found.
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
    /// What must be typed to allow that it is overwritten.
    pub serial: String,
    /// Its size in bytes.
    pub size: u64,
    /// What stands on it, and is lost.
    pub holds: Vec<String>,
}

/// An array that is there already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Existing {
    /// The kernel's name.
    pub device: String,
    /// The name in its superblock; null where it has none.
    pub name: Option<String>,
    /// Its identifier; null where it was not read.
    pub uuid: Option<String>,
    /// The version of its superblock.
    pub metadata: String,
    /// Where it is mounted.
    pub mounted: Vec<String>,
    /// What is missing: `array_line`, `initial_ram_disk`, `fstab`, `fstab_by_name`, `no_fail`.
    pub lacks: Vec<String>,
}

/// A setting of an array that is there already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fitness {
    /// Which one: `members`, `sync`, `alignment`, `stripe_unit`, `bitmap`, `chunk`, `read_ahead`,
    /// `stripe_cache` or `trim`.
    pub id: String,
    /// How it suits.
    pub state: FitnessState,
    /// What it is.
    pub fact: String,
    /// What comes of it; null where nothing does.
    pub consequence: Option<String>,
    /// What changes it; null where nothing needs to, or no command does.
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
pub struct ReadBack {
    /// Its size in bytes.
    pub size: u64,
    /// How many blocks of 4 KiB were other than written.
    pub wrong: u64,
    /// How fast it was read, 10^6 bytes per second.
    pub mb_s: f64,
}

/// A step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuildStep {
    /// What it is for: `join`, `format`, `name_array`, ...
    pub id: String,
    /// The same in a sentence.
    pub what: String,
    /// The very command, or the one that does the same.
    pub command: String,
    /// The drives whose content is lost with it.
    pub destroys: Vec<String>,
    /// What came of it.
    pub state: StepState,
    /// Why it failed or was left out; null where it was not.
    pub why: Option<String>,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// It is still to be done.
    #[default]
    Planned,
    /// It was done now.
    Done,
    /// It had been done before.
    Already,
    /// It was left out: what it would take back is not of this array.
    Skipped,
    /// It failed.
    Failed,
}

impl Array {
    /// What is to be built.
    pub fn of(wanted: &Wanted, system: &System, ids: &Identifiers) -> Self {
        let member = |member: &Member| MemberDrive {
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

    /// What was to be built, to go on with it or to undo it; none where the record was damaged.
    pub fn parts(&self) -> Option<(Wanted, System, Identifiers)> {
        let member = |drive: &MemberDrive| Member {
            path: drive.path.clone(),
            name: drive.name.clone(),
            serial: drive.serial.clone(),
            size: drive.size,
            holds: drive.holds.clone(),
        };
        let wanted = Wanted {
            name: self.name.clone(),
            engine: of_word::<Engine>(&self.engine)?,
            level: Level::named(self.level.strip_prefix("raid").unwrap_or(&self.level))?,
            chunk: Bytes::new(self.chunk.unwrap_or_default()),
            members: self.members.iter().map(member).collect(),
            span: of_word::<Span>(&self.span)?,
            file_system: match &self.fs {
                None => None,
                Some(name) => Some(of_word::<FileSystem>(name)?),
            },
            mount: self.mount.clone(),
            trim: of_word::<Trim>(&self.trim)?,
            wipe: self.wipe,
        };
        let system = System {
            host: self.host.clone(),
            mdadm_conf: self.mdadm_conf.clone(),
            initial_ram_disk: self.initial_ram_disk.as_deref().and_then(of_word),
            has_systemd: self.systemd,
            has_trim_timer: self.trim_timer,
        };
        let array = Identifier::parsed(&self.uuid)?;
        let file_system = Identifier::parsed(&self.fs_uuid)?;
        Some((wanted, system, Identifiers { array, file_system }))
    }
}

fn word<T: Serialize>(value: &T) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn of_word<T: for<'de> Deserialize<'de>>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_what_was_wanted() {
        let member = Member {
            path: "/dev/disk/by-id/nvme-a".to_owned(),
            name: "nvme0n1".to_owned(),
            serial: "A".to_owned(),
            size: 1 << 40,
            holds: vec!["xfs".to_owned()],
        };
        let wanted = Wanted {
            name: "data".to_owned(),
            engine: Engine::Md,
            level: Level::Parity(2),
            chunk: Bytes::kib(128),
            members: vec![member; 5],
            span: Span::Partition,
            file_system: Some(FileSystem::Ext4),
            mount: Some("/srv".to_owned()),
            trim: Trim::Discard,
            wipe: true,
        };
        let system = System {
            host: "box".to_owned(),
            mdadm_conf: "/etc/mdadm.conf".to_owned(),
            initial_ram_disk: Some(narrows_build::InitialRamDisk::InitramfsTools),
            has_systemd: true,
            has_trim_timer: true,
        };
        let [array, file_system] = [[1; 16], [2; 16]].map(Identifier::of_random);
        let ids = Identifiers { array, file_system };
        let recorded = Array::of(&wanted, &system, &ids);
        // Three of five hold data.
        assert_eq!(recorded.size, 3 << 40);
        assert_eq!(recorded.parts(), Some((wanted, system, ids)));
        assert_eq!(Array { engine: "raid".to_owned(), ..recorded }.parts(), None);
    }
}
