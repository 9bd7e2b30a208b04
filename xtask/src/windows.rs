//! `narrows.exe`: built by mingw's linker, and run by Wine in the tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Fallible, binary, shell, toolchain};

/// Target of Windows programs: mingw, whose linker Debian has.
pub const TARGET: &str = "x86_64-pc-windows-gnu";

/// Wine's loader of 64-bit programs, as Debian's `wine64` has it.
pub const WINE: &str = "/usr/lib/wine/wine64";
pub const LINKER: &str = "x86_64-w64-mingw32-gcc";

/// Names an existing `narrows.exe`.
pub const BINARY: &str = "NARROWS_WINDOWS_BINARY";

/// Parts that Debian 12's Wine lacks, and further options of the compiler; see the sources.
const STAND_INS: [(&str, &str, &[&str]); 3] = [
    ("bcryptprimitives.c", "bcryptprimitives.dll", &["-shared"]),
    ("powershell.c", POWERSHELL, &[]),
    ("diskspd.c", DISKSPD, &[]),
];
/// Answers for Windows PowerShell, once it is in its place.
pub const POWERSHELL: &str = "powershell.exe";
/// Answers for DiskSpd, under a name that only tests put on the path.
pub const DISKSPD: &str = "diskspd-of-rig.exe";

/// Prints the paths of the programs for Linux and Windows, which the tests compare.
pub fn run(root: &Path) -> Fallible {
    let windows = match std::env::var_os(BINARY) {
        Some(path) => path.into(),
        None => built(root, shell::cargo)?,
    };
    println!("{}\n{}", binary::narrows(root)?.display(), windows.display());
    Ok(())
}

/// Builds `narrows.exe` for Wine, which looks for libraries beside a program, and returns its path; stand-ins for
/// parts of Windows are beside it. `cargo` makes the command for it.
pub fn built(root: &Path, cargo: impl Fn(&[&str]) -> Command) -> Fallible<PathBuf> {
    if !shell::is_installed(LINKER) {
        return Err("no gcc-mingw-w64-x86-64".into());
    }
    toolchain::add_target(TARGET)?;
    let mut build = cargo(&["build", "--package", "narrows", "--target", TARGET]);
    shell::run(build.arg("--quiet"))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join(TARGET).join("debug");
    STAND_INS.into_iter().try_for_each(|one| stand_in(root, &folder, one))?;
    Ok(folder.join("narrows.exe"))
}

fn stand_in(
    root: &Path,
    folder: &Path,
    (source, made, options): (&str, &str, &[&str]),
) -> Fallible {
    let mut compiler = Command::new(LINKER);
    compiler.args(options).arg("-o").arg(folder.join(made));
    compiler.arg(root.join("rig/windows").join(source)).arg("-ladvapi32");
    shell::run(&mut compiler)
}
