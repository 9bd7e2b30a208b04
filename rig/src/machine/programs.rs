//! Programs for the guest, each with its libraries, where the loader looks for them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::cpio::CpioArchive;
use xtask::dist;
use xtask::shell::output;

/// Where programs are; those for administrators come first.
const FOLDERS: &[&str] = &["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// Adds `narrows` and the programs that are installed; a job checks which it has.
pub fn add(archive: &mut CpioArchive, narrows: &Path, names: &[String]) -> xtask::Fallible {
    let in_folders = |name: &String| {
        let mut paths = FOLDERS.iter().map(|folder| Path::new(folder).join(name));
        Some((name.clone(), paths.find(|path| path.is_file())?))
    };
    let ours = ("narrows".to_owned(), narrows.to_owned());
    let mut libraries = BTreeSet::new();
    for (name, path) in names.iter().filter_map(in_folders).chain([ours]) {
        let program = fs::read(&path)?;
        archive.program(&format!("bin/{name}"), &program);
        if dist::needs_loader(&program) {
            libraries.extend(linked(&output(Command::new("ldd").arg(&path))?).map(PathBuf::from));
        }
    }
    let folders: BTreeSet<&Path> =
        libraries.iter().flat_map(|path| path.ancestors().skip(1)).collect();
    for folder in folders {
        if let Some(name) = inside(folder).filter(|name| !name.is_empty()) {
            archive.folder(name);
        }
    }
    for path in &libraries {
        if let Some(name) = inside(path) {
            archive.program(name, &fs::read(path)?);
        }
    }
    Ok(())
}

/// A path of the host as one of the archive, which has no slash before it.
fn inside(path: &Path) -> Option<&str> {
    path.strip_prefix("/").ok()?.to_str()
}

/// The libraries and the loader in the output of ldd(1): `NAME => PATH (ADDRESS)` and `PATH
/// (ADDRESS)`; the kernel's own has no path.
fn linked(ldd: &str) -> impl Iterator<Item = &str> {
    let words = ldd.lines().filter_map(|line| {
        let place = line.rsplit_once(" => ").map_or(line, |(_, place)| place);
        place.split_whitespace().next()
    });
    words.filter(|word| word.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_in_what_ldd_prints() {
        let text = "\tlinux-vdso.so.1 (0x00007f75)\n\tlibm.so.6 => /lib/x/libm.so.6 (0x0000)\n\
                    \t/lib64/ld-linux-x86-64.so.2 (0x00007f)\n\tlibno.so => not found\n";
        let libraries: Vec<&str> = linked(text).collect();
        assert_eq!(libraries, ["/lib/x/libm.so.6", "/lib64/ld-linux-x86-64.so.2"]);
        assert_eq!(linked("\tnot a dynamic executable\n").count(), 0);
    }
}
