//! Captures and machine files without identifying data of a machine or its owner: serial numbers, UUIDs,
//! names of networks, hosts and people, mount points, remarks.
//!
//! Only data that a reader needs is served: of a file tree the files of a capture, hashed as `narrows
//! capture --anonymise` does it; of other programs' text the part its reader takes
//! ([`narrows_topology::read::needed`]); of a machine file, which has no unknown keys, all but three of
//! them.

use std::io;

use narrows_host::bundle::{self, Salt};
use narrows_record::schema;
use narrows_topology::read::archive::{UnpackedContent, unpack};
use narrows_topology::read::kind::InputKind;
use narrows_topology::read::{FileTree, FileTreeEntry, ReadError, needed, rooted, sysfs};
use toml::{Table, Value};

/// Keys that identify a drive in a machine file; the page calculates with none of them.
const IDENTIFY: [&str; 3] = ["serial", "by_id", "mount"];

pub fn tree(tree: &FileTree) -> io::Result<Vec<u8>> {
    let mut read = FileTree::default();
    for (path, entry) in tree.entries().filter(|(path, _)| sysfs::is_read(path)) {
        // Of some files only the name is read: their content stays here.
        let entry = match sysfs::is_named_only(path) {
            true if matches!(entry, FileTreeEntry::File(_)) => FileTreeEntry::File(Vec::new()),
            _ => entry.clone(),
        };
        read.insert(path, entry);
    }
    let mut archive = Vec::new();
    bundle::write(&bundle::anonymise(&read, &Salt::random()?), &mut archive)?;
    Ok(archive)
}

pub fn bytes(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let failed = |error: ReadError| io::Error::other(error.problem.id());
    if InputKind::of(bytes) != Some(InputKind::Archive) {
        return text(bytes);
    }
    match unpack(bytes).map_err(failed)? {
        UnpackedContent::Tree(files) => tree(&rooted(files).map_err(failed)?),
        UnpackedContent::Bytes(bytes) => text(&bytes),
    }
}

fn text(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let unread = || io::Error::new(io::ErrorKind::InvalidData, "no capture");
    needed(bytes).map(String::into_bytes).ok_or_else(unread)
}

/// A machine file. Its remarks are removed, too: their content is unknown.
pub fn machine(text: &str) -> io::Result<String> {
    let wrong = |error: &dyn std::fmt::Display| {
        io::Error::new(io::ErrorKind::InvalidData, error.to_string())
    };
    let mut file: Table = text.parse().map_err(|error: toml::de::Error| wrong(&error))?;
    // The key that identifies the file comes first.
    for key in ["schema", "name"] {
        file.remove(key);
    }
    for drive in file.get_mut("drive").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(drive) = drive.as_table_mut() {
            IDENTIFY.iter().for_each(|key| drop(drive.remove(*key)));
        }
    }
    let rest = toml::to_string(&file).map_err(|error| wrong(&error))?;
    Ok(format!("schema = \"{}\"\n{rest}", schema::MACHINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_file_says_the_same_without_names() {
        let text = "# of Ann\nname = \"anns box\"\nschema = \"narrows.machine/1\"\n[[drive]] # hers\n\
                    id = \"d\"\non = \"cpu\"\nlink = \"4.0 x4\"\nread = { value = \"6900 MB/s\", depth = 32 }\n\
                    serial = \"S5H9\"\nby_id = \"nvme-S5H9\"\nmount = \"/home/ann\"\n";
        let kept = machine(text).unwrap();
        assert!(kept.starts_with("schema = ") && kept.contains("depth = 32"), "{kept}");
        for gone in ["ann", "Ann", "hers", "S5H9", "mount"] {
            assert!(!kept.contains(gone), "{gone} in {kept}");
        }
        let read =
            |text: &str| narrows_files::machine_file::read(text).map(|file| file.machine.topology);
        assert_eq!(read(&kept).unwrap().drives.len(), read(text).unwrap().drives.len());
    }
}
