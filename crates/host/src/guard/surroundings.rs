//! The users and the identity of a drive according to /sys and /proc.
//!
//! Sources: kernel Documentation/ABI/stable/sysfs-block (`holders`, `slaves`, `ro`, `removable`,
//! `partition`), Documentation/filesystems/proc.rst (mountinfo, swaps, fdinfo),
//! Documentation/admin-guide/md.rst (mdstat).
//!
//! Not here: opening the drive; its content; whether any of it is a reason ([`super::decide`]).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use narrows_units::Bytes;
use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, stat, statx};
use rustix::io::Errno;

use super::loops::{FileId, LoopBacking};
use super::{DriveFacts, DriveIdentity, OverwriteCheck, loops, users};
use crate::mountinfo::{mount_line, unescaped};
use crate::name::device_number;
use crate::root::{FILE_CAP, RootReader};

/// The facts about a drive in /sys and /proc.
pub(super) struct SysfsDriveFacts<'a> {
    reader: &'a RootReader,
    name: String,
    number: (u32, u32),
    /// The drive and its partitions: kernel name and number.
    members: Vec<(String, (u32, u32))>,
    /// The file under it, if it is a loop device: its path when it was attached, and its identity.
    file: Option<(String, Option<FileId>)>,
    unknown: Vec<(OverwriteCheck, String)>,
}

impl<'a> SysfsDriveFacts<'a> {
    /// `None` if /sys has no block device of this number.
    pub(super) fn of(reader: &'a RootReader, number: (u32, u32)) -> Option<Self> {
        let link = reader.link(&format!("sys/dev/block/{}:{}", number.0, number.1))?;
        let name = link.rsplit('/').next()?.to_owned();
        let folder = folder(&name);
        let parts = reader.list(&folder).into_iter().map(|(name, _)| name);
        let parts = parts.filter(|part| reader.exists(&format!("{folder}/{part}/partition")));
        let numbered = |part: String| {
            let number = device_number(&reader.text(&format!("{folder}/{part}/dev"))?)?;
            Some((part, number))
        };
        let mut members = vec![(name.clone(), number)];
        members.extend(parts.filter_map(numbered));
        let file = reader.text(&format!("{folder}/loop/backing_file")).map(|path| (path, None));
        Some(Self { reader, name, number, members, file, unknown: Vec::new() })
    }

    /// All facts except those that only the drive itself gives.
    pub(super) fn facts(mut self) -> DriveFacts {
        let size = self.text("size").and_then(|sectors| sectors.parse::<u64>().ok());
        if size.is_none() {
            self.unknown.push((OverwriteCheck::Writable, "size".to_owned()));
        }
        let stands_on = self.stands_on();
        let (writers, in_flight) = self.writers();
        DriveFacts {
            path: PathBuf::new(),
            stands_on,
            twins: self.twins(),
            writers,
            in_flight,
            name: self.name.clone(),
            number: self.number,
            size: Bytes::new(size.unwrap_or_default().saturating_mul(512)),
            partition_of: self.whole(),
            partitions: self.members.iter().skip(1).map(|(name, _)| name.clone()).collect(),
            // An unreadable state counts against writing.
            read_only: self.text("ro").as_deref() != Some("0"),
            mounts: self.mounts(),
            holders: self.holders(),
            swaps: self.swaps(),
            arrays: self.arrays(),
            identity: self.identity(),
            removable: self.text("removable").as_deref() == Some("1"),
            unknown: self.unknown,
            ..DriveFacts::default()
        }
    }

    fn text(&self, file: &str) -> Option<String> {
        self.reader.text(&format!("{}/{file}", folder(&self.name)))
    }

    fn whole(&self) -> Option<String> {
        self.text("partition")?;
        let link = self.reader.link(&format!("sys/class/block/{}", self.name))?;
        // The folder of a partition lies in that of its disk: `.../block/sda/sda1`.
        let above = link.rsplit('/').nth(1).unwrap_or_default();
        Some(above.to_owned())
    }

