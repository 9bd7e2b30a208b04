//! `narrows.exe` as it is given away: in an archive that Windows opens by itself.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::binary::{NARROWS, cargo, name_commit, without_paths};
use super::release::Release;
use crate::windows::{LINKER, TARGET};
use crate::{Fallible, packages, shell, toolchain};

/// Files of the project, and the name that they go by in the archive.
const FILES: [(&str, &str); 8] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("SAFETY.md", "SAFETY.md"),
    ("NOTICE", "NOTICE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("docs/windows.md", "windows.md"),
    ("crates/cli/src/commands/capture/capture.ps1", "capture.ps1"),
];

/// Libraries of mingw that are in no Windows.
const OF_MINGW: [&str; 3] = ["libgcc", "libwinpthread", "libstdc++"];

/// Writes `narrows-0.1.0-x86_64-windows.zip`; `here` is the same program for this machine, which prints
/// PowerShell's completions.
pub fn write(release: &Release, here: &Path) -> Fallible {
    let program = build(release)?;
    let words = ["completions", "powershell", "--lang", "en"];
    let completions = shell::output(Command::new(here).args(words))?;
    let mut files = vec![
        ("narrows.exe".to_owned(), fs::read(program)?),
        ("completions/narrows.ps1".to_owned(), completions.into_bytes()),
    ];
    for (from, name) in FILES {
        files.push((name.to_owned(), fs::read(release.root.join(from))?));
    }
    files.sort();
    pack(&release.file("x86_64-windows.zip"), &format!("narrows-{}", release.version), &files)
}

fn build(release: &Release) -> Fallible<PathBuf> {
    packages::install_for(&[LINKER]);
    toolchain::add_target(TARGET)?;
    let mut command = cargo(&release.root, TARGET, &[NARROWS]);
    let mut flags = without_paths(&release.root)?;
    // The head of a program bears no time (PE format, TimeDateStamp).
    flags.push("-Clink-arg=-Wl,--no-insert-timestamp".to_owned());
    command.args(["--config", &format!("target.{TARGET}.rustflags={flags:?}")]);
    name_commit(&release.root, release.epoch, &mut command);
    shell::run(&mut command)?;
    let program = release.root.join(format!("target/{TARGET}/dist/narrows.exe"));
    let shown = shell::output(Command::new(OBJDUMP).arg("-p").arg(&program))?;
    match OF_MINGW.iter().find(|library| shown.contains(**library)) {
        Some(library) => Err(format!("{} asks for {library}", program.display()).into()),
        None => Ok(program),
    }
}

/// Lists a program's imports; it comes with the linker.
const OBJDUMP: &str = "x86_64-w64-mingw32-objdump";

/// In the order given, at the first time that the format knows, 1980 (APPNOTE, 4.4.6).
fn pack(path: &Path, folder: &str, files: &[(String, Vec<u8>)]) -> Fallible {
    let mut archive = ZipWriter::new(File::create(path)?);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default());
    for (name, bytes) in files {
        archive.start_file(format!("{folder}/{name}"), options)?;
        archive.write_all(bytes)?;
    }
    archive.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_make_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["a", "b"].map(|name| folder.path().join(name));
        let files = [("a".to_owned(), b"1".to_vec()), ("b/c".to_owned(), vec![0; 10_000])];
        for path in [&one, &two] {
            pack(path, "x", &files).unwrap();
        }
        assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
        let mut archive = zip::ZipArchive::new(File::open(&one).unwrap()).unwrap();
        assert_eq!(archive.by_name("x/b/c").unwrap().size(), 10_000);
        assert!(archive.by_name("x/b/c").unwrap().compressed_size() < 100);
    }
}
