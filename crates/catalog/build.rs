//! Packs the public list of PCI ids and the larger files of `data/`, which as plain text were a twelfth of the
//! binary.
//!
//! The list's crate holds every name as a separate reference. In a position-independent program each of
//! these is an address that the loader fills in before `main`: some 80,000, which took longer than most
//! commands. Packed, it costs nothing until a name is looked up.
//!
//! Not here: looking up (`src/pci/list.rs`), unpacking (`src/packed.rs`).

use std::error::Error;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use pci_ids::{Classes, Vendors};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no folder")?);
    pack(vendors()?.as_bytes(), &folder.join("pci-vendors.txt"))?;
    pack(classes()?.as_bytes(), &folder.join("pci-classes.txt"))?;
    println!("cargo::rerun-if-changed=data");
    let data = Path::new("data");
    for file in PACKED {
        pack(&fs::read(data.join(file))?, &folder.join(file))?;
    }
    let mut machines = Vec::new();
    add_machines(&data.join("machines"), "", &mut machines)?;
    // A NUL is in no file name and in no machine file.
    pack(machines.join("\0").as_bytes(), &folder.join("machines"))
}

/// The large files.
const PACKED: [&str; 16] = [
    "boards/2015-and-earlier.toml",
    "boards/lga1151-1200.toml",
    "boards/lga1700.toml",
    "boards/lga1851.toml",
    "boards/am4.toml",
    "boards/am5.toml",
    "boards/workstation.toml",
    "boards/server.toml",
    "boards/nas.toml",
    "cards.toml",
    "casebook.toml",
    "chipsets.toml",
    "cpus.toml",
    "drives.toml",
    "published.toml",
    "raid.toml",
];

fn pack(text: &[u8], target: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(target.parent().ok_or("a file lies in a folder")?)?;
    let file = fs::File::create(target)?;
    // The page's users load every byte; the program's wait for the unpacking, where zlib is several
    // times as fast.
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|it| it == "wasm32") {
        let mut options = XzOptions::with_preset(9);
        // The reader reserves as much.
        options.lzma_options.dict_size = u32::try_from(text.len())?.max(4096);
        let mut packed = XzWriter::new(file, options)?;
        packed.write_all(text)?;
        packed.finish()?;
    } else {
        let mut packed = ZlibEncoder::new(file, Compression::best());
        packed.write_all(text)?;
        packed.finish()?;
    }
    Ok(())
}

/// Names and texts of the machine files below this folder, in turn and sorted. They are packed as one text:
/// each alone is too short to compress well.
fn add_machines(
    folder: &Path,
    prefix: &str,
    machines: &mut Vec<String>,
) -> Result<(), Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a name is no UTF-8")?;
        let name = format!("{prefix}{stem}");
        if path.is_dir() {
            add_machines(&path, &format!("{name}/"), machines)?;
        } else {
            machines.extend([name, fs::read_to_string(&path)?]);
        }
    }
    Ok(())
}

/// Vendors by id, a line each, and below each its devices: `1b36 Red Hat, Inc.`, `\tc QEMU PCIe Root port`.
fn vendors() -> Result<String, std::fmt::Error> {
    let mut all: Vec<_> = Vendors::iter().collect();
    all.sort_by_key(|vendor| vendor.id());
    let mut text = String::new();
    for vendor in all {
        writeln!(text, "{:x} {}", vendor.id(), vendor.name())?;
        let mut below: Vec<_> = vendor.devices().collect();
        below.sort_by_key(|device| device.id());
        for device in below {
            writeln!(text, "\t{:x} {}", device.id(), device.name())?;
        }
    }
    Ok(text)
}

/// Classes and their subclasses in the same form.
fn classes() -> Result<String, std::fmt::Error> {
    let mut all: Vec<_> = Classes::iter().collect();
    all.sort_by_key(|class| class.id());
    let mut text = String::new();
    for class in all {
        writeln!(text, "{:x} {}", class.id(), class.name())?;
        let mut below: Vec<_> = class.subclasses().collect();
        below.sort_by_key(|sub| sub.id());
        for sub in below {
            writeln!(text, "\t{:x} {}", sub.id(), sub.name())?;
        }
    }
    Ok(text)
}
