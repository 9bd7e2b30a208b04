//! The guest's boot contents: a shell, the kernel's modules, our binary with its libraries, and a job.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::cpio::CpioArchive;
use super::kernel::Kernel;
use super::programs;
use xtask::{Fallible, dist};

const INIT: &str = include_str!("init.sh");

/// Where Debian's package and others put the shell with everything in one static file.
const BUSYBOX: &[&str] = &["/bin/busybox", "/usr/bin/busybox", "/usr/local/bin/busybox"];

const FOLDERS: &[&str] =
    &["bin", "dev", "mnt", "modules", "out", "proc", "root", "run", "sys", "tmp"];

/// The archive with `job` as a shell script, `binary` as the program `narrows`, and the installed
/// ones of the host's `programs`.
pub fn file_system(
    kernel: &Kernel,
    job: &str,
    binary: &Path,
    programs: &[String],
) -> Fallible<Vec<u8>> {
    let mut archive = CpioArchive::default();
    for folder in FOLDERS {
        archive.folder(folder);
    }
    archive.program("bin/busybox", &busybox()?);
    for (index, module) in kernel.modules.iter().enumerate() {
        let mut name = format!("modules/{index:02}-").into_bytes();
        name.extend_from_slice(module.file_name().unwrap_or_default().as_bytes());
        archive.program(&String::from_utf8_lossy(&name), &fs::read(module)?);
    }
    programs::add(&mut archive, binary, programs)?;
    archive.program("init", INIT.as_bytes());
    archive.program("job", job.as_bytes());
    Ok(archive.finish())
}

/// The shell, which must need no other file: there is none in the guest.
pub fn busybox() -> Fallible<Vec<u8>> {
    let path = BUSYBOX.iter().map(Path::new).find(|path| path.is_file());
    let program = fs::read(path.ok_or("busybox is not installed")?)?;
    let is_static = !dist::needs_loader(&program);
    is_static.then_some(program).ok_or_else(|| "busybox is not the one of busybox-static".into())
}
