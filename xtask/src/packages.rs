//! The system packages that tests and chores need, and how they come onto the machine.
//!
//! A test whose program is missing says that it skips, so a machine where nothing can be installed
//! still runs the rest.

use std::path::Path;
use std::process::Command;

use crate::done::Done;
use crate::{shell, windows};

struct Package {
    /// Its name, or several with spaces between that go together.
    name: &'static str,
    /// A program of the package, which shows on any distribution that it is installed; or a file of
    /// it, if it has none.
    program: &'static str,
    needed_for: &'static str,
}

const PACKAGES: &[Package] = &[
    Package { name: "fio", program: "fio", needed_for: "the outside judge of measured figures" },
    Package { name: "time", program: "time", needed_for: "processor time and memory of programs" },
    Package { name: "pciutils", program: "lspci", needed_for: "the outside judge of PCI trees" },
    Package { name: "xfsprogs", program: "mkfs.xfs", needed_for: "scratch files on XFS" },
    Package { name: "btrfs-progs", program: "mkfs.btrfs", needed_for: "scratch files on btrfs" },
    Package { name: "e2fsprogs", program: "mkfs.ext4", needed_for: "scratch files on ext4" },
    Package {
        name: "qemu-system-x86",
        program: "qemu-system-x86_64",
        needed_for: "emulated machines with PCIe links",
    },
    Package { name: "busybox-static", program: "busybox", needed_for: "the emulated machines" },
    Package { name: "strace", program: "strace", needed_for: "kills between any two system calls" },
    Package { name: "tmux", program: "tmux", needed_for: "the live view in a real terminal" },
    Package { name: "dmsetup", program: "dmsetup", needed_for: "drives under device mapper" },
    Package { name: "mdadm", program: "mdadm", needed_for: "arrays in the emulated machines" },
    Package { name: "nodejs", program: "node", needed_for: "the page in the browser" },
    Package { name: "npm", program: "npm", needed_for: "the page in the browser" },
    Package { name: "chromium", program: "chromium", needed_for: "the page in the browser" },
    Package { name: "openmpi-bin", program: "mpirun", needed_for: "ranks on several hosts" },
    Package {
        // bindgen reads MPI's header with libclang, which has no program of its own.
        name: "libopenmpi-dev libclang-dev",
        program: "mpicc",
        needed_for: "the binary with MPI",
    },
    Package { name: "iproute2", program: "tc", needed_for: "hosts as network namespaces" },
    Package { name: "nbdkit", program: "nbdkit", needed_for: "storage that hosts share" },
    Package { name: "libnbd-bin", program: "nbdfuse", needed_for: "storage that hosts share" },
    Package { name: "fuse3", program: "fusermount3", needed_for: "storage that hosts share" },
    Package { name: "sqlite3", program: "sqlite3", needed_for: "databases that are watched" },
    // Its programs are in a folder of their version; pgbench comes with it.
    Package { name: "postgresql", program: "pgbench", needed_for: "databases that are watched" },
    Package {
        name: "prometheus",
        program: "promtool",
        needed_for: "the judge of metrics and alerts",
    },
    Package { name: "kmod", program: "modprobe", needed_for: "the emulated machines' kernel" },
    Package { name: "wine64", program: windows::WINE, needed_for: "narrows.exe under Wine" },
    Package {
        name: "gcc-mingw-w64-x86-64",
        program: windows::LINKER,
        needed_for: "narrows.exe under Wine",
    },
    Package {
        name: "mmdebstrap",
        program: "mmdebstrap",
        needed_for: "the emulated machine with a whole Debian",
    },
];

/// Compiles the C parts of the packaged binary; no test of every change needs it.
const MUSL: Package =
    Package { name: "musl-tools", program: "musl-gcc", needed_for: "the packaged binary" };

/// Programs for nightly tests of many hosts.
const FOR_HOSTS: [Package; 8] = [
    Package { name: "slurm-wlm", program: "slurmctld", needed_for: "ranks under Slurm" },
    Package { name: "munge", program: "munged", needed_for: "ranks under Slurm" },
    Package { name: "sshfs", program: "sshfs", needed_for: "a folder that hosts share" },
    Package {
        name: "openssh-sftp-server",
        program: "/usr/lib/openssh/sftp-server",
        needed_for: "the same",
    },
    Package { name: "socat", program: "socat", needed_for: "the same" },
    Package { name: "faketime", program: "faketime", needed_for: "clocks that are off" },
    // Both coexist with Open MPI, whose programs keep the plain names.
    Package { name: "mpich libmpich-dev", program: "mpicc.mpich", needed_for: "ranks under MPICH" },
    Package { name: "lldpd", program: "lldpctl", needed_for: "switches that name themselves" },
];

/// Jobs that are watched in nightly tests.
const FOR_WATCH: [Package; 4] = [
    Package { name: "rsync", program: "rsync", needed_for: "copying a tree" },
    Package { name: "zstd", program: "zstd", needed_for: "compressing" },
    Package { name: "ffmpeg", program: "ffmpeg", needed_for: "encoding" },
    Package { name: "python3", program: "python3", needed_for: "a data loader" },
];

/// Installs its missing packages, as far as possible here.
pub fn install_for_watch() {
    install_if_possible(&missing_of(&FOR_WATCH));
}

