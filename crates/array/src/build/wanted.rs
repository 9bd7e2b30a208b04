//! The array to build, and the problems with it.

use narrows_messages::Message;
use narrows_units::Bytes;
use serde::{Deserialize, Serialize};

use crate::RaidLevel;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayRequest {
    /// Its name: that of the md device, of the LVM volume group, of the ZFS pool, the label of a btrfs.
    pub name: String,
    pub engine: ArrayEngine,
    /// The firmware's set in which the array is made; `None` for an array that only Linux knows.
    pub container: Option<Container>,
    pub level: RaidLevel,
    /// How much goes to one member before the next.
    pub chunk: Bytes,
    /// The drives, in the order in which they are given to the array.
    pub members: Vec<MemberDevice>,
    pub span: MemberSpan,
    /// Its file system; `None` leaves the array bare. An engine that is a file system brings its own.
    pub file_system: Option<FileSystemKind>,
    /// Mount point, now and after each start; `None` if not mounted.
    pub mount: Option<String>,
    /// When the drives are informed of free blocks (TRIM).
    pub trim: Trim,
    /// Existing contents of the members may be erased.
    pub wipe: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArrayEngine {
    /// The kernel's RAID driver.
    #[default]
    Md,
    /// Logical volumes of the device mapper.
    Lvm,
    Btrfs,
    /// The file system itself; shown only, not done.
    Zfs,
}

impl ArrayEngine {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Lvm => "lvm",
            Self::Btrfs => "btrfs",
            Self::Zfs => "zfs",
        }
    }

    /// It needs no file system on top.
    pub const fn is_file_system(self) -> bool {
        matches!(self, Self::Btrfs | Self::Zfs)
    }

    /// Whether it has this level, and builds it here. Sources: md(4); lvmraid(7) (only stripes and mirrors
    /// are made here); btrfs(5) (its RAID 5 and 6 are unfit for use); zpool-create(8).
    pub const fn has(self, level: RaidLevel) -> bool {
        match self {
            Self::Md => !matches!(level, RaidLevel::Parity(0 | 3..)),
            Self::Lvm => matches!(level, RaidLevel::Stripe),
            Self::Btrfs => {
                matches!(level, RaidLevel::Stripe | RaidLevel::Mirror | RaidLevel::MirroredStripe)
            }
            Self::Zfs => !matches!(level, RaidLevel::Jbod),
        }
    }
}

/// Firmware metadata of a set of drives, so that the firmware can start a system from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Container {
    /// Intel's, of RST and VROC.
    Imsm,
}

impl Container {
    /// The name, as mdadm(8) has it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Imsm => "imsm",
        }
    }

    /// Whether it has this level with this many drives (mdadm's super-intel.c,
    /// `is_raid_level_supported`).
    const fn has(self, level: RaidLevel, drives: usize) -> bool {
        match level {
            RaidLevel::Stripe => drives >= 2,
            RaidLevel::Mirror => drives == 2,
            RaidLevel::MirroredStripe => drives == 4,
            RaidLevel::Parity(parity) => parity == 1 && drives >= 3,
            RaidLevel::Jbod => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileSystemKind {
    Ext4,
    Xfs,
    /// btrfs(5), on one device.
    Btrfs,
}

impl FileSystemKind {
    /// The name in fstab(5).
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ext4 => "ext4",
            Self::Xfs => "xfs",
            Self::Btrfs => "btrfs",
        }
    }
}

/// Which part of a drive becomes a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberSpan {
    #[default]
    Whole,
    /// A partition over all of it, which other systems see as taken.
    Partition,
}

/// When drives are informed of free blocks (TRIM).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trim {
    /// fstrim.timer of util-linux, once a week.
    #[default]
    Timer,
    /// The file system, with each deletion.
    Discard,
    None,
}

/// Contents of a drive that is not shown to be empty although nothing marks it. The same words allow its
/// loss.
pub const UNKNOWN_DATA: &str = "unknown data";

/// A drive that becomes a member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberDevice {
    /// A path that follows the drive when it is plugged in elsewhere, below /dev/disk/by-id if there is
    /// one.
    pub path: String,
    /// The kernel's name at the time of planning.
    pub name: String,
    /// Must be typed to allow overwriting.
    pub serial: String,
    /// In bytes.
    pub size: u64,
    /// Its contents, which are lost.
    pub holds: Vec<String>,
}

impl MemberDevice {
    /// Whether a signature or a partition is on it.
    pub fn is_signed(&self) -> bool {
        self.holds.iter().any(|held| held != UNKNOWN_DATA)
    }

    /// Whether it holds data that no signature explains.
    pub fn holds_unknown_data(&self) -> bool {
        self.holds.iter().any(|held| held == UNKNOWN_DATA)
    }

