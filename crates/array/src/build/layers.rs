//! The steps of each kind of array, in their order.
//!
//! Sources: mdadm(8), wipefs(8), sfdisk(8) (script format; GPT type of Linux RAID), mkfs.xfs(8)
//! (`su`, `sw`), mke2fs(8) (`stride`, `stripe_width`), mkfs.btrfs(8), zpool-create(8), systemd.mount(5), fstrim(8).

mod imsm;
mod lvm;

use crate::RaidLevel;

pub(crate) use self::imsm::name_container;
pub use self::lvm::tag as lvm_tag;
use crate::build::step::{MountPoint, StepUndo};
use crate::build::{
    ArrayBuildStep, ArrayEngine, ArrayRequest, Container, FileSystemKind, Identifier, MemberSpan,
    StepAction, StepProof, StepPurpose, SystemFacilities, Trim, conf, fstab, udev,
};

/// The type of a partition that is a member of an array; that of a file system's part otherwise.
const LINUX_RAID: &str = "A19D880F-05FC-4D3B-A006-743F0F84911E";
const LINUX_LVM: &str = "E6D6D379-F507-44C2-A23C-238F2A3DF928";
const LINUX_DATA: &str = "0FC63DAF-8483-4772-8E79-3D69D8477DE4";

/// The timer of util-linux that discards free blocks on the drives (fstrim(8)).
pub const TRIM_TIMER: &str = "fstrim.timer";

/// Blocks of ext4, in which it counts.
const EXT4_BLOCK: u64 = 4096;

/// Where btrfs keeps copies of its superblock, which wipefs(8) leaves: 64 MiB and 256 GiB (btrfs(5), "on-disk
/// format").
const BTRFS_COPIES: [u64; 2] = [64 << 20, 256 << 30];
const BTRFS_SUPERBLOCK: u64 = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayIdentifiers {
    pub array: Identifier,
    pub file_system: Identifier,
}

/// All steps from bare drives to an array that is there after each start.
pub fn steps(
    wanted: &ArrayRequest,
    system: &SystemFacilities,
    ids: &ArrayIdentifiers,
) -> Vec<ArrayBuildStep> {
    let plan = LayerPlan { wanted, system, ids };
    let mut steps = Vec::new();
    for (at, member) in plan.wanted.members.iter().enumerate() {
        if plan.wanted.wipe && member.is_signed() {
            // The lock keeps udev from probing the drive meanwhile and bringing the old contents
            // up again (wipefs(8), --lock).
            let action = StepAction::run(["wipefs", "--all", "--lock=yes", &member.path]);
            let proof = StepProof::Blank(member.path.clone());
            let undo = Vec::new();
            steps.push(ArrayBuildStep {
                what: StepPurpose::Wipe,
                action,
                destroys: vec![at],
                proof,
                undo,
            });
        }
    }
    if plan.wanted.span == MemberSpan::Partition {
        steps.extend((0..plan.wanted.members.len()).filter_map(|at| plan.partition(at)));
        // sfdisk returns before udev has made the partitions' links, which the next step names.
        let action = StepAction::run(["udevadm", "settle", "--timeout=30"]);
        steps.push(harmless(StepPurpose::Settle, action, StepProof::Nothing));
    }
    steps.extend(match wanted.engine {
        ArrayEngine::Md if wanted.container.is_some() => plan.imsm(),
        ArrayEngine::Md => vec![plan.md()],
        ArrayEngine::Lvm => plan.lvm(),
        ArrayEngine::Btrfs => vec![plan.btrfs()],
        ArrayEngine::Zfs => vec![plan.zfs()],
    });
    steps.extend(plan.format());
    steps.extend(plan.persist());
    steps.extend(plan.mount());
    steps
}

/// Mount point of the array's file system; `None` if it is not mounted.
pub fn mount_point(wanted: &ArrayRequest, ids: &ArrayIdentifiers) -> Option<MountPoint> {
    LayerPlan { wanted, system: &SystemFacilities::default(), ids }.mount_point()
}

struct LayerPlan<'a> {
    wanted: &'a ArrayRequest,
    system: &'a SystemFacilities,
    ids: &'a ArrayIdentifiers,
}

