//! An emulated machine with a whole Debian: systemd, udev, mdadm, reboots that keep the drives.
//!
//! For: things that only a real system does at boot, such as assembling an array under a name of
//! its choice. Not for: things the small guest shows in a tenth of the time.
//!
//! The system is built once with mmdebstrap(1), which needs root, and kept; a run writes to an unnamed
//! copy of it. The drives are those of a described machine, empty. A reboot is a new QEMU over the drives
//! that are in their bays by then (`bays`), with the initial RAM disk that the system itself has in /boot:
//! only the drives' contents survive. A power cut is the end of QEMU in the middle of its work: data not
//! flushed by the guest is lost.

use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::bays::MachineBays;
use super::description::RigMachine;
use super::disk;
use super::faults::CUT;
use super::guest::{Console, Guest, GuestParts};
use super::layout::QemuLayout;
use xtask::{Fallible, binary, dist, packages, shell};

const CACHE: &str = ".rig/debian-3";
const INCLUDED: &str = "systemd,systemd-sysv,udev,dbus,mdadm,lvm2,xfsprogs,btrfs-progs,e2fsprogs,fdisk,kmod,\
    linux-image-cloud-amd64";
/// Its initial RAM disk: few modules, packed fast, because the emulator makes it.
const INITRAMFS: &str = "MODULES=list\nBUSYBOX=auto\nCOMPRESS=gzip\nCOMPRESSLEVEL=1\n";
const MODULES: &str = "virtio_blk\nvirtio_pci\next4\nraid0\nraid1\nraid10\nraid456\n";
/// On a busy host everything takes many times as long as on a machine, drives and shutdowns, too.
const SYSTEMD: &str = "[Manager]\nDefaultDeviceTimeoutSec=20min\nDefaultTimeoutStartSec=20min\n\
    DefaultTimeoutStopSec=20min\n";
/// The first one's hangup would cut off the job's output; the others would only take time.
const NEEDLESS: [&str; 12] = [
    "serial-getty@ttyS0.service",
    "getty.target",
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "dpkg-db-backup.timer",
    "fstrim.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "systemd-logind.service",
    "systemd-binfmt.service",
    "systemd-update-utmp.service",
    "modprobe@drm.service",
];
/// Used if the host is not Debian.
const SUITE: &str = "bookworm";
/// By which the kernel finds its root.
const LABEL: &str = "rig";
/// Twice the system's size. Only written parts take room.
const SIZE: &str = "2G";
/// Two equal drives.
pub const MACHINE: &str = "pair-on-cpu";
/// Enough for every file system over a pair, and soon synchronised.
const DRIVE_SIZE: u64 = 256 << 20;
/// One start with all that the job does. A new initial RAM disk takes a minute or two here, on a busy
/// machine several times that.
const PATIENCE: Duration = Duration::from_secs(1800);
/// From power on to the job: 15 s, on a busy machine several times that.
const START: Duration = Duration::from_secs(240);
/// So often a system is started that hangs before its job began.
const MOST_HANGS: u32 = 3;
/// More starts than this are a job that never ends.
const MOST_STARTS: usize = 64;
/// With this the guest asks to be started again.
const AGAIN: &str = "RIG-AGAIN";

const BOOT: &str = include_str!("debian.sh");
const UNIT: &str = include_str!("rig-job.service");
const JOB: &str = include_str!("array.sh");

/// Why it cannot run here; none when it can. Builds the system, once.
pub fn missing(root: &Path) -> Option<String> {
    let programs = ["mke2fs", "e2fsck", "debugfs", "objcopy"];
    let program = programs.into_iter().find(|program| !shell::is_installed(program));
    let no_program = program.map(|program| format!("{program} is not installed"));
    let not_runnable = || {
        let program = binary::named()?;
        let needs_loader = fs::read(&program).is_ok_and(|elf| dist::needs_loader(&elf));
        let is_foreign = needs_loader && own_suite().is_none();
        is_foreign.then(|| format!("{} needs the libraries of this host", program.display()))
    };
    let no_system = || {
        let why = DebianSystem::get(root).err()?;
        Some(format!("there is no Debian for the guest: {why}"))
    };
    super::missing(root).or(no_program).or_else(not_runnable).or_else(no_system)
}

