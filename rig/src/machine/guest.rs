//! A running QEMU: started, watched, and ended whatever happens to us.
//!
//! It leaves nothing behind: its drives, results and control channel have no names, and the kernel
//! ends it with its parent (prctl(2), PR_SET_PDEATHSIG, set by setpriv(1)).

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};
use xtask::Fallible;

use super::disk;
use super::faults::FaultInjector;
use super::layout::QemuLayout;
use super::qmp::Qmp;
use super::registers;

/// Intel's and AMD's virtualisation, of which a foreign kernel can rely that it boots; other
/// drivers offer /dev/kvm too, and then hang.
const KVM: &[&str] = &["/sys/module/kvm_intel", "/sys/module/kvm_amd"];

/// A guest's output when its job begins.
const BEGUN: &str = "RIG-START";

pub struct GuestParts<'a> {
    pub kernel: &'a Path,
    /// Its first file system, in memory.
    pub initial: &'a File,
    pub layout: &'a QemuLayout,
    pub drives: usize,
    /// The label of the file system with a whole system, for which the first one only looks. A
    /// guest that has one may reboot.
    pub root: Option<&'a str>,
}

/// How the guest talks to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Console {
    /// It runs a job; its output goes to standard error, results into this open file.
    Job(RawFd),
    Shell,
}

/// A running guest; dropping it ends it.
pub struct Guest {
    qemu: Child,
    console: Option<JoinHandle<Vec<String>>>,
    has_begun: Arc<AtomicBool>,
}

impl Guest {
    pub fn start(parts: &GuestParts<'_>, console: Console) -> Fallible<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        // Rust opens with close-on-exec, and QEMU must inherit this end.
        fcntl_setfd(&theirs, FdFlags::empty())?;
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "--", "qemu-system-x86_64"]);
        command.args(arguments(parts, console, theirs.as_raw_fd()));
        command.args(&parts.layout.arguments);
        if console != Console::Shell {
            command.stdin(Stdio::null()).stdout(Stdio::piped());
        }
        let mut qemu = command.spawn().map_err(|error| format!("setpriv: {error}"))?;
        // Only QEMU has its end now: the channel closes with it.
        drop(theirs);
        let out = qemu.stdout.take();
        let has_begun = Arc::new(AtomicBool::new(false));
        let mut guest = Self { qemu, console: None, has_begun: has_begun.clone() };
        let mut qmp = Qmp::greet(ours)?;
        let ends_on_reboot = console != Console::Shell && parts.root.is_none();
        registers::start(&mut qmp, guest.qemu.id(), &parts.layout.patches, ends_on_reboot)?;
        let faults = FaultInjector::new(qmp, &parts.layout.bays);
        guest.console = out.map(|out| std::thread::spawn(move || follow(out, faults, &has_begun)));
        Ok(guest)
    }

    /// Whether its job began within this time, or it ended. Emulated processors rarely wait for each other
    /// without end while the kernel starts.
    pub fn begins_within(&mut self, patience: Duration) -> Fallible<bool> {
        let began = Instant::now();
        while !self.has_begun.load(Ordering::Relaxed) && self.qemu.try_wait()?.is_none() {
            if began.elapsed() > patience {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(true)
    }

    /// Waits for the guest's end and returns its output; an error if it takes longer than the
    /// limit, if there is one.
    pub fn wait(mut self, patience: Option<Duration>) -> Fallible<Vec<String>> {
        let began = Instant::now();
        while self.qemu.try_wait()?.is_none() {
            if let Some(patience) = patience.filter(|patience| began.elapsed() > *patience) {
                return Err(format!("not done after {} s", patience.as_secs()).into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let console = self.console.take().map(JoinHandle::join);
        Ok(console.and_then(std::result::Result::ok).unwrap_or_default())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended by itself; both then have nothing to do.
        let _ = self.qemu.kill();
        let _ = self.qemu.wait();
    }
}

fn arguments(parts: &GuestParts<'_>, console: Console, control: RawFd) -> Vec<String> {
    let accelerator =
        if KVM.iter().any(|path| Path::new(path).exists()) { "kvm" } else { "tcg,thread=multi" };
    // `-S`: it stands still until its links are to be written.
    let mut words = vec!["-M", "q35", "-accel", accelerator, "-cpu", "max", "-S"];
    words.extend(["-nodefaults", "-no-user-config", "-display", "none"]);
    // Slots are numbered by the ports themselves, not by the firmware, which calls every one 0.
    words.extend(["-global", "ICH9-LPC.acpi-pci-hotplug-with-bridge-support=off"]);
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    let mut pair = |option: &str, value: String| words.extend([option.to_owned(), value]);
    pair("-kernel", parts.kernel.display().to_string());
    pair("-initrd", disk::path(parts.initial.as_raw_fd()));
    pair("-append", command_line(parts.drives, console, parts.root));
    pair("-chardev", format!("socket,id=control,fd={control}"));
    pair("-mon", "chardev=control,mode=control".to_owned());
    match console {
        Console::Shell => pair("-serial", "mon:stdio".to_owned()),
        Console::Job(results) => {
            pair("-serial", "stdio".to_owned());
            pair("-serial", format!("file:{}", disk::path(results)));
        }
    }
    words
}

/// A kernel that fails reboots at once, which is the guest's end.
fn command_line(drives: usize, console: Console, root: Option<&str>) -> String {
    let shell = if console == Console::Shell { " rig_shell=1" } else { "" };
    let root = root.map_or_else(String::new, |label| format!(" root=LABEL={label} rw"));
    format!("console=ttyS0 quiet panic=-1 tsc=reliable rig_drives={drives}{shell}{root}")
}

/// Passes on the guest's output, keeps it, and injects the faults that it requests.
fn follow(
    out: impl std::io::Read,
    mut faults: FaultInjector,
    has_begun: &AtomicBool,
) -> Vec<String> {
    let mut lines = Vec::new();
    for line in BufReader::new(out).split(b'\n').map_while(std::result::Result::ok) {
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        // There may be no reader.
        let _ = writeln!(std::io::stderr(), "| {line}");
        if let Err(why) = faults.hear(&line) {
            let _ = writeln!(std::io::stderr(), "fault: {why}");
        }
        if line.starts_with(BEGUN) {
            has_begun.store(true, Ordering::Relaxed);
        }
        lines.push(line);
    }
    lines
}

/// The job's exit code, from the end of the guest's output; `None` if it did not get there.
pub fn exit_code(texts: &[String]) -> Option<u8> {
    texts.iter().rev().find_map(|line| line.split_once("RIG-RC ")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_guest_that_came_to_its_end_has_an_exit_code() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            exit_code(&lines("boot\nRIG-START 2.1\nRIG-RC 3\n[ 9.1] reboot: Power down")),
            Some(3)
        );
        assert_eq!(exit_code(&lines("boot\nKernel panic")), None);
    }

    #[test]
    fn the_guest_is_told_how_many_drives_to_wait_for() {
        assert!(command_line(3, Console::Job(5), None).ends_with("rig_drives=3"));
        assert!(command_line(3, Console::Shell, None).contains("rig_shell=1"));
        assert!(command_line(2, Console::Job(5), Some("a")).ends_with("=2 root=LABEL=a rw"));
    }
}
