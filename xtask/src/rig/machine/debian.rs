//! An emulated machine with a whole Debian on it: systemd, udev, mdadm, and reboots that keep what
//! the drives hold.
//!
//! For: what only a real system does at boot, such as assembling an array under a name of its own
//! choice. Not for: what the small guest shows too, in a tenth of the time.
//!
//! The system is built once with mmdebstrap(1), which needs root, and kept; a run writes to a
//! snapshot of it that has no name (QEMU's `snapshot=on`). The drives are those of a described
//! machine, empty. A reboot is one of the guest only: QEMU, and with it the drives, stays.

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
use crate::{Done, dist, packages, shell};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const CACHE: &str = ".rig/debian";
const SUITE: &str = "bookworm";
const INCLUDED: &str = "systemd,systemd-sysv,udev,mdadm,xfsprogs,kmod,linux-image-cloud-amd64";
/// By which the kernel finds its root.
const LABEL: &str = "rig";
/// Twice what the system takes. Only what is written takes room.
const SIZE: &str = "2G";
/// Two equal drives.
const MACHINE: &str = "pair-on-cpu";
/// Two boots take a minute in all, on a busy machine some more.
const PATIENCE: Duration = Duration::from_secs(480);
/// Drives consist of sectors.
const SECTOR: usize = 512;

const BOOT: &str = include_str!("debian.sh");
const UNIT: &str = include_str!("rig-job.service");
const JOB: &str = include_str!("array.sh");

/// Runs a shell script, by default one that makes an array and looks for it after a reboot; what it
/// leaves in its folder comes to `results`.
pub fn run(root: &Path, job: Option<&str>, results: &Path) -> Done {
    let system = System::get(root)?;
    let binary = dist::build(root)?;
    let machine = Machine::load(root, MACHINE)?;
    let began = Instant::now();
    let file = disk::in_memory("results")?;
    let job = job.unwrap_or(JOB).as_bytes();
    let boot = drive_of("boot", BOOT.as_bytes())?;
    let handed_over = [boot, drive_of("job", job)?, drive_of("narrows", &fs::read(binary)?)?];
    let mut initial = disk::in_memory("initial")?;
    initial.write_all(&fs::read(&system.initial)?)?;
    let drives: Vec<File> =
        machine.drives().map(|it| disk::blank(&it.serial)).collect::<Result<_>>()?;
    let numbers: Vec<RawFd> = drives.iter().map(AsRawFd::as_raw_fd).collect();
    let mut layout = Layout::new(&machine, &numbers);
    layout.arguments.extend(system.drive());
    layout.arguments.extend(handed_over.iter().flat_map(HandedOver::drive));
    let parts = Parts {
        kernel: &system.kernel,
        initial: &initial,
        layout: &layout,
        drives: numbers.len(),
        root: Some(LABEL),
    };
    let said = Guest::start(&parts, Console::Job(file.as_raw_fd()))?.wait(Some(PATIENCE))?;
    eprintln!("debian: {:.1} s", began.elapsed().as_secs_f64());
    super::hand_over(&said, &file, results)
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

/// The built system.
struct System {
    kernel: PathBuf,
    initial: PathBuf,
    image: PathBuf,
}

impl System {
    /// The one that is there already, or a new one.
    fn get(root: &Path) -> Result<Self> {
        let cache = root.join(CACHE);
        if !cache.exists() {
            build(&cache)?;
        }
        let [kernel, initial, image] = ["vmlinuz", "initrd", "image"].map(|it| cache.join(it));
        Ok(Self { kernel, initial, image })
    }

    /// QEMU's arguments for its drive, on which every write is forgotten at the end.
    fn drive(&self) -> [String; 4] {
        let image = self.image.display();
        let drive = format!("file={image},format=raw,if=none,id=root,snapshot=on");
        ["-drive".into(), drive, "-device".into(), virtio("root")]
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
    bootstrap.args(["--quiet", "--variant=minbase", "--include", INCLUDED, SUITE]);
    shell::run(bootstrap.arg(&tree))?;
    furnish(&tree)?;
    take(&tree, "vmlinuz-", &part.join("vmlinuz"))?;
    take(&tree, "initrd.img-", &part.join("initrd"))?;
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
    Ok(())
}

/// Moves the one file of /boot whose name begins so.
fn take(tree: &Path, prefix: &str, to: &Path) -> Done {
    for entry in fs::read_dir(tree.join("boot"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            return Ok(fs::rename(entry.path(), to)?);
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
