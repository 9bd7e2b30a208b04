//! Turns the public list of PCI ids into tables that need no work when the program starts, and packs their
//! names and the larger files of `data/`, which as plain text were a twelfth of the binary.
//!
//! The list's crate holds every name as a separate reference. In a position-independent program each of
//! these is an address that the loader fills in before `main`: some 80,000, which took longer than most
//! commands. Here all names are one text, and rows give a name's position in it.
//!
//! Not here: looking up (`src/pci/list.rs`), unpacking (`src/packed.rs`).

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pci_ids::{Classes, Vendors};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no folder")?);
    let mut names = PciNameTable::default();
    let tables = vendors(&mut names)? + &classes(&mut names)?;
    fs::write(folder.join("pci-list.rs"), tables)?;
    pack(names.text.as_bytes(), &folder.join("pci-names.txt"))?;
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
    let mut packed = ZlibEncoder::new(fs::File::create(target)?, Compression::best());
    packed.write_all(text)?;
    packed.finish()?;
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

/// All names, each once.
#[derive(Default)]
struct PciNameTable {
    text: String,
    known: BTreeMap<&'static str, usize>,
}

impl PciNameTable {
    /// Position of a name, as Rust source.
    fn span(&mut self, name: &'static str) -> String {
        let start = *self.known.entry(name).or_insert_with(|| {
            self.text.push_str(name);
            self.text.len() - name.len()
        });
        format!("Span {{ start: {start}, length: {} }}", name.len())
    }
}

/// Vendors by id, each with where its devices begin, and all devices.
fn vendors(names: &mut PciNameTable) -> Result<String, Box<dyn Error>> {
    let mut all: Vec<_> = Vendors::iter().collect();
    all.sort_by_key(|vendor| vendor.id());
    let (mut vendors, mut devices, mut count) = (String::new(), String::new(), 0);
    for vendor in &all {
        let name = names.span(vendor.name());
        writeln!(vendors, "({}, {name}, {count}),", vendor.id())?;
        let mut below: Vec<_> = vendor.devices().collect();
        below.sort_by_key(|device| device.id());
        for device in &below {
            writeln!(devices, "({}, {}),", device.id(), names.span(device.name()))?;
        }
        count += below.len();
    }
    let vendors = format!("static VENDORS: [(u16, Span, usize); {}] = [\n{vendors}];\n", all.len());
    Ok(vendors + &format!("static DEVICES: [(u16, Span); {count}] = [\n{devices}];\n"))
}

/// Classes by id, and their subclasses by both ids.
fn classes(names: &mut PciNameTable) -> Result<String, Box<dyn Error>> {
    let (mut classes, mut below) = (BTreeMap::new(), BTreeMap::new());
    for class in Classes::iter() {
        classes.insert(class.id(), names.span(class.name()));
        for sub in class.subclasses() {
            below.insert((class.id(), sub.id()), names.span(sub.name()));
        }
    }
    let mut rust = format!("static CLASSES: [(u8, Span); {}] = [\n", classes.len());
    for (id, name) in &classes {
        writeln!(rust, "({id}, {name}),")?;
    }
    write!(rust, "];\nstatic SUBCLASSES: [((u8, u8), Span); {}] = [\n", below.len())?;
    for (ids, name) in &below {
        writeln!(rust, "({ids:?}, {name}),")?;
    }
    Ok(rust + "];\n")
}
