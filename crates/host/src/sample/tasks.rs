//! Samples a job's threads, the requests in flight at drives, and why tasks wait.
//!
//! For: looking at a job from outside. Each sample opens a few small files; a thread or
//! process that has ended gives nothing.
//!
//! Source: proc(5) (`/proc/pid/task/tid/stat`, `/proc/pid/io`, `/proc/pid/task/tid/children`),
//! `/proc/pid/wchan`: the kernel function in which a thread sleeps), kernel Documentation/scheduler/sched-stats.rst (`schedstat`), Documentation/block/stat.rst
//! (`inflight`), Documentation/accounting/psi.rst.

use std::collections::BTreeSet;

use narrows_units::Nanos;

use super::{CpuCounters, Sampler, parse_cpu_line, plain};

/// More threads than this are not looked at one by one.
const MOST_THREADS: usize = 4096;

/// Bytes of a name that the kernel keeps (`TASK_COMM_LEN` of proc(5), without the zero at its end).
const LONGEST_NAME: usize = 15;

/// Of a process with more open files the first are looked at.
const MOST_FILES: usize = 128;

/// A thread's processor time since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadTime {
    pub ran: Nanos,
    /// How long it was ready and had no processor.
    pub queued: Nanos,
}

/// Traffic of a process from and to drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessBytes {
    pub read: u64,
    pub written: u64,
}

/// Why a blocked thread sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SleepReason {
    /// Dirty pages must reach drives before more may be written.
    Dirty,
    /// Its control group has had its part by weight.
    Weight,
    /// The queue before a drive lets no more in: another group is promised a latency, or writes are kept back.
    Queue,
    Reclaim,
}

/// Microseconds since boot during which tasks waited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressure {
    /// At least one task.
    pub some_us: u64,
}

impl Sampler {
    /// The threads of a process and of all that it started and that still runs, each with its process,
    /// the process itself first. Each folder is listed once, since this is done many times a second.
    pub fn job_threads(&self, process: u32) -> Vec<(u32, u32)> {
        let mut processes = vec![process];
        let mut tasks = Vec::new();
        let mut at = 0;
        while let Some(parent) = processes.get(at).copied() {
            at += 1;
            for thread in self.threads(parent) {
                let children = self.text(&format!("proc/{parent}/task/{thread}/children"));
                let children = children.unwrap_or_default();
                let new = children.split_whitespace().filter_map(|id| id.parse().ok());
                // Files are read in turn; a number reused meanwhile could make a circle.
                let new: Vec<u32> = new.filter(|id| !processes.contains(id)).collect();
                processes.extend(new);
                tasks.push((parent, thread));
            }
            if processes.len() > MOST_THREADS {
                break;
            }
        }
        tasks
    }

    pub fn threads(&self, process: u32) -> Vec<u32> {
        let names = self.list(&format!("proc/{process}/task"));
        names.filter_map(|name| name.parse().ok()).take(MOST_THREADS).collect()
    }

    /// A thread's state as proc(5) spells it: `R`, `S`, `D` and so on.
    pub fn thread_state(&self, process: u32, thread: u32) -> Option<char> {
        state(&self.text(&format!("proc/{process}/task/{thread}/stat"))?)
    }

    /// Whether a thread sleeps until requests complete that it handed to the kernel without waiting for them: in
    /// `io_getevents` (fs/aio.c, `read_events`) or in `io_uring_enter` (io_uring/io_uring.c, `io_cqring_wait`); or in
    /// anything else, as epoll on an eventfd or a pool's futex, while a ring of its process has requests that are not
    /// completed. Such a sleep looks like that for a timer, and requests that are held back before a drive are in
    /// flight nowhere. A ring of a process with sockets may wait for the network: that is no such sleep.
    ///
    /// `Some(false)` of a sleep that ends without a drive, `None` if the function does not show it.
    pub fn awaits_requests(&self, process: u32, thread: u32) -> Option<bool> {
        let function = self.text(&format!("proc/{process}/task/{thread}/wchan"));
        match function.as_deref().map(str::trim) {
            Some("read_events" | "do_io_getevents") => Some(true),
            Some(ring) if ring.contains("cqring_wait") => {
                (!self.has_sockets(process)).then_some(true)
            }
            Some(other) if rests(other) => Some(false),
            _ => None,
        }
    }

