//! Archives that are the same bytes for the same files.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

use super::binary::TargetProcessor;
use super::contents::PackageContents;
use super::release::Release;
use crate::Fallible;

/// `narrows-0.1.0-x86_64-linux.tar.gz`, with everything in its own folder.
pub fn write(
    release: &Release,
    processor: TargetProcessor,
    contents: &PackageContents,
) -> Fallible {
    let folder = format!("narrows-{}", release.version);
    let path = release.file(&format!("{}-linux.tar.gz", processor.name()));
    let files = contents.0.iter().map(|(name, (bytes, is_program))| {
        (format!("{folder}/{name}"), bytes.as_slice(), *is_program)
    });
    pack(&path, files, release.epoch)
}

/// By name and in the order given; files of uid 0, at one time. The header of gzip bears no time (RFC 1952,
/// MTIME 0).
pub fn pack<'a>(
    path: &Path,
    files: impl Iterator<Item = (String, &'a [u8], bool)>,
    epoch: u64,
) -> Fallible {
    Ok(fs::write(path, packed(&tarred(files, epoch)?)?)?)
}

/// As gzip(1) packs them, without name and time.
pub fn packed(bytes: &[u8]) -> Fallible<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

pub fn tarred<'a>(
    files: impl Iterator<Item = (String, &'a [u8], bool)>,
    epoch: u64,
) -> Fallible<Vec<u8>> {
    let mut archive = Builder::new(Vec::new());
    for (name, bytes, is_program) in files {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        header.set_mtime(epoch);
        header.set_uid(0);
        header.set_gid(0);
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, name, bytes)?;
    }
    Ok(archive.into_inner()?)
}

/// The files of a folder by name, with their bytes.
pub fn files_of(folder: &Path) -> Fallible<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("no name")?;
        files.push((name.to_owned(), fs::read(&path)?));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_make_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["a", "b"].map(|name| folder.path().join(name));
        for path in [&one, &two] {
            let files = [("x/a".to_owned(), &b"1"[..], true), ("x/b".to_owned(), &b"2"[..], false)];
            pack(path, files.into_iter(), 1_700_000_000).unwrap();
        }
        assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
        let unpacked = flate2::read::GzDecoder::new(fs::File::open(&one).unwrap());
        let mut archive = tar::Archive::new(unpacked);
        let entries: Vec<(String, u32, u64)> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let header = entry.header();
                let name = entry.path().unwrap().display().to_string();
                (name, header.mode().unwrap(), header.mtime().unwrap())
            })
            .collect();
        let at = 1_700_000_000;
        assert_eq!(entries, [("x/a".to_owned(), 0o755, at), ("x/b".to_owned(), 0o644, at)]);
    }
}