    pub fn device(&self, span: MemberSpan) -> String {
        match span {
            MemberSpan::Whole => self.path.clone(),
            MemberSpan::Partition if self.path.starts_with("/dev/disk/") => {
                format!("{}-part1", self.path)
            }
            // The kernel puts a `p` before the number if the name ends in a digit.
            MemberSpan::Partition if self.path.ends_with(|last: char| last.is_ascii_digit()) => {
                format!("{}p1", self.path)
            }
            MemberSpan::Partition => format!("{}1", self.path),
        }
    }
}

/// How much smaller than the largest the smallest member may be unasked: drives that are sold as equal
/// differ by less.
const UNEVEN_PERCENT: u64 = 1;

/// md keeps 32 bytes for host and name together (linux/raid/md_p.h, `set_name`); device-mapper names and
/// labels take no more either.
const NAME_MOST: usize = 20;
/// The name of a volume of IMSM has as many letters as a serial number (super-intel.c, `MAX_RAID_SERIAL_LEN`), and
/// one is left for its end.
const IMSM_NAME_MOST: usize = 15;

impl ArrayRequest {
    /// Whether the sizes differ by more than equal drives do.
    pub fn is_uneven(&self) -> bool {
        let sizes = || self.members.iter().map(|member| member.size);
        let (least, most) = (sizes().min().unwrap_or_default(), sizes().max().unwrap_or_default());
        least < most - most / 100 * UNEVEN_PERCENT
    }

    pub fn problems(&self) -> Vec<Message> {
        let mut problems = Vec::new();
        let name = |id| Message::new(id).with("name", &self.name);
        let most = if self.container.is_some() { IMSM_NAME_MOST } else { NAME_MOST };
        // Letters, digits, `-` and `_`, beginning with a letter: accepted by all engines without
        // quoting.
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        let is_name = self.name.starts_with(|first: char| first.is_ascii_alphabetic())
            && self.name.len() <= most
            && self.name.chars().all(is_plain);
        if !is_name {
            problems.push(name("build-bad-name").with("most", most));
        }
        let array = |id| {
            let message = Message::new(id).with("level", self.level.as_str());
            message.with("engine", self.engine.as_str())
        };
        if !self.engine.has(self.level) {
            problems.push(array("build-no-level"));
        }
        if self.members.len() < self.level.fewest() {
            problems.push(array("build-too-few").with("fewest", self.level.fewest()));
        }
        problems.extend(self.twice());
        // md(4): levels 4, 5, 6 and 10 require powers of two, none of them below 4 KiB (mdadm(8),
        // --chunk).
        if self.level.has_chunks()
            && self.engine == ArrayEngine::Md
            && !(self.chunk.get().is_power_of_two()
                && self.chunk >= Bytes::kib(4)
                && self.chunk <= Bytes::mib(64))
        {
            problems.push(Message::new("build-bad-chunk").with("chunk", self.chunk));
        }
        problems.extend(self.mount_problem());
        problems.extend(self.container_problem());
        problems
    }

    fn container_problem(&self) -> Option<Message> {
        let container = self.container?;
        let drives = self.members.len();
        let about = |id| Some(Message::new(id).with("container", container.as_str()));
        if self.engine != ArrayEngine::Md {
            about("build-container-md")
        } else if self.span == MemberSpan::Partition {
            about("build-container-whole")
        } else if !container.has(self.level, drives) {
            let what = about("build-container-level")?.with("level", self.level.as_str());
            Some(what.with("drives", drives))
        } else {
            None
        }
    }

    fn twice(&self) -> Option<Message> {
        let mut names: Vec<&str> = self.members.iter().map(|member| member.name.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair.first() == pair.last())?.first()?;
        Some(Message::new("build-twice").with("drive", twice))
    }

    fn mount_problem(&self) -> Option<Message> {
        let at = self.mount.as_deref()?;
        let about = |id| Some(Message::new(id).with("path", at));
        let is_path = at.starts_with('/')
            // `/` is the running system's.
            && at.len() > 1
            && !at.ends_with('/')
            && !at.split('/').any(|part| part == ".." || part == ".")
            && at.len() <= PATH_MOST
            && at.split('/').all(|part| part.len() <= PART_MOST)
            // A line break would end fstab's line, and an unseen letter hides where the array
            // goes.
            && !at.chars().any(|letter| letter.is_control() || is_unseen(letter));
        if !is_path {
            about("build-bad-mount")
        } else if self.file_system.is_none() && !self.engine.is_file_system() {
            about("build-nothing-to-mount")
        } else {
            None
        }
    }
}