/// Outside judges of packages, in nightly; and an emulator for the ARM binary.
const FOR_DIST: [Package; 12] = [
    Package { name: "lintian", program: "lintian", needed_for: "judging the package of Debian" },
    Package { name: "rpm", program: "rpm", needed_for: "judging the package of Fedora" },
    Package { name: "makepkg", program: "makepkg", needed_for: "Arch's recipe" },
    Package { name: "pacman-package-manager", program: "pacman", needed_for: "Arch's recipe" },
    Package { name: "libarchive-tools fakeroot", program: "bsdtar", needed_for: "Arch's recipe" },
    Package { name: "rubocop", program: "rubocop", needed_for: "Homebrew's recipe" },
    Package { name: "yamllint", program: "yamllint", needed_for: "winget's recipe" },
    Package { name: "nix-bin", program: "nix-instantiate", needed_for: "Nix's recipe" },
    Package { name: "buildah", program: "buildah", needed_for: "the image for containers" },
    Package { name: "systemd", program: "systemd-analyze", needed_for: "judging the unit" },
    Package {
        name: "desktop-file-utils",
        program: "desktop-file-validate",
        needed_for: "judging the desktop's entry",
    },
    Package {
        name: "qemu-user-static",
        program: "qemu-aarch64-static",
        needed_for: "running the binary for ARM",
    },
];

/// Programs beside ours in `cargo xtask bench growth`.
const FOR_GROWTH: [Package; 6] = [
    Package { name: "fio", program: "fio", needed_for: "what a record says of the machine" },
    Package { name: "time", program: "time", needed_for: "processor time and memory of programs" },
    Package { name: "pciutils", program: "lspci", needed_for: "another that shows a machine" },
    Package {
        name: "hwloc-nox",
        program: "lstopo-no-graphics",
        needed_for: "another that shows a machine",
    },
    Package { name: "coinor-cbc", program: "cbc", needed_for: "the same plans by a solver" },
    Package { name: "glpk-utils", program: "glpsol", needed_for: "the same plans by a solver" },
];

/// Installs its missing packages, as far as possible here.
pub fn install_for_growth() {
    install_if_possible(&missing_of(&FOR_GROWTH));
}

/// Installs its missing packages, as far as possible here.
pub fn install_for_dist() {
    install_if_possible(&missing_of(&FOR_DIST));
}

/// Installs its missing packages, as far as possible here.
pub fn install_for_hosts() {
    install_if_possible(&missing_of(&FOR_HOSTS));
}

/// Installs those of the test's packages that provide these programs, as far as possible here.
pub fn install_for(programs: &[&str]) {
    let mut missing = missing(is_there);
    missing.retain(|package| programs.contains(&package.program));
    install_if_possible(&missing);
}

fn is_there(program: &str) -> bool {
    if program.starts_with('/') {
        Path::new(program).exists()
    } else {
        shell::is_installed(program)
    }
}

fn install_if_possible(missing: &[&Package]) {
    if let Err(why) = install(missing) {
        eprintln!("{}", stays_missing(missing, &why.to_string()));
    }
}

fn missing_of(packages: &[Package]) -> Vec<&Package> {
    packages.iter().filter(|package| !is_there(package.program)).collect()
}

/// Build `t/io_uring` of fio's sources for `cargo xtask bench`; no test needs it.
const FOR_BUILDING: [Package; 3] = [
    Package { name: "dpkg-dev", program: "dpkg-source", needed_for: "unpacking fio's sources" },
    Package { name: "make", program: "make", needed_for: "the judge of the no-op rate" },
    Package { name: "gcc", program: "cc", needed_for: "the judge of the no-op rate" },
];

/// Installs the programs to build C sources of Debian, if missing.
pub fn install_for_building() -> Done {
    install(&missing_of(&FOR_BUILDING))
}

/// Installs the C compiler of the packaged binary, if missing.
pub fn install_musl() -> Done {
    install(&missing_of(&[MUSL]))
}

/// Brings the C compiler for other processors; only `cargo xtask dist` needs it.
const PYTHON: Package = Package {
    name: "python3 python3-venv",
    program: "python3",
    needed_for: "the packaged binary of other processors",
};

/// Make the live image; only `cargo xtask live` needs them.
const LIVE: [Package; 10] = [
    Package { name: "grub-common", program: "grub-mkrescue", needed_for: "the live image" },
    Package {
        name: "grub-pc-bin",
        program: "/usr/lib/grub/i386-pc/moddep.lst",
        needed_for: "its start by BIOS",
    },
    Package {
        name: "grub-efi-amd64-bin",
        program: "/usr/lib/grub/x86_64-efi/moddep.lst",
        needed_for: "its start by UEFI",
    },
    Package { name: "ovmf", program: "/usr/share/ovmf/OVMF.fd", needed_for: "trying it" },
    Package { name: "qemu-system-x86", program: "qemu-system-x86_64", needed_for: "trying it" },
    Package { name: "kmod", program: "depmod", needed_for: "the live image's kernel" },
    Package { name: "xorriso", program: "xorriso", needed_for: "the live image" },
    Package { name: "mtools", program: "mcopy", needed_for: "the live image" },
    Package { name: "dosfstools", program: "mkfs.vfat", needed_for: "the live image" },
    Package { name: "busybox-static", program: "busybox", needed_for: "the live image" },
];

/// Installs the programs for the live image, if missing.
pub fn install_live() -> Done {
    install(&missing_of(&LIVE))
}

/// Installs Python as Debian splits it up.
pub fn install_python() -> Done {
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

fn install(missing: &[&Package]) -> Done {
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
        let said = stays_missing(&missing, "installing needs root");
        assert!(said.contains("sudo apt-get install xfsprogs"), "{said}");
        assert!(!said.contains("pciutils"), "{said}");
    }
}
