//! The system packages that tests and chores need, and how they come onto the machine.
//!
//! A test whose program is missing says that it skips, so a machine where nothing can be installed
//! still runs the rest.

use std::path::Path;
use std::process::Command;

use crate::Fallible;
use crate::{shell, windows};

pub struct Package {
    /// Its name, or several with spaces between that go together.
    name: &'static str,
    /// A program of the package, which shows on any distribution that it is installed; or a file of
    /// it, if it has none.
    program: &'static str,
    needed_for: &'static str,
}

const fn package(name: &'static str, program: &'static str, needed_for: &'static str) -> Package {
    Package { name, program, needed_for }
}

const PACKAGES: &[Package] = &[
    package("fio", "fio", "the outside judge of measured figures"),
    package("time", "time", "processor time and memory of programs"),
    package("pciutils", "lspci", "the outside judge of PCI trees"),
    package("xfsprogs", "mkfs.xfs", "scratch files on XFS"),
    package("btrfs-progs", "mkfs.btrfs", "scratch files on btrfs"),
    package("e2fsprogs", "mkfs.ext4", "scratch files on ext4"),
    package("qemu-system-x86", "qemu-system-x86_64", "emulated machines with PCIe links"),
    package("busybox-static", "busybox", "the emulated machines"),
    package("strace", "strace", "kills between any two system calls"),
    package("tmux", "tmux", "the live view in a real terminal"),
    package("dmsetup", "dmsetup", "drives under device mapper"),
    package("mdadm", "mdadm", "arrays in the emulated machines"),
    package("nodejs", "node", "the page in the browser"),
    package("npm", "npm", "the page in the browser"),
    package("chromium", "chromium", "the page in the browser"),
    package("openmpi-bin", "mpirun", "ranks on several hosts"),
    // bindgen reads MPI's header with libclang, which has no program of its own.
    package("libopenmpi-dev libclang-dev", "mpicc", "the binary with MPI"),
    package("iproute2", "tc", "hosts as network namespaces"),
    package("nbdkit", "nbdkit", "storage that hosts share"),
    package("libnbd-bin", "nbdfuse", "storage that hosts share"),
    package("fuse3", "fusermount3", "storage that hosts share"),
    package("sqlite3", "sqlite3", "databases that are watched"),
    // Its programs are in a folder of their version; pgbench comes with it.
    package("postgresql", "pgbench", "databases that are watched"),
    package("prometheus", "promtool", "the judge of metrics and alerts"),
    package("kmod", "modprobe", "the emulated machines' kernel"),
    package("wine64", windows::WINE, "narrows.exe under Wine"),
    package("gcc-mingw-w64-x86-64", windows::LINKER, "narrows.exe under Wine"),
    package("mmdebstrap", "mmdebstrap", "the emulated machine with a whole Debian"),
];

/// Compiles the C parts of the packaged binary; no test of every change needs it.
pub const MUSL: Package = package("musl-tools", "musl-gcc", "the packaged binary");

pub const FOR_HOSTS: [Package; 8] = [
    package("slurm-wlm", "slurmctld", "ranks under Slurm"),
    package("munge", "munged", "ranks under Slurm"),
    package("sshfs", "sshfs", "a folder that hosts share"),
    package("openssh-sftp-server", "/usr/lib/openssh/sftp-server", "the same"),
    package("socat", "socat", "the same"),
    package("faketime", "faketime", "clocks that are off"),
    // Both coexist with Open MPI, whose programs keep the plain names.
    package("mpich libmpich-dev", "mpicc.mpich", "ranks under MPICH"),
    package("lldpd", "lldpctl", "switches that name themselves"),
];

pub const FOR_WATCH: [Package; 4] = [
    package("rsync", "rsync", "copying a tree"),
    package("zstd", "zstd", "compressing"),
    package("ffmpeg", "ffmpeg", "encoding"),
    package("python3", "python3", "a data loader"),
];

/// Outside judges of packages, in nightly; and an emulator for the ARM binary.
pub const FOR_DIST: [Package; 12] = [
    package("lintian", "lintian", "judging the package of Debian"),
    package("rpm", "rpm", "judging the package of Fedora"),
    package("makepkg", "makepkg", "Arch's recipe"),
    package("pacman-package-manager", "pacman", "Arch's recipe"),
    package("libarchive-tools fakeroot", "bsdtar", "Arch's recipe"),
    package("rubocop", "rubocop", "Homebrew's recipe"),
    package("yamllint", "yamllint", "winget's recipe"),
    package("nix-bin", "nix-instantiate", "Nix's recipe"),
    package("buildah", "buildah", "the image for containers"),
    package("systemd", "systemd-analyze", "judging the unit"),
    package("desktop-file-utils", "desktop-file-validate", "judging the desktop's entry"),
    package("qemu-user-static", "qemu-aarch64-static", "running the binary for ARM"),
];