impl LayerPlan<'_> {
    fn devices(&self) -> Vec<String> {
        let ArrayRequest { members, span, .. } = self.wanted;
        members.iter().map(|member| member.device(*span)).collect()
    }

    /// From 1 MiB on, which every block of a drive divides, to the last whole MiB.
    fn partition(&self, at: usize) -> Option<ArrayBuildStep> {
        let member = self.wanted.members.get(at)?;
        let kind = match self.wanted.engine {
            ArrayEngine::Md => LINUX_RAID,
            ArrayEngine::Lvm => LINUX_LVM,
            ArrayEngine::Btrfs | ArrayEngine::Zfs => LINUX_DATA,
        };
        let name = format!("{}-{}", self.wanted.name, at + 1);
        let input = Some(format!("label: gpt\nstart=1MiB, type={kind}, name={name}\n"));
        // `--wipe=never`: only the announced step erases signatures.
        let words = ["sfdisk", "--quiet", "--wipe=never", "--lock=yes", &member.path];
        let words = words.map(str::to_owned).to_vec();
        let undo = StepAction::run(["wipefs", "--all", "--lock=yes", &member.path]);
        let device = member.device(MemberSpan::Partition);
        Some(ArrayBuildStep {
            what: StepPurpose::Partition,
            action: StepAction::Run { words, input },
            destroys: vec![at],
            proof: StepProof::Device(device.clone()),
            // The table goes only if its partition no longer holds a member of the array.
            undo: vec![StepUndo { action: undo, only_if: StepProof::Blank(device) }],
        })
    }

    fn all(&self) -> Vec<usize> {
        (0..self.wanted.members.len()).collect()
    }

    fn md(&self) -> ArrayBuildStep {
        let ArrayRequest { level, members, name, .. } = self.wanted;
        let count = members.len().to_string();
        let array = format!("/dev/md/{name}");
        // `--run` answers mdadm's questions about what it finds on the drives, which would wait
        // for a terminal. They were checked before.
        let mut words: Vec<String> =
            ["mdadm", "--create", &array, "--run", "--metadata=1.2"].map(str::to_owned).to_vec();
        words.push(format!("--uuid={}", self.ids.array.in_colons()));
        // By the host's name mdadm recognises its own arrays, even where no ARRAY line names them
        // (mdadm(8), AUTO ASSEMBLY).
        words.extend([format!("--name={name}"), format!("--homehost={}", self.system.host)]);
        words.extend([format!("--level={}", md_level(*level)), format!("--raid-devices={count}")]);
        if level.has_chunks() {
            words.push(format!("--chunk={}K", self.wanted.chunk.get() >> 10));
        }
        if !matches!(level, RaidLevel::Stripe | RaidLevel::Jbod) {
            // Without it a power cut costs a whole resynchronisation.
            words.push("--bitmap=internal".to_owned());
        }
        if matches!(level, RaidLevel::Parity(1)) {
            // Else mdadm leaves the last drive out at first and rebuilds it. A power cut until then
            // leaves an array that lacks a drive and is dirty, which the kernel refuses to start.
            words.push("--force".to_owned());
        }
        let devices = self.devices();
        words.extend(devices.iter().cloned());
        let stop = StepUndo {
            action: StepAction::run(["mdadm", "--stop", &array]),
            only_if: StepProof::Array(self.ids.array),
        };
        let clear = devices.iter().map(|device| StepUndo {
            action: StepAction::run(["mdadm", "--zero-superblock", device]),
            only_if: StepProof::MemberOf(device.clone(), self.ids.array),
        });
        ArrayBuildStep {
            what: StepPurpose::Join,
            action: StepAction::run(words),
            destroys: self.all(),
            proof: StepProof::Array(self.ids.array),
            // mdadm changes no superblock of a member in use, so that the array stops first.
            undo: std::iter::once(stop).chain(clear).collect(),
        }
    }

    fn btrfs(&self) -> ArrayBuildStep {
        let (level, name) = (self.wanted.level.as_str(), &self.wanted.name);
        // Striped data is lost with any one drive; its metadata need not be.
        let metadata = if self.wanted.level == RaidLevel::Stripe { "raid1" } else { level };
        let id = self.ids.file_system.to_string();
        let words = ["mkfs.btrfs", "-q", "-f", "-L", name, "-U", &id, "-d", level, "-m", metadata];
        let devices = self.devices();
        let words = words.map(str::to_owned).into_iter().chain(devices.iter().cloned());
        let first = devices.first().cloned().unwrap_or_default();
        let sizes = self.wanted.members.iter().map(|member| member.size);
        let clear = devices.iter().zip(sizes).flat_map(|(device, size)| {
            let wipe = StepAction::run(["wipefs", "--all", "--types=btrfs", "--lock=yes", device]);
            let only_if = StepProof::FileSystem(device.clone(), self.ids.file_system);
            // A copy of the superblock beyond the device's end does not exist. The first one goes
            // last: the proof that allows these actions reads it.
            let actions = BTRFS_COPIES.iter().filter(move |at| **at < size);
            let actions = actions.map(|at| zero_block(device, *at)).chain([wipe]);
            actions.map(move |action| StepUndo { action, only_if: only_if.clone() })
        });
        ArrayBuildStep {
            what: StepPurpose::Format,
            action: StepAction::run(words),
            destroys: self.all(),
            proof: StepProof::FileSystem(first, self.ids.file_system),
            undo: clear.collect(),
        }
    }

    fn zfs(&self) -> ArrayBuildStep {
        let name = &self.wanted.name;
        // Sectors of 4 KiB: drives report 512 bytes for compatibility, and a pool cannot change
        // the value later.
        let mut words = ["zpool", "create", "-o", "ashift=12"].map(str::to_owned).to_vec();
        if let Some(at) = &self.wanted.mount {
            words.extend(["-m".to_owned(), at.clone()]);
        }
        words.push(name.clone());
        for (at, device) in self.devices().into_iter().enumerate() {
            match self.wanted.level {
                RaidLevel::Mirror if at == 0 => words.push("mirror".to_owned()),
                RaidLevel::MirroredStripe if at % 2 == 0 => words.push("mirror".to_owned()),
                RaidLevel::Parity(parity) if at == 0 => words.push(format!("raidz{parity}")),
                _ => {}
            }
            words.push(device);
        }
        ArrayBuildStep {
            what: StepPurpose::Join,
            action: StepAction::run(words),
            destroys: self.all(),
            // ZFS steps are shown and never run, so that nothing has to recognise them.
            proof: StepProof::Nothing,
            undo: vec![StepUndo {
                action: StepAction::run(["zpool", "destroy", name]),
                only_if: StepProof::Nothing,
            }],
        }
    }

    /// The device with the file system.
    fn volume(&self) -> String {
        let name = &self.wanted.name;
        match self.wanted.engine {
            ArrayEngine::Md => format!("/dev/md/{name}"),
            ArrayEngine::Lvm => format!("/dev/{name}/data"),
            ArrayEngine::Btrfs | ArrayEngine::Zfs => {
                // Any one device of a btrfs stands for the whole file system.
                self.devices().first().cloned().unwrap_or_default()
            }
        }
    }

    fn format(&self) -> Option<ArrayBuildStep> {
        let file_system =
            self.wanted.file_system.filter(|_| !self.wanted.engine.is_file_system())?;
        let volume = self.volume();
        let words = self.mkfs(file_system, &volume);
        let proof = StepProof::FileSystem(volume, self.ids.file_system);
        // It goes with the array, but where a volume begins at the drives' own first sector.
        let wipe = self.wanted.container.map(|_| StepUndo {
            action: StepAction::run(["wipefs", "--all", "--lock=yes", &self.volume()]),
            only_if: proof.clone(),
        });
        let undo = wipe.into_iter().collect();
        Some(ArrayBuildStep {
            undo,
            ..harmless(StepPurpose::Format, StepAction::run(words), proof)
        })
    }

    fn mkfs(&self, file_system: FileSystemKind, volume: &str) -> Vec<String> {
        let (name, id) = (self.wanted.name.clone(), self.ids.file_system.to_string());
        // XFS takes labels of 12 bytes at most (mkfs.xfs(8)), ext4 of 16.
        let label: String = name.chars().take(12).collect();
        let chunk = self.wanted.chunk.get();
        let wide = self.wanted.level.data_members(self.wanted.members.len()) as u64;
        let is_striped = self.wanted.level.has_chunks();
        let mut words: Vec<String> = match file_system {
            FileSystemKind::Xfs => {
                let aligned = is_striped.then(|| ["-d".into(), format!("su={chunk},sw={wide}")]);
                // Without `-f` (`-F`) mkfs refuses or asks where an old file system left a
                // signature inside the array.
                let words = ["mkfs.xfs", "-q", "-f", "-L", &label, "-m"].map(str::to_owned);
                let id = format!("uuid={id}");
                words.into_iter().chain([id]).chain(aligned.into_iter().flatten()).collect()
            }
            FileSystemKind::Ext4 => {
                let stride = (chunk / EXT4_BLOCK).max(1);
                let aligned = is_striped.then(|| {
                    ["-E".into(), format!("stride={stride},stripe_width={}", stride * wide)]
                });
                // The stride counts in blocks, and mke2fs chooses smaller ones on small devices.
                let words = ["mkfs.ext4", "-q", "-F", "-b", "4096", "-L", &label, "-U", &id];
                let words = words.map(str::to_owned).into_iter();
                words.chain(aligned.into_iter().flatten()).collect()
            }
            FileSystemKind::Btrfs => {
                // mkfs.btrfs has no option for the geometry of a stripe.
                let words = ["mkfs.btrfs", "-q", "-f", "-L", &name, "-U", &id];
                words.map(str::to_owned).to_vec()
            }
        };
        words.push(volume.to_owned());
        words
    }

    fn persist(&self) -> Vec<ArrayBuildStep> {
        let mut steps = Vec::new();
        if self.wanted.engine == ArrayEngine::Md {
            let line = || conf::line(&self.wanted.name, &self.system.host, self.ids.array);
            steps.push(match self.wanted.container {
                Some(Container::Imsm) => self.name_container(),
                None => add_line(StepPurpose::NameArray, &self.system.mdadm_conf, line()),
            });
            // After the ARRAY line: the initial RAM disk holds a copy of mdadm.conf.
            steps.extend(self.system.initial_ram_disk.map(renew));
            steps.extend(self.start_degraded());
        }
        if let Some(line) = fstab::line(self.wanted, self.ids.file_system) {
            steps.push(add_line(StepPurpose::NameMount, "/etc/fstab", line));
            // systemd makes its mount units from fstab only at the start and at a reload
            // (systemd-fstab-generator(8)).
            if self.system.has_systemd {
                let action = StepAction::run(["systemctl", "daemon-reload"]);
                let undo = vec![StepUndo { action: action.clone(), only_if: StepProof::Nothing }];
                let step = harmless(StepPurpose::Reload, action, StepProof::Nothing);
                steps.push(ArrayBuildStep { undo, ..step });
            }
        }
        steps
    }

    /// Without it an array one of whose drives is missing at a start is not started, where initramfs-tools
    /// finds the other drives before systemd runs.
    fn start_degraded(&self) -> Option<ArrayBuildStep> {
        // The members of a firmware's set bear the set's identifier, not the array's.
        let is_needed = self.wanted.container.is_none()
            && self.system.leaves_degraded()
            && !matches!(self.wanted.level, RaidLevel::Stripe | RaidLevel::Jbod);
        let line = || udev::start_degraded(self.ids.array);
        is_needed.then(|| add_line(StepPurpose::StartDegraded, udev::FILE, line()))
    }

    fn mount_point(&self) -> Option<MountPoint> {
        let at = self.wanted.mount.clone().filter(|_| self.wanted.engine != ArrayEngine::Zfs)?;
        let identifier = self.ids.file_system.to_string();
        Some(MountPoint { at, device: self.volume(), identifier })
    }

    fn mount(&self) -> Vec<ArrayBuildStep> {
        let Some(point) = self.mount_point() else { return Vec::new() };
        let mut steps = mount_at(point);
        if self.wanted.trim == Trim::Timer && self.system.has_trim_timer {
            steps.push(trim_timer());
        }
        steps
    }
}

