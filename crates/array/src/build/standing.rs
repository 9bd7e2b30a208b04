//! An existing array: the configuration its system lacks, and the consequence at the next start.
//!
//! Sources: mdadm(8), "AUTO ASSEMBLY" and `--homehost`; mdadm.conf(5); md(4); udev's rules for md
//! (an array that no ARRAY line names gets the highest free number, from md127 down).

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::Bytes;

use crate::RaidLevel;
use crate::build::layers::{add_line, harmless, mount_at, name_container, renew, trim_timer};
use crate::build::step::{MountPoint, NamedContainer, StepUndo};
use crate::build::{
    ArrayBuildStep, ArrayRequest, FileSystemKind, Identifier, StepAction, StepProof, StepPurpose,
    SystemFacilities, Trim, conf, fstab, udev,
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunningArray {
    /// The kernel's name: `md127`.
    pub device: String,
    /// Its identifier; `None` if its superblock was not read.
    pub identifier: Option<Identifier>,
    /// The name in its superblock, `host:name`; none with superblocks that have none.
    pub name: Option<String>,
    /// The version of its superblock, or `external:imsm`.
    pub metadata: String,
    /// The file system on it: its kind, and its identifier in its own spelling.
    pub file_system: Option<(String, String)>,
    pub mounted: Vec<String>,
    /// Its level, as md says it: `raid1`, `linear`.
    pub level: String,
    /// Chunk size in bytes; zero if there are no chunks.
    pub chunk: u64,
    /// The kernel's names of its members.
    pub members: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemArrayConfig {
    /// mdadm.conf; `None` if it could not be read, empty if it does not exist.
    pub mdadm_conf: Option<String>,
    /// fstab, likewise.
    pub fstab: Option<String>,
    /// Whether the initial RAM disk was made after the last change of mdadm.conf; `None` if unknown.
    pub is_initial_ram_disk_newer: Option<bool>,
    /// The udev rules that start arrays despite a missing drive; `None` if the system needs none, or if
    /// they could not be read.
    pub degraded_rules: Option<String>,
    /// Paths below /dev/md that lead to an array, by the kernel's name of it.
    pub links: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersistenceGap {
    /// No ARRAY line names it.
    ArrayLine,
    /// The initial RAM disk is older than mdadm.conf, and assembles by the old version.
    InitialRamDisk,
    /// It is not started while a drive of it is missing.
    StartDegraded,
    /// It is mounted, and fstab does not say so.
    Fstab { at: String },
    /// fstab names it by a device whose name may change.
    FstabByName { at: String, source: String },
    /// fstab lacks `nofail`: one drive that is gone, and the system does not start.
    NoFail { at: String },
}

impl PersistenceGap {
    /// Its consequence at the next start.
    pub fn message(&self) -> Message {
        match self {
            Self::ArrayLine => Message::new("build-lack-array-line"),
            Self::InitialRamDisk => Message::new("build-lack-initial-ram-disk"),
            Self::StartDegraded => Message::new("build-lack-start-degraded"),
            Self::Fstab { at } => Message::new("build-lack-fstab").with("path", at),
            Self::FstabByName { at, source } => {
                Message::new("build-lack-fstab-by-name").with("path", at).with("source", source)
            }
            Self::NoFail { at } => Message::new("build-lack-no-fail").with("path", at),
        }
    }
}

impl RunningArray {
    /// The name that it is to have below /dev/md: that of its superblock, else the kernel's.
    pub fn short_name(&self) -> &str {
        let own = self.name.as_deref().and_then(|name| name.rsplit(':').next());
        own.filter(|name| !name.is_empty()).unwrap_or(&self.device)
    }

    pub fn path(&self) -> String {
        format!("/dev/{}", self.device)
    }

    pub fn mount_point(&self, at: &str) -> MountPoint {
        let (_, identifier) = self.file_system.clone().unwrap_or_default();
        MountPoint { at: at.to_owned(), device: self.path(), identifier }
    }

    /// Differences from `wanted` that could only be removed by losing its data.
    pub fn differences(&self, wanted: &ArrayRequest) -> Vec<Message> {
        let differs = |what: &str, is: &str, wanted: &str| {
            let message = Message::new("build-differs").with("what", what);
            (is != wanted).then(|| message.with("is", is).with("wanted", wanted))
        };
        let level = match wanted.level {
            RaidLevel::Jbod => "linear",
            level => level.as_str(),
        };
        // Without chunks the request's own size means nothing.
        let chunk = if wanted.level.has_chunks() { wanted.chunk.get() } else { self.chunk };
        let kind = self.file_system.as_ref().map_or("-", |(kind, _)| kind.as_str());
        let file_system = wanted.file_system.map_or("-", FileSystemKind::as_str);
        let [is, names] =
            [self.drives(wanted), sorted(wanted.members.iter().map(|it| it.name.clone()))];
        let gaps = [
            differs("level", &self.level, level),
            differs("chunk", &Bytes::new(self.chunk).to_string(), &Bytes::new(chunk).to_string()),
            differs("drives", &is, &names),
            differs("fs", kind, file_system),
        ];
        gaps.into_iter().flatten().collect()
    }

    /// The drives that its members are, or are partitions of.
    fn drives(&self, wanted: &ArrayRequest) -> String {
        let whole = |member: &String| {
            let names = wanted.members.iter().map(|drive| &drive.name);
            // `md1` and `md12` both begin the name `md12p1`: the longer one is the drive.
            let of =
                names.filter(|drive| is_partition(member, drive)).max_by_key(|name| name.len());
            of.unwrap_or(member).clone()
        };
        sorted(self.members.iter().map(whole))
    }

    fn entry<'a>(
        &self,
        entries: &'a [fstab::FstabEntry],
        at: &str,
    ) -> Option<&'a fstab::FstabEntry> {
        entries.iter().find(|entry| fstab::plain(&entry.at) == fstab::plain(at))
    }

    /// Configuration missing for it to come back as it is now.
    pub fn lacks(&self, known: &SystemArrayConfig) -> Vec<PersistenceGap> {
        let mut lacks = Vec::new();
        if let (Some(conf), Some(identifier)) = (&known.mdadm_conf, self.identifier) {
            let lines = conf::arrays(conf);
            let is_named = lines.iter().any(|line| line.identifier == Some(identifier));
            if !is_named {
                // A line that is added renews the initial RAM disk anyway (`adoption`).
                lacks.push(PersistenceGap::ArrayLine);
            } else if known.is_initial_ram_disk_newer == Some(false) {
                lacks.push(PersistenceGap::InitialRamDisk);
            }
        }
        lacks.extend(self.lacks_rule(known).then_some(PersistenceGap::StartDegraded));
        let Some(entries) = known.fstab.as_deref().map(fstab::entries) else { return lacks };
        for at in &self.mounted {
            match self.entry(&entries, at) {
                None => lacks.push(PersistenceGap::Fstab { at: at.clone() }),
                Some(entry) => lacks.extend(doubtful(entry)),
            }
        }
        lacks
    }

    /// Whether it stays down while a drive is missing. The initial RAM disk itself starts an array that is
    /// mounted as root, and if nothing is mounted, root may be on it through other layers. The members of a
    /// firmware set carry the set's identifier, not the array's.
    fn lacks_rule(&self, known: &SystemArrayConfig) -> bool {
        let (Some(rules), Some(identifier)) = (&known.degraded_rules, self.identifier) else {
            return false;
        };
        let is_redundant =
            ["raid1", "raid4", "raid5", "raid6", "raid10"].contains(&self.level.as_str());
        let is_data = !self.mounted.is_empty() && !self.mounted.iter().any(|at| at == "/");
        let is_set = self.metadata.starts_with("external");
        let is_there = || rules.lines().any(|line| udev::is_of(line, identifier));
        is_redundant && is_data && !is_set && !is_there()
    }

    /// The device that it comes back as, if known.
    pub fn at_next_start(&self, known: &SystemArrayConfig) -> Message {
        let lacks = self.lacks(known);
        let Some(conf) = known.mdadm_conf.as_deref().filter(|_| self.identifier.is_some()) else {
            return Message::new("build-next-unknown");
        };
        let lines = conf::arrays(conf);
        let own = lines.iter().find(|line| line.identifier == self.identifier);
        match own.and_then(|line| line.device.as_deref()) {
            Some(device) if !lacks.contains(&PersistenceGap::InitialRamDisk) => {
                Message::new("build-next-same").with("device", device)
            }
            _ => Message::new("build-next-other").with("name", self.short_name()),
        }
    }

    /// Steps that add the missing configuration: to the system's files only, nothing to the array.
    pub fn adoption(
        &self,
        known: &SystemArrayConfig,
        system: &SystemFacilities,
    ) -> Vec<ArrayBuildStep> {
        let lacks = self.lacks(known);
        let mut steps = Vec::new();
        if lacks.contains(&PersistenceGap::ArrayLine) {
            let own = || {
                self.array_line()
                    .map(|line| add_line(StepPurpose::NameArray, &system.mdadm_conf, line))
            };
            let in_set = self.in_set(&system.mdadm_conf, &known.links);
            // A volume of a firmware set needs its container's line, too, and mdadm writes both.
            steps.extend(in_set.map(name_container).or_else(own));
        }
        if lacks
            .iter()
            .any(|lack| matches!(lack, PersistenceGap::ArrayLine | PersistenceGap::InitialRamDisk))
        {
            steps.extend(system.initial_ram_disk.map(renew));
        }
        if let Some(id) = self.identifier.filter(|_| lacks.contains(&PersistenceGap::StartDegraded))
        {
            let line = udev::start_degraded(id);
            steps.push(add_line(StepPurpose::StartDegraded, udev::FILE, line));
        }
        let mounts = lacks.iter().filter_map(|lack| match lack {
            PersistenceGap::Fstab { at } => self.fstab_line(at),
            // A line that is already there is the user's: it is reported, never changed.
            _ => None,
        });
        let mounts: Vec<ArrayBuildStep> =
            mounts.map(|line| add_line(StepPurpose::NameMount, "/etc/fstab", line)).collect();
        let is_mounted = !mounts.is_empty();
        steps.extend(mounts);
        if is_mounted && system.has_systemd {
            let action = StepAction::run(["systemctl", "daemon-reload"]);
            let undo = vec![StepUndo { action: action.clone(), only_if: StepProof::Nothing }];
            steps.push(ArrayBuildStep {
                undo,
                ..harmless(StepPurpose::Reload, action, StepProof::Nothing)
            });
        }
        steps
    }

    /// Obstacles to the requested state that cannot be removed without loss or without changing what others wrote.
    pub fn hindrances(&self, wanted: &ArrayRequest, known: &SystemArrayConfig) -> Vec<Message> {
        let Some(at) = wanted.mount.as_ref().filter(|at| !self.is_mounted(at)) else {
            return Vec::new();
        };
        let about = |id| Message::new(id).with("path", at);
        let elsewhere = self.mounted.first();
        let elsewhere = elsewhere.map(|is| about("build-mounted-elsewhere").with("is", is));
        let entries = known.fstab.as_deref().map(fstab::entries).unwrap_or_default();
        let own = self.file_system.as_ref().map(|(_, id)| format!("UUID={id}"));
        // An entry by path or label counts as another's, even where it leads here: lines of others
        // stay as they are.
        let is_other = |entry: &fstab::FstabEntry| Some(&entry.source) != own.as_ref();
        let other = self.entry(&entries, at).filter(|entry| is_other(entry));
        let other = other.map(|_| about("build-mount-taken"));
        elsewhere.into_iter().chain(other).collect()
    }

    /// The steps after which it is as wanted and stays so, if [`RunningArray::differences`] and
    /// [`RunningArray::hindrances`] find nothing: none of them loses anything.
    pub fn completion(
        &self,
        wanted: &ArrayRequest,
        known: &SystemArrayConfig,
        system: &SystemFacilities,
    ) -> Vec<ArrayBuildStep> {
        let Some(at) = &wanted.mount else { return self.adoption(known, system) };
        let is_mounted = self.is_mounted(at);
        let mut mounted = self.clone();
        mounted.mounted.extend((!is_mounted).then(|| at.clone()));
        let mut steps = mounted.adoption(known, system);
        if !is_mounted {
            steps.extend(mount_at(self.mount_point(at)));
        }
        if wanted.trim == Trim::Timer && system.has_trim_timer {
            steps.push(trim_timer());
        }
        steps
    }

    fn is_mounted(&self, at: &str) -> bool {
        self.mounted.iter().any(|own| fstab::plain(own) == fstab::plain(at))
    }

    fn array_line(&self) -> Option<String> {
        let identifier = self.identifier?.in_colons();
        let name = self.name.as_ref().map(|name| format!(" name={name}")).unwrap_or_default();
        let device = match self.name {
            Some(_) => format!("md/{}", self.short_name()),
            // Superblocks of version 0.90 hold no name, only the device's number.
            None => self.device.clone(),
        };
        Some(format!(
            "ARRAY /dev/{device} metadata={}{name} UUID={identifier}",
            self.metadata.strip_prefix("external:").unwrap_or(&self.metadata)
        ))
    }

    /// The set that it is a volume of (md.rst, `metadata_version`: `external:/md127/0`). mdadm records the names it
    /// is given, so these are the persistent ones, if there are any.
    fn in_set(&self, file: &str, links: &BTreeMap<String, String>) -> Option<NamedContainer> {
        let (set, _) = self.metadata.strip_prefix("external:/")?.split_once('/')?;
        let path = |name: &str| links.get(name).cloned().unwrap_or_else(|| format!("/dev/{name}"));
        let [set, volume] = [set, &self.device].map(path);
        Some(NamedContainer { file: file.to_owned(), set, volume })
    }

    fn fstab_line(&self, at: &str) -> Option<String> {
        let (kind, identifier) = self.file_system.as_ref()?;
        // fsck.xfs(8) and fsck.btrfs(8) do nothing: both repair when mounted.
        let pass = if kind.starts_with("ext") { 2 } else { 0 };
        let at = fstab::escaped(at);
        Some(format!("UUID={identifier} {at} {kind} defaults,nofail 0 {pass}"))
    }
}

/// `nvme0n1p1` of `nvme0n1` and `sda1` of `sda`, but neither `nvme0n10` of `nvme0n1` nor `sdaa` of
/// `sda`: a `p` stands between two digits only (Linux, block/partitions/core.c).
fn is_partition(name: &str, drive: &str) -> bool {
    let rest = name.strip_prefix(drive).unwrap_or_default();
    let ends_in_digit = drive.ends_with(|letter: char| letter.is_ascii_digit());
    let number = if ends_in_digit { rest.strip_prefix('p').unwrap_or_default() } else { rest };
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

fn sorted(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.join(", ")
}

fn doubtful(entry: &fstab::FstabEntry) -> impl Iterator<Item = PersistenceGap> + use<> {
    let (at, source) = (entry.at.clone(), entry.source.clone());
    // `/dev/md127` is a number that may change; links in `/dev/md/` follow the superblock.
    let is_name = source.strip_prefix("/dev/md").is_some_and(|rest| !rest.starts_with('/'));
    let by_name = is_name.then(|| PersistenceGap::FstabByName { at: at.clone(), source });
    // Root is mounted before fstab is read, and without it nothing starts anyway.
    let is_fatal = at != "/" && !entry.options.iter().any(|it| it == "nofail" || it == "noauto");
    by_name.into_iter().chain(is_fatal.then_some(PersistenceGap::NoFail { at }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::ArrayEngine;
    use crate::build::system::tests::system;
    use crate::build::wanted::tests::wanted;

    fn standing() -> RunningArray {
        RunningArray {
            device: "md127".to_owned(),
            identifier: Some(Identifier::of_random([3; 16])),
            name: Some("box:data".to_owned()),
            metadata: "1.2".to_owned(),
            file_system: Some(("ext4".to_owned(), "abcd".to_owned())),
            mounted: vec!["/srv/data".to_owned()],
            level: "raid1".to_owned(),
            chunk: 0,
            members: vec!["d0p1".to_owned(), "d1p1".to_owned()],
        }
    }

    fn known(mdadm_conf: &str, fstab: &str) -> SystemArrayConfig {
        SystemArrayConfig {
            mdadm_conf: Some(mdadm_conf.to_owned()),
            fstab: Some(fstab.to_owned()),
            is_initial_ram_disk_newer: Some(true),
            ..SystemArrayConfig::default()
        }
    }

    /// The rule that starts it with a drive missing is required only if something other than the system itself
    /// is on an array that could do without the drive, and is accepted from any author.
    #[test]
    fn an_array_that_nobody_starts_without_a_drive_lacks_the_rule() {
        let mut array = standing();
        let line = array.array_line().unwrap();
        let mut known = known(&line, "UUID=abcd /srv/data ext4 nofail");
        known.degraded_rules = Some("# nothing\n".to_owned());
        assert_eq!(array.lacks(&known), [PersistenceGap::StartDegraded]);
        let steps = array.adoption(&known, &system());
        let rule = udev::start_degraded(array.identifier.unwrap());
        let proof = StepProof::Line { file: udev::FILE.to_owned(), line: rule.clone() };
        assert_eq!(steps.iter().map(|step| &step.proof).collect::<Vec<_>>(), [&proof]);
        known.degraded_rules = Some(format!("# nothing\n{rule}\n"));
        assert_eq!(array.lacks(&known), []);
        known.degraded_rules = Some(String::new());
        for mounted in [vec![], vec!["/".to_owned()]] {
            let other = RunningArray { mounted, ..array.clone() };
            assert!(!other.lacks(&known).contains(&PersistenceGap::StartDegraded));
        }
        array.level = "raid0".to_owned();
        assert_eq!(array.lacks(&known), []);
    }

    #[test]
    fn a_mount_point_is_the_same_in_every_spelling() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        wanted.mount = Some("/srv//data".to_owned());
        let (array, known) = (standing(), known("", "UUID=abcd /srv/data ext4 nofail"));
        assert!(array.hindrances(&wanted, &known).is_empty());
        let steps = array.completion(&wanted, &known, &system());
        assert!(steps.iter().all(|step| step.what != StepPurpose::Mount));
    }

    #[test]
    fn partitions_are_those_of_this_drive() {
        for (name, drive, is_one) in [
            ("nvme0n1p1", "nvme0n1", true),
            ("nvme0n10", "nvme0n1", false),
            ("md10", "md1", false),
            ("md1p2", "md1", true),
            ("sda1", "sda", true),
            ("sdap1", "sda", false),
            ("sdaa", "sda", false),
            ("sda", "sda", false),
        ] {
            assert_eq!(is_partition(name, drive), is_one, "{name} of {drive}");
        }
    }

    /// The loss of the write-up: an array made and mounted by hand comes back under another name and
    /// is not mounted.
    #[test]
    fn an_array_made_by_hand_is_adopted_with_its_lines() {
        let (array, known) = (standing(), known("HOMEHOST <system>\n", ""));
        let lacks = array.lacks(&known);
        assert_eq!(
            lacks,
            [PersistenceGap::ArrayLine, PersistenceGap::Fstab { at: "/srv/data".to_owned() }]
        );
        assert_eq!(array.at_next_start(&known).id(), "build-next-other");
        let steps = array.adoption(&known, &system());
        let shown: Vec<String> = steps.iter().map(|step| step.action.to_string()).collect();
        let id = array.identifier.unwrap().in_colons();
        assert_eq!(
            shown,
            [
                format!(
                    "echo 'ARRAY /dev/md/data metadata=1.2 name=box:data UUID={id}' \
                     >> /etc/mdadm/mdadm.conf"
                ),
                "update-initramfs -u -k all".to_owned(),
                "echo 'UUID=abcd /srv/data ext4 defaults,nofail 0 2' >> /etc/fstab".to_owned(),
                "systemctl daemon-reload".to_owned(),
            ]
        );
        assert!(steps.iter().all(|step| step.destroys.is_empty()));
    }

    /// The line alone does not help: the array is assembled before the file system with it is
    /// available.
    #[test]
    fn an_old_initial_ram_disk_is_a_lack() {
        let array = standing();
        let line = array.array_line().unwrap();
        let mut known = known(&line, "UUID=abcd /srv/data ext4 nofail");
        assert_eq!(array.lacks(&known), []);
        assert_eq!(array.at_next_start(&known).id(), "build-next-same");
        known.is_initial_ram_disk_newer = Some(false);
        assert_eq!(array.lacks(&known), [PersistenceGap::InitialRamDisk]);
        assert_eq!(array.at_next_start(&known).id(), "build-next-other");
    }

    #[test]
    fn fstab_by_number_and_without_nofail_is_told() {
        let array = standing();
        let line = array.array_line().unwrap();
        let lacks = array.lacks(&known(&line, "/dev/md127 /srv/data ext4 defaults 0 2"));
        let at = "/srv/data".to_owned();
        let by_name =
            PersistenceGap::FstabByName { at: at.clone(), source: "/dev/md127".to_owned() };
        assert_eq!(lacks, [by_name, PersistenceGap::NoFail { at }]);
    }

    /// mdadm.conf knows no `metadata=/md127/0`: a volume is named within its set.
    #[test]
    fn a_volume_of_the_firmwares_set_is_named_with_it() {
        let mut array = standing();
        array.metadata = "external:/md127/0".to_owned();
        array.device = "md126".to_owned();
        let steps = array.adoption(&known("", ""), &system());
        assert_eq!(
            steps[0].action.to_string(),
            "mdadm --detail --brief /dev/md127 /dev/md126 >> /etc/mdadm/mdadm.conf"
        );
        let mut known = known("", "");
        known.links = BTreeMap::from([("md127".to_owned(), "/dev/md/set".to_owned())]);
        assert_eq!(
            array.adoption(&known, &system())[0].action.to_string(),
            "mdadm --detail --brief /dev/md/set /dev/md126 >> /etc/mdadm/mdadm.conf"
        );
        array.metadata = "external:imsm".to_owned();
        let steps = array.adoption(&known, &system());
        assert!(steps[0].action.to_string().contains(" metadata=imsm "), "{}", steps[0].action);
    }

    #[test]
    fn what_was_not_read_is_not_missing() {
        let lacks = standing().lacks(&SystemArrayConfig::default());
        assert_eq!(lacks, []);
        assert_eq!(
            standing().at_next_start(&SystemArrayConfig::default()).id(),
            "build-next-unknown"
        );
    }

    /// Assembled but mounted nowhere: its line, its folder and its mount are added. Mounted elsewhere, or with
    /// something else of fstab in its place, it is left alone.
    #[test]
    fn what_is_wanted_is_added_and_nothing_else_is_touched() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        wanted.file_system = Some(FileSystemKind::Ext4);
        let mut array = standing();
        let line = array.array_line().unwrap();
        let whole = known(&line, "UUID=abcd /srv/data ext4 nofail");
        let named = |array: &RunningArray, known: &SystemArrayConfig| -> Vec<StepPurpose> {
            let steps = array.completion(&wanted, known, &system());
            steps.iter().map(|step| step.what).collect()
        };
        assert_eq!(
            named(&array, &whole),
            [StepPurpose::TrimTimer],
            "whose proof says whether it is done"
        );
        array.mounted.clear();
        assert_eq!(
            named(&array, &whole),
            [StepPurpose::MountPoint, StepPurpose::Mount, StepPurpose::TrimTimer]
        );
        let added = named(&array, &known(&line, ""));
        let mounts = [
            StepPurpose::NameMount,
            StepPurpose::Reload,
            StepPurpose::MountPoint,
            StepPurpose::Mount,
        ];
        assert_eq!(added[..4], mounts);
        let gap_ids = |array: &RunningArray, known: &SystemArrayConfig| -> Vec<_> {
            array.hindrances(&wanted, known).iter().map(Message::id).collect()
        };
        assert_eq!(gap_ids(&array, &whole), Vec::<&str>::new());
        assert_eq!(
            gap_ids(&array, &known(&line, "UUID=ef /srv/data xfs nofail")),
            ["build-mount-taken"]
        );
        array.mounted = vec!["/mnt".to_owned()];
        assert_eq!(gap_ids(&array, &whole), ["build-mounted-elsewhere"]);
    }

    #[test]
    fn what_could_only_be_changed_by_losing_it_is_a_difference() {
        let mut same = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        same.file_system = Some(FileSystemKind::Ext4);
        assert_eq!(standing().differences(&same), []);
        let other = wanted(ArrayEngine::Md, RaidLevel::Stripe, 3);
        let differences: Vec<_> = standing().differences(&other).iter().map(Message::id).collect();
        // Level, chunk, drives and file system.
        assert_eq!(differences, ["build-differs"; 4]);
        assert!(is_partition("sda1", "sda") && is_partition("nvme0n1p2", "nvme0n1"));
        assert!(!is_partition("sdaa", "sda") && !is_partition("sda", "sda"));
    }
}
