//! An emulated machine with a real PCIe tree: QEMU's root ports, switches and NVMe drives, with
//! links of chosen speed and width, and limits that are those links.
//!
//! For: trying the binary on a kernel that shows it such a machine. Pages: docs/rigs.md.

mod bays;
pub mod cpio;
pub mod debian;
pub mod description;
mod disk;
mod faults;
mod guest;
pub mod initial;
pub mod kernel;
mod layout;
mod programs;
mod qmp;
mod registers;

use std::fs;
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use description::RigMachine;
use guest::{Console, Guest, GuestParts};
use kernel::{Kernel, KernelFlavour};
use layout::QemuLayout;
use xtask::{Fallible, binary, shell};

/// The main job on eight drives takes a minute in the guest, trials three; a machine that does more
/// beside takes its time.
const PATIENCE: Duration = Duration::from_secs(600);

const JOB: &str = include_str!("job.sh");

/// Why no such machine can run here; none when one can. Fetches the kernel, once.
pub fn missing(root: &Path) -> Option<String> {
    let programs = ["qemu-system-x86_64", "modprobe", "setpriv", "mkfs.xfs", "mkfs.ext4", "tar"];
    let program = programs.into_iter().find(|program| !shell::is_installed(program));
    let no_program = program.map(|program| format!("{program} is not installed"));
    let no_shell = || Some(initial::busybox().err()?.to_string());
    let no_kernel = || {
        let why = Kernel::get(root, KernelFlavour::Cloud, &[]).err()?;
        Some(format!("there is no kernel for the guest: {why}"))
    };
    no_program.or_else(no_shell).or_else(no_kernel)
}

/// Runs a shell script, the usual job by default, in the machine of that name; the contents of its
/// folder come to `results`.
pub fn run(root: &Path, name: &str, job: Option<&str>, results: &Path) -> Fallible {
    let machine = RigMachine::load(root, name)?;
    let binary = binary::narrows(root)?;
    let began = Instant::now();
    let file = disk::in_memory("results")?;
    let lines = with_parts(root, &machine, job.unwrap_or(JOB), &binary, |parts| {
        Guest::start(parts, Console::Job(file.as_raw_fd()))?.wait(Some(PATIENCE))
    })?;
    eprintln!("{name}: {:.1} s", began.elapsed().as_secs_f64());
    hand_over(&lines, &file, results)
}

/// Unpacks the guest's results, and fails if its job did.
fn hand_over(texts: &[String], file: &fs::File, results: &Path) -> Fallible {
    let code = guest::exit_code(texts).ok_or("the guest ended before its job did")?;
    unpack(&fs::read(disk::path(file.as_raw_fd()))?, results)?;
    println!("{}", results.display());
    if code == 0 { Ok(()) } else { Err(format!("the job ended with {code}").into()) }
}

/// Leaves the machine of that name standing with a shell on our terminal.
pub fn up(root: &Path, name: &str) -> Fallible {
    let machine = RigMachine::load(root, name)?;
    let binary = binary::narrows(root)?;
    with_parts(root, &machine, "", &binary, |parts| {
        Guest::start(parts, Console::Shell)?.wait(None)
    })?;
    Ok(())
}

fn with_parts<T>(
    root: &Path,
    machine: &RigMachine,
    job: &str,
    binary: &Path,
    go: impl FnOnce(&GuestParts<'_>) -> Fallible<T>,
) -> Fallible<T> {
    let kernel = Kernel::get(root, machine.kernel, &machine.modules)?;
    let mut initial = disk::in_memory("initial")?;
    initial.write_all(&initial::file_system(&kernel, job, binary, &machine.programs)?)?;
    let drives =
        machine.drives().map(|drive| disk::formatted(&drive.serial, machine.file_system(drive)));
    let drives: Vec<fs::File> = drives.collect::<Result<_, _>>()?;
    let numbers: Vec<RawFd> = drives.iter().map(AsRawFd::as_raw_fd).collect();
    let layout = QemuLayout::new(machine, &numbers);
    let (kernel, initial) = (kernel.image.as_path(), &initial);
    go(&GuestParts { kernel, initial, layout: &layout, drives: numbers.len(), root: None })
}

/// Replaces the folder by the archive's contents.
fn unpack(archive: &[u8], folder: &Path) -> Fallible {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut tar = Command::new("tar");
    tar.args(["-xz", "--no-same-owner", "-C"]).arg(folder);
    let mut tar = tar.stdin(Stdio::piped()).spawn()?;
    let written = tar.stdin.take().ok_or("no pipe to tar")?.write_all(archive);
    let status = tar.wait()?;
    written?;
    if status.success() { Ok(()) } else { Err("the results are no archive".into()) }
}