    fn member(&self, number: (u32, u32)) -> Option<&str> {
        let mut members = self.members.iter();
        members.find(|(_, other)| *other == number).map(|(name, _)| name.as_str())
    }

    fn member_named(&self, name: &str) -> Option<&str> {
        let name = name.strip_prefix("/dev/").unwrap_or(name);
        self.members.iter().map(|(member, _)| member.as_str()).find(|member| *member == name)
    }

    /// The member at a path of this machine, by number, whatever its name; or its file.
    fn member_at(&self, path: &Path) -> Option<&str> {
        let by_number = || self.member_in(path).filter(|_| self.reader.is_live());
        path.to_str().and_then(|name| self.member_named(name)).or_else(by_number)
    }

    /// The member or file at a path of this machine, even below /proc; no file server.
    fn member_in(&self, path: &Path) -> Option<&str> {
        let wanted = StatxFlags::TYPE | StatxFlags::INO;
        let status = statx(CWD, path, AtFlags::STATX_DONT_SYNC, wanted).ok()?;
        match FileType::from_raw_mode(u32::from(status.stx_mode)) {
            FileType::BlockDevice => self.member((status.stx_rdev_major, status.stx_rdev_minor)),
            FileType::RegularFile => {
                let (path, file) = self.file.as_ref()?;
                let device = (status.stx_dev_major, status.stx_dev_minor);
                let is_it = *file == Some(FileId { device, inode: status.stx_ino });
                is_it.then_some(path.as_str())
            }
            _ => None,
        }
    }

    /// A file that is required for a check.
    fn needed(&mut self, path: &str, check: OverwriteCheck) -> String {
        match self.reader.read(path, 64 * FILE_CAP) {
            // Text of exactly this length may have been cut.
            Ok(bytes) if bytes.len() < 64 * FILE_CAP => {
                String::from_utf8_lossy(&bytes).into_owned()
            }
            Ok(_) => {
                self.unknown.push((check, format!("/{path} is too long")));
                String::new()
            }
            Err(errno) => {
                self.unknown.push((check, format!("/{path}: {errno}")));
                String::new()
            }
        }
    }

    /// Mounts in our own mount namespace and in all others that may be read. btrfs has artificial
    /// numbers, so its source counts, and the devices of a file system in /sys.
    fn mounts(&mut self) -> Vec<(String, String)> {
        let own = self.needed("proc/self/mountinfo", OverwriteCheck::Mounts);
        let mut uses = BTreeSet::new();
        self.mounts_in(&own, &mut uses);
        let mut namespaces: BTreeSet<String> =
            self.reader.link("proc/self/ns/mnt").into_iter().collect();
        for (process, _) in self.reader.list("proc") {
            if !process.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let space = self.reader.link(&format!("proc/{process}/ns/mnt"));
            // One process of each namespace is enough; one whose namespace cannot be identified is
            // read in any case.
            if space.is_some_and(|space| !namespaces.insert(space)) {
                continue;
            }
            let mounts = self.reader.read(&format!("proc/{process}/mountinfo"), 64 * FILE_CAP);
            let mounts = mounts.unwrap_or_default();
            self.mounts_in(&String::from_utf8_lossy(&mounts), &mut uses);
        }
        for (file_system, _) in self.reader.list("sys/fs/btrfs") {
            for (device, _) in self.reader.list(&format!("sys/fs/btrfs/{file_system}/devices")) {
                if let Some(member) = self.member_named(&device) {
                    uses.insert((member.to_owned(), format!("btrfs {file_system}")));
                }
            }
        }
        uses.into_iter().collect()
    }

