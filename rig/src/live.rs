//! `cargo xtask live`: an image for a USB stick or a disc that boots a machine and has `narrows` find drives'
//! bottlenecks, with nothing installed.
//!
//! Debian's kernel for all machines with its modules, a shell, the packaged binary, and a separate partition for
//! results. The image starts from BIOS and UEFI (grub-mkrescue(1)). It mounts that partition and no other.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::machine::cpio::CpioArchive;
use crate::machine::initial;
use crate::machine::kernel::{KernelFlavour, KernelTree};
use xtask::{Fallible, binary, dist, packages, shell};

const INIT: &str = include_str!("live/init.sh");
const GRUB: &str = include_str!("live/grub.cfg");

/// The serial number of the file system for results, by which it is recognised: eight hexadecimal digits that no formatting
/// by date makes, so that no other stick has them.
const RESULTS: &str = "4E417277";

/// Room for results: a report of 24 drives takes 1 MB.
const RESULTS_KIB: u32 = 64 << 10;

/// Kernel modules that nothing here needs: screens beyond the firmware's own, sound, cameras, networks.
const WITHOUT: [&str; 10] = [
    "drivers/gpu",
    "drivers/media",
    "drivers/net",
    "drivers/infiniband",
    "drivers/staging",
    "drivers/isdn",
    "drivers/bluetooth",
    "drivers/iio",
    "net/",
    "sound/",
];

/// File systems other than the results' own stay unmounted, so that only its modules are needed.
const FILE_SYSTEMS: [&str; 3] = ["fs/fat/", "fs/nls/", "fs/configfs/"];

/// Writes `dist/narrows-live.iso`, or the file that is named.
pub fn run(root: &Path, words: &[String]) -> Fallible {
    let to = match words {
        [] => root.join("dist/narrows-live.iso"),
        [file] => PathBuf::from(file),
        _ => return Err("cargo xtask live [FILE]".into()),
    };
    packages::install_all(&packages::LIVE)?;
    let binary = binary::named().map_or_else(|| dist::build(root), Ok)?;
    let kernel = KernelTree::get(root, KernelFlavour::Full)?;
    let work = tempfile::tempdir_in(root.join("target"))?;
    let tree = work.path().join("tree");
    fs::create_dir_all(tree.join("boot/grub"))?;
    fs::copy(kernel.image(), tree.join("boot/vmlinuz"))?;
    let initial = GzEncoder::new(File::create(tree.join("boot/initrd"))?, Compression::default());
    pack(&kernel, &binary, initial)?;
    let grub = GRUB.replace("@RESULTS@", &format!("{}-{}", &RESULTS[..4], &RESULTS[4..]));
    fs::write(tree.join("boot/grub/grub.cfg"), grub)?;
    let results = work.path().join("results");
    let mut format = Command::new("mkfs.vfat");
    format.args(["-C", "-n", "NARROWS", "-i", RESULTS]).arg(&results);
    shell::output(format.arg(RESULTS_KIB.to_string()))?;
    fs::create_dir_all(to.parent().ok_or("no folder")?)?;
    let mut image = Command::new("grub-mkrescue");
    image.arg("-o").arg(&to).arg(&tree).args(["--", "-volid", "NARROWS_LIVE"]);
    // Type 0x0c: FAT32 with LBA addressing, which every system mounts.
    shell::output(image.args(["-append_partition", "3", "0x0c"]).arg(&results))?;
    println!("{}  {:.1} MB", to.display(), fs::metadata(&to)?.len() as f64 / 1e6);
    Ok(())
}

/// The first file system, which stays the only one.
fn pack(kernel: &KernelTree, binary: &Path, mut to: impl Write) -> Fallible {
    let mut archive = CpioArchive::default();
    for folder in ["bin", "dev", "proc", "results", "root", "run", "sys", "tmp", "lib"] {
        archive.folder(folder);
    }
    archive.program("bin/busybox", &initial::busybox()?);
    archive.program("bin/narrows", &fs::read(binary)?);
    archive.program("init", INIT.as_bytes());
    let modules = format!("lib/modules/{}", kernel.version);
    let wanted = |path: &str| {
        let inside = path.strip_prefix("kernel/").unwrap_or(path);
        // A folder on the way to one that is wanted is wanted.
        let is_named = |it: &str| inside.starts_with(it) || it.starts_with(inside);
        let is_other = inside.starts_with("fs/") && !FILE_SYSTEMS.iter().any(|it| is_named(it));
        !is_other && !WITHOUT.iter().any(|it| inside.starts_with(it))
    };
    add(&mut archive, &kernel.folder.join(&modules), &modules, "", &wanted)?;
    to.write_all(&archive.finish())?;
    Ok(to.flush()?)
}

/// Adds a folder with all that is wanted in it, in the order of names.
fn add(
    archive: &mut CpioArchive,
    from: &Path,
    prefix: &str,
    inside: &str,
    wanted: &impl Fn(&str) -> bool,
) -> Fallible {
    let at = if inside.is_empty() { prefix.to_owned() } else { format!("{prefix}/{inside}") };
    if inside.is_empty() {
        archive.folder(prefix.rsplit_once('/').map_or(prefix, |(above, _)| above));
    }
    archive.folder(&at);
    let folder = from.join(inside);
    let entries: std::io::Result<Vec<_>> = fs::read_dir(&folder)?.collect();
    let mut entries = entries?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && wanted(&format!("{path}/")) {
            add(archive, from, prefix, &path, wanted)?;
        } else if kind.is_file() && wanted(&path) {
            archive.program(&format!("{prefix}/{path}"), &fs::read(entry.path())?);
        }
    }
    Ok(())
}
