//! The drives' contents: files without a name in the host's memory, formatted before the guest
//! starts, gone with the last process that has them open.

use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};
use std::process::Command;

use rustix::fs::{MemfdFlags, memfd_create};

use super::description::RigFileSystem;
use xtask::Fallible;
use xtask::shell::output;

/// Scratch files take a tenth of it, which is quickly written. Only written parts take memory.
const SIZE: u64 = 1 << 30;

/// A file in memory which programs that we start have open under the same number.
pub fn in_memory(name: &str) -> Fallible<File> {
    Ok(File::from(memfd_create(name, MemfdFlags::empty())?))
}

pub fn blank(name: &str, size: u64) -> Fallible<File> {
    let file = in_memory(name)?;
    file.set_len(size)?;
    Ok(file)
}

pub fn formatted(name: &str, file_system: RigFileSystem) -> Fallible<File> {
    let file = blank(name, SIZE)?;
    let (program, words): (&str, &[&str]) = match file_system {
        RigFileSystem::Xfs => ("mkfs.xfs", &["-q", "-f"]),
        // Tables written now, because the kernel would write them later, during the job.
        RigFileSystem::Ext4 => {
            ("mkfs.ext4", &["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"])
        }
    };
    output(Command::new(program).args(words).arg(path(file.as_raw_fd())))?;
    Ok(file)
}

/// Under which name a process that has it open finds it.
pub fn path(number: RawFd) -> String {
    format!("/proc/self/fd/{number}")
}