/// Runs a shell script in the machine of that name, by default one that makes an array and looks for it
/// after a reboot; the contents of its folder come to `results`.
pub fn run(root: &Path, machine: &str, job: Option<&str>, results: &Path) -> Fallible {
    let system = DebianSystem::get(root)?;
    let narrows = program(root)?;
    let mut bays = MachineBays::new(RigMachine::load(root, machine)?, DRIVE_SIZE)?;
    let began = Instant::now();
    let file = disk::in_memory("results")?;
    let scripts = [("boot", BOOT), ("job", job.unwrap_or(JOB))];
    let handed_over = handed_over(&scripts, &narrows)?;
    let image = system.copy()?;
    let mut lines = Vec::new();
    for _ in 0..MOST_STARTS {
        let now = start(&system, &bays, (&image, &handed_over), &file)?;
        bays.hear(&now)?;
        let is_again = now.iter().any(|line| [AGAIN, CUT].contains(&line.trim()));
        lines.extend(now);
        if !is_again {
            break;
        }
    }
    eprintln!("debian: {:.1} s", began.elapsed().as_secs_f64());
    super::hand_over(&lines, &file, results)
}

/// Starts the system on its drive, with the drives that are in, and waits until it is off; gives its output.
fn start(
    system: &DebianSystem,
    bays: &MachineBays,
    (image, handed_over): (&File, &File),
    results: &File,
) -> Fallible<Vec<String>> {
    let (machine, drives) = bays.machine();
    let mut layout = QemuLayout::new(&machine, &drives);
    layout.arguments.extend(drive("root", image, false));
    layout.arguments.extend(drive("handed-over", handed_over, true));
    let initial = system.initial_in(image)?;
    let parts = GuestParts {
        kernel: &system.kernel,
        initial: &initial,
        layout: &layout,
        drives: drives.len(),
        root: Some(LABEL),
    };
    for _ in 0..MOST_HANGS {
        let mut guest = Guest::start(&parts, Console::Job(results.as_raw_fd()))?;
        if guest.begins_within(START)? {
            return guest.wait(Some(PATIENCE));
        }
        eprintln!("not started within {} s; ended and started anew", START.as_secs());
    }
    Err(format!("not started in {MOST_HANGS} attempts").into())
}

/// The program that the environment names, else the packaged one, which runs on any Debian.
fn program(root: &Path) -> Fallible<PathBuf> {
    match binary::named() {
        Some(program) => Ok(program),
        None => dist::build(root),
    }
}

/// The suite of this host, whose programs then run in the guest, too; `None` if it is not Debian.
fn own_suite() -> Option<String> {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let value =
        |key: &str| release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    (value("ID") == Some("debian")).then(|| value("VERSION_CODENAME").map(str::to_owned))?
}

