//! Evidence from a text's commands, before merging with a listing.

use std::collections::{BTreeMap, BTreeSet};

use narrows_units::{Bytes, LinkWidth};

use super::controllers::Adapter;
use crate::evidence::{
    BlockDevice, BlockPartition, CaptureEvidence, DeviceMount, DriveTransport, HostFacts,
    PciFunction, StackedDevice,
};
use crate::pci::{ClassCode, PciAddress};
use crate::read::sysfs::MOST_DEVICES;

/// More partitions of a drive are left out.
const MOST_PARTITIONS: usize = 256;

/// Transport of a drive, as named by a command in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DriveBus {
    Nvme,
    Sata,
    Sas,
    Usb,
    Other,
}

impl DriveBus {
    /// As lsblk's column TRAN says it.
    pub fn of(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "nvme" | "pcie" => Self::Nvme,
            "sata" | "ata" => Self::Sata,
            "sas" => Self::Sas,
            "usb" => Self::Usb,
            _ => Self::Other,
        }
    }
}

/// A SATA port in the log, and its device.
#[derive(Default)]
pub(super) struct SataPort {
    pub gbit_s: Option<f64>,
    pub model: Option<String>,
    pub firmware: Option<String>,
    /// The speed to which the kernel limits it after errors, in Gbit/s.
    pub limit: Option<f64>,
}

/// A volume of a RAID controller.
#[derive(Clone, Default)]
pub(super) struct RaidVolume {
    pub name: String,
    pub level: String,
    pub chunk: Option<Bytes>,
    pub size: Option<Bytes>,
    /// Its members by their slots or serial numbers.
    pub members: Vec<String>,
    /// Members that failed or are gone.
    pub missing: u32,
}

/// A SCSI address, and its device.
#[derive(Default)]
pub(super) struct ScsiPlace {
    pub model: Option<String>,
    pub disk: Option<String>,
}

/// Evidence so far.
#[derive(Default)]
pub(super) struct CommandEvidence {
    pub capture: CaptureEvidence,
    /// NVMe controllers by kernel name, with their function.
    pub controllers: BTreeMap<String, PciAddress>,
    /// The controller of a block device, where its name is not the block device's own.
    pub controller_of: BTreeMap<String, String>,
    /// NVMe controllers of this machine that reach their drives over a network or a loop.
    pub remote: BTreeSet<String>,
    pub queues: BTreeMap<String, u32>,
    pub buses: BTreeMap<String, DriveBus>,
    /// SATA ports of the kernel's log.
    pub ports: BTreeMap<String, SataPort>,
    /// Places on the SCSI bus by the kernel's log.
    pub scsi: BTreeMap<String, ScsiPlace>,
    /// SCSI hosts that are USB devices, with the port of these.
    pub usb_hosts: BTreeMap<String, String>,
    /// Mbit/s by USB port.
    pub usb_speeds: BTreeMap<String, u32>,
    /// Functions with the bridge on their way that limits them, by the kernel's log.
    pub limited: Vec<(PciAddress, PciAddress)>,
    /// Links of the only port of a system on a chip's controllers, by controller, in the kernel's log.
    pub port_links: BTreeMap<String, LinkWidth>,
    /// Errors on links in the kernel's log, by function and whether they were corrected.
    pub errors: BTreeMap<(PciAddress, bool), usize>,
    /// Drives of which no command says the name.
    pub unnamed: Vec<BlockDevice>,
    /// The names of file systems on several devices.
    pub btrfs: Vec<String>,
    /// Volumes of RAID controllers.
    pub volumes: Vec<RaidVolume>,
    /// RAID controllers and adapters whose address a command prints.
    pub adapters: Vec<Adapter>,
    /// The controller that is being read, where the text has several.
    pub scope: Option<String>,
    /// Drives on a USB tree by their port, with Mbit/s.
    pub usb: Vec<(String, u32)>,
    /// The names of all partitions.
    partitions: BTreeSet<String>,
    /// Blocks of which a command gives the size to the byte.
    exact: BTreeSet<String>,
}

impl CommandEvidence {
    /// A block device by its name or path; `None` for anything else.
    pub fn block(&mut self, path: &str) -> Option<(String, &mut BlockDevice)> {
        let name = name(path).filter(|name| !is_no_drive(name))?;
        let blocks = &mut self.capture.blocks;
        if blocks.len() >= MOST_DEVICES && !blocks.contains_key(name) {
            return None;
        }
        let block = blocks.entry(name.to_owned()).or_default();
        if name.starts_with("vd") {
            block.transport = Some(DriveTransport::Virtio);
        }
        Some((name.to_owned(), block))
    }

