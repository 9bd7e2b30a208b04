//! Other programs' result files from the disk, as a run.
//!
//! Not here: the files' contents (`narrows-formats`).

use std::io;
use std::path::Path;

use narrows_formats::{NamedFile, results};
use narrows_messages::Message;
use narrows_record::run::RunDocument;

use crate::catalogue::name_of;
use crate::failure::{CommandFailure, Result};
use crate::input;
use crate::output::CliOutput;

/// Result files of a machine of 24 drives in all pairs are some hundreds; more are another folder.
const MOST_FILES: usize = 5000;
/// Folders in folders, counted from the one that is named.
const MOST_DEPTH: usize = 4;

/// Combined contents of these files and folders, without conclusions.
pub fn load(paths: &[String], output: &CliOutput) -> Result<RunDocument> {
    let mut files = Vec::new();
    for path in paths {
        gather(Path::new(path), &mut files)?;
    }
    let source = paths.join(", ");
    narrows_formats::run(&files, &source).map_err(|nothing| {
        let what = Message::new("import-failed").with("source", &source).with("file", nothing.file);
        CommandFailure::new(what.with("why", output.localizer.say(&nothing.why)))
    })
}

/// Whether a path may be another program's results: a folder of no run, or such a file.
pub fn is_foreign(path: &Path) -> bool {
    if path.is_dir() {
        return !path.join("run.json").exists();
    }
    let known = |bytes: Vec<u8>| match results::read(&bytes) {
        Ok(_) => true,
        Err(why) => why.id() != "import-unknown",
    };
    path.is_file() && input::read(path).is_ok_and(known)
}

fn gather(path: &Path, files: &mut Vec<NamedFile>) -> Result<()> {
    if path == Path::new("-") {
        let bytes = input::read_stdin().map_err(|error| unreadable(path, &error))?;
        files.push(NamedFile { path: vec!["stdin".to_owned()], bytes });
        return Ok(());
    }
    if !path.is_dir() {
        let name = name_of(path);
        files.push(NamedFile { path: vec![name], bytes: read(path)? });
        return Ok(());
    }
    // A set's folder that is named itself is a set all the same.
    let whole = path.canonicalize().map_err(|error| unreadable(path, &error))?;
    let own = Some(name_of(&whole)).filter(|name| name.contains('+'));
    walk(path, &own.into_iter().collect::<Vec<_>>(), MOST_DEPTH, files)
}

fn walk(folder: &Path, above: &[String], depth: usize, files: &mut Vec<NamedFile>) -> Result<()> {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(|error| unreadable(folder, &error))?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let name = name_of(&path);
        let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
        let below: Vec<String> = above.iter().cloned().chain([name.clone()]).collect();
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && depth > 1 {
            walk(&path, &below, depth - 1, files)?;
        } else if kind.is_file() {
            if files.len() >= MOST_FILES {
                let what = Message::new("import-too-many").with("most", MOST_FILES);
                return Err(CommandFailure::usage(what.with("source", folder.display())));
            }
            files.push(NamedFile { path: below, bytes: read(&path)? });
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    input::read(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, why: &io::Error) -> CommandFailure {
    let what = Message::new("import-unreadable").with("file", path.display());
    CommandFailure::new(what.with("why", why))
}
