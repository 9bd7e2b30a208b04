//! Whether a step of building was done already.
//!
//! Sources: blkid(8) (`-p`: the device itself is read, no cache), wipefs(8) (`--no-act`), mdadm(8)
//! (`--examine --export`).

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use narrows_build::standing::Standing;
use narrows_build::{Identifier, Proof};

use super::{arrays, exported, is_idle, words};
use crate::mountinfo::mount_line;
use crate::programs;

/// Whether this holds now. What proves nothing never does.
///
/// # Errors
///
/// It cannot be found out.
pub fn holds(proof: &Proof) -> io::Result<bool> {
    match proof {
        Proof::Nothing => Ok(false),
        Proof::Blank(device) => is_blank(device),
        Proof::Device(path) => Ok(is_device(path)),
        Proof::Array(id) => Ok(runs(*id)),
        Proof::FileSystem(device, id) => Ok(is_device(device) && carries(device, *id)),
        Proof::MemberOf(device, id) => Ok(is_device(device) && is_member(device, *id)),
        Proof::Line { file, line } => has_line(Path::new(file), line),
        Proof::Folder(path) => Ok(Path::new(path).is_dir()),
        Proof::Mounted(path) => is_mounted(Path::new(path)),
    }
}

fn runs(id: Identifier) -> bool {
    let is_it = |array: &Standing| array.identifier == Some(id) && !is_idle(&array.device);
    arrays().iter().any(is_it)
}

fn is_device(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|found| found.file_type().is_block_device())
}

fn is_blank(device: &str) -> io::Result<bool> {
    let list = words(&["wipefs", "--no-act", "--noheadings", "--output", "OFFSET,TYPE", device]);
    programs::ask(&list, "").map(|marks| marks.trim().is_empty())
}

fn carries(device: &str, id: Identifier) -> bool {
    let export = programs::ask(&words(&["blkid", "-p", "-o", "export", device]), "");
    let export = export.unwrap_or_default();
    exported(&export, "UUID").and_then(Identifier::parsed) == Some(id)
}

fn is_member(device: &str, id: Identifier) -> bool {
    let export = programs::ask(&words(&["mdadm", "--examine", "--export", device]), "");
    let export = export.unwrap_or_default();
    exported(&export, "MD_UUID").and_then(Identifier::parsed) == Some(id)
}

fn has_line(file: &Path, line: &str) -> io::Result<bool> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(text.lines().any(|own| own.trim_end() == line)),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(why),
    }
}

fn is_mounted(at: &Path) -> io::Result<bool> {
    let mountinfo = fs::read_to_string("/proc/self/mountinfo")?;
    Ok(mountinfo.lines().filter_map(mount_line).any(|(point, _)| point == at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_without_rights_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conf");
        let of =
            |line: &str| Proof::Line { file: path.display().to_string(), line: line.to_owned() };
        assert!(!holds(&of("ARRAY x")).unwrap(), "a file that is missing has no line");
        fs::write(&path, "ARRAY xy\nARRAY x \n").unwrap();
        assert!(holds(&of("ARRAY x")).unwrap());
        assert!(!holds(&of("ARRAY")).unwrap(), "only whole lines count");
        assert!(holds(&Proof::Folder(folder.path().display().to_string())).unwrap());
        assert!(holds(&Proof::Mounted("/".to_owned())).unwrap());
        assert!(!holds(&Proof::Device(path.display().to_string())).unwrap());
        assert!(!holds(&Proof::Nothing).unwrap());
    }
}