/// Programs beside ours in `cargo xtask bench growth`.
pub const FOR_GROWTH: [Package; 6] = [
    package("fio", "fio", "what a record says of the machine"),
    package("time", "time", "processor time and memory of programs"),
    package("pciutils", "lspci", "another that shows a machine"),
    package("hwloc-nox", "lstopo-no-graphics", "another that shows a machine"),
    package("coinor-cbc", "cbc", "the same plans by a solver"),
    package("glpk-utils", "glpsol", "the same plans by a solver"),
];

/// Installs those of the test's packages that provide these programs, as far as possible here.
pub fn install_for(programs: &[&str]) {
    let mut missing = missing(is_there);
    missing.retain(|package| programs.contains(&package.program));
    try_to_install(&missing);
}

/// Installs those of these packages that are missing, as far as possible here.
pub fn install_if_possible(packages: &[Package]) {
    try_to_install(&missing_of(packages));
}

fn is_there(program: &str) -> bool {
    if program.starts_with('/') {
        Path::new(program).exists()
    } else {
        shell::is_installed(program)
    }
}

fn try_to_install(missing: &[&Package]) {
    if let Err(why) = install(missing) {
        eprintln!("{}", stays_missing(missing, &why.to_string()));
    }
}

fn missing_of(packages: &[Package]) -> Vec<&Package> {
    packages.iter().filter(|package| !is_there(package.program)).collect()
}

/// Build `t/io_uring` of fio's sources for `cargo xtask bench`; no test needs it.
pub const FOR_BUILDING: [Package; 3] = [
    package("dpkg-dev", "dpkg-source", "unpacking fio's sources"),
    package("make", "make", "the judge of the no-op rate"),
    package("gcc", "cc", "the judge of the no-op rate"),
];

/// Installs those of these packages that are missing.
pub fn install_all(packages: &[Package]) -> Fallible {
    install(&missing_of(packages))
}

/// Brings the C compiler for other processors; only `cargo xtask dist` needs it.
const PYTHON: Package =
    package("python3 python3-venv", "python3", "the packaged binary of other processors");

/// Make the live image; only `cargo xtask live` needs them.
pub const LIVE: [Package; 10] = [
    package("grub-common", "grub-mkrescue", "the live image"),
    package("grub-pc-bin", "/usr/lib/grub/i386-pc/moddep.lst", "its start by BIOS"),
    package("grub-efi-amd64-bin", "/usr/lib/grub/x86_64-efi/moddep.lst", "its start by UEFI"),
    package("ovmf", "/usr/share/ovmf/OVMF.fd", "trying it"),
    package("qemu-system-x86", "qemu-system-x86_64", "trying it"),
    package("kmod", "depmod", "the live image's kernel"),
    package("xorriso", "xorriso", "the live image"),
    package("mtools", "mcopy", "the live image"),
    package("dosfstools", "mkfs.vfat", "the live image"),
    package("busybox-static", "busybox", "the live image"),
];

/// Installs Python as Debian splits it up.
pub fn install_python() -> Fallible {
    install(&[&PYTHON])
}

/// Installs missing packages, as far as possible here; reports any still missing.
pub fn install_missing() {
    let programs: Vec<&str> = PACKAGES.iter().map(|package| package.program).collect();
    install_for(&programs);
}

fn missing(is_installed: impl Fn(&str) -> bool) -> Vec<&'static Package> {
    PACKAGES.iter().filter(|package| !is_installed(package.program)).collect()
}

fn install(missing: &[&Package]) -> Fallible {
    if missing.is_empty() {
        return Ok(());
    }
    if !shell::is_installed("apt-get") {
        return Err("there is no apt-get".into());
    }
    if !shell::is_root() {
        return Err("installing needs root".into());
    }
    shell::run(&mut apt_get(&["update", "-qq"]))?;
    let mut words = vec!["install", "-y", "-qq", "--no-install-recommends"];
    words.extend(missing.iter().flat_map(|package| package.name.split(' ')));
    shell::run(&mut apt_get(&words))
}

fn apt_get(words: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    // A question would stop an unattended build for ever.
    command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn stays_missing(missing: &[&Package], why: &str) -> String {
    let names: Vec<&str> = missing.iter().map(|package| package.name).collect();
    let mut text = format!("not installed, because {why}; what needs them is skipped:\n");
    for package in missing {
        text += &format!("  {:<12} {}\n", package.name, package.needed_for);
    }
    text + &format!("  to install: sudo apt-get install {}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_named() {
        let missing = missing(|program| program != "mkfs.xfs");
        let message = stays_missing(&missing, "installing needs root");
        assert!(message.contains("sudo apt-get install xfsprogs"), "{message}");
        assert!(!message.contains("pciutils"), "{message}");
    }
}
