//! Programs that use a storage: descriptors of every task, shared mappings, files registered with
//! rings, and descriptors in flight.
//!
//! For: a drive is used by every process that may still write it, even after its descriptor was
//! closed. Readers are not reported, because udev reads drives whenever something was written.
//! Processes whose files may not be examined are skipped, like mounts.
//!
//! Sources: kernel Documentation/filesystems/proc.rst (`fd`, `fdinfo`, `maps`, `map_files`, `task`);
//! net/unix/af_unix.c, `unix_show_fdinfo` (`scm_fds`: how many descriptors lie in a socket, and not
//! which); io_uring/fdinfo.c (`UserFiles`, then number and path a line); kcmp(2).
//!
//! Not here: resolving paths (by the caller); whether it is a reason ([`super::decide`]).

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, statx};

use crate::root::{FILE_CAP, RootReader};

/// The devices in use with the programs that use them, then programs with descriptors in flight.
pub(super) type Found = (Vec<(String, String)>, Vec<String>);

/// How often a program with descriptors in flight is checked before it counts as keeping them
/// there, and the interval: a receiver takes them within microseconds.
const LOOKS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(25);

/// Examines every other process. `identify` returns the target of an entry below /proc if it
/// belongs to the storage in question, `named` the same for a path.
pub(super) fn find(
    reader: &RootReader,
    identify: &dyn Fn(&str) -> Option<String>,
    named: &dyn Fn(&str) -> Option<String>,
) -> Found {
    let look = || {
        let (held, in_flight) = (BTreeSet::new(), BTreeSet::new());
        let mut search = UserSearch { reader, identify, named, held, in_flight };
        search.all();
        (search.held, search.in_flight)
    };
    let (mut held, mut in_flight) = look();
    for _ in 1..LOOKS {
        if in_flight.is_empty() {
            break;
        }
        std::thread::sleep(PAUSE);
        let (held_now, in_flight_now) = look();
        // A descriptor that arrived meanwhile is like any other.
        held.extend(held_now);
        in_flight.retain(|program| in_flight_now.contains(program));
    }
    (held.into_iter().collect(), in_flight.into_iter().collect())
}

struct UserSearch<'a> {
    reader: &'a RootReader,
    identify: &'a dyn Fn(&str) -> Option<String>,
    named: &'a dyn Fn(&str) -> Option<String>,
    held: BTreeSet<(String, String)>,
    in_flight: BTreeSet<String>,
}

impl UserSearch<'_> {
    fn all(&mut self) {
        let own = self.reader.link("proc/self");
        for (process, _) in self.reader.list("proc") {
            let is_process = process.bytes().all(|byte| byte.is_ascii_digit());
            if is_process && Some(&process) != own.as_ref() {
                self.process(&process);
            }
        }
    }

    /// Threads may have a table of descriptors of their own, and a process lives on when its first
    /// thread has ended, which is not visible any more.
    fn process(&mut self, process: &str) {
        let tasks = self.reader.list(&format!("proc/{process}/task")).into_iter();
        let mut tasks: Vec<String> = tasks.map(|(task, _)| task).collect();
        if tasks.is_empty() {
            tasks.push(process.to_owned());
        }
        for task in &tasks {
            if self.mappings(process, task) {
                break;
            }
        }
        let mut last: Option<&str> = None;
        for task in &tasks {
            if !last.is_some_and(|other| self.share_table(other, task)) {
                self.descriptors(process, task);
                last = Some(task);
            }
        }
    }

    fn descriptors(&mut self, process: &str, task: &str) {
        for (number, _) in self.reader.list(&format!("proc/{task}/fd")) {
            let link = format!("proc/{task}/fd/{number}");
            let info = || self.reader.text(&format!("proc/{task}/fdinfo/{number}"));
            if let Some(what) = (self.identify)(&link) {
                // A descriptor whose flags cannot be read may be one for writing.
                if info().as_deref().is_none_or(may_write) {
                    self.hold(what, process);
                }
                continue;
            }
            if let Some(info) = self.holds_others(&link).then(info).flatten() {
                if in_flight(&info) > 0 {
                    let by = self.name(process);
                    self.in_flight.insert(by);
                }
                for what in registered(&info).filter_map(|path| (self.named)(path)) {
                    self.hold(what, process);
                }
            }
        }
    }

    /// Examines the shared mappings of a task's memory; false if it has none any more. All tasks of
    /// a process have the same memory. A mapping keeps its file open whether or not it may be
    /// written now: mprotect(2) can change that.
    fn mappings(&mut self, process: &str, task: &str) -> bool {
        let Ok(maps) = self.reader.read(&format!("proc/{task}/maps"), MAPS_CAP) else {
            return false;
        };
        let maps = String::from_utf8_lossy(&maps);
        for line in maps.lines() {
            let Some((range, path)) = shared(line) else { continue };
            let entry = format!("proc/{task}/map_files/{range}");
            // Links in map_files need capabilities in the initial user namespace
            // (proc_pid_map_files(5)); without them only the path is left.
            let by_path = || (self.named)(path.strip_suffix(" (deleted)").unwrap_or(path));
            if let Some(what) = (self.identify)(&entry).or_else(by_path)
                && self.is_writable(&entry)
            {
                self.hold(what, process);
            }
        }
        !maps.is_empty()
    }

    fn hold(&mut self, what: String, process: &str) {
        let by = self.name(process);
        self.held.insert((what, by));
    }

    fn name(&self, process: &str) -> String {
        let name = self.reader.text(&format!("proc/{process}/comm"));
        format!("{} ({process})", name.unwrap_or_default())
    }

    /// Whether a descriptor can hold other files: sockets those in flight, rings those registered.
    fn holds_others(&self, link: &str) -> bool {
        if self.reader.is_live() {
            let status = statx(CWD, format!("/{link}"), AtFlags::STATX_DONT_SYNC, StatxFlags::TYPE);
            let Ok(status) = status else { return false };
            let kind = FileType::from_raw_mode(u32::from(status.stx_mode));
            // Files without an inode of their own, rings among them, have no type.
            return kind == FileType::Socket || status.stx_mode & 0o170_000 == 0;
        }
        let target = self.reader.link(link).unwrap_or_default();
        target.starts_with("socket:") || target.starts_with("anon_inode:")
    }

    /// A link's mode is that of opening; if unknown, it counts as writable.
    fn is_writable(&self, entry: &str) -> bool {
        if !self.reader.is_live() {
            return true;
        }
        let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::STATX_DONT_SYNC;
        let status = statx(CWD, Path::new("/").join(entry), flags, StatxFlags::MODE);
        status.map_or(true, |status| status.stx_mode & 0o200 != 0)
    }

    /// Whether two tasks have one table of descriptors; no if that cannot be determined.
    fn share_table(&self, one: &str, other: &str) -> bool {
        let is_ours = || {
            let own = self.reader.link("proc/self");
            own.is_some_and(|own| own == std::process::id().to_string())
        };
        let (Ok(one), Ok(other)) = (one.parse::<i32>(), other.parse::<i32>()) else { return false };
        // Numbers in another namespace's /proc are other tasks here.
        if !self.reader.is_live() || !is_ours() {
            return false;
        }
        // SAFETY: kcmp(2) takes numbers only and changes nothing.
        let compared = unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_FILES, 0, 0) };
        compared == 0
    }
}