    fn mounts_in(&self, mountinfo: &str, uses: &mut BTreeSet<(String, String)>) {
        for (point, line) in mountinfo.lines().filter_map(mount_line) {
            let by_number = self.member((line.major, line.minor));
            let is_path = line.source.starts_with('/');
            let by_source = || is_path.then(|| self.member_at(Path::new(&line.source))).flatten();
            if let Some(member) = by_number.or_else(by_source) {
                uses.insert((member.to_owned(), point.display().to_string()));
            }
        }
    }

    /// From both sides: its `holders`, others' `slaves`, and the backing of loop devices.
    fn holders(&mut self) -> Vec<(String, String)> {
        let mut uses = BTreeSet::new();
        for (member, _) in &self.members {
            for (holder, _) in self.reader.list(&format!("{}/holders", folder(member))) {
                uses.insert((member.clone(), holder));
            }
        }
        for (device, _) in self.reader.list("sys/class/block") {
            for (slave, _) in self.reader.list(&format!("{}/slaves", folder(&device))) {
                if let Some(member) = self.member_named(&slave) {
                    uses.insert((member.to_owned(), device.clone()));
                }
            }
            match self.member_under_loop(&device) {
                Ok(Some(member)) => drop(uses.insert((member.to_owned(), device))),
                Ok(None) => {}
                Err(why) => {
                    self.unknown.push((OverwriteCheck::Holders, format!("{device}: {why}")))
                }
            }
        }
        uses.extend(self.exporters());
        uses.into_iter().collect()
    }

    /// Exports of the kernel, which need not claim their devices: nvmet its namespaces, the SCSI
    /// target its files. Sources: kernel Documentation/nvme/nvme-target (`device_path`),
    /// Documentation/target (`udev_path`).
    fn exporters(&self) -> Vec<(String, String)> {
        let below = |folder: &str| {
            let names = self.reader.list(folder).into_iter();
            names.map(|(name, _)| format!("{folder}/{name}")).collect::<Vec<_>>()
        };
        let config = "sys/kernel/config";
        let subsystems = below(&format!("{config}/nvmet/subsystems")).into_iter();
        let spaces = subsystems.flat_map(|one| below(&format!("{one}/namespaces")));
        let nvmet = spaces.map(|space| (format!("{space}/device_path"), "nvmet"));
        let adapters = below(&format!("{config}/target/core")).into_iter();
        let stores = adapters.flat_map(|one| below(&one));
        let target = stores.map(|store| (format!("{store}/udev_path"), "target"));
        let exported = nvmet.chain(target).filter_map(|(file, by)| {
            // A path that is not set reads as `(null)`, or as nothing.
            let path = self.reader.text(&file).filter(|path| path.starts_with('/'))?;
            Some((self.member_at(Path::new(&path))?.to_owned(), by.to_owned()))
        });
        exported.collect()
    }

    /// The member under this loop device: by the path that it was created with, which may lead
    /// nowhere or elsewhere by now, then according to the kernel.
    fn member_under_loop(&self, device: &str) -> Result<Option<&str>, Errno> {
        let Some(path) = self.reader.text(&format!("{}/loop/backing_file", folder(device))) else {
            return Ok(None);
        };
        let by_path = self.member_at(Path::new(&path));
        // The file under this device is not the device.
        let member = by_path.filter(|member| self.member_named(member).is_some());
        if member.is_some() || !self.reader.is_live() {
            return Ok(member);
        }
        match self.under(device) {
            Ok(Some(LoopBacking::Block(number))) => Ok(self.member(number)),
            Ok(_) => Ok(None),
            // If the query fails, the path is used as long as it exists.
            Err(_) if stat(&path).is_ok() => Ok(None),
            Err(errno) => Err(errno),
        }
    }

    /// The backing of a loop device of the live machine.
    fn under(&self, device: &str) -> Result<Option<LoopBacking>, Errno> {
        let number = self.reader.text(&format!("{}/dev", folder(device)));
        let number = number.and_then(|number| device_number(&number)).ok_or(Errno::NODEV)?;
        loops::under(device, number)
    }

