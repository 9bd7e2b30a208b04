//! Loop devices for tests: detached while they are held open, so that the kernel frees them with the last
//! opener (losetup(8)), over files that have no name any more.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A loop device that lives as long as this.
pub struct Loop {
    pub path: PathBuf,
    pub file: File,
}

impl Loop {
    /// Over a file without a name; `None`, with the reason printed, if there can be none.
    pub fn new(mib: u64, more: &[&str]) -> Option<Self> {
        let image = tempfile::NamedTempFile::new().unwrap();
        image.as_file().set_len(mib << 20).unwrap();
        Self::over(image.path(), more)
    }

    pub fn over(image: &Path, more: &[&str]) -> Option<Self> {
        let attach =
            Command::new("losetup").args(["--find", "--show"]).args(more).arg(image).output();
        let attached = match attach {
            Ok(output) if output.status.success() => output.stdout,
            other => {
                println!("skipped: no loop device ({other:?})");
                return None;
            }
        };
        let path = PathBuf::from(String::from_utf8(attached).unwrap().trim());
        let file = File::open(&path).unwrap();
        let detached = Command::new("losetup").arg("--detach").arg(&path).status().unwrap();
        assert!(detached.success());
        Some(Self { path, file })
    }

    pub fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }
}
