//! `cargo xtask dist`: the binary that is packaged, one static file for any Linux.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Done, packages, shell, toolchain};

const TARGET: &str = "x86_64-unknown-linux-musl";

/// What the loader adds to addresses is listed in a bit each (musl reads that since 1.2.4; generic
/// ABI, "Relative Relocation Table"), no names stay, which the profile's `strip` leaves here, and no
/// tables for unwinding (`no_unwinding.ld`).
fn smaller(root: &Path) -> String {
    let script = root.join("xtask/src/no_unwinding.ld");
    let linker = format!("-Clink-arg=-Wl,-z,pack-relative-relocs,-s,-T,{}", script.display());
    format!("target.{TARGET}.rustflags=[{linker:?}]")
}

/// Builds the binary; prints its path and size.
pub fn run(root: &Path) -> Done {
    let path = build(root)?;
    println!("{}  {:.1} MB", path.display(), fs::metadata(&path)?.len() as f64 / 1e6);
    Ok(())
}

/// Builds `target/x86_64-unknown-linux-musl/dist/narrows` and sees to it that it is static.
pub fn build(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    packages::install_musl()?;
    toolchain::add_target(TARGET)?;
    let mut command = shell::cargo(&["build", "--profile", "dist", "--target", TARGET]);
    command.args(["--config", &smaller(root), "--package", "narrows", "--bin", "narrows"]);
    shell::run(&mut command)?;
    let path = root.join(format!("target/{TARGET}/dist/narrows"));
    if needs_loader(&fs::read(&path)?) {
        return Err(format!("{} asks for a dynamic loader", path.display()).into());
    }
    Ok(path)
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
