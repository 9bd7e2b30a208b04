//! The loop rig: real block devices that share a limit, in memory, in seconds.
//!
//! A file in memory is a loop device, the shared one; its file system contains the files of further
//! loop devices, the drives, each formatted and mounted. Every device has its own limit, and the
//! drives' reads are charged to the shared one as well, because the kernel charges a loop device's
//! own I/O to the requester (`blkcg` in drivers/block/loop.c).
//!
//! A process holds it: its mount namespace has the mounts, and each device lets go of its file with
//! its last user. So a kill of the holder, at any moment but that between attaching a device and
//! mounting it, leaves nothing but an empty control group; the next rig clears up both. Inside, all
//! other drives of the machine are mounted read-only.
//!
//! Lessons from trying: files of the drives must be written throughout, without discards
//! afterwards, since holes never reach the shared device; limits are set after that; they bind one
//! control group, which is why commands are run through [`enter`]; requests over 512 KiB straight
//! on a limited loop device can be charged twice, which file systems never send.

pub mod chore;
mod group;
mod leftovers;
mod plan;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;

use self::group::LimitGroup;
use self::plan::LoopFileSystem;
pub use self::plan::LoopPlan;
use super::{loopdev, namespace};
use xtask::Fallible;
use xtask::shell::{self, output};

/// Where everything is mounted, in the rig's own namespace.
const BED: &str = "/mnt";
/// Names images and control group; followed by the holder's process id.
const NAME: &str = "narrows-rig-";
/// The file system on the shared device takes so much of it at most.
const SHARED_EXTRA_MIB: u64 = 500;

/// A rig that is up. `xtask rig loop hold` prints it as JSON.
#[derive(Serialize)]
pub struct LoopRig {
    /// The process whose end takes it down.
    holder: u32,
    /// The control group in which its limits hold.
    group: PathBuf,
    shared: RigLoopDevice,
    drives: Vec<RigLoopDevice>,
    /// Takes the limits away when it goes.
    #[serde(skip)]
    _limits: LimitGroup,
}

#[derive(Serialize)]
struct RigLoopDevice {
    name: String,
    number: String,
    /// The file behind it, under its path inside.
    image: PathBuf,
    mount: PathBuf,
    file_system: LoopFileSystem,
}

/// Why there can be no such rig here; none when there can.
pub fn missing() -> Option<String> {
    let programs = ["mkfs.ext4", "nsenter", "dd"];
    let absent = || programs.into_iter().find(|program| !shell::is_installed(program));
    loopdev::missing().or_else(|| absent().map(|it| format!("{it} is not installed")))
}

impl LoopRig {
    /// Sets one up in a mount namespace of our own, which we must be in already.
    fn new(plan: &LoopPlan) -> Fallible<Self> {
        leftovers::sweep()?;
        let holder = std::process::id();
        let limits = LimitGroup::new(&format!("{NAME}{holder}"))?;
        // Remounts file systems on the machine's own block devices read-only, for us and inside.
        let mounts = fs::read_to_string("/proc/self/mountinfo")?;
        for target in mounts.lines().filter_map(on_block_device) {
            let words = ["-o", "remount,bind,ro", target];
            output(Command::new("mount").args(words))?;
        }

        let size = format!("size={}m", plan.whole_mib() + 2 * SHARED_EXTRA_MIB);
        output(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "narrows-rig", BED]))?;
        let bed = Path::new(BED);
        let below = bed.join(format!("{NAME}{holder}-shared.img"));
        File::create_new(&below)?.set_len((plan.whole_mib() + SHARED_EXTRA_MIB) << 20)?;
        let shared = RigLoopDevice::new(below, bed.join("shared"), LoopFileSystem::Xfs)?;
        let mut drives = Vec::new();
        for number in 1..=plan.drives {
            let image = shared.mount.join(format!("{NAME}{holder}-drive-{number}.img"));
            write_throughout(&image, plan.size_mib)?;
            let mount = bed.join(format!("drive-{number}"));
            drives.push(RigLoopDevice::new(image, mount, plan.file_system(number))?);
        }
        for drive in &drives {
            limits.limit(&drive.number, plan.each)?;
        }
        limits.limit(&shared.number, plan.together)?;
        Ok(Self { holder, group: limits.path().to_owned(), shared, drives, _limits: limits })
    }
}

impl RigLoopDevice {
    fn new(image: PathBuf, mount: PathBuf, file_system: LoopFileSystem) -> Fallible<Self> {
        let device = loopdev::attach(&image)?;
        fs::create_dir_all(&mount)?;
        let mounted = output(file_system.make().arg(&device))
            .and_then(|_| output(Command::new("mount").arg(&device).arg(&mount)));
        // In use it goes with its last user, which is the mount (losetup(8)); unused at once.
        output(Command::new("losetup").args(["--detach", &device]))?;
        mounted?;
        let name = device.trim_start_matches("/dev/").to_owned();
        let number = fs::read_to_string(format!("/sys/block/{name}/dev"))?.trim().to_owned();
        Ok(Self { name, number, image, mount, file_system })
    }
}

/// Past the page cache, so that the shared device's file system has it all at its place.
fn write_throughout(image: &Path, mib: u64) -> Fallible<()> {
    let (to, count) = (format!("of={}", image.display()), format!("count={mib}"));
    let words = ["if=/dev/zero", "bs=1M", "oflag=direct", "status=none"];
    output(Command::new("dd").args(words).args([to, count]))?;
    Ok(())
}

/// The target of a mount that is on a block device: other mounts have numbers of major 0. Source:
/// proc_pid_mountinfo(5).
fn on_block_device(line: &str) -> Option<&str> {
    let mut fields = line.split(' ').skip(2);
    let (number, target) = (fields.next()?, fields.nth(1)?);
    (!number.starts_with("0:")).then_some(target)
}

/// `command` inside the rig that `holder` holds: in its namespace and under its limits.
pub fn enter(holder: u32, command: &[&str]) -> Command {
    let mut enter = Command::new("nsenter");
    enter.arg(format!("--mount=/proc/{holder}/ns/mnt")).arg("--");
    // A shell joins the control group and then becomes the command, which so never runs outside.
    let join =
        format!("echo $$ > {}/cgroup.procs && exec \"$@\"", LimitGroup::place(&name(holder)));
    enter.args(["sh", "-c", &join, "sh"]).args(command);
    // The home of whoever calls is read-only inside.
    enter.env("XDG_STATE_HOME", Path::new(BED).join("state"));
    enter
}

fn name(holder: u32) -> String {
    format!("{NAME}{holder}")
}

/// Enters a namespace, sets a rig up, shows it, and holds it until `until_end` returns.
fn hold(plan: &LoopPlan, until_end: impl FnOnce()) -> Fallible<()> {
    namespace::enter()?;
    let rig = LoopRig::new(plan)?;
    println!("{}", serde_json::to_string(&rig)?);
    until_end();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_block_devices_are_made_read_only() {
        let disk = "36 35 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw";
        assert_eq!(on_block_device(disk), Some("/"));
        assert_eq!(on_block_device("40 36 0:22 / /proc rw - proc proc rw"), None);
        assert_eq!(on_block_device(""), None);
    }
}