/// The folder, and the mount that fstab names.
pub(crate) fn mount_at(point: MountPoint) -> Vec<ArrayBuildStep> {
    let at = point.at.clone();
    let remove = StepUndo {
        action: StepAction::RemoveFolder { path: at.clone() },
        only_if: StepProof::Folder(at.clone()),
    };
    let make = StepAction::MakeFolder { path: at.clone() };
    let folder = harmless(StepPurpose::MountPoint, make, StepProof::Folder(at.clone()));
    let is_here = StepProof::Mounted(point);
    let unmount = StepUndo { action: StepAction::run(["umount", &at]), only_if: is_here.clone() };
    // By the mount point alone: mount(8) then follows fstab, so that the new line is tried at
    // once.
    let mount = harmless(StepPurpose::Mount, StepAction::run(["mount", &at]), is_here);
    vec![
        ArrayBuildStep { undo: vec![remove], ..folder },
        ArrayBuildStep { undo: vec![unmount], ..mount },
    ]
}

/// It may have run before, for other file systems: it stays when the array goes.
pub(crate) fn trim_timer() -> ArrayBuildStep {
    let action = StepAction::run(["systemctl", "enable", "--now", TRIM_TIMER]);
    harmless(StepPurpose::TrimTimer, action, StepProof::Enabled(TRIM_TIMER.to_owned()))
}