    /// A PCI function, created if missing.
    pub fn function(&mut self, address: PciAddress) -> Option<&mut PciFunction> {
        let functions = &mut self.capture.functions;
        if functions.len() >= MOST_DEVICES && !functions.contains_key(&address) {
            return None;
        }
        Some(functions.entry(address).or_default())
    }

    /// An NVMe controller and the function that it is.
    pub fn controller(&mut self, name: &str, address: PciAddress) {
        let Some(function) = self.function(address) else { return };
        if function.class == ClassCode::default() {
            function.class = ClassCode::from_u24(0x01_08_02);
        }
        function.kernel_name = Some(name.to_owned());
        self.controllers.insert(name.to_owned(), address);
    }

    /// A size to the byte, which counts more than a rounded one.
    pub fn size(&mut self, path: &str, size: Option<Bytes>, is_exact: bool) {
        let is_known = name(path).is_some_and(|name| self.exact.contains(name));
        let (Some(size), Some((name, block))) = (size, self.block(path)) else { return };
        if is_exact || (block.size.is_none() && !is_known) {
            block.size = Some(size);
        }
        if is_exact {
            self.exact.insert(name);
        }
    }

    /// Drives without a name, as many as a machine may have.
    pub fn add_unnamed(&mut self, drives: impl IntoIterator<Item = BlockDevice>) {
        let room = MOST_DEVICES.saturating_sub(self.unnamed.len());
        self.unnamed.extend(drives.into_iter().take(room));
    }

    /// The name of a slot or a volume of the controller that is being read.
    pub fn scoped(&self, own: &str) -> String {
        match &self.scope {
            Some(scope) => format!("{scope}:{own}"),
            None => own.to_owned(),
        }
    }

    /// Facts of the machine as a whole; the first that says one counts.
    pub fn host(&mut self, other: HostFacts) {
        self.capture.host.fill(other);
    }

    pub fn mount(&mut self, device: &str, target: &str, fs: &str) {
        let (Some(device), false) = (name(device), target.is_empty()) else { return };
        let target = if target.eq_ignore_ascii_case("[swap]") { "[swap]" } else { target };
        let mount = DeviceMount { device: device.into(), target: target.into(), fs: fs.into() };
        let mounts = &mut self.capture.mounts;
        if mounts.len() < MOST_DEVICES && !mounts.contains(&mount) {
            mounts.push(mount);
        }
    }

    /// Adds an array with its members, including members about which nothing else is known.
    pub fn array(&mut self, name: &str, stack: StackedDevice, members: &[String]) {
        members.iter().for_each(|member| self.used(member));
        let Some((own, block)) = self.block(name) else { return };
        block.stack = Some(match block.stack.take() {
            Some(known) => known.with(stack),
            None => stack,
        });
        let mut known: BTreeSet<String> = block.members.iter().cloned().collect();
        known.insert(own);
        block.members.extend(members.iter().filter(|it| known.insert((*it).clone())).cloned());
    }

    /// A drive, or a partition of one, that something else uses.
    pub fn used(&mut self, name: &str) {
        // Names of mappings do not show which of them is a part of another.
        if self.partitions.contains(name) {
            return;
        }
        let whole = whole_of(name);
        if self.block(&whole).is_some() && whole != name {
            self.partition(&whole, name, None);
        }
    }

    pub fn partition(&mut self, whole: &str, part: &str, size: Option<Bytes>) {
        let Some((_, block)) = self.block(whole) else { return };
        if let Some(known) = block.partitions.iter_mut().find(|known| known.name == part) {
            known.size = size.unwrap_or(known.size);
        } else if block.partitions.len() < MOST_PARTITIONS {
            let (name, start) = (part.to_owned(), Bytes::default());
            block.partitions.push(BlockPartition { name, start, size: size.unwrap_or_default() });
            self.partitions.insert(part.to_owned());
        }
    }
}

/// Whether a name is that of an optical drive, a floppy, a disk in memory or a part of a drive: an NVMe controller
/// (`nvme0`), its path to a namespace (`nvme0c1n1`), its character device (`ng0n1`), or what eMMC has beside its
/// data (`mmcblk0boot0`, `mmcblk0rpmb`).
fn is_no_drive(name: &str) -> bool {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = kind.len() < name.len();
    let is_of_emmc =
        kind.starts_with("mmcblk") && (kind.ends_with("boot") || kind.ends_with("rpmb"));
    matches!(kind, "cdrom" | "cdrw" | "dvd" | "dvdrw")
        || (is_numbered && matches!(kind, "sr" | "scd" | "fd" | "ram" | "zram" | "nvme"))
        || name.strip_prefix("nvme").is_some_and(is_path_of_nvme)
        || name
            .strip_prefix("ng")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || is_of_emmc
}

