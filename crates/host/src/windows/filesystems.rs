//! Folders on drives that are suitable for scratch files: one a volume with a letter.
//!
//! Not here: creating the scratch file (`narrows-engine`), which volume lies on which drive (from
//! the capture).

use std::fs::File;
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

use narrows_topology::evidence::DeviceMount;
use narrows_units::Bytes;
use windows_sys::Win32::Foundation::{ERROR_CRC, ERROR_IO_DEVICE, ERROR_NOT_READY};
use windows_sys::Win32::Storage::FileSystem::{
    DELETE, FILE_ATTRIBUTE_HIDDEN, FILE_FLAG_DELETE_ON_CLOSE, GetDiskFreeSpaceExW,
    GetVolumeInformationW, GetVolumePathNameW,
};
use windows_sys::Win32::System::SystemServices::FILE_READ_ONLY_VOLUME;

use super::root::Root;
use super::text::{text, wide};
pub use crate::facts::ScratchCandidate;

/// File systems that take files without buffers. FAT32 holds no file of 4 GiB, but smaller ones.
const FITTING: [&str; 5] = ["NTFS", "ReFS", "exFAT", "FAT32", "CSVFS"];

/// Longer than any root of a volume.
const PATH_MOST: usize = 512;

/// For each volume with a letter at most one folder for a scratch file, in the order of `mounts`.
/// Whether a file can be made in a folder is tried, with an empty one that is deleted when it is
/// closed: rights on Windows follow from more than can be looked at.
pub fn scratch_candidates(_: &Root, mounts: &[DeviceMount]) -> Vec<ScratchCandidate> {
    let own: Vec<PathBuf> = [
        std::env::current_dir().ok(),
        Some(std::env::temp_dir()),
        std::env::var_os("USERPROFILE").map(PathBuf::from),
    ]
    .into_iter()
    .flatten()
    .collect();
    let fitting = mounts.iter().filter(|mount| FITTING.contains(&mount.fs.as_str()));
    fitting.filter_map(|mount| candidate(mount, &own)).collect()
}

/// Whether a scratch file would be possible on this volume with sufficient rights.
pub fn is_writable_for_somebody(mount: &DeviceMount) -> bool {
    let facts = WindowsVolume::of(&root_of(mount));
    FITTING.contains(&mount.fs.as_str()) && facts.is_ok_and(|volume| !volume.is_read_only)
}

/// The number of a folder's volume, as its files report it, too; `None` if there is no such folder.
pub fn number(folder: &Path) -> Option<u64> {
    Some(WindowsVolume::of(&root_above(folder)?).ok()?.serial)
}

/// The error of a volume whose drive does not answer; `None` if it works or is not ours.
pub fn breakdown(mount: &DeviceMount) -> Option<io::Error> {
    let error = WindowsVolume::of(&root_of(mount)).err()?;
    let is_broken = |code| [ERROR_CRC, ERROR_IO_DEVICE, ERROR_NOT_READY].contains(&code);
    error.raw_os_error().is_some_and(|code| is_broken(code as u32)).then_some(error)
}

fn candidate(mount: &DeviceMount, own: &[PathBuf]) -> Option<ScratchCandidate> {
    let root = root_of(mount);
    let volume = WindowsVolume::of(&root).ok().filter(|volume| !volume.is_read_only)?;
    let mut folders = own
        .iter()
        .filter(|folder| {
            let above = root_above(folder);
            above.is_some_and(|above| above.as_os_str().eq_ignore_ascii_case(&root))
        })
        .chain([&root]);
    let directory = folders.find(|folder| takes_files(folder))?.clone();
    let free = free(&directory)?;
    let (device, fs) = (mount.device.clone(), mount.fs.clone());
    Some(ScratchCandidate { device, directory, number: volume.serial, fs, free })
}

/// `C:` is the current folder of that drive; its root ends in a backslash.
fn root_of(mount: &DeviceMount) -> PathBuf {
    let target = mount.target.trim_end_matches('\\');
    PathBuf::from(format!("{target}\\"))
}

struct WindowsVolume {
    /// The number that its files tell, too.
    serial: u64,
    is_read_only: bool,
}

impl WindowsVolume {
    fn of(root: &Path) -> io::Result<Self> {
        let (root, mut serial, mut flags) = (wide(root), 0, 0);
        let none = null_mut();
        // SAFETY: the path ends in 0 and lives through the call, as the numbers do; the others may
        // be null.
        let known = unsafe {
            let (serial, flags) = (&raw mut serial, &raw mut flags);
            GetVolumeInformationW(root.as_ptr(), none, 0, serial, null_mut(), flags, none, 0)
        };
        match known {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(Self {
                serial: u64::from(serial),
                is_read_only: flags & FILE_READ_ONLY_VOLUME != 0,
            }),
        }
    }
}

/// The root of the volume that a folder is on.
fn root_above(folder: &Path) -> Option<PathBuf> {
    let (folder, mut buffer) = (wide(folder), [0; PATH_MOST]);
    // SAFETY: the path ends in 0 and lives through the call; the buffer has the stated length.
    let known =
        unsafe { GetVolumePathNameW(folder.as_ptr(), buffer.as_mut_ptr(), PATH_MOST as u32) };
    (known != 0).then(|| PathBuf::from(text(&buffer)))
}

fn takes_files(folder: &Path) -> bool {
    let Ok(number) = getrandom::u64() else { return false };
    let mut options = File::options();
    // std demands `write` for `create_new`; the access mode makes it the right to delete.
    options.write(true).create_new(true).access_mode(DELETE);
    options.attributes(FILE_ATTRIBUTE_HIDDEN).custom_flags(FILE_FLAG_DELETE_ON_CLOSE);
    options.open(folder.join(format!(".narrows-tried-{number:016x}"))).is_ok()
}

/// Space left for this user in a folder; `None` if there is no such folder.
pub fn free(folder: &Path) -> Option<Bytes> {
    let (folder, mut free) = (wide(folder), 0);
    // SAFETY: the path ends in 0 and lives through the call, as the number does; the others may be
    // null.
    let known = unsafe { GetDiskFreeSpaceExW(folder.as_ptr(), &mut free, null_mut(), null_mut()) };
    (known != 0).then(|| Bytes::new(free))
}
