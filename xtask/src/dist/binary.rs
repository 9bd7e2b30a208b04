//! The binaries that are packaged: static files for any Linux.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::tools;
use crate::{Fallible, packages, page, shell, toolchain};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetProcessor {
    X86_64,
    Aarch64,
}

impl TargetProcessor {
    pub const ALL: [Self; 2] = [Self::X86_64, Self::Aarch64];

    pub fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }

    pub fn target(self) -> String {
        format!("{}-unknown-linux-musl", self.name())
    }
}

/// The program that Windows has, too.
pub const NARROWS: &str = "narrows";
/// The one for many hosts, which lies beside it.
pub const HOSTS: &str = "narrows-hosts";

/// Builds this machine's own `narrows` as it is packaged, for rigs.
pub fn build(root: &Path) -> Fallible<PathBuf> {
    page::run(root)?;
    build_for(root, TargetProcessor::X86_64, 0, &[NARROWS])
}

/// Builds programs into `target/TARGET/dist`, `narrows` with the page that was built within, and sees to it that they
/// are static. Gives the path of the first.
pub fn build_for(
    root: &Path,
    processor: TargetProcessor,
    epoch: u64,
    names: &[&str],
) -> Fallible<PathBuf> {
    let target = processor.target();
    toolchain::add_target(&target)?;
    let mut command = cargo(root, &target, names);
    let flags = flags(root, processor)?;
    command.args(["--config", &format!("target.{target}.rustflags={flags:?}")]);
    name_commit(root, epoch, &mut command);
    compile_c(root, processor, &mut command)?;
    shell::run(&mut command)?;
    let folder = root.join(format!("target/{target}/dist"));
    let paths: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    for path in &paths {
        if needs_loader(&fs::read(path)?) {
            return Err(format!("{} asks for a dynamic loader", path.display()).into());
        }
    }
    paths.into_iter().next().ok_or_else(|| "no program is named".into())
}

/// A build of packaged binaries, which are named after their packages; packing programs look below the project's
/// own `target`, whatever the environment names.
pub fn cargo(root: &Path, target: &str, names: &[&str]) -> Command {
    let mut command = shell::cargo(&["build", "--profile", "dist", "--target", target]);
    for name in names {
        command.args(["--package", name, "--bin", name]);
    }
    command.args(["--features", "narrows/page"]);
    command.env(page::FOLDER, page::folder(root));
    command.env("CARGO_TARGET_DIR", root.join("target"));
    command
}

/// Which commit the binary says it is of; sources without their history make one that does not tell.
pub fn name_commit(root: &Path, epoch: u64, command: &mut Command) {
    command.env("SOURCE_DATE_EPOCH", epoch.to_string());
    let mut commit = Command::new("git");
    commit.current_dir(root).args(["describe", "--always", "--dirty", "--abbrev=12"]);
    if let Ok(commit) = shell::output(&mut commit) {
        command.env("NARROWS_COMMIT", commit.trim());
    }
}

/// The loader's relative relocations take a bit each (musl reads that since 1.2.4; generic ABI,
/// "Relative Relocation Table"), no names stay, which the profile's `strip` leaves here, no tables
/// for unwinding (`no_unwinding.ld`), and no path of the build machine.
fn flags(root: &Path, processor: TargetProcessor) -> Fallible<Vec<String>> {
    let mut flags: Vec<String> = match processor {
        TargetProcessor::X86_64 => {
            let script = root.join("xtask/src/no_unwinding.ld");
            let words = format!("-Wl,-z,pack-relative-relocs,-s,-T,{}", script.display());
            vec![format!("-Clink-arg={words}")]
        }
        // The compiler's own linker and copy of musl: no other is at hand.
        TargetProcessor::Aarch64 => {
            ["-Clinker=rust-lld", "-Clinker-flavor=ld.lld", "-Clink-arg=-s"]
                .map(str::to_owned)
                .to_vec()
        }
    };
    flags.extend(without_paths(root)?);
    Ok(flags)
}

/// Keeps paths of the building machine out of the binary.
pub fn without_paths(root: &Path) -> Fallible<Vec<String>> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = shell::output(Command::new(rustc).args(["--print", "sysroot"]))?;
    let places = [(root, "narrows"), (&cargo, "cargo"), (Path::new(sysroot.trim()), "rust")];
    let flag = |(from, to): (&Path, _)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(places.into_iter().map(flag).collect())
}

/// SQLite is written in C.
fn compile_c(root: &Path, processor: TargetProcessor, command: &mut Command) -> Fallible {
    if processor == TargetProcessor::X86_64 {
        return packages::install_all(&[packages::MUSL]);
    }
    let zig = tools::zig(root)?;
    let target = processor.target().replace('-', "_");
    let compiler = format!("{} cc --target=aarch64-linux-musl", zig.display());
    command.env(format!("CC_{target}"), compiler);
    command.env(format!("AR_{target}"), format!("{} ar", zig.display()));
    // The compiler's name for the processor is not zig's, which names it above.
    command.env("CRATE_CC_NO_DEFAULTS", "1").env(format!("CFLAGS_{target}"), "-O2 -fPIC");
    Ok(())
}

/// Does a 64-bit little-endian ELF file ask for a loader, by a program header of type PT_INTERP
/// (3)? Offsets as in elf(5): e_phoff at 32, e_phentsize at 54, e_phnum at 56.
pub fn needs_loader(elf: &[u8]) -> bool {
    let number = |at: usize, len: usize| {
        let bytes = elf.get(at..at.saturating_add(len))?;
        Some(bytes.iter().rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte)))
    };
    let (Some(start), Some(size), Some(count)) = (number(32, 8), number(54, 2), number(56, 2))
    else {
        return false;
    };
    (0..count).any(|index| number(start.saturating_add(index * size), 4) == Some(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loader_is_found_among_the_program_headers() {
        let mut elf = vec![0; 64 + 2 * 56];
        elf[32] = 64;
        elf[54] = 56;
        elf[56] = 2;
        assert!(!needs_loader(&elf));
        elf[64 + 56] = 3;
        assert!(needs_loader(&elf));
        assert!(!needs_loader(b"short"));
    }
}
