//! Files below the root of a machine that a test lays out.

use std::path::Path;

/// A folder with these files.
pub(crate) fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(path, text)| put(folder.path(), path, text));
    folder
}

pub(crate) fn put(root: impl AsRef<Path>, path: &str, bytes: impl AsRef<[u8]>) {
    let path = root.as_ref().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

pub(crate) fn link(root: impl AsRef<Path>, path: &str, target: &str) {
    let path = root.as_ref().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(target, path).unwrap();
}