    /// Where the kernel describes the rings (io_uring) of a process; empty for a process with sockets, which these
    /// may be for. Looks at every open file, so it is too much work for each look.
    pub fn rings(&self, process: u32) -> Vec<String> {
        let Some(reader) = self.reader.as_ref() else { return Vec::new() };
        let folder = format!("proc/{process}/fd");
        let mut rings = Vec::new();
        for file in self.list(&folder).take(MOST_FILES) {
            let target = reader.link(&format!("{folder}/{file}")).unwrap_or_default();
            if target.starts_with("socket:") {
                return Vec::new();
            }
            if target.contains("[io_uring]") {
                rings.push(format!("proc/{process}/fdinfo/{file}"));
            }
        }
        rings
    }

    /// Requests that were submitted to such a ring and are not completed. Source: io_uring/fdinfo.c: entries taken
    /// from the one queue and not put into the other.
    pub fn in_ring(&self, ring: &str) -> u32 {
        self.text(ring).and_then(|text| in_ring(&text)).unwrap_or(0)
    }

    /// Why a blocked thread sleeps, if the function in which it sleeps shows it.
    pub fn sleep(&self, process: u32, thread: u32) -> Option<SleepReason> {
        sleep(self.text(&format!("proc/{process}/task/{thread}/wchan"))?.trim())
    }

    fn has_sockets(&self, process: u32) -> bool {
        let Some(reader) = self.reader.as_ref() else { return false };
        let mut files = self.list(&format!("proc/{process}/fd")).take(MOST_FILES);
        files.any(|file| {
            let target = reader.link(&format!("proc/{process}/fd/{file}"));
            target.is_some_and(|target| target.starts_with("socket:"))
        })
    }

    /// Whether a process is a kernel thread; `None` if it is gone. Source: include/linux/sched.h (`PF_KTHREAD`), which
    /// proc(5) shows as the ninth field. Work of interrupts has the number 0.
    pub fn is_kernel_thread(&self, process: u32) -> Option<bool> {
        const PF_KTHREAD: u64 = 0x0020_0000;
        if process == 0 {
            return Some(true);
        }
        let stat = self.text(&format!("proc/{process}/stat"))?;
        // Counted from behind the name, which may contain blanks: the state is the first there.
        let flags = stat.rsplit_once(')')?.1.split_whitespace().nth(6)?.parse::<u64>().ok()?;
        Some(flags & PF_KTHREAD > 0)
    }

    pub fn thread_time(&self, process: u32, thread: u32) -> Option<ThreadTime> {
        time(&self.text(&format!("proc/{process}/task/{thread}/schedstat"))?)
    }

    /// All processes of that name, in ascending order. The kernel keeps the first fifteen bytes of names.
    pub fn processes_named(&self, name: &str) -> Vec<u32> {
        let kept = name.as_bytes().get(..LONGEST_NAME).unwrap_or(name.as_bytes());
        let is_it = |process: &u32| {
            self.process_name(*process).is_some_and(|name| name.trim_end().as_bytes() == kept)
        };
        let processes = self.list("proc").filter_map(|process| process.parse().ok());
        let mut matching: Vec<u32> = processes.filter(is_it).collect();
        matching.sort_unstable();
        matching
    }

    pub fn process_name(&self, process: u32) -> Option<String> {
        self.text(&format!("proc/{process}/comm"))
    }

    /// Traffic of a process; `None` if this user may not see it.
    pub fn process_bytes(&self, process: u32) -> Option<ProcessBytes> {
        bytes(&self.text(&format!("proc/{process}/io"))?)
    }

    /// The numbers of the devices on which a process has files open, or that it has open itself; empty
    /// if this user may not see it. Only of the live machine.
    pub fn open_devices(&self, process: u32) -> BTreeSet<(u32, u32)> {
        let Some(reader) = self.reader.as_ref().filter(|reader| reader.is_live()) else {
            return BTreeSet::new();
        };
        let files = self.list(&format!("proc/{process}/fd")).take(MOST_FILES);
        files.filter_map(|file| reader.device(&format!("proc/{process}/fd/{file}"))).collect()
    }

    /// Requests that a drive has in flight.
    pub fn in_flight(&self, name: &str) -> Option<u64> {
        let text = self.text(&format!("sys/class/block/{}/inflight", plain(name)?))?;
        let mut counts = text.split_whitespace().map(|count| count.parse::<u64>().ok());
        Some(counts.next()??.saturating_add(counts.next()??))
    }

    pub fn device_number(&self, name: &str) -> Option<(u32, u32)> {
        let text = self.text(&format!("sys/class/block/{}/dev", plain(name)?))?;
        let (major, minor) = text.split_once(':')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    }

    /// How long tasks waited for `io` or `memory`; `None` if the kernel does not say.
    pub fn pressure(&self, of: &str) -> Option<Pressure> {
        pressure(&self.text(&format!("proc/pressure/{}", plain(of)?))?)
    }

