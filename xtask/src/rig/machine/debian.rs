//! An emulated machine with a whole Debian on it: systemd, udev, mdadm, and reboots that keep what
//! the drives hold.
//!
//! For: what only a real system does at boot, such as assembling an array under a name of its own
//! choice. Not for: what the small guest shows too, in a tenth of the time.
//!
//! The system is built once with mmdebstrap(1), which needs root, and kept; a run writes to a
//! copy of it that has no name. The drives are those of a described machine, empty. A reboot is a new
//! QEMU over the same drives, with the initial RAM disk that the system itself has in /boot by then: as
//! after a power cut, nothing but what the drives hold is left.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::description::Machine;
use super::disk;
use super::guest::{Console, Guest, Parts};
use super::layout::Layout;
use crate::{Done, binary, dist, packages, shell};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const CACHE: &str = ".rig/debian-2";
const INCLUDED: &str = "systemd,systemd-sysv,udev,dbus,mdadm,lvm2,xfsprogs,btrfs-progs,e2fsprogs,fdisk,kmod,\
    linux-image-cloud-amd64";
/// What its initial RAM disk holds: few modules and a fast packer, because it is made in the emulator.
const INITRAMFS: &str = "MODULES=list\nBUSYBOX=auto\nCOMPRESS=gzip\n";
const MODULES: &str = "virtio_blk\nvirtio_pci\next4\nraid0\nraid1\nraid10\nraid456\n";
/// Where the host is no Debian.
const SUITE: &str = "bookworm";
/// By which the kernel finds its root.
const LABEL: &str = "rig";
/// Twice what the system takes. Only what is written takes room.
const SIZE: &str = "2G";
/// Two equal drives.
const MACHINE: &str = "pair-on-cpu";
/// One start with all that the job does. A new initial RAM disk takes a minute or two here, on a busy
/// machine some more.
const PATIENCE: Duration = Duration::from_secs(900);
/// More starts than this are a job that never ends.
const MOST_STARTS: usize = 64;
/// With this the guest asks to be started again.
const AGAIN: &str = "RIG-AGAIN";
/// Drives consist of sectors.
const SECTOR: usize = 512;

const BOOT: &str = include_str!("debian.sh");
const UNIT: &str = include_str!("rig-job.service");
const JOB: &str = include_str!("array.sh");

/// Runs a shell script, by default one that makes an array and looks for it after a reboot; what it
/// leaves in its folder comes to `results`.
pub fn run(root: &Path, job: Option<&str>, results: &Path) -> Done {
    let system = System::get(root)?;
    let binary = stripped(&program(root)?)?;
    let machine = Machine::load(root, MACHINE)?;
    let began = Instant::now();
    let file = disk::in_memory("results")?;
    let job = job.unwrap_or(JOB).as_bytes();
    let boot = drive_of("boot", BOOT.as_bytes())?;
    let handed_over = [boot, drive_of("job", job)?, drive_of("narrows", &binary)?];
    let drives: Vec<File> =
        machine.drives().map(|it| disk::blank(&it.serial)).collect::<Result<_>>()?;
    let numbers: Vec<RawFd> = drives.iter().map(AsRawFd::as_raw_fd).collect();
    let image = system.copy()?;
    let mut layout = Layout::new(&machine, &numbers);
    layout.arguments.extend(drive_of_system(&image));
    layout.arguments.extend(handed_over.iter().flat_map(HandedOver::drive));
    let mut said = Vec::new();
    for _ in 0..MOST_STARTS {
        let initial = system.initial_in(&image)?;
        let parts = Parts {
            kernel: &system.kernel,
            initial: &initial,
            layout: &layout,
            drives: numbers.len(),
            root: Some(LABEL),
        };
        let now = Guest::start(&parts, Console::Job(file.as_raw_fd()))?.wait(Some(PATIENCE))?;
        let is_again = now.iter().any(|line| line.contains(AGAIN));
        said.extend(now);
        if !is_again {
            break;
        }
    }
    eprintln!("debian: {:.1} s", began.elapsed().as_secs_f64());
    super::hand_over(&said, &file, results)
}

/// The program that the environment names, else the packaged one, which runs on any Debian.
fn program(root: &Path) -> Result<PathBuf> {
    match binary::named() {
        Some(program) => Ok(program),
        None => dist::build(root),
    }
}

/// The suite of this host, whose programs then run in the guest, too.
fn suite() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let value =
        |key: &str| release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    match (value("ID"), value("VERSION_CODENAME")) {
        (Some("debian"), Some(suite)) => suite.to_owned(),
        _ => SUITE.to_owned(),
    }
}

/// A program without what only debuggers read: every boot copies it.
fn stripped(program: &Path) -> Result<Vec<u8>> {
    let file = disk::in_memory("stripped")?;
    let to = disk::path(file.as_raw_fd());
    shell::output(Command::new("objcopy").arg("--strip-all").arg(program).arg(&to))?;
    Ok(fs::read(to)?)
}

/// A script or a program as the content of a drive, which udev calls `virtio-rig-NAME`.
struct HandedOver {
    name: &'static str,
    content: File,
}

/// Lines that say nothing fill the last sector, which neither a shell nor the loader of programs
/// minds.
fn drive_of(name: &'static str, bytes: &[u8]) -> Result<HandedOver> {
    let mut content = disk::in_memory(name)?;
    content.write_all(bytes)?;
    content.write_all(&vec![b'\n'; bytes.len().next_multiple_of(SECTOR) - bytes.len()])?;
    Ok(HandedOver { name, content })
}