/// A read-only drive with a file system: the scripts, and the program without its debugging data.
fn handed_over(scripts: &[(&str, &str)], narrows: &Path) -> Fallible<File> {
    let tree = tempfile::tempdir()?;
    for (name, script) in scripts {
        let path = tree.path().join(name);
        fs::write(&path, script)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    let program = tree.path().join("narrows");
    shell::output(Command::new("objcopy").arg("--strip-all").arg(narrows).arg(&program))?;
    let room = fs::metadata(&program)?.len();
    let file = disk::blank("handed-over", (room + room / 8).next_multiple_of(1 << 20) + (4 << 20))?;
    let mut format = Command::new("mke2fs");
    format.args(["-q", "-F", "-t", "ext4", "-O", "^has_journal", "-m", "0", "-d"]).arg(tree.path());
    shell::output(format.arg(disk::path(file.as_raw_fd())))?;
    Ok(file)
}

/// QEMU's arguments for a drive that udev calls `virtio-rig-NAME`.
fn drive(name: &str, content: &File, is_read_only: bool) -> [String; 4] {
    let path = disk::path(content.as_raw_fd());
    let read_only = if is_read_only { "on" } else { "off" };
    let node =
        format!("driver=file,filename={path},locking=off,read-only={read_only},node-name={name}");
    let device = format!("virtio-blk-pci,drive={name},serial=rig-{name}");
    ["-blockdev".into(), node, "-device".into(), device]
}

struct DebianSystem {
    kernel: PathBuf,
    image: PathBuf,
    /// The kernel's release, by which its initial RAM disk is called.
    release: String,
}

impl DebianSystem {
    /// The existing one, or a new one.
    fn get(root: &Path) -> Fallible<Self> {
        let cache = root.join(CACHE);
        if !cache.exists() {
            build(&cache)?;
        }
        let [kernel, image] = ["vmlinuz", "image"].map(|it| cache.join(it));
        Ok(Self { kernel, image, release: fs::read_to_string(cache.join("release"))? })
    }

    /// Its drive, to be written to; holes stay holes.
    fn copy(&self) -> Fallible<File> {
        let copy = disk::in_memory("system")?;
        let mut cp = Command::new("cp");
        cp.arg("--sparse=always").arg(&self.image).arg(disk::path(copy.as_raw_fd()));
        shell::run(&mut cp)?;
        Ok(copy)
    }

    /// The initial RAM disk on its drive, which is repaired first, as the kernel would.
    fn initial_in(&self, image: &File) -> Fallible<File> {
        let drive = disk::path(image.as_raw_fd());
        // Its exit code reports repairs.
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

/// Builds beside the final place, so that the contents there are always whole.
fn build(cache: &Path) -> Fallible {
    if !shell::is_root() {
        return Err("building a Debian needs root".into());
    }
    packages::install_for(&["mmdebstrap"]);
    let part = cache.with_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    let tree = part.join("tree");
    fs::create_dir_all(&part)?;
    let mut bootstrap = Command::new("mmdebstrap");
    let suite = own_suite().unwrap_or_else(|| SUITE.to_owned());
    bootstrap.args(["--quiet", "--variant=minbase", "--include", INCLUDED, &suite]);
    shell::run(bootstrap.arg(&tree))?;
    let units = tree.join("etc/systemd/system");
    fs::write(tree.join("etc/hostname"), "rig\n")?;
    fs::write(units.join("rig-job.service"), UNIT)?;
    let wanted = units.join("multi-user.target.wants");
    fs::create_dir_all(&wanted)?;
    symlink("../rig-job.service", wanted.join("rig-job.service"))?;
    for unit in NEEDLESS {
        symlink("/dev/null", units.join(unit))?;
    }
    let manager = tree.join("etc/systemd/system.conf.d");
    fs::create_dir_all(&manager)?;
    fs::write(manager.join("rig.conf"), SYSTEMD)?;
    let tools = tree.join("etc/initramfs-tools");
    fs::create_dir_all(tools.join("conf.d"))?;
    fs::write(tools.join("conf.d/rig"), INITRAMFS)?;
    fs::write(tools.join("modules"), MODULES)?;
    let mut renew = Command::new("chroot");
    shell::run(renew.arg(&tree).args(["update-initramfs", "-u", "-k", "all"]))?;
    let release = copy(&tree, "vmlinuz-", &part.join("vmlinuz"))?;
    fs::write(part.join("release"), release)?;
    let mut format = Command::new("mke2fs");
    format.args(["-q", "-t", "ext4", "-L", LABEL, "-d"]).arg(&tree);
    shell::run(format.arg(part.join("image")).arg(SIZE))?;
    fs::remove_dir_all(&tree)?;
    Ok(fs::rename(&part, cache)?)
}

/// Copies the one file of /boot whose name begins so, and gives the rest of its name.
fn copy(tree: &Path, prefix: &str, to: &Path) -> Fallible<String> {
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