    /// The time of each logical processor.
    pub fn cpus(&self) -> Vec<CpuCounters> {
        let text = self.text("proc/stat").unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.strip_prefix("cpu"));
        let lines = lines.filter_map(|line| line.split_once(' '));
        let numbered = lines.filter(|(number, _)| number.parse::<u32>().is_ok());
        numbered.filter_map(|(_, line)| parse_cpu_line(line, self.ticks_per_second)).collect()
    }
}

/// Functions of the kernel that hold a thread back. Source: mm/page-writeback.c, block/blk-iocost.c,
/// block/blk-rq-qos.c, block/blk-cgroup.c, mm/vmscan.c, mm/memcontrol.c.
fn sleep(function: &str) -> Option<SleepReason> {
    match function {
        "balance_dirty_pages" | "balance_dirty_pages_ratelimited_flags" => Some(SleepReason::Dirty),
        "ioc_rqos_throttle" => Some(SleepReason::Weight),
        "rq_qos_wait" | "blkcg_maybe_throttle_blkg" | "blkcg_maybe_throttle_current" => {
            Some(SleepReason::Queue)
        }
        "reclaim_throttle"
        | "throttle_direct_reclaim"
        | "mem_cgroup_handle_over_high"
        | "__mem_cgroup_handle_over_high" => Some(SleepReason::Reclaim),
        _ => None,
    }
}

/// Functions that a thread sleeps in until a timer, a child process or the other end of a pipe wakes it. Source:
/// kernel/time/hrtimer.c, kernel/exit.c, fs/pipe.c.
fn rests(function: &str) -> bool {
    matches!(
        function,
        "hrtimer_nanosleep"
            | "common_nsleep"
            | "do_wait"
            | "kernel_wait4"
            | "pipe_read"
            | "anon_pipe_read"
            | "pipe_write"
            | "anon_pipe_write"
    )
}

/// The numbers of both queues grow for ever, and wrap at 32 bits.
fn in_ring(text: &str) -> Option<u32> {
    let number = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim_start_matches(':').trim().parse::<u32>().ok()
    };
    let pending = number("CachedSqHead")?.wrapping_sub(number("CachedCqTail")?);
    // A request that completes several times leaves fewer than none.
    (pending < 1 << 31).then_some(pending)
}

/// `pid (name) S ...`: the name may contain anything, the state is after the last parenthesis.
fn state(stat: &str) -> Option<char> {
    stat.rsplit_once(')')?.1.trim_start().chars().next()
}

/// `ran queued slices`, in nanoseconds.
fn time(schedstat: &str) -> Option<ThreadTime> {
    let mut fields = schedstat.split_whitespace().map(|field| field.parse().ok());
    Some(ThreadTime { ran: Nanos::new(fields.next()??), queued: Nanos::new(fields.next()??) })
}