/// include/uapi/linux/kcmp.h.
const KCMP_FILES: libc::c_int = 2;
/// Some 300,000 mappings; the kernel's own limit is 65,530 (`vm.max_map_count`).
const MAPS_CAP: usize = 512 * FILE_CAP;

/// The range and the path of a line of `maps` that is a shared mapping of a file:
/// `7f00-7f01 rw-s 00000000 00:06 325   /dev/sdb`.
fn shared(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_ascii_whitespace();
    let (range, rights, _offset, _device, inode) =
        (words.next()?, words.next()?, words.next()?, words.next()?, words.next()?);
    // All from the first slash on: paths may contain blanks.
    let path = line.find('/').map_or("", |at| &line[at..]);
    (rights.ends_with('s') && inode != "0").then_some((range, path))
}

/// `flags:` of fdinfo, in octal; the lowest two bits are 0 for read-only files (open(2)).
fn may_write(fdinfo: &str) -> bool {
    let flags = fdinfo.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_none_or(|flags| flags & 3 != 0)
}

/// The number of descriptors in a socket, sent and not yet received.
fn in_flight(fdinfo: &str) -> u32 {
    let count = fdinfo.lines().find_map(|line| line.strip_prefix("scm_fds:"));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// Paths of the files registered with a ring; which are only read is unknown.
fn registered(fdinfo: &str) -> impl Iterator<Item = &str> {
    let lines = fdinfo.lines().skip_while(|line| !line.starts_with("UserFiles:")).skip(1);
    let numbered =
        |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    let paths = lines.take_while(numbered).filter_map(|line| line.split_once(": "));
    paths.map(|(_, path)| path.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_shared_mappings_of_files_count() {
        let line =
            "7f6e2c000000-7f6e2c001000 rw-s 00000000 00:06 325                        /dev/sdb";
        assert_eq!(shared(line), Some(("7f6e2c000000-7f6e2c001000", "/dev/sdb")));
        assert_eq!(shared(&line.replace("rw-s", "rw-p")), None);
        assert_eq!(shared("7f00-7f01 rw-s 00000000 00:00 0"), None);
        assert_eq!(shared("nonsense"), None);
    }

    #[test]
    fn what_sockets_and_rings_hold_is_read() {
        assert_eq!(in_flight("pos:\t0\nflags:\t02\nscm_fds: 3\n"), 3);
        assert_eq!(in_flight("pos:\t0\n"), 0);
        let ring = "SqMask:\t0x3\nUserFiles:\t2\n    0: /dev/sdb\n    1: /tmp/x\nUserBufs:\t0\n";
        assert_eq!(registered(ring).collect::<Vec<_>>(), ["/dev/sdb", "/tmp/x"]);
        assert_eq!(registered("UserBufs:\t1\n    0: 1/2\n").count(), 0);
    }
}
