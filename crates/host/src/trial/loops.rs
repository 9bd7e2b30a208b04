//! Loop devices over files without a name, which detach themselves with their last user.
//!
//! For: block devices for a file system or md, of which nothing remains when the process that
//! created them ends. Each has a label, so that those left under an md array, which holds them, can
//! be distinguished from others.
//!
//! Not here: the file below ([`narrows_engine`]'s scratch files), the contents of the device.
//!
//! Source: loop(4); kernel include/uapi/linux/loop.h (LOOP_CONFIGURE since Linux 5.8) and
//! drivers/block/loop.c.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, major, minor, open};

use super::PREFIX;

const LOOP_CLR_FD: u64 = 0x4c01;
const LOOP_GET_STATUS64: u64 = 0x4c05;
const LOOP_CONFIGURE: u64 = 0x4c0a;
const LOOP_CTL_GET_FREE: u64 = 0x4c82;
const LO_FLAGS_AUTOCLEAR: u32 = 4;
const LO_FLAGS_DIRECT_IO: u32 = 16;
/// Most attempts to attach a device: another process may take a free one first.
const TRIES: usize = 64;
const CONTROL: &str = "/dev/loop-control";

/// `struct loop_info64`.
#[repr(C)]
#[derive(Clone)]
struct LoopStatus {
    device: u64,
    inode: u64,
    rdevice: u64,
    offset: u64,
    size_limit: u64,
    number: u32,
    encrypt_type: u32,
    encrypt_key_size: u32,
    flags: u32,
    file_name: [u8; 64],
    crypt_name: [u8; 64],
    encrypt_key: [u8; 32],
    init: [u64; 2],
}
const _: () = assert!(size_of::<LoopStatus>() == 232);

/// `struct loop_config`.
#[repr(C)]
struct Config {
    fd: u32,
    block_size: u32,
    info: LoopStatus,
    reserved: [u64; 8],
}
const _: () = assert!(size_of::<Config>() == 304);

impl LoopStatus {
    fn empty() -> Self {
        Self {
            device: 0,
            inode: 0,
            rdevice: 0,
            offset: 0,
            size_limit: 0,
            number: 0,
            encrypt_type: 0,
            encrypt_key_size: 0,
            flags: 0,
            file_name: [0; 64],
            crypt_name: [0; 64],
            encrypt_key: [0; 32],
            init: [0; 2],
        }
    }

    fn of(device: &File) -> io::Result<Self> {
        let mut info = Self::empty();
        // SAFETY: the kernel writes one `struct loop_info64` for this request, and `LoopStatus` is
        // laid out like it; any bits are a value of it. It outlives the call.
        let done = unsafe {
            libc::ioctl(device.as_raw_fd(), LOOP_GET_STATUS64 as libc::Ioctl, &raw mut info)
        };
        if done == 0 { Ok(info) } else { Err(io::Error::last_os_error()) }
    }

    /// The 63 bytes of text set when the device was attached.
    fn label(&self) -> String {
        let text = self.file_name.split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }
}

/// A loop device, attached as long as this, a mount or an array holds it.
#[derive(Debug)]
pub struct AttachedLoop {
    device: File,
    name: String,
    file: (u32, u32, u64),
}

