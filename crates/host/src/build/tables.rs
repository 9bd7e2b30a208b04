//! Entries of fstab that mount at a path: by libmount's reading, which decides at the next boot, and by our own. A
//! match in either counts.
//!
//! Sources: findmnt(8) (`--tab-file`, `--json`), fstab(5).

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use narrows_array::build::fstab::{self, FstabEntry};
use serde::Deserialize;

use super::words;
use crate::programs;

/// The sources of all that this fstab mounts at a path, however the path is written.
///
/// # Errors
///
/// It is no regular file, or cannot be read; one that is missing mounts nothing.
pub fn mounts_at(table: &Path, at: &Path) -> io::Result<Vec<String>> {
    let Some(bytes) = contents(table)? else { return Ok(Vec::new()) };
    let mut entries = fstab::entries(&String::from_utf8_lossy(&bytes));
    entries.extend(by_libmount(table));
    let own = places(&at.to_string_lossy());
    let is_there = |entry: &FstabEntry| places(&entry.at).iter().any(|it| own.contains(it));
    let mut sources: Vec<String> =
        entries.into_iter().filter(is_there).map(|entry| entry.source).collect();
    sources.sort();
    sources.dedup();
    Ok(sources)
}

/// A regular file's bytes; `None` if it does not exist. Opening anything else can wait for ever.
pub fn contents(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::metadata(file) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Ok(it) if it.is_file() => fs::read(file).map(Some),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
        Err(why) => Err(why),
    }
}

#[derive(Deserialize)]
struct FindmntTable {
    filesystems: Vec<FindmntLine>,
}

#[derive(Deserialize)]
struct FindmntLine {
    source: Option<String>,
    target: Option<String>,
}

/// Empty if findmnt is missing; it fails if a table has no entries.
fn by_libmount(table: &Path) -> Vec<FstabEntry> {
    let command =
        ["findmnt", "--fstab", "--list", "--json", "--output", "SOURCE,TARGET", "--tab-file"];
    let mut command = words(&command);
    command.push(table.display().to_string());
    let text = programs::ask(&command, "").unwrap_or_default();
    let lines =
        serde_json::from_str::<FindmntTable>(&text).map_or(Vec::new(), |table| table.filesystems);
    let entry = |line: FindmntLine| {
        let (source, at) = (line.source.unwrap_or_default(), line.target?);
        Some(FstabEntry { source, at, kind: String::new(), options: Vec::new() })
    };
    lines.into_iter().filter_map(entry).collect()
}

/// A path as written, normalised, and its current target.
fn places(path: &str) -> [PathBuf; 2] {
    [fstab::plain(path).into(), real(Path::new(path))]
}

/// Resolves a path: links are followed as far as it exists, the rest stays as written.
pub fn real(path: &Path) -> PathBuf {
    let parts: Vec<Component> = path.components().collect();
    let led = (1..=parts.len()).rev().find_map(|count| {
        let (is, rest) = parts.split_at_checked(count)?;
        let mut real = fs::canonicalize(is.iter().collect::<PathBuf>()).ok()?;
        for part in rest {
            match part {
                // Below the last folder that exists there are no links, so `..` is the folder
                // before it in the text.
                Component::ParentDir => drop(real.pop()),
                part => real.push(part),
            }
        }
        Some(real)
    });
    led.unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_table_mounts_is_found_however_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("fstab");
        let real = folder.path().join("real");
        fs::create_dir(&real).unwrap();
        symlink(&real, folder.path().join("link")).unwrap();
        let [own, link] = [real.join("data"), folder.path().join("link/data")];
        let own_text = own.to_str().unwrap().to_owned();
        let octal: String = own_text.bytes().map(|byte| format!("\\{byte:03o}")).collect();
        for at in [
            own_text.clone(),
            format!("{own_text}/"),
            format!("/{own_text}"),
            own_text.replace("/real", "/./real//"),
            own_text.replace("/real", "/x/../real"),
            link.to_str().unwrap().to_owned(),
            octal,
            own_text.replace("/data", "/d\\141ta"),
        ] {
            for line in [
                format!("LABEL=other {at} ext4 defaults 0 0\n"),
                format!("LABEL=other\t{at}"),
                format!(" \tLABEL=other  {at} \t\n"),
                format!("LABEL=other {at} ext4 defaults\r\n"),
            ] {
                let text = [b"# \xff\n".as_slice(), line.as_bytes()].concat();
                fs::write(&table, text).unwrap();
                for path in [&own, &link] {
                    assert_eq!(mounts_at(&table, path).unwrap(), ["LABEL=other"], "{line}");
                }
                assert!(mounts_at(&table, &real).unwrap().is_empty(), "{line}");
            }
        }
        fs::write(&table, format!("# {own_text}\n#x {own_text} ext4\n{own_text} /elsewhere"))
            .unwrap();
        assert!(mounts_at(&table, &own).unwrap().is_empty());
        assert!(mounts_at(&folder.path().join("none"), &own).unwrap().is_empty());
        assert!(mounts_at(folder.path(), &own).is_err(), "a folder is no table");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

        /// Our reader finds all that libmount finds: it decides alone without findmnt.
        #[test]
        fn our_own_reader_finds_what_libmount_does(
            text in r#"([a-c"=]{1,3}[ \t]{1,2}(/|//|/[./]{0,3})(a|\\141|\\40|\\040|b){1,2}[/.]{0,2}([ \t]ext4)?([ \t]rw)?( 0)?[ \t]?\n|#[a ]{0,3}\n|\n){0,4}"#,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let table = folder.path().join("fstab");
            fs::write(&table, &text).unwrap();
            let own = fstab::entries(&text);
            for entry in by_libmount(&table) {
                let is_same = |it: &FstabEntry| fstab::plain(&it.at) == fstab::plain(&entry.at);
                prop_assert!(own.iter().any(is_same), "{} in {text:?}", entry.at);
            }
        }
    }
}
