//! Turns the public list of PCI ids into tables that need no work when the program starts.
//!
//! The list's crate holds every name as a reference of its own. In a program that may lie anywhere in memory
//! each of these is an address that the loader fills in before `main`: some 80,000, which took longer than
//! most commands. Here all names are one text, and rows say where in it a name stands.
//!
//! Not here: looking up (`src/pci/list.rs`).

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use pci_ids::{Classes, Vendors};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no folder")?);
    let mut names = Names::default();
    let tables = vendors(&mut names)? + &classes(&mut names)?;
    fs::write(folder.join("pci-list.rs"), tables)?;
    fs::write(folder.join("pci-names.txt"), names.text)?;
    Ok(())
}

/// All names, each once.
#[derive(Default)]
struct Names {
    text: String,
    known: BTreeMap<&'static str, usize>,
}

impl Names {
    /// Where a name stands, as Rust says it.
    fn span(&mut self, name: &'static str) -> String {
        let start = *self.known.entry(name).or_insert_with(|| {
            self.text.push_str(name);
            self.text.len() - name.len()
        });
        format!("Span {{ start: {start}, length: {} }}", name.len())
    }
}

/// Vendors by id, each with where its devices begin, and all devices.
fn vendors(names: &mut Names) -> Result<String, Box<dyn Error>> {
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

/// Classes by id, and what lies below them by both ids.
fn classes(names: &mut Names) -> Result<String, Box<dyn Error>> {
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