    /// The block device under this loop device. A loop device does not lock its backing, so that
    /// exclusive access to the former says nothing about users of the latter.
    fn stands_on(&mut self) -> Option<String> {
        let (path, _) = self.file.clone()?;
        if !self.reader.is_live() {
            return path.starts_with("/dev/").then_some(path);
        }
        match self.under(&self.name) {
            Ok(Some(LoopBacking::Block((major, minor)))) => {
                let link = self.reader.link(&format!("sys/dev/block/{major}:{minor}"));
                let name = link.and_then(|link| link.rsplit('/').next().map(str::to_owned));
                return Some(name.unwrap_or(path));
            }
            Ok(Some(LoopBacking::File(file))) => self.file = Some((path, Some(file))),
            Ok(None) => {}
            Err(errno) => {
                self.unknown.push((OverwriteCheck::Twins, format!("{}: {errno}", self.name)))
            }
        }
        None
    }

    /// Other block devices that access the same storage: loop devices over the same file, and
    /// drives of the same world-wide name, which are two paths to one (SPC-4, 7.8.6). Exclusive
    /// access to one of them does not prevent use of the other.
    fn twins(&mut self) -> Vec<String> {
        let wwn = |name: &str| attribute(self.reader, name, &["wwid", "device/wwid"]);
        let own = wwn(&self.name);
        let mut uses = Vec::new();
        let mut unknown = Vec::new();
        for (device, _) in self.reader.list("sys/block") {
            if device == self.name || self.is_hidden(&device) {
                continue;
            }
            match self.is_over_same_file(&device) {
                Ok(true) => uses.push(device),
                Ok(false) if own.is_some() && wwn(&device) == own => uses.push(device),
                Ok(false) => {}
                Err(why) => unknown.push((OverwriteCheck::Twins, format!("{device}: {why}"))),
            }
        }
        self.unknown.extend(unknown);
        uses
    }

    fn is_over_same_file(&self, device: &str) -> Result<bool, Errno> {
        let Some((own, file)) = &self.file else { return Ok(false) };
        let path = self.reader.text(&format!("{}/loop/backing_file", folder(device)));
        let Some(path) = path else { return Ok(false) };
        if path == *own || !self.reader.is_live() {
            return Ok(path == *own);
        }
        match self.under(device)? {
            Some(LoopBacking::File(other)) => Ok(*file == Some(other)),
            // Users of a twin or of this one have checks of their own.
            Some(LoopBacking::Block(_)) | None => Ok(false),
        }
    }

    /// The kernel hides the single paths of an NVMe drive that may have several.
    fn is_hidden(&self, device: &str) -> bool {
        attribute(self.reader, device, &["hidden"]).as_deref() == Some("1")
    }

    /// `Filename Type Size Used Priority`, a line each.
    fn swaps(&mut self) -> Vec<String> {
        // A kernel without swap has no such file.
        if !self.reader.exists("proc/swaps") {
            return Vec::new();
        }
        let swaps = self.needed("proc/swaps", OverwriteCheck::Swap);
        let paths = swaps.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        let members = paths.filter_map(|path| self.member_at(&unescaped(path)));
        members.map(str::to_owned).collect()
    }

    /// `md0 : active raid1 sdb1[1] sda1[0](F)`; a kernel without md has no such file.
    fn arrays(&mut self) -> Vec<(String, String)> {
        if !self.reader.exists("proc/mdstat") {
            return Vec::new();
        }
        let mdstat = self.needed("proc/mdstat", OverwriteCheck::Arrays);
        let arrays = mdstat.lines().filter_map(|line| line.split_once(" : "));
        let of_array = |(array, members): (&str, &str)| {
            let names = members.split_whitespace().filter_map(|word| word.split_once('['));
            let members = names.filter_map(|(name, _)| self.member_named(name));
            members.map(|member| (member.to_owned(), array.to_owned())).collect::<Vec<_>>()
        };
        arrays.flat_map(of_array).collect()
    }

