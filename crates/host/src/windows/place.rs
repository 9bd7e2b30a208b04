//! The layers between a file and its drive, and the processors that may be used.

use std::fs::File;
use std::os::windows::io::AsRawHandle;

use narrows_topology::PciAddress;
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_COMPRESSED, GetDiskFreeSpaceExW,
    GetFileInformationByHandle, GetFinalPathNameByHandleW, VOLUME_NAME_DOS,
};
use windows_sys::Win32::System::Threading::{
    GetActiveProcessorGroupCount, GetCurrentProcess, GetProcessAffinityMask,
};

use super::context::processors;
use super::drive::OpenDrive;
use super::root::Root;
pub use crate::facts::{
    InterceptingLayer, InterceptorKind, StackLevel, StorageStack, UnchangedRequests,
};

/// Longer than any path that the system gives back.
const PATH_MOST: usize = 1 << 15;

/// Known properties of a file's path to the drive of that name. Windows' storage stack has no
/// scheduler to choose, and does not report which drivers filter.
pub fn place(_: &Root, drive: &str, file: Option<&File>, _: Option<PciAddress>) -> StorageStack {
    StorageStack {
        compressed: file.and_then(is_compressed),
        fill: file.and_then(fill),
        answers_before: file.map(answers_before).unwrap_or_default(),
        write_cache: OpenDrive::open(drive).and_then(|drive| drive.write_cache()),
        ..StorageStack::default()
    }
}

/// Always empty: processors near a device are not queried.
pub fn local_cpus(_: &Root, _: PciAddress) -> Vec<u32> {
    Vec::new()
}

/// The processors that this process may use, counted through all groups. A process of several
/// groups may use them all (Microsoft, "Processor groups").
pub fn allowed_cpus() -> Vec<u32> {
    let all = 0..processors();
    let (mut own, mut system) = (0, 0);
    // SAFETY: the handle is the process's own; the numbers live through the call.
    let known = unsafe {
        GetActiveProcessorGroupCount() == 1
            && GetProcessAffinityMask(GetCurrentProcess(), &mut own, &mut system) != 0
    };
    all.filter(|cpu| !known || *cpu >= usize::BITS || own & 1 << cpu != 0).collect()
}

fn is_compressed(file: &File) -> Option<bool> {
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open as long as `file` lives; the structure is one of that type.
    let known = unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) };
    (known != 0).then_some(information.dwFileAttributes & FILE_ATTRIBUTE_COMPRESSED != 0)
}

/// The file's whole path; empty if the system gives none.
fn path(file: &File) -> Vec<u16> {
    let mut path = vec![0u16; PATH_MOST];
    // SAFETY: the handle is open as long as `file` lives; the buffer has the stated length.
    let length = unsafe {
        let most = PATH_MOST as u32;
        GetFinalPathNameByHandleW(file.as_raw_handle(), path.as_mut_ptr(), most, VOLUME_NAME_DOS)
    };
    // Of a path that does not fit, the length that it would need.
    path.truncate(if length < PATH_MOST as u32 { length as usize } else { 0 });
    path
}

/// Of a file of another machine, that machine and the client's cache answer.
fn answers_before(file: &File) -> Vec<InterceptingLayer> {
    let remote: Vec<u16> = r"\\?\UNC\".encode_utf16().collect();
    let answer = || InterceptingLayer { what: InterceptorKind::OwnRules, name: "cifs".to_owned() };
    path(file).starts_with(&remote).then(answer).into_iter().collect()
}

/// The used part of the file's volume, 0 to 1.
fn fill(file: &File) -> Option<f64> {
    let mut path = path(file);
    // `GetDiskFreeSpaceExW` takes a folder and no file.
    let end = path.iter().rposition(|letter| *letter == u16::from(b'\\'))?;
    path.truncate(end + 1);
    path.push(0);
    let (mut free, mut size) = (0, 0);
    // SAFETY: the path ends in 0 and lives through the call, as the numbers do; the first may be
    // null.
    let known =
        unsafe { GetDiskFreeSpaceExW(path.as_ptr(), std::ptr::null_mut(), &mut size, &mut free) };
    (known != 0 && size > 0).then(|| size.saturating_sub(free) as f64 / size as f64)
}