fn bytes(io: &str) -> Option<ProcessBytes> {
    let field = |name: &str| {
        let line = io.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some(ProcessBytes { read: field("read_bytes:")?, written: field("write_bytes:")? })
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, and the same of `full`.
pub(super) fn pressure(text: &str) -> Option<Pressure> {
    let some = text.lines().find_map(|line| line.strip_prefix("some "))?;
    let total = some.split_whitespace().find_map(|field| field.strip_prefix("total="))?;
    Some(Pressure { some_us: total.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::*;
    use crate::Root;

    #[test]
    fn files_read_or_are_nothing() {
        assert_eq!(state("12 (a) b) (c) D 1 2"), Some('D'));
        assert_eq!(state("12"), None);
        let times = time("89902 1032229 2").unwrap();
        assert_eq!((times.ran, times.queued), (Nanos::new(89_902), Nanos::new(1_032_229)));
        assert_eq!(time("1"), None);
        let io = "rchar: 9\nread_bytes: 4096\nwrite_bytes: 512\ncancelled_write_bytes: 1";
        assert_eq!(bytes(io), Some(ProcessBytes { read: 4096, written: 512 }));
        assert_eq!(bytes(""), None);
        let psi = "some avg10=1.00 avg60=0.00 avg300=0.00 total=77\nfull avg10=0 total=5";
        assert_eq!(pressure(psi), Some(Pressure { some_us: 77 }));
        assert_eq!(pressure("full total=5"), None);
    }

    #[test]
    fn a_job_is_a_process_and_what_it_started() {
        let (_folder, sampler) = tree(&[
            ("proc/10/task/10/children", "11 12\n"),
            ("proc/11/task/11/children", ""),
            ("proc/12/task/12/children", "10\n"),
            ("proc/12/task/13/children", "14\n"),
            ("proc/12/task/13/stat", "13 (x) D 1"),
            // A process that was started by another, and a worker (0x4208060).
            ("proc/12/stat", "12 (a) b) S 10 12 12 0 -1 4194304 1 0"),
            ("proc/21/stat", "21 (kworker/1:2) I 2 0 0 0 -1 69238880 0 0"),
            ("sys/class/block/sda/inflight", "       3        4\n"),
            ("sys/class/block/sda/dev", "8:0\n"),
            ("proc/stat", "cpu  9 9 9 9\ncpu0 1 0 0 3\ncpu1 2 0 0 2\nintr 1\n"),
        ]);
        // The last one has ended since it was listed, and a circle is gone through once.
        assert_eq!(sampler.job_threads(10), [(10, 10), (11, 11), (12, 12), (12, 13)]);
        assert_eq!(sampler.thread_state(12, 13), Some('D'));
        assert_eq!(sampler.thread_state(12, 99), None);
        let of_kernel = [0, 12, 21, 99].map(|process| sampler.is_kernel_thread(process));
        assert_eq!(of_kernel, [Some(true), Some(false), Some(true), None]);
        assert_eq!((sampler.in_flight("sda"), sampler.in_flight("../x")), (Some(7), None));
        assert_eq!(
            (sampler.device_number("sda"), sampler.device_number("sdb")),
            (Some((8, 0)), None)
        );
        assert_eq!(sampler.cpus().len(), 2);
    }

    #[test]
    fn a_thread_that_awaits_completions_does_not_only_sleep() {
        let (folder, sampler) = tree(&[
            ("proc/10/task/10/wchan", "read_events"),
            ("proc/10/task/11/wchan", "io_cqring_wait"),
            ("proc/10/task/12/wchan", "hrtimer_nanosleep"),
            ("proc/10/task/13/wchan", "0"),
            ("proc/20/task/20/wchan", "__io_cqring_wait_schedule"),
            ("proc/20/fd/keep", ""),
        ]);
        let awaits = [10, 11, 12, 13, 14].map(|thread| sampler.awaits_requests(10, thread));
        assert_eq!(awaits, [Some(true), Some(true), Some(false), None, None]);
        assert_eq!(sampler.awaits_requests(20, 20), Some(true));
        let socket = folder.path().join("proc/20/fd/3");
        std::os::unix::fs::symlink("socket:[4711]", socket).unwrap();
        assert_eq!(sampler.awaits_requests(20, 20), None);
    }

    /// Three requests of a ring are in flight, across the wrap of its numbers; those of a process with sockets are not
    /// reported.
    #[test]
    fn rings_tell_what_is_under_way() {
        let ring = "SqMask:\t0x7f\nSqHead:\t1\nSqTail:\t1\nCachedSqHead:\t1\nCqMask:\t0xff\nCqHead:\t4294967294\nCqTail:\t4294967294\nCachedCqTail:\t4294967294\n";
        assert_eq!(in_ring(ring), Some(3));
        assert_eq!(in_ring("CachedSqHead:\t4\nCachedCqTail:\t9\n"), None);
        let (folder, sampler) = tree(&[("proc/10/fdinfo/3", ring), ("proc/10/fd/keep", "")]);
        let link = |target: &str, file: &str| {
            let file = folder.path().join("proc/10/fd").join(file);
            std::os::unix::fs::symlink(target, file).unwrap();
        };
        link("anon_inode:[io_uring]", "3");
        let rings = sampler.rings(10);
        assert_eq!(rings.iter().map(|ring| sampler.in_ring(ring)).collect::<Vec<_>>(), [3]);
        assert_eq!((sampler.rings(11).len(), sampler.in_ring("proc/10/fdinfo/9")), (0, 0));
        link("socket:[4711]", "4");
        assert!(sampler.rings(10).is_empty());
    }

    #[test]
    fn this_process_is_seen() {
        let sampler = Sampler::new(&Root::live());
        let own = std::process::id();
        assert!(sampler.threads(own).contains(&own));
        assert!(sampler.thread_state(own, own).is_some());
        assert!(sampler.process_bytes(own).is_some());
        // Our own program is a file of a device; so is this one as long as it is open.
        let file = std::fs::File::open(std::env::current_exe().unwrap()).unwrap();
        let number = rustix::fs::fstat(&file).unwrap().st_dev;
        let number = (rustix::fs::major(number), rustix::fs::minor(number));
        assert!(sampler.open_devices(own).contains(&number));
        assert!(sampler.open_devices(u32::MAX).is_empty());
    }
}
