//! Who uses a drive, and how it is told from others, by what /sys and /proc say.
//!
//! Sources: kernel Documentation/ABI/stable/sysfs-block (`holders`, `slaves`, `ro`, `removable`,
//! `partition`), Documentation/filesystems/proc.rst (mountinfo, swaps, fdinfo),
//! Documentation/admin-guide/md.rst (mdstat).
//!
//! Not here: opening the drive; what it holds; whether any of it is a reason ([`super::decide`]).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use narrows_units::Bytes;
use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, major, minor, stat, statx};
use rustix::io::Errno;

use super::{Check, Facts, Identity, loops};
use crate::mountinfo::{mount_line, unescaped};
use crate::root::{FILE_CAP, Reader};

/// What /sys and /proc say around a drive.
pub(super) struct Surroundings<'a> {
    reader: &'a Reader,
    name: String,
    number: (u32, u32),
    /// The drive and its partitions: kernel name and number.
    members: Vec<(String, (u32, u32))>,
    unknown: Vec<(Check, String)>,
}

impl<'a> Surroundings<'a> {
    /// None if /sys has no block device of this number.
    pub(super) fn of(reader: &'a Reader, number: (u32, u32)) -> Option<Self> {
        let link = reader.link(&format!("sys/dev/block/{}:{}", number.0, number.1))?;
        let name = link.rsplit('/').next()?.to_owned();
        let folder = folder(&name);
        let parts = reader.list(&folder).into_iter().map(|(name, _)| name);
        let parts = parts.filter(|part| reader.exists(&format!("{folder}/{part}/partition")));
        let numbered = |part: String| {
            let number = number_in(&reader.text(&format!("{folder}/{part}/dev"))?)?;
            Some((part, number))
        };
        let mut members = vec![(name.clone(), number)];
        members.extend(parts.filter_map(numbered));
        Some(Self { reader, name, number, members, unknown: Vec::new() })
    }

    /// All but what only the drive itself can say.
    pub(super) fn facts(mut self) -> Facts {
        let size = self.text("size").and_then(|sectors| sectors.parse::<u64>().ok());
        if size.is_none() {
            self.unknown.push((Check::Writable, "size".to_owned()));
        }
        Facts {
            path: PathBuf::new(),
            name: self.name.clone(),
            number: self.number,
            size: Bytes::new(size.unwrap_or_default().saturating_mul(512)),
            partition_of: self.whole(),
            partitions: self.members.iter().skip(1).map(|(name, _)| name.clone()).collect(),
            read_only: self.text("ro").as_deref() != Some("0"),
            mounts: self.mounts(),
            holders: self.holders(),
            swaps: self.swaps(),
            arrays: self.arrays(),
            writers: self.writers(),
            identity: self.identity(),
            removable: self.text("removable").as_deref() == Some("1"),
            unknown: self.unknown,
            ..Facts::default()
        }
    }

    fn text(&self, file: &str) -> Option<String> {
        self.reader.text(&format!("{}/{file}", folder(&self.name)))
    }