    /// Programs that have it open for writing or mapped: a program that runs a virtual machine on a
    /// drive, for example, does not open it exclusively. Then the programs with descriptors in
    /// flight.
    fn writers(&self) -> (Vec<(String, String)>, Vec<String>) {
        let identify = |path: &str| {
            if self.reader.is_live() {
                return self.member_in(&Path::new("/").join(path)).map(str::to_owned);
            }
            self.member_named(&self.reader.link(path)?).map(str::to_owned)
        };
        let named = |path: &str| self.member_at(Path::new(path)).map(str::to_owned);
        users::find(self.reader, &identify, &named)
    }

    fn identity(&self) -> DriveIdentity {
        let unique = |read: &dyn Fn(&str) -> Option<String>| {
            let own = read(&self.name)?;
            let others = self.reader.list("sys/block").into_iter().map(|(name, _)| name);
            let mut others = others.filter(|name| *name != self.name && !self.is_hidden(name));
            (!others.any(|name| read(&name).as_deref() == Some(own.as_str()))).then_some(own)
        };
        DriveIdentity {
            serial: unique(&|name| serial(self.reader, name)),
            wwn: unique(&|name| attribute(self.reader, name, &["wwid", "device/wwid"])),
            by_id: self.by_id(),
        }
    }

    /// udev's link of a drive's identity; md, LVM and device mapper names are people's.
    fn by_id(&self) -> Option<String> {
        let folder = "dev/disk/by-id";
        let names = self.reader.list(folder).into_iter().map(|(name, _)| name);
        let given = ["dm-", "md-", "lvm-"];
        let names = names.filter(|name| !given.iter().any(|prefix| name.starts_with(prefix)));
        let leads_here = |name: &String| {
            let target = self.reader.link(&format!("{folder}/{name}"));
            target.is_some_and(|target| target.rsplit('/').next() == Some(self.name.as_str()))
        };
        // Several links lead to a drive; the user must be asked for the same one every time.
        names.filter(leads_here).filter(|name| self.claims(name) < 2).min()
    }

    /// How many devices claim a link in /dev/disk/by-id. Bridges with one serial number claim the
    /// same, and udev gives it to either. Source: systemd, src/udev/udev-node.c: a folder for each
    /// link, whose name begins with its slash in older versions, and in it an entry for each
    /// device, such as `b8:16`.
    fn claims(&self, name: &str) -> usize {
        let link = format!(r"disk\x2fby-id\x2f{}", name.replace('\\', r"\x5c"));
        let folders = [link.clone(), format!(r"\x2f{link}")];
        let entries =
            folders.iter().flat_map(|it| self.reader.list(&format!("run/udev/links/{it}")));
        entries.filter(|(entry, _)| entry.starts_with('b') && entry.contains(':')).count()
    }
}

/// The folder of a block device in /sys.
pub(super) fn folder(name: &str) -> String {
    format!("sys/class/block/{name}")
}

/// The first of these files of a device that has a content.
fn attribute(reader: &RootReader, name: &str, files: &[&str]) -> Option<String> {
    let texts = files.iter().filter_map(|file| reader.text(&format!("{}/{file}", folder(name))));
    texts.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
}

/// The serial number according to the kernel: virtio and NVMe directly, SCSI and SATA in the page
/// of vital product data (SPC-4, 7.8.15: four bytes of header, the last two of them the length).
fn serial(reader: &RootReader, name: &str) -> Option<String> {
    let page = || {
        let page = reader.read(&format!("{}/device/vpd_pg80", folder(name)), FILE_CAP).ok()?;
        let len = usize::from(u16::from_be_bytes([*page.get(2)?, *page.get(3)?]));
        let text = String::from_utf8(page.get(4..4 + len)?.to_vec()).ok()?;
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned();
        (!text.is_empty()).then_some(text)
    };
    attribute(reader, name, &["serial", "device/serial"]).or_else(page)
}

#[cfg(test)]
mod tests;