fn zero_block(device: &str, at: u64) -> StepAction {
    let (of, seek) = (format!("of={device}"), format!("seek={}", at / BTRFS_SUPERBLOCK));
    StepAction::run(["dd", "if=/dev/zero", &of, "bs=4096", "count=1", &seek, "conv=notrunc,fsync"])
}

/// A step that loses nothing and needs no undoing.
pub(crate) fn harmless(what: StepPurpose, action: StepAction, proof: StepProof) -> ArrayBuildStep {
    ArrayBuildStep { what, action, destroys: Vec::new(), proof, undo: Vec::new() }
}

pub(crate) fn add_line(what: StepPurpose, file: &str, line: String) -> ArrayBuildStep {
    let proof = StepProof::Line { file: file.to_owned(), line: line.clone() };
    let undo = StepUndo {
        action: StepAction::TakeLine { file: file.to_owned(), line: line.clone() },
        only_if: proof.clone(),
    };
    let action = StepAction::AddLine { file: file.to_owned(), line };
    ArrayBuildStep { undo: vec![undo], ..harmless(what, action, proof) }
}

/// Undone by doing it again, with the line gone.
pub(crate) fn renew(by: crate::build::InitialRamDisk) -> ArrayBuildStep {
    let action = StepAction::run(by.command().iter().copied());
    let undo = vec![StepUndo { action: action.clone(), only_if: StepProof::Nothing }];
    ArrayBuildStep {
        undo,
        ..harmless(StepPurpose::RenewInitialRamDisk, action, StepProof::Nothing)
    }
}

