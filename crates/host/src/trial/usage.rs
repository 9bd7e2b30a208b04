//! The resources of a command: processor time, and the data that its devices moved.
//!
//! Source: wait4(2), getrusage(2) (time of the process and of the children that it waited for);
//! kernel Documentation/block/stat.rst (fields 3 and 7: sectors of 512 bytes read and written).

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};

use narrows_units::{Bytes, Nanos};

#[derive(Clone, Copy, Debug)]
pub struct CommandUsage {
    pub status: ExitStatus,
    /// Processor time in user mode, of it and the children that it waited for.
    pub user: Nanos,
    /// Processor time in the kernel.
    pub system: Nanos,
}

/// Waits for a child's end.
pub fn wait(child: &Child) -> io::Result<CommandUsage> {
    let pid = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: the kernel writes one `int` and one `struct rusage`; both outlive the call.
        let ended = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
        if ended == pid {
            break;
        }
        let why = io::Error::last_os_error();
        if why.kind() != io::ErrorKind::Interrupted {
            return Err(why);
        }
    }
    // SAFETY: it was zeroed, which is a value of it, and the kernel wrote it.
    let usage = unsafe { usage.assume_init() };
    let (user, system) = (nanos(usage.ru_utime), nanos(usage.ru_stime));
    Ok(CommandUsage { status: ExitStatus::from_raw(status), user, system })
}

fn nanos(time: libc::timeval) -> Nanos {
    let part = |value: i64| u64::try_from(value).unwrap_or_default();
    Nanos::new(part(time.tv_sec) * 1_000_000_000 + part(time.tv_usec) * 1000)
}

/// The data that block devices moved so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovedBytes {
    pub read: Bytes,
    pub written: Bytes,
}

impl MovedBytes {
    /// The sum over these devices, by kernel name.
    pub fn by<'a>(devices: impl Iterator<Item = &'a str>) -> Self {
        devices.map(Self::by_one).fold(Self::default(), |sum, one| {
            let add = |a: Bytes, b: Bytes| Bytes::new(a.get().saturating_add(b.get()));
            Self { read: add(sum.read, one.read), written: add(sum.written, one.written) }
        })
    }

    fn by_one(device: &str) -> Self {
        let text = std::fs::read_to_string(format!("/sys/block/{device}/stat"));
        Self::of_text(&text.unwrap_or_default())
    }

    fn of_text(text: &str) -> Self {
        const SECTOR: u64 = 512;
        let field = |at: usize| {
            let sectors = text.split_whitespace().nth(at).and_then(|field| field.parse().ok());
            Bytes::new(sectors.unwrap_or(0_u64).saturating_mul(SECTOR))
        };
        Self { read: field(2), written: field(6) }
    }

    /// The difference from an earlier sum.
    pub fn since(self, before: Self) -> Self {
        let less = |now: Bytes, then: Bytes| Bytes::new(now.get().saturating_sub(then.get()));
        Self { read: less(self.read, before.read), written: less(self.written, before.written) }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn sectors_are_512_bytes_whatever_the_device_has() {
        let text = "  10  0  8  1  20  0  16  2  0  3  3  0 0 0 0 0 0\n";
        let moved = MovedBytes::of_text(text);
        assert_eq!(moved, MovedBytes { read: Bytes::new(4096), written: Bytes::new(8192) });
        assert_eq!(moved.since(moved), MovedBytes::default());
        assert_eq!(MovedBytes::of_text("nothing"), MovedBytes::default());
    }

    #[test]
    fn a_command_ends_as_it_says() {
        let mut child = Command::new("sh").args(["-c", "exit 3"]).spawn().unwrap();
        let ended = wait(&child).unwrap();
        assert_eq!(ended.status.code(), Some(3));
        assert!(child.wait().is_err(), "it has been waited for");
    }

    #[test]
    fn the_time_of_children_counts() {
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        let mut child =
            Command::new("sh").args(["-c", &format!("sh -c '{work}'; true")]).spawn().unwrap();
        let ended = wait(&child).unwrap();
        assert!(child.wait().is_err());
        assert!(ended.user.get() + ended.system.get() > 1_000_000, "{ended:?}");
    }
}