impl AttachedLoop {
    /// Attaches a free loop device to an open file. `label` has at most 63 bytes; `block` is its
    /// block size in bytes.
    ///
    /// # Errors
    /// There is no loop driver, rights are missing, or all free devices are taken first.
    pub fn over(file: &File, label: &str, block: u32) -> io::Result<Self> {
        let facts = file.metadata()?;
        let identity = (major(facts.dev()), minor(facts.dev()), facts.ino());
        let control = File::from(open(CONTROL, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?);
        for _ in 0..TRIES {
            let name = format!("loop{}", free(&control)?);
            let path = Path::new("/dev").join(&name);
            let device = File::from(open(&path, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?);
            match configure(&device, file, label, block) {
                Err(why) if why.raw_os_error() == Some(libc::EBUSY) => {}
                Err(why) => return Err(why),
                Ok(()) => return Ok(Self { device, name, file: identity }),
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn path(&self) -> PathBuf {
        Path::new("/dev").join(&self.name)
    }

    /// Checks that the name still leads to this device and that it still uses our file, before
    /// anything is written to it by name.
    pub fn check(&self) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let by_name = File::from(open(self.path(), flags, Mode::empty())?);
        let info = LoopStatus::of(&by_name)?;
        let is_same = by_name.metadata()?.rdev() == self.device.metadata()?.rdev();
        let file = (major(info.device), minor(info.device), info.inode);
        if is_same && file == self.file {
            Ok(())
        } else {
            Err(io::Error::other(format!("{} is not ours", self.path().display())))
        }
    }

    /// Whether requests bypass the page cache of the file system below.
    pub fn is_direct(&self) -> bool {
        LoopStatus::of(&self.device).is_ok_and(|info| info.flags & LO_FLAGS_DIRECT_IO != 0)
    }
}

fn free(control: &File) -> io::Result<i32> {
    // SAFETY: this request takes no argument and touches no memory.
    let number = unsafe { libc::ioctl(control.as_raw_fd(), LOOP_CTL_GET_FREE as libc::Ioctl) };
    if number >= 0 { Ok(number) } else { Err(io::Error::last_os_error()) }
}

fn configure(device: &File, file: &File, label: &str, block: u32) -> io::Result<()> {
    let mut info = LoopStatus::empty();
    info.flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO;
    // The last byte stays 0.
    info.file_name[..63].iter_mut().zip(label.bytes()).for_each(|(to, from)| *to = from);
    let fd = u32::try_from(file.as_raw_fd()).map_err(io::Error::other)?;
    let config = Config { fd, block_size: block, info, reserved: [0; 8] };
    // SAFETY: the kernel reads one `struct loop_config` for this request, and `Config` is laid out
    // like it. It outlives the call.
    let done = unsafe {
        libc::ioctl(device.as_raw_fd(), LOOP_CONFIGURE as libc::Ioctl, &raw const config)
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A loop device with a label of ours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelledLoop {
    pub name: String,
    pub label: String,
}

/// Every attached loop device with a label of ours.
pub fn labelled() -> Vec<LabelledLoop> {
    let entries = std::fs::read_dir("/sys/block").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut loops: Vec<LabelledLoop> = names.filter_map(of_name).collect();
    loops.sort();
    loops
}

/// The label of a loop device, if it is one of ours.
pub fn of_name(name: String) -> Option<LabelledLoop> {
    if !name.starts_with("loop") || !Path::new("/sys/block").join(&name).join("loop").exists() {
        return None;
    }
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let device = open(Path::new("/dev").join(&name), flags, Mode::empty()).ok()?;
    let label = LoopStatus::of(&File::from(device)).ok()?.label();
    label.starts_with(PREFIX).then_some(LabelledLoop { name, label })
}

/// Detaches a device that still has its label; one in use is detached with its last user.
pub fn detach(labelled: &LabelledLoop) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let device = File::from(open(Path::new("/dev").join(&labelled.name), flags, Mode::empty())?);
    if LoopStatus::of(&device)?.label() != labelled.label {
        return Err(io::Error::other(format!("{} is not ours", labelled.name)));
    }
    // SAFETY: this request takes no argument and touches no memory.
    let done = unsafe { libc::ioctl(device.as_raw_fd(), LOOP_CLR_FD as libc::Ioctl) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

pub fn is_there() -> bool {
    Path::new(CONTROL).exists()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_device_stands_on_its_file_and_goes_with_us() {
        if !crate::trial::apart::is_allowed() || !is_there() {
            return println!("skipped: loop devices need root and the loop driver");
        }
        let file = tempfile::tempfile().unwrap();
        file.set_len(1 << 20).unwrap();
        let label = format!("{PREFIX}test-{}", std::process::id());
        let before = spoiled();
        let made = AttachedLoop::over(&file, &label, 4096).unwrap();
        made.check().unwrap();
        assert!(spoiled().is_subset(&before), "a setting would outlive the trial");
        let size = std::fs::read_to_string(format!("/sys/block/{}/size", made.name())).unwrap();
        assert_eq!(size.trim(), "2048", "1 MiB in sectors of 512 bytes");
        let ours = || labelled().into_iter().filter(|it| it.label == label).count();
        assert_eq!(ours(), 1);
        // Detached while we hold it, it disappears when we close it, which it does anyway.
        let other = LabelledLoop { name: made.name().to_owned(), label: "another".to_owned() };
        assert!(detach(&other).is_err(), "another label is not ours to detach");
        drop(made);
        let begun = std::time::Instant::now();
        while ours() > 0 && begun.elapsed().as_secs() < 10 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert_eq!(ours(), 0);
        assert!(spoiled().is_subset(&before));
    }

    /// Loop devices that could discard but are not allowed to: they are shared, and the kernel does
    /// not let that setting be raised again.
    fn spoiled() -> BTreeSet<String> {
        let entries = std::fs::read_dir("/sys/block").unwrap().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let most = |name: &str, which: &str| {
            let path = format!("/sys/block/{name}/queue/discard_max{which}_bytes");
            std::fs::read_to_string(path).unwrap_or_default().trim().parse().unwrap_or(0_u64)
        };
        let is_spoiled = |name: &String| most(name, "") < most(name, "_hw");
        names.filter(|name| name.starts_with("loop")).filter(is_spoiled).collect()
    }
}
