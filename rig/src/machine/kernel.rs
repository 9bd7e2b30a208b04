//! A Linux kernel for the emulated machine: the distribution's own for virtual machines, requested
//! by its metapackage, downloaded and unpacked once, never installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::Fallible;
use xtask::shell::{output, run};

const CACHE: &str = ".rig/kernel";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KernelFlavour {
    /// For virtual machines: 27 MB, NVMe built in, no SATA.
    #[default]
    Cloud,
    /// For all machines: 70 MB, everything as modules.
    Full,
}

impl KernelFlavour {
    fn metapackage(self) -> &'static str {
        match self {
            Self::Cloud => "linux-image-cloud-amd64",
            Self::Full => "linux-image-amd64",
        }
    }

    /// The modules that the machines need; their dependencies come with them.
    fn modules(self) -> &'static [&'static str] {
        match self {
            Self::Cloud => &["nvme", "xfs", "ext4"],
            Self::Full => &["nvme", "xfs", "ext4", "ahci", "sd_mod"],
        }
    }
}

/// An unpacked package with a kernel and all its modules.
pub struct KernelTree {
    /// Where its files lie as the package has them.
    pub folder: PathBuf,
    pub version: String,
}

impl KernelTree {
    /// The existing one, or the distribution's current one.
    pub fn get(root: &Path, flavour: KernelFlavour) -> Fallible<Self> {
        let cache = root.join(CACHE).join(flavour.metapackage());
        fs::create_dir_all(&cache)?;
        let mut folders = Vec::new();
        for entry in fs::read_dir(&cache)? {
            let entry = entry?;
            // A folder that is still being unpacked has another name.
            let is_whole = entry.file_name().to_string_lossy().starts_with("linux-image-");
            if is_whole && entry.file_type()?.is_dir() {
                folders.push(entry.path());
            }
        }
        folders.sort_by_key(|folder| numbers(folder));
        let folder = match folders.pop() {
            Some(folder) => folder,
            None => {
                // Downloads and unpacks under another name first, so that a kill leaves no half
                // kernel behind.
                let metapackage = flavour.metapackage();
                let package = package(metapackage)?;
                let work = cache.join(format!("work-{}", std::process::id()));
                fs::create_dir_all(&work)?;
                let unpacked = unpack(&work, &package);
                let folder = cache.join(&package);
                let moved = unpacked.and_then(|tree| Ok(fs::rename(tree, &folder)?));
                fs::remove_dir_all(&work)?;
                moved.map(|()| folder)?
            }
        };
        let version = one_entry(&folder.join("lib/modules"))?;
        Ok(Self { folder, version })
    }

    pub fn image(&self) -> PathBuf {
        self.folder.join("boot").join(format!("vmlinuz-{}", self.version))
    }
}

/// The numbers of a package's name, by which its versions are in order: `6.1.0-10` comes after `6.1.0-9`.
fn numbers(folder: &Path) -> Vec<u64> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

pub struct Kernel {
    pub image: PathBuf,
    /// Modules, each after its dependencies.
    pub modules: Vec<PathBuf>,
}

impl Kernel {
    /// The existing one, or the distribution's current one, with further modules.
    pub fn get(root: &Path, flavour: KernelFlavour, more: &[String]) -> Fallible<Self> {
        let tree = KernelTree::get(root, flavour)?;
        let more = more.iter().map(String::as_str);
        let names: Vec<&str> = flavour.modules().iter().copied().chain(more).collect();
        let modules = modules(&tree.folder, &tree.version, &names)?;
        Ok(Self { image: tree.image(), modules })
    }
}

/// The package behind the metapackage, which differs with every kernel update.
fn package(metapackage: &str) -> Fallible<String> {
    let text = output(Command::new("apt-cache").args(["depends", metapackage]))?;
    let package = depended_on(&text);
    package.map(str::to_owned).ok_or_else(|| format!("apt knows no {metapackage}").into())
}

fn depended_on(text: &str) -> Option<&str> {
    let mut packages = text.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    packages.find(|package| package.starts_with("linux-image-"))
}

fn unpack(work: &Path, package: &str) -> Fallible<PathBuf> {
    // The lists of packages may be older than the packages, or absent.
    let get = || {
        let mut command = Command::new("apt-get");
        // Its usual user may not write where we are.
        command.args(["-qq", "-o", "APT::Sandbox::User=root", "download", package]);
        run(command.current_dir(work))
    };
    get().or_else(|_| {
        run(Command::new("apt-get").args(["-qq", "update"]))?;
        get()
    })?;
    let archive = one_entry(work)?;
    let tree = work.join("tree");
    run(Command::new("dpkg-deb").arg("-x").arg(work.join(archive)).arg(&tree))?;
    let version = one_entry(&tree.join("lib/modules"))?;
    run(Command::new(program("depmod")).arg("-b").arg(&tree).arg(version))?;
    Ok(tree)
}

fn one_entry(folder: &Path) -> Fallible<String> {
    let mut entries = fs::read_dir(folder)?;
    let entry = entries.next().ok_or_else(|| format!("{} is empty", folder.display()))??;
    Ok(entry.file_name().to_string_lossy().into_owned())
}

fn modules(folder: &Path, version: &str, names: &[&str]) -> Fallible<Vec<PathBuf>> {
    let mut modules = Vec::new();
    for module in names {
        let mut command = Command::new(program("modprobe"));
        command.arg("-d").arg(folder).args(["-S", version, "--show-depends", module]);
        for path in inserted(&output(&mut command)?) {
            let path = PathBuf::from(path);
            if !modules.contains(&path) {
                modules.push(path);
            }
        }
    }
    Ok(modules)
}

/// The paths in lines of `insmod PATH OPTIONS`; `builtin NAME` needs nothing. Options are this
/// host's and irrelevant to the guest.
fn inserted(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("insmod "));
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

/// Programs for administrators, which `PATH` of others lacks.
fn program(name: &str) -> PathBuf {
    let folders = ["/usr/sbin", "/sbin"].map(|folder| Path::new(folder).join(name));
    folders.into_iter().find(|path| path.is_file()).unwrap_or_else(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_order_by_their_numbers() {
        let older = numbers(Path::new("/cache/linux-image-6.1.0-9-cloud-amd64"));
        assert!(older < numbers(Path::new("/cache/linux-image-6.1.0-10-cloud-amd64")));
    }

    #[test]
    fn the_metapackage_names_the_kernel() {
        let text = "linux-image-cloud-amd64\n  Depends: linux-image-6.1.0-56-cloud-amd64\n";
        assert_eq!(depended_on(text), Some("linux-image-6.1.0-56-cloud-amd64"));
        assert_eq!(depended_on("<none>\n"), None);
    }

    #[test]
    fn only_modules_that_are_files_are_inserted() {
        assert_eq!(
            inserted("builtin nvme\ninsmod /a/b.ko \ninsmod /a/c.ko start_ro=1\n"),
            ["/a/b.ko", "/a/c.ko"]
        );
    }
}