/// As mdadm(8) says it.
fn md_level(level: RaidLevel) -> &'static str {
    match level {
        RaidLevel::Jbod => "linear",
        RaidLevel::Stripe => "0",
        RaidLevel::Mirror => "1",
        RaidLevel::MirroredStripe => "10",
        RaidLevel::Parity(0 | 1) => "5",
        RaidLevel::Parity(_) => "6",
    }
}

/// Undo actions of all steps, last step first. A change to a file comes before the step that acts on
/// it (fstab before systemd's reload, mdadm.conf before the initial RAM disk).
pub fn undo(steps: &[ArrayBuildStep]) -> Vec<(StepPurpose, StepUndo)> {
    let mut undo: Vec<(StepPurpose, StepUndo)> = Vec::new();
    let mut later: Vec<(StepPurpose, StepUndo)> = Vec::new();
    for step in steps.iter().rev() {
        let own = step.undo.iter().map(|undo| (step.what, undo.clone()));
        match step.what {
            StepPurpose::Reload | StepPurpose::RenewInitialRamDisk => later.extend(own),
            StepPurpose::NameMount | StepPurpose::NameArray => {
                undo.extend(own);
                undo.append(&mut later);
            }
            _ => undo.extend(own),
        }
    }
    undo
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::InitialRamDisk;
    use crate::build::system::tests::system;
    use crate::build::wanted::tests::wanted;

    fn ids() -> ArrayIdentifiers {
        let [array, file_system] = [[0x11; 16], [0x22; 16]].map(Identifier::of_random);
        ArrayIdentifiers { array, file_system }
    }

    fn shown(wanted: &ArrayRequest) -> Vec<String> {
        steps(wanted, &system(), &ids()).iter().map(|step| step.action.to_string()).collect()
    }

    /// The whole of it, as a person would type it. Four drives in pairs: two hold different data.
    #[test]
    fn an_array_of_pairs_is_made_aligned_and_persistent() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::MirroredStripe, 4);
        wanted.file_system = Some(FileSystemKind::Ext4);
        let by_id = "/dev/disk/by-id/nvme-d";
        assert_eq!(
            shown(&wanted),
            [
                format!(
                    "mdadm --create /dev/md/data --run --metadata=1.2 \
                     --uuid=11111111:11114111:91111111:11111111 --name=data --homehost=box --level=10 \
                     --raid-devices=4 --chunk=64K --bitmap=internal {by_id}0 {by_id}1 {by_id}2 {by_id}3"
                ),
                // 64 KiB are 16 blocks of 4 KiB.
                "mkfs.ext4 -q -F -b 4096 -L data -U 22222222-2222-4222-a222-222222222222 \
                 -E stride=16,stripe_width=32 /dev/md/data"
                    .to_owned(),
                "echo 'ARRAY /dev/md/data metadata=1.2 name=box:data \
                 UUID=11111111:11114111:91111111:11111111' >> /etc/mdadm/mdadm.conf"
                    .to_owned(),
                "update-initramfs -u -k all".to_owned(),
                StepAction::AddLine {
                    file: "/etc/udev/rules.d/65-md-degraded.rules".to_owned(),
                    line: udev::start_degraded(ids().array),
                }
                .to_string(),
                "echo 'UUID=22222222-2222-4222-a222-222222222222 /srv/data ext4 defaults,nofail 0 2' \
                 >> /etc/fstab"
                    .to_owned(),
                "systemctl daemon-reload".to_owned(),
                "mkdir /srv/data".to_owned(),
                "mount /srv/data".to_owned(),
                "systemctl enable --now fstrim.timer".to_owned(),
            ]
        );
    }

    /// One that is synchronised starts after a power cut, one whose last drive is being rebuilt does not.
    #[test]
    fn an_array_with_single_parity_has_all_its_drives_from_the_start() {
        for (level, drives) in
            [(RaidLevel::Parity(1), 3), (RaidLevel::Parity(2), 4), (RaidLevel::Mirror, 2)]
        {
            let create = shown(&wanted(ArrayEngine::Md, level, drives)).remove(0);
            assert_eq!(create.contains(" --force "), level == RaidLevel::Parity(1), "{create}");
        }
    }

    /// Arrays without redundancy cannot start without a drive, and with dracut systemd handles it.
    #[test]
    fn only_what_can_run_without_a_drive_is_started_without_one() {
        let starts = |level, by| {
            let system = SystemFacilities { initial_ram_disk: Some(by), ..system() };
            let steps = steps(&wanted(ArrayEngine::Md, level, 4), &system, &ids());
            steps.iter().any(|step| step.what == StepPurpose::StartDegraded)
        };
        assert!(starts(RaidLevel::Mirror, InitialRamDisk::InitramfsTools));
        assert!(starts(RaidLevel::Parity(2), InitialRamDisk::InitramfsTools));
        assert!(!starts(RaidLevel::Stripe, InitialRamDisk::InitramfsTools));
        assert!(!starts(RaidLevel::Mirror, InitialRamDisk::Dracut));
    }

    #[test]
    fn undo_goes_back_and_touches_only_what_is_of_this_array() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        wanted.span = MemberSpan::Partition;
        let steps = steps(&wanted, &system(), &ids());
        let undo = undo(&steps);
        let shown: Vec<String> = undo.iter().map(|(_, undo)| undo.action.to_string()).collect();
        let of = |word: &str| shown.iter().position(|line| line.starts_with(word)).unwrap();
        assert!(of("umount") < of("rmdir") && of("rmdir") < of("mdadm --stop"));
        assert!(of("mdadm --stop") < of("mdadm --zero-superblock"));
        assert!(of("mdadm --zero-superblock") < of("wipefs"));
        // The line is removed before its reader is renewed.
        let fstab = shown.iter().position(|line| line.ends_with("/etc/fstab")).unwrap();
        assert!(fstab < of("systemctl daemon-reload"));
        let mdadm = shown.iter().position(|line| line.ends_with("mdadm.conf")).unwrap();
        assert!(mdadm < of("update-initramfs"));
        for (_, undo) in &undo {
            let words = undo.action.to_string();
            if words.contains("--zero-superblock") || words.contains("wipefs") {
                assert_ne!(undo.only_if, StepProof::Nothing, "{words}");
            }
        }
    }

    #[test]
    fn nothing_is_wiped_unasked() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Stripe, 2);
        wanted.members[1].holds = vec!["xfs".to_owned()];
        assert!(
            steps(&wanted, &system(), &ids()).iter().all(|step| step.what != StepPurpose::Wipe)
        );
        wanted.wipe = true;
        let steps = steps(&wanted, &system(), &ids());
        let wipes: Vec<&ArrayBuildStep> =
            steps.iter().filter(|step| step.what == StepPurpose::Wipe).collect();
        assert_eq!(wipes.len(), 1);
        assert_eq!(wipes[0].destroys, [1]);
    }

    /// Without mdadm.conf and its initial RAM disk: file systems are recognised by themselves.
    #[test]
    fn file_systems_over_drives_need_only_fstab() {
        let shown = shown(&wanted(ArrayEngine::Btrfs, RaidLevel::Stripe, 2));
        assert!(shown[0].starts_with("mkfs.btrfs -q -f -L data -U 2222"), "{}", shown[0]);
        assert!(shown[0].contains(" -d raid0 -m raid1 "), "{}", shown[0]);
        assert!(shown[1].contains("btrfs defaults,nofail 0 0"), "{}", shown[1]);
        let pool = super::tests::shown(&wanted(ArrayEngine::Zfs, RaidLevel::MirroredStripe, 4));
        let by_id = "/dev/disk/by-id/nvme-d";
        assert_eq!(
            pool,
            [format!(
                "zpool create -o ashift=12 -m /srv/data data mirror {by_id}0 {by_id}1 \
                 mirror {by_id}2 {by_id}3"
            )]
        );
    }

    /// The set first, the volume in it; marks of the file system are gone before the set is.
    #[test]
    fn a_set_of_the_firmware_has_its_volume_inside() {
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Stripe, 2);
        wanted.container = Some(Container::Imsm);
        let by_id = "/dev/disk/by-id/nvme-d";
        assert_eq!(
            shown(&wanted)[..2],
            [
                format!(
                    "mdadm --create /dev/md/data-imsm --run --metadata=imsm --raid-devices=2 {by_id}0 {by_id}1"
                ),
                "mdadm --create /dev/md/data --run --level=0 --raid-devices=2 --chunk=64K /dev/md/data-imsm"
                    .to_owned(),
            ]
        );
        assert_eq!(
            shown(&wanted)[3],
            "mdadm --detail --brief /dev/md/data-imsm /dev/md/data >> /etc/mdadm/mdadm.conf"
        );
        let undo = undo(&steps(&wanted, &system(), &ids()));
        let shown: Vec<String> = undo.iter().map(|(_, undo)| undo.action.to_string()).collect();
        let of = |word: &str| shown.iter().position(|line| line.starts_with(word)).unwrap();
        assert!(of("wipefs --all") < of("mdadm --stop /dev/md/data"));
        assert!(of("mdadm --stop /dev/md/data") < of("mdadm --stop /dev/md/data-imsm"));
        assert!(of("mdadm --stop /dev/md/data-imsm") < of("mdadm --zero-superblock"));
    }

    #[test]
    fn stripes_of_volumes_count_their_drives() {
        let shown = shown(&wanted(ArrayEngine::Lvm, RaidLevel::Stripe, 3));
        assert_eq!(
            shown[4],
            "lvcreate --yes --extents=100%FREE --name=data --type=striped --stripes=3 \
             --stripesize=64k data"
        );
        // 64 KiB on each of three.
        assert!(shown[5].ends_with("-d su=65536,sw=3 /dev/data/data"), "{}", shown[2]);
    }
}