    fn whole(&self) -> Option<String> {
        self.text("partition")?;
        let link = self.reader.link(&format!("sys/class/block/{}", self.name))?;
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

    /// The member at a path of the live machine: by number, whatever the path is called.
    fn member_at(&self, path: &Path) -> Option<&str> {
        let by_number = || {
            let status = stat(path).ok().filter(|_| self.reader.is_live())?;
            self.member((major(status.st_rdev), minor(status.st_rdev)))
        };
        path.to_str().and_then(|name| self.member_named(name)).or_else(by_number)
    }

    /// A file that must be there to know anything.
    fn needed(&mut self, path: &str, check: Check) -> String {
        match self.reader.read(path, 64 * FILE_CAP) {
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

    /// In our own mount namespace and in all others that may be read. btrfs has made-up numbers, so
    /// its source counts, and what /sys says of file systems over several devices.
    fn mounts(&mut self) -> Vec<(String, String)> {
        let own = self.needed("proc/self/mountinfo", Check::Mounts);
        let mut found = BTreeSet::new();
        self.mounts_in(&own, &mut found);
        let mut seen: BTreeSet<String> = self.reader.link("proc/self/ns/mnt").into_iter().collect();
        for (process, _) in self.reader.list("proc") {
            if !process.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let space = self.reader.link(&format!("proc/{process}/ns/mnt"));
            if space.is_some_and(|space| !seen.insert(space)) {
                continue;
            }
            let mounts = self.reader.read(&format!("proc/{process}/mountinfo"), 64 * FILE_CAP);
            let mounts = mounts.unwrap_or_default();
            self.mounts_in(&String::from_utf8_lossy(&mounts), &mut found);
        }
        for (file_system, _) in self.reader.list("sys/fs/btrfs") {
            for (device, _) in self.reader.list(&format!("sys/fs/btrfs/{file_system}/devices")) {
                if let Some(member) = self.member_named(&device) {
                    found.insert((member.to_owned(), format!("btrfs {file_system}")));
                }
            }
        }
        found.into_iter().collect()
    }

    fn mounts_in(&self, mountinfo: &str, found: &mut BTreeSet<(String, String)>) {
        for (point, line) in mountinfo.lines().filter_map(mount_line) {
            let by_number = self.member((line.major, line.minor));
            let is_path = line.source.starts_with('/');
            let by_source = || is_path.then(|| self.member_at(Path::new(&line.source))).flatten();
            if let Some(member) = by_number.or_else(by_source) {
                found.insert((member.to_owned(), point.display().to_string()));
            }
        }
    }

    /// From both sides: `holders` of the device, `slaves` of all others, what is under loop devices.
    fn holders(&mut self) -> Vec<(String, String)> {
        let mut found = BTreeSet::new();
        for (member, _) in &self.members {
            for (holder, _) in self.reader.list(&format!("{}/holders", folder(member))) {
                found.insert((member.clone(), holder));
            }
        }
        for (device, _) in self.reader.list("sys/class/block") {
            for (slave, _) in self.reader.list(&format!("{}/slaves", folder(&device))) {
                if let Some(member) = self.member_named(&slave) {
                    found.insert((member.to_owned(), device.clone()));
                }
            }
            match self.member_under_loop(&device) {
                Ok(Some(member)) => drop(found.insert((member.to_owned(), device))),
                Ok(None) => {}
                Err(why) => self.unknown.push((Check::Holders, format!("{device}: {why}"))),
            }
        }
        found.into_iter().collect()
    }

    /// The member that this is a loop device over: by the path that it was made with, which may lead
    /// nowhere or elsewhere by now, then as the kernel tells.
    fn member_under_loop(&self, device: &str) -> Result<Option<&str>, Errno> {
        let Some(path) = self.reader.text(&format!("{}/loop/backing_file", folder(device))) else {
            return Ok(None);
        };
        let member = self.member_at(Path::new(&path));
        if member.is_some() || !self.reader.is_live() {
            return Ok(member);
        }
        let number = self.reader.text(&format!("{}/dev", folder(device)));
        let number = number.and_then(|number| number_in(&number)).ok_or(Errno::NODEV)?;
        match loops::backing(device, number) {
            Ok(backing) => Ok(backing.and_then(|number| self.member(number))),
            // What cannot be asked is believed as far as its path leads to something.
            Err(_) if stat(&path).is_ok() => Ok(None),
            Err(errno) => Err(errno),
        }
    }

    /// `Filename Type Size Used Priority`, a line each.
    fn swaps(&mut self) -> Vec<String> {
        // A kernel without swap has no such file.
        if !self.reader.exists("proc/swaps") {
            return Vec::new();
        }
        let swaps = self.needed("proc/swaps", Check::Swap);
        let paths = swaps.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        let members = paths.filter_map(|path| self.member_at(&unescaped(path)));
        members.map(str::to_owned).collect()
    }

    /// `md0 : active raid1 sdb1[1] sda1[0](F)`; a kernel without md has no such file.
    fn arrays(&mut self) -> Vec<(String, String)> {
        if !self.reader.exists("proc/mdstat") {
            return Vec::new();
        }
        let mdstat = self.needed("proc/mdstat", Check::Arrays);
        let arrays = mdstat.lines().filter_map(|line| line.split_once(" : "));
        let of_array = |(array, members): (&str, &str)| {
            let names = members.split_whitespace().filter_map(|word| word.split_once('['));
            let members = names.filter_map(|(name, _)| self.member_named(name));
            members.map(|member| (member.to_owned(), array.to_owned())).collect::<Vec<_>>()
        };
        arrays.flat_map(of_array).collect()
    }

    /// Programs that have it open for writing: what runs a virtual machine on a drive, for one, does
    /// not ask to be alone. Those that only read are not told, because udev looks at drives whenever
    /// something was written. Whose files may not be looked at is passed over, like mounts.
    fn writers(&self) -> Vec<(String, String)> {
        let own = self.reader.link("proc/self");
        let processes = self.reader.list("proc").into_iter().map(|(process, _)| process);
        let others = processes.filter(|process| {
            process.bytes().all(|byte| byte.is_ascii_digit()) && Some(process) != own.as_ref()
        });
        let mut found = BTreeSet::new();
        for process in others {
            for (number, _) in self.reader.list(&format!("proc/{process}/fd")) {
                let Some(member) = self.member_open(&process, &number) else { continue };
                let info = self.reader.text(&format!("proc/{process}/fdinfo/{number}"));
                if info.as_deref().is_none_or(may_write) {
                    let name = self.reader.text(&format!("proc/{process}/comm"));
                    let by = format!("{} ({process})", name.unwrap_or_default());
                    found.insert((member.to_owned(), by));
                }
            }
        }
        found.into_iter().collect()
    }

    /// The member that a process has open under this number. The live machine is asked for the
    /// number of the open device, whatever its path is by now, and without asking any file server.
    fn member_open(&self, process: &str, number: &str) -> Option<&str> {
        let link = format!("proc/{process}/fd/{number}");
        if !self.reader.is_live() {
            return self.member_named(&self.reader.link(&link)?);
        }
        let flags = AtFlags::STATX_DONT_SYNC;
        let status = statx(CWD, format!("/{link}"), flags, StatxFlags::TYPE).ok()?;
        let is_block = FileType::from_raw_mode(u32::from(status.stx_mode)) == FileType::BlockDevice;
        self.member((status.stx_rdev_major, status.stx_rdev_minor)).filter(|_| is_block)
    }

    fn identity(&self) -> Identity {
        let unique = |read: &dyn Fn(&str) -> Option<String>| {
            let own = read(&self.name)?;
            let others = self.reader.list("sys/block").into_iter().map(|(name, _)| name);
            // The kernel hides the single paths of an NVMe drive that may have several.
            let hidden = |name: &str| said(self.reader, name, &["hidden"]).as_deref() == Some("1");
            let mut others = others.filter(|name| *name != self.name && !hidden(name));
            (!others.any(|name| read(&name).as_deref() == Some(own.as_str()))).then_some(own)
        };
        Identity {
            serial: unique(&|name| serial(self.reader, name)),
            wwn: unique(&|name| said(self.reader, name, &["wwid", "device/wwid"])),
            by_id: self.by_id(),
        }
    }

    /// Links that udev makes of what a drive says of itself; those of md, LVM and device mapper are
    /// names that somebody gave.
    fn by_id(&self) -> Option<String> {
        let folder = "dev/disk/by-id";
        let names = self.reader.list(folder).into_iter().map(|(name, _)| name);
        let given = ["dm-", "md-", "lvm-"];
        let names = names.filter(|name| !given.iter().any(|prefix| name.starts_with(prefix)));
        let leads_here = |name: &String| {
            let target = self.reader.link(&format!("{folder}/{name}"));
            target.is_some_and(|target| target.rsplit('/').next() == Some(self.name.as_str()))
        };
        names.filter(leads_here).min()
    }
}

/// Where /sys has a block device.
pub(super) fn folder(name: &str) -> String {
    format!("sys/class/block/{name}")
}

/// `flags:` of fdinfo, in octal; the lowest two bits are 0 for what is only read (open(2)).
fn may_write(fdinfo: &str) -> bool {
    let flags = fdinfo.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_none_or(|flags| flags & 3 != 0)
}

fn number_in(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once(':')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The first of these files of a device that says something.
fn said(reader: &Reader, name: &str, files: &[&str]) -> Option<String> {
    let texts = files.iter().filter_map(|file| reader.text(&format!("{}/{file}", folder(name))));
    texts.map(|text| text.trim().to_owned()).find(|text| !text.is_empty())
}

/// As the kernel tells it: virtio and NVMe directly, SCSI and SATA in the page of vital product data
/// (SPC-4, 7.8.15: four bytes of header, the last two of them the length).
fn serial(reader: &Reader, name: &str) -> Option<String> {
    let page = || {
        let page = reader.read(&format!("{}/device/vpd_pg80", folder(name)), FILE_CAP).ok()?;
        let len = usize::from(u16::from_be_bytes([*page.get(2)?, *page.get(3)?]));
        let text = String::from_utf8(page.get(4..4 + len)?.to_vec()).ok()?;
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned();
        (!text.is_empty()).then_some(text)
    };
    said(reader, name, &["serial", "device/serial"]).or_else(page)
}

#[cfg(test)]
mod tests;
