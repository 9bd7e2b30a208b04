//! The project's own files: paths and contents.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct ProjectFile {
    /// From the project's root, with `/` between.
    pub path: String,
    /// Its contents; empty for a file that is not text.
    pub text: String,
}

pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest).to_owned()
}

/// Every file below `root` in order of path, without build output and history.
pub fn files(root: &Path) -> io::Result<Vec<ProjectFile>> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<ProjectFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        // Paths ignored by .gitignore, and history itself.
        let ignored =
            matches!(path.as_str(), "target" | "dist" | ".rig" | ".git") || name == "node_modules";
        let kind = entry.file_type()?;
        if kind.is_dir() && !ignored {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file() && !name.ends_with(".snap.new") && !ignored {
            let text = String::from_utf8(fs::read(entry.path())?).unwrap_or_default();
            files.push(ProjectFile { path, text });
        }
    }
    Ok(())
}

/// Where a link of a page leads: `../README.md` in a page of `docs` is `README.md`.
pub fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
