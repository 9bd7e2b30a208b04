//! A loop device with a file system on it, all in memory, and limits on it when wanted.
//!
//! Two measuring programs can only be compared on a device with a limit known to the byte: a disk
//! scatters by 10 %, this one by 0.2 %. Without a limit it is as fast as a block device gets here.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::throttle::{DeviceThrottle, ThrottleRule};
use xtask::shell::{output, run};
use xtask::{Fallible, shell};

/// Smallest that mkfs.xfs accepts is 300 MB; the file, the log and a scratch file need the rest.
const DEVICE_MIB: u64 = 1500;

/// A name that no image of others has.
const IMAGE: &str = "narrows-rig-drive.img";

/// The device, mounted, until it is dropped.
pub struct LoopDrive {
    /// A file on it, written whole: a hole would never reach the device.
    pub file: PathBuf,
    number: String,
    mounts: Vec<PathBuf>,
    throttle: Option<DeviceThrottle>,
}

/// Why there can be no such device here; none when there can.
pub fn missing() -> Option<String> {
    if !shell::is_root() {
        return Some("loop devices and limits need root".to_owned());
    }
    let programs = ["losetup", "mkfs.xfs", "unshare", "mount", "umount"];
    let program = programs.into_iter().find(|program| !shell::is_installed(program));
    program.map(|program| format!("{program} is not installed")).or_else(DeviceThrottle::missing)
}

impl LoopDrive {
    /// Makes one in `folder` that holds a file of `file_mib` MiB, without limits.
    pub fn new(folder: &Path, file_mib: u64) -> Fallible<Self> {
        // Detaches leftovers of a run killed between attaching and mounting: devices over an image
        // of ours. Everything later ends with the process by itself.
        let devices = output(
            Command::new("losetup")
                .args(["--list", "--noheadings", "--raw"])
                .args(["--output", "NAME,BACK-FILE"]),
        )?;
        for device in left_behind(&devices) {
            run(Command::new("losetup").args(["--detach", device]))?;
        }

        let file = folder.join("drive/judged");
        let mut drive = Self { file, number: String::new(), mounts: Vec::new(), throttle: None };
        let backing = folder.join("backing");
        let size = format!("size={}m", DEVICE_MIB + 100);
        drive.mount(&["-t", "tmpfs", "-o", &size, "narrows-rig"], &backing)?;
        let image = backing.join(IMAGE);
        fs::File::create_new(&image)?.set_len(DEVICE_MIB << 20)?;
        let device = attach(&image)?;
        let mounted = run(Command::new("mkfs.xfs").args(["-q", &device]))
            .and_then(|()| drive.mount(&[&device], &folder.join("drive")));
        // Detaching a device in use makes the kernel let go of it with its last user (losetup(8)),
        // which is the mount, which ends with us at the latest.
        run(Command::new("losetup").args(["--detach", &device]))?;
        mounted?;
        write_whole(&drive.file, file_mib)?;
        let name = device.trim_start_matches("/dev/");
        let number = fs::read_to_string(format!("/sys/block/{name}/dev"))?;
        number.trim().clone_into(&mut drive.number);
        Ok(drive)
    }

    pub fn limit(&mut self, limits: &[ThrottleRule]) -> Fallible {
        // The previous one puts us back where we were, from where the next one starts.
        self.throttle = None;
        self.throttle = Some(DeviceThrottle::new(&self.number, limits)?);
        Ok(())
    }

    fn mount(&mut self, words: &[&str], at: &Path) -> Fallible {
        fs::create_dir_all(at)?;
        run(Command::new("mount").args(words).arg(at))?;
        self.mounts.push(at.to_owned());
        Ok(())
    }
}

impl Drop for LoopDrive {
    fn drop(&mut self) {
        self.throttle = None;
        for at in self.mounts.iter().rev() {
            // A ring that has just ended lets go of its files a moment later (io_uring takes itself
            // down in the background), and the mount would be busy until then.
            if let Err(why) = run(Command::new("umount").arg("--lazy").arg(at)) {
                eprintln!("{why}");
            }
        }
    }
}

/// The devices in `losetup --raw --output NAME,BACK-FILE` whose file is an image of ours.
fn left_behind(devices: &str) -> Vec<&str> {
    let devices = devices.lines().filter_map(|line| line.split_once(' '));
    devices.filter(|(_, file)| file.contains(IMAGE)).map(|(name, _)| name).collect()
}

/// Attaches a loop device, without the page cache in between if the kernel can (tmpfs since 6.6).
pub fn attach(image: &Path) -> Fallible<String> {
    let losetup = |words: &[&str]| output(Command::new("losetup").args(words).arg(image));
    let device = losetup(&["--find", "--show", "--direct-io=on"])
        .or_else(|_| losetup(&["--find", "--show"]))?;
    Ok(device.trim().to_owned())
}

/// A file of `mib` MiB whose every block differs, on the device when this returns.
pub fn write_whole(path: &Path, mib: u64) -> Fallible {
    let mut file = fs::File::create(path)?;
    let mut block = vec![0_u8; 1 << 20];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..mib {
        for word in block.chunks_exact_mut(8) {
            word.copy_from_slice(&xorshift(&mut state).to_le_bytes());
        }
        file.write_all(&block)?;
    }
    Ok(file.sync_all()?)
}

/// The next of a sequence that does not compress. Source: Marsaglia, "Xorshift RNGs", Journal of
/// Statistical Software 8(14), 2003, the triple (13, 7, 17).
fn xorshift(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs root and a kernel with loop devices, hence tried by hand through `bench`.
    #[test]
    fn without_root_it_says_so() {
        let why = missing();
        assert_eq!(why.as_deref() == Some("loop devices and limits need root"), !shell::is_root());
    }

    #[test]
    fn only_our_own_devices_are_swept() {
        let listed = "/dev/loop0 /home.img\n/dev/loop1 /x/narrows-rig-drive.img (deleted)\n";
        assert_eq!(left_behind(listed), ["/dev/loop1"]);
        assert_eq!(left_behind(""), [""; 0]);
    }

    #[test]
    fn the_sequence_starts_as_by_hand() {
        // 1 ^ 1<<13 = 0x2001; ^ >>7 (0x40) = 0x2041; ^ <<17 (0x4082_0000) = 0x4082_2041.
        assert_eq!(xorshift(&mut 1), 0x4082_2041);
    }
}