/// Whether what follows `nvme` is `0c1n1`.
fn is_path_of_nvme(rest: &str) -> bool {
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() < rest.len() && behind.starts_with('c')
}

/// A drive by its place, as controllers name it: `252:0` of LSI, `1I:1:4` of HP, `p0` of 3ware; any of them behind
/// its controller, `c1:252:0`.
pub(super) fn is_slot(name: &str) -> bool {
    let is_count = |text: &str| text.len() < 4 && text.parse::<u32>().is_ok();
    let name = match name.split_once(':') {
        Some((scope, own)) if scope.strip_prefix('c').is_some_and(is_count) => own,
        _ => name,
    };
    if name.strip_prefix('p').is_some_and(is_count) {
        return true;
    }
    let is_number = |text: &str| text.len() < 5 && text.starts_with(|c: char| c.is_ascii_digit());
    (2..=3).contains(&name.split(':').count()) && name.split(':').all(is_number)
}

/// The kernel's name in `/dev/sda`, `sda` or `/dev/disk/by-id/...`; `None` if it is not a name.
pub(super) fn name(path: &str) -> Option<&str> {
    let name = path.trim().trim_end_matches([':', ',']);
    let name = name.strip_prefix("/dev/").unwrap_or(name);
    let name = name.rsplit('/').next()?;
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+' | ':');
    let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    (begins && name.len() <= 128 && name.chars().all(fits)).then_some(name)
}

/// The whole device of a partition: `sda` of `sda1`, `nvme0n1` of `nvme0n1p2`, the part of a by-id path
/// before `-part1`; any other name is returned as it is.
pub(super) fn whole_of(name: &str) -> String {
    if let Some((whole, part)) = name.rsplit_once("-part")
        && part.bytes().all(|byte| byte.is_ascii_digit())
    {
        return whole.to_owned();
    }
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let of_letters = ["sd", "hd", "vd", "xvd"].iter().any(|start| {
        let rest = digits.strip_prefix(start).unwrap_or_default();
        !rest.is_empty() && rest.chars().all(|c| c.is_ascii_lowercase())
    });
    match digits.strip_suffix('p') {
        _ if digits == name => name.to_owned(),
        _ if of_letters => digits.to_owned(),
        Some(whole) if whole.ends_with(|c: char| c.is_ascii_digit()) => whole.to_owned(),
        _ => name.to_owned(),
    }
}

/// The text of a field; `None` if the command wrote that there is none.
pub(super) fn word(text: &str) -> Option<String> {
    const NOTHING: [&str; 7] = ["", "-", "--", "N/A", "<filter>", "(null)", "none"];
    let text = text.trim();
    (!NOTHING.contains(&text)).then(|| text.chars().take(200).collect())
}

/// A drive's model. udev writes underscores for the spaces in it, which names have otherwise only one of.
pub(super) fn model(text: &str) -> Option<String> {
    let text = unescaped(text);
    let is_of_udev = !text.trim().contains(' ') && text.matches('_').count() > 1;
    word(&if is_of_udev { text.replace('_', " ") } else { text })
}

/// A text with the letters that udev wrote as their numbers: `\x2f` is a stroke.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\x");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match number.filter(|number| number.is_ascii() && !number.is_ascii_control()) {
            Some(number) => {
                plain.push(char::from(number));
                plain.push_str(&part[2..]);
            }
            None => {
                plain.push_str("\\x");
                plain.push_str(part);
            }
        }
    }
    plain
}

/// Sets a value if there is none.
pub(super) fn fill<T>(own: &mut Option<T>, other: Option<T>) {
    *own = own.take().or(other);
}

impl StackedDevice {
    /// Merges two descriptions of one array.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (
                Self::Md { level, chunk, metadata },
                Self::Md { level: other, chunk: its_chunk, metadata: its_metadata },
            ) => Self::Md {
                level: if level == "inactive" { other } else { level },
                chunk: chunk.or(its_chunk),
                metadata: metadata.or(its_metadata),
            },
            (Self::Dm { name, uuid }, Self::Dm { name: other, uuid: its }) => {
                Self::Dm { name: name.or(other), uuid: uuid.or(its) }
            }
            (Self::Zfs, other) => other,
            (own, _) => own,
        }
    }
}