/// The longest path and the longest name in one (kernel include/uapi/linux/limits.h; a path ends with a zero byte).
const PATH_MOST: usize = 4095;
const PART_MOST: usize = 255;

/// Letters that are invisible or change how those beside them are shown (Unicode Standard Annex 9, section 2, and the
/// separators and spaces without width of its chapter 23).
fn is_unseen(letter: char) -> bool {
    let unseen = [
        '\u{061c}'..='\u{061c}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
    ];
    unseen.iter().any(|letters| letters.contains(&letter))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn member(name: &str, size: u64) -> MemberDevice {
        let path = format!("/dev/disk/by-id/nvme-{name}");
        MemberDevice {
            path,
            name: name.to_owned(),
            serial: name.to_uppercase(),
            size,
            holds: Vec::new(),
        }
    }

    pub(crate) fn wanted(engine: ArrayEngine, level: RaidLevel, members: usize) -> ArrayRequest {
        ArrayRequest {
            name: "data".to_owned(),
            engine,
            container: None,
            level,
            chunk: Bytes::kib(64),
            members: (0..members).map(|at| member(&format!("d{at}"), 1 << 40)).collect(),
            span: MemberSpan::Whole,
            file_system: (!engine.is_file_system()).then_some(FileSystemKind::Xfs),
            mount: Some("/srv/data".to_owned()),
            trim: Trim::Timer,
            wipe: false,
        }
    }

    fn problem_ids(wanted: &ArrayRequest) -> Vec<&'static str> {
        wanted.problems().iter().map(Message::id).collect()
    }

    #[test]
    fn what_cannot_be_is_told_at_once() {
        let good = wanted(ArrayEngine::Md, RaidLevel::Parity(1), 3);
        assert_eq!(problem_ids(&good), Vec::<&str>::new());
        let bad = ArrayRequest {
            name: "a b".to_owned(),
            chunk: Bytes::kib(48),
            mount: Some("srv/../x".to_owned()),
            members: vec![member("d0", 1), member("d0", 1)],
            ..good.clone()
        };
        let all = [
            "build-bad-name",
            "build-too-few",
            "build-twice",
            "build-bad-chunk",
            "build-bad-mount",
        ];
        assert_eq!(problem_ids(&bad), all);
        let bare = ArrayRequest { file_system: None, ..good };
        assert_eq!(problem_ids(&bare), ["build-nothing-to-mount"]);
        assert_eq!(
            problem_ids(&wanted(ArrayEngine::Btrfs, RaidLevel::Parity(1), 3)),
            ["build-no-level"]
        );
    }

    #[test]
    fn a_set_of_the_firmware_has_limits_of_its_own() {
        let imsm = |level, members| ArrayRequest {
            container: Some(Container::Imsm),
            ..wanted(ArrayEngine::Md, level, members)
        };
        assert_eq!(problem_ids(&imsm(RaidLevel::Mirror, 2)), Vec::<&str>::new());
        assert_eq!(problem_ids(&imsm(RaidLevel::Mirror, 3)), ["build-container-level"]);
        assert_eq!(problem_ids(&imsm(RaidLevel::Parity(2), 4)), ["build-container-level"]);
        let part = ArrayRequest { span: MemberSpan::Partition, ..imsm(RaidLevel::Stripe, 2) };
        assert_eq!(problem_ids(&part), ["build-container-whole"]);
        let long =
            ArrayRequest { name: "a234567890123456".to_owned(), ..imsm(RaidLevel::Stripe, 2) };
        assert_eq!(problem_ids(&long), ["build-bad-name"]);
    }

    #[test]
    fn drives_sold_as_equal_are_even() {
        let mut pair = wanted(ArrayEngine::Md, RaidLevel::Mirror, 2);
        // 500,107,862,016 and 500,277,790,720 bytes: two makers' "500 GB".
        pair.members = vec![member("a", 500_107_862_016), member("b", 500_277_790_720)];
        assert!(!pair.is_uneven());
        pair.members = vec![member("a", 480_103_981_056), member("b", 500_107_862_016)];
        assert!(pair.is_uneven());
    }

    #[test]
    fn partitions_follow_the_name_of_their_drive() {
        let named = |path: &str| MemberDevice { path: path.to_owned(), ..MemberDevice::default() };
        let of = |path: &str| named(path).device(MemberSpan::Partition);
        assert_eq!(of("/dev/disk/by-id/nvme-A"), "/dev/disk/by-id/nvme-A-part1");
        assert_eq!(of("/dev/nvme0n1"), "/dev/nvme0n1p1");
        assert_eq!(of("/dev/sda"), "/dev/sda1");
        assert_eq!(named("/dev/sda").device(MemberSpan::Whole), "/dev/sda");
    }
}