impl HandedOver {
    /// QEMU's arguments.
    fn drive(&self) -> [String; 4] {
        let (name, path) = (self.name, disk::path(self.content.as_raw_fd()));
        let node = format!("driver=file,filename={path},locking=off,read-only=on,node-name={name}");
        ["-blockdev".into(), node, "-device".into(), virtio(name)]
    }
}

fn virtio(name: &str) -> String {
    format!("virtio-blk-pci,drive={name},serial=rig-{name}")
}

/// The system's drive.
fn drive_of_system(image: &File) -> [String; 4] {
    let drive = format!("file={},format=raw,if=none,id=root", disk::path(image.as_raw_fd()));
    ["-drive".into(), drive, "-device".into(), virtio("root")]
}

/// The built system.
struct System {
    kernel: PathBuf,
    image: PathBuf,
    /// The kernel's release, by which its initial RAM disk is called.
    release: String,
}

impl System {
    /// The one that is there already, or a new one.
    fn get(root: &Path) -> Result<Self> {
        let cache = root.join(CACHE);
        if !cache.exists() {
            build(&cache)?;
        }
        let [kernel, image] = ["vmlinuz", "image"].map(|it| cache.join(it));
        Ok(Self { kernel, image, release: fs::read_to_string(cache.join("release"))? })
    }

    /// Its drive, to be written to; holes stay holes.
    fn copy(&self) -> Result<File> {
        let copy = disk::in_memory("system")?;
        let mut cp = Command::new("cp");
        cp.arg("--sparse=always").arg(&self.image).arg(disk::path(copy.as_raw_fd()));
        shell::run(&mut cp)?;
        Ok(copy)
    }

    /// The initial RAM disk that stands on its drive by now. What a power cut left is put in order first, as
    /// the kernel would.
    fn initial_in(&self, image: &File) -> Result<File> {
        let drive = disk::path(image.as_raw_fd());
        // It tells what it mended by its exit code.
        shell::output(Command::new("sh").args([
            "-c",
            "e2fsck -p \"$1\" || [ $? -le 1 ]",
            "sh",
            &drive,
        ]))?;
        let initial = disk::in_memory("initial")?;
        let to = disk::path(initial.as_raw_fd());
        let dump = format!("dump /boot/initrd.img-{} {to}", self.release);
        shell::output(Command::new("debugfs").args(["-R", &dump, &drive]))?;
        match initial.metadata()?.len() {
            0 => Err("the system has no initial RAM disk any more".into()),
            _ => Ok(initial),
        }
    }
}

/// Builds beside the final place, so that what stands there is always whole.
fn build(cache: &Path) -> Done {
    if !shell::is_root() {
        return Err("building a Debian needs root".into());
    }
    packages::install_mmdebstrap()?;
    let part = cache.with_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    let tree = part.join("tree");
    fs::create_dir_all(&part)?;
    let mut bootstrap = Command::new("mmdebstrap");
    bootstrap.args(["--quiet", "--variant=minbase", "--include", INCLUDED, &suite()]);
    shell::run(bootstrap.arg(&tree))?;
    furnish(&tree)?;
    let release = copy(&tree, "vmlinuz-", &part.join("vmlinuz"))?;
    fs::write(part.join("release"), release)?;
    let mut format = Command::new("mke2fs");
    format.args(["-q", "-t", "ext4", "-L", LABEL, "-d"]).arg(&tree);
    shell::run(format.arg(part.join("image")).arg(SIZE))?;
    fs::remove_dir_all(&tree)?;
    Ok(fs::rename(&part, cache)?)
}

/// What makes the system the rig's.
fn furnish(tree: &Path) -> Done {
    let units = tree.join("etc/systemd/system");
    fs::write(tree.join("etc/hostname"), "rig\n")?;
    fs::write(units.join("rig-job.service"), UNIT)?;
    let wanted = units.join("multi-user.target.wants");
    fs::create_dir_all(&wanted)?;
    symlink("../rig-job.service", wanted.join("rig-job.service"))?;
    // Its hangup would cut off what the job says; the rest would only take time.
    for unit in ["serial-getty@ttyS0.service", "apt-daily.timer", "fstrim.timer"] {
        symlink("/dev/null", units.join(unit))?;
    }
    let tools = tree.join("etc/initramfs-tools");
    fs::create_dir_all(tools.join("conf.d"))?;
    fs::write(tools.join("conf.d/rig"), INITRAMFS)?;
    fs::write(tools.join("modules"), MODULES)?;
    let mut renew = Command::new("chroot");
    shell::run(renew.arg(tree).args(["update-initramfs", "-u", "-k", "all"]))
}

/// Copies the one file of /boot whose name begins so, and gives the rest of its name.
fn copy(tree: &Path, prefix: &str, to: &Path) -> Result<String> {
    for entry in fs::read_dir(tree.join("boot"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(rest) = name.strip_prefix(prefix) {
            fs::copy(entry.path(), to)?;
            return Ok(rest.to_owned());
        }
    }
    Err(format!("the built system has no {prefix}*").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_over_fills_whole_sectors() {
        let size = |bytes: &[u8]| drive_of("a", bytes).unwrap().content.metadata().unwrap().len();
        assert_eq!(size(b"#!/bin/sh\n"), 512);
        assert_eq!(size(&[7; 512]), 512);
        assert_eq!(size(&[7; 513]), 1024);
    }
}
