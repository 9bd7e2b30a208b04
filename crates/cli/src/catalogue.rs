//! The user's own catalogue: `narrows/catalog` under the XDG configuration home, or the folder that
//! `--catalog` or `NARROWS_CATALOG` names.
//!
//! ```text
//! catalog/*.toml                         drives, chipsets, processors, boards
//! catalog/machines/<board>/<name>.toml   machine files, `catalog:<board>/<name>`
//! ```

use std::io;
use std::path::{Path, PathBuf};

use narrows_catalog::CatalogMistake;
use narrows_catalog::board::{self, Board};
use narrows_catalog::own::{self, OwnCatalog, OwnFile, OwnMachine};
use narrows_host::identity;
use narrows_messages::Message;
use narrows_topology::read::kind::InputKind;

use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;
use crate::{input, labels};

const MAX_FILES: usize = 1000;

/// A file or folder that could not be read, and why.
struct UnreadableFile {
    path: PathBuf,
    why: io::Error,
}

/// Makes the user's entries part of the catalogue: those of the folder, and those of each entry file
/// that the command line names as a source or board. A folder named explicitly must exist; the usual
/// one may be missing.
pub fn install(named: Option<&Path>, sources: &[&str], output: &CliOutput) -> Result<()> {
    let variable = std::env::var_os("NARROWS_CATALOG").filter(|value| !value.is_empty());
    let named = named.map(Path::to_owned).or_else(|| variable.map(PathBuf::from));
    let may_be_missing = named.is_none();
    let usual = || Some(labels::config_folder()?.join("catalog"));
    let folder = named.or_else(usual);
    let texts = identity::as_caller(|| match &folder {
        Some(folder) if !may_be_missing || folder.exists() => texts(folder),
        _ => Ok(Default::default()),
    });
    let here = || folder.clone().unwrap_or_default();
    let texts = texts.unwrap_or_else(|why| Err(UnreadableFile { path: here(), why }));
    let (mut files, machines) = texts.map_err(|error| unreadable(&error))?;
    for file in sources.iter().filter_map(|source| of_entries(source)) {
        if !files.iter().any(|known| is_same(&known.path, &file.path)) {
            files.push(file);
        }
    }
    own::install(OwnCatalog::read(&files, machines).map_err(|mistake| wrong(&mistake, output))?);
    Ok(())
}

/// Reads entry files like those of the user's folder, without making them part of the catalogue.
pub fn read(paths: &[PathBuf], output: &CliOutput) -> Result<OwnCatalog> {
    let texts = || paths.iter().map(|path| file(path)).collect::<Result<Vec<_>, _>>();
    let texts = identity::as_caller(texts);
    let here = || paths.first().cloned().unwrap_or_default();
    let texts = texts.unwrap_or_else(|why| Err(UnreadableFile { path: here(), why }));
    let files = texts.map_err(|error| unreadable(&error))?;
    OwnCatalog::read(&files, Vec::new()).map_err(|mistake| wrong(&mistake, output))
}

/// A source that is an entry file; for anything else, its own reader reports the error.
fn of_entries(source: &str) -> Option<OwnFile> {
    let path = Path::new(source);
    let file = identity::as_caller(|| path.is_file().then(|| file(path).ok()).flatten());
    file.ok()?.filter(|file| InputKind::of(file.text.as_bytes()) == Some(InputKind::Entries))
}

fn is_same(a: &str, b: &str) -> bool {
    let whole = |path: &str| Path::new(path).canonicalize().ok();
    // Two paths that lead nowhere are not the same file.
    whole(a).is_some() && whole(a) == whole(b)
}

/// The only board of a file of entries.
pub fn only_board(path: &Path, output: &CliOutput) -> Result<&'static Board> {
    let own = read(&[path.to_owned()], output)?;
    let known = match own.boards() {
        [board] => board::board(&board.id),
        _ => None,
    };
    known.ok_or_else(|| {
        let ids: Vec<&str> = own.boards().iter().map(|board| board.id.as_str()).collect();
        let what = Message::new(match ids.len() {
            0 => "cli-no-board-in-file",
            // The command does not take files of entries as a source.
            1 => "cli-board-not-installed",
            _ => "cli-not-one-board",
        });
        let what = what.with("path", path.display());
        CommandFailure::usage(what.with("boards", ids.join(", ")))
    })
}

fn texts(folder: &Path) -> Result<(Vec<OwnFile>, Vec<OwnMachine>), UnreadableFile> {
    let files = toml_files(folder)?.iter().map(|path| file(path)).collect::<Result<_, _>>()?;
    let boards = folder.join("machines");
    let boards = if boards.exists() { listed(&boards)? } else { Vec::new() };
    let mut machines = Vec::new();
    for board in boards.into_iter().filter(|path| path.is_dir()) {
        for path in toml_files(&board)? {
            let name = format!(
                "{}/{}",
                name_of(&board),
                path.file_stem()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default()
            );
            machines.push(OwnMachine { name, file: file(&path)? });
        }
    }
    Ok((files, machines))
}

fn file(path: &Path) -> Result<OwnFile, UnreadableFile> {
    let text = input::read_written(path)
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|why| UnreadableFile { path: path.to_owned(), why })?;
    Ok(OwnFile { path: path.display().to_string(), text })
}

/// The regular files that end in `.toml`, hidden ones aside, by name.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, UnreadableFile> {
    let is_ours = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "toml");
    Ok(listed(folder)?.into_iter().filter(is_ours).filter(|path| path.is_file()).collect())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, UnreadableFile> {
    let unreadable = |why| UnreadableFile { path: folder.to_owned(), why };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    // One more than allowed distinguishes a full folder from one that is too large.
    let paths: Result<Vec<PathBuf>, _> =
        entries.take(MAX_FILES + 1).map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    if paths.len() > MAX_FILES {
        return Err(unreadable(io::Error::other("more than 1,000 files")));
    }
    paths.retain(|path| !name_of(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

pub fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn unreadable(error: &UnreadableFile) -> CommandFailure {
    let what = Message::new("cli-catalog-unreadable").with("path", error.path.display());
    CommandFailure::new(what.with("why", &error.why))
}

/// `FILE:LINE:COLUMN: what is wrong`.
fn wrong(mistake: &CatalogMistake, output: &CliOutput) -> CommandFailure {
    let place = format!("{}:{}:{}", mistake.file, mistake.line, mistake.column);
    let place = match &mistake.entry {
        Some(entry) => format!("{place} ({entry})"),
        None => place,
    };
    let problem = output.localizer.say(&mistake.problem);
    CommandFailure::new(
        Message::new("cli-bad-source").with("place", place).with("problem", problem),
    )
}
